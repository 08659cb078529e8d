#include "nimsweep/digits/digit_learner.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "nimsweep/base/hash.hpp"

namespace nimsweep {

DigitLearner::DigitLearner(int players, int piles, std::size_t modes, int digits, Outcomes outcomes)
    : players_(players), piles_(piles), modes_(modes) {
  const std::size_t positions = std::size_t{1} << (piles * digits);
  outcomes_.resize(positions * modes);
  blocks_.resize(static_cast<std::size_t>(digits) + 1);
  blocks_[0].reserve(positions);
  std::vector<Counters> position(static_cast<std::size_t>(piles));
  for (std::size_t number = 0; number < positions; ++number) {
    std::ranges::fill(position, 0);
    for (int place = 0; place < digits; ++place)
      for (int j = 0; j < piles; ++j)
        position[static_cast<std::size_t>(j)] |=
            Counters{digit_of(static_cast<DigitLetter>(number >> place * piles), j, piles)}
            << place;
    const auto found = std::span(outcomes_).subspan(number * modes, modes);
    outcomes(position, found);
    std::uint64_t hash = 0;
    for (const OutcomeVector vector : found) hash = mix(hash, vector.word());
    blocks_[0].push_back(hash);
  }
  for (std::size_t k = 1; k < blocks_.size(); ++k) {
    const auto& parts = blocks_[k - 1];
    blocks_[k].reserve(parts.size() / letters());
    for (std::size_t from = 0; from < parts.size(); from += letters()) {
      std::uint64_t hash = 0;
      for (std::size_t part = from; part < from + letters(); ++part) hash = mix(hash, parts[part]);
      blocks_[k].push_back(hash);
    }
  }
}

std::uint64_t DigitLearner::signature(std::size_t prefix, int depth) const noexcept {
  std::uint64_t hash = 0;
  for (std::size_t k = 0; k <= static_cast<std::size_t>(depth); ++k)
    hash = mix(hash, blocks_[k][prefix]);
  return hash;
}

std::optional<DigitMachine> DigitLearner::guess(int depth) const {
  const std::size_t known_prefixes = blocks_[static_cast<std::size_t>(depth)].size();
  std::unordered_map<std::uint64_t, DigitMachine::StateId> numbers{{signature(0, depth), 0}};
  std::vector<std::size_t> prefixes{0};  // the first of each state
  std::vector<DigitMachine::StateId> next;
  for (std::size_t id = 0; id < prefixes.size(); ++id)
    for (std::size_t letter = 0; letter < letters(); ++letter) {
      const std::size_t prefix = prefixes[id] * letters() + letter;
      if (prefix >= known_prefixes || prefixes.size() > kMostStates) return {};
      const auto [place, is_new] = numbers.try_emplace(
          signature(prefix, depth), static_cast<DigitMachine::StateId>(prefixes.size()));
      if (is_new) prefixes.push_back(prefix);
      next.push_back(place->second);
    }
  std::vector<OutcomeVector> outcomes;
  for (const std::size_t prefix : prefixes) {
    const auto found = std::span(outcomes_).subspan(prefix * modes_, modes_);
    outcomes.insert(outcomes.end(), found.begin(), found.end());
  }
  return DigitMachine(players_, piles_, modes_, std::move(outcomes), std::move(next));
}

std::size_t DigitLearner::different_blocks(int k) const {
  auto blocks = blocks_[static_cast<std::size_t>(k)];
  std::ranges::sort(blocks);
  return static_cast<std::size_t>(std::unique(blocks.begin(), blocks.end()) - blocks.begin());
}

}  // namespace nimsweep
