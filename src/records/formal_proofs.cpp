#include "nimsweep/records/formal_proofs.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/families/coq_file.hpp"
#include "nimsweep/files/output_file.hpp"
#include "nimsweep/records/records.hpp"
#include "records/coq_instance.hpp"

namespace nimsweep {

namespace fs = std::filesystem;

using namespace records_detail;

namespace {

// Theorems are about SSAM^r for one r, or for every r.
std::optional<CoqScope> scope_of(const RowFamily& family, Reach reach) {
  if (family.direction() != RowFamily::Direction::up || !family.is_reduced()) return std::nullopt;
  CoqScope scope{.shift = {}, .most_piles_that_matter = reach.piles};
  if (family.factor() == 0) scope.shift = static_cast<int>(family.constant());
  return scope;
}

constexpr int kMostWrapsInCoq = 4;  // the tactics look at few multiples of n

std::string smt_file(const Obligation& obligation) {
  return fmt::format("; {}: expected to be unsatisfiable\n{}(check-sat)\n", obligation.name,
                     obligation.text);
}

}  // namespace

// A claim may be proved for several families, or numbers of players.
std::string FormalProofs::new_name(const std::string& claim, const std::string& further) {
  std::string name = further.empty() ? claim : fmt::format("{} {}", claim, further);
  for (int k = 2; !names_.insert(coq_name(name)).second; ++k)
    name = fmt::format("{} {} {}", claim, further, k);
  return name;
}

void FormalProofs::add(const Check& check) {
  if (!check.obstacle.empty() || !check.verdict.holds() || !check.verdict.all_sizes) return;
  check.family ? add_family(check) : add_instance(check);
}

void FormalProofs::leave_out(const std::string& name, std::string_view reason) {
  remarks_.push_back(
      fmt::format("{} is not among the theorems for Coq: {}", in_quotes(name), reason));
}

// Other processes send only verdicts, so their proofs are made again.
void FormalProofs::add_family(const Check& check) {
  const auto again = check.family_verdict
                         ? std::variant<FamilyVerdict, NotDecided>(*check.family_verdict)
                         : check_family(*check.claim, *check.family);
  const FamilyVerdict& proof = std::get<FamilyVerdict>(again);
  Claim claim = *check.claim;
  const bool is_own = claim.matrix == check.family->text();
  claim.name = new_name(claim.name, is_own ? "" : check.family->text());
  claim.matrix = check.family->text();
  add_obligations(coq_name(claim.name), proof);
  const auto scope = scope_of(*check.family, proof.reach);
  if (!scope) return leave_out(claim.name, fmt::format("{} is not SSAM^r", claim.matrix));
  if (proof.reach.wraps > kMostWrapsInCoq)
    return leave_out(claim.name, "it takes numbers mod n that are far from n");
  if (scope->shift) claim.matrix = RowFamily::shifted(*scope->shift).text();
  const auto theorem = coq_theorem(claim, *scope);
  if (const auto* why = std::get_if<NotInCoq>(&theorem)) return leave_out(claim.name, why->reason);
  theorems_.push_back(std::get<std::string>(theorem));
}

void FormalProofs::add_instance(const Check& check) {
  const std::string piles = check.piles == kAllPiles ? "" : fmt::format(" N{}", check.piles);
  const std::string name =
      new_name(check.claim->name, fmt::format("n{}{}", check.players(), piles));
  const auto theorem = coq_instance(check, coq_name(name));
  if (const auto* why = std::get_if<NoInstance>(&theorem)) return leave_out(name, why->reason);
  instances_.push_back(std::get<std::string>(theorem));
}

void FormalProofs::add_obligations(const std::string& name, const FamilyVerdict& proof) {
  for (std::size_t k = 0; k < proof.obligations.size(); ++k)
    obligations_.emplace_back(fmt::format("{}_{:02}.smt2", name, k + 1),
                              smt_file(proof.obligations[k]));
}

void FormalProofs::check_coq_file(const std::string& path) {
  check_replaceable("--coq", path, "file of theorems", [](std::string_view text) {
    return text.starts_with(coq_file({}).substr(0, 20));
  });
}

void FormalProofs::check_smt_folder(const std::string& folder) {
  std::error_code ignored;
  if (fs::exists(folder, ignored) &&
      !(fs::is_directory(folder, ignored) && fs::is_empty(folder, ignored)))
    throw Error(
        ErrorKind::input,
        fmt::format("--smt2: {} exists and is not an empty folder; choose another name", folder));
}

void FormalProofs::write_coq(const std::string& path) const {
  std::string text = theorems_.empty() ? "" : coq_file(theorems_);
  if (!theorems_.empty() && !instances_.empty()) text += "\nClose Scope Z_scope.\n";
  if (!instances_.empty()) text += coq_file_of_instances(instances_);
  write_file(path, text);
}

void FormalProofs::write_smt(const std::string& folder) const {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw Error(ErrorKind::io, fmt::format("cannot make {}: {}", folder, error.message()));
  for (const auto& [name, text] : obligations_)
    write_file((fs::path(folder) / name).string(), text);
}

}  // namespace nimsweep
