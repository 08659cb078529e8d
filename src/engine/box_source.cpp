#include "engine/box_source.hpp"

#include "engine/huge_pages.hpp"
#include "engine/small_trial.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/engine/stopwatch.hpp"
#include "nimsweep/solve/box_solver.hpp"

namespace nimsweep::engine_detail {

std::uint8_t* BoxSource::copy_player(const Box& box, Seat first, std::uint8_t* out) {
  box.copy(first, out);
  return out + box.positions();
}

CaseEstimate BoxSource::estimate() {
  if (plan_.ruleset->plays() != Ruleset::Plays::in_order) return guess_searches();
  const bool in_rows = BoxSolver::pays(plan_.ruleset->move_shape(), case_.bounds);
  return in_rows && case_.layout.cut_axis == kMatrixAxis ? try_unit() : try_box(in_rows);
}

std::unique_ptr<Box> BoxSource::box_of(std::uint64_t matrix) const {
  try {
    return make_box(*plan_.ruleset, case_.matrices[matrix], case_.bounds, passes(), huge_pages());
  } catch (const Error& error) {
    throw at_matrix(error, matrix);
  }
}

Uint128 BoxSource::bytes_of_box() const {
  return box_bytes(*plan_.ruleset, case_.players, case_.bounds, passes());
}

std::uint64_t BoxSource::memory_of(std::uint64_t boxes, std::uint64_t units) const {
  const Uint128 bytes = bytes_of_box();
  const Uint128 most = std::min(boxes, case_.matrix_count);
  if (bytes > kMostBytes / most) return kMostBytes;
  return static_cast<std::uint64_t>(bytes * most) +
         chunks_under_way(units) * (case_.layout.chunk_bytes + 300);
}

// A smaller box of the middle matrix stands for all.
CaseEstimate BoxSource::try_box(bool in_rows) const {
  const Ruleset& ruleset = *plan_.ruleset;
  const auto bounds = trial_bounds(case_.bounds, [&](const std::vector<Counters>& trial) {
    const Uint128 bytes = box_bytes(ruleset, case_.players, trial, passes());
    return in_rows ? bytes : std::max(bytes, looking(ruleset, trial, passes()));
  });
  Stopwatch watch;
  const auto box = make_box(ruleset, case_.matrices[case_.matrix_count / 2], bounds, passes());
  box->solve();
  std::vector<std::uint8_t> values(box->positions());
  box->copy(0, values.data());
  double to_solve = watch.seconds();
  if (!in_rows) to_solve *= growth(ruleset, bounds, case_.bounds, passes());
  watch.restart();
  const auto stored = static_cast<double>(ChunkEncoder().encode(values).bytes.size());
  const double to_encode = static_cast<double>(case_.players) * watch.seconds();
  const auto positions = static_cast<double>(box->positions());
  return {.seconds = (to_solve + to_encode) / positions * static_cast<double>(case_.positions()),
          .bytes = stored / positions * static_cast<double>(case_.values())};
}

// Every start is a search, of which nothing is known before.
CaseEstimate BoxSource::guess_searches() const {
  constexpr double kSecondsPerSearch = 1e-3;
  return {.seconds = kSecondsPerSearch * static_cast<double>(case_.positions()),
          .bytes = static_cast<double>(case_.values()) / 4};
}

}  // namespace nimsweep::engine_detail
