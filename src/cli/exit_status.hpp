// What the program's exit codes mean, for the program, its help and its manual page.
#pragma once

#include <string_view>

namespace nimsweep::cli {

enum ExitCode {
  kDone = 0,
  kDoesNotHold = 1,
  kBadInput = 2,
  kEnvironmentFailed = 3,
  kInterrupted = 130,
  kNobodyReads = 141  // the shell's number for SIGPIPE, which ends the program
};

struct ExitStatus {
  ExitCode code;
  std::string_view meaning;
};

inline constexpr ExitStatus kExitStatuses[] = {
    {kDone, "done, and everything that was checked holds"},
    {kDoesNotHold, "something that was checked does not hold"},
    {kBadInput, "bad usage or input"},
    {kEnvironmentFailed, "input/output or the environment failed"},
    {kInterrupted, "interrupted; work so far is kept"},
    {kNobodyReads, "ended by SIGPIPE, as nobody reads the output any more"}};

}  // namespace nimsweep::cli
