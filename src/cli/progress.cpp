#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "cli/describe.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep::cli {

namespace {

constexpr std::chrono::milliseconds kOnTerminal{100};
constexpr std::chrono::seconds kElsewhere{10};

}  // namespace

Progress::Progress(bool quiet)
    : quiet_(quiet),
      is_terminal_(isatty(STDERR_FILENO) == 1),
      begun_(Clock::now()),
      shown_(begun_) {}

Progress::~Progress() {
  end();
}

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
  std::string line =
      fmt::format("{} {:5.1f}%  {}{}/s", state.what, percent, describe_rate(rate), state.unit);
  if (state.stored_bytes > 0)
    line += fmt::format("  {} stored", describe_bytes(state.stored_bytes));
  line += fmt::format("  {} left", describe_seconds(left));
  std::fputs((is_terminal_ ? "\r\x1b[K" + line : line + "\n").c_str(), stderr);
  line_open_ = is_terminal_;
  std::fflush(stderr);
}

}  // namespace nimsweep::cli
