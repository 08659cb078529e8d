// Standard output, checked: a full disk or a closed file is an error, not a short result.
#pragma once

#include <string_view>

#include "nimsweep/files/output_file.hpp"
#include "nimsweep/records/record.hpp"

namespace nimsweep::cli {

class Output {
 public:
  // Throw Error(io).
  void write(std::string_view text) const;
  void write(const Record& record) const { write(record.line()); }
  void flush() const;

  // For records that are written piece by piece.
  void operator()(std::string_view text) const { write(text); }
};

// Prints "nimsweep: message" on standard error, in one line.
void say(std::string_view message);

}  // namespace nimsweep::cli
