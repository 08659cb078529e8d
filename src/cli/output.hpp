// Standard output, checked: a full disk or a closed file is an error, not a short result.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "nimsweep/files/output_file.hpp"
#include "nimsweep/records/json.hpp"

namespace nimsweep::cli {

// A line of JSON Lines.
std::string json_line(const Json& object);

class Output {
 public:
  // Throw Error(io).
  void write(std::string_view text);
  void flush();

  void write_json(const Json& object) { write(json_line(object)); }

  // A line with one more member, an array that may be too long to hold: element(0) ..
  // element(count - 1).
  void write_json(const Json& object, std::string_view array_name, std::size_t count,
                  const std::function<Json(std::size_t)>& element);
};

}  // namespace nimsweep::cli
