// Entries of `values:` in a job.
#pragma once

#include <string>

#include "job/yaml_reader.hpp"
#include "nimsweep/job/job_spec.hpp"

namespace nimsweep::job_detail {

// A map with id, game, players, matrix, piles, first, value, winner; the game is the job's unless
// it names one.
ValueSpec read_value(const YamlReader& entry, const std::string& job_game);

}  // namespace nimsweep::job_detail
