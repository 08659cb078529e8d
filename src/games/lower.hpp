// The move that most games share: piles made smaller, each to any smaller size.
#pragma once

#include <cstddef>
#include <span>

#include "nimsweep/games/ruleset.hpp"

namespace nimsweep::games_detail {

// Visits every position in which each pile of `chosen` is smaller and all else is as in `position`,
// fewest counters taken first, the last of them fastest. None of these piles is empty. Returns
// whether the visitor wants more; if so, `position` is as it was.
bool visit_lowered(Position& position, std::span<const std::size_t> chosen, OptionVisitor visit);

// The moves of Nim: one pile after another, lowered to any smaller size. Returns as above.
bool visit_each_lowered(Position& position, OptionVisitor visit);

}  // namespace nimsweep::games_detail
