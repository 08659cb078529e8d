// What the writer and the reader of table files have to agree on.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace nimsweep {

inline constexpr std::uint64_t kLongestScale = 1'000'000;  // longer axes have a label and no scale
inline constexpr std::uint64_t kMatricesAtOnce = 1 << 16;  // read or written in one call

inline std::string axis_name(std::size_t axis) {
  if (axis == 0) return "matrix";
  return axis == 1 ? "first" : fmt::format("x{}", axis - 1);
}

inline std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace nimsweep
