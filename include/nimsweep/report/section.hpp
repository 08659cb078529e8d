// What a report shows of one source, as data: which job ran, the tables, verdicts, hunts and mined
// claims that came of it. Sections come from files and jobs, or from the lines that `run --json`
// printed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "nimsweep/claims/claim.hpp"
#include "nimsweep/claims/verdict.hpp"
#include "nimsweep/records/json.hpp"
#include "nimsweep/store/hunt_file.hpp"
#include "nimsweep/store/table_file.hpp"

namespace nimsweep {

// A game that a reader could play.
struct ShownGame {
  std::string game = "last-nim";
  std::string matrix;  // as parse_matrix reads it
  int players = 0;
  Counters passes = 0;
};

// Numbers that may be huge are decimal digits, as in the lines that programs read.
struct ShownVerdict {
  std::string claim;
  ShownGame game;
  int piles = 0;
  std::string scope;  // "all pile sizes", "piles <= 6"
  std::string checked = "0";
  std::string disagreements = "0";
  std::string errors = "0";
  bool holds = false;
  std::vector<Counterexample> counterexamples = {};
  std::optional<ClaimError> first_error = {};
  std::string note = {};      // why every position had to be looked at, if so
  std::string obstacle = {};  // why there is no verdict, if there is none
};

// All are counted; of those that fail, and of the others, the first ones are kept.
class VerdictList {
 public:
  static constexpr std::size_t kMostKept = 2'000;  // of either kind

  struct Counts {
    std::uint64_t hold = 0;
    std::uint64_t fail = 0;
    std::uint64_t unchecked = 0;
  };

  void add(ShownVerdict verdict);

  const std::vector<ShownVerdict>& failing() const noexcept { return failing_; }
  const std::vector<ShownVerdict>& others() const noexcept { return others_; }
  const std::map<std::string, Counts>& by_claim() const noexcept { return by_claim_; }
  std::uint64_t size() const noexcept { return size_; }

 private:
  std::vector<ShownVerdict> failing_;
  std::vector<ShownVerdict> others_;
  std::map<std::string, Counts> by_claim_;
  std::uint64_t size_ = 0;
};

// What somebody says of one position, and what is so. Where nobody wins nothing is found.
struct ShownRow {
  struct Statement {
    std::optional<int> value = {};
    std::optional<Seat> winner = {};
  };
  struct Place {
    ShownGame game;
    std::vector<Counters> piles;
    Seat first = 0;
  };

  std::string id;
  bool agrees = false;
  Statement expected;
  Statement found;
  std::optional<Place> position = {};  // if it is known
};

struct Section {
  std::string title;
  std::string source;    // the file
  std::string kind;      // "job", "table", "hunts" or "lines"
  std::string job = {};  // the YAML
  std::optional<TableReader> table = {};
  std::vector<Claim> claims = {};  // as they were checked, if that is known
  VerdictList verdicts = {};
  std::vector<ShownRow> rows = {};
  std::optional<FileHeader> hunts_header = {};
  std::vector<StoredHunt> hunts = {};
  std::vector<Json> mined = {};   // lines of type mined
  std::vector<Json> mining = {};  // of type mining
  std::vector<Json> tables = {};  // of type table
  std::vector<std::string> remarks = {};

  bool is_empty() const noexcept;
};

// A section of lines as `run --json` and `verify --json` print them. Throws Error(input) that names
// the file and the line.
Section section_of_lines(std::istream& lines, const std::string& source);

}  // namespace nimsweep
