// Parses the command line by the outlines of the commands.
#pragma once

#include <span>
#include <string>

#include "cli/commands.hpp"

namespace nimsweep::cli {

struct CommandLine {
  const Command* command = nullptr;  // null: only print `text`
  Arguments arguments = {};
  std::string text = {};  // the output of --help or --version
};

// Throws Error(usage).
CommandLine parse_command_line(std::span<const Command> commands, int argc,
                               const char* const* argv);

}  // namespace nimsweep::cli
