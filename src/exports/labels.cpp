#include "nimsweep/exports/labels.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <iterator>

#include "nimsweep/base/text.hpp"

namespace nimsweep {

std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", to_grouped_decimal(count), noun, count == 1 ? "" : "s");
}

std::string describe_numbers(const std::set<int>& numbers) {
  std::string text;
  for (auto from = numbers.begin(); from != numbers.end();) {
    auto end = std::next(from);
    int last = *from;
    while (end != numbers.end() && *end == last + 1) last = *end++;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", *from);
    if (last > *from) text += fmt::format("..{}", last);
    from = end;
  }
  return text;
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

std::string_view seat_colour(Seat seat) {
  constexpr std::array<std::string_view, 8> kColours = {"#e69f00", "#56b4e9", "#009e73", "#f0e442",
                                                        "#0072b2", "#d55e00", "#cc79a7", "#999999"};
  return kColours[static_cast<std::size_t>(seat) % kColours.size()];
}

}  // namespace nimsweep
