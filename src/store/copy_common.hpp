// Copies the intersection of two boxes of an array in row-major order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace nimsweep::store_detail {

struct BoxView {
  std::span<const std::uint64_t> origin;
  std::span<const std::uint64_t> extent;
};

// Copies the values that lie in both boxes, if any.
void copy_common(BoxView from_box, const std::uint8_t* from, BoxView to_box, std::uint8_t* to,
                 std::size_t value_bytes);

}  // namespace nimsweep::store_detail
