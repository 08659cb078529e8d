// Boxes of an array in row-major order, and what two of them have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace nimsweep::store_detail {

struct BoxView {
  std::span<const std::uint64_t> origin;
  std::span<const std::uint64_t> extent;
};

// Copies the values that lie in both boxes; they may have none in common.
void copy_common(BoxView from_box, const std::uint8_t* from, BoxView to_box, std::uint8_t* to,
                 std::size_t value_bytes);

}  // namespace nimsweep::store_detail
