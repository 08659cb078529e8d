#include "cli/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "cli/describe.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/solve/prefix_machine.hpp"

namespace nimsweep {

namespace {

constexpr std::size_t kMaxStates = 1'000'000;  // as many as a proof may have needed

Json claim_json(const Claim& claim) {
  Json cases = Json::array();
  for (const Claim::Case& of : claim.cases) {
    Json written = Json::object();
    if (of.when) written["when"] = of.when->text();
    written[of.is_other ? "not" : "value"] = of.value.text();
    cases.push_back(std::move(written));
  }
  Json json = {{"name", claim.name}, {"source", claim.source}};
  if (claim.given) json["given"] = claim.given->text();
  json["cases"] = std::move(cases);
  return json;
}

Json states_json(const PrefixMachine& machine) {
  Json states = Json::array();
  for (PrefixMachine::StateId id = 0; id < machine.size(); ++id) {
    Json winners = Json::array();
    for (const OutcomeVector vector : machine.state(id)) {
      Json row = Json::array();
      for (Seat i = 0; i < machine.players(); ++i) row.push_back(vector[i]);
      winners.push_back(std::move(row));
    }
    Json next = Json::array();
    if (id < machine.explored())
      for (const PrefixMachine::StateId to : machine.next(id)) next.push_back(to);
    states.push_back({{"winners", std::move(winners)}, {"next", std::move(next)}});
  }
  return states;
}

}  // namespace

void Certificate::add(const Check& check, int passes) {
  if (!check.verdict.all_sizes || !check.verdict.holds()) return;
  const auto known = std::find(claims_.begin(), claims_.end(), check.claim);
  const auto number = known - claims_.begin();
  if (known == claims_.end()) claims_.push_back(check.claim);
  const PrefixMachine machine(LastNimMachine(check.matrix, passes), kMaxStates,
                              static_cast<std::size_t>(check.piles));
  const auto shift = shift_of(check.matrix);
  proofs_.push_back({{"claim", number},
                     {"players", check.matrix.players()},
                     {"piles", check.piles},
                     {"passes", passes},
                     {"matrix", matrix_json(check.matrix)},
                     {"shift", shift ? Json(*shift) : Json()},
                     {"bound", check.verdict.bound},
                     {"letters", machine.letters()},
                     {"states", states_json(machine)}});
}

void Certificate::write(const std::string& path) const {
  Json claims = Json::array();
  for (const Claim* claim : claims_) claims.push_back(claim_json(*claim));
  const Json document = {{"type", "certificate"},
                         {"format", 1},
                         {"version", NIMSWEEP_VERSION},
                         {"claims", std::move(claims)},
                         {"proofs", proofs_}};
  std::ofstream file(path);
  file << document.dump() << '\n';
  file.close();
  if (!file)
    throw Error(ErrorKind::io,
                fmt::format("cannot write {}: {}", path, std::generic_category().message(errno)));
}

}  // namespace nimsweep
