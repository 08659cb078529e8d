// The progress of a long command, on standard error: one line that is updated on a terminal, else a
// line now and then; nothing with --quiet.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "nimsweep/run/run_sink.hpp"

namespace nimsweep::cli {

class Progress {
 public:
  explicit Progress(bool quiet);
  ~Progress() { end(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Prints nothing if the last time was a moment ago.
  void show(const RunProgress& state);

  // Removes the line before other output.
  void hide();

  // Removes the line; the next step has its own time.
  void end();

 private:
  using Clock = std::chrono::steady_clock;

  bool quiet_;
  bool is_terminal_;
  bool line_open_ = false;
  std::string what_;
  Clock::time_point begun_;  // when what_ began
  Clock::time_point shown_;
};

}  // namespace nimsweep::cli
