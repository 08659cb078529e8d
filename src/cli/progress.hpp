// How far a long command is, on standard error: a line that renews itself on a terminal, else a
// line now and then; nothing if the user wants quiet.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace nimsweep {

class Progress {
 public:
  explicit Progress(bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `done` of `total` values, `resumed` of which an earlier run had done.
  void show(std::string_view what, std::uint64_t done, std::uint64_t resumed, std::uint64_t total,
            std::uint64_t stored_bytes);

 private:
  using Clock = std::chrono::steady_clock;

  bool quiet_;
  bool is_terminal_;
  bool line_open_ = false;
  Clock::time_point begun_;
  Clock::time_point shown_;
};

// "1.2 G", "340 M".
std::string describe_rate(double a_second);

// "0.8 s", "2 min", "3.5 h".
std::string describe_seconds(double seconds);

}  // namespace nimsweep
