#include "cli/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "cli/describe.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep::cli {

namespace {

constexpr std::chrono::milliseconds kOnTerminal{100};
constexpr std::chrono::seconds kElsewhere{10};

constexpr int kBarCells = 20;

// In steps of an eighth of a cell.
std::string bar(double percent) {
  constexpr std::string_view kEighths[] = {" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const int eighths = static_cast<int>(std::clamp(percent, 0.0, 100.0) / 100 * kBarCells * 8);
  std::string text = "▕";
  for (int cell = 0; cell < kBarCells; ++cell) {
    const int filled = eighths - 8 * cell;
    text += filled >= 8 ? "█" : kEighths[std::max(filled, 0)];
  }
  return text + "▏";
}

// The line with its bar if it fits into one row of the terminal, else without, else cut: what wraps
// around cannot be removed again.
std::string fitted(std::string_view what, double percent, const std::string& numbers) {
  struct winsize size {};
  const bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  const std::size_t room = (is_known ? size.ws_col : 80) - std::size_t{1};
  if (what.size() + 1 + kBarCells + 2 + numbers.size() <= room)
    return fmt::format("{} {}{}", what, bar(percent), numbers);
  if (what.size() + 1 + numbers.size() <= room) return fmt::format("{} {}", what, numbers);
  return one_line(numbers, room > 2 ? room - 2 : 1);
}

}  // namespace

Progress::Progress(bool quiet)
    : quiet_(quiet),
      is_terminal_(isatty(STDERR_FILENO) == 1),
      begun_(Clock::now()),
      shown_(begun_) {}

void Progress::hide() {
  if (line_open_) std::fputs("\r\x1b[K", stderr);
  line_open_ = false;
}

void Progress::end() {
  hide();
  what_.clear();
}

void Progress::show(const RunProgress& state) {
  const auto now = Clock::now();
  if (state.what != what_) {
    what_ = state.what;
    begun_ = now;
    shown_ = now;
  }
  if (quiet_ || (is_terminal_ ? now - shown_ < kOnTerminal : now - shown_ < kElsewhere)) return;
  shown_ = now;
  const double seconds = std::chrono::duration<double>(now - begun_).count();
  const double rate = static_cast<double>(state.done - state.resumed) / seconds;
  const double left = static_cast<double>(state.total - state.done) / rate;
  const double percent = 100 * static_cast<double>(state.done) / static_cast<double>(state.total);
  std::string line = fmt::format("{:5.1f}%  {}{}/s", percent, describe_rate(rate), state.unit);
  if (state.stored_bytes > 0)
    line += fmt::format("  {} stored", describe_bytes(state.stored_bytes));
  line += fmt::format("  {} left", describe_seconds(left));
  line = is_terminal_ ? "\r\x1b[K" + fitted(state.what, percent, line)
                      : fmt::format("{} {}\n", state.what, line);
  std::fputs(line.c_str(), stderr);
  line_open_ = is_terminal_;
  std::fflush(stderr);
}

}  // namespace nimsweep::cli
