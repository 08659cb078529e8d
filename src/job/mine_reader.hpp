// An entry of `mine:`.
#pragma once

#include "job/yaml_reader.hpp"
#include "nimsweep/job/job_spec.hpp"

namespace nimsweep {

// A map with name, family, players, piles, check.
MineSpec read_mine(const YamlReader& entry);

}  // namespace nimsweep
