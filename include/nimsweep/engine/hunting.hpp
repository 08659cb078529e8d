// Runs a job's hunts. All cores work on the units of all walks, in any order, and the results are
// merged in order. If the job has a result file, progress is saved every few seconds: a killed run
// loses only the work since the last save.
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
  std::uint64_t matrices = 0;  // each counted once per walk
};

using HuntingCallback = FunctionRef<void(const HuntingProgress&)>;

struct HuntingResult {
  bool complete = false;   // false: finished work is kept, if the job has a result file
  bool stopped = false;    // before its share was done
  bool was_there = false;  // the file was complete before
  std::vector<UnitRange> missing = {};    // units still to do
  std::vector<std::string> damaged = {};  // damaged saves; their units are done again
  std::vector<StoredHunt> answers = {};   // by players, then by piles, then in the job's order
};

// Each of these sets `was_there` if the file is already complete. They throw Error(input) if the
// file or the work in progress belongs to another job, and Error(io).

// Hunts in the unfinished units of a share and saves what it finds. Several processes may do this
// at once. The job must have a result file.
HuntingResult hunt_share(const JobSpec& job, const HuntList& list, const WorkShare& share,
                         const WorkOptions& options, HuntingCallback callback);

// Joins what was saved for all units, or reports the missing units. The job must have a result
// file.
HuntingResult merge_hunts(const JobSpec& job, const HuntList& list, const WorkOptions& options);

// Hunts in all unfinished units, and writes the result file if the job has one.
HuntingResult run_hunts(const JobSpec& job, const HuntList& list, const WorkOptions& options,
                        HuntingCallback callback);

// Estimates how long run_hunts takes, from a trial of a fraction of a second.
double estimate_hunting(const HuntList& list, int threads);

}  // namespace nimsweep
