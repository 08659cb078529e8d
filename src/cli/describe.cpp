#include "cli/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "nimsweep/base/text.hpp"

namespace nimsweep::cli {

std::string shell_word(std::string_view text) {
  const auto is_plain = [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("-_.,:/=+@%^").find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!text.empty() && std::ranges::all_of(text, is_plain)) return std::string(text);
  if (text.find_first_of("\"$`\\!'") == std::string_view::npos) return fmt::format("\"{}\"", text);
  return "'" + escaped(text, {{'\'', "'\\''"}}) + "'";
}

std::string_view describe_completion(bool was_there) {
  return was_there ? "already complete; --fresh recomputes it" : "complete";
}

std::string describe_rate(double per_second) {
  std::string_view unit;
  for (const std::string_view next : {"k", "M", "G", "T"}) {
    if (per_second < 1000) break;
    per_second /= 1000;
    unit = next;
  }
  return fmt::format("{:.3g} {}", per_second, unit);
}

std::string describe_seconds(double seconds) {
  if (seconds < 100) return fmt::format("{:.1f} s", seconds);
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace nimsweep::cli
