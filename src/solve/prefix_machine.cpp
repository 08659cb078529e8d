#include "nimsweep/solve/prefix_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/hash.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep {

namespace {

using StateId = PrefixMachine::StateId;

// The states found so far, numbered in the order of discovery: an open-addressing table of numbers
// over the array that holds the vectors.
class StateTable {
 public:
  StateTable(std::vector<OutcomeVector>& vectors, std::size_t vectors_a_state)
      : vectors_(vectors), stride_(vectors_a_state), slots_(64, kFree) {}

  std::size_t size() const noexcept { return vectors_.size() / stride_; }

  // The number of `state`, which is added if it is new.
  StateId find_or_add(std::span<const OutcomeVector> state) {
    if (size() * 2 >= slots_.size()) grow();
    const std::size_t slot = find(state);
    if (slots_[slot] == kFree) {
      slots_[slot] = static_cast<StateId>(size());
      vectors_.insert(vectors_.end(), state.begin(), state.end());
    }
    return slots_[slot];
  }

 private:
  static constexpr StateId kFree = std::numeric_limits<StateId>::max();

  std::span<const OutcomeVector> state(StateId id) const {
    return std::span(vectors_).subspan(id * stride_, stride_);
  }

  std::size_t find(std::span<const OutcomeVector> wanted) const {
    std::uint64_t hash = 0;
    for (const OutcomeVector vector : wanted) hash = mix(hash, vector.word());
    std::size_t slot = hash & (slots_.size() - 1);
    while (slots_[slot] != kFree && !std::ranges::equal(state(slots_[slot]), wanted))
      slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }

  void grow() {
    slots_.assign(slots_.size() * 2, kFree);
    for (StateId id = 0; id < size(); ++id) slots_[find(state(id))] = id;
  }

  std::vector<OutcomeVector>& vectors_;
  std::size_t stride_;
  std::vector<StateId> slots_;  // a power of two of them, at most half in use
};

}  // namespace

PrefixMachine::PrefixMachine(const LastNimMachine& machine, std::size_t max_states,
                             std::size_t max_piles, Counters max_counters)
    : players_(machine.players()),
      vectors_a_state_(static_cast<std::size_t>(machine.passes()) + 1) {
  StateTable table(vectors_, vectors_a_state_);
  table.find_or_add(machine.start());

  // Successors of each state up to its own saturation, end to end; row_end says where they end.
  std::vector<StateId> successors;
  std::vector<std::size_t> row_end;
  PileWalk walk(machine);
  StateId id = 0;
  for (std::size_t piles = 0; piles < max_piles && id < table.size(); ++piles)
    for (const std::size_t layer_end = table.size(); id < layer_end; ++id) {
      walk.begin(state(id));
      Counters pile = 1;
      do {
        successors.push_back(table.find_or_add(walk.state()));
      } while (pile++ < max_counters && walk.grow());
      if (table.size() > max_states)
        throw Error(ErrorKind::input,
                    fmt::format("the machine has too many states; expected at most {}",
                                to_grouped_decimal(max_states)));
      const std::size_t row_begin = row_end.empty() ? 0 : row_end.back();
      row_end.push_back(successors.size());
      letters_ = std::max(letters_, successors.size() - row_begin);
    }

  next_.reserve(row_end.size() * letters_);
  std::size_t from = 0;
  for (const std::size_t to : row_end) {
    for (std::size_t t = 0; t < letters_; ++t)
      next_.push_back(successors[std::min(from + t, to - 1)]);
    from = to;
  }
}

std::span<const OutcomeVector> PrefixMachine::state(StateId id) const noexcept {
  return std::span(vectors_).subspan(id * vectors_a_state_, vectors_a_state_);
}

std::span<const StateId> PrefixMachine::next(StateId id) const noexcept {
  return std::span(next_).subspan(id * letters_, letters_);
}

}  // namespace nimsweep
