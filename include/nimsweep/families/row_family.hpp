// Matrices with equal rows, one or more for every number of players. The row goes around the circle
// from some offset s, upwards (s, s + 1, .. mod n: the matrix SSAM^s) or downwards (s, s - 1, ..).
// For such matrices the outcome vector of Last Nim is one number, the value: W(p, i) = i + v mod n.
// A pile of x counters takes v to v + 1, and then up to x - 1 steps further up, each only if the
// row has v + 1 before v.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/matrix_formula.hpp"
#include "nimsweep/model/position.hpp"

namespace nimsweep {

// Stands for every number of players.
inline constexpr int kAllPlayers = 0;

class RowFamily {
 public:
  enum class Direction : std::uint8_t { up, down };

  // SSAM^r for one r, where there are more than r players, or for every r from 0 to n - 1.
  static RowFamily shifted(int r);
  static RowFamily every_shift();

  // A formula, with this r or with every r if it uses one. Throws Error(input) unless its rows are
  // such circles for every n.
  static RowFamily by_formula(const MatrixFormula& formula, std::optional<int> r = std::nullopt);

  // From "sam", "ssam:R", "ssam", "reverse" or "formula:..", where a formula with r is meant for
  // every r. Throws Error(input) for anything else.
  static RowFamily parse(std::string_view text);

  Direction direction() const noexcept { return direction_; }

  // s = constant + factor * t, mod n, where t is every number from 0 to n - 1. A factor of 0 means
  // that there is only one matrix for each n.
  std::int64_t constant() const noexcept { return constant_; }
  std::int64_t factor() const noexcept { return factor_; }

  // The family has matrices for this many players and more.
  int fewest_players() const noexcept { return fewest_players_; }

  // Is s itself its parameter, or a number below n?
  bool is_reduced() const noexcept;

  // The offsets s of the matrices for n players, without duplicates, in ascending order.
  std::vector<int> offsets(int players) const;

  // As parse reads it.
  const std::string& text() const noexcept { return text_; }

  friend bool operator==(const RowFamily&, const RowFamily&) = default;

 private:
  RowFamily(Direction direction, std::int64_t constant, std::int64_t factor, int fewest_players,
            std::string text);

  Direction direction_;
  std::int64_t constant_;
  std::int64_t factor_;
  int fewest_players_;
  std::string text_;
};

// The row of n places that begins at s.
std::vector<int> circle(RowFamily::Direction direction, int s, int players);

// The value of a Last Nim position under equal rows, for any number of players, by the recurrence
// over pile sizes: a pile of t + 1 counters leads to what the player likes better of what t lead to
// for them and for the next player.
int value_under_equal_rows(std::span<const int> row, std::span<const Counters> piles);

}  // namespace nimsweep
