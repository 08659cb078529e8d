#include "nimsweep/solve/generic_box.hpp"

#include <algorithm>

#include "nimsweep/model/chunk_layout.hpp"
#include "nimsweep/solve/generic_solver.hpp"

namespace nimsweep {

namespace {

// Starts per block; each is a search of its own.
constexpr std::size_t kStarts = 16;

}  // namespace

GenericBox::GenericBox(const Ruleset& ruleset, const AllianceMatrix& matrix,
                       std::span<const Counters> bounds, Counters passes,
                       std::pmr::memory_resource* memory)
    : Box(bounds, matrix.players(), memory),
      ruleset_(ruleset),
      matrix_(matrix),
      index_(ruleset, matrix.players(), bounds, passes),
      winners_(std::make_unique_for_overwrite<std::uint8_t[]>(
          index_.places() * static_cast<std::size_t>(matrix.players()))) {}

Box::Grid GenericBox::grid() const noexcept {
  return {index_.blocks(), 1};
}

void GenericBox::solve_block(std::size_t row, std::size_t) {
  index_.visit_block(
      row, [&](std::size_t place, const Position& position) { solve_position(place, position); });
}

void GenericBox::solve_position(std::size_t place, const Position& position) {
  const int n = matrix_.players();
  std::uint8_t* winners = winners_.get() + place * static_cast<std::size_t>(n);
  for (Seat player = 0; player < n; ++player) winners[player] = static_cast<std::uint8_t>(player);
  if (ruleset_.is_impartial())
    offer_options(position, 0, 0, n, winners);
  else
    for (Seat player = 0; player < n; ++player)
      offer_options(position, player, player, player + 1, winners);
  if (index_.is_start(position)) set_values(position, winners);
}

void GenericBox::offer_options(const Position& position, Seat mover, Seat from, Seat to,
                               std::uint8_t* winners) const {
  const int n = matrix_.players();
  bool is_first = true;
  ruleset_.visit_options(position, mover, [&](const Position& option) {
    const std::uint8_t* left =
        winners_.get() + index_.place_of(option) * static_cast<std::size_t>(n);
    for (Seat player = from; player < to; ++player) {
      const Seat winner = left[next_seat(player, n)];
      if (is_first || matrix_.prefers(player, winner, winners[player]))
        winners[player] = static_cast<std::uint8_t>(winner);
    }
    is_first = false;
    return true;
  });
}

void GenericBox::set_values(const Position& start, const std::uint8_t* winners) {
  const int n = matrix_.players();
  std::size_t at = place_of(start.piles);
  for (Seat first = 0; first < n; ++first, at += positions_)
    values_[at] = static_cast<std::uint8_t>(value_of(winners[first], first, n));
}

OutcomeVector GenericBox::outcomes(const Position& position) const noexcept {
  const int n = matrix_.players();
  const std::uint8_t* winners =
      winners_.get() + index_.place_of(position) * static_cast<std::size_t>(n);
  OutcomeVector outcomes;
  for (Seat player = 0; player < n; ++player) outcomes.set(player, winners[player]);
  return outcomes;
}

Uint128 GenericBox::bytes(const Ruleset& ruleset, int players, std::span<const Counters> bounds,
                          Counters passes) {
  std::vector<std::uint64_t> factors{static_cast<std::uint64_t>(players)};
  for (const Counters bound : bounds) factors.push_back(bound + 1);
  const Uint128 values = product(factors);
  const Uint128 places = PositionIndex::places(ruleset, bounds, passes);
  const auto n = static_cast<Uint128>(players);
  if (places > kUint128Max / (4 * n)) return kUint128Max;
  const Uint128 marks = ruleset.state_bounds(bounds).empty() ? 0 : places / 8;
  return values + places * n + marks;
}

StartsBox::StartsBox(const Ruleset& ruleset, const AllianceMatrix& matrix,
                     std::span<const Counters> bounds, Counters passes,
                     std::pmr::memory_resource* memory)
    : Box(bounds, matrix.players(), memory),
      ruleset_(ruleset),
      players_(matrix.players()),
      passes_(passes),
      solver_(make_solver(ruleset, matrix)) {
  for (const Counters bound : bounds) radices_.push_back(static_cast<std::size_t>(bound) + 1);
}

Box::Grid StartsBox::grid() const noexcept {
  return {(positions_ + kStarts - 1) / kStarts, 1};
}

void StartsBox::solve_block(std::size_t row, std::size_t) {
  const std::size_t end = std::min((row + 1) * kStarts, positions_);
  auto piles = digits_of(row * kStarts, radices_);
  for (std::size_t place = row * kStarts; place < end; ++place, count_on(piles, radices_)) {
    const Position start = ruleset_.start(piles, passes_);
    for (Seat first = 0; first < players_; ++first)
      values_[static_cast<std::size_t>(first) * positions_ + place] = static_cast<std::uint8_t>(
          value_of(solver_->outcome(start, first).winner, first, players_));
  }
}

}  // namespace nimsweep
