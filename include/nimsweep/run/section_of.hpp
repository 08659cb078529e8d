// What a report shows of a file that a user names.
#pragma once

#include <atomic>
#include <string>

#include "nimsweep/report/section.hpp"
#include "nimsweep/run/run_sink.hpp"

namespace nimsweep {

// What a file holds: a table, hunt results, such lines, or a job. A job's claims and
// published values are rechecked with so many threads, and the sink hears of the progress; its
// tables and hunts are read from their files. Throws Error(input), Error(job) if the job was not
// run since it was changed, Error(damage), Error(io), Error(interrupted).
Section section_of(const std::string& source, int threads, const std::atomic<bool>& stop,
                   RunSink& sink);

}  // namespace nimsweep
