#include "nimsweep/exports/latex_theorems.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "exports/latex.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/claims/statement.hpp"
#include "nimsweep/exports/labels.hpp"
#include "nimsweep/files/output_file.hpp"
#include "nimsweep/model/outcome_vector.hpp"
#include "nimsweep/records/records.hpp"

namespace nimsweep {

namespace {

constexpr std::string_view kBeginning = "% Claims that nimsweep settled.\n";

// All letters that statements use.
constexpr std::string_view kPreamble = R"(\documentclass{article}
\usepackage{amsmath}
\usepackage{amsthm}
\newtheorem{theorem}{Theorem}
\newtheorem{proposition}[theorem]{Proposition}
\theoremstyle{remark}
\newtheorem{remark}[theorem]{Remark}
\begin{document}
\noindent
The players are $P_0, \ldots, P_{n-1}$. A position has $N$ piles, none of them empty, of $x_1, \ldots, x_N$ counters, and
$d = N - n$. Its value is $g$ if $P_{(i + g) \bmod n}$ wins when $P_i$ moves first; values are taken mod $n$. In
statements about each pile, $x$ is its size and $i$ its number. The matrix $\mathrm{SSAM}^{r}$ has the rows
$r, r + 1, \ldots$ mod $n$, and $\mathrm{SAM}$ is $\mathrm{SSAM}^{0}$. In games such as \texttt{moore:k}, $k$ is the
argument; $\operatorname{first}$ and $\operatorname{winner}$ are numbers of players. The sum $\operatorname{digitsum}(q)$ has, for each binary place, the number of piles with a 1 there, mod $q$, and
$\operatorname{nim-sum}$ is the exclusive or of all piles.
)";

std::string game_text(const std::string& game) {
  if (game == "last-nim") return "Last Nim";
  if (game == "small-nim") return "Small Nim";
  return fmt::format("\\texttt{{{}}}", latex_text(game));
}

std::string with_passes(int passes) {
  return passes == 0 ? "" : fmt::format(" with {} pass{}", passes, passes == 1 ? "" : "es");
}

// One line for each case.
std::string cases_text(const std::vector<CaseStatement>& cases) {
  if (cases.size() == 1 && cases.front().condition.empty())
    return fmt::format("\\[{}\\]\n", latex_mathematics(cases.front().value));
  std::string text = "\\[\\begin{cases}\n";
  for (const CaseStatement& line : cases)
    text +=
        fmt::format("  {} & {}\\\\\n", latex_mathematics(line.value),
                    line.condition.empty() ? "\\text{otherwise}"
                                           : "\\text{if } " + latex_mathematics(line.condition));
  return text + "\\end{cases}\\]\n";
}

std::string statement_text(const Claim& claim) {
  if (!claim.recurrence) return cases_text(cases_of(claim));
  return fmt::format("let ${}$, and for each pile in turn\n{}then\n{}",
                     latex_mathematics(start_of(*claim.recurrence)),
                     cases_text(steps_of(*claim.recurrence)), cases_text(cases_of(claim)));
}

// ", where $d \geq 0$"; nothing if the claim is about all n and N.
std::string given_text(const Claim& claim) {
  return claim.given ? fmt::format(", where ${}$", latex_mathematics(in_mathematics(*claim.given)))
                     : "";
}

std::string with_every(std::string text, std::string_view part, std::string_view replacement) {
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos;
       at += replacement.size())
    text.replace(at, part.size(), replacement);
  return text;
}

// "$n = 3\ldots 6$, $N = n$", or "$n = 3$, every number of piles".
std::string cases_in_latex(const CaseSet& cases) {
  std::string described = describe_cases(cases);
  const std::size_t words = described.find("every");
  if (words == 0) return described;
  const bool has_words = words != std::string::npos;
  const std::string numbers =
      latex_mathematics(has_words ? described.substr(0, words - 2) : described);
  return fmt::format("${}${}",
                     with_every(with_every(numbers, ", N = ", "$, $N = "), "; n = ", "$; $n = "),
                     has_words ? ", " + described.substr(words) : "");
}

std::string matrices_text(const std::vector<std::string>& matrices) {
  constexpr std::size_t kMostNamed = 10;
  std::string text;
  for (std::size_t k = 0; k < std::min(matrices.size(), kMostNamed); ++k)
    text += (k > 0 ? ", " : "") + latex_matrix(matrices[k]);
  if (matrices.size() > kMostNamed)
    text += fmt::format(" and {} other matrices", to_grouped_decimal(matrices.size() - kMostNamed));
  return text;
}

// "[name; source]"; brackets in it would end it.
std::string title_of(const Claim& claim) {
  return fmt::format("[{{{}{}}}]", latex_text(claim.name),
                     claim.source.empty() ? "" : "; " + latex_text(claim.source));
}

std::string way_of(const Check& check) {
  if (!check.table.empty())
    return fmt::format("at every position, in the values of \\texttt{{{}}}",
                       latex_text(check.table));
  if (check.family) return "by z3, which decided the obligations of the claim";
  if (!check.verdict.all_sizes) return "by evaluating every position";
  if (check.by_digits) return "by an automaton over the binary digits of the piles";
  return "by the finite machine of the game, which reads pile sizes";
}

std::string sizes_of(const Verdict& verdict) {
  return verdict.all_sizes ? "every pile size" : verdict.scope();
}

// "piles <= 6" is mathematics after its word.
std::string sizes_text(const std::string& sizes) {
  constexpr std::string_view kBound = "piles ";
  if (!sizes.starts_with(kBound)) return sizes;
  return fmt::format("pile sizes ${}$", latex_mathematics(sizes.substr(kBound.size())));
}

// Fewest players first, then as counterexamples are ordered.
bool is_smaller(const Check& check, const Check& other) {
  const auto players_of = [](const Check& of, const PairPlace& place) {
    return place.players.value_or(of.players());
  };
  const bool has_example = !check.verdict.counterexamples.empty();
  const bool other_has = !other.verdict.counterexamples.empty();
  if (!has_example || !other_has) return has_example && !other_has;
  const Counterexample& example = check.verdict.counterexamples.front();
  const Counterexample& known = other.verdict.counterexamples.front();
  const int players = players_of(check, example.place);
  const int known_players = players_of(other, known.place);
  if (players != known_players) return players < known_players;
  return comes_before(example.piles, example.first, known.piles, known.first);
}

std::string place_text(const Check& check, const PairPlace& place) {
  std::string text = fmt::format("$n = {}$", place.players.value_or(check.players()));
  if (place.r) text += fmt::format(", $r = {}$", *place.r);
  return text;
}

std::string counterexample_text(const Check& check) {
  const Verdict& verdict = check.verdict;
  if (!verdict.counterexamples.empty()) {
    const Counterexample& example = verdict.counterexamples.front();
    return fmt::format(
        "The smallest counterexample is $({})$ for {} under {}{}: when $P_{{{}}}$ moves first, "
        "the claim says $g {} {}$, but {}.",
        fmt::join(example.piles, ", "), place_text(check, example.place),
        latex_matrix(describe_matrix(check)), with_passes(check.passes), example.first,
        example.is_other ? "\\neq" : "=", fmt::join(example.expected.values(), "$ or $"),
        example.found == kNoValue ? "nobody wins" : fmt::format("$g = {}$", example.found));
  }
  if (const auto& error = verdict.first_error)
    return fmt::format("It says nothing about $({})$ for {} under {}{}: {}.",
                       fmt::join(error->piles, ", "), place_text(check, error->place),
                       latex_matrix(describe_matrix(check)), with_passes(check.passes),
                       latex_text(error->reason));
  return fmt::format("{}.", latex_text(check.note));
}

}  // namespace

LatexTheorems::Judged& LatexTheorems::judged(const Claim* claim) {
  auto& known = by_claim_[claim];
  if (known == nullptr) known = &claims_.emplace_back(Judged{.claim = claim});
  return *known;
}

void LatexTheorems::add(const Check& check) {
  if (!check.obstacle.empty()) return;
  Judged& claim = judged(check.claim);
  ++claim.verdicts;
  if (!check.verdict.holds()) return add_failing(check, claim);
  claim
      .holding[{.game = check.game,
                .passes = check.passes,
                .sizes = sizes_of(check.verdict),
                .way = way_of(check)}][describe_matrix(check)]
      .emplace(check.players(), check.piles);
}

void LatexTheorems::add_failing(const Check& check, Judged& claim) {
  const std::uint64_t failing = claim.refutation ? claim.refutation->failing + 1 : 1;
  if (!claim.refutation || is_smaller(check, claim.refutation->check)) {
    claim.refutation = Refutation{.check = check};
    Check& kept = claim.refutation->check;
    kept.machine.reset();
    kept.digit_machine.reset();
    kept.family_verdict.reset();
  }
  claim.refutation->failing = failing;
}

void LatexTheorems::add(const MineSpec& spec, const MineResult& result) {
  for (const auto* claims : {&result.recurrences, &result.claims})
    for (const MinedClaim& mined : *claims) add_mined(spec, mined);
}

void LatexTheorems::add_mined(const MineSpec& spec, const MinedClaim& mined) {
  Judged& claim = judged(&mined_.emplace_back(make_claim(mined.text)));
  const bool is_last_nim = spec.task.game == "last-nim" || spec.task.game == "small-nim";
  const Setting setting{
      .game = spec.task.game,
      .passes = spec.task.passes,
      .sizes = "every pile size",
      .way = mined.is_for_all_players ? "by z3, which decided the obligations of the claim"
             : is_last_nim            ? "by the finite machine of the game, which reads pile sizes"
                                      : "by an automaton over the binary digits of the piles"};
  CaseSet& cases =
      claim.holding[setting][mined.text.matrix.empty() ? spec.matrices : mined.text.matrix];
  if (mined.is_for_all_players)
    cases.emplace(kAllPlayers, kAllPiles);
  else
    for (const auto* points : {&mined.fitted, &mined.checked})
      for (const Parameters& point : *points) cases.emplace(point.n, point.N);
  // One number of players says nothing about others.
  const bool has_several = std::ranges::any_of(
      mined.fitted, [&](const Parameters& point) { return point.n != mined.fitted.front().n; });
  if (spec.task.is_family && has_several && !mined.conjecture.empty())
    claim.addition = fmt::format("For every number of players it is a conjecture: {}.",
                                 latex_text(mined.conjecture));
}

namespace {

// Matrices with the same cases are named together.
std::map<CaseSet, std::vector<std::string>> by_cases(
    const std::map<std::string, CaseSet>& cases_of_matrix) {
  std::map<CaseSet, std::vector<std::string>> matrices;
  for (const auto& [matrix, cases] : cases_of_matrix) matrices[cases].push_back(matrix);
  return matrices;
}

}  // namespace

std::size_t LatexTheorems::theorems() const {
  std::size_t count = 0;
  for (const Judged& claim : claims_)
    for (const auto& [setting, cases] : claim.holding) count += by_cases(cases).size();
  return count;
}

std::size_t LatexTheorems::remarks() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      claims_, [](const Judged& claim) { return claim.refutation.has_value(); }));
}

std::string LatexTheorems::text() const {
  std::string text = fmt::format("{}% nimsweep {}\n{}", kBeginning, NIMSWEEP_VERSION, kPreamble);
  for (const Judged& judged : claims_) {
    const Claim& claim = *judged.claim;
    for (const auto& [setting, holding] : judged.holding)
      for (const auto& [cases, matrices] : by_cases(holding)) {
        const bool is_proved = setting.sizes == "every pile size";
        const std::string_view kind = is_proved ? "theorem" : "proposition";
        text += fmt::format(
            "\n\\begin{{{0}}}{1}\nIn {2}{3} under {4}{5},\n{6}for {7}, {8}.\n\\end{{{0}}}\n"
            "\\begin{{proof}}\n{9} {10}.{11}\n\\end{{proof}}\n",
            kind, title_of(claim), game_text(setting.game), with_passes(setting.passes),
            matrices_text(matrices), given_text(claim), statement_text(claim),
            cases_in_latex(cases), sizes_text(setting.sizes), is_proved ? "Proved" : "Checked",
            setting.way, judged.addition.empty() ? "" : " " + judged.addition);
      }
    if (const auto& refuted = judged.refutation)
      text += fmt::format(
          "\n\\begin{{remark}}{}\nThe following fails in {} of {}. In {}{},\n{}{}\n"
          "\\end{{remark}}\n",
          title_of(claim), to_grouped_decimal(refuted->failing),
          counted(judged.verdicts, "verdict"), game_text(refuted->check.game), given_text(claim),
          statement_text(claim), counterexample_text(refuted->check));
  }
  return text + "\n\\end{document}\n";
}

void LatexTheorems::check_replaceable(const std::string& path) {
  nimsweep::check_replaceable("--latex", path, "file of LaTeX theorems", [](std::string_view text) {
    return text.starts_with(kBeginning.substr(0, 20));
  });
}

void LatexTheorems::write(const std::string& path) const {
  write_file(path, text());
}

}  // namespace nimsweep
