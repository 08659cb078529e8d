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

  // So that it can take a long record.
  void operator()(std::string_view text) const { write(text); }
};

}  // namespace nimsweep::cli
