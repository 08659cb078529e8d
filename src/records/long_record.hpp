// Records whose last member is an array that may be too long to hold.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "nimsweep/records/json.hpp"

namespace nimsweep::records_detail {

// element(0) .. element(count - 1) are the array.
void write_long(const Json& head, std::string_view array_name, std::size_t count,
                FunctionRef<Json(std::size_t)> element, RecordSink write);

}  // namespace nimsweep::records_detail
