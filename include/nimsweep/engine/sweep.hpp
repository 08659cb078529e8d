// Makes a plan's tables. All cores make work units, in any order; one writer writes them in order.
// Memory is bounded by a limit on the units under way. The writer starts a new shard every few
// seconds, so a killed run loses only the work since then. In the end the shards are merged: their
// chunks are copied into one file, or a virtual table is put over them.
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
  bool complete = false;                // false: finished work is kept
  bool stopped = false;                 // before its share was done
  bool was_there = false;               // the table was complete before
  std::vector<UnitRange> missing = {};  // units still to do
  std::uint64_t signature = 0;
  std::size_t shards = 0;                 // of a virtual table
  std::vector<std::string> damaged = {};  // damaged shards; their units are done again
};

// What becomes of the shards of a table.
enum class Merge {
  copy,  // their chunks are copied into one plain file
  link,  // they stay, and the table is a virtual one over them
};

// Each of these needs a plan whose job has tables, and sets `was_there` if the table is already
// complete. They throw Error(input) if the table or the work folder belongs to another job, and
// Error(io).

// Makes the unfinished units of a share. Several processes may do this at once.
SweepResult make_shards(const Plan& plan, const WorkShare& share, const WorkOptions& options,
                        SweepCallback callback);

// Merges the shards of all units, or reports the missing units.
SweepResult merge_shards(const Plan& plan, Merge merge, const WorkOptions& options,
                         SweepCallback callback);

// Makes all unfinished units, then merges.
SweepResult make_table(const Plan& plan, Merge merge, const WorkOptions& options,
                       SweepCallback callback);

}  // namespace nimsweep
