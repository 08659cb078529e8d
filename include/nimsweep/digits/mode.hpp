// What a position keeps besides its piles, as a number: the passes left, or the piles whose zero
// move is left, one bit each, pile 1 the most significant. Play starts in the last mode.
#pragma once

#include <cstdint>
#include <span>

#include "nimsweep/games/ruleset.hpp"
#include "nimsweep/model/position.hpp"

namespace nimsweep {

using Mode = std::uint32_t;

// Are its modes those of zero moves?
bool has_zero_moves(const Ruleset& ruleset);

Mode mode_of(const Position& position) noexcept;

// The position with these piles in a mode; an empty pile has no zero move.
Position position_in(Mode mode, std::span<const Counters> piles, bool has_zero_moves);

}  // namespace nimsweep
