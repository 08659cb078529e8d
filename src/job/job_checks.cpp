#include "job/job_checks.hpp"

#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/digit_search.hpp"

namespace nimsweep::job_detail {

void check_has_digit_machines(const JobSpec& job, Place place, std::string_view key,
                              const std::string& game, int piles) {
  const std::string reason =
      why_no_digit_machine(*make_ruleset(game), piles, static_cast<Counters>(job.passes));
  if (!reason.empty())
    throw job.error_at(place,
                       fmt::format("{}: {} has no automata over digits: {}", key, game, reason));
}

}  // namespace nimsweep::job_detail
