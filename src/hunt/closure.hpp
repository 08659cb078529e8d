// The states of a machine, found from the start; the inner loop of every hunt.
//
// The players' choices may be undecided in part. Then all that is decided is explored, and states
// whose growth asks for an undecided choice wait; the walk decides one, goes on from there, and
// comes back to decide it the other way.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "nimsweep/hunt/packed_machine.hpp"

namespace nimsweep {

template <int n>
class Closure {
 public:
  static constexpr std::uint32_t kVectors = 1u << 3 * n;

  // An undecided choice of P_i between two winners that a state waits for.
  struct Question {
    PackedVector state;
    Seat i;
    Seat a, b;
  };

  // How far an exploration is. States are numbered as they are found.
  struct Point {
    std::uint32_t ungrown = 0;     // from this one on they have not grown yet
    std::uint32_t unhanded = 0;    // from this one on they have not been handed on
    int piles = 1;                 // that the last ones were reached with, if that counts
    std::uint32_t waits_from = 0;  // those that wait are waiting_[waits_from .. waits_to)
    std::uint32_t waits_to = 0;
    int letters = 1;
  };

  // What to go back to.
  struct Mark {
    std::uint32_t states;
    std::uint32_t raised;
  };

  // `max_piles`: of all positions looked at; 0 for any number. `may_wait`: choices may be
  // undecided.
  Closure(int max_piles, bool may_wait)
      : max_piles_(max_piles),
        sizes_(std::make_unique<std::uint8_t[]>(kVectors)),
        states_(std::make_unique_for_overwrite<PackedVector[]>(kMostStates + 2)) {
    if (!may_wait) return;
    // A state is raised at most n times, and waits in at most one list for each choice.
    raised_ = std::make_unique_for_overwrite<Raised[]>(kMostStates * n);
    waiting_ = std::make_unique_for_overwrite<std::uint32_t[]>(kMostStates * (kChoices + 1));
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
  // question() is to be answered.
  template <bool kWaits>
  void explore(Point& point) noexcept;

  bool waits(const Point& point) const noexcept { return point.waits_from != point.waits_to; }

  Question question(const Point& point) const noexcept {
    const std::uint32_t wait = waiting_[point.waits_to - 1];
    return {.state = wait >> 9,
            .i = static_cast<Seat>(wait >> 6 & 7),
            .a = static_cast<Seat>(wait & 7),
            .b = static_cast<Seat>(wait >> 3 & 7)};
  }

  // Once nothing waits.
  PackedMachine machine(const Point& point) const noexcept {
    return {.players = n,
            .reached = {states_.get(), state_count_},
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
  static constexpr std::uint32_t kChoices = n * n * (n - 1) / 2;

  struct Raised {
    PackedVector state;
    std::uint8_t size;  // before
  };

  struct Growth {
    PackedVector vector;
    bool is_decided;
  };

  Growth grown(PackedVector vector) const noexcept {
    const std::uint64_t twice = vector | std::uint64_t{vector} << 3 * n;
    PackedVector result = 0;
    std::uint32_t all = 0;
    for (int i = 0; i < n; ++i) {
      const std::uint32_t winner =
          rows_[static_cast<std::size_t>(i)].preferred[twice >> 3 * i & 63];
      all |= winner;
      result |= winner << 3 * i;
    }
    return {result, (all & Choices::kUndecided) == 0};
  }

  // The state, and the first of its choices that is undecided.
  std::uint32_t wait_of(PackedVector vector) const noexcept {
    const std::uint64_t twice = vector | std::uint64_t{vector} << 3 * n;
    std::uint32_t i = 0;
    while (rows_[i].preferred[twice >> 3 * i & 63] != Choices::kUndecided) ++i;
    return vector << 9 | i << 6 | static_cast<std::uint32_t>(twice >> 3 * i & 63);
  }

  bool is_decided(std::uint32_t wait) const noexcept {
    return rows_[wait >> 6 & 7].preferred[wait & 63] != Choices::kUndecided;
  }

  // No branch: whether a state is new is as good as random.
  void reach(PackedVector vector, std::uint8_t size, std::uint32_t& count) noexcept {
    const std::uint8_t known = sizes_[vector];
    const bool is_new = known == 0;
    sizes_[vector] = is_new ? size : known;
    states_[count] = vector;
    count += is_new ? 1 : 0;
  }

  template <bool kWaits>
  void take_growth(PackedVector vector, PackedVector into, std::uint32_t& count,
                   int& letters) noexcept {
    const auto size = static_cast<std::uint8_t>(sizes_[vector] + (into != vector ? 1 : 0));
    const std::uint8_t known = sizes_[into];
    letters = std::max<int>(letters, size);
    reach(into, size, count);
    // Letters count up to n at most, so then it matters no more.
    if (known != 0 && known < size && letters < n) raise<kWaits>(into, size, letters);
  }

  // A state is reached by a larger pile than was known; so are those it has grown into.
  template <bool kWaits>
  void raise(PackedVector vector, std::uint8_t size, int& letters) noexcept {
    for (;;) {
      if constexpr (kWaits) raised_[raised_count_++] = {vector, sizes_[vector]};
      sizes_[vector] = size;
      letters = std::max<int>(letters, size);
      const Growth growth = grown(vector);
      if (!growth.is_decided || growth.vector == vector) return;
      vector = growth.vector;
      ++size;
      if (sizes_[vector] == 0 || sizes_[vector] >= size) return;
    }
  }

  int max_piles_;
  std::array<Choices, n> rows_ = {};
  std::unique_ptr<std::uint8_t[]> sizes_;  // by vector: of the largest last pile; 0: not reached
  std::unique_ptr<PackedVector[]> states_;
  std::uint32_t state_count_ = 0;
  std::unique_ptr<Raised[]> raised_;
  std::uint32_t raised_count_ = 0;
  std::unique_ptr<std::uint32_t[]> waiting_;
};

template <int n>
template <bool kWaits>
void Closure<n>::explore(Point& point) noexcept {
  std::uint32_t count = state_count_;
  std::uint32_t next_wait = point.waits_from;
  const std::uint32_t last_wait = point.waits_to;
  point.waits_from = point.waits_to;
  const bool any_piles = max_piles_ == 0;
  for (;;) {
    while (point.ungrown < count) {
      const PackedVector vector = states_[point.ungrown++];
      if (any_piles) reach(handed_on(vector, n), 1, count);
      const Growth growth = grown(vector);
      if constexpr (kWaits)
        if (!growth.is_decided) {
          waiting_[point.waits_to++] = wait_of(vector);
          continue;
        }
      take_growth<kWaits>(vector, growth.vector, count, point.letters);
    }
    if constexpr (kWaits)
      if (next_wait < last_wait) {
        const std::uint32_t wait = waiting_[next_wait++];
        if (!is_decided(wait)) {
          waiting_[point.waits_to++] = wait;
          continue;
        }
        const PackedVector vector = wait >> 9;
        const Growth growth = grown(vector);
        if (growth.is_decided)
          take_growth<kWaits>(vector, growth.vector, count, point.letters);
        else
          waiting_[point.waits_to++] = wait_of(vector);
        continue;
      }
    // All states that so many piles reach have to be known before there is one more.
    if (any_piles || point.piles == max_piles_ || waits(point) || point.unhanded == count) break;
    for (const std::uint32_t end = count; point.unhanded < end; ++point.unhanded)
      reach(handed_on(states_[point.unhanded], n), 1, count);
    ++point.piles;
  }
  state_count_ = count;
}

}  // namespace nimsweep
