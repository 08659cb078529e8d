// Records about hunts and mining.
#include <map>
#include <set>
#include <tuple>

#include "nimsweep/base/text.hpp"
#include "nimsweep/records/json.hpp"
#include "nimsweep/records/records.hpp"
#include "records/long_record.hpp"

namespace nimsweep {

namespace {

const char* game_of(const MineTask& task) {
  return task.order == PileOrder::descending ? "small-nim" : "last-nim";
}

Json histogram_json(const std::vector<Shares>& histogram) {
  Json json = Json::object();
  for (std::size_t value = 0; value < histogram.size(); ++value)
    if (histogram[value] != 0)
      json[std::to_string(value)] = to_decimal(histogram[value] / kWholeShare);
  return json;
}

// {"when":..,"value":..} for each.
Json cases_json(const std::vector<ClaimText::Case>& cases) {
  Json json = Json::array();
  for (const ClaimText::Case& claim_case : cases) {
    Json written = Json::object();
    if (!claim_case.when.empty()) written["when"] = claim_case.when;
    written["value"] = claim_case.value;
    json.push_back(std::move(written));
  }
  return json;
}

// As `verify:` takes it.
Json mined_claim_json(const ClaimText& text) {
  Json claim = {{"name", text.name}, {"matrix", text.matrix.empty() ? "any" : text.matrix}};
  if (!text.given.empty()) claim["given"] = text.given;
  if (text.recurrence) {
    claim["start"] = text.recurrence->start;
    claim["each"] = cases_json(text.recurrence->each);
  }
  claim["cases"] = cases_json(text.cases);
  claim["max"] = "all";
  if (text.recurrence) claim["piles"] = "all";
  return claim;
}

Json mined_json(const MineSpec& spec, const MinedClaim& mined) {
  std::set<int> players;
  std::set<int> piles;
  for (const auto* points : {&mined.fitted, &mined.checked})
    for (const Parameters& point : *points) {
      players.insert(point.n);
      piles.insert(point.N);
    }
  Json json = {{"type", "mined"},
               {"name", spec.task.name},
               {"game", game_of(spec.task)},
               {"claim", mined_claim_json(mined.text)},
               {"players", players},
               {"piles", mined.text.recurrence ? Json("all") : Json(piles)},
               {"fitted", to_decimal(mined.fitted.size())},
               {"checked", to_decimal(mined.checked.size())},
               {"proved", to_decimal(mined.fitted.size() + mined.checked.size())},
               {"for_all_players", mined.is_for_all_players}};
  if (!mined.is_for_all_players) json["conjecture"] = mined.conjecture;
  return json;
}

}  // namespace

Json hunt_json(const StoredHunt& hunt) {
  const HuntResult& result = hunt.result;
  Json json = {
      {"type", "hunt"}, {"name", hunt.name}, {"game", hunt.game}, {"players", hunt.players}};
  if (hunt.reads_digits()) {
    json["piles"] = hunt.places;
    json["passes"] = hunt.passes;
  }
  json["total"] = to_decimal(result.total / kWholeShare);
  if (hunt.reads_digits()) json["open"] = to_decimal(result.open / kWholeShare);
  json["hits"] = to_decimal(result.hits / kWholeShare);
  json["left_out"] = to_decimal(hunt.left_out());
  json["histograms"] = {{"states", histogram_json(result.states)}};
  if (!hunt.reads_digits()) json["histograms"]["letters"] = histogram_json(result.letters);
  if (hunt.has_behaviours) {
    json["behaviours"] = to_decimal(result.behaviours / kWholeShare);
    json["behaviours_up_to_rotation"] = to_decimal(result.behaviours_up_to_rotation / kWholeShare);
  }
  return json;
}

Json hit_json(const StoredHunt& hunt, const Hit& hit) {
  Json json = {{"index", to_decimal(hit.index)},
               {"matrix", matrix_json(AllianceMatrix::from_index(hunt.players, hit.index))},
               {"orbit", hit.orbit}};
  if (hunt.reads_digits() && hit.states == 0)
    json["blocks"] = hit.blocks;
  else
    json["states"] = hit.states;
  if (!hunt.reads_digits()) json["letters"] = hit.letters;
  if (hunt.has_behaviours) json["alike"] = to_decimal(hit.alike);
  return json;
}

void write_hunt_record(const StoredHunt& hunt, RecordSink write) {
  const auto& kept = hunt.result.kept;
  records_detail::write_long(
      hunt_json(hunt), "kept", kept.size(), [&](std::size_t k) { return hit_json(hunt, kept[k]); },
      write);
}

Record merged_hunts_record(const std::string& file, const HuntingResult& result) {
  return Record({{"type", "merged"},
                 {"file", file},
                 {"was_there", result.was_there},
                 {"hunts", result.answers.size()}});
}

Record planned_hunts_record(const JobSpec& job, const HuntList& list, double seconds) {
  return Record({{"type", "hunts"},
                 {"hunts", job.hunts.size()},
                 {"walks", list.groups.size()},
                 {"matrices", to_decimal(list.matrices())},
                 {"units", to_decimal(list.units)},
                 {"file", job.result_file},
                 {"seconds", seconds}});
}

std::vector<UncoveredGroup> grouped_uncovered(const MineSpec& spec, const MineResult& result) {
  std::map<std::tuple<std::string, int, int>, std::set<int>> piles;
  for (const Uncovered& left : result.uncovered) {
    const int r = spec.task.r_varies ? left.parameters.r.value_or(0) : -1;
    piles[{left.reason, left.parameters.n, r}].insert(left.parameters.N);
  }
  std::vector<UncoveredGroup> groups;
  for (const auto& [key, numbers] : piles) {
    const auto& [reason, n, r] = key;
    groups.push_back({.players = n,
                      .r = r < 0 ? std::nullopt : std::optional(r),
                      .piles = {numbers.begin(), numbers.end()},
                      .reason = reason});
  }
  return groups;
}

std::vector<Record> mining_records(const MineSpec& spec, const MineResult& result) {
  std::vector<Record> records;
  for (const auto* claims : {&result.recurrences, &result.claims})
    for (const MinedClaim& claim : *claims) records.emplace_back(mined_json(spec, claim));
  Json uncovered = Json::array();
  for (const UncoveredGroup& group : grouped_uncovered(spec, result)) {
    Json json = {{"players", group.players}};
    if (group.r) json["r"] = *group.r;
    json["piles"] = group.piles;
    json["reason"] = group.reason;
    uncovered.push_back(std::move(json));
  }
  Json sum = {{"type", "mining"},
              {"name", spec.task.name},
              {"game", game_of(spec.task)},
              {"claims", result.recurrences.size() + result.claims.size()},
              {"recurrences", result.recurrences.size()},
              {"cases", to_decimal(spec.task.cases())},
              {"covered", to_decimal(spec.task.cases() - result.uncovered.size())},
              {"uncovered", std::move(uncovered)}};
  if (!result.no_recurrence.empty()) sum["no_recurrence"] = result.no_recurrence;
  records.emplace_back(std::move(sum));
  return records;
}

}  // namespace nimsweep
