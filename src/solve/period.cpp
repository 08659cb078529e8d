#include "nimsweep/solve/period.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "nimsweep/base/hash.hpp"

namespace nimsweep {

namespace {

class Sizes {
 public:
  Sizes(const LowerBy& moves, const AllianceMatrix& matrix, Counters passes)
      : moves_(moves), matrix_(matrix), modes_(static_cast<std::size_t>(passes) + 1) {}

  std::size_t size() const { return outcomes_.size() / modes_; }

  void add() {
    const std::size_t size = this->size();
    for (std::size_t left = 0; left < modes_; ++left) {
      const int n = matrix_.players();
      std::optional<OutcomeVector> best;
      const auto offer = [&](OutcomeVector option) {
        const OutcomeVector got = option.handed_on(n);
        best = best ? matrix_.preferred(*best, got) : got;
      };
      for (const Counters step : moves_.steps)
        if (step <= size) offer(at(size - static_cast<std::size_t>(step), left));
      if (best && left > 0) offer(outcomes_.back());  // the same size with one pass less
      outcomes_.push_back(best.value_or(OutcomeVector::of_end(n)));
    }
  }

  // The outcomes of `count` sizes, the last of which is before `end`.
  std::span<const OutcomeVector> window(std::size_t end, std::size_t count) const {
    return std::span(outcomes_).subspan((end - count) * modes_, count * modes_);
  }

 private:
  OutcomeVector at(std::size_t size, std::size_t left) const {
    return outcomes_[size * modes_ + left];
  }

  const LowerBy& moves_;
  const AllianceMatrix& matrix_;
  std::size_t modes_;
  std::vector<OutcomeVector> outcomes_;  // by size, then by passes left
};

// The hash of the last `width` sizes, brought up to date size by size.
class WindowHash {
 public:
  explicit WindowHash(std::size_t width) : width_(width) {
    for (std::size_t k = 0; k < width; ++k) leaving_ *= kFactor;
  }

  void add(const Sizes& sizes) {
    const std::size_t end = sizes.size();
    hash_ = hash_ * kFactor + hash_at(sizes, end);
    if (end > width_) hash_ -= leaving_ * hash_at(sizes, end - width_);
  }

  std::uint64_t hash() const { return hash_; }

 private:
  static constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15;

  static std::uint64_t hash_at(const Sizes& sizes, std::size_t end) {
    std::uint64_t hash = 0;
    for (const OutcomeVector vector : sizes.window(end, 1)) hash = mix(hash, vector.word());
    return hash;
  }

  std::size_t width_;
  std::uint64_t leaving_ = 1;  // the factor of the size that leaves the window
  std::uint64_t hash_ = 0;
};

}  // namespace

std::optional<LowerBy> steps_of_one_pile(const Ruleset& ruleset, int piles) {
  const MoveShape shape = ruleset.move_shape();
  const auto* moves = std::get_if<LowerBy>(&shape);
  if (moves == nullptr || piles != 1) return {};
  return *moves;
}

// The window of the last sizes is compared with one that is kept for as many sizes as there were
// before it (Brent's algorithm): once both lie in the periodic part, and the period is not longer,
// the first window that is the same is one period later.
std::optional<PeriodicOutcomes> find_period(const LowerBy& moves, const AllianceMatrix& matrix,
                                            Counters passes, Counters most_sizes,
                                            IsStopped is_stopped) {
  const Counters largest = moves.steps.back();
  if (largest > most_sizes) return {};
  const auto width = static_cast<std::size_t>(largest);
  Sizes sizes(moves, matrix, passes);
  WindowHash window(width);
  std::size_t kept_end = 0;  // of the window that is kept
  std::uint64_t kept_hash = 0;
  while (sizes.size() < most_sizes) {
    if (sizes.size() % 4096 == 0) go_on_unless(is_stopped);
    sizes.add();
    window.add(sizes);
    const std::size_t end = sizes.size();
    if (end < width) continue;
    if (kept_end != 0 && window.hash() == kept_hash &&
        std::ranges::equal(sizes.window(kept_end, width), sizes.window(end, width))) {
      const std::size_t length = end - kept_end;
      std::size_t from = kept_end - width;
      while (from > 0 && std::ranges::equal(sizes.window(from, 1), sizes.window(from + length, 1)))
        --from;
      const auto outcomes = sizes.window(from + length, from + length);
      return PeriodicOutcomes{.period = {from, length},
                              .modes = outcomes.size() / (from + length),
                              .outcomes = {outcomes.begin(), outcomes.end()}};
    }
    if (end >= 2 * kept_end) {
      kept_end = end;
      kept_hash = window.hash();
    }
  }
  return {};
}

DigitMachine to_digit_machine(const PeriodicOutcomes& periodic, int players) {
  const auto [from, length] = periodic.period;
  std::vector<DigitMachine::StateId> next;
  for (Counters size = 0; size < from + length; ++size)
    for (const Counters longer : {2 * size, 2 * size + 1})
      next.push_back(static_cast<DigitMachine::StateId>(
          longer < from ? longer : from + (longer - from) % length));
  return minimal(DigitMachine(players, 1, periodic.modes, periodic.outcomes, std::move(next)));
}

}  // namespace nimsweep
