// An entry of `sequence:`.
#pragma once

#include "job/yaml_reader.hpp"
#include "nimsweep/job/job_spec.hpp"

namespace nimsweep::job_detail {

// A map with file, and hunt, count, players, piles; or players, matrix, piles, max, first.
SequenceSpec read_sequence(const YamlReader& entry);

}  // namespace nimsweep::job_detail
