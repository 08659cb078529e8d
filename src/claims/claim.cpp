#include "nimsweep/claims/claim.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/model/matrix_text.hpp"

namespace nimsweep {

namespace {

// Calls `make`, and adds `part` to its errors.
template <class Make>
auto named(std::string_view part, Make make) {
  try {
    return make();
  } catch (const Error& error) {
    throw error.at(part);
  }
}

using Place = Expression::Place;

Expression parse_number(std::string_view part, std::string_view text, Place place) {
  return named(part, [&] { return Expression::parse(text, Expression::Type::number, place); });
}

std::optional<Expression> parse_condition(std::string_view part, const std::string& text,
                                          Place place = Place::position) {
  if (text.empty()) return std::nullopt;
  return named(part, [&] { return Expression::parse(text, Expression::Type::condition, place); });
}

// "[0, xor(1, n)]" as "0" and " xor(1, n)"; any other text is the only entry.
std::vector<std::string_view> entries_of(std::string_view text) {
  const std::string_view list = trimmed(text);
  if (!list.starts_with('[') || !list.ends_with(']')) return {text};
  std::vector<std::string_view> entries;
  std::size_t begin = 1;
  int depth = 0;
  for (std::size_t k = 1; k < list.size(); ++k) {
    const char c = list[k];
    if (c == '(' || c == '[') ++depth;
    if (k + 1 < list.size() && (c == ')' || c == ']')) --depth;
    if (k + 1 < list.size() && (c != ',' || depth > 0)) continue;
    entries.push_back(list.substr(begin, k - begin));
    begin = k + 1;
  }
  return entries;
}

std::vector<Expression> parse_values(const std::string& part, const std::string& text,
                                     Place place) {
  const auto entries = entries_of(text);
  if (entries.size() > Claim::kMaxValues)
    throw Error(ErrorKind::input, fmt::format("{}: there are {} values; expected at most {}", part,
                                              entries.size(), Claim::kMaxValues));
  std::vector<Expression> values;
  values.reserve(entries.size());
  for (const std::string_view entry : entries)
    values.push_back(parse_number(
        entries.size() == 1 ? part : fmt::format("{}: entry {}", part, values.size() + 1), entry,
        place));
  return values;
}

// The name that the ruleset uses. A name without its argument stands for the game with any
// argument.
std::string game_named(const std::string& text) {
  for (const Game& game : games())
    if (game.name == text && !game.argument.empty()) return text;
  return make_ruleset(text)->name();
}

// `given` selects games, not positions.
void check_given(const Expression& given) {
  using Op = Expression::Op;
  for (const Expression::Node& node : given.nodes())
    if (node.op == Op::first || node.uses_piles)
      throw Error(ErrorKind::input,
                  fmt::format("column {}: it depends on the position; expected only n, N, d, "
                              "r and k",
                              node.column));
}

}  // namespace

// A family need not fit every number of players, but must fit some.
void check_claim_matrix(const std::string& text) {
  if (canonical_matrix(text) == Claim::kEveryShift) return;
  named("matrix", [&] { check_matrix(text); });
}

namespace {

void check_number(std::string_view what, std::size_t count) {
  if (count == 0 || count > Claim::kMaxCases)
    throw Error(ErrorKind::input,
                fmt::format("{}: there are {}; expected 1 to {}", what, count, Claim::kMaxCases));
}

Claim::Recurrence make_recurrence(const ClaimText::Recurrence& text) {
  Claim::Recurrence recurrence{
      .start = parse_number("start", text.start, Place::start), .each = {}, .range = text.range};
  if (text.range && (*text.range < 1 || *text.range > Claim::kMaxRange))
    throw Error(ErrorKind::input,
                fmt::format("range: {}; expected 1 to {}", *text.range, Claim::kMaxRange));
  check_number("each", text.each.size());
  for (const ClaimText::Case& written : text.each) {
    const std::string place = fmt::format("each {}: ", recurrence.each.size() + 1);
    recurrence.each.push_back({.when = parse_condition(place + "when", written.when, Place::each),
                               .value = parse_number(place + "value", written.value, Place::each)});
  }
  return recurrence;
}

}  // namespace

std::string_view word_of(CaseKind kind) noexcept {
  switch (kind) {
    case CaseKind::other:
      return "not";
    case CaseKind::winner:
      return "winner";
    default:
      return "value";
  }
}

Claim make_claim(const ClaimText& text, std::string_view dashes) {
  const auto part = [&](std::string_view name) { return fmt::format("{}{}", dashes, name); };
  const std::string game = named("game", [&] { return game_named(text.game); });
  if (!text.matrix.empty()) check_claim_matrix(text.matrix);
  Claim claim{.name = text.name,
              .source = text.source,
              .game = game,
              .matrix = canonical_matrix(text.matrix),
              .given = parse_condition(part("given"), text.given),
              .recurrence = {},
              .cases = {}};
  if (claim.given) named(part("given"), [&] { check_given(*claim.given); });
  if (text.recurrence) claim.recurrence = make_recurrence(*text.recurrence);
  const Place place = text.recurrence ? Place::after_recurrence : Place::position;
  check_number("cases", text.cases.size());
  for (const ClaimText::Case& written : text.cases) {
    const std::string number = fmt::format("case {}: ", claim.cases.size() + 1);
    claim.cases.push_back(
        {.when = parse_condition(number + part("when"), written.when, place),
         .values = parse_values(number + part(word_of(written.kind)), written.value, place),
         .kind = written.kind});
  }
  return claim;
}

std::string Claim::Case::text() const {
  if (values.size() == 1) return values.front().text();
  std::string text;
  for (const Expression& value : values)
    text += fmt::format("{}{}", text.empty() ? "" : ", ", trimmed(value.text()));
  return fmt::format("[{}]", text);
}

void Claim::visit_expressions(FunctionRef<void(std::string_view, const Expression&)> visit) const {
  if (given) visit("given", *given);
  if (recurrence) {
    visit("start", recurrence->start);
    for (std::size_t k = 0; k < recurrence->each.size(); ++k) {
      const Step& step = recurrence->each[k];
      if (step.when) visit(fmt::format("each {}: when", k + 1), *step.when);
      visit(fmt::format("each {}: value", k + 1), step.value);
    }
  }
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const Case& here = cases[k];
    if (here.when) visit(fmt::format("case {}: when", k + 1), *here.when);
    for (const Expression& value : here.values)
      visit(fmt::format("case {}: {}", k + 1, word_of(here.kind)), value);
  }
}

bool Claim::uses(Expression::Op op) const noexcept {
  bool does = false;
  visit_expressions([&](std::string_view, const Expression& expression) {
    does |= std::ranges::find(expression.nodes(), op, &Expression::Node::op) !=
            expression.nodes().end();
  });
  return does;
}

bool Claim::is_about_game(std::string_view game_name) const noexcept {
  return game_name == game || game_name.substr(0, game_name.find(':')) == game;
}

bool Claim::applies(const Parameters& parameters) const {
  if (!given) return true;
  const Evaluation holds = given->evaluate({.parameters = parameters});
  if (holds.fault == Fault::no_shift) return false;
  if (holds.fault != Fault::none)
    throw Error(ErrorKind::input, "given: " + describe(holds.fault, holds.column));
  return holds.value != 0;
}

std::size_t Claim::size() const noexcept {
  std::size_t size = 0;
  visit_expressions([&](std::string_view place, const Expression& expression) {
    if (place != "given") size += expression.nodes().size();
  });
  return size;
}

namespace {

using Part = ClaimFault::Part;

ClaimFault fault_of(Part part, std::uint32_t number, const Evaluation& evaluation) noexcept {
  return {part, number, evaluation.fault, evaluation.column};
}

}  // namespace

ClaimFault::Part part_of(CaseKind kind) noexcept {
  switch (kind) {
    case CaseKind::other:
      return Part::other;
    case CaseKind::winner:
      return Part::winner;
    default:
      return Part::value;
  }
}

std::variant<int, ClaimFault> Claim::Recurrence::begin(const Situation& situation) const noexcept {
  const Evaluation value = start.evaluate(situation);
  if (value.fault != Fault::none) return fault_of(Part::start, 0, value);
  return reduced(value.value, modulus(situation.parameters.n));
}

std::variant<int, ClaimFault> Claim::Recurrence::step(const Situation& situation) const noexcept {
  std::uint32_t number = 0;
  for (const Step& candidate : each) {
    ++number;
    if (candidate.when) {
      const Evaluation holds = candidate.when->evaluate(situation);
      if (holds.fault != Fault::none) return fault_of(Part::step_when, number, holds);
      if (holds.value == 0) continue;
    }
    const Evaluation value = candidate.value.evaluate(situation);
    if (value.fault != Fault::none) return fault_of(Part::step_value, number, value);
    return reduced(value.value, modulus(situation.parameters.n));
  }
  return ClaimFault{Part::no_step};
}

ClaimedValue Claim::value_at(const Situation& situation) const noexcept {
  if (!recurrence) return value_after(situation);
  Situation here = situation;
  auto v = recurrence->begin(here);
  for (const Counters pile : situation.piles) {
    const int* before = std::get_if<int>(&v);
    if (before == nullptr) break;
    here.v = *before;
    here.here = {.size = pile, .number = here.here.number + 1};
    v = recurrence->step(here);
  }
  if (const auto* fault = std::get_if<ClaimFault>(&v)) return {.fault = *fault};
  here.v = *std::get_if<int>(&v);
  return value_after(here);
}

ClaimedValue Claim::value_after(const Situation& situation) const noexcept {
  const int n = situation.parameters.n;
  std::uint32_t number = 0;
  for (const Case& candidate : cases) {
    ++number;
    if (candidate.when) {
      const Evaluation holds = candidate.when->evaluate(situation);
      if (holds.fault != Fault::none) return {.fault = fault_of(Part::when, number, holds)};
      if (holds.value == 0) continue;
    }
    ClaimedValue claimed{.is_other = candidate.kind == CaseKind::other};
    const int seat = candidate.kind == CaseKind::winner ? situation.first : 0;
    for (const Expression& expression : candidate.values) {
      const Evaluation value = expression.evaluate(situation);
      if (value.fault != Fault::none)
        return {.fault = fault_of(part_of(candidate.kind), number, value)};
      claimed.values.insert(reduced(value.value - seat, n));
    }
    return claimed;
  }
  return {.fault = ClaimFault{}};
}

std::string describe(const ClaimFault& fault) {
  const auto at = [&](std::string_view list, std::string_view part) {
    return fmt::format("{} {}: {}: {}", list, fault.case_number, part,
                       describe(fault.fault, fault.column));
  };
  switch (fault.part) {
    case Part::no_case:
      return "no case covers it";
    case Part::when:
      return at("case", "when");
    case Part::value:
      return at("case", word_of(CaseKind::value));
    case Part::other:
      return at("case", word_of(CaseKind::other));
    case Part::winner:
      return at("case", word_of(CaseKind::winner));
    case Part::start:
      return "start: " + describe(fault.fault, fault.column);
    case Part::no_step:
      return "no entry of 'each' covers one of its piles";
    case Part::step_when:
      return at("each", "when");
    case Part::step_value:
      return at("each", "value");
  }
  return {};
}

int reduced(Int128 value, int n) noexcept {
  return static_cast<int>((value % n + n) % n);
}

std::optional<int> shift_of(const AllianceMatrix& matrix) {
  const int r = matrix.offset(0, 0);
  if (matrix != AllianceMatrix::shifted(matrix.players(), r)) return std::nullopt;
  return r;
}

}  // namespace nimsweep
