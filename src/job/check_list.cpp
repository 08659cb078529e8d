#include "nimsweep/job/check_list.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "nimsweep/base/text.hpp"
#include "nimsweep/model/matrix_text.hpp"

namespace nimsweep {

namespace {

constexpr Uint128 kMostMatrices = Uint128{1} << 40;  // a claim for each takes weeks
constexpr Uint128 kFallbackPairs = 20'000'000;       // a second or two
constexpr Counters kLargestFallback = 64;

// The largest bound with which looking at every position takes a moment; 0 if there is none that
// would show anything.
Counters affordable_bound(int players, int piles) {
  const auto pairs = [&](Counters bound) {
    Uint128 product = static_cast<unsigned>(players);
    for (int j = 0; j < piles && product <= kFallbackPairs; ++j) product *= bound;
    return product;
  };
  Counters bound = 2;
  if (pairs(bound) > kFallbackPairs) return 0;
  while (bound < kLargestFallback && pairs(bound + 1) <= kFallbackPairs) ++bound;
  return bound;
}

// The claim's own matrix for this many players; none if it fits another number of them.
std::optional<AllianceMatrix> own_matrix(const Claim& claim, int players) {
  if (claim.matrix.empty()) return std::nullopt;
  try {
    return parse_matrix(claim.matrix, players);
  } catch (const Error&) {
    return std::nullopt;
  }
}

bool may_apply(const JobSpec& job, const CheckGroup& group) {
  const Parameters parameters{.n = group.players,
                              .N = group.piles,
                              .r = group.own_matrix ? shift_of(*group.own_matrix) : std::nullopt};
  if (!group.own_matrix) return true;  // it depends on the matrix
  try {
    return group.spec->claim.applies(parameters);
  } catch (const Error& error) {
    throw job.error_at(group.spec->place,
                       fmt::format("{}: {}", group.spec->claim.name, error.what()));
  }
}

}  // namespace

std::vector<CheckGroup> check_list(const JobSpec& job) {
  std::vector<CheckGroup> groups;
  for (const ClaimSpec& spec : job.claims)
    for (const int players : job.players) {
      const MatrixSet matrices(job, players);
      auto own = own_matrix(spec.claim, players);
      if (!spec.claim.matrix.empty() && !own) continue;
      if (own && job.names_matrices && !matrices.names(*own)) own.reset();
      const Uint128 count = own ? 1 : matrices.size();
      if (count > kMostMatrices)
        throw job.error_at(
            spec.place, fmt::format("verify: {} matrices; expected at most {}",
                                    to_grouped_decimal(count), to_grouped_decimal(kMostMatrices)));
      for (std::size_t k = 0; k < job.pile_counts.size(); ++k) {
        const int piles = job.pile_counts[k];
        CheckGroup group{.spec = &spec,
                         .players = players,
                         .piles = piles,
                         .own_matrix = own,
                         .matrices = matrices,
                         .matrix_count = static_cast<std::uint64_t>(count),
                         .fallback_bound = affordable_bound(players, piles)};
        if (!job.bounds.empty())
          group.fallback_bound =
              std::max<Counters>(1, *std::max_element(job.bounds[k].begin(), job.bounds[k].end()));
        if (may_apply(job, group)) groups.push_back(std::move(group));
      }
    }
  return groups;
}

}  // namespace nimsweep
