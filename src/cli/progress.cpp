#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "cli/describe.hpp"

namespace nimsweep {

namespace {

constexpr std::chrono::milliseconds kOnTerminal{100};
constexpr std::chrono::seconds kElsewhere{10};

}  // namespace

std::string describe_rate(double a_second) {
  std::string_view unit;
  for (const std::string_view next : {"k", "M", "G", "T"}) {
    if (a_second < 1000) break;
    a_second /= 1000;
    unit = next;
  }
  return fmt::format("{:.3g} {}", a_second, unit);
}

std::string describe_seconds(double seconds) {
  if (seconds < 100) return fmt::format("{:.1f} s", seconds);
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

Progress::Progress(bool quiet)
    : quiet_(quiet),
      is_terminal_(isatty(STDERR_FILENO) == 1),
      begun_(Clock::now()),
      shown_(begun_) {}

Progress::~Progress() {
  if (line_open_) std::fputs("\r\x1b[K", stderr);
}

void Progress::show(std::string_view what, std::uint64_t done, std::uint64_t resumed,
                    std::uint64_t total, std::uint64_t stored_bytes) {
  const auto now = Clock::now();
  if (quiet_ || (is_terminal_ ? now - shown_ < kOnTerminal : now - shown_ < kElsewhere)) return;
  shown_ = now;
  const double seconds = std::chrono::duration<double>(now - begun_).count();
  const double rate = static_cast<double>(done - resumed) / seconds;
  const double left = static_cast<double>(total - done) / rate;
  const double percent = 100 * static_cast<double>(done) / static_cast<double>(total);
  const std::string line =
      fmt::format("{} {:5.1f}%  {}values/s  {} stored  {} left", what, percent, describe_rate(rate),
                  describe_bytes(stored_bytes), describe_seconds(left));
  std::fputs((is_terminal_ ? "\r\x1b[K" + line : line + "\n").c_str(), stderr);
  line_open_ = is_terminal_;
  std::fflush(stderr);
}

}  // namespace nimsweep
