// The states of a machine, found from the start: the inner loop of every hunt.
//
// A machine's states are the closure of one vector under two steps, handed_on and grown (see
// packed_machine.hpp). This is a breadth-first search: `states_` is both the list of what was found
// and the queue of what is to be grown, and `sizes_`, a byte for each possible vector, is the set.
//
// Choices may be undecided in part. Then all that is decided is explored, and a state whose growth
// asks for an undecided choice waits. The walk decides one choice, goes on from there, comes back
// (mark, back_to), and decides it the other way. Nothing that was found is lost by a decision: a
// state that has grown never asks for a choice again.
//
// The matrices of a list are explored one by one, with all choices decided. `explore<false>` is the
// same loop without the code for waiting; a closure made with `may_wait` = false has no memory for
// it, and must be explored by that one only.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "nimsweep/hunt/packed_machine.hpp"

namespace nimsweep::hunt_detail {

template <int n>
class Closure {
 public:
  static constexpr std::uint32_t kVectors = 1u << 3 * n;

  // An undecided choice of P_i between two winners.
  struct Question {
    Seat i;
    Seat a, b;
  };

  // The part of a player's list that counts now: the states that wait for a choice of theirs.
  struct Waits {
    std::uint32_t from = 0;
    std::uint32_t to = 0;

    std::uint32_t count() const noexcept { return to - from; }
  };

  // How far an exploration is. States are numbered as they are found.
  struct Point {
    std::uint32_t ungrown = 0;   // from this one on they have not grown yet
    std::uint32_t unhanded = 0;  // from this one on they have not been handed on
    int piles = 1;               // that the last ones were reached with, if that counts
    int letters = 1;
    std::array<Waits, n> waits = {};  // by player

    bool is_waiting() const noexcept {
      return std::ranges::any_of(waits, [](Waits list) { return list.count() > 0; });
    }
  };

  // What to go back to.
  struct Mark {
    std::uint32_t states;
    std::uint32_t raised;
  };

  // `max_piles`: the most piles of a position; 0 for any number. `may_wait`: choices may be
  // undecided.
  Closure(int max_piles, bool may_wait)
      : max_piles_(max_piles),
        sizes_(std::make_unique<std::uint8_t[]>(kVectors)),
        states_(std::make_unique_for_overwrite<PackedVector[]>(kMostStates + 2)) {
    if (!may_wait) return;
    // A state is raised at most n times. Each choice of a player writes their list once more after
    // the last one, and a player has at most kChoices of them.
    raised_ = std::make_unique_for_overwrite<Raised[]>(std::size_t{kMostStates} * n);
    for (auto& list : waiting_)
      list = std::make_unique_for_overwrite<std::uint32_t[]>(std::size_t{kMostStates} *
                                                             (kChoices + 1));
  }

  void set_row(Seat i, const Choices& choices) noexcept {
    rows_[static_cast<std::size_t>(i)] = choices;
  }

  // Forgets all states and finds the first one.
  Point begin() noexcept {
    back_to({0, 0});
    const PackedVector first = handed_on(packed_end(n), n);
    sizes_[first] = 1;
    states_[state_count_++] = first;
    return {};
  }

  Mark mark() const noexcept { return {state_count_, raised_count_}; }

  void back_to(Mark mark) noexcept {
    while (raised_count_ > mark.raised) {
      --raised_count_;
      sizes_[raised_[raised_count_].state] = raised_[raised_count_].size;
    }
    while (state_count_ > mark.states) sizes_[states_[--state_count_]] = 0;
  }

  // Explores all that is decided. Afterwards either nothing waits and all states are found, or
  // question() is to be answered. `decided`: the player who has just made a choice, if any.
  template <bool kWaits>
  void explore(Point& point, std::optional<Seat> decided = std::nullopt) noexcept;

  // A choice of the player for whom most states wait; of theirs, the one that the last state in
  // the list waits for. At first all states waited in one list, and the last of them asked; one
  // list for each player lets a decision touch only the states that wait for that player.
  Question question(const Point& point) const noexcept {
    std::size_t i = 0;
    for (std::size_t other = 1; other < n; ++other)
      if (point.waits[other].count() > point.waits[i].count()) i = other;
    const std::uint32_t wait = waiting_[i][point.waits[i].to - 1];
    return {.i = static_cast<Seat>(i),
            .a = static_cast<Seat>(wait & 7),
            .b = static_cast<Seat>(wait >> 3 & 7)};
  }

  // Once nothing waits.
  PackedMachine machine(const Point& point) const noexcept {
    return {.players = n,
            .reached = {states_.get(), state_count_},
            .growing = {states_.get(), state_count_},
            .states = state_count_ + (sizes_[packed_end(n)] == 0 ? 1u : 0u),
            .letters = point.letters,
            .rows = rows_};
  }

 private:
  static constexpr std::uint32_t kMostStates = [] {
    std::uint32_t most = 1;
    for (int i = 0; i < n; ++i) most *= n;
    return most;
  }();
  static constexpr std::uint32_t kChoices = n * (n - 1) / 2;

  struct Raised {
    PackedVector state;
    std::uint8_t size;  // before
  };

  struct Growth {
    PackedVector vector;
    std::uint32_t choices;  // the bits of all chosen winners, so kUndecided if any is

    bool is_decided() const noexcept { return (choices & Choices::kUndecided) == 0; }
  };

  // One more counter on the last pile. P_i chooses between the winners at seats i and i + 1, which
  // are six neighbouring bits of the vector written twice: they are the place in P_i's table. All
  // seats are looked up, decided or not, and one test at the end says whether the result counts.
  Growth grown(PackedVector vector) const noexcept {
    const std::uint64_t twice = vector | std::uint64_t{vector} << 3 * n;
    Growth growth{0, 0};
    for (int i = 0; i < n; ++i) {
      const std::uint32_t winner =
          rows_[static_cast<std::size_t>(i)].preferred[twice >> 3 * i & 63];
      growth.choices |= winner;
      growth.vector |= winner << 3 * i;
    }
    return growth;
  }

  // Puts a state into the list of the first player whose choice it needs and does not have. An
  // entry is one word, vector << 6 | pair: the pair is the place in that player's table, as in
  // grown(), so that whether it still waits is one look. Vectors have at most 24 bits.
  void wait(PackedVector vector, Point& point) noexcept {
    const std::uint64_t twice = vector | std::uint64_t{vector} << 3 * n;
    std::size_t i = 0;
    while (rows_[i].preferred[twice >> 3 * i & 63] != Choices::kUndecided) ++i;
    waiting_[i][point.waits[i].to++] =
        vector << 6 | static_cast<std::uint32_t>(twice >> 3 * i & 63);
  }

  // What changes with every step, in a local copy: sizes are bytes, and a byte may alias anything,
  // so members would be read and written again at each step.
  struct Step {
    std::uint8_t* sizes;
    PackedVector* states;
    std::uint32_t count;
    int letters;

    // Returns the size that was known, 0 if the state is new. The state is appended in any case,
    // beyond the last one perhaps, and counted only if it is new. There is no branch because it
    // would be mispredicted: whether a state is new is as good as random.
    std::uint8_t reach(PackedVector vector, std::uint8_t size) noexcept {
      const std::uint8_t known = sizes[vector];
      const std::uint32_t is_new = known == 0 ? 1 : 0;
      sizes[vector] = static_cast<std::uint8_t>(known + (size & (0 - is_new)));
      states[count] = vector;
      count += is_new;
      return known;
    }
  };

  // A state's size is the largest last pile known to reach it, and the largest size of all is the
  // number of letters. A state that does not grow any more gives its own size back.
  template <bool kWaits>
  void take_growth(PackedVector vector, PackedVector into, Step& step) noexcept {
    const auto size = static_cast<std::uint8_t>(step.sizes[vector] + (into != vector ? 1 : 0));
    step.letters = std::max<int>(step.letters, size);
    const std::uint8_t known = step.reach(into, size);
    // There are at most n letters, so once n is reached sizes matter no more.
    const bool is_larger = (known != 0) & (known < size);
    if (is_larger & (step.letters < n)) step.letters = raise<kWaits>(into, size, step.letters);
  }

  // A state turns out to be reached by a larger pile than was known; so are the states it has grown
  // into, and the chain is followed as long as it says something new. With kWaits the sizes before
  // are kept, for back_to.
  template <bool kWaits>
  int raise(PackedVector vector, std::uint8_t size, int letters) noexcept {
    for (;;) {
      if constexpr (kWaits) raised_[raised_count_++] = {vector, sizes_[vector]};
      sizes_[vector] = size;
      letters = std::max<int>(letters, size);
      const Growth growth = grown(vector);
      if (!growth.is_decided() || growth.vector == vector) return letters;
      vector = growth.vector;
      ++size;
      if (sizes_[vector] == 0 || sizes_[vector] >= size) return letters;
    }
  }

  // Goes through the states that waited for P_i, who has made one more choice. Those that wait for
  // another one of theirs are written again, after the list: a walk that comes back to decide
  // otherwise finds the list as it was.
  template <class Grow>
  void grow_decided(std::size_t i, Point& point, const Grow& grow) noexcept {
    const std::uint32_t* const list = waiting_[i].get();
    const auto [from, to] = point.waits[i];
    point.waits[i] = {to, to};
    for (std::uint32_t k = from; k < to; ++k)
      if (rows_[i].preferred[list[k] & 63] == Choices::kUndecided)
        waiting_[i][point.waits[i].to++] = list[k];
      else
        grow(list[k] >> 6);
  }

  int max_piles_;
  std::array<Choices, n> rows_ = {};
  std::unique_ptr<std::uint8_t[]> sizes_;  // by vector: of the largest last pile; 0: not reached
  std::unique_ptr<PackedVector[]> states_;
  std::uint32_t state_count_ = 0;
  std::unique_ptr<Raised[]> raised_;
  std::uint32_t raised_count_ = 0;
  std::array<std::unique_ptr<std::uint32_t[]>, n> waiting_;  // by player
};

// With any number of piles, a state is handed on and grown as soon as it is taken from the queue.
// With at most max_piles_ piles, what k piles reach must be known before pile k + 1 is begun: first
// all states grow, and only when the queue is empty, and nothing waits, all that were found since
// the last time are handed on.
template <int n>
template <bool kWaits>
void Closure<n>::explore(Point& point, std::optional<Seat> decided) noexcept {
  Step step{sizes_.get(), states_.get(), state_count_, point.letters};
  std::uint32_t ungrown = point.ungrown;
  const auto grow = [&](PackedVector vector) {
    const Growth growth = grown(vector);
    if (kWaits && !growth.is_decided())
      wait(vector, point);
    else
      take_growth<kWaits>(vector, growth.vector, step);
  };
  if (kWaits && decided) grow_decided(static_cast<std::size_t>(*decided), point, grow);
  const bool any_piles = max_piles_ == 0;
  for (;;) {
    while (ungrown < step.count) {
      const PackedVector vector = step.states[ungrown++];
      if (any_piles) step.reach(handed_on(vector, n), 1);
      grow(vector);
    }
    if (any_piles || point.piles == max_piles_ || point.unhanded == step.count) break;
    if (kWaits && point.is_waiting()) break;
    for (const std::uint32_t end = step.count; point.unhanded < end; ++point.unhanded)
      step.reach(handed_on(step.states[point.unhanded], n), 1);
    ++point.piles;
  }
  point.ungrown = ungrown;
  point.letters = step.letters;
  state_count_ = step.count;
}

}  // namespace nimsweep::hunt_detail
