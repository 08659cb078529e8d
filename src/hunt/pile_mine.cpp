#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <variant>

#include "hunt/case_list.hpp"
#include "hunt/linear_form.hpp"
#include "hunt/mine_parts.hpp"
#include "hunt/recurrence_search.hpp"
#include "hunt/scope.hpp"
#include "hunt/value_function.hpp"
#include "nimsweep/claims/symbolic_check.hpp"
#include "nimsweep/families/family_check.hpp"
#include "nimsweep/model/matrix_text.hpp"

namespace nimsweep::hunt_detail {

namespace {

// Forms up to these costs are tried, and those that explain most are taken: short ones unless
// longer ones explain more.
constexpr std::array kCosts = {7, 12, 18};

// A longer list of cases does not count as a closed form.
constexpr std::size_t kMostComparisonsOfForm = 60;

struct Point {
  const AllianceMatrix* matrix = nullptr;
  Parameters parameters;
};

void add_points(const std::vector<AllianceMatrix>& matrices, const std::vector<int>& piles,
                std::vector<Point>& points) {
  for (const AllianceMatrix& matrix : matrices)
    for (const int N : piles)
      points.push_back({&matrix, {.n = matrix.players(), .N = N, .r = shift_of(matrix)}});
}

// A shape's case list with forms for its numbers.
class CaseText {
 public:
  CaseText(const Shape& shape, std::vector<LinearForm> forms)
      : shape_(shape), forms_(std::move(forms)) {}

  std::vector<ClaimText::Case> cases(const std::vector<ShapeCase>& list) const {
    std::vector<ClaimText::Case> cases;
    for (const ShapeCase& of_list : list) {
      std::string when;
      for (const Cube& cube : of_list.any_of) {
        const std::vector<std::string> comparisons = comparisons_of(cube);
        const bool in_brackets = comparisons.size() > 1 && of_list.any_of.size() > 1;
        std::string term;
        for (const std::string& comparison : comparisons)
          term += (term.empty() ? "" : " and ") + comparison;
        when += (when.empty() ? "" : " or ") + (in_brackets ? fmt::format("({})", term) : term);
      }
      const std::size_t values = forms_.size() - shape_.values();
      cases.push_back({.when = when, .value = forms_[values + of_list.value].text()});
    }
    return cases;
  }

 private:
  std::vector<std::string> comparisons_of(const Cube& cube) const {
    std::vector<std::string> texts;
    std::size_t threshold = cube.size();  // the place of this pile's first one
    for (std::size_t k = 0; k < cube.size(); ++k) {
      const auto [from, to] = cube[k];
      const std::string pile = fmt::format("x[{}]", forms_[k].text());
      if (from > 0)
        texts.push_back(fmt::format("{} > {}", pile, forms_[threshold + from - 1].text()));
      if (to + 1 < shape_.classes[k]) {
        const LinearForm& most = forms_[threshold + to];
        const bool is_one = most == LinearForm{.constant = 1};
        texts.push_back(fmt::format("{} {} {}", pile, is_one ? "==" : "<=", most.text()));
      }
      threshold += shape_.classes[k] - 1;
    }
    return texts;
  }

  const Shape& shape_;
  std::vector<LinearForm> forms_;
};

class Miner {
 public:
  Miner(const MineTask& task, PileOrder order, MineProgress go_on)
      : task_(task), go_on_(go_on), order_(order) {
    add_points(task.matrices, task.piles, points_);
    const std::vector<int> all_piles = task.all_piles();
    std::vector<int> more_piles;
    std::set_difference(all_piles.begin(), all_piles.end(), task.piles.begin(), task.piles.end(),
                        std::back_inserter(more_piles));
    add_points(task.matrices, more_piles, check_points_);
    add_points(task.check_matrices, all_piles, check_points_);
    covered_ = given_up_ = PointSet(points_.size());
    for (const Point& point : points_) {
      parameters_.push_back(point.parameters);
      most_players_ = std::max(most_players_, point.parameters.n);
    }
    for (const int cost : kCosts) forms_.push_back(forms_up_to(cost, task.r_varies));
  }

  MineResult result() {
    for (std::size_t k = 0; k < points_.size(); ++k) read(k);
    mine_recurrences();
    const ScopeSearch scopes(parameters_, task_.r_varies);
    for (const auto& [shape, members] : groups_) learn(shape, members, scopes);
    list_uncovered();
    for (auto* claims : {&result_.recurrences, &result_.claims})
      for (MinedClaim& claim : *claims) extend(claim);
    return std::move(result_);
  }

 private:
  // ---- Recurrences.

  struct Member {
    const AllianceMatrix* matrix;
    std::vector<Climb> climbs;
  };

  // One for the whole family if there is a common form; else one for each matrix of a list.
  void mine_recurrences() {
    std::vector<Member> members;
    for (const auto* matrices : {&task_.matrices, &task_.check_matrices})
      for (const AllianceMatrix& matrix : *matrices) {
        tell();
        auto found = climbs_of(matrix, task_.passes, order_);
        if (auto* climbs = std::get_if<std::vector<Climb>>(&found))
          members.push_back({&matrix, std::move(*climbs)});
        else
          note_no_recurrence(matrix, std::get<NoRecurrence>(found).reason);
      }
    const bool has_all = members.size() == task_.matrices.size() + task_.check_matrices.size();
    if (has_all && !members.empty() && add_recurrence(members, task_.matrices.size(), task_.matrix))
      return;
    const bool is_list = task_.matrix.empty() && !task_.r_varies;
    if (has_all && !is_list)
      result_.no_recurrence = "no linear forms in n and r fit the steps of all matrices";
    for (const Member& member : members)
      if (is_list && !add_recurrence({&member, 1}, 1, to_text(*member.matrix)))
        note_no_recurrence(*member.matrix, "no linear forms in n fit its steps");
  }

  void note_no_recurrence(const AllianceMatrix& matrix, const std::string& reason) {
    if (!result_.no_recurrence.empty()) return;
    const auto shift = shift_of(matrix);
    const std::string where =
        task_.r_varies ? fmt::format("n = {}, r = {}", matrix.players(), shift.value_or(0))
                       : fmt::format("n = {}", matrix.players());
    result_.no_recurrence = fmt::format("{}: {}", where, reason);
  }

  // Fits a recurrence to the first `learned` members. True if it is proved for all members, for
  // every number of piles; then it is a result.
  bool add_recurrence(std::span<const Member> members, std::size_t learned,
                      const std::string& matrix) {
    std::vector<const AllianceMatrix*> matrices;
    std::vector<std::vector<Climb>> climbs;
    for (const Member& member : members) {
      matrices.push_back(member.matrix);
      climbs.push_back(member.climbs);
    }
    auto recurrence = fit_recurrence(matrices, climbs, learned, task_.r_varies);
    if (!recurrence) return false;
    MinedClaim mined{.text = {.name = fmt::format("{} recurrence", task_.name),
                              .matrix = matrix,
                              .given = task_.given,
                              .recurrence = std::move(*recurrence),
                              .cases = {{.value = "v"}}},
                     .fitted = {},
                     .checked = {}};
    if (task_.r_varies) mined.text.matrix = Claim::kEveryShift;
    if (members.size() == 1) mined.text.name += fmt::format(" {}", result_.recurrences.size() + 1);
    const Claim claim = make_claim(mined.text);
    for (std::size_t k = 0; k < members.size(); ++k) {
      const Point point{matrices[k],
                        {.n = matrices[k]->players(), .N = kAllPiles, .r = shift_of(*matrices[k])}};
      if (!is_proved(claim, point)) return false;
      (k < learned ? mined.fitted : mined.checked).push_back(point.parameters);
    }
    recurrent_.insert(matrices.begin(), matrices.end());
    result_.recurrences.push_back(std::move(mined));
    return true;
  }

  // ---- Lists of cases.

  void read(std::size_t k) {
    tell();
    auto read = value_function(*points_[k].matrix, task_.passes, points_[k].parameters.N, order_);
    if (const auto* function = std::get_if<ValueFunction>(&read)) {
      groups_[shape_of(*function)].push_back(k);
      numbers_[k] = numbers_of(*function);
    } else {
      given_up_.insert(k);
    }
  }

  // A claim that holds at all points of its scope.
  struct Confirmed {
    ClaimText text;
    PointSet where;
    std::vector<std::size_t> checked;  // of those not learned from
    std::size_t gain = 0;              // how many points it is wanted for
  };

  // Claims of one shape: first the one that explains most points, then the same for the rest.
  void learn(const Shape& shape, const std::vector<std::size_t>& members,
             const ScopeSearch& scopes) {
    if (!is_general(members)) return;
    const std::vector<ShapeCase> list = shortest_case_list(shape);
    if (comparisons(shape, list) > kMostComparisonsOfForm) {
      too_long_.insert(shape);
      return;
    }
    std::vector<std::size_t> rest = members;
    std::erase_if(rest, [&](std::size_t k) { return covered_.contains(k); });
    while (rest.size() >= kFewestPoints) {
      std::optional<Confirmed> best;
      std::vector<std::size_t> explained;  // by the shortest forms
      for (const auto& forms : forms_) {
        const auto [chosen, fitted] = fit(forms, shape, rest);
        if (explained.empty()) explained = fitted;
        if (!is_general(fitted)) continue;
        auto found = confirm(CaseText(shape, chosen).cases(list), fitted, scopes);
        if (found && (!best || found->gain > best->gain)) best = std::move(found);
      }
      if (best) {
        shorten(*best, shape, list, members);
        covered_ |= best->where;
        covered_checks_.insert(best->checked.begin(), best->checked.end());
        add(*best);
        std::erase_if(rest, [&](std::size_t k) { return covered_.contains(k); });
      } else if (explained.empty()) {
        return;
      } else {
        std::erase_if(rest, [&](std::size_t k) {
          return std::binary_search(explained.begin(), explained.end(), k);
        });
      }
    }
  }

  // Are these points enough to learn from?
  bool is_general(const std::vector<std::size_t>& fitted) const {
    std::set<int> players;
    for (const std::size_t k : fitted) players.insert(parameters_[k].n);
    return fitted.size() >= kFewestPoints && players.size() > 1;
  }

  // For each number of the shape in turn, the form that fits most of the points that are left; and
  // the points that all forms fit. Values are fitted mod n, as their distance from N, which is the
  // value if all piles are single counters.
  std::pair<std::vector<LinearForm>, std::vector<std::size_t>> fit(
      const std::vector<LinearForm>& forms, const Shape& shape,
      std::vector<std::size_t> members) const {
    std::vector<LinearForm> chosen;
    const std::size_t numbers = numbers_.at(members.front()).size();
    for (std::size_t j = 0; j < numbers && !members.empty(); ++j) {
      const bool is_value = j >= numbers - shape.values();
      const auto sighting = [&](std::size_t k) {
        const int number = numbers_.at(k)[j];
        const Parameters& at = parameters_[k];
        return Sighting{at, is_value ? reduced(number - at.N, at.n) : number};
      };
      std::vector<Sighting> sightings(members.size());
      std::transform(members.begin(), members.end(), sightings.begin(), sighting);
      LinearForm form = best_fit(forms, sightings, is_value);
      std::erase_if(members, [&](std::size_t k) { return !fits(form, sighting(k), is_value); });
      if (is_value) ++form.N;
      chosen.push_back(form);
    }
    return {chosen, members};
  }

  // Gives the claim a scope that holds at as many of the points as possible, and nowhere where the
  // claim does not hold.
  std::optional<Confirmed> confirm(std::vector<ClaimText::Case> cases,
                                   const std::vector<std::size_t>& points,
                                   const ScopeSearch& scopes) {
    ClaimText text{
        .name = task_.name, .matrix = task_.matrix, .given = {}, .cases = std::move(cases)};
    const Claim claim = make_claim(text);
    PointSet wrong(points_.size());
    for (std::size_t k = 0; k < points_.size(); ++k)
      if (!is_proved(claim, points_[k])) wrong.insert(k);
    PointSet wanted(points_.size());
    for (const std::size_t k : points) wanted.insert(k);
    wanted.remove(wrong);
    while (const auto scope = scopes.best(wanted, wrong)) {
      PointSet where = scopes.points_of(*scope);
      const std::size_t gain = (where & wanted).size();
      if (gain < kFewestPoints) break;
      auto checked = check(claim, *scope);
      if (!checked.empty()) {
        text.given = given_of(task_, *scope);
        return Confirmed{std::move(text), std::move(where), std::move(checked), gain};
      }
      wanted.remove(where);
    }
    return std::nullopt;
  }

  // Within its scope, shorter forms may be enough.
  void shorten(Confirmed& claim, const Shape& shape, const std::vector<ShapeCase>& list,
               std::vector<std::size_t> members) {
    std::erase_if(members, [&](std::size_t k) { return !claim.where.contains(k); });
    for (const auto& forms : forms_) {
      const auto [chosen, fitted] = fit(forms, shape, members);
      if (fitted.size() < members.size()) continue;
      ClaimText text = claim.text;
      text.cases = CaseText(shape, chosen).cases(list);
      const Claim shorter = make_claim(text);
      for (std::size_t k = 0; k < points_.size(); ++k)
        if (claim.where.contains(k) && !is_proved(shorter, points_[k])) return;
      for (const std::size_t k : claim.checked)
        if (!is_proved(shorter, check_points_[k])) return;
      claim.text = std::move(text);
      return;
    }
  }

  void add(const Confirmed& claim) {
    MinedClaim mined{.text = claim.text, .fitted = {}, .checked = {}};
    mined.text.name += fmt::format(" {}", result_.claims.size() + 1);
    for (std::size_t k = 0; k < points_.size(); ++k)
      if (claim.where.contains(k)) mined.fitted.push_back(parameters_[k]);
    for (const std::size_t k : claim.checked) mined.checked.push_back(check_points_[k].parameters);
    result_.claims.push_back(std::move(mined));
  }

  // The points of the scope that were not learned from; none unless the claim holds at all of them
  // and some of them have more players.
  std::vector<std::size_t> check(const Claim& claim, const Scope& scope) {
    std::vector<std::size_t> checked;
    bool has_more_players = false;
    for (std::size_t k = 0; k < check_points_.size(); ++k) {
      if (!holds(scope, check_points_[k].parameters)) continue;
      if (!is_proved(claim, check_points_[k])) return {};
      checked.push_back(k);
      has_more_players |= check_points_[k].parameters.n > most_players_;
    }
    return has_more_players ? checked : std::vector<std::size_t>();
  }

  bool is_proved(const Claim& claim, const Point& point) {
    tell();
    const auto answer = symbolic_check(claim, *point.matrix, task_.passes, point.parameters.N,
                                       std::nullopt, 1, order_);
    const auto* verdict = std::get_if<Verdict>(&answer);
    return verdict != nullptr && verdict->all_sizes && verdict->holds();
  }

  std::string why_not(const Point& point) const {
    const auto read = value_function(*point.matrix, task_.passes, point.parameters.N, order_);
    if (const auto* none = std::get_if<NoFunction>(&read)) return none->reason;
    if (too_long_.contains(shape_of(std::get<ValueFunction>(read))))
      return fmt::format("more than {} comparisons of piles are needed", kMostComparisonsOfForm);
    return "no form found that holds for more players, too";
  }

  // ---- Every number of players.

  // What was learned from n0 players on need not hold for fewer.
  void extend(MinedClaim& claim) {
    if (!task_.is_family || task_.passes > 0 || order_ != PileOrder::any || !can_check_families()) {
      claim.conjecture = "it was not looked at for every number of players";
      return;
    }
    claim.conjecture = why_not_for_all(claim.text);
    if (!claim.conjecture.empty()) {
      ClaimText narrower = claim.text;
      const int fewest = task_.matrices.front().players();
      narrower.given =
          fmt::format("{}{}n >= {}", narrower.given, narrower.given.empty() ? "" : " and ", fewest);
      if (why_not_for_all(narrower).empty()) {
        claim.text = std::move(narrower);
        claim.conjecture.clear();
      }
    }
    claim.is_for_all_players = claim.conjecture.empty();
  }

  // Empty if it is proved.
  std::string why_not_for_all(const ClaimText& text) const {
    const RowFamily family =
        task_.r_varies ? RowFamily::every_shift() : RowFamily::parse(task_.matrix);
    const auto answer = check_family(make_claim(text), family, 1, [&] {
      tell();
      return false;
    });
    if (const auto* undecided = std::get_if<NotDecided>(&answer)) return undecided->reason;
    const Verdict& verdict = std::get<FamilyVerdict>(answer).verdict;
    if (verdict.holds()) return {};
    if (verdict.counterexamples.empty()) return "it fails for some number of players";
    return fmt::format("it fails for n = {}", *verdict.counterexamples[0].place.players);
  }

  void list_uncovered() {
    const auto list = [&](const Point& point) {
      if (recurrent_.contains(point.matrix)) return;
      tell();
      result_.uncovered.push_back({.parameters = point.parameters, .reason = why_not(point)});
    };
    for (std::size_t k = 0; k < points_.size(); ++k)
      if (!covered_.contains(k)) list(points_[k]);
    for (std::size_t k = 0; k < check_points_.size(); ++k)
      if (!covered_checks_.contains(k)) list(check_points_[k]);
  }

  void tell() const {
    if (!go_on_(covered_.size() + given_up_.size() + covered_checks_.size(),
                points_.size() + check_points_.size()))
      throw Stopped{};
  }

  const MineTask& task_;
  MineProgress go_on_;
  PileOrder order_;
  std::vector<Point> points_;
  std::vector<Point> check_points_;
  int most_players_ = 0;                             // of the points
  std::vector<Parameters> parameters_;               // of the points
  std::map<std::size_t, std::vector<int>> numbers_;  // see numbers_of
  std::map<Shape, std::vector<std::size_t>> groups_;
  std::set<Shape> too_long_;
  std::vector<std::vector<LinearForm>> forms_;  // of each cost
  PointSet covered_;                            // by a claim
  PointSet given_up_;                           // they have no function
  std::set<std::size_t> covered_checks_;
  std::set<const AllianceMatrix*> recurrent_;  // a recurrence gives their values
  MineResult result_;
};

}  // namespace

MineResult mine_by_piles(const MineTask& task, PileOrder order, MineProgress go_on) {
  return Miner(task, order, go_on).result();
}

}  // namespace nimsweep::hunt_detail
