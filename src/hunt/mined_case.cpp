#include "hunt/mined_case.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <utility>
#include <variant>

#include "nimsweep/claims/digit_check.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/hunt/digit_values.hpp"
#include "nimsweep/solve/digit_search.hpp"

namespace nimsweep::hunt_detail {

namespace {

constexpr std::size_t kBoxPositions = 600;     // of a sample: all small ones,
constexpr std::size_t kRandomPositions = 200;  // and some larger ones
constexpr int kRandomDigits = 7;

// Small positions in order, then larger ones of all sizes, always the same.
std::vector<std::vector<Counters>> sample_positions(int piles) {
  std::vector<std::vector<Counters>> positions;
  const auto N = static_cast<std::size_t>(piles);
  Counters side = 1;
  const auto box = [&](Counters of_side) {
    std::size_t size = 1;
    for (std::size_t j = 0; j < N; ++j) size *= of_side;
    return size;
  };
  while (box(side + 1) <= kBoxPositions) ++side;
  std::vector<Counters> position(N, 1);
  while (true) {
    positions.push_back(position);
    std::size_t j = N;
    while (j > 0 && position[j - 1] == side) position[--j] = 1;
    if (j == 0) break;
    ++position[j - 1];
  }
  std::mt19937_64 random(1);
  for (std::size_t k = 0; k < kRandomPositions; ++k) {
    for (Counters& pile : position) pile = 1 + random() % (Counters{2} << random() % kRandomDigits);
    positions.push_back(position);
  }
  return positions;
}

}  // namespace

void MinedCase::examine(const Ruleset& ruleset, int passes, const Words& words,
                        IsStopped is_stopped) {
  auto found = find_digit_machine(ruleset, *matrix_, parameters().N, static_cast<Counters>(passes),
                                  {}, is_stopped);
  if (auto* none = std::get_if<NoMachine>(&found)) {
    reason_ = std::move(none->reason);
    return;
  }
  machine_ = std::move(std::get<ProvedMachine>(found).machine);
  sample_.has_firsts = !DigitValues(*machine_).is_first_independent();
  for (const auto& piles : sample_positions(parameters().N)) enter(piles);
  reading_ = words.read(sample_);
}

// Play starts in the last mode: with all passes, or all zero moves.
void MinedCase::enter(const std::vector<Counters>& piles) {
  const OutcomeVector outcomes = machine_->outcomes(machine_->state_of(piles)).back();
  const int n = parameters().n;
  for (Seat first = 0; first < (sample_.has_firsts ? n : 1); ++first)
    sample_.entries.push_back({piles, first, value_of(outcomes[first], first, n)});
}

PointSet MinedCase::everywhere() const {
  PointSet all(sample_.entries.size());
  for (std::size_t k = 0; k < sample_.entries.size(); ++k) all.insert(k);
  return all;
}

std::optional<std::vector<PointSet>> MinedCase::cells_of(const DecisionList& list) const {
  std::vector<PointSet> cells;
  PointSet rest = everywhere();
  for (const DecisionList::Case& of_list : list.cases) {
    PointSet cell = rest;
    for (const std::size_t c : of_list.all_of) {
      if (!reading_.conditions[c]) return std::nullopt;
      cell &= *reading_.conditions[c];
    }
    rest.remove(cell);
    cells.push_back(std::move(cell));
  }
  return cells;
}

bool MinedCase::agrees_with(const DecisionList& list) const {
  const auto cells = cells_of(list);
  if (!cells) return false;
  for (std::size_t j = 0; j < list.cases.size(); ++j) {
    const auto& where = reading_.values[list.cases[j].value];
    if (!where || !(*cells)[j].is_within(*where)) return false;
  }
  return true;
}

MinedCase::Proof MinedCase::prove(const Claim& claim, const Words& words, IsStopped is_stopped) {
  const auto form = make_digit_form(claim, parameters());
  if (std::holds_alternative<NotSymbolic>(form)) return Proof::undecided;
  const auto mode = static_cast<Mode>(machine_->modes() - 1);
  const auto answer = std::get<DigitForm>(form).check(*machine_, mode, 1, is_stopped);
  const auto* verdict = std::get_if<Verdict>(&answer);
  if (verdict == nullptr) return Proof::undecided;
  if (verdict->holds()) return Proof::proved;
  if (verdict->counterexamples.empty()) return Proof::undecided;
  enter(verdict->counterexamples.front().piles);
  reading_ = words.read(sample_);
  return Proof::refuted;
}

std::vector<MinedCase> cases_of(const MineTask& task) {
  std::vector<MinedCase> cases;
  for (const auto* matrices : {&task.matrices, &task.check_matrices})
    for (const AllianceMatrix& matrix : *matrices)
      for (const int N : task.all_piles()) {
        const bool is_learned =
            matrices == &task.matrices && std::ranges::binary_search(task.piles, N);
        cases.emplace_back(matrix,
                           Parameters{.n = matrix.players(),
                                      .N = N,
                                      .r = shift_of(matrix),
                                      .k = number_of_game(task.game)},
                           is_learned);
      }
  return cases;
}

std::vector<Synonyms> synonyms(std::span<const std::optional<PointSet>> sets,
                               std::span<const Word> words,
                               FunctionRef<bool(std::size_t)> is_wanted) {
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < sets.size(); ++k)
    if (sets[k] && is_wanted(k)) order.push_back(k);
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return words[k].cost; });
  std::vector<Synonyms> groups;
  std::map<PointSet, std::size_t> known;
  for (const std::size_t k : order) {
    const auto [place, is_new] = known.try_emplace(*sets[k], groups.size());
    if (is_new) groups.push_back({*sets[k], {}});
    groups[place->second].words.push_back(k);
  }
  return groups;
}

}  // namespace nimsweep::hunt_detail
