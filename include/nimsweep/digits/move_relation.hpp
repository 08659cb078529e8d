// Which positions are one move away, digit by digit: a nondeterministic automaton that reads the
// digits of a position and, beside them, guesses those of an option, most significant first. Every
// option is guessed in some way, and nothing else is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "nimsweep/digits/digit_machine.hpp"
#include "nimsweep/games/ruleset.hpp"

namespace nimsweep {

class MoveRelation {
 public:
  using StateId = std::uint32_t;
  struct Arrow {
    StateId to;
    DigitLetter option;  // the digits guessed

    friend bool operator==(const Arrow&, const Arrow&) = default;
  };
  // What has been guessed where the digits end.
  enum class Kind : std::uint8_t { nothing, move, zero_move, pass };
  struct End {
    Kind kind = Kind::nothing;
    Mode spent = 0;  // of a zero move: the pile's bit

    friend bool operator==(const End&, const End&) = default;
  };

  // Why a game has none.
  struct Missing {
    std::string reason;
  };

  // The moves of a game with this many piles, and passes.
  static std::variant<MoveRelation, Missing> of(const MoveShape& shape, int piles, Counters passes);

  int piles() const noexcept { return piles_; }
  std::size_t modes() const noexcept { return modes_; }
  std::size_t size() const noexcept { return ends_.size(); }

  std::span<const StateId> starts() const noexcept { return starts_; }
  std::span<const Arrow> arrows(StateId id, DigitLetter letter) const noexcept {
    const std::size_t row = id * (std::size_t{1} << piles_) + letter;
    return std::span(arrows_).subspan(begins_[row], begins_[row + 1] - begins_[row]);
  }
  const End& end(StateId id) const noexcept { return ends_[id]; }

  // The mode of the option where the digits end in this state; nothing if it is no option of a
  // position in this mode. A pass is one only beside another option.
  std::optional<Mode> mode_after(StateId id, Mode mode) const noexcept;

 private:
  class Builder;

  int piles_ = 0;
  std::size_t modes_ = 1;
  std::vector<StateId> starts_;
  std::vector<std::size_t> begins_{0};  // of each state's arrows by each letter
  std::vector<Arrow> arrows_;
  std::vector<End> ends_;
};

}  // namespace nimsweep
