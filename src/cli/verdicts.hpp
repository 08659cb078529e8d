// Prints verdicts on claims and published values.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include "cli/game_options.hpp"
#include "cli/output.hpp"
#include "nimsweep/run/run_job.hpp"

namespace nimsweep::cli {

class VerdictPrinter {
 public:
  VerdictPrinter(Output& output, Format format) : output_(output), format_(format) {}

  void print(const Check& check);
  void print(const RowCheck& check);

  // Sums up. Throws Error(damage) if anything does not hold, Error(input) if anything could not be
  // checked.
  void finish(const RunSummary& summary);

 private:
  // The checks of one claim for one number of players and piles. Of a large group only some
  // failures are printed.
  struct Group {
    std::tuple<const Claim*, int, int> key = {};  // only compared: the job may be gone
    std::string claim = {};
    int players = 0;
    int piles = 0;
    std::uint64_t matrices = 0;
    std::uint64_t verdicts = 0;
    std::uint64_t failures = 0;
  };

  void print_text(const Check& check);
  void end_group();

  Output& output_;
  Format format_;
  Group group_;
  std::string note_;  // of the last verdict printed
  bool has_header_ = false;
};

}  // namespace nimsweep::cli
