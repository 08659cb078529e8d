#include "cli/launcher.hpp"

#include <cstdlib>
#include <limits>
#include <optional>

#include "nimsweep/base/text.hpp"

namespace nimsweep::cli {

namespace {

std::optional<int> number_in(const char* variable) {
  const char* text = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): nobody sets it
  const auto number = parse_number(text == nullptr ? "" : text, std::numeric_limits<int>::max());
  return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

}  // namespace

Copies copies_started() {
  struct Launcher {
    const char* count;
    const char* rank;
    const char* needed;  // must also be set
  };
  // The innermost launcher comes first: mpirun starts its own helpers with srun. A batch script
  // also has SLURM_NTASKS and SLURM_PROCID, but no step.
  constexpr Launcher kLaunchers[] = {
      {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
      {"PMI_SIZE", "PMI_RANK", "PMI_SIZE"},
      {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID", "SLURM_STEP_ID"},
      {"SLURM_NTASKS", "SLURM_PROCID", "SLURM_STEP_ID"}};
  for (const auto& [count, rank, needed] : kLaunchers) {
    const auto copies = number_in(count);
    if (copies && number_in(rank) && number_in(needed)) return {*copies, *number_in(rank)};
  }
  return {};
}

}  // namespace nimsweep::cli
