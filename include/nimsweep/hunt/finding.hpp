// What hunts know of a matrix whose machine is looked for: its values at all starting positions, or
// how far the search has come. Such machines are larger than those that walks pack into a few bits,
// or may not be there at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "nimsweep/base/is_stopped.hpp"
#include "nimsweep/digits/rule_check.hpp"
#include "nimsweep/games/ruleset.hpp"
#include "nimsweep/hunt/digit_values.hpp"
#include "nimsweep/hunt/pile_values.hpp"
#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/solve/digit_search.hpp"

namespace nimsweep {

// A game whose machines read the binary digits of the piles.
struct DigitGame {
  std::shared_ptr<const Ruleset> ruleset;
  int places = 0;  // piles of every position, empty ones included
  Counters passes = 0;
  DigitSearchLimits limits = {};
};

// Last Nim with passes, whose machines read piles: a state has a vector for each number of passes
// left.
struct PassGame {
  int passes = 1;
  std::size_t most_states = PrefixMachine::kDefaultMaxStates;
};

using SearchedGame = std::variant<DigitGame, PassGame>;

// What is known of one matrix.
struct Finding {
  std::optional<std::variant<DigitValues, PileValues>> values;  // none: the matrix is open
  // For an open matrix, the number of different blocks of side 4 in boxes of side 4, 8, 16, ..
  std::vector<std::uint64_t> blocks = {};
  // The finding is that of all matrices with these preferences; if nothing, of this one only.
  std::optional<std::vector<Preference>> asked = {};

  // The states of the smallest machine; 0 if the matrix is open.
  std::size_t states() const noexcept;
  // From which size on all piles are alike; 0 if the machine does not read piles.
  int letters() const noexcept;
};

// Throws Error(interrupted) soon after it is stopped.
Finding find_values(const SearchedGame& game, const AllianceMatrix& matrix,
                    IsStopped is_stopped = &never_stopped);

}  // namespace nimsweep
