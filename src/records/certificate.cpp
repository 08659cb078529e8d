#include "nimsweep/records/certificate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <memory>
#include <span>
#include <utility>

#include "nimsweep/claims/symbolic_check.hpp"
#include "nimsweep/digits/digit_machine.hpp"
#include "nimsweep/files/output_file.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/records/json.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/solve/digit_search.hpp"
#include "nimsweep/solve/prefix_machine.hpp"

namespace nimsweep {

namespace {

// [{"winners":[[..],..],"next":[..]},..], as text: there may be very many. `winners_of` gives a
// state's vectors, `next_of` where its letters lead.
template <class WinnersOf, class NextOf>
std::string states_text(std::size_t states, int players, WinnersOf winners_of, NextOf next_of) {
  std::string text = "[";
  const auto out = std::back_inserter(text);
  for (std::uint32_t id = 0; id < states; ++id) {
    fmt::format_to(out, "{}{{\"winners\":[", id > 0 ? "," : "");
    std::string_view comma;
    for (const OutcomeVector vector : winners_of(id)) {
      fmt::format_to(out, "{}[{}", comma, vector[0]);
      for (Seat i = 1; i < players; ++i) fmt::format_to(out, ",{}", vector[i]);
      text += ']';
      comma = ",";
    }
    fmt::format_to(out, "],\"next\":[{}]}}", fmt::join(next_of(id), ","));
  }
  return text + "]";
}

// States that were not explored have no arrows: no pile follows them.
std::string states_text(const PrefixMachine& machine) {
  using StateId = PrefixMachine::StateId;
  return states_text(
      machine.size(), machine.players(), [&](StateId id) { return machine.state(id); },
      [&](StateId id) {
        return id < machine.explored() ? machine.next(id) : std::span<const StateId>{};
      });
}

std::string states_text(const DigitMachine& machine) {
  using StateId = DigitMachine::StateId;
  return states_text(
      machine.size(), machine.players(), [&](StateId id) { return machine.outcomes(id); },
      [&](StateId id) { return machine.next(id); });
}

// The keys that every proof has.
Json proof_json(const Check& check, std::ptrdiff_t claim) {
  const auto shift = shift_of(*check.matrix);
  return {{"claim", claim},
          {"players", check.players()},
          {"piles", piles_json(check.piles)},
          {"passes", check.passes},
          {"matrix", matrix_json(*check.matrix)},
          {"shift", shift ? Json(*shift) : Json()}};
}

// The proof with its states and what follows them.
std::string with_states(const Json& proof, const std::string& states, const std::string& rest) {
  std::string text = proof.dump();
  text.pop_back();
  return fmt::format("{},\"states\":{}{}}}", text, states, rest);
}

// ,"pairs":[[[state,v],..],..], or nothing unless v is all that the claim remembers.
std::string pairs_text(const Check& check, const PrefixMachine& machine) {
  if (check.piles != kAllPiles || !check.claim->recurrence) return {};
  const auto claim = make_symbolic(
      *check.claim, {.n = check.players(), .N = kAllPiles, .r = shift_of(*check.matrix)},
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

std::ptrdiff_t Certificate::number_of(const Claim* claim) {
  const auto known = std::find(claims_.begin(), claims_.end(), claim);
  const auto number = known - claims_.begin();
  if (known == claims_.end()) claims_.push_back(claim);
  return number;
}

// Other processes send only verdicts, so their machines are found again.
void Certificate::add(const Check& check) {
  if (!check.verdict.all_sizes || !check.verdict.holds() || check.family) return;
  const auto ruleset = make_ruleset(check.game);
  if (!check.by_digits) return add_last_nim(check, pile_order_of(*ruleset));
  std::shared_ptr<const DigitMachine> machine = check.digit_machine;
  if (!machine) {
    const auto found = find_digit_machine(*ruleset, *check.matrix, check.piles,
                                          static_cast<Counters>(check.passes));
    machine = std::make_shared<const DigitMachine>(std::get<ProvedMachine>(found).machine);
  }
  Json proof = proof_json(check, number_of(check.claim));
  proof["game"] = check.game;
  proof["base"] = 2;
  proofs_.push_back(with_states(proof, states_text(*machine), ""));
}

void Certificate::add_last_nim(const Check& check, PileOrder order) {
  const auto explored = check.machine
                            ? nullptr
                            : std::make_unique<PrefixMachine>(std::get<PrefixMachine>(
                                  proof_machine(*check.matrix, check.passes, check.piles)));
  const PrefixMachine& machine = check.machine ? *check.machine : *explored;
  Json proof = proof_json(check, number_of(check.claim));
  proof["bound"] = check.verdict.bound;
  proof["letters"] = machine.letters();
  if (order == PileOrder::descending) proof["game"] = check.game;
  const std::string pairs = order == PileOrder::any ? pairs_text(check, machine) : "";
  proofs_.push_back(with_states(proof, states_text(machine), pairs));
}

void Certificate::visit_pieces(FunctionRef<void(std::string_view)> visit) const {
  Json claims = Json::array();
  for (const Claim* claim : claims_) claims.push_back(claim_json(*claim));
  std::string head = Json({{"type", "certificate"},
                           {"format", 2},
                           {"version", NIMSWEEP_VERSION},
                           {"claims", std::move(claims)}})
                         .dump();
  head.pop_back();
  visit(head);
  visit(",\"proofs\":[");
  for (std::size_t k = 0; k < proofs_.size(); ++k) {
    visit(k > 0 ? ",\n" : "\n");
    visit(proofs_[k]);
  }
  visit("]}\n");
}

void Certificate::write(const std::string& path) const {
  OutputFile file(folder_of(path), ".certificate", path);
  visit_pieces([&](std::string_view piece) { file.append(piece); });
  file.keep_as(path);
}

std::string Certificate::text() const {
  std::string text;
  visit_pieces([&](std::string_view piece) { text += piece; });
  return text;
}

void Certificate::check_replaceable(const std::string& path) {
  nimsweep::check_replaceable("--certificate", path, "certificate", [](std::string_view text) {
    std::string packed(text);
    std::erase_if(packed, [](unsigned char c) { return std::isspace(c) != 0; });
    return packed.starts_with("{\"type\":\"certificate\"");
  });
}

}  // namespace nimsweep
