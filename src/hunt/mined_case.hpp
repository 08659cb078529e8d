// A case that mining learns from, or checks on: a matrix with a number of piles. Its machine over
// binary digits is found and proved; a sample of its positions is what words and lists are tried
// on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hunt/decision_list.hpp"
#include "hunt/words.hpp"
#include "nimsweep/base/is_stopped.hpp"
#include "nimsweep/digits/digit_machine.hpp"
#include "nimsweep/games/ruleset.hpp"
#include "nimsweep/hunt/mine.hpp"
#include "nimsweep/model/alliance_matrix.hpp"

namespace nimsweep::hunt_detail {

class MinedCase {
 public:
  // The matrix must outlive it.
  MinedCase(const AllianceMatrix& matrix, const Parameters& parameters, bool is_learned)
      : matrix_(&matrix), is_learned_(is_learned), sample_{.parameters = parameters} {}

  // Finds its machine, and takes a sample. Throws Error(interrupted).
  void examine(const Ruleset& ruleset, int passes, const Words& words, IsStopped is_stopped);

  bool is_learned() const noexcept { return is_learned_; }  // else it is for checking
  bool is_known() const noexcept { return machine_.has_value(); }
  const std::string& reason() const noexcept { return reason_; }  // why there is no machine
  std::size_t states() const noexcept { return machine_->size(); }
  const Parameters& parameters() const noexcept { return sample_.parameters; }

  // What words say about the sample.
  const Reading& reading() const noexcept { return reading_; }
  PointSet everywhere() const;

  // Where each case of a list of words applies first; nothing if a condition has no meaning.
  std::optional<std::vector<PointSet>> cells_of(const DecisionList& list) const;

  // Is the list right on the sample?
  bool agrees_with(const DecisionList& list) const;

  // For every pile size. What refutes it joins the sample.
  enum class Proof : std::uint8_t { proved, refuted, undecided };
  Proof prove(const Claim& claim, const Words& words, IsStopped is_stopped);

 private:
  void enter(const std::vector<Counters>& piles);

  const AllianceMatrix* matrix_;
  bool is_learned_;
  Sample sample_;
  std::optional<DigitMachine> machine_;
  std::string reason_;
  Reading reading_;
};

std::vector<MinedCase> cases_of(const MineTask& task);

// Words that say the same about a sample.
struct Synonyms {
  PointSet where;
  std::vector<std::size_t> words;  // the shortest first
};

// Groups the wanted words by what they say; groups with the shortest words come first.
std::vector<Synonyms> synonyms(std::span<const std::optional<PointSet>> sets,
                               std::span<const Word> words,
                               FunctionRef<bool(std::size_t)> is_wanted);

}  // namespace nimsweep::hunt_detail
