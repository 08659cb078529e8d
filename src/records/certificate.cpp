#include "nimsweep/records/certificate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

#include "nimsweep/claims/symbolic_check.hpp"
#include "nimsweep/files/output_file.hpp"
#include "nimsweep/records/json.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/solve/prefix_machine.hpp"

namespace nimsweep {

namespace {

// [{"winners":[[..],..],"next":[..]},..], as text: there may be very many.
std::string states_text(const PrefixMachine& machine) {
  std::string text = "[";
  const auto out = std::back_inserter(text);
  for (PrefixMachine::StateId id = 0; id < machine.size(); ++id) {
    fmt::format_to(out, "{}{{\"winners\":[", id > 0 ? "," : "");
    std::string_view comma;
    for (const OutcomeVector vector : machine.state(id)) {
      fmt::format_to(out, "{}[{}", comma, vector[0]);
      for (Seat i = 1; i < machine.players(); ++i) fmt::format_to(out, ",{}", vector[i]);
      text += ']';
      comma = ",";
    }
    text += "],\"next\":[";
    if (id < machine.explored()) fmt::format_to(out, "{}", fmt::join(machine.next(id), ","));
    text += "]}";
  }
  return text + "]";
}

// ,"pairs":[[[state,v],..],..], or nothing unless v is all that the claim remembers.
std::string pairs_text(const Check& check, const PrefixMachine& machine) {
  if (check.piles != kAllPiles || !check.claim->recurrence) return {};
  const auto claim = make_symbolic(
      *check.claim, {.n = check.matrix.players(), .N = kAllPiles, .r = shift_of(check.matrix)},
      std::nullopt);
  const auto lists = std::get<SymbolicClaim>(claim).recurrence_pairs(machine);
  if (lists.empty()) return {};
  std::string text = ",\"pairs\":[";
  for (const auto& list : lists) {
    text += text.ends_with(']') ? ",[" : "[";
    for (const auto& [state, v] : list)
      fmt::format_to(std::back_inserter(text), "{}[{},{}]", text.ends_with(']') ? "," : "", state,
                     v);
    text += ']';
  }
  return text + "]";
}

}  // namespace

void Certificate::add(const Check& check) {
  if (!check.verdict.all_sizes || !check.verdict.holds()) return;
  if (check.game != "last-nim") return;  // the checker does not know the order of Small Nim's piles
  const auto known = std::find(claims_.begin(), claims_.end(), check.claim);
  const auto number = known - claims_.begin();
  if (known == claims_.end()) claims_.push_back(check.claim);
  const int n = check.matrix.players();
  // Another process has only told the verdict.
  const auto explored = check.machine
                            ? nullptr
                            : std::make_unique<PrefixMachine>(std::get<PrefixMachine>(
                                  proof_machine(check.matrix, check.passes, check.piles)));
  const PrefixMachine& machine = check.machine ? *check.machine : *explored;
  const auto shift = shift_of(check.matrix);
  std::string proof = Json({{"claim", number},
                            {"players", n},
                            {"piles", check.piles == kAllPiles ? Json("all") : Json(check.piles)},
                            {"passes", check.passes},
                            {"matrix", matrix_json(check.matrix)},
                            {"shift", shift ? Json(*shift) : Json()},
                            {"bound", check.verdict.bound},
                            {"letters", machine.letters()}})
                          .dump();
  proof.pop_back();
  proofs_.push_back(
      fmt::format("{},\"states\":{}{}}}", proof, states_text(machine), pairs_text(check, machine)));
}

void Certificate::write(const std::string& path) const {
  Json claims = Json::array();
  for (const Claim* claim : claims_) claims.push_back(claim_json(*claim));
  std::string head = Json({{"type", "certificate"},
                           {"format", 2},
                           {"version", NIMSWEEP_VERSION},
                           {"claims", std::move(claims)}})
                         .dump();
  head.pop_back();
  OutputFile file(folder_of(path), ".certificate", path);
  file.append(head);
  file.append(",\"proofs\":[");
  for (std::size_t k = 0; k < proofs_.size(); ++k) {
    file.append(k > 0 ? ",\n" : "\n");
    file.append(proofs_[k]);
  }
  file.append("]}\n");
  file.keep_as(path);
}

void Certificate::check_replaceable(const std::string& path) {
  nimsweep::check_replaceable("--certificate", path, "certificate", [](std::string_view text) {
    std::string packed(text);
    std::erase_if(packed, [](unsigned char c) { return std::isspace(c) != 0; });
    return packed.starts_with("{\"type\":\"certificate\"");
  });
}

}  // namespace nimsweep
