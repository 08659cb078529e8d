#include "nimsweep/solve/period.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>
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

std::uint64_t hash_of(std::span<const OutcomeVector> window) {
  std::uint64_t hash = window.size();
  for (const OutcomeVector vector : window) hash = mix(hash, vector.word());
  return hash;
}

}  // namespace

std::optional<Period> find_period(const LowerBy& moves, const AllianceMatrix& matrix,
                                  Counters passes, Counters most_sizes) {
  const Counters largest = moves.steps.back();
  if (largest > most_sizes) return {};
  const auto width = static_cast<std::size_t>(largest);
  Sizes sizes(moves, matrix, passes);
  std::unordered_multimap<std::uint64_t, std::size_t> ends;  // of windows, by hash
  while (sizes.size() < most_sizes) {
    sizes.add();
    const std::size_t end = sizes.size();
    if (end < width) continue;
    const auto window = sizes.window(end, width);
    const std::uint64_t hash = hash_of(window);
    const auto [begin, past] = ends.equal_range(hash);
    for (auto known = begin; known != past; ++known) {
      const std::size_t before = known->second;
      if (!std::ranges::equal(sizes.window(before, width), window)) continue;
      const std::size_t length = end - before;
      std::size_t from = before - width;
      while (from > 0 && std::ranges::equal(sizes.window(from, 1), sizes.window(from + length, 1)))
        --from;
      return Period{from, length};
    }
    ends.emplace(hash, end);
  }
  return {};
}

std::optional<Period> find_period(const Ruleset& ruleset, const AllianceMatrix& matrix, int piles,
                                  Counters passes) {
  const MoveShape shape = ruleset.move_shape();
  const auto* moves = std::get_if<LowerBy>(&shape);
  if (moves == nullptr || piles != 1) return {};
  return find_period(*moves, matrix, passes);
}

}  // namespace nimsweep
