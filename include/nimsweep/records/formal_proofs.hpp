// Proofs for other programs to check: theorems for Coq, in one file, and the obligations behind
// verdicts for every number of players, for SMT solvers, each in a file of its own.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nimsweep/engine/verification.hpp"

namespace nimsweep {

class FormalProofs {
 public:
  // Adds a check, if it proves its claim for every pile size.
  void add(const Check& check);

  std::size_t theorems() const noexcept { return theorems_.size() + instances_.size(); }
  std::size_t obligations() const noexcept { return obligations_.size(); }

  // What was proved, but cannot be written for Coq, and why.
  const std::vector<std::string>& remarks() const noexcept { return remarks_; }

  // Throw Error(input) if the file exists and is not such a file, or the folder is something else.
  // To be called before any work.
  static void check_coq_file(const std::string& path);
  static void check_smt_folder(const std::string& folder);

  // Each file as a whole or not at all; the folder is made if need be. Throw Error(io).
  void write_coq(const std::string& path) const;
  void write_smt(const std::string& folder) const;

 private:
  void add_family(const Check& check);
  void add_instance(const Check& check);
  void leave_out(const std::string& name, std::string_view reason);
  void add_obligations(const std::string& name, const FamilyVerdict& proof);
  std::string new_name(const std::string& claim, const std::string& further);

  std::set<std::string> names_;
  std::vector<std::string> theorems_;                             // for every number of players
  std::vector<std::string> instances_;                            // for one
  std::vector<std::pair<std::string, std::string>> obligations_;  // file name, text
  std::vector<std::string> remarks_;
};

}  // namespace nimsweep
