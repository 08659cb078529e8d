// The values of one matrix at every position of a box, in memory: value[i, x_1, .., x_N], for
// programs that want an array. Its elements lie where the solver left them, so the axes may be in
// any order in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "nimsweep/base/is_stopped.hpp"
#include "nimsweep/base/uint128.hpp"
#include "nimsweep/solve/box.hpp"

namespace nimsweep {

class ValueArray {
 public:
  // Solves the box. Bounds are inclusive, one for each pile. Throws Error(input) if the game cannot
  // be played so or the box takes more than `most_bytes`; Error(interrupted) if stopped.
  ValueArray(const Ruleset& ruleset, const AllianceMatrix& matrix, std::span<const Counters> bounds,
             Counters passes, Uint128 most_bytes, IsStopped is_stopped = &never_stopped);

  // The element at (0, .., 0); the extent of each axis, and the bytes from one element to the next
  // along it. The first axis is the first player.
  const std::uint8_t* data() const noexcept { return data_; }
  const std::vector<std::size_t>& extents() const noexcept { return extents_; }
  const std::vector<std::size_t>& strides() const noexcept { return strides_; }

 private:
  void fill_last_nim(const AllianceMatrix& matrix, std::span<const Counters> bounds,
                     Counters passes, IsStopped is_stopped);
  void solve_box(IsStopped is_stopped);

  std::vector<std::size_t> extents_;
  std::vector<std::size_t> strides_;
  std::unique_ptr<Box> box_;  // one of these has the values
  std::vector<std::uint8_t> last_nim_;
  const std::uint8_t* data_ = nullptr;
};

}  // namespace nimsweep
