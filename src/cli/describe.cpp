#include "cli/describe.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "nimsweep/base/text.hpp"
#include "nimsweep/store/table_file.hpp"

namespace nimsweep::cli {

std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", to_grouped_decimal(count), noun, count == 1 ? "" : "s");
}

std::string describe_units(UnitRange units) {
  return units.to - units.from == 1 ? fmt::format("{}", units.from)
                                    : fmt::format("{}..{}", units.from, units.to - 1);
}

std::string describe_piles(std::span<const Counters> piles) {
  constexpr std::size_t kMost = 24;
  constexpr std::size_t kInFront = 4;
  constexpr std::size_t kAround = 8;
  if (piles.empty()) return "no piles";
  if (piles.size() <= kMost) return fmt::format("{}", fmt::join(piles, " "));

  // The next move is at the last nonempty pile, so the window ends there.
  std::size_t end = piles.size();
  while (end > 0 && piles[end - 1] == 0) --end;
  std::string text;
  if (end <= kMost) {
    text = fmt::format("{}", fmt::join(piles.first(end), " "));
  } else {
    text = fmt::format("{} .. {} more .. {}", fmt::join(piles.first(kInFront), " "),
                       to_grouped_decimal(end - kInFront - kAround),
                       fmt::join(piles.subspan(end - kAround, kAround), " "));
  }
  if (end < piles.size())
    text +=
        fmt::format("{}and {} empty", end > 0 ? " " : "", to_grouped_decimal(piles.size() - end));
  return text;
}

std::string describe_position(const Position& position, Counters passes_at_start) {
  std::string text = describe_piles(position.piles);
  if (!position.state.empty()) text += fmt::format(" [{}]", fmt::join(position.state, " "));
  if (passes_at_start > 0)
    text += fmt::format(", {} pass{}", position.passes, position.passes == 1 ? "" : "es");
  return text;
}

std::string shell_word(std::string_view text) {
  const auto is_plain = [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("-_.,:/=+@%^").find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!text.empty() && std::ranges::all_of(text, is_plain)) return std::string(text);
  if (text.find_first_of("\"$`\\!'") == std::string_view::npos) return fmt::format("\"{}\"", text);
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string_view seat_colour(Seat seat) {
  constexpr std::array<std::string_view, 8> kColours = {"#e69f00", "#56b4e9", "#009e73", "#f0e442",
                                                        "#0072b2", "#d55e00", "#cc79a7", "#999999"};
  return kColours[static_cast<std::size_t>(seat) % kColours.size()];
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
