#include "nimsweep/hunt/hunt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <unordered_map>

#include "hunt/hunt_result.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/claims/symbolic_check.hpp"
#include "nimsweep/games/registry.hpp"

namespace nimsweep {

using namespace hunt_detail;

namespace {

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

// A claim made ready to be checked for all pile sizes.
template <class Form>
Form ready(const Claim& claim, std::variant<Form, NotSymbolic> made) {
  if (const auto* why = std::get_if<NotSymbolic>(&made))
    throw Error(ErrorKind::input, fmt::format("{} cannot be checked for all pile sizes: {}",
                                              claim.name, why->reason));
  return std::get<Form>(std::move(made));
}

Verdict verdict_on(const Claim& claim, std::variant<Verdict, NotSymbolic> checked) {
  if (const auto* why = std::get_if<NotSymbolic>(&checked))
    throw Error(ErrorKind::input, fmt::format("{}: {}", claim.name, why->reason));
  return std::get<Verdict>(std::move(checked));
}

void throw_if_without_value(const Claim& claim, const Parameters& parameters,
                            const Verdict& verdict) {
  if (verdict.first_error)
    throw Error(ErrorKind::input,
                fmt::format("{} with {} players and {} piles: {}", claim.name, parameters.n,
                            parameters.N, verdict.first_error->reason));
}

[[noreturn]] void refuse_to_ask(const Claim& claim, int players) {
  throw Error(ErrorKind::input,
              fmt::format("{} says nothing of {} players with these numbers of piles", claim.name,
                          players));
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

void Hunt::check_form(int players, bool reads_digits) const {
  if (reads_digits && max_piles > 0)
    throw Error(ErrorKind::input,
                "'piles' of a hunt is about Last Nim and Small Nim; here positions have as many "
                "piles as the job says");
  if (reads_digits && order == Order::letters)
    throw Error(ErrorKind::input, "letters is about Last Nim and Small Nim; expected 'by: states'");
  if (!reads_digits && box > 0)
    throw Error(ErrorKind::input, "'box' is about games other than Last Nim and Small Nim");
  if (where) where->check_words(reads_digits);
  if (max_piles > 0 && satisfies)
    throw Error(ErrorKind::input,
                "'piles' bounds the positions looked at, but 'satisfies' is about all of them");
  if (max_piles > 0 && where && where->asks_for_growth())
    throw Error(ErrorKind::input,
                "'piles' bounds the positions looked at; then 'where' knows only states, letters, "
                "first_independent and equal_rows");
  if (where) where->check_names(players);
}

HuntCheck::HuntCheck(const Hunt& hunt, int players, WalkedGame game)
    : hunt_(hunt),
      players_(players),
      is_same_for_rotations_(hunt.is_same_for_rotations()),
      asks_for_shift_(!hunt.is_about_behaviour()) {
  hunt.check_form(players);
  if (hunt.where) where_.emplace(*hunt.where, players, game);
  if (!hunt.satisfies) return;
  try_claims(0, game == WalkedGame::small_nim ? PileOrder::descending : PileOrder::any);
}

HuntCheck::HuntCheck(const Hunt& hunt, int players, const SearchedGame& game)
    : hunt_(hunt),
      players_(players),
      is_same_for_rotations_(hunt.is_same_for_rotations()),
      asks_for_shift_(!hunt.is_about_behaviour()) {
  const auto* digits = std::get_if<DigitGame>(&game);
  hunt.check_form(players, digits != nullptr);
  if (hunt.where) where_.emplace(*hunt.where, players, game);
  if (!hunt.satisfies) return;
  if (digits != nullptr)
    try_claim(*digits);
  else
    try_claims(std::get<PassGame>(game).passes, PileOrder::any);
}

void HuntCheck::try_claims(int passes, PileOrder order) {
  for (const int piles : hunt_.piles_of_claim) try_claim(piles, passes, order);
  if (claims_.empty()) refuse_to_ask(*hunt_.satisfies, players_);
}

// Nobody should wait for a walk to learn that its claim has no value, so it is tried with each
// SSAM^r first.
void HuntCheck::try_claim(int piles, int passes, PileOrder order) {
  const Claim& claim = *hunt_.satisfies;
  ReadyClaim of_piles;
  bool applies_to_some_shift = false;
  for (int r = 0; r <= players_; ++r) {
    Parameters parameters{.n = players_, .N = piles};
    if (r < players_) parameters.r = r;
    auto& form = of_piles.by_shift.emplace_back();
    if (!claim.applies(parameters)) continue;
    form = r > 0 && !asks_for_shift_
               ? of_piles.by_shift.front()
               : ready(claim, make_symbolic(claim, parameters, std::nullopt, order));
    if (r == players_) continue;
    applies_to_some_shift = true;
    const auto machine = proof_machine(AllianceMatrix::shifted(players_, r), passes, piles);
    if (!std::holds_alternative<PrefixMachine>(machine)) continue;
    throw_if_without_value(claim, parameters,
                           verdict_on(claim, form->check(std::get<PrefixMachine>(machine), 0)));
  }
  if (applies_to_some_shift) claims_.push_back(std::move(of_piles));
}

void HuntCheck::try_claim(const DigitGame& game) {
  const Claim& claim = *hunt_.satisfies;
  bool applies_to_some_shift = false;
  for (int r = 0; r <= players_; ++r) {
    Parameters parameters{
        .n = players_, .N = game.places, .k = number_of_game(game.ruleset->name())};
    if (r < players_) parameters.r = r;
    auto& form = digit_claims_.emplace_back();
    if (!claim.applies(parameters)) continue;
    form = r > 0 && !asks_for_shift_ ? digit_claims_.front()
                                     : ready(claim, make_digit_form(claim, parameters));
    if (r == players_) continue;
    applies_to_some_shift = true;
    const Finding found = find_values(game, AllianceMatrix::shifted(players_, r));
    if (found.values)
      throw_if_without_value(
          claim, parameters,
          verdict_on(claim, form->check(std::get<DigitValues>(*found.values).machine(), 0, 0)));
  }
  if (!applies_to_some_shift) refuse_to_ask(claim, players_);
}

void HuntCheck::take(const Piece& piece, bool has_all, HuntResult& result) const {
  result.total += piece.shares;
  if (piece.is_open())
    result.open += piece.shares;
  else
    add(result.states, piece.states(), piece.shares);
  const auto letters = static_cast<std::size_t>(piece.letters());
  if (letters > 0) add(result.letters, letters, piece.shares);
  if (piece.is_open() && needs_values()) return;
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
  if (!piece.is_open()) add(result.hit_states, piece.states(), hits);
  if (letters > 0) add(result.hit_letters, letters, hits);
  if (!hunt_.behaviours)
    keep_matrices(piece, has_all, with_equal_rows, result);
  else if (piece.found != nullptr)
    take_alike(piece, result);
  else
    take_behaviour(piece, result);
}

// Open matrices have no behaviour, and satisfy no claim as far as is known.
// An open matrix is a hit only if the question is answered without its values.
bool HuntCheck::has_property(const Piece& piece, bool has_equal_rows) const {
  if (!where_) return true;
  return piece.found != nullptr ? where_->holds(*piece.found, has_equal_rows) == true
                                : where_->holds(piece.machine, has_equal_rows);
}

std::vector<std::uint64_t> HuntCheck::facts_of(const Piece& piece, bool has_equal_rows) const {
  if (!where_ || piece.is_open()) return {};
  return piece.found != nullptr ? where_->facts(*piece.found, has_equal_rows)
                                : where_->facts(piece.machine, has_equal_rows);
}

bool HuntCheck::satisfies_claim(const Piece& piece) const {
  const std::size_t shift = asks_for_shift_ ? shift_of_matrix(piece) : 0;
  const auto* digits =
      piece.found != nullptr ? std::get_if<DigitValues>(&*piece.found->values) : nullptr;
  if (digits != nullptr) {
    const auto& form = digit_claims_[shift];
    return form && verdict_on(*hunt_.satisfies, form->check(digits->machine(), 0, 0)).holds();
  }
  const PrefixMachine machine = piece.found != nullptr
                                    ? std::get<PileValues>(*piece.found->values).machine()
                                    : unpacked(piece.machine);
  bool applied = false;
  for (const ReadyClaim& of_piles : claims_) {
    const auto& form = of_piles.by_shift[shift];
    if (!form) continue;
    applied = true;
    if (!verdict_on(*hunt_.satisfies, form->check(machine, 0)).holds()) return false;
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
          .states = static_cast<std::uint32_t>(piece.states()),
          .letters = static_cast<std::uint32_t>(piece.letters())};
  if (piece.is_open()) hit.blocks = piece.found->blocks;
  if (!is_wanted(hunt_, hit, result.kept)) return;
  const RankSpace& space = RankSpace::of(players_);
  const bool asks_for_rows = where_ && hunt_.where->asks_for_rows();
  hit.facts = facts_of(piece, false);
  Matrices(piece, has_all && is_same_for_rotations_).visit_all([&](const std::vector<Rank>& ranks) {
    if (with_equal_rows && *with_equal_rows != has_equal_rows(ranks)) return true;
    hit.index = space.index_of(ranks);
    if (!is_wanted(hunt_, hit, result.kept)) return false;  // nor are the rest
    hit.orbit = static_cast<std::uint32_t>(orbit_size(std::span<const Rank>(ranks)));
    if (asks_for_rows) hit.facts = facts_of(piece, has_equal_rows(ranks));
    keep(hunt_, hit, result);
    return true;
  });
}

void HuntCheck::take_behaviour(const Piece& piece, HuntResult& result) const {
  result.behaviours += piece.behaviours;
  result.behaviours_up_to_rotation += piece.behaviours_up_to_rotation;
  if (piece.behaviours == 0) return;
  const auto first = std::span(piece.first_alike).first(static_cast<std::size_t>(players_));
  if (!is_first_of_orbit(first)) return;
  Hit hit{.index = RankSpace::of(players_).index_of(first),
          .states = static_cast<std::uint32_t>(piece.machine.states),
          .letters = static_cast<std::uint32_t>(piece.letters())};
  if (!is_wanted(hunt_, hit, result.kept)) return;
  std::vector<std::vector<Rank>> alike;
  for (Seat i = 0; i < players_; ++i) {
    alike.push_back(piece.alike(i));
    hit.alike *= alike.back().size();
  }
  hit.orbit = static_cast<std::uint32_t>(orbit_size(std::span<const std::vector<Rank>>(alike)));
  hit.facts = facts_of(piece, false);
  keep(hunt_, hit, result);
}

// Several pieces may have the same values.
void HuntCheck::take_alike(const Piece& piece, HuntResult& result) const {
  const auto [key, rotations] =
      std::visit([](const auto& values) { return values.up_to_rotation(); }, *piece.found->values);
  AlikeMatrices alike{.rotations = rotations,
                      .states = static_cast<std::uint32_t>(piece.states()),
                      .letters = static_cast<std::uint32_t>(piece.letters()),
                      .first = piece.least_index,
                      .matrices = piece.shares};
  if (!result.alike.contains(key)) alike.facts = facts_of(piece, false);
  add_alike(result, key, alike);
}

}  // namespace nimsweep
