// Claims in YAML, the same in a job and in the registry.
#pragma once

#include "job/yaml_reader.hpp"
#include "nimsweep/job/job_spec.hpp"

namespace nimsweep::job_detail {

// A map with name, source, game, matrix, given, max, players, piles, known_wrong, and what it says:
// cases, or a single value, not or winner, and start, each and range of a recurrence; or only the
// name. A claim that says nothing means a claim of the registry, and may give it another matrix, or
// a game with its argument. `job_game` is the job's game, if it names one: that of claims that name
// none.
ClaimSpec read_claim(const YamlReader& entry, const std::optional<std::string>& job_game);

// `all`, or numbers of players, or of piles.
std::vector<int> read_player_counts(const YamlReader& value);
std::vector<int> read_pile_counts(const YamlReader& value);

// `max: all`, or a largest pile size.
std::optional<Counters> read_max(const YamlReader& value);

}  // namespace nimsweep::job_detail
