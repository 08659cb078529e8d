// How far a file is: what its work folder holds, and who works there. Looking changes nothing: no
// file is created, renamed or removed, and no lock is taken, so it never disturbs a run.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/store/table_file.hpp"

namespace nimsweep {

struct WorkStatus {
  using Time = std::chrono::system_clock::time_point;

  // A process that has worked there, by its lock.
  struct Worker {
    std::string name;  // "part-1-of-4", "rank-2"; empty if it worked alone
    std::string host = {};
    std::uint64_t process = 0;
    Time since = {};
    std::optional<bool> is_at_work = {};  // nothing: on another host, nobody knows
  };

  std::string file;
  std::string what = {};  // "tables", "hunts" or "claims"
  std::uint64_t units = 0;
  bool is_complete = false;
  bool is_of_another_job = false;                 // the file, or some of the work
  std::vector<UnitRange> finished = {};           // disjoint, in order
  std::vector<UnitRange> missing = {};            // the others
  std::vector<std::string> damaged = {};          // files whose units must be done again
  std::uint64_t parts = 0;                        // that the job is done in; 0: not in parts
  std::vector<std::uint64_t> missing_parts = {};  // of these, with missing units
  std::vector<Worker> workers = {};
  std::optional<double> seconds_left = {};  // if somebody is at work and has saved something

  std::uint64_t done() const;
};

// What the file itself is.
enum class FileState { none, complete, of_another_job, damaged };

// Looks at the work folder of `file`, a plan of this many units, and then at the file, with
// `file_state`. If it changes meanwhile, it looks again. Says nothing of what is missing. Throws
// Error(io).
WorkStatus look_at_work(const std::string& file, const std::string& plan_sha256,
                        std::uint64_t units, FunctionRef<FileState()> file_state);

}  // namespace nimsweep
