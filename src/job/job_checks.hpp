// Checks that several parts of a job share.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/job/job_spec.hpp"

namespace nimsweep::job_detail {

// Does it throw no Error?
template <class Check>
bool succeeds(Check check) {
  try {
    check();
    return true;
  } catch (const Error&) {
    return false;
  }
}

// Throws Error(job) if two entries of `key` have one name.
template <class Spec, class NameOf>
void check_different_names(const JobSpec& job, std::string_view key, const std::vector<Spec>& specs,
                           NameOf name_of) {
  for (const Spec& spec : specs) {
    const std::string& name = std::invoke(name_of, spec);
    if (std::ranges::count(specs, name, name_of) > 1)
      throw job.error_at(spec.place,
                         fmt::format("{}: a second one called {}; expected different names", key,
                                     in_quotes(name)));
  }
}

// Throws Error(job) at an entry of `key` unless automata over binary digits can be looked for.
void check_has_digit_machines(const JobSpec& job, Place place, std::string_view key,
                              const std::string& game, int piles);

}  // namespace nimsweep::job_detail
