#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "hunt/decision_list.hpp"
#include "hunt/mine_parts.hpp"
#include "hunt/mined_case.hpp"
#include "hunt/words.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/model/matrix_text.hpp"

namespace nimsweep::hunt_detail {

namespace {

// A form that is refuted makes the sample larger; after this many the case is given up.
constexpr int kMostRounds = 20;

// Forms that agree on the sample of one case may differ in others; this many are compared.
constexpr std::size_t kMostLists = 60;
constexpr std::size_t kMostSpellings = 100;  // of a list
constexpr std::size_t kMostSynonyms = 12;    // of a condition

constexpr std::size_t kMostComparisons = 3;
// The more comparisons, the fewer conditions are tried, the shortest ones.
constexpr std::array<std::size_t, kMostComparisons + 1> kMostConditions = {0, 10'000, 1'500, 400};
constexpr std::size_t kMostComparisonsOfPart = 2;

std::vector<PointSet> sets_of(const std::vector<Synonyms>& groups) {
  std::vector<PointSet> sets;
  sets.reserve(groups.size());
  for (const Synonyms& group : groups) sets.push_back(group.where);
  return sets;
}

std::vector<Parameters> parameters_of(const std::vector<MinedCase>& cases) {
  std::vector<Parameters> parameters;
  parameters.reserve(cases.size());
  for (const MinedCase& mined : cases) parameters.push_back(mined.parameters());
  return parameters;
}

WordRange range_of(const MineTask& task, const std::vector<Parameters>& points) {
  WordRange range{.has_r = task.r_varies, .has_k = number_of_game(task.game).has_value()};
  for (const Parameters& at : points) {
    range.players = std::max(range.players, at.n);
    range.piles = std::max(range.piles, at.N);
  }
  return range;
}

// Are there several matrices for some number of players, without a rule? Then each has forms of its
// own.
bool has_alternatives(const MineTask& task) {
  std::set<int> players;
  for (const auto* matrices : {&task.matrices, &task.check_matrices})
    for (const AllianceMatrix& matrix : *matrices)
      if (!task.r_varies && !players.insert(matrix.players()).second) return true;
  return false;
}

class DigitMiner {
 public:
  DigitMiner(const MineTask& task, MineProgress go_on)
      : task_(task),
        go_on_(go_on),
        ruleset_(make_ruleset(task.game)),
        cases_(cases_of(task)),
        parameters_(parameters_of(cases_)),
        words_(range_of(task, parameters_)),
        plain_scopes_(parameters_, task.r_varies, ScopeSearch::Right::constants),
        scopes_(parameters_, task.r_varies),
        covered_(cases_.size()) {}

  MineResult result() {
    for (MinedCase& mined : cases_) {
      tell();
      mined.examine(*ruleset_, task_.passes, words_, [&] { return !go_on(); });
    }
    const auto is_value = [&](std::size_t v) { return words_.values()[v].kind != CaseKind::other; };
    for (std::size_t comparisons = 0; comparisons <= kMostComparisons; ++comparisons)
      for (std::size_t p = 0; p < cases_.size(); ++p)
        if (is_left(p)) learn(p, {comparisons, is_value, &covered_});
    learn_parts();
    list_uncovered();
    return std::move(result_);
  }

 private:
  // Is it learned from, and not among the covered ones?
  bool is_left(std::size_t p, const PointSet& covered) const {
    return cases_[p].is_learned() && cases_[p].is_known() && !covered.contains(p);
  }
  bool is_left(std::size_t p) const { return is_left(p, covered_); }

  // Where the value is 0, or another number, in cases without a complete form. It may hold in
  // others, too.
  void learn_parts() {
    for (const Words::Part& part : words_.parts()) {
      PointSet covered(cases_.size());
      const auto is_value = [&](std::size_t v) { return v == part.is || v == part.is_not; };
      for (std::size_t comparisons = 1; comparisons <= kMostComparisonsOfPart; ++comparisons)
        for (std::size_t p = 0; p < cases_.size(); ++p)
          if (is_left(p) && has_part(cases_[p], part)) learn(p, {comparisons, is_value, &covered});
    }
  }

  static bool has_part(const MinedCase& mined, const Words::Part& part) {
    const PointSet& where = *mined.reading().values[part.is];
    return !where.is_empty() && where != mined.everywhere();
  }

  // ---- Forms.

  struct Form {
    DecisionList list;  // of words
    int cost = 0;
    std::size_t gain = 0;  // in how many cases it is right that want one
  };

  // What kind of form is looked for, and for which cases.
  struct Wanted {
    std::size_t comparisons;
    FunctionRef<bool(std::size_t)> is_value;
    PointSet* covered;  // they need none; those of the forms that are found join them
  };

  void learn(std::size_t p, const Wanted& wanted) {
    for (int round = 0; round < kMostRounds && is_left(p, *wanted.covered); ++round) {
      const MinedCase& mined = cases_[p];
      const auto any = [](std::size_t) { return true; };
      const auto conditions = synonyms(mined.reading().conditions, words_.conditions(), any);
      const auto values = synonyms(mined.reading().values, words_.values(), wanted.is_value);
      auto sets = sets_of(conditions);
      sets.resize(std::min(sets.size(), kMostConditions[wanted.comparisons]));
      auto lists = decision_lists(sets, sets_of(values), mined.everywhere(), wanted.comparisons, {},
                                  [&] { tell(); });
      PointSet left(cases_.size());
      for (std::size_t q = 0; q < cases_.size(); ++q)
        if (is_left(q, *wanted.covered)) left.insert(q);
      const auto search = [&](const PointSet& where) {
        return best_form(p, lists, conditions, wanted.is_value, where);
      };
      const auto form = search(left);
      if (!form || !confirm(*form, p, wanted, search)) return;
    }
  }

  // The one that is right in most of these cases; among equals the shortest.
  std::optional<Form> best_form(std::size_t p, std::vector<DecisionList>& lists,
                                const std::vector<Synonyms>& conditions,
                                FunctionRef<bool(std::size_t)> is_value,
                                const PointSet& where) const {
    const auto cost = [&](const DecisionList& list) {
      int sum = 0;
      for (const DecisionList::Case& of_list : list.cases)
        for (const std::size_t c : of_list.all_of)
          sum += words_.conditions()[conditions[c].words.front()].cost;
      return sum;
    };
    std::ranges::stable_sort(lists, {}, cost);
    if (lists.size() > kMostLists) lists.resize(kMostLists);
    std::optional<Form> best;
    const auto offer = [&](DecisionList list) {
      auto form = with_values(p, std::move(list), is_value, where);
      if (!form || undecided_.contains(text_of(form->list))) return;
      if (!best || std::tuple(best->gain, form->cost) < std::tuple(form->gain, best->cost))
        best = std::move(form);
    };
    for (const DecisionList& list : lists) spell(list, conditions, offer);
    return best;
  }

  // Visits the list with each choice of words for its conditions.
  static void spell(DecisionList list, const std::vector<Synonyms>& conditions,
                    FunctionRef<void(DecisionList)> visit) {
    std::vector<std::size_t*> places;
    std::vector<const Synonyms*> choices;
    for (DecisionList::Case& of_list : list.cases)
      for (std::size_t& c : of_list.all_of) {
        choices.push_back(&conditions[c]);
        places.push_back(&c);
      }
    std::vector<std::size_t> chosen(places.size());
    for (std::size_t spellings = 0; spellings < kMostSpellings; ++spellings) {
      for (std::size_t k = 0; k < places.size(); ++k) *places[k] = choices[k]->words[chosen[k]];
      visit(list);
      std::size_t k = 0;
      while (k < places.size() && ++chosen[k] == std::min(choices[k]->words.size(), kMostSynonyms))
        chosen[k++] = 0;
      if (k == places.size()) return;
    }
  }

  // Each value in turn is one that is right at p, and in most of these cases that are left.
  std::optional<Form> with_values(std::size_t p, DecisionList list,
                                  FunctionRef<bool(std::size_t)> is_value,
                                  const PointSet& where) const {
    std::map<std::size_t, std::vector<PointSet>> cells;
    for (std::size_t q = 0; q < cases_.size(); ++q)
      if (q == p || (where.contains(q) && cases_[q].is_known()))
        if (auto of_case = cases_[q].cells_of(list)) cells.emplace(q, std::move(*of_case));
    Form form{.list = std::move(list)};
    for (std::size_t j = 0; j < form.list.cases.size(); ++j) {
      const auto is_right = [&](std::size_t q, std::size_t v) {
        const auto& set = cases_[q].reading().values[v];
        return set && cells.at(q)[j].is_within(*set);
      };
      std::optional<std::tuple<std::ptrdiff_t, int, std::size_t>> best;
      for (std::size_t v = 0; v < words_.values().size(); ++v) {
        if (!is_value(v) || !is_right(p, v)) continue;
        const auto right = std::ranges::count_if(
            cells, [&](const auto& of_case) { return is_right(of_case.first, v); });
        const std::tuple rank(-right, words_.values()[v].cost, v);
        if (!best || rank < *best) best = rank;
      }
      if (!best) return std::nullopt;
      const std::size_t v = std::get<2>(*best);
      form.list.cases[j].value = v;
      form.cost += words_.values()[v].cost;
      for (const std::size_t c : form.list.cases[j].all_of)
        form.cost += words_.conditions()[c].cost;
      std::erase_if(cells, [&](const auto& of_case) { return !is_right(of_case.first, v); });
    }
    form.gain = cells.size();
    return form;
  }

  // ---- Claims.

  std::vector<ClaimText::Case> said_by(const DecisionList& list) const {
    std::vector<ClaimText::Case> cases;
    for (const DecisionList::Case& of_list : list.cases) {
      std::string when;
      for (const std::size_t c : of_list.all_of)
        when += (when.empty() ? "" : " and ") + words_.conditions()[c].text;
      const Word& value = words_.values()[of_list.value];
      cases.push_back({.when = std::move(when), .value = value.text, .kind = value.kind});
    }
    return cases;
  }

  std::string text_of(const DecisionList& list) const {
    std::string text;
    for (const ClaimText::Case& of_list : said_by(list))
      text += fmt::format("{}: {} {}; ", of_list.when, word_of(of_list.kind), of_list.value);
    return text;
  }

  // Proves it wherever it seems right, and adds it with a scope. False if p is to be left alone.
  bool confirm(const Form& form, std::size_t p, const Wanted& wanted,
               FunctionRef<std::optional<Form>(const PointSet&)> search) {
    if (!is_proved(form.list, p)) return true;
    PointSet wrong(cases_.size());
    PointSet right(cases_.size());
    for (std::size_t q = 0; q < cases_.size(); ++q) {
      const bool is_true = cases_[q].is_known() && cases_[q].agrees_with(form.list) &&
                           (q == p || is_proved(form.list, q));
      if (!is_true)
        wrong.insert(q);
      else if (!wanted.covered->contains(q))
        right.insert(q);
    }
    const auto scope = scope_of(p, right, wrong);
    if (!scope) return false;
    const PointSet where = scopes_.points_of(*scope);
    // Within its scope, a shorter form may be enough.
    const auto shorter = search(where);
    const bool is_shorter =
        shorter && shorter->cost < form.cost && is_proved_at(shorter->list, where);
    add(is_shorter ? shorter->list : form.list, *scope, where);
    *wanted.covered |= where;
    return true;
  }

  // Holds at p, at as many right cases as possible, and at no wrong one. That N is compared with n
  // must have some evidence.
  std::optional<Scope> scope_of(std::size_t p, const PointSet& right, const PointSet& wrong) const {
    PointSet only(cases_.size());
    only.insert(p);
    const auto gain = [&](const std::optional<Scope>& scope) {
      return scope && holds(*scope, parameters_[p]) ? (scopes_.points_of(*scope) & right).size()
                                                    : 0;
    };
    auto scope = plain_scopes_.best(right, wrong);
    if (gain(scope) == 0) scope = plain_scopes_.best(only, wrong);
    auto wider = scopes_.best(right, wrong);
    if (gain(wider) > gain(scope) && gain(wider) >= kFewestPoints) return wider;
    return gain(scope) > 0 ? scope : scopes_.best(only, wrong);
  }

  bool is_proved_at(const DecisionList& list, const PointSet& where) {
    for (std::size_t q = 0; q < cases_.size(); ++q)
      if (where.contains(q) && (!cases_[q].agrees_with(list) || !is_proved(list, q))) return false;
    return true;
  }

  // For every pile size.
  bool is_proved(const DecisionList& list, std::size_t q) {
    tell();
    const Claim claim =
        make_claim({.name = task_.name, .game = task_.game, .cases = said_by(list)});
    const auto proof = cases_[q].prove(claim, words_, [&] { return !go_on(); });
    if (proof == MinedCase::Proof::undecided) undecided_.insert(text_of(list));
    return proof == MinedCase::Proof::proved;
  }

  void add(const DecisionList& list, const Scope& scope, const PointSet& where) {
    MinedClaim mined{.text = {.name = fmt::format("{} {}", task_.name, result_.claims.size() + 1),
                              .game = task_.game,
                              .matrix = task_.matrix,
                              .given = given_of(task_, scope),
                              .cases = said_by(list)},
                     .fitted = {},
                     .checked = {},
                     .conjecture = "each case is proved by itself"};
    for (std::size_t q = 0; q < cases_.size(); ++q)
      if (where.contains(q))
        (cases_[q].is_learned() ? mined.fitted : mined.checked).push_back(parameters_[q]);
    covered_ |= where;
    result_.claims.push_back(std::move(mined));
  }

  void list_uncovered() {
    for (std::size_t q = 0; q < cases_.size(); ++q) {
      if (covered_.contains(q)) continue;
      const MinedCase& mined = cases_[q];
      Uncovered left{.parameters = mined.parameters(), .reason = mined.reason()};
      if (left.reason.empty())
        left.reason =
            mined.is_learned() ? "no short form was found" : "no form that was found holds";
      if (mined.is_known()) left.states = mined.states();
      result_.uncovered.push_back(std::move(left));
    }
  }

  bool go_on() const { return go_on_(covered_.size(), cases_.size()); }
  void tell() const {
    if (!go_on()) throw Stopped{};
  }

  const MineTask& task_;
  MineProgress go_on_;
  std::unique_ptr<const Ruleset> ruleset_;
  std::vector<MinedCase> cases_;
  std::vector<Parameters> parameters_;  // of the cases
  Words words_;
  ScopeSearch plain_scopes_;
  ScopeSearch scopes_;
  PointSet covered_;
  std::set<std::string> undecided_;  // forms that no automaton over digits could be made of
  MineResult result_;
};

}  // namespace

MineResult mine_by_digits(const MineTask& task, MineProgress go_on) {
  if (!has_alternatives(task)) return DigitMiner(task, go_on).result();
  MineResult all;
  std::uint64_t settled = 0;
  for (const auto* matrices : {&task.matrices, &task.check_matrices})
    for (const AllianceMatrix& matrix : *matrices) {
      MineTask one = task;
      one.matrix = to_text(matrix);
      one.matrices = {matrix};
      one.check_matrices.clear();
      const auto go_on_with_one = [&](std::uint64_t of_one, std::uint64_t) {
        return go_on(settled + of_one, task.cases());
      };
      MineResult found = DigitMiner(one, go_on_with_one).result();
      settled += one.cases();
      for (MinedClaim& claim : found.claims) {
        claim.text.name = fmt::format("{} {}", task.name, all.claims.size() + 1);
        all.claims.push_back(std::move(claim));
      }
      for (Uncovered& left : found.uncovered) {
        left.matrix = one.matrix;
        all.uncovered.push_back(std::move(left));
      }
    }
  return all;
}

}  // namespace nimsweep::hunt_detail
