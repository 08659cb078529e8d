// Claims as a LaTeX document. What was proved for every pile size is a theorem, what was checked up
// to some pile size a proposition, each with its scope and how it was settled. What was refuted is
// a remark with its smallest counterexample.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "nimsweep/engine/verification.hpp"
#include "nimsweep/exports/case_ranges.hpp"
#include "nimsweep/hunt/mine.hpp"
#include "nimsweep/job/job_spec.hpp"

namespace nimsweep {

class LatexTheorems {
 public:
  // Adds a verdict. Its claim must outlive this.
  void add(const Check& check);

  // Adds mined claims, which are proved.
  void add(const MineSpec& spec, const MineResult& result);

  std::size_t theorems() const;  // and propositions
  std::size_t remarks() const;

  // Throws Error(input) if the path exists and is not such a file. To be called before any work.
  static void check_replaceable(const std::string& path);

  // As a whole or not at all. Throws Error(io).
  void write(const std::string& path) const;

  // The same in memory.
  std::string text() const;

 private:
  // What one theorem shares.
  struct Setting {
    std::string game;
    int passes = 0;
    std::string sizes;  // "every pile size", "piles <= 6"
    std::string way;    // how it was proved

    friend auto operator<=>(const Setting&, const Setting&) = default;
  };
  struct Refutation {
    Check check;  // of the smallest counterexample, without proofs
    std::uint64_t failing = 0;
  };
  struct Judged {
    const Claim* claim;
    std::map<Setting, std::map<std::string, CaseSet>> holding = {};  // by matrix
    std::optional<Refutation> refutation = {};
    std::uint64_t verdicts = 0;
    std::string addition = {};  // one more sentence
  };

  Judged& judged(const Claim* claim);
  void add_failing(const Check& check, Judged& claim);
  void add_mined(const MineSpec& spec, const MinedClaim& mined);

  std::deque<Claim> mined_;
  std::deque<Judged> claims_;  // in the order of their first verdicts
  std::map<const Claim*, Judged*> by_claim_;
};

}  // namespace nimsweep
