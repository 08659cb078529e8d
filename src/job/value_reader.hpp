// Entries of `values:` in a job.
#pragma once

#include <string>

#include "job/yaml_reader.hpp"
#include "nimsweep/job/job_spec.hpp"

namespace nimsweep::job_detail {

// A map with id, game, players, matrix, piles, first, value, winner; of the job's game unless it
// says.
ValueSpec read_value(const YamlReader& entry, const std::string& job_game);

}  // namespace nimsweep::job_detail
