#include "nimsweep/solve/grundy_box.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <variant>

#include "nimsweep/base/error.hpp"

namespace nimsweep {

namespace {

// The bounds of the box that is solved.
std::vector<Counters> solved_bounds(const Ruleset& ruleset, std::span<const Counters> bounds,
                                    Counters passes) {
  if (ruleset.is_sum_with(passes)) return {*std::ranges::max_element(bounds)};
  return {bounds.begin(), bounds.end()};
}

// Can a pile that is alone be lowered to any smaller size?
bool has_nim_piles(const Ruleset& ruleset) {
  const MoveShape shape = ruleset.move_shape();
  return !std::holds_alternative<OtherMoves>(shape) && !std::holds_alternative<LowerBy>(shape) &&
         !std::holds_alternative<LowerOrKeep>(shape);
}

}  // namespace

void GrundyBox::check_ruleset(const Ruleset& ruleset) {
  if (!ruleset.is_impartial())
    throw Error(ErrorKind::input,
                fmt::format("{} is not impartial; expected a game with the same moves for all "
                            "players",
                            ruleset.name()));
  if (ruleset.plays() != Ruleset::Plays::in_order)
    throw Error(ErrorKind::input,
                fmt::format("plays of {} may come to a larger position; expected a game in which "
                            "positions only get smaller",
                            ruleset.name()));
}

// The sizes 0..b of a single pile are options of each other, passes or not, so they have b + 1
// different values.
void GrundyBox::check_bounds(const Ruleset& ruleset, std::span<const Counters> bounds) {
  const Counters largest = *std::ranges::max_element(bounds);
  if (has_nim_piles(ruleset) && largest > kLargestValue)
    throw Error(ErrorKind::input,
                fmt::format("a pile of up to {} counters has Grundy values as large; expected at "
                            "most {}",
                            largest, kLargestValue));
}

GrundyBox::GrundyBox(const Ruleset& ruleset, std::span<const Counters> bounds, Counters passes)
    : ruleset_(ruleset),
      is_sum_(ruleset.is_sum_with(passes)),
      is_nim_(is_sum_ && has_nim_piles(ruleset)),
      index_(ruleset, 1, solved_bounds(ruleset, bounds, passes), passes),
      values_(std::make_unique_for_overwrite<std::uint16_t[]>(index_.places())) {
  for (const Counters bound : bounds) radices_.push_back(static_cast<std::size_t>(bound) + 1);
  if (!index_.has_starts_only()) starts_.reserve(index_.places());
  if (is_nim_) std::iota(values_.get(), values_.get() + index_.places(), std::uint16_t{0});
}

void GrundyBox::solve_block(std::size_t number) {
  index_.visit_block(number, [&](std::size_t place, const Position& position) {
    values_[place] = value_at(place, position);
    // Each pile vector has one start, and they come in order.
    if (!index_.has_starts_only() && index_.is_start(position)) starts_.push_back(values_[place]);
  });
}

std::uint16_t GrundyBox::value_at(std::size_t place, const Position& position) {
  const std::size_t mark = place + 1;
  ruleset_.visit_options(position, 0, [&](const Position& option) {
    const std::size_t value = values_[index_.place_of(option)];
    if (value >= seen_.size()) seen_.resize(value + 1);
    seen_[value] = mark;
    return true;
  });
  std::size_t value = 0;
  while (value < seen_.size() && seen_[value] == mark) ++value;
  if (value > kLargestValue)
    throw Error(ErrorKind::input,
                fmt::format("{} has Grundy values above {} here; expected fewer or smaller piles",
                            ruleset_.name(), kLargestValue));
  return static_cast<std::uint16_t>(value);
}

void GrundyBox::solve() {
  for (std::size_t number = 0; number < blocks(); ++number) solve_block(number);
}

void GrundyBox::copy(std::span<const Counters> prefix, Counters from, Counters to,
                     std::uint16_t* out) const noexcept {
  const std::uint16_t* values = starts_.empty() ? values_.get() : starts_.data();
  if (is_sum_) {
    copy_sums(values, prefix, from, to, out);
    return;
  }
  const std::size_t axis = prefix.size();
  std::size_t below = 1;  // starts of the piles after the axis
  for (std::size_t j = axis + 1; j < radices_.size(); ++j) below *= radices_[j];
  std::size_t row = 0;
  for (std::size_t j = 0; j < axis; ++j) row = row * radices_[j] + prefix[j];
  std::copy_n(values + (row * radices_[axis] + from) * below, (to - from) * below, out);
}

// Pile by pile, what is there so far is repeated for each size of the next, from the back: the
// first copy is then in nobody's way.
void GrundyBox::copy_sums(const std::uint16_t* values, std::span<const Counters> prefix,
                          Counters from, Counters to, std::uint16_t* out) const noexcept {
  std::uint16_t sum = 0;
  for (const Counters pile : prefix) sum ^= values[pile];
  std::fill_n(out, 1, sum);
  std::size_t done = 1;
  const auto spread = [&](Counters begin, Counters end) {
    for (std::size_t k = done; k-- > 0;) {
      const std::uint16_t so_far = out[k];
      for (Counters size = begin; size < end; ++size)
        out[k * (end - begin) + (size - begin)] = so_far ^ values[size];
    }
    done *= static_cast<std::size_t>(end - begin);
  };
  spread(from, to);
  for (std::size_t j = prefix.size() + 1; j < radices_.size(); ++j) spread(0, radices_[j]);
}

Uint128 GrundyBox::bytes(const Ruleset& ruleset, std::span<const Counters> bounds,
                         Counters passes) {
  const auto solved = solved_bounds(ruleset, bounds, passes);
  const Uint128 places = PositionIndex::places(ruleset, solved, passes);
  constexpr Uint128 kBytesPerPlace = 2 * sizeof(std::uint16_t) + 1;  // its value twice, and a mark
  constexpr Uint128 kSeen = Uint128{kLargestValue + 1} * 2 * sizeof(std::size_t);
  return places > kUint128Max / (2 * kBytesPerPlace) ? kUint128Max
                                                     : places * kBytesPerPlace + kSeen;
}

}  // namespace nimsweep
