// What a job's tables amount to, before any work: their cases, how each table is cut into chunks,
// the chunks into work units, and how large it all is.
//
// A table is the array value[m, i, x_1, .., x_N] or grundy[x_1, .., x_N]. Its chunks are runs of
// consecutive bytes of about 1 MiB: whole along the last axes, cut along one, single along those
// before it. Many small tables are cut along the matrix axis, so that a chunk holds many of them.
#pragma once

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

struct PlanCase {
  std::string name;  // n3_N4; of Grundy values N4
  Quantity quantity = Quantity::value;
  int players = 0;               // none for Grundy values
  std::vector<Counters> bounds;  // inclusive, one a pile
  MatrixSet matrices;
  std::uint64_t matrix_count = 0;  // as well
  ChunkLayout layout;
  std::uint64_t chunks_a_unit = 1;
  std::uint64_t units = 0;
  std::uint64_t first_unit = 0;  // units are numbered through all cases

  // The chunks [first, second) of one of its units.
  std::pair<std::uint64_t, std::uint64_t> chunks_of(std::uint64_t unit) const;

  // The chunks of one matrix; a chunk that holds several matrices counts as one.
  std::uint64_t chunks_a_matrix() const;

  std::uint64_t values() const;
  std::uint64_t positions() const;  // without the first player
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

  // Is every table, or every matrix's, solved as a whole box? Last Nim's values are made block by
  // block.
  bool has_boxes() const;

  // The case that a unit belongs to.
  std::size_t case_of_unit(std::uint64_t unit) const;
};

// Throws Error(job) for what does not fit together or is too large to count.
Plan make_plan(JobSpec job);

}  // namespace nimsweep
