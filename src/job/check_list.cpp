#include "nimsweep/job/check_list.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "job/family_list.hpp"
#include "job/job_checks.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/claims/exhaustive_check.hpp"
#include "nimsweep/families/family_check.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/solve/box_solver.hpp"
#include "nimsweep/solve/digit_search.hpp"

namespace nimsweep {

using namespace job_detail;

namespace {

constexpr Uint128 kMostMatricesOfClaim = Uint128{1} << 40;  // a claim for each takes weeks
constexpr Uint128 kFallbackPairs = 20'000'000;              // a second or two, of a claim of
constexpr std::size_t kUsualSize = 16;                      // as many operations
constexpr Counters kLargestFallback = 64;

// Can the game be played with this many piles of that size?
bool has_piles(const Ruleset& ruleset, int piles, Counters size) {
  return succeeds(
      [&] { ruleset.check_piles(std::vector<Counters>(static_cast<std::size_t>(piles), size)); });
}

// The cost of solving a position with piles of this size, as a number of looks: games whose
// positions are not solved in rows have all their states and options looked at.
Uint128 effort(const Ruleset& ruleset, int piles, Counters bound) {
  const MoveShape shape = ruleset.move_shape();
  if (std::holds_alternative<LowerLast>(shape) || BoxSolver::solves(shape)) return 1;
  const std::vector<Counters> bounds(static_cast<std::size_t>(piles), bound);
  Uint128 states = 1;
  for (const Counters entry : ruleset.state_bounds(bounds))
    if (states <= kFallbackPairs) states *= Uint128{entry} + 1;  // more is too much anyway
  return states * static_cast<unsigned>(piles) * bound;
}

// The largest bound with which looking at every position takes a moment; 0 if no useful bound is
// small enough.
Counters affordable_bound(const Claim& claim, const Ruleset& ruleset, int players, int piles) {
  const Uint128 affordable = kFallbackPairs * kUsualSize / std::max(kUsualSize, claim.size());
  const auto is_affordable = [&](Counters bound) {
    Uint128 product = static_cast<unsigned>(players);
    for (int j = 0; j < piles && product <= affordable; ++j) product *= bound;
    return product <= affordable && product * effort(ruleset, piles, bound) <= affordable &&
           has_piles(ruleset, piles, bound);
  };
  if (!has_piles(ruleset, piles, 2)) return is_affordable(1) ? 1 : 0;
  if (!is_affordable(2)) return 0;
  Counters bound = 2;
  while (bound < kLargestFallback && is_affordable(bound + 1)) ++bound;
  return bound;
}

// The job's bounds, if it has any for this many piles; claims are about piles that are not empty.
std::vector<Counters> fallback_bounds(const JobSpec& job, const Ruleset& ruleset,
                                      const ClaimSpec& spec, int players, int piles) {
  const auto of_job =
      std::ranges::find(job.bounds, static_cast<std::size_t>(piles), &std::vector<Counters>::size);
  if (of_job == job.bounds.end()) {
    const Counters bound = affordable_bound(spec.claim, ruleset, players, piles);
    if (bound == 0) return {};
    return std::vector<Counters>(static_cast<std::size_t>(piles), bound);
  }
  std::vector<Counters> bounds = *of_job;
  for (Counters& bound : bounds) bound = std::max<Counters>(bound, 1);
  return bounds;
}

bool names(const CheckGroup& group, int shift) {
  const auto matrix = AllianceMatrix::shifted(group.players, shift);
  return group.own_matrix ? matrix == *group.own_matrix : group.matrices.names(matrix);
}

// Fills in which matrices the claim is about, and how many there are. A `given` without a value is
// an error for matrices that the job names, but not for others, which a sample may hold.
void find_matrices(CheckGroup& group) {
  const Claim& claim = group.spec->claim;
  const auto applies = [&](std::optional<int> shift) {
    if (!shift && claim.matrix == Claim::kEveryShift) return false;
    const Parameters parameters{.n = group.players, .N = group.piles, .r = shift, .k = group.k};
    return group.piles == kAllPiles ? applies_to_some_number(claim, parameters)
                                    : claim.applies(parameters);
  };
  std::uint64_t shifted = 0;  // that are named
  for (int shift = 0; shift < group.players; ++shift) {
    bool does = false;
    const bool is_named = names(group, shift);
    try {
      does = applies(shift);
    } catch (const Error&) {
      if (is_named) throw;
    }
    group.applies.push_back(does);
    if (is_named) ++shifted;
    if (is_named && does) ++group.verdicts;
  }
  group.applies.push_back(group.matrix_count > shifted && applies(std::nullopt));
  if (group.applies.back()) group.verdicts += group.matrix_count - shifted;
}

// As far as can be told: a sample may hold any matrix.
bool is_about_any(const CheckGroup& group) {
  if (group.own_matrix || !group.matrices.has_sample()) return group.verdicts > 0;
  return std::find(group.applies.begin(), group.applies.end(), true) != group.applies.end();
}

template <class Ready>
ClaimForm as_form(std::variant<Ready, NotSymbolic> ready) {
  return std::visit([](auto& either) -> ClaimForm { return std::move(either); }, ready);
}

ClaimForm digit_form_of(const CheckGroup& group, const Parameters& parameters) {
  if (group.spec->max_counters) return NotSymbolic{"piles are bounded"};
  const std::string reason =
      why_no_digit_machine(*group.ruleset, group.piles, static_cast<Counters>(group.passes));
  if (!reason.empty()) return NotSymbolic{fmt::format("{}: {}", group.ruleset->name(), reason)};
  return as_form(make_digit_form(group.spec->claim, parameters));
}

// Last Nim's own machine reads piles one after the other, so it cannot compare large ones; their
// digits can. Small Nim is about piles in descending order, which digits do not know.
ClaimForm form_of(const CheckGroup& group, const Parameters& parameters) {
  if (!group.ruleset->has_size_machine()) return digit_form_of(group, parameters);
  const PileOrder order = pile_order_of(*group.ruleset);
  auto form =
      as_form(make_symbolic(group.spec->claim, parameters, group.spec->max_counters, order));
  const bool has_digits = order == PileOrder::any && group.piles != kAllPiles;
  if (!has_digits || !std::holds_alternative<NotSymbolic>(form)) return form;
  auto digits = digit_form_of(group, parameters);
  return std::holds_alternative<NotSymbolic>(digits) ? form : digits;
}

// Nobody should wait for tables to learn that a claim cannot be checked. Fills in the forms, which
// are all the same unless the claim asks for r, and what looking at positions takes.
void find_forms(CheckGroup& group) {
  const bool uses_r = group.spec->claim.uses(Expression::Op::r);
  std::optional<std::size_t> first;
  group.forms.resize(group.applies.size());
  for (std::size_t place = 0; place < group.applies.size(); ++place) {
    if (!group.applies[place]) continue;
    Parameters parameters{.n = group.players, .N = group.piles, .k = group.k};
    if (place < static_cast<std::size_t>(group.players)) parameters.r = static_cast<int>(place);
    if (first && !uses_r) {
      group.forms[place] = group.forms[*first];
      continue;
    }
    group.forms[place] = form_of(group, parameters);
    const auto* reason = std::get_if<NotSymbolic>(&*group.forms[place]);
    if (reason != nullptr && group.piles == kAllPiles)
      throw Error(ErrorKind::input,
                  fmt::format("it cannot be proved for every number of piles: {}; expected numbers "
                              "of piles",
                              reason->reason));
    const bool is_first = !first;
    if (is_first) first = place;
    if (!is_first || reason == nullptr) continue;
    const auto bounds = group.bounds_of_positions(reason->reason);
    const Counters largest = std::min(kLargestFallback, *std::ranges::max_element(bounds));
    group.looks = Uint128{ExhaustiveCheck(group.spec->claim, parameters, bounds).pairs()} *
                  effort(*group.ruleset, group.piles, largest);
  }
}

// The job with the matrices SSAM^r, for every r.
JobSpec with_every_shift(const JobSpec& job) {
  JobSpec shifted = job;
  shifted.matrices = {MatrixSource{.kind = MatrixSource::Kind::ssam}};
  return shifted;
}

// Can the claim be about this many piles of the game? Not every game has a machine.
bool is_playable(const Ruleset& ruleset, int piles) {
  if (piles != kAllPiles) return has_piles(ruleset, piles, 1);
  if (ruleset.has_size_machine()) return true;
  throw Error(ErrorKind::input,
              fmt::format("it cannot be proved for every number of piles of {}; expected numbers "
                          "of piles, or last-nim or small-nim",
                          ruleset.name()));
}

// The part of a group that is the same for every number of piles; nothing if the claim is not for
// this many players.
std::optional<CheckGroup> group_of_players(const JobSpec& job, const ClaimSpec& spec,
                                           const std::shared_ptr<const Ruleset>& ruleset,
                                           int players) {
  if (!succeeds([&] { ruleset->check_players(players); })) return std::nullopt;
  const bool has_own_shifts =
      spec.claim.matrix == Claim::kEveryShift && (spec.names_matrix || !job.names_matrices);
  const MatrixSet matrices(has_own_shifts ? with_every_shift(job) : job, players);
  auto own = own_matrix(spec.claim, players);
  if (!spec.claim.matrix.empty() && spec.claim.matrix != Claim::kEveryShift && !own)
    return std::nullopt;
  if (own && !spec.names_matrix && job.names_matrices && !matrices.names(*own)) own.reset();
  const Uint128 count = own ? 1 : matrices.size();
  if (count > kMostMatricesOfClaim)
    throw job.error_at(spec.place, fmt::format("verify: {} matrices; expected at most {}",
                                               to_grouped_decimal(count),
                                               to_grouped_decimal(kMostMatricesOfClaim)));
  return CheckGroup{.spec = &spec,
                    .ruleset = ruleset,
                    .players = players,
                    .passes = job.passes,
                    .k = number_of_game(spec.game),
                    .own_matrix = own,
                    .matrices = matrices,
                    .matrix_count = static_cast<std::uint64_t>(count),
                    .applies = {},
                    .fallback_bounds = {}};
}

// A claim for every number of players: about Last Nim as it is in the papers.
CheckGroup group_of_all_players(const JobSpec& job, const ClaimSpec& spec,
                                const std::shared_ptr<const Ruleset>& ruleset) {
  const auto refuse = [&](std::string_view what) {
    throw job.error_at(spec.place,
                       fmt::format("{}: for every number of players, {}", spec.claim.name, what));
  };
  if (!std::holds_alternative<LowerLast>(ruleset->move_shape()))
    refuse(fmt::format("{} is not understood; expected last-nim", ruleset->name()));
  if (job.passes > 0) refuse("passes are not understood; expected none");
  if (spec.max_counters) refuse("every pile size is meant; expected no 'max', or all");
  if (!can_check_families())
    throw Error(ErrorKind::io,
                fmt::format("{}: for every number of players, z3 is needed, and this program was "
                            "built without it; install libz3-dev and build again",
                            spec.claim.name));
  CheckGroup group{.spec = &spec,
                   .ruleset = ruleset,
                   .players = kAllPlayers,
                   .families = families_of(job, spec),
                   .piles = kAllPiles,
                   .own_matrix = {},
                   .matrices = {},
                   .applies = {},
                   .fallback_bounds = {}};
  group.matrix_count = group.verdicts = group.families.size();
  return group;
}

}  // namespace

std::vector<Counters> CheckGroup::bounds_of_positions(std::string_view reason) const {
  if (spec->max_counters)
    return std::vector<Counters>(static_cast<std::size_t>(piles), *spec->max_counters);
  if (fallback_bounds.empty())
    throw Error(ErrorKind::input,
                fmt::format("{} piles are too many to look at each position ({}); expected fewer "
                            "piles, or 'max'",
                            piles, reason));
  return fallback_bounds;
}

std::optional<AllianceMatrix> own_matrix(const Claim& claim, int players) {
  if (claim.matrix.empty()) return std::nullopt;
  try {
    return parse_matrix(claim.matrix, players);
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::vector<CheckGroup> check_list(const JobSpec& job) {
  std::vector<CheckGroup> groups;
  for (const ClaimSpec& spec : job.claims) {
    const std::size_t before = groups.size();
    const std::shared_ptr<const Ruleset> ruleset = make_ruleset(spec.game);
    for (const int players : job.players_of(spec)) {
      if (players == kAllPlayers) {
        groups.push_back(group_of_all_players(job, spec, ruleset));
        continue;
      }
      const auto about_players = group_of_players(job, spec, ruleset, players);
      if (!about_players) continue;
      for (const int piles : job.pile_counts_of(spec)) {
        job.at(spec.place, spec.claim.name, [&] {
          if (!is_playable(*ruleset, piles)) return;
          CheckGroup group = *about_players;
          group.piles = piles;
          if (piles != kAllPiles)
            group.fallback_bounds = fallback_bounds(job, *ruleset, spec, players, piles);
          find_matrices(group);
          if (!is_about_any(group)) return;
          find_forms(group);
          groups.push_back(std::move(group));
        });
      }
    }
    const auto counts = job.pile_counts_of(spec);
    if (groups.size() == before && std::ranges::find(counts, kAllPiles) != counts.end())
      job.at(spec.place, spec.claim.name, [] {
        throw Error(ErrorKind::input,
                    "it is about no number of piles; expected a scope that is "
                    "not empty");
      });
  }
  return groups;
}

}  // namespace nimsweep
