// Runs a job's hunts: the units of all walks, by all cores, in any order; what they find is merged
// in order. What is found so far is saved now and then, if the job has a file for its results, so
// that a killed run loses at most the seconds since.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/engine/work_options.hpp"
#include "nimsweep/engine/work_share.hpp"
#include "nimsweep/job/hunt_list.hpp"
#include "nimsweep/store/hunt_file.hpp"

namespace nimsweep {

struct HuntingProgress {
  std::uint64_t matrices_done = 0;  // earlier runs' work included
  std::uint64_t matrices_resumed = 0;
  std::uint64_t matrices = 0;  // each counted once a walk
};

using HuntingCallback = FunctionRef<void(const HuntingProgress&)>;

struct HuntingResult {
  bool complete = false;   // false: what is finished is kept, if there is a file for it
  bool stopped = false;    // before its share was done
  bool was_there = false;  // the file was complete before
  std::vector<UnitRange> missing = {};    // what keeps it from being complete
  std::vector<std::string> damaged = {};  // what earlier runs saved, which is done again
  std::vector<StoredHunt> answers = {};   // by number of players, then in the job's order
};

// Each says `was_there` if the file is complete already. Throws Error(input) if the file or the
// work in progress is another job's, Error(io).

// Hunts in what is missing of a share's units, and saves what it finds. Several processes may do
// so at a time. The job has a file for its results.
HuntingResult hunt_share(const JobSpec& job, const HuntList& list, const WorkShare& share,
                         const WorkOptions& options, HuntingCallback callback);

// Joins what was saved of all units, or says which units are missing. The job has a file for its
// results.
HuntingResult merge_hunts(const JobSpec& job, const HuntList& list, const WorkOptions& options);

// Hunts in whatever is missing, and writes the file, if the job has one.
HuntingResult run_hunts(const JobSpec& job, const HuntList& list, const WorkOptions& options,
                        HuntingCallback callback);

// How long that would take, from a fraction of a second's trial; 0 if nothing is left to do.
double estimate_hunting(const HuntList& list, int threads);

}  // namespace nimsweep
