// The header of a job's files.
#pragma once

#include <fmt/chrono.h>

#include <cstdint>
#include <ctime>
#include <string>

#include "nimsweep/job/job_spec.hpp"
#include "nimsweep/store/file_header.hpp"

namespace nimsweep::engine_detail {

inline FileHeader header_of(const JobSpec& job, const std::string& plan_sha256,
                            std::uint64_t units) {
  return {.version = NIMSWEEP_VERSION,
          .job_sha256 = job.sha256,
          .plan_sha256 = plan_sha256,
          .units = units,
          .created = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
          .title = job.title,
          .game = job.game,
          .passes = static_cast<std::uint64_t>(job.passes),
          .job = job.text};
}

}  // namespace nimsweep::engine_detail
