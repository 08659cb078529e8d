// What a job's claims amount to: each of them for each number of players and piles that it is
// about, and for all matrices that it is to be checked for.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "nimsweep/job/job_spec.hpp"
#include "nimsweep/job/matrix_set.hpp"

namespace nimsweep {

struct CheckGroup {
  const ClaimSpec* spec = nullptr;
  int players = 0;
  int piles = 0;
  std::optional<AllianceMatrix> own_matrix;  // the claim's, if that alone is meant
  MatrixSet matrices;                        // else these, as far as the claim is about them
  std::uint64_t matrix_count = 0;

  // Up to what size positions are looked at one by one, if the claim has no limit of its own and
  // needs that; 0 if they are too many.
  Counters fallback_bound = 0;

  AllianceMatrix matrix(std::uint64_t number) const {
    return own_matrix ? *own_matrix : matrices[number];
  }
};

// A claim that has a matrix of its own is checked for that one, if the job names it or names none;
// else, as a claim without, for every matrix of the job. The job has to outlive the list. Throws
// Error(job).
std::vector<CheckGroup> check_list(const JobSpec& job);

}  // namespace nimsweep
