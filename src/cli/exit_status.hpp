// The exit codes and their meanings, as the help and the manual page list them.
#pragma once

#include <string_view>

namespace nimsweep::cli {

enum ExitCode {
  kDone = 0,
  kDoesNotHold = 1,
  kBadInput = 2,
  kEnvironmentFailed = 3,
  kInterrupted = 130,
  kBrokenPipe = 141  // the shell's number for death by SIGPIPE
};

struct ExitStatus {
  ExitCode code;
  std::string_view meaning;
};

inline constexpr ExitStatus kExitStatuses[] = {
    {kDone, "done; everything checked holds"},
    {kDoesNotHold, "something checked does not hold"},
    {kBadInput, "bad usage or input"},
    {kEnvironmentFailed, "input/output or the environment failed"},
    {kInterrupted, "interrupted; work so far is kept"},
    {kBrokenPipe, "ended by SIGPIPE: nothing reads the output any more"}};

}  // namespace nimsweep::cli
