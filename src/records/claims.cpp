// Records about claims and published values.
#include <fmt/format.h>

#include "nimsweep/base/text.hpp"
#include "nimsweep/claims/statement.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/model/outcome_vector.hpp"
#include "nimsweep/records/json.hpp"
#include "nimsweep/records/records.hpp"

namespace nimsweep {

namespace {

Json value_json(std::optional<int> value, std::optional<Seat> winner) {
  Json json = Json::object();
  if (value) json["value"] = *value;
  if (winner) json["winner"] = *winner;
  return json;
}

// A number, or a list if there are several.
Json expected_json(const ValueSet& expected) {
  const std::vector<int> values = expected.values();
  return values.size() == 1 ? Json(values.front()) : Json(values);
}

// A pair, with what the verdict does not say of it.
Json pair_json(const PairPlace& place, const std::vector<Counters>& piles, Seat first) {
  Json json = Json::object();
  if (place.players) json["players"] = *place.players;
  if (place.r) json["r"] = *place.r;
  json["piles"] = piles;
  json["first"] = first;
  return json;
}

Json counterexample_json(const Counterexample& example) {
  Json json = pair_json(example.place, example.piles, example.first);
  json[example.is_other ? "expected_not" : "expected"] = expected_json(example.expected);
  json["found"] = example.found == kNoValue ? Json(nullptr) : Json(example.found);
  return json;
}

Json cases_json(const Claim& claim) {
  Json cases = Json::array();
  for (const Claim::Case& claim_case : claim.cases) {
    Json written = Json::object();
    if (claim_case.when) written["when"] = claim_case.when->text();
    written[std::string(word_of(claim_case.kind))] = claim_case.text();
    cases.push_back(std::move(written));
  }
  return cases;
}

// What verdicts and checks that were not made begin with.
Json head_of(std::string_view type, const Check& check) {
  return {{"type", type},
          {"claim", check.claim->name},
          {"game", check.game},
          {"matrix", describe_matrix(check)},
          {"players", check.family ? Json("all") : Json(check.players())},
          {"piles", piles_json(check.piles)}};
}

}  // namespace

std::string describe_matrix(const AllianceMatrix& matrix) {
  const auto shift = shift_of(matrix);
  if (!shift) return to_text(matrix);
  return *shift == 0 ? "sam" : fmt::format("ssam:{}", *shift);
}

std::string describe_matrix(const Check& check) {
  return check.family ? check.family->text() : describe_matrix(*check.matrix);
}

Record check_record(const Check& check) {
  if (!check.obstacle.empty()) {
    Json json = head_of("unchecked", check);
    json["reason"] = check.obstacle;
    return Record(std::move(json));
  }
  const Verdict& verdict = check.verdict;
  Json json = head_of("verdict", check);
  json["scope"] = verdict.scope();
  json["bound"] = verdict.bound;
  json["checked"] = to_decimal(verdict.checked);
  json["disagreements"] = to_decimal(verdict.disagreements);
  json["counterexamples"] = Json::array();
  for (const Counterexample& example : verdict.counterexamples)
    json["counterexamples"].push_back(counterexample_json(example));
  json["holds"] = verdict.holds();
  if (check.known_wrong) json["known_wrong"] = true;
  if (!check.table.empty()) json["table"] = check.table;
  json["errors"] = to_decimal(verdict.errors);
  if (const auto& error = verdict.first_error) {
    json["first_error"] = pair_json(error->place, error->piles, error->first);
    json["first_error"]["reason"] = error->reason;
  }
  if (check.passes > 0) json["passes"] = check.passes;
  if (!check.note.empty()) json["note"] = check.note;
  return Record(std::move(json));
}

Record row_record(const RowCheck& check) {
  const ValueSpec& row = *check.row;
  Json json = {{"type", "row"},
               {"id", row.id},
               {"agrees", check.agrees},
               {"expected", value_json(row.value, row.winner)},
               {"found", check.value ? value_json(check.value, check.winner)
                                     : Json{{"value", nullptr}, {"winner", nullptr}}},
               {"game", row.game},
               {"matrix", describe_matrix(row.matrix)},
               {"players", row.matrix.players()},
               {"piles", row.piles},
               {"first", row.first}};
  if (check.passes > 0) json["passes"] = check.passes;
  if (row.known_wrong) json["known_wrong"] = true;
  return Record(std::move(json));
}

namespace {

// Adds "start", "each" and "range" if the claim is a recurrence.
void add_recurrence(const Claim& claim, Json& json) {
  if (!claim.recurrence) return;
  json["start"] = claim.recurrence->start.text();
  json["each"] = Json::array();
  for (const Claim::Step& step : claim.recurrence->each) {
    Json written = Json::object();
    if (step.when) written["when"] = step.when->text();
    written["value"] = step.value.text();
    json["each"].push_back(std::move(written));
  }
  if (claim.recurrence->range) json["range"] = *claim.recurrence->range;
}

}  // namespace

Json claim_json(const Claim& claim) {
  Json json = {{"name", claim.name}, {"source", claim.source}};
  if (claim.game != "last-nim") json["game"] = claim.game;
  if (claim.given) json["given"] = claim.given->text();
  add_recurrence(claim, json);
  json["cases"] = cases_json(claim);
  return json;
}

Record claim_record(const Claim& claim) {
  Json json = {{"type", "claim"},        {"name", claim.name},
               {"source", claim.source}, {"game", claim.game},
               {"matrix", claim.matrix}, {"given", claim.given ? claim.given->text() : ""}};
  add_recurrence(claim, json);
  json["cases"] = cases_json(claim);
  json["statement"] = statement_of(claim);
  return Record(std::move(json));
}

Json piles_json(int piles) {
  return piles == kAllPiles ? Json("all") : Json(piles);
}

}  // namespace nimsweep
