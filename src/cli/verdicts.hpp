// Prints verdicts on claims and published values. For people, verdicts that hold are summed up in
// one sentence per claim and matrix, and failures are shown in full as they come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "cli/game_options.hpp"
#include "cli/output.hpp"
#include "nimsweep/exports/case_ranges.hpp"
#include "nimsweep/run/run_job.hpp"

namespace nimsweep::cli {

struct VerdictOptions {
  Format format = Format::text;
  bool all = false;  // a line for each verdict
  std::size_t counterexamples = Verdict::kDefaultCounterexamples;

  // A line of text is about a position, whoever moves first; a record is about a pair.
  std::size_t pairs() const {
    return format == Format::text ? counterexamples * kMaxPlayers : counterexamples;
  }
};

class VerdictPrinter {
 public:
  VerdictPrinter(Output& output, VerdictOptions options) : output_(output), options_(options) {}

  void print(const Check& check);
  void print(const RowCheck& check);

  // Prints what is known of the claim that was checked last.
  void end_claim();

  // For people.
  void sum_up(const RunSummary& summary);

 private:
  // The cases in which a claim holds for one matrix, in one scope.
  struct Holding {
    std::string matrix;
    std::string scope;
    CaseSet cases = {};
    std::uint64_t verdicts = 0;
  };

  // The checks of one claim for one number of players and piles. Of a large group only some
  // failures are printed, and numbers.
  struct Group {
    std::tuple<const Claim*, int, int> key = {};  // only compared: the job may be gone
    std::string claim = {};
    int players = 0;
    int piles = 0;
    std::uint64_t matrices = 0;
    std::uint64_t verdicts = 0;
    std::uint64_t failures = 0;
  };

  // What the job's own tables say.
  struct Stored {
    std::string file = {};
    std::set<const Claim*> claims = {};
    std::uint64_t verdicts = 0;
    std::uint64_t failures = 0;
  };

  void print_text(const Check& check);
  void begin_claim(const Check& check);
  void print_sentence(const std::string& sentence);
  void print_detail(const Check& check);
  void print_failure(const Check& check);
  void print_counterexamples(const Check& check, std::size_t indent);
  void add_holding(const Check& check);
  void print_note(const std::string& note);
  void end_group();
  void end_stored();
  void print_sum(std::string_view whole, std::uint64_t failures, std::string_view verb,
                 std::size_t surprises, std::string_view one, std::string_view many,
                 const std::string& success);

  Output& output_;
  VerdictOptions options_;
  const Claim* claim_ = nullptr;        // the last one; only compared
  std::string name_;                    // of it
  std::vector<std::string> statement_;  // of it, until it is printed
  std::vector<Holding> holding_;        // of it
  bool is_known_wrong_ = false;
  std::uint64_t known_failures_ = 0;  // of it, if it is known to be wrong
  Group group_;
  Stored stored_;
  std::string note_;                                   // the last one printed
  std::string note_of_holding_;                        // the last one of this claim
  std::pair<const Claim*, std::string> heading_ = {};  // of details: the claim and its scope
};

// Throws Error(damage) if anything is not as expected or could not be checked.
void check(const RunSummary& summary);

}  // namespace nimsweep::cli
