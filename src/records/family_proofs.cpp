#include "nimsweep/records/family_proofs.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/families/coq_file.hpp"
#include "nimsweep/files/output_file.hpp"
#include "nimsweep/records/records.hpp"

namespace nimsweep {

namespace fs = std::filesystem;

namespace {

// Theorems are about SSAM^r for one r, or for every r.
std::optional<CoqScope> scope_of(const RowFamily& family, Reach reach) {
  if (family.direction() != RowFamily::Direction::up || !family.is_reduced()) return std::nullopt;
  CoqScope scope{.shift = {}, .most_piles_that_matter = reach.piles};
  if (family.factor() == 0) scope.shift = static_cast<int>(family.constant());
  return scope;
}

std::string smt_file(const Obligation& obligation) {
  return fmt::format("; {}: expected to be unsatisfiable\n{}(check-sat)\n", obligation.name,
                     obligation.text);
}

}  // namespace

// A claim may be proved for several families.
std::string FamilyProofs::new_name(const Check& check) {
  const std::string& claim = check.claim->name;
  std::string name = claim;
  if (names_.contains(coq_name(name))) name = fmt::format("{} {}", claim, check.family->text());
  for (int k = 2; names_.contains(coq_name(name)); ++k) name = fmt::format("{} {}", claim, k);
  names_.insert(coq_name(name));
  return name;
}

// Of other processes only the verdicts are known; proofs are then made once more.
void FamilyProofs::add(const Check& check) {
  if (!check.family || !check.obstacle.empty() || !check.verdict.holds()) return;
  const auto again = check.family_verdict
                         ? std::variant<FamilyVerdict, NotDecided>(*check.family_verdict)
                         : check_family(*check.claim, *check.family);
  const FamilyVerdict& proof = std::get<FamilyVerdict>(again);
  add_theorem(check, proof);
}

void FamilyProofs::add_theorem(const Check& check, const FamilyVerdict& proof) {
  Claim claim = *check.claim;
  claim.name = new_name(check);
  claim.matrix = check.family->text();
  add_obligations(coq_name(claim.name), proof);
  const auto leave_out = [&](std::string_view reason) {
    remarks_.push_back(
        fmt::format("{} is not among the theorems for Coq: {}", in_quotes(claim.name), reason));
  };
  const auto scope = scope_of(*check.family, proof.reach);
  if (!scope) return leave_out(fmt::format("{} is not SSAM^r", check.family->text()));
  const auto theorem = coq_theorem(claim, *scope);
  if (const auto* why = std::get_if<NotInCoq>(&theorem)) return leave_out(why->reason);
  theorems_.push_back(std::get<std::string>(theorem));
}

void FamilyProofs::add_obligations(const std::string& name, const FamilyVerdict& proof) {
  for (std::size_t k = 0; k < proof.obligations.size(); ++k)
    obligations_.emplace_back(fmt::format("{}_{:02}.smt2", name, k + 1),
                              smt_file(proof.obligations[k]));
}

void FamilyProofs::check_coq_file(const std::string& path) {
  check_replaceable("--coq", path, "file of theorems", [](std::string_view text) {
    return text.starts_with(coq_file({}).substr(0, 20));
  });
}

void FamilyProofs::check_smt_folder(const std::string& folder) {
  std::error_code ignored;
  if (fs::exists(folder, ignored) && !fs::is_directory(folder, ignored))
    throw Error(ErrorKind::input,
                fmt::format("--smt2: {} exists and is not a folder; choose another name", folder));
}

void FamilyProofs::write_coq(const std::string& path) const {
  write_file(path, coq_file(theorems_));
}

void FamilyProofs::write_smt(const std::string& folder) const {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw Error(ErrorKind::io, fmt::format("cannot make {}: {}", folder, error.message()));
  for (const auto& [name, text] : obligations_)
    write_file((fs::path(folder) / name).string(), text);
}

}  // namespace nimsweep
