#include "nimsweep/solve/prefix_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/hash.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep {

namespace solve_detail {

// The states found so far, numbered in the order of discovery: an open-addressing table of numbers
// over the array that holds the vectors.
class StateTable {
 public:
  using StateId = PrefixMachine::StateId;

  StateTable(std::vector<OutcomeVector>& vectors, std::size_t vectors_per_state)
      : vectors_(vectors), stride_(vectors_per_state), slots_(64, kFree) {}

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

}  // namespace solve_detail

// Finds states pile by pile, and keeps the successors of each up to its own saturation.
class PrefixMachine::Explorer {
 public:
  Explorer(const LastNimMachine& machine, std::size_t max_states)
      : max_states_(max_states),
        stride_(static_cast<std::size_t>(machine.passes()) + 1),
        table_(vectors_, stride_),
        walk_(machine) {
    table_.find_or_add(machine.start());
    layers_.push_back(1);
  }

  // One more pile, of up to `bound` counters. Returns whether that told anything new.
  bool add_pile(Counters bound) {
    bool is_new = false;
    const std::size_t reached = table_.size();
    rows_.resize(reached);
    for (StateId id = 0; id < reached; ++id) is_new |= extend(id, bound);
    layers_.push_back(table_.size());
    return is_new;
  }

  std::vector<OutcomeVector> vectors_;
  std::vector<std::size_t> layers_;

  // Where piles of 1, 2, .. counters lead: `size` entries of successors_, beginning at `from`.
  struct Row {
    std::size_t from = 0;
    std::size_t size = 0;
    bool is_saturated = false;  // the last one stands for all larger piles
  };
  std::vector<Row> rows_;
  std::vector<StateId> successors_;

 private:
  bool extend(StateId id, Counters bound) {
    Row& row = rows_[id];
    if (row.is_saturated || row.size >= bound) return false;
    walk_.begin(std::span(vectors_).subspan(id * stride_, stride_));
    row = {.from = successors_.size()};
    for (;;) {
      successors_.push_back(table_.find_or_add(walk_.state()));
      if (++row.size == bound) break;
      row.is_saturated = !walk_.grow();
      if (row.is_saturated) break;
    }
    if (table_.size() > max_states_)
      throw Error(ErrorKind::input,
                  fmt::format("the machine has too many states; expected at most {}",
                              to_grouped_decimal(max_states_)));
    return true;
  }

  std::size_t max_states_;
  std::size_t stride_;
  solve_detail::StateTable table_;
  PileWalk walk_;
};

PrefixMachine::PrefixMachine(const LastNimMachine& machine, Explorer&& explorer)
    : players_(machine.players()),
      vectors_per_state_(static_cast<std::size_t>(machine.passes()) + 1),
      vectors_(std::move(explorer.vectors_)),
      layers_(std::move(explorer.layers_)) {
  for (const auto& row : explorer.rows_) letters_ = std::max(letters_, row.size);
  next_.reserve(explorer.rows_.size() * letters_);
  for (const auto& row : explorer.rows_)
    for (std::size_t t = 0; t < letters_; ++t)  // nobody asks for a row without any
      next_.push_back(row.size == 0 ? 0
                                    : explorer.successors_[row.from + std::min(t, row.size - 1)]);
}

PrefixMachine::PrefixMachine(int players, std::vector<OutcomeVector> states,
                             std::vector<StateId> next)
    : players_(players),
      vectors_per_state_(1),
      letters_(next.size() / states.size()),
      vectors_(std::move(states)),
      next_(std::move(next)) {}

PrefixMachine::PrefixMachine(const LastNimMachine& machine, std::size_t max_states,
                             std::size_t max_piles)
    : PrefixMachine(machine, [&] {
        Explorer explorer(machine, max_states);
        for (std::size_t k = 0; k < max_piles && explorer.add_pile(kMaxCounters); ++k) continue;
        return explorer;
      }()) {}

PrefixMachine::PrefixMachine(const LastNimMachine& machine, std::size_t max_states,
                             std::span<const Counters> bounds)
    : PrefixMachine(machine, [&] {
        Explorer explorer(machine, max_states);
        for (const Counters bound : bounds) explorer.add_pile(bound);
        return explorer;
      }()) {}

}  // namespace nimsweep
