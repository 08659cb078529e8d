// What the writer and the reader of table files have to agree on.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "nimsweep/store/table_file.hpp"

namespace nimsweep {

inline constexpr std::uint64_t kLongestScale = 1'000'000;  // longer axes have a label and no scale
inline constexpr std::uint64_t kMatricesAtOnce = 1 << 16;  // read or written in one call
inline constexpr std::uint64_t kLongestHeader = 4 << 20;

inline std::string axis_name(Quantity quantity, std::size_t axis) {
  if (quantity == Quantity::grundy) return fmt::format("x{}", axis + 1);
  if (axis == 0) return "matrix";
  return axis == 1 ? "first" : fmt::format("x{}", axis - 1);
}

// The texts of a header, in the order in which dataset `header` has them.
inline constexpr std::array kHeaderTexts = {&TableHeader::version,     &TableHeader::job_sha256,
                                            &TableHeader::plan_sha256, &TableHeader::created,
                                            &TableHeader::title,       &TableHeader::game,
                                            &TableHeader::job};

}  // namespace nimsweep
