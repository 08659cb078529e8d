// An entry of `mine:`.
#pragma once

#include "job/yaml_reader.hpp"
#include "nimsweep/job/job_spec.hpp"

namespace nimsweep::job_detail {

// A map with name, family, players, piles, check.
MineSpec read_mine(const YamlReader& entry);

}  // namespace nimsweep::job_detail
