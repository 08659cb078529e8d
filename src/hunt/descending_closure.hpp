// The states of a machine of Small Nim, which is Last Nim with piles in descending order: a state
// is a vector and the size of the last pile, and no later pile is larger. What Closure is for Last
// Nim, to the same walks.
//
// A state (v, t) leads to v handed on, and to what that grows into, up to t counters; t = n stands
// for every larger pile. There is no memory of what was found before a choice was decided: each
// exploration starts over, up to the first choice that is undecided. That costs a factor, but small
// machines have short explorations, and the code of Last Nim's inner loop stays as it is.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "hunt/closure.hpp"
#include "nimsweep/hunt/packed_machine.hpp"

namespace nimsweep::hunt_detail {

template <int n>
class DescendingClosure {
 public:
  using Question = typename Closure<n>::Question;

  struct Point {
    bool waits = false;

    bool is_waiting() const noexcept { return waits; }
  };
  struct Mark {};

  DescendingClosure(int max_piles, bool /*may_wait*/)
      : max_piles_(max_piles), marks_(std::make_unique<std::uint16_t[]>(Closure<n>::kVectors)) {}

  void set_row(Seat i, const Choices& choices) noexcept {
    rows_[static_cast<std::size_t>(i)] = choices;
  }

  Point begin() noexcept { return {}; }
  Mark mark() const noexcept { return {}; }
  void back_to(Mark) noexcept {}

  // Explores pile by pile. Afterwards either all states are found, or question() is to be answered.
  template <bool kWaits>
  void explore(Point& point, std::optional<Seat> = std::nullopt) {
    forget();
    point.waits = !read_pile({packed_end(n), n});
    std::size_t read = 0;
    for (int piles = 1; piles != max_piles_ && read < states_.size() && !point.waits; ++piles)
      for (const std::size_t end = states_.size(); read < end && !point.waits; ++read)
        point.waits = !read_pile(states_[read]);
  }

  Question question(const Point&) const noexcept { return question_; }

  // Once nothing waits. A row of piles of `letters` or more comes to the same vectors as one of
  // larger piles, so states with a larger last pile are states already.
  PackedMachine machine(const Point&) const noexcept {
    const auto is_told_apart = [&](State state) { return state.last <= letters_; };
    const bool has_start = (marks_[packed_end(n)] & mark_of(letters_)) != 0;
    return {.players = n,
            .reached = reached_,
            .growing = growing_,
            .states = static_cast<std::size_t>(std::ranges::count_if(states_, is_told_apart)) +
                      (has_start ? 0 : 1),
            .letters = letters_,
            .is_descending = true,
            .rows = rows_};
  }

 private:
  struct State {
    PackedVector vector;
    int last;  // size of the last pile; n: or more
  };

  // What is known of a vector: the sizes of last piles that lead to it, and whether it is in the
  // list of those that grow.
  static constexpr std::uint16_t mark_of(int last) noexcept {
    return static_cast<std::uint16_t>(1u << (last - 1));
  }
  static constexpr std::uint16_t kGrows = 1u << 15;

  void forget() noexcept {
    for (const PackedVector vector : reached_) marks_[vector] = 0;
    reached_.clear();
    growing_.clear();
    states_.clear();
    letters_ = 1;
  }

  // All piles that may follow a state. False if a choice is undecided.
  bool read_pile(State from) {
    PackedVector vector = handed_on(from.vector, n);
    reach({vector, 1});
    for (int size = 1; size < from.last; ++size) {
      const std::optional<PackedVector> larger = grown(vector);
      if (!larger) return false;
      // Only huge piles stand before piles of any size, so only these tell the letters.
      if (*larger != vector && from.last == n) letters_ = std::max(letters_, size + 1);
      vector = *larger;
      reach({vector, size + 1});
    }
    return true;
  }

  void reach(State state) {
    std::uint16_t& marks = marks_[state.vector];
    if ((marks & ~kGrows) == 0) reached_.push_back(state.vector);
    if ((marks & mark_of(state.last)) == 0) states_.push_back(state);
    marks |= mark_of(state.last);
  }

  // One more counter on the last pile, as in Last Nim. Nothing if a choice is undecided.
  std::optional<PackedVector> grown(PackedVector vector) {
    const std::uint64_t twice = vector | std::uint64_t{vector} << 3 * n;
    PackedVector result = 0;
    for (Seat i = 0; i < n; ++i) {
      const auto pair = static_cast<std::size_t>(twice >> 3 * i & 63);
      const std::uint8_t winner = rows_[static_cast<std::size_t>(i)].preferred[pair];
      if (winner == Choices::kUndecided) {
        question_ = {.i = i, .a = static_cast<Seat>(pair & 7), .b = static_cast<Seat>(pair >> 3)};
        return std::nullopt;
      }
      result |= static_cast<PackedVector>(winner) << 3 * i;
    }
    if ((marks_[vector] & kGrows) == 0) growing_.push_back(vector);
    marks_[vector] |= kGrows;
    return result;
  }

  int max_piles_;
  std::array<Choices, n> rows_ = {};
  std::unique_ptr<std::uint16_t[]> marks_;  // by vector
  std::vector<PackedVector> reached_;
  std::vector<PackedVector> growing_;  // those of them that are asked to grow
  std::vector<State> states_;          // but for the start
  int letters_ = 1;
  Question question_ = {};
};

}  // namespace nimsweep::hunt_detail
