// Entries of `hunt:` in a job.
#pragma once

#include "job/yaml_reader.hpp"
#include "nimsweep/job/job_spec.hpp"

namespace nimsweep::job_detail {

// A map with name, satisfies, where, top, behaviours, piles, lazy, keep.
HuntSpec read_hunt(const YamlReader& entry, const std::string& game);

// Throws Error(job) unless the job's hunts fit its game, players, piles and matrices.
void check_hunts(const JobSpec& job);

}  // namespace nimsweep::job_detail
