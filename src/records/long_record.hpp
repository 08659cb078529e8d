// Records whose last members are arrays that may be too long to hold.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "nimsweep/records/json.hpp"

namespace nimsweep::records_detail {

// element(0) .. element(count - 1) are the array.
struct LongArray {
  std::string_view name;
  std::size_t count;
  FunctionRef<Json(std::size_t)> element;
};

void write_long(const Json& head, std::span<const LongArray> arrays, RecordSink write);

// With a single one.
void write_long(const Json& head, std::string_view array_name, std::size_t count,
                FunctionRef<Json(std::size_t)> element, RecordSink write);

}  // namespace nimsweep::records_detail
