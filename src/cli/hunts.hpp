// Prints what hunts have found.
#pragma once

#include <vector>

#include "cli/game_options.hpp"
#include "cli/output.hpp"
#include "nimsweep/engine/hunting.hpp"
#include "nimsweep/store/hunt_file.hpp"

namespace nimsweep::cli {

// Prints one hunt after another. As text, hunts of one walk share what it says of all matrices that
// were walked. The hunts have to outlive the printer.
class HuntPrinter {
 public:
  HuntPrinter(Output& output, Format format) : output_(output), format_(format) {}

  void print(const StoredHunt& hunt);

 private:
  void print_walk(const StoredHunt& hunt);
  void print_text(const StoredHunt& hunt);

  Output& output_;
  Format format_;
  std::vector<const StoredHunt*> told_;  // whose walks have been printed
};

// All hunts of a job.
void print_hunts(Output& output, Format format, const JobSpec& job, const HuntingResult& result,
                 double seconds);

}  // namespace nimsweep::cli
