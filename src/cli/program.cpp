#include "cli/program.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/exit_status.hpp"
#include "cli/last_words.hpp"
#include "cli/output.hpp"
#include "cli/stop_signals.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/cluster/shared_units.hpp"

namespace nimsweep::cli {
namespace {

ExitCode code_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
    case ErrorKind::input:
    case ErrorKind::job:
      return kBadInput;
    case ErrorKind::damage:
      return kDoesNotHold;
    case ErrorKind::io:
      return kEnvironmentFailed;
    case ErrorKind::interrupted:
      return kInterrupted;
  }
  return kEnvironmentFailed;
}

// Prints one line. Errors in a job file start with their place, as editors expect.
int fail(ExitCode code, std::string_view message, bool begins_with_place = false) {
  try {
    const std::string line =
        fmt::format("{}{}\n", begins_with_place ? "" : "nimsweep: ", one_line(message));
    std::fwrite(line.data(), 1, line.size(), stderr);  // if that fails, nobody is left to tell
  } catch (const std::bad_alloc&) {
    say_out_of_memory();
  }
  return code;
}

// The other processes do not know of this failure, so they have to be ended.
int fail_for_lack_of_memory(Communicator& communicator) {
  say_out_of_memory();
  communicator.end_others(kEnvironmentFailed);
  return kEnvironmentFailed;
}

// Only rank 0 prints help, and runs commands that are not for all ranks.
bool is_for(const Command* command, const Communicator& communicator) {
  return communicator.rank() == 0 || (command != nullptr && command->is_for_all_ranks);
}

int run(int argc, const char* const* argv, Communicator& communicator) {
  try {
    Output output;
    const std::vector<Command> known = commands();
    CommandLine line;
    std::function<void(Session&)> action;
    do_together(communicator, [&] {  // one process reports what is wrong for all
      line = parse_command_line(known, argc, argv);
      if (line.command != nullptr && is_for(line.command, communicator))
        action = line.command->read(line.arguments);
    });
    if (!is_for(line.command, communicator)) return kDone;
    Session session{output, communicator};
    if (action)
      action(session);
    else
      output.write(line.text);
    output.flush();
    return kDone;
  } catch (const FailedElsewhere& error) {
    return code_of(error.kind());
  } catch (const Error& error) {
    return fail(code_of(error.kind()), error.what(), error.kind() == ErrorKind::job);
  }
}

// If standard error were closed, a table file could become descriptor 2 and receive messages. The
// stand-in cannot be written to, so that results are not lost silently.
void keep_standard_streams() {
  for (int stream = 0; stream <= 2; ++stream)
    if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != stream)
      throw Error(ErrorKind::io, "standard input, output or error is closed");
}

}  // namespace
}  // namespace nimsweep::cli

int nimsweep::cli::run_program(int argc, const char* const* argv, Communicator& communicator) {
  prepare_last_words(communicator.rank(), communicator.size());
  try {
    keep_standard_streams();
    survive_file_limits();
    return run(argc, argv, communicator);
  } catch (const std::bad_alloc&) {
    return fail_for_lack_of_memory(communicator);
  } catch (const std::length_error&) {  // larger than any memory
    return fail_for_lack_of_memory(communicator);
  } catch (const std::exception& error) {
    return fail(kEnvironmentFailed, error.what());
  }
}
