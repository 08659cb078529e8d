#include "cli/program.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/last_words.hpp"
#include "cli/output.hpp"
#include "cli/stop_signals.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/cluster/shared_units.hpp"

namespace nimsweep {
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

int rank_of_this_process = 0;

// One line. What is wrong in a job file begins with its place, as editors expect it. What is wrong
// for all processes is told by one.
int fail(ExitCode code, std::string_view message, bool begins_with_place = false) {
  if (rank_of_this_process > 0 && !message.starts_with("rank ")) return code;
  try {
    const std::string line =
        fmt::format("{}{}\n", begins_with_place ? "" : "nimsweep: ", one_line(message));
    std::fwrite(line.data(), 1, line.size(), stderr);  // if that fails, there is nobody to tell
  } catch (const std::bad_alloc&) {
    say_out_of_memory();
  }
  return code;
}

// Where processes agree on what went wrong, all of them end. Here the others do not know.
int fail_for_lack_of_memory(Communicator& communicator) {
  say_out_of_memory();
  communicator.end_others(kEnvironmentFailed);
  return kEnvironmentFailed;
}

// CLI11 says of `nimsweep slove` only that it misses a command.
void check_command(const CLI::App& app, const std::string& name) {
  if (name.starts_with('-')) return;
  std::string known;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_name() == name) return;
    known += (known.empty() ? "" : ", ") + command->get_name();
  }
  throw Error(ErrorKind::usage,
              fmt::format("unknown command {}; expected one of: {}", in_quotes(name), known));
}

int run(CLI::App& app, int argc, const char* const* argv, Output& output) {
  try {
    if (argc > 1) check_command(app, argv[1]);
    if (rank_of_this_process > 0 && (argc < 2 || std::string_view(argv[1]) != "run")) return kDone;
    app.parse(argc, argv);
    output.flush();
    return kDone;
  } catch (const CLI::Success& success) {  // --help and --version
    std::ostringstream text;
    app.exit(success, text, text);
    output.write(text.str());
    output.flush();
    return kDone;
  } catch (const CLI::ParseError& error) {
    const auto commands = app.get_subcommands();
    const std::string command = commands.empty() ? "" : " " + commands.front()->get_name();
    return fail(kBadInput, fmt::format("{}; see nimsweep{} --help", error.what(), command));
  } catch (const FailedElsewhere& error) {
    return code_of(error.kind());
  } catch (const Error& error) {
    return fail(code_of(error.kind()), error.what(), error.kind() == ErrorKind::job);
  }
}

std::string footer() {
  std::string text = "Each command has its own --help with an example.\n\nExit codes:";
  for (const auto& [code, meaning] : kExitStatuses)
    text += fmt::format("\n    {:3}  {}", static_cast<int>(code), meaning);
  return text;
}

// A program started with standard error closed would get a table file as descriptor 2, and write
// its messages there. What stands in cannot be written to, so that results are not lost silently.
void keep_standard_streams() {
  for (int stream = 0; stream <= 2; ++stream)
    if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != stream)
      throw Error(ErrorKind::io, "standard input, output or error is closed");
}

}  // namespace
}  // namespace nimsweep

int nimsweep::run_program(int argc, const char* const* argv, Communicator& communicator) {
  rank_of_this_process = communicator.rank();
  prepare_last_words(communicator.rank(), communicator.size());
  try {
    keep_standard_streams();
    survive_file_limits();
    CLI::App app("nimsweep: n-player Nim games under any alliance matrix", "nimsweep");
    app.set_version_flag("--version", "nimsweep " NIMSWEEP_VERSION);
    app.require_subcommand(1);
    app.footer(footer());
    Output output;
    add_solve_command(app, output);
    add_tree_command(app, output);
    add_machine_command(app, output);
    add_plan_command(app, output);
    add_run_command(app, output, communicator);
    add_merge_command(app, output);
    add_verify_command(app, output);
    add_get_command(app, output);
    add_inspect_command(app, output);
    add_report_command(app, output);
    add_list_command(app, output);
    add_generate_command(app, output);
    return run(app, argc, argv, output);
  } catch (const std::bad_alloc&) {
    return fail_for_lack_of_memory(communicator);
  } catch (const std::length_error&) {  // more than there can be
    return fail_for_lack_of_memory(communicator);
  } catch (const std::exception& error) {
    return fail(kEnvironmentFailed, error.what());
  }
}
