// An entry of `mine:`.
#pragma once

#include "job/yaml_reader.hpp"
#include "nimsweep/job/job_spec.hpp"

namespace nimsweep::job_detail {

// A map with name, game, family, players, piles, check. The game may be the job's.
MineSpec read_mine(const YamlReader& entry, const std::string& job_game);

}  // namespace nimsweep::job_detail
