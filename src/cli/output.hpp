// Standard output and files, checked: a full disk or a closed file is an error, not a short result.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "nimsweep/report/json.hpp"

namespace nimsweep {

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

// A file that is there as a whole or not at all. Throws Error(io).
void write_file(const std::string& path, std::string_view text);

// Throws Error(input) that names the option if there is something that must not be overwritten:
// what does not begin like a file of the kind, unless it is empty.
void check_replaceable(std::string_view option, const std::string& path, std::string_view kind,
                       const std::function<bool(std::string_view)>& is_one);

}  // namespace nimsweep
