// The matrices of a job for one number of players, by number, in the order of its `matrices:` list.
// Each is made only when asked for, so a set may be as large as the whole space.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
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

  // The packed rows of the matrices from `number` on, one matrix after another, until `out` is
  // full.
  void copy_rows(std::uint64_t number, std::span<AllianceMatrix::PackedRow> out) const;

  // The index of a matrix in the space of all, if it comes from there in order.
  std::optional<Uint128> index_of(std::uint64_t number) const;

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
  // A matrix: the part that it is in, and its number there.
  std::pair<const Part*, Uint128> find(std::uint64_t number) const;
  AllianceMatrix make(const Part& part, Uint128 number) const;

  int players_ = 0;
  std::vector<Part> parts_;
};

}  // namespace nimsweep
