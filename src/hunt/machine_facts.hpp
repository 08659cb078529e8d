// What the machine of a game says about all positions: the facts that properties are made of.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "nimsweep/hunt/packed_machine.hpp"
#include "nimsweep/model/position.hpp"

namespace nimsweep::hunt_detail {

using Seats = std::uint32_t;  // a set of them, as bits

// See property.hpp. In Small Nim, too: after huge piles, a pile of t may grow.
bool is_pile_independent(const PackedMachine& machine, std::uint64_t t);
bool is_first_independent(const PackedMachine& machine);
bool always_wins(const PackedMachine& machine, std::optional<Seat> player, std::uint64_t t);
bool teams_win(const PackedMachine& machine, Seats team, std::uint64_t t);

// Who wins these piles; in Small Nim, in any order.
PackedVector outcomes_of(const PackedMachine& machine, std::span<const Counters> piles);

}  // namespace nimsweep::hunt_detail
