// The matrices of a job for one number of players, by number, in the order of its `matrices:` list.
// Each is made only when asked for, so a set may be as large as the whole space.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "nimsweep/base/uint128.hpp"
#include "nimsweep/job/job_spec.hpp"
#include "nimsweep/model/alliance_matrix.hpp"

namespace nimsweep {

class MatrixSet {
 public:
  // No matrices.
  MatrixSet() = default;

  // Throws Error(job) at the place of a source that does not fit this number of players.
  MatrixSet(const JobSpec& job, int players);

  // kUint128Max means that many or more.
  Uint128 size() const noexcept;

  AllianceMatrix operator[](std::uint64_t number) const;

  // Does the job name it? What a sample happens to hold is not named.
  bool names(const AllianceMatrix& matrix) const;
  bool has_sample() const noexcept;

 private:
  struct Part {
    MatrixSource::Kind kind;
    Uint128 size;
    std::vector<int> shifts;
    std::shared_ptr<const std::vector<AllianceMatrix>> listed;
    std::vector<std::uint32_t> fitting;  // the numbers of those for this many players
    Uint128 from;
    std::uint64_t seed;
  };
  struct PartMaker;

  int players_ = 0;
  std::vector<Part> parts_;
};

}  // namespace nimsweep
