// A job as its YAML file says it: read and checked key by key, nothing multiplied out yet. Whatever
// is wrong is an Error(job) that begins with file:line:column. Reading a job never runs anything.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/uint128.hpp"
#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/position.hpp"

namespace nimsweep {

// Where in the job file something stands; both count from 1.
struct Place {
  int line = 1;
  int column = 1;
};

// One entry of `matrices:`.
struct MatrixSource {
  enum class Kind { sam, ssam, listed, all, range, sample };

  Kind kind = Kind::sam;
  Place place = {};
  std::vector<int> shifts = {};             // ssam; empty stands for all of them
  std::vector<AllianceMatrix> listed = {};  // rows, or the lines of a file
  Uint128 from = 0;                         // range
  std::uint64_t count = 0;                  // range, sample
  std::uint64_t seed = 0;                   // sample
};

// One entry of `verify:`: the name of a registered claim, or a claim written out.
struct ClaimSpec {
  struct Case {
    std::string when;  // empty: always
    std::string value;
  };
  Place place;
  std::string name;
  std::string given;
  std::vector<Case> cases;               // none: the registry has them
  std::optional<Counters> max_counters;  // none: every pile size
};

struct JobSpec {
  std::string path;
  std::string text;    // the file, verbatim
  std::string sha256;  // of the file and of every file it reads
  std::string title;
  std::string game = "last-nim";
  std::vector<int> players;
  std::vector<MatrixSource> matrices;
  int passes = 0;
  std::vector<std::vector<Counters>> bounds;  // of each case, largest size of each pile
  std::string table_file;                     // empty: write none
  std::vector<ClaimSpec> claims;

  Place players_place, piles_place, tables_place;

  // An error at a place in this file.
  Error error_at(Place place, const std::string& message) const;
};

JobSpec read_job(const std::string& path);

}  // namespace nimsweep
