// nimsweep <command>: parses, runs, and turns what went wrong into one line and an exit code.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep {
namespace {

enum ExitCode { kDone = 0, kBadInput = 2, kEnvironmentFailed = 3 };

int fail(ExitCode code, std::string message) {
  std::replace(message.begin(), message.end(), '\n', ' ');
  fmt::print(stderr, "nimsweep: {}\n", message);
  return code;
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
    app.parse(argc, argv);
    output.flush();
    return kDone;
  } catch (const CLI::Success& success) {  // --help and --version
    const int code = app.exit(success);
    output.flush();
    return code;
  } catch (const CLI::ParseError& error) {
    const auto commands = app.get_subcommands();
    const std::string command = commands.empty() ? "" : " " + commands.front()->get_name();
    return fail(kBadInput, fmt::format("{}; see nimsweep{} --help", error.what(), command));
  } catch (const Error& error) {
    return fail(error.kind() == ErrorKind::io ? kEnvironmentFailed : kBadInput, error.what());
  }
}

}  // namespace
}  // namespace nimsweep

int main(int argc, char** argv) {
  using namespace nimsweep;
  try {
    CLI::App app("nimsweep: n-player Nim games under any alliance matrix", "nimsweep");
    app.set_version_flag("--version", "nimsweep " NIMSWEEP_VERSION);
    app.require_subcommand(1);
    app.footer(
        "Each command has its own --help with an example.\n"
        "Exit codes: 0 done, 1 something checked does not hold, 2 bad usage or input,\n"
        "3 input/output or the environment failed, 130 interrupted.");
    Output output;
    add_solve_command(app, output);
    add_tree_command(app, output);
    add_machine_command(app, output);
    add_list_command(app, output);
    return run(app, argc, argv, output);
  } catch (const std::bad_alloc&) {
    return fail(kEnvironmentFailed, "out of memory");
  } catch (const std::exception& error) {
    return fail(kEnvironmentFailed, error.what());
  }
}
