#include "nimsweep/claims/claim.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "nimsweep/base/error.hpp"
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

Expression parse_part(std::string_view part, const std::string& text, Expression::Type type) {
  return named(part, [&] { return Expression::parse(text, type); });
}

std::optional<Expression> parse_condition(std::string_view part, const std::string& text) {
  if (text.empty()) return std::nullopt;
  return parse_part(part, text, Expression::Type::condition);
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
    if (node.op == Op::first || node.op == Op::pile || node.op == Op::nim_sum ||
        node.op == Op::digit_sum)
      throw Error(ErrorKind::input,
                  fmt::format("column {}: it depends on the position; expected only n, N, d, "
                              "r and k",
                              node.column));
}

}  // namespace

// A family need not fit every number of players, but must fit some.
void check_claim_matrix(const std::string& text) {
  std::optional<int> players;
  if (names_family(text))
    players = canonical_matrix(text).starts_with("index:") ? AllianceMatrix::kMaxIndexedPlayers
                                                           : kMaxPlayers;
  named("matrix", [&] { return parse_matrix(text, players); });
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
              .cases = {}};
  if (claim.given) named(part("given"), [&] { check_given(*claim.given); });
  if (text.cases.empty() || text.cases.size() > Claim::kMaxCases)
    throw Error(ErrorKind::input, fmt::format("cases: there are {}; expected 1 to {}",
                                              text.cases.size(), Claim::kMaxCases));
  for (const ClaimText::Case& written : text.cases) {
    const std::string place = fmt::format("case {}: ", claim.cases.size() + 1);
    const std::string value = place + part(written.is_other ? "not" : "value");
    claim.cases.push_back({.when = parse_condition(place + part("when"), written.when),
                           .value = parse_part(value, written.value, Expression::Type::number),
                           .is_other = written.is_other});
  }
  return claim;
}

bool Claim::uses(Expression::Op op) const noexcept {
  const auto uses = [&](const Expression& expression) {
    return std::ranges::any_of(expression.nodes(),
                               [&](const Expression::Node& node) { return node.op == op; });
  };
  return (given && uses(*given)) || std::ranges::any_of(cases, [&](const Case& claim_case) {
           return (claim_case.when && uses(*claim_case.when)) || uses(claim_case.value);
         });
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
  for (const Case& candidate : cases)
    size += (candidate.when ? candidate.when->nodes().size() : 0) + candidate.value.nodes().size();
  return size;
}

ClaimedValue Claim::value_at(const Situation& situation) const noexcept {
  using Part = ClaimFault::Part;
  std::uint32_t number = 0;
  const auto failed = [&](Part part, const Evaluation& evaluation) {
    return ClaimedValue{.fault = ClaimFault{part, number, evaluation.fault, evaluation.column}};
  };
  for (const Case& candidate : cases) {
    ++number;
    if (candidate.when) {
      const Evaluation holds = candidate.when->evaluate(situation);
      if (holds.fault != Fault::none) return failed(Part::when, holds);
      if (holds.value == 0) continue;
    }
    const Evaluation value = candidate.value.evaluate(situation);
    if (value.fault != Fault::none) return failed(Part::value, value);
    return {.value = reduced(value.value, situation.parameters.n), .is_other = candidate.is_other};
  }
  return {.fault = ClaimFault{}};
}

std::string describe(const ClaimFault& fault) {
  if (fault.part == ClaimFault::Part::no_case) return "no case covers it";
  return fmt::format("case {}: {}: {}", fault.case_number,
                     fault.part == ClaimFault::Part::when ? "when" : "value",
                     describe(fault.fault, fault.column));
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
