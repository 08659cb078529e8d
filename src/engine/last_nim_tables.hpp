// What both kinds of Last Nim's tables share.
#pragma once

#include "engine/unit_source.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/solve/last_nim_table.hpp"

namespace nimsweep::engine_detail {

class LastNimTables : public UnitSource {
 public:
  using UnitSource::UnitSource;

 protected:
  LastNimTable table_of(std::uint64_t matrix) const {
    try {
      return {case_.matrices[matrix], plan_.job.passes, case_.bounds};
    } catch (const Error& error) {
      throw at_matrix(error, matrix);
    }
  }

  // A machine has at most one state for each row of piles, and its size is limited.
  std::uint64_t machine_bytes() const {
    const std::uint64_t vectors = passes() + 1;
    const std::uint64_t saturated = static_cast<std::uint64_t>(case_.players) * vectors;
    std::vector<std::uint64_t> letters;
    for (const Counters bound : case_.bounds) letters.push_back(std::min(bound, saturated) + 1);
    const Uint128 bytes = product(letters) * (8 * vectors + 8 * saturated + 32);
    return static_cast<std::uint64_t>(std::min<Uint128>(bytes, LastNimTable::kMaxBytes));
  }
};

}  // namespace nimsweep::engine_detail
