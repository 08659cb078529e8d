// What a report shows of one source, as data: the job, its tables, verdicts, hunts and mined
// claims. Sections come from jobs, from their files, or from the lines that `run --json` printed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "nimsweep/records/json.hpp"
#include "nimsweep/store/hunt_file.hpp"
#include "nimsweep/store/table_file.hpp"

namespace nimsweep {

// Counts all verdicts, and keeps the first failing ones and the first others.
class VerdictList {
 public:
  static constexpr std::size_t kMostKept = 2'000;  // of each kind

  struct Counts {
    std::uint64_t hold = 0;
    std::uint64_t fail = 0;
    std::uint64_t unchecked = 0;
  };

  // A record of type verdict or unchecked.
  void add(Json record);

  const std::vector<Json>& failing() const noexcept { return failing_; }
  const std::vector<Json>& others() const noexcept { return others_; }
  const std::map<std::string, Counts>& by_claim() const noexcept { return by_claim_; }
  std::uint64_t size() const noexcept { return size_; }

 private:
  std::vector<Json> failing_;
  std::vector<Json> others_;
  std::map<std::string, Counts> by_claim_;
  std::uint64_t size_ = 0;
};

struct Section {
  std::string title;
  std::string source;    // the file
  std::string kind;      // "job", "table", "hunts" or "lines"
  std::string job = {};  // the YAML
  std::optional<TableReader> table = {};
  std::vector<Json> claims = {};  // claim_json of those that were checked, if they are known
  VerdictList verdicts = {};
  std::vector<Json> rows = {};  // records of type row
  std::optional<FileHeader> hunts_header = {};
  std::vector<StoredHunt> hunts = {};
  std::vector<Json> mined = {};     // records of type mined
  std::vector<Json> mining = {};    // of type mining
  std::vector<Json> tables = {};    // of type table
  std::vector<Json> machines = {};  // of type digit_machine
  std::vector<std::string> remarks = {};

  bool is_empty() const noexcept;
};

// A section of lines as `run --json`, `verify --json` and `machine --pile-count N --json` print
// them. Throws Error(input) that names the file and the line.
Section section_of_lines(std::istream& lines, const std::string& source);

// What a table file, or a file of hunt results, holds. Throw Error(damage), Error(io).
Section section_of_table(const std::string& source);
Section section_of_hunts(const std::string& source);

}  // namespace nimsweep
