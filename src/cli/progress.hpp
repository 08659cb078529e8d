// How far a long command is, on standard error: a line that renews itself on a terminal, else a
// line now and then; nothing if the user wants quiet.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "nimsweep/run/run_sink.hpp"

namespace nimsweep::cli {

class Progress {
 public:
  explicit Progress(bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Shows it if it is time to.
  void show(const RunProgress& state);

  // Takes the line away, before something else is printed.
  void hide();

  // The same; what is shown next has its own time.
  void end();

 private:
  using Clock = std::chrono::steady_clock;

  bool quiet_;
  bool is_terminal_;
  bool line_open_ = false;
  std::string what_;
  Clock::time_point begun_;  // with this
  Clock::time_point shown_;
};

}  // namespace nimsweep::cli
