#include "nimsweep/hunt/hunt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <tuple>
#include <unordered_map>

#include "nimsweep/base/error.hpp"
#include "nimsweep/claims/symbolic_check.hpp"

namespace nimsweep {

namespace {

// Larger comes first.
std::uint32_t score_of(const Hunt& hunt, std::uint32_t states, std::uint32_t letters) {
  if (hunt.order == Hunt::Order::states) return states;
  return hunt.order == Hunt::Order::letters ? letters : 0;
}

auto place_of(const Hunt& hunt, const Hit& hit) {
  return std::tuple(~score_of(hunt, hit.states, hit.letters), hit.index);
}

bool comes_before(const Hunt& hunt, const Hit& a, const Hit& b) {
  return place_of(hunt, a) < place_of(hunt, b);
}

// Is there room for it, or does it come before another? Once there are `keep` of them, the first
// `keep` are sorted, and the rest are not.
bool is_wanted(const Hunt& hunt, const Hit& hit, const std::vector<Hit>& kept) {
  if (kept.size() < hunt.keep) return true;
  return hunt.keep > 0 && comes_before(hunt, hit, kept[hunt.keep - 1]);
}

void keep(const Hunt& hunt, const Hit& hit, HuntResult& result) {
  result.kept.push_back(hit);
  if (result.kept.size() == hunt.keep || result.kept.size() == 2 * hunt.keep) result.tidy(hunt);
}

void add(std::vector<Shares>& histogram, std::size_t value, Shares shares) {
  if (histogram.size() <= value) histogram.resize(value + 1);
  histogram[value] += shares;
}

// Calls visit(ranks) for each matrix of a piece, in the order of indices, until it returns false.
class Matrices {
 public:
  Matrices(const Piece& piece, bool only_first_of_orbits)
      : only_first_of_orbits_(only_first_of_orbits) {
    for (Seat i = 0; i < piece.machine.players; ++i) rows_.push_back(piece.ranks(i));
    ranks_.resize(rows_.size());
  }

  template <class Visit>
  void visit_all(const Visit& visit) {
    visit_rows(0, visit);
  }

 private:
  template <class Visit>
  bool visit_rows(std::size_t i, const Visit& visit) {
    if (i == rows_.size())
      return (only_first_of_orbits_ && !is_first_of_orbit(ranks_)) || visit(ranks_);
    for (const Rank rank : rows_[i]) {
      if (only_first_of_orbits_ && !may_begin(i, rank)) continue;
      ranks_[i] = rank;
      if (!visit_rows(i + 1, visit)) return false;
    }
    return true;
  }

  // May the rows so far, with this rank in row i, begin a matrix that is the first of its orbit?
  // Without this cut, most of the time would go into matrices that are not.
  bool may_begin(std::size_t i, Rank rank) const {
    if (i == 0)
      return std::ranges::all_of(rows_, [&](const auto& of_row) { return of_row.back() >= rank; });
    for (std::size_t from = 1; from <= i; ++from)  // rotations that begin with that row
      for (std::size_t k = 0; from + k <= i; ++k) {
        const Rank rotated = from + k == i ? rank : ranks_[from + k];
        if (rotated < ranks_[k]) return false;
        if (rotated > ranks_[k]) break;
      }
    return true;
  }

  bool only_first_of_orbits_;
  std::vector<std::vector<Rank>> rows_;
  std::vector<Rank> ranks_;
};

bool has_equal_rows(std::span<const Rank> ranks) {
  return orbit_size(ranks) == 1;
}

// The matrices of a piece that have equal rows.
Shares count_equal_rows(const Piece& piece) {
  std::vector<Rank> common = piece.ranks(0);
  for (Seat i = 1; i < piece.machine.players && !common.empty(); ++i) {
    const std::vector<Rank> ranks = piece.ranks(i);
    std::erase_if(common, [&](Rank rank) { return !std::ranges::binary_search(ranks, rank); });
  }
  return kWholeShare * common.size();
}

SymbolicClaim symbolic(const Claim& claim, const Parameters& parameters, PileOrder order) {
  auto ready = make_symbolic(claim, parameters, std::nullopt, order);
  if (const auto* why = std::get_if<NotSymbolic>(&ready))
    throw Error(ErrorKind::input, fmt::format("{} cannot be checked for all pile sizes: {}",
                                              claim.name, why->reason));
  return std::get<SymbolicClaim>(std::move(ready));
}

Verdict verdict_on(const Claim& claim, const SymbolicClaim& ready, const PrefixMachine& machine) {
  auto checked = ready.check(machine, 0);
  if (const auto* why = std::get_if<NotSymbolic>(&checked))
    throw Error(ErrorKind::input, fmt::format("{}: {}", claim.name, why->reason));
  return std::get<Verdict>(std::move(checked));
}

// The walk's machine in the form that claims are checked with. With piles in descending order a
// walk has not followed a state beyond the largest pile that may come next: there the last known
// step stands for all larger piles, and nobody asks for them.
PrefixMachine unpacked(const PackedMachine& machine) {
  std::vector<PackedVector> states{machine.start()};
  std::unordered_map<PackedVector, PrefixMachine::StateId> ids{{machine.start(), 0}};
  for (const PackedVector vector : machine.reached)
    if (ids.try_emplace(vector, static_cast<PrefixMachine::StateId>(states.size())).second)
      states.push_back(vector);
  std::vector<OutcomeVector> vectors;
  std::vector<PrefixMachine::StateId> next;
  for (const PackedVector state : states) {
    OutcomeVector outcomes;
    for (Seat i = 0; i < machine.players; ++i) outcomes.set(i, winner_in(state, i));
    vectors.push_back(outcomes);
    PackedVector after = handed_on(state, machine.players);
    bool is_known = true;
    for (int size = 1; size <= machine.letters; ++size, after = machine.grown(after)) {
      const auto place = ids.find(after);
      is_known &= place != ids.end();
      assert(is_known || (machine.is_descending && size > 1));
      next.push_back(is_known ? place->second : next.back());
    }
  }
  return {machine.players, std::move(vectors), std::move(next)};
}

}  // namespace

bool Hunt::is_about_behaviour() const noexcept {
  return !satisfies || !satisfies->uses(Expression::Op::r);
}

bool Hunt::is_same_for_rotations() const noexcept {
  return (!where || where->is_same_for_rotations()) &&
         (!satisfies || (!satisfies->uses(Expression::Op::first) && !satisfies->has_winners()));
}

void Hunt::check_form(int players) const {
  if (max_piles > 0 && satisfies)
    throw Error(ErrorKind::input,
                "'piles' bounds the positions looked at, but 'satisfies' is about all of them");
  if (max_piles > 0 && where && where->asks_for_growth())
    throw Error(ErrorKind::input,
                "'piles' bounds the positions looked at; then 'where' knows only states, letters, "
                "first_independent and equal_rows");
  if (where) where->check_names(players);
}

void HuntResult::merge(const HuntResult& other, const Hunt& hunt) {
  total += other.total;
  hits += other.hits;
  behaviours += other.behaviours;
  behaviours_up_to_rotation += other.behaviours_up_to_rotation;
  for (std::size_t k = 0; k < other.states.size(); ++k)
    if (other.states[k] != 0) add(states, k, other.states[k]);
  for (std::size_t k = 0; k < other.letters.size(); ++k)
    if (other.letters[k] != 0) add(letters, k, other.letters[k]);
  kept.insert(kept.end(), other.kept.begin(), other.kept.end());
  tidy(hunt);
}

void HuntResult::tidy(const Hunt& hunt) {
  const auto in_order = [&](const Hit& a, const Hit& b) { return comes_before(hunt, a, b); };
  // Usually these are two sorted lists.
  const auto middle = std::is_sorted_until(kept.begin(), kept.end(), in_order);
  if (!std::is_sorted(middle, kept.end(), in_order)) std::sort(middle, kept.end(), in_order);
  std::inplace_merge(kept.begin(), middle, kept.end(), in_order);
  // A sample may repeat itself.
  const auto is_same = [](const Hit& a, const Hit& b) { return a.index == b.index; };
  kept.erase(std::unique(kept.begin(), kept.end(), is_same), kept.end());
  if (kept.size() > hunt.keep) kept.resize(hunt.keep);
}

void HuntResult::write(FieldWriter& fields) const {
  for (const Shares shares : {total, hits, behaviours, behaviours_up_to_rotation})
    fields.number(shares);
  fields.numbers(states);
  fields.numbers(letters);
  fields.number(kept.size());
  for (const Hit& hit : kept) {
    fields.large(hit.index);
    for (const std::uint32_t number : {hit.orbit, hit.states, hit.letters}) fields.number(number);
    fields.large(hit.alike);
  }
}

// Members of a braced list are evaluated in order.
HuntResult HuntResult::read(FieldReader& fields) {
  constexpr auto kMost = std::numeric_limits<std::uint32_t>::max();
  HuntResult result{.total = fields.number(),
                    .hits = fields.number(),
                    .behaviours = fields.number(),
                    .behaviours_up_to_rotation = fields.number(),
                    .states = fields.numbers(),
                    .letters = fields.numbers(),
                    .kept = {}};
  for (std::uint64_t left = fields.number(); left > 0; --left)
    result.kept.push_back({.index = fields.large(),
                           .orbit = fields.up_to(kMost),
                           .states = fields.up_to(kMost),
                           .letters = fields.up_to(kMost),
                           .alike = fields.large()});
  return result;
}

HuntCheck::HuntCheck(const Hunt& hunt, int players, WalkedGame game)
    : hunt_(hunt),
      players_(players),
      is_same_for_rotations_(hunt.is_same_for_rotations()),
      asks_for_shift_(!hunt.is_about_behaviour()) {
  hunt.check_form(players);
  if (hunt.where) where_.emplace(*hunt.where, players, game);
  if (!hunt.satisfies) return;
  const PileOrder order = game == WalkedGame::small_nim ? PileOrder::descending : PileOrder::any;
  for (const int piles : hunt.piles_of_claim) try_claim(piles, order);
  if (claims_.empty())
    throw Error(ErrorKind::input,
                fmt::format("{} says nothing of {} players with these numbers of piles",
                            hunt.satisfies->name, players));
}

// Nobody should wait for a walk to learn that its claim has no value, so it is tried with each
// SSAM^r first.
void HuntCheck::try_claim(int piles, PileOrder order) {
  const Claim& claim = *hunt_.satisfies;
  ReadyClaim ready;
  bool applies_to_some_shift = false;
  for (int r = 0; r <= players_; ++r) {
    Parameters parameters{.n = players_, .N = piles};
    if (r < players_) parameters.r = r;
    auto& form = ready.by_shift.emplace_back();
    if (!claim.applies(parameters)) continue;
    form = r > 0 && !asks_for_shift_ ? ready.by_shift.front() : symbolic(claim, parameters, order);
    if (r == players_) continue;
    applies_to_some_shift = true;
    const auto machine = proof_machine(AllianceMatrix::shifted(players_, r), 0, piles);
    if (!std::holds_alternative<PrefixMachine>(machine)) continue;
    const Verdict verdict = verdict_on(claim, *form, std::get<PrefixMachine>(machine));
    if (verdict.first_error)
      throw Error(ErrorKind::input, fmt::format("{} with {} players and {} piles: {}", claim.name,
                                                players_, piles, verdict.first_error->reason));
  }
  if (applies_to_some_shift) claims_.push_back(std::move(ready));
}

void HuntCheck::take(const Piece& piece, bool has_all, HuntResult& result) const {
  result.total += piece.shares;
  add(result.states, piece.machine.states, piece.shares);
  add(result.letters, static_cast<std::size_t>(piece.machine.letters), piece.shares);
  // If the hunt asks for equal rows, a piece may have two answers: one for its matrices with equal
  // rows and one for the others.
  const bool are_hits = has_property(piece, false);
  std::optional<bool> with_equal_rows;
  if (where_ && hunt_.where->asks_for_rows() && has_property(piece, true) != are_hits)
    with_equal_rows = !are_hits;
  if (!are_hits && !with_equal_rows) return;
  if (hunt_.satisfies && !satisfies_claim(piece)) return;
  const Shares equal = with_equal_rows ? count_equal_rows(piece) : 0;
  const Shares hits = with_equal_rows == true ? equal : piece.shares - equal;
  if (hits == 0) return;
  result.hits += hits;
  if (hunt_.behaviours) {
    result.behaviours += piece.behaviours;
    result.behaviours_up_to_rotation += piece.behaviours_up_to_rotation;
    if (piece.behaviours != 0) keep_behaviour(piece, result);
    return;
  }
  keep_matrices(piece, has_all, with_equal_rows, result);
}

bool HuntCheck::has_property(const Piece& piece, bool has_equal_rows) const {
  return !where_ || where_->holds(piece.machine, has_equal_rows);
}

bool HuntCheck::satisfies_claim(const Piece& piece) const {
  const std::size_t shift = asks_for_shift_ ? shift_of_matrix(piece) : 0;
  const PrefixMachine machine = unpacked(piece.machine);
  bool applied = false;
  for (const ReadyClaim& ready : claims_) {
    const auto& form = ready.by_shift[shift];
    if (!form) continue;
    applied = true;
    if (!verdict_on(*hunt_.satisfies, *form, machine).holds()) return false;
  }
  return applied;
}

// The shift of the first matrix, as a place in ReadyClaim.
std::size_t HuntCheck::shift_of_matrix(const Piece& piece) const {
  std::vector<Rank> ranks(static_cast<std::size_t>(players_));
  for (Seat i = 0; i < players_; ++i) ranks[static_cast<std::size_t>(i)] = piece.ranks(i).front();
  const auto index = RankSpace::of(players_).index_of(ranks);
  return static_cast<std::size_t>(
      shift_of(AllianceMatrix::from_index(players_, index)).value_or(players_));
}

void HuntCheck::keep_matrices(const Piece& piece, bool has_all, std::optional<bool> with_equal_rows,
                              HuntResult& result) const {
  Hit hit{.index = piece.least_index,
          .states = static_cast<std::uint32_t>(piece.machine.states),
          .letters = static_cast<std::uint32_t>(piece.machine.letters)};
  if (!is_wanted(hunt_, hit, result.kept)) return;
  const RankSpace& space = RankSpace::of(players_);
  Matrices(piece, has_all && is_same_for_rotations_).visit_all([&](const std::vector<Rank>& ranks) {
    if (with_equal_rows && *with_equal_rows != has_equal_rows(ranks)) return true;
    hit.index = space.index_of(ranks);
    if (!is_wanted(hunt_, hit, result.kept)) return false;  // nor are the rest
    hit.orbit = static_cast<std::uint32_t>(orbit_size(std::span<const Rank>(ranks)));
    keep(hunt_, hit, result);
    return true;
  });
}

void HuntCheck::keep_behaviour(const Piece& piece, HuntResult& result) const {
  const auto first = std::span(piece.first_alike).first(static_cast<std::size_t>(players_));
  if (!is_first_of_orbit(first)) return;
  Hit hit{.index = RankSpace::of(players_).index_of(first),
          .states = static_cast<std::uint32_t>(piece.machine.states),
          .letters = static_cast<std::uint32_t>(piece.machine.letters)};
  if (!is_wanted(hunt_, hit, result.kept)) return;
  std::vector<std::vector<Rank>> alike;
  for (Seat i = 0; i < players_; ++i) {
    alike.push_back(piece.alike(i));
    hit.alike *= alike.back().size();
  }
  hit.orbit = static_cast<std::uint32_t>(orbit_size(std::span<const std::vector<Rank>>(alike)));
  keep(hunt_, hit, result);
}

}  // namespace nimsweep
