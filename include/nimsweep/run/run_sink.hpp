// What a run reports: results as they become known, progress, and remarks. Derive from RunSink and
// override what you want to hear. With several processes, only rank 0 gets results. What an
// argument refers to, such as the claim of a check, is valid only during the call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "nimsweep/engine/hunting.hpp"
#include "nimsweep/engine/sweep.hpp"
#include "nimsweep/engine/verification.hpp"
#include "nimsweep/hunt/mine.hpp"
#include "nimsweep/job/plan.hpp"

namespace nimsweep {

struct Page;

// How far a step is.
struct RunProgress {
  std::string_view what;  // "writing"
  std::string_view unit;  // "positions"
  std::uint64_t done = 0;
  std::uint64_t resumed = 0;  // of these, what an earlier run had done
  std::uint64_t total = 0;
  std::uint64_t stored_bytes = 0;  // 0: nothing is stored
};

class RunSink {
 public:
  virtual ~RunSink() = default;

  // Called often, by one thread at a time, in each process.
  virtual void progress(const RunProgress& /*now*/) {}
  virtual void step_ended() {}  // the next progress belongs to another step

  // Something worth knowing that is not an error.
  virtual void remark(const std::string& /*text*/) {}

  // A part of the job is done. The run that completes the file will report the results.
  virtual void part_done(const std::string& /*file*/) {}

  virtual void table(const Plan& /*plan*/, const SweepResult& /*result*/, double /*seconds*/) {}
  virtual void hunts(const JobSpec& /*job*/, const HuntingResult& /*result*/, double /*seconds*/) {}

  // A file of the job's `sequence:` has been written.
  virtual void sequence(const std::string& /*file*/, std::size_t /*terms*/) {}

  virtual void mined(const MineSpec& /*spec*/, const MineResult& /*result*/) {}
  virtual void verdict(const Check& /*check*/) {}
  virtual void row(const RowCheck& /*row*/) {}

  // The job's report page has been written.
  virtual void page(const std::string& /*file*/, const Page& /*page*/) {}
};

}  // namespace nimsweep
