#include "nimsweep/solve/last_nim_table.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace nimsweep {

namespace {

// As many as fit: a state is its vectors, its successors (twice while they are found), its place in
// a hash table and its values.
std::size_t max_states(int players, int passes, Counters largest_pile) {
  const auto vectors = static_cast<std::size_t>(passes) + 1;
  const auto letters =
      std::min<std::size_t>(largest_pile, static_cast<std::size_t>(players) * vectors);
  const std::size_t bytes_per_state = sizeof(OutcomeVector) * vectors +
                                      2 * sizeof(LastNimTable::StateId) * letters + 16 +
                                      static_cast<std::size_t>(players);
  return LastNimTable::kMaxBytes / bytes_per_state;
}

// Repeats the `size` bytes before `out` until `out` has `count` more copies of them, doubling what
// is copied.
void repeat_last(std::uint8_t* out, std::size_t size, std::size_t count) noexcept {
  const std::uint8_t* source = out - size;
  if (size == 1) {
    std::memset(out, *source, count);
    return;
  }
  // Copies of a few cache lines at a time stay in the cache; larger ones gain nothing.
  constexpr std::size_t kCacheable = 32 << 10;
  std::size_t left = size * count;
  std::size_t ready = size;
  while (left > 0) {
    const std::size_t now = std::min(left, ready);
    std::memcpy(out, source, now);
    out += now;
    left -= now;
    if (ready < kCacheable) ready += now;
  }
}

}  // namespace

LastNimTable::LastNimTable(const AllianceMatrix& matrix, int passes,
                           std::span<const Counters> bounds)
    : machine_(
          LastNimMachine(matrix, passes),
          max_states(matrix.players(), passes, *std::max_element(bounds.begin(), bounds.end())),
          bounds),
      sizes_(bounds.size() + 1, 1) {
  for (const Counters bound : bounds) extents_.push_back(bound + 1);
  for (std::size_t j = bounds.size(); j-- > 0;)
    sizes_[j] = sizes_[j + 1] * static_cast<std::size_t>(extents_[j]);
  values_.reserve(static_cast<std::size_t>(players()) * machine_.size());
  for (Seat first = 0; first < players(); ++first)
    for (StateId id = 0; id < machine_.size(); ++id)
      values_.push_back(
          static_cast<std::uint8_t>(value_of(machine_.outcomes(id)[first], first, players())));
}

LastNimTable::StateId LastNimTable::after(StateId state, Counters pile) const noexcept {
  if (pile == 0) return state;
  return machine_.next(state)[static_cast<std::size_t>(std::min(pile, letters())) - 1];
}

LastNimTable::StateId LastNimTable::state_after(
    std::span<const std::uint64_t> piles) const noexcept {
  StateId state = 0;
  for (const Counters pile : piles) state = after(state, pile);
  return state;
}

void LastNimTable::fill_block(Seat first, StateId state, std::size_t axis, Counters from,
                              Counters count, std::span<std::uint8_t> out) const noexcept {
  assert(out.size() == sizes_[axis + 1] * count);
  fill_from(values_.data() + static_cast<std::size_t>(first) * machine_.size(), state, axis, from,
            count, out.data());
}

void LastNimTable::fill_row(const std::uint8_t* values, StateId state, Counters from,
                            Counters count, std::uint8_t* out) const noexcept {
  Counters k = 0;
  for (; k < count && from + k < letters(); ++k) out[k] = values[after(state, from + k)];
  if (k < count)
    std::memset(out + k, values[after(state, from + k)], static_cast<std::size_t>(count - k));
}

void LastNimTable::fill_from(const std::uint8_t* values, StateId state, std::size_t axis,
                             Counters from, Counters count, std::uint8_t* out) const noexcept {
  if (axis + 1 == extents_.size()) return fill_row(values, state, from, count, out);
  const std::size_t size = sizes_[axis + 1];
  for (Counters k = 0; k < count; ++k) {
    const Counters pile = from + k;
    if (k > 0 && pile > letters()) {
      repeat_last(out, size, static_cast<std::size_t>(count - k));
      return;
    }
    const StateId next = after(state, pile);
    if (k > 0 && next == after(state, pile - 1))
      std::memcpy(out, out - size, size);
    else
      fill_from(values, next, axis + 1, 0, extents_[axis + 1], out);
    out += size;
  }
}

}  // namespace nimsweep
