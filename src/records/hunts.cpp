// Records about hunts and mining.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/records/json.hpp"
#include "nimsweep/records/records.hpp"
#include "records/long_record.hpp"

namespace nimsweep {

namespace {

Json histogram_json(const std::vector<Shares>& histogram) {
  Json json = Json::object();
  for (std::size_t value = 0; value < histogram.size(); ++value)
    if (histogram[value] != 0)
      json[std::to_string(value)] = to_decimal(histogram[value] / kWholeShare);
  return json;
}

// {"when":..,"value":..} for each; or "not" in place of "value".
Json cases_json(const std::vector<ClaimText::Case>& cases) {
  Json json = Json::array();
  for (const ClaimText::Case& claim_case : cases) {
    Json written = Json::object();
    if (!claim_case.when.empty()) written["when"] = claim_case.when;
    written[std::string(word_of(claim_case.kind))] = claim_case.value;
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
               {"game", spec.task.game},
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
  if (hunt.reads_digits()) json["piles"] = hunt.places;
  if (hunt.max_piles > 0) json["max_piles"] = hunt.max_piles;
  if (hunt.is_search()) json["passes"] = hunt.passes;
  json["total"] = to_decimal(result.total / kWholeShare);
  if (hunt.is_search()) json["open"] = to_decimal(result.open / kWholeShare);
  json["hits"] = to_decimal(result.hits / kWholeShare);
  json["left_out"] = to_decimal(hunt.left_out());
  json["histograms"] = {{"states", histogram_json(result.states)}};
  json["hit_histograms"] = {{"states", histogram_json(result.hit_states)}};
  if (!hunt.reads_digits()) {
    json["histograms"]["letters"] = histogram_json(result.letters);
    json["hit_histograms"]["letters"] = histogram_json(result.hit_letters);
  }
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
  if (hit.states == 0)
    json["blocks"] = hit.blocks;
  else
    json["states"] = hit.states;
  if (hit.letters > 0) json["letters"] = hit.letters;
  if (hunt.has_behaviours) json["alike"] = to_decimal(hit.alike);
  for (std::size_t k = 0; k < std::min(hunt.facts.size(), hit.facts.size()); ++k)
    json["facts"][hunt.facts[k]] = hit.facts[k];
  return json;
}

void write_hunt_record(const StoredHunt& hunt, RecordSink write) {
  const auto& kept = hunt.result.kept;
  records_detail::write_long(
      hunt_json(hunt), "kept", kept.size(), [&](std::size_t k) { return hit_json(hunt, kept[k]); },
      write);
}

namespace {

// In quotes if it has a comma or a quote.
std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"") == std::string::npos) return text;
  return "\"" + escaped(text, {{'"', "\"\""}}) + "\"";
}

}  // namespace

void write_hits_csv(std::span<const StoredHunt> hunts, RecordSink write) {
  std::vector<std::string> facts;  // of all hunts, but those with a column of their own
  for (const StoredHunt& hunt : hunts)
    for (const std::string& fact : hunt.facts)
      if (fact != "states" && fact != "letters" && std::ranges::find(facts, fact) == facts.end())
        facts.push_back(fact);
  std::string line = "hunt,players,piles,index,orbit,states,letters,alike,matrix";
  for (const std::string& fact : facts) line += "," + csv_cell(fact);
  write(line + "\n");
  for (const StoredHunt& hunt : hunts)
    for (const Hit& hit : hunt.result.kept) {
      const auto number = [](bool is_known, const auto& value) {
        return is_known ? fmt::format("{}", value) : std::string();
      };
      line = fmt::format("{},{},{},{},{},{},{},{},{}", csv_cell(hunt.name), hunt.players,
                         number(hunt.piles() > 0, hunt.piles()), to_decimal(hit.index), hit.orbit,
                         number(hit.states > 0, hit.states), number(hit.letters > 0, hit.letters),
                         hunt.has_behaviours ? to_decimal(hit.alike) : "",
                         to_text(AllianceMatrix::from_index(hunt.players, hit.index)));
      for (const std::string& fact : facts) {
        const auto k =
            static_cast<std::size_t>(std::ranges::find(hunt.facts, fact) - hunt.facts.begin());
        line += "," + number(k < hit.facts.size(), k < hit.facts.size() ? hit.facts[k] : 0);
      }
      write(line + "\n");
    }
}

std::string b_file(std::uint64_t from, std::span<const Uint128> terms) {
  std::string text;
  for (const Uint128 term : terms) text += fmt::format("{} {}\n", from++, to_decimal(term));
  return text;
}

bool begins_like_a_b_file(std::string_view beginning) {
  const std::string_view line = beginning.substr(0, beginning.find('\n'));
  const auto words = split(line, ' ');
  return words.size() == 2 && std::ranges::all_of(words, [](std::string_view word) {
           return parse_number(word, kUint128Max).has_value();
         });
}

namespace {

[[noreturn]] void refuse_sequence(const std::string& message) {
  throw Error(ErrorKind::input, message);
}

Shares count_in(const StoredHunt& hunt, Counted counted) {
  if (counted == Counted::hits) return hunt.result.hits;
  if (!hunt.has_behaviours)
    refuse_sequence(fmt::format("{} does not count behaviours", in_quotes(hunt.name)));
  return counted == Counted::behaviours ? hunt.result.behaviours
                                        : hunt.result.behaviours_up_to_rotation;
}

std::string b_file_by_states(const HuntResult& result) {
  std::vector<Uint128> terms;
  for (const Shares matrices : result.hit_states) terms.push_back(matrices / kWholeShare);
  return b_file(1, std::span(terms).subspan(terms.empty() ? 0 : 1));
}

}  // namespace

std::string b_file_of_hunt(std::span<const StoredHunt> hunts, const CountSequence& sequence) {
  const auto is_named = [&](const StoredHunt& hunt) { return hunt.name == sequence.hunt; };
  if (std::ranges::none_of(hunts, is_named))
    refuse_sequence(fmt::format("there is no hunt called {}", in_quotes(sequence.hunt)));
  std::vector<const StoredHunt*> found;
  std::set<int> players;
  std::set<int> piles;
  for (const StoredHunt& hunt : hunts)
    if (is_named(hunt) && sequence.players.value_or(hunt.players) == hunt.players &&
        sequence.piles.value_or(hunt.piles()) == hunt.piles()) {
      found.push_back(&hunt);
      players.insert(hunt.players);
      piles.insert(hunt.piles());
    }
  if (found.empty())
    refuse_sequence(fmt::format("{} has no case with these numbers of players and piles",
                                in_quotes(sequence.hunt)));
  if (sequence.counted == Counted::states) {
    if (found.size() > 1)
      refuse_sequence(
          "the hunt has several cases; expected one number of players and one of piles, for a "
          "sequence by states");
    return b_file_by_states(found[0]->result);
  }
  if (players.size() > 1 && piles.size() > 1)
    refuse_sequence(
        "players and piles both vary; expected one number of players, or one of piles: what varies "
        "is the n of a(n)");
  const bool is_by_piles = piles.size() > 1 || (sequence.players && !piles.contains(0));
  const std::set<int>& varying = is_by_piles ? piles : players;
  std::vector<Uint128> terms;
  terms.reserve(found.size());
  for (const StoredHunt* hunt : found)
    terms.push_back(count_in(*hunt, sequence.counted) / kWholeShare);
  if (*varying.rbegin() - *varying.begin() + 1 != static_cast<int>(terms.size()))
    refuse_sequence("the numbers of players or piles have gaps; expected one after the other");
  return b_file(static_cast<std::uint64_t>(*varying.begin()), terms);
}

Record sequence_record(const std::string& file, std::size_t terms) {
  return Record({{"type", "sequence"}, {"file", file}, {"terms", terms}});
}

Record merged_hunts_record(const std::string& file, const HuntingResult& result) {
  return Record({{"type", "merged"},
                 {"file", file},
                 {"was_there", result.was_there},
                 {"hunts", result.answers.size()}});
}

Record merged_claims_record(const std::string& file, bool was_there) {
  return Record({{"type", "merged"}, {"file", file}, {"was_there", was_there}});
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
  using Key = std::tuple<std::string, std::optional<std::size_t>, int, int, std::string>;
  std::map<Key, std::set<int>> piles;
  for (const Uncovered& left : result.uncovered) {
    const int r = spec.task.r_varies ? left.parameters.r.value_or(0) : -1;
    piles[{left.reason, left.states, left.parameters.n, r, left.matrix}].insert(left.parameters.N);
  }
  std::vector<UncoveredGroup> groups;
  for (const auto& [key, numbers] : piles) {
    const auto& [reason, states, n, r, matrix] = key;
    groups.push_back({.players = n,
                      .r = r < 0 ? std::nullopt : std::optional(r),
                      .matrix = matrix,
                      .piles = {numbers.begin(), numbers.end()},
                      .reason = reason,
                      .states = states});
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
    if (!group.matrix.empty()) json["matrix"] = group.matrix;
    json["piles"] = group.piles;
    json["reason"] = group.reason;
    if (group.states) json["states"] = *group.states;
    uncovered.push_back(std::move(json));
  }
  Json sum = {{"type", "mining"},
              {"name", spec.task.name},
              {"game", spec.task.game},
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
