#include "cli/job_options.hpp"

#include <fmt/format.h>

#include "cli/game_options.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/engine/resources.hpp"

namespace nimsweep::cli {

namespace {

// "800M", "3G", "1000000".
std::uint64_t parse_bytes(std::string_view option, std::string_view text) {
  constexpr std::string_view kUnits = "KMGT";
  int shift = 0;
  std::string_view digits = text;
  if (!text.empty() && kUnits.find(text.back()) != std::string_view::npos) {
    shift = 10 * (static_cast<int>(kUnits.find(text.back())) + 1);
    digits.remove_suffix(1);
  }
  const auto number = parse_number(digits, (Uint128{1} << 63) >> shift);
  if (!number)
    throw Error(ErrorKind::input,
                fmt::format("{}: {}; expected a size such as 800M or 3G", option, in_quotes(text)));
  return static_cast<std::uint64_t>(*number) << shift;
}

}  // namespace

OptionOutlines job_options() {
  return {argument("job", "JOB", "The job file"), threads_option(),
          option("--memory", "SIZE",
                 "Refuse a job that needs more memory, e.g. 3G (default: three quarters of the "
                 "machine's)")};
}

OptionOutline no_locks_option() {
  return flag("--no-locks",
              "Take no locks, for file systems without them; no two runs may do the same part, "
              "and a run of the whole job or a merge must run alone");
}

JobOptions::JobOptions(const Arguments& given)
    : job(given.text("job")),
      threads(threads_of(given)),
      memory_limit(!given.text("--memory").empty() ? parse_bytes("--memory", given.text("--memory"))
                                                   : default_memory_limit()) {}

}  // namespace nimsweep::cli
