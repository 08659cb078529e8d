// What a job's tables amount to, before any work: their cases, how each table is cut into chunks,
// the chunks into work units, and how large it all is.
//
// A table is the array value[m, i, x_1, .., x_N] or grundy[x_1, .., x_N]; ChunkLayout says how it
// is cut.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "nimsweep/base/uint128.hpp"
#include "nimsweep/games/ruleset.hpp"
#include "nimsweep/job/job_spec.hpp"
#include "nimsweep/job/matrix_set.hpp"
#include "nimsweep/model/chunk_layout.hpp"

namespace nimsweep {

// How the values of a case are made. The engine has a source of units for each.
enum class TableKind {
  side_by_side,    // small tables of many matrices, in any game; a chunk holds many of them
  machine_tables,  // Last Nim: a chunk holds whole tables, or whole first players of one
  machine_blocks,  // Last Nim: a chunk is a block, and blocks repeat
  digit_blocks,    // a chunk is a block, and where an automaton over digits is found, blocks repeat
  boxes,           // each core solves the boxes of its units
  shared_boxes,    // all cores solve one box, which several units share
  grundy,          // all units share one box of Grundy values
};

struct PlanCase {
  std::string name;  // n3_N4; of Grundy values N4
  Quantity quantity = Quantity::value;
  TableKind kind = TableKind::machine_tables;
  int players = 0;               // none for Grundy values
  std::vector<Counters> bounds;  // inclusive, one for each pile
  MatrixSet matrices;
  std::uint64_t matrix_count = 0;
  ChunkLayout layout;
  std::uint64_t chunks_per_unit = 1;
  std::uint64_t units = 0;
  std::uint64_t first_unit = 0;  // units are numbered through all cases

  // The chunks [first, second) of one of its units.
  std::pair<std::uint64_t, std::uint64_t> chunks_of(std::uint64_t unit) const;

  // The chunks of one matrix; a chunk that holds several matrices counts as one.
  std::uint64_t chunks_per_matrix() const;

  std::uint64_t values() const;
  std::uint64_t positions() const {
    return values() / static_cast<std::uint64_t>(std::max(players, 1));
  }  // without the first player
};

struct Plan {
  JobSpec job;
  std::shared_ptr<const Ruleset> ruleset;
  std::string sha256;  // of the job and of how its work is cut: what may be continued or joined
  std::vector<PlanCase> cases;
  std::uint64_t positions = 0;
  std::uint64_t values = 0;
  std::uint64_t chunks = 0;
  std::uint64_t units = 0;

  // The case that a unit belongs to.
  std::size_t case_of_unit(std::uint64_t unit) const;
};

// Throws Error(job) for what does not fit together or is too large to count.
Plan make_plan(JobSpec job);

}  // namespace nimsweep
