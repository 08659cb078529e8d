#include "store/copy_common.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace nimsweep::store_detail {

namespace {

// The index of a place among the values of a box.
std::uint64_t index_in(BoxView box, std::span<const std::uint64_t> place) {
  std::uint64_t index = 0;
  for (std::size_t axis = 0; axis < place.size(); ++axis)
    index = index * box.extent[axis] + (place[axis] - box.origin[axis]);
  return index;
}

}  // namespace

// Row by row: values along the last axis are contiguous in both boxes.
void copy_common(BoxView from_box, const std::uint8_t* from, BoxView to_box, std::uint8_t* to,
                 std::size_t value_bytes) {
  const std::size_t axes = from_box.origin.size();
  std::vector<std::uint64_t> begin(axes);
  std::vector<std::uint64_t> end(axes);
  for (std::size_t axis = 0; axis < axes; ++axis) {
    begin[axis] = std::max(from_box.origin[axis], to_box.origin[axis]);
    end[axis] = std::min(from_box.origin[axis] + from_box.extent[axis],
                         to_box.origin[axis] + to_box.extent[axis]);
    if (begin[axis] >= end[axis]) return;
  }
  const std::size_t row = static_cast<std::size_t>(end.back() - begin.back()) * value_bytes;
  std::vector<std::uint64_t> place = begin;
  for (;;) {
    std::memcpy(to + index_in(to_box, place) * value_bytes,
                from + index_in(from_box, place) * value_bytes, row);
    std::size_t axis = axes - 1;
    while (axis > 0 && ++place[axis - 1] == end[axis - 1]) {
      --axis;
      place[axis] = begin[axis];
    }
    if (axis == 0) return;
  }
}

}  // namespace nimsweep::store_detail
