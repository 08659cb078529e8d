#include "nimsweep/families/obligations.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <utility>

#include "families/smt_text.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/claims/statement.hpp"

namespace nimsweep {

using namespace families_detail;

namespace {

using Kind = Obligation::Kind;

std::string asserted(const std::string& condition) {
  return fmt::format("(assert {})\n", condition);
}

// "(* 2 n)", with a sign that SMT-LIB accepts.
std::string times_n(int factor) {
  if (factor == 0) return "0";
  if (factor == 1) return "n";
  return factor < 0 ? fmt::format("(* (- {}) n)", -factor) : fmt::format("(* {} n)", factor);
}

std::string definition_of_reduced(int wraps) {
  std::string term = difference("t", times_n(wraps - 1));
  for (int wrap = wraps - 2; wrap >= -wraps; --wrap)
    term = choice(fmt::format("(< t {})", times_n(wrap + 1)), difference("t", times_n(wrap)), term);
  return fmt::format("(define-fun reduced ((t Int)) Int {})\n", term);
}

std::string definition_of_divides(int wraps) {
  std::vector<std::string> multiples;
  for (int wrap = -wraps; wrap <= wraps; ++wrap)
    multiples.push_back(fmt::format("(= t {})", times_n(wrap)));
  return fmt::format("(define-fun divides ((t Int)) Bool {})\n", any_of(multiples));
}

// What every obligation of a claim begins with, and what all of them share.
class Statement {
 public:
  Statement(const Claim& claim, const RowFamily& family, Reach reach)
      : claim_(claim),
        family_(family),
        reach_(reach),
        writer_({.has_shift = is_up(), .has_piles = !claim.recurrence}) {}

  // What is taken mod n in the scope itself is looked at before the scope is assumed.
  Obligations obligations() {
    begin_ = prelude() + asserted(offset()) + scope();
    add_residues("of the scope", prelude());
    if (claim_.recurrence)
      add_recurrence();
    else if (is_up())
      add_piles_that_matter();
    else
      add_rows();
    return {.scope = whole_scope(), .list = std::move(list_)};
  }

 private:
  bool is_up() const { return family_.direction() == RowFamily::Direction::up; }

  // ---- Common parts.

  std::string prelude() const {
    std::string text = fmt::format("; {}\n; {}\n(set-logic QF_UFLIA)\n", one_line(claim_.name),
                                   one_line(statement_of(claim_), 2000));
    text += definitions();
    text += asserted(fmt::format("(>= n {})", family_.fewest_players()));
    text += asserted(fmt::format("(and (<= 0 i) (< i n) (<= 0 {0}) (< {0} n) (>= N 1))", shift()));
    return has_parameter() ? text + asserted("(and (<= 0 t) (< t n))") : text;
  }

  std::string definitions() const {
    std::string text = "(declare-const n Int)\n(declare-const N Int)\n(declare-const i Int)\n";
    text += fmt::format("(declare-const {} Int)\n", shift());
    if (has_parameter()) text += "(declare-const t Int)\n";
    return text + definition_of_reduced(reach_.wraps) + definition_of_divides(reach_.wraps);
  }

  // The s of the family, which claims about SSAM^r call r.
  std::string_view shift() const { return is_up() ? "r" : "s"; }

  // Is s given in terms of a parameter other than itself?
  bool has_parameter() const { return family_.factor() != 0 && !family_.is_reduced(); }

  // What is known of s besides that it is below n.
  std::string offset() {
    const std::string constant = integer_text(family_.constant());
    if (has_parameter()) {
      const std::string factor = integer_text(family_.factor());
      return fmt::format("(= {} {})", shift(),
                         writer_.reduced(fmt::format("(+ {} (* {} t))", constant, factor)));
    }
    if (family_.factor() != 0) return "true";
    return fmt::format("(= {} {})", shift(),
                       family_.is_reduced() ? constant : writer_.reduced(constant));
  }

  // The claim's `given`. A recurrence has to hold for every number of piles on the way, so that
  // only what is said of n and r may be assumed there.
  std::string scope() {
    if (!claim_.given) return {};
    if (claim_.recurrence) return scope_of_recurrence(claim_.given->root());
    const SmtTerm given = writer_.write(*claim_.given, "given");
    if (given.has_value != "true") throw NotLinear{"given: it may have no value"};
    return asserted(given.text);
  }

  std::string scope_of_recurrence(Expression::NodeId part) {
    const Expression::Node& node = claim_.given->node(part);
    if (node.op == Expression::Op::both)
      return scope_of_recurrence(node.left) + scope_of_recurrence(node.right);
    SmtWriter writer = writer_;
    try {
      const SmtTerm condition = writer.write(*claim_.given, part, "given");
      if (condition.has_value != "true") return {};
      writer_ = std::move(writer);
      return asserted(condition.text);
    } catch (const NotLinear&) {
      return {};  // it is then proved for more than it is given for
    }
  }

  // What must be possible: the whole of `given`, as far as it can be said.
  std::string whole_scope() const {
    if (!claim_.given || !claim_.recurrence) return begin_;
    SmtWriter writer({.has_shift = is_up(), .has_piles = true});
    try {
      return begin_ + asserted(writer.write(*claim_.given, "given").text);
    } catch (const NotLinear&) {
      return begin_;
    }
  }

  // Piles are not empty.
  std::string piles() const {
    std::string text = "(declare-fun x (Int) Int)\n";
    for (const std::string& index : writer_.piles())
      text += asserted(fmt::format("(>= (x {}) 1)", index));
    return text;
  }

  void add_residues(std::string_view of_what, const std::string& start) {
    std::vector<std::string> missing;
    for (const auto& residue : writer_.residues()) {
      if (!looked_at_.insert(residue).second) continue;
      const auto& [when, term] = residue;
      missing.push_back(
          all_of({when, fmt::format("(not (and (<= {} {}) (< {} {})))", times_n(-reach_.wraps),
                                    term, term, times_n(reach_.wraps))}));
    }
    if (!missing.empty())
      add(Kind::residues, fmt::format("residues {}: numbers within {} n", of_what, reach_.wraps),
          start + asserted(any_of(missing)));
  }

  void add(Kind kind, std::string name, std::string text) {
    list_.push_back({.kind = kind, .name = std::move(name), .text = std::move(text)});
  }

  void add_scope(std::string_view what, const std::string& start, const std::string& beyond) {
    add(Kind::scope, fmt::format("no more than {} {}", reach_.piles, what),
        start + asserted(beyond));
  }

  // The residues and values of a claim of cases; g lies between these terms.
  void add_side_conditions(const std::string& start, const SmtTerm& agreement,
                           const std::string& least, const std::string& largest) {
    add_residues("of the cases", start + asserted(fmt::format("(<= {} g {})", least, largest)));
    add(Kind::value, "the claim has a value", start + asserted(negation(agreement.has_value)));
  }

  // ---- Cases under SSAM^r.

  // The number of the j-th pile that matters, if `large` before it have more than one counter.
  static std::string matters(int j, int large) {
    std::string text = "c";
    if (j > 1) text = fmt::format("(+ {} {})", text, times_n(j - 1));
    return difference(text, fmt::format("{}", large));
  }

  void add_piles_that_matter() {
    const SmtTerm agreement = writer_.agreement(claim_, "g");
    std::string start = begin_ + "(declare-const g Int)\n";
    start += "(define-fun c () Int (ite (< r 2) (- (+ r n) 1) (- r 1)))\n" + piles();
    add_scope("piles matter", start,
              fmt::format("(<= {} N)", matters(reach_.piles + 1, reach_.piles)));
    add_side_conditions(start, agreement, "N", fmt::format("(+ N {})", reach_.piles));
    for (int exist = 0; exist <= reach_.piles; ++exist)
      for (unsigned large = 0; large < 1U << exist; ++large)
        add_way(start, agreement, exist, large);
  }

  // One way in which the piles that matter exist and are large, a bit for each.
  void add_way(const std::string& start, const SmtTerm& agreement, int exist, unsigned large) {
    std::string text = start;
    std::vector<std::string> sizes;
    int count = 0;
    for (int j = 1; j <= exist; ++j) {
      const bool is_large = (large >> (j - 1) & 1) != 0;
      const std::string pile = matters(j, count);
      if (j == exist) text += asserted(fmt::format("(<= {} N)", pile));
      text += asserted(fmt::format("({} (x {}) 1)", is_large ? ">" : "=", pile));
      sizes.emplace_back(is_large ? "> 1" : "1");
      if (is_large) ++count;
    }
    text += asserted(fmt::format("(< N {})", matters(exist + 1, count)));
    text += asserted(fmt::format("(= g (+ N {}))", count));
    text += asserted(agreement.has_value) + asserted(negation(agreement.text));
    add(Kind::agreement,
        fmt::format("agreement if {} {}{}", exist == 0 ? "no" : fmt::format("{}", exist),
                    exist == 1 ? "pile matters" : "piles matter",
                    exist == 0 ? "" : fmt::format(", of size {}", fmt::join(sizes, ", "))),
        std::move(text));
  }

  // ---- Pile by pile.

  // The value after one more pile of y counters.
  std::string definition_of_next() const {
    if (is_up())
      return "(define-fun next ((v Int) (y Int)) Int\n"
             "  (let ((u (+ v 1 (ite (and (> y 1) (= v (ite (< r 2) (- (+ r n) 2) (- r 2)))) 1 "
             "0))))\n"
             "    (ite (< u n) u (- u n))))\n";
    return "(define-fun next ((v Int) (y Int)) Int\n"
           "  (let ((u (ite (= v (- n 1)) 0 (+ v 1))))\n"
           "    (let ((steps (ite (< s u) (- (+ s n) u) (- s u))))\n"
           "      (let ((w (+ u (ite (< (- y 1) steps) (- y 1) steps))))\n"
           "        (ite (< w n) w (- w n))))))\n";
  }

  void add_rows() {
    const SmtTerm agreement = writer_.agreement(claim_, "g");
    std::string start = begin_ + definition_of_next() + "(declare-const g Int)\n" + piles();
    add_scope("piles", start, fmt::format("(> N {})", reach_.piles));
    add_side_conditions(start, agreement, "0", "(- n 1)");
    std::string value = "0";
    for (int count = 1; count <= reach_.piles; ++count) {
      start += asserted(fmt::format("(>= (x {}) 1)", count));
      const std::string name = fmt::format("g{}", count);
      start += fmt::format("(define-fun {} () Int (next {} (x {})))\n", name, value, count);
      value = name;
      add(Kind::agreement, fmt::format("agreement if there are {} piles", count),
          start + asserted(fmt::format("(and (= N {}) (= g {}))", count, value)) +
              asserted(agreement.has_value) + asserted(negation(agreement.text)));
    }
  }

  // ---- Recurrences.

  void add_recurrence() {
    const Claim::Recurrence& recurrence = *claim_.recurrence;
    const SmtTerm agreement = writer_.agreement(claim_, "g");
    const SmtTerm first = writer_.start(recurrence);
    const SmtTerm step = writer_.step(recurrence);
    std::string start = begin_ + definition_of_next();
    start += fmt::format("(define-fun agrees ((v Int) (g Int)) Bool {})\n", agreement.text);
    start += fmt::format("(define-fun says ((v Int) (g Int)) Bool {})\n", agreement.has_value);
    start += fmt::format("(define-fun step ((v Int) (y Int)) Int {})\n", step.text);
    start += fmt::format("(define-fun steps ((v Int) (y Int)) Bool {})\n", step.has_value);
    start += "(declare-const v Int)\n(declare-const g Int)\n(declare-const y Int)\n";
    const std::string range =
        recurrence.range ? fmt::format("{}", *recurrence.range) : std::string("n");
    start += asserted(fmt::format("(and (<= 0 v) (< v {}) (<= 0 g) (< g n) (>= y 1))", range));
    add_residues("of the recurrence", start);
    const std::string base = asserted(fmt::format("(and (= v {}) (= g 0))", first.text));
    const std::string induction = asserted("(and (says v g) (agrees v g))");
    const std::string fails = "(says (step v y) (next g y))";
    add(Kind::value, "the claim has a value for one pile",
        start + base + asserted(negation(all_of({first.has_value, "(steps v y)", fails}))));
    add(Kind::value, "it has a value after each further pile",
        start + induction + asserted(negation(all_of({"(steps v y)", fails}))));
    const std::string disagrees =
        asserted(all_of({"(steps v y)", fails, "(not (agrees (step v y) (next g y)))"}));
    add(Kind::agreement, "agreement for one pile", start + base + disagrees);
    add(Kind::agreement, "agreement after each further pile", start + induction + disagrees);
  }

  const Claim& claim_;
  const RowFamily& family_;
  Reach reach_;
  SmtWriter writer_;
  std::string begin_;  // of every obligation but the first: the scope
  std::set<SmtWriter::Residue> looked_at_;
  std::vector<Obligation> list_;
};

}  // namespace

std::variant<Obligations, NotStated> obligations_of(const Claim& claim, const RowFamily& family,
                                                    Reach reach) {
  try {
    return Statement(claim, family, reach).obligations();
  } catch (const NotLinear& refusal) {
    return NotStated{refusal.reason};
  }
}

}  // namespace nimsweep
