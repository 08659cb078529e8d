#include "run/sequences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/solve/solver.hpp"

namespace nimsweep::run_detail {

namespace {

// The answers that the hunts will give, with nothing counted yet.
std::vector<StoredHunt> answers_to_come(const JobSpec& job, const HuntList& hunts) {
  std::vector<StoredHunt> answers;
  for (const HuntGroup& group : hunts.groups)
    for (const std::size_t k : group.hunts)
      answers.push_back({.hunt = k,
                         .name = job.hunts[k].hunt.name,
                         .players = group.players,
                         .places = group.places,
                         .max_piles = group.max_piles,
                         .has_behaviours = job.hunts[k].hunt.behaviours,
                         .result = {}});
  return answers;
}

std::string b_file_of_line(const JobSpec& job, const ValueLine& line,
                           const std::atomic<bool>& stop) {
  const auto ruleset = make_ruleset(job.game);
  const auto solver = make_solver(*ruleset, line.matrix);
  std::vector<Uint128> terms;
  for (Counters x = 0; x <= line.max; ++x) {
    if (stop) throw Error(ErrorKind::interrupted, "interrupted; run the job again");
    const Position start = ruleset->start(line.piles_with(x), static_cast<Counters>(job.passes));
    const Seat winner = solver->winner(start, line.first);
    if (winner == kNobody)
      throw Error(ErrorKind::input, fmt::format("nobody wins if x is {}, so there is no value", x));
    terms.push_back(static_cast<Uint128>(value_of(winner, line.first, line.matrix.players())));
  }
  return b_file(0, terms);
}

}  // namespace

void check_sequences(const JobSpec& job, const HuntList& hunts) {
  const std::vector<StoredHunt> answers = answers_to_come(job, hunts);
  const std::atomic<bool> goes_on = false;
  for (const SequenceSpec& spec : job.sequences)
    if (std::holds_alternative<CountSequence>(spec.sequence))
      b_file_of(job, spec, answers, goes_on);
}

std::string b_file_of(const JobSpec& job, const SequenceSpec& spec,
                      std::span<const StoredHunt> answers, const std::atomic<bool>& stop) {
  try {
    if (const auto* counts = std::get_if<CountSequence>(&spec.sequence))
      return b_file_of_hunt(answers, *counts);
    return b_file_of_line(job, std::get<ValueLine>(spec.sequence), stop);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    throw job.error_at(spec.place, fmt::format("sequence: {}", error.what()));
  }
}

}  // namespace nimsweep::run_detail
