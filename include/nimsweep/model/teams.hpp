// Alliance matrices by teams: who plays with whom. Every seat is in exactly one team.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/seat.hpp"

namespace nimsweep {

using Teams = std::vector<std::vector<Seat>>;

enum class TeamOrder : std::uint8_t {
  self,    // oneself, the rest of the team, the others: all in order of play from one's own seat
  shared,  // the same winners for all of a team: its members as listed, then the others in order
           // of play from its first member's seat
};

// Throws Error(input) for any name but "self" and "shared".
TeamOrder team_order_named(std::string_view name);

// Throws Error(input) unless every player is in exactly one team. Without `players`, the largest
// seat is the last player's.
AllianceMatrix matrix_of_teams(const Teams& teams, TeamOrder order,
                               std::optional<int> players = std::nullopt);

}  // namespace nimsweep
