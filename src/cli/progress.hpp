// How far a long command is, on standard error: a line that renews itself on a terminal, else a
// line now and then; nothing if the user wants quiet.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace nimsweep::cli {

class Progress {
 public:
  explicit Progress(bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  struct State {
    std::string_view what;  // "writing"
    std::string_view unit;  // "positions"
    std::uint64_t done = 0;
    std::uint64_t resumed = 0;  // of these, what an earlier run had done
    std::uint64_t total = 0;
    std::uint64_t stored_bytes = 0;  // 0: nothing is stored
  };

  // Shows it if it is time to.
  void show(const State& state);

  // Takes the line away, before something else is printed.
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
