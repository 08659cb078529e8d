#include "nimsweep/families/family_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "families/smallest_counterexamples.hpp"
#include "families/smt_solver.hpp"
#include "nimsweep/claims/symbolic_check.hpp"

namespace nimsweep {

using namespace families_detail;

namespace {

using Kind = Obligation::Kind;

constexpr int kMostShownPlayers = ValueSet::kMostValues;  // in counterexamples
constexpr std::uint64_t kMostPositions = 20'000'000;      // to find what is known to exist
constexpr std::uint64_t kFewPositions = 20'000;           // to find what may not exist
constexpr int kMostPlayersOfMachine = 8;                  // that recurrences are tried with

class Decision {
 public:
  Decision(const Claim& claim, const RowFamily& family, std::size_t most, IsStopped is_stopped)
      : claim_(claim), family_(family), most_(most), is_stopped_(is_stopped) {}

  // Throws NotDecided. What cannot be proved may still be refuted for few players.
  FamilyVerdict make() {
    try {
      return settle();
    } catch (const NotDecided& undecided) {
      Verdict verdict{.all_sizes = true, .checked = 1};
      if (!refute_for_few_players(verdict)) throw;
      if (verdict.first_error) verdict.errors += 1;
      if (verdict.errors.is_zero() || !verdict.counterexamples.empty()) verdict.disagreements += 1;
      return {.verdict = std::move(verdict), .reach = reach_, .obligations = {}};
    }
  }

 private:
  FamilyVerdict settle() {
    state();
    std::vector<const Obligation*> failing;
    Verdict verdict{.all_sizes = true};
    for (const Obligation& obligation : obligations_.list) {
      verdict.checked += 1;
      if (is_about_reach(obligation) || is_met(obligation)) continue;  // the former were met
      failing.push_back(&obligation);
      (obligation.kind == Kind::value ? verdict.errors : verdict.disagreements) += 1;
    }
    // Such a recurrence may still hold: piles may never lead to where it fails.
    if (!failing.empty() && claim_.recurrence)
      throw NotDecided{fmt::format(
          "it does not follow from one pile to the next, and no counterexample was found among up "
          "to {} players",
          kMostPlayersOfMachine)};
    std::string note;
    if (!failing.empty()) note = refute_cases(failing, verdict);
    return {.verdict = std::move(verdict),
            .reach = reach_,
            .obligations = std::move(obligations_.list),
            .note = std::move(note)};
  }

  static bool is_about_reach(const Obligation& obligation) {
    return obligation.kind == Kind::scope || obligation.kind == Kind::residues;
  }

  bool is_possible(const std::string& text, std::string_view name) const {
    go_on_unless(is_stopped_);
    const Satisfiable answer = answer_to(text);
    if (answer == Satisfiable::unknown)
      throw NotDecided{fmt::format("the solver gave up: {}", name)};
    return answer == Satisfiable::yes;
  }

  // What the solver refuses is no reason to stop the work on other claims.
  static Satisfiable answer_to(const std::string& text) {
    try {
      return decide(text);
    } catch (const Error& error) {
      throw NotDecided{error.what()};
    }
  }

  bool is_met(const Obligation& obligation) const {
    return !is_possible(obligation.text, obligation.name);
  }

  // States the obligations, looking as far as needed.
  void state() {
    while (true) {
      auto stated = obligations_of(claim_, family_, reach_);
      if (auto* refusal = std::get_if<NotStated>(&stated))
        throw NotDecided{std::move(refusal->reason)};
      obligations_ = std::get<Obligations>(std::move(stated));
      const auto fails = std::ranges::find_if(obligations_.list, [&](const Obligation& obligation) {
        return is_about_reach(obligation) && !is_met(obligation);
      });
      if (fails == obligations_.list.end()) break;
      look_further(fails->kind);
    }
    if (!is_possible(obligations_.scope, "what the claim is about"))
      throw NotDecided{"it is about no number of players and piles"};
  }

  void look_further(Kind kind) {
    if (kind == Kind::scope && ++reach_.piles > Reach::kMostPiles)
      throw NotDecided{fmt::format(
          "'given' does not bound the number of piles{}; expected at most {} of them, or numbers "
          "of players",
          family_.direction() == RowFamily::Direction::up ? " that matter" : "",
          Reach::kMostPiles)};
    if (kind == Kind::residues && (reach_.wraps *= 2) > Reach::kMostWraps)
      throw NotDecided{fmt::format("a number is taken mod n, and was not shown to lie within {} n",
                                   Reach::kMostWraps)};
  }

  // The obligations say exactly when such a claim fails, for each number of players.
  std::string refute_cases(const std::vector<const Obligation*>& failing, Verdict& verdict) const {
    for (int n = family_.fewest_players(); n <= kMostShownPlayers; ++n) {
      const bool fails = std::ranges::any_of(failing, [&](const Obligation* obligation) {
        return is_possible(fmt::format("{}(assert (= n {}))\n", obligation->text, n),
                           obligation->name);
      });
      if (!fails) continue;
      const bool is_shown =
          find_counterexamples(claim_, family_, n, kMostPositions, most_, is_stopped_, verdict);
      return is_shown ? "" : fmt::format("it fails for n = {}, at positions too large to show", n);
    }
    return fmt::format("it fails, but only for more than {} players", kMostShownPlayers);
  }

  // For a fixed number of players, the machine settles a regular claim for every number of piles.
  // Of another, some positions are looked at; if all of them agree, there is no telling whether
  // more players would give the smallest counterexample.
  bool refute_for_few_players(Verdict& verdict) const {
    for (int n = family_.fewest_players(); n <= kMostPlayersOfMachine; ++n) {
      const auto found = verdict_for(n);
      if (!found)
        return find_counterexamples(claim_, family_, n, kFewPositions, most_, is_stopped_, verdict);
      if (found->holds()) continue;
      verdict.counterexamples = found->counterexamples;
      verdict.first_error = found->first_error;
      return true;
    }
    return false;
  }

  // Nothing if the claim is not regular; holds if it is about no such matrix.
  std::optional<Verdict> verdict_for(int n) const {
    Verdict found;
    for (const int s : family_.offsets(n)) {
      go_on_unless(is_stopped_);
      const auto matrix = AllianceMatrix::from_equal_rows(circle(family_.direction(), s, n));
      try {
        if (!applies_to_some_number(claim_, {.n = n, .r = shift_of(matrix)})) continue;
      } catch (const Error&) {
        return std::nullopt;  // `given` is not regular
      }
      auto answer = symbolic_check(claim_, matrix, 0, kAllPiles, std::nullopt, most_);
      if (std::holds_alternative<NotSymbolic>(answer)) return std::nullopt;
      Verdict& verdict = std::get<Verdict>(answer);
      tell_place(verdict, {n, family_.factor() == 0 ? std::nullopt : shift_of(matrix)});
      found.merge(verdict, most_);
    }
    return found;
  }

  static void tell_place(Verdict& verdict, const PairPlace& place) {
    for (Counterexample& example : verdict.counterexamples) example.place = place;
    if (verdict.first_error) verdict.first_error->place = place;
  }

  const Claim& claim_;
  const RowFamily& family_;
  std::size_t most_;
  IsStopped is_stopped_;
  Reach reach_ = {};
  Obligations obligations_;
};

}  // namespace

bool can_check_families() noexcept {
  return has_solver();
}

std::variant<FamilyVerdict, NotDecided> check_family(const Claim& claim, const RowFamily& family,
                                                     std::size_t most_counterexamples,
                                                     IsStopped is_stopped) {
  try {
    return Decision(claim, family, most_counterexamples, is_stopped).make();
  } catch (NotDecided& reason) {
    return std::move(reason);
  }
}

}  // namespace nimsweep
