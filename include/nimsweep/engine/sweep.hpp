// Runs a plan's tables: work units are made by all cores, in any order, and written by one writer,
// in order. A limit on the units under way bounds the memory. The writer begins a new shard now and
// then, so that a killed run loses at most the seconds since. In the end the shards are merged:
// their chunks are copied into one file, or a virtual table is put over them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/engine/work_options.hpp"
#include "nimsweep/engine/work_share.hpp"
#include "nimsweep/job/plan.hpp"

namespace nimsweep {

struct SweepProgress {
  enum class Phase { writing, merging };

  Phase phase = Phase::writing;
  std::uint64_t positions_done = 0;  // earlier runs' work included
  std::uint64_t positions_resumed = 0;
  std::uint64_t positions = 0;
  std::uint64_t stored_bytes = 0;
};

// Called by one thread at a time.
using SweepCallback = FunctionRef<void(const SweepProgress&)>;

struct SweepResult {
  bool complete = false;                // false: what is finished is kept
  bool stopped = false;                 // before its share was done
  bool was_there = false;               // the table was complete before
  std::vector<UnitRange> missing = {};  // what keeps shards from being merged
  std::uint64_t signature = 0;
  std::size_t shards = 0;                 // of a virtual table
  std::vector<std::string> damaged = {};  // shards of earlier runs, which are done again
};

// What becomes of the shards of a table.
enum class Merge {
  copy,  // their chunks are copied into one plain file
  link,  // they stay, and the table is a virtual one over them
};

// Each is for a plan whose job has tables, and says `was_there` if the table is complete already.
// Throws Error(input) if the table or the work folder is another job's, Error(io).

// Makes what is missing of a share's units. Several processes may do so at a time.
SweepResult make_shards(const Plan& plan, const WorkShare& share, const WorkOptions& options,
                        SweepCallback callback);

// Merges the shards of all units, or says which units are missing.
SweepResult merge_shards(const Plan& plan, Merge merge, const WorkOptions& options,
                         SweepCallback callback);

// Makes whatever is missing, and merges.
SweepResult make_table(const Plan& plan, Merge merge, const WorkOptions& options,
                       SweepCallback callback);

}  // namespace nimsweep
