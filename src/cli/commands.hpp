// The commands, one file each, and the outline of the whole program.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/command.hpp"

namespace nimsweep::cli {

Command generate_command();
Command get_command();
Command inspect_command();
Command list_command();
Command machine_command();
Command merge_command();
Command plan_command();
Command report_command();
Command run_command();
Command solve_command();
Command status_command();
Command tree_command();
Command verify_command();

// All commands, in the order of the help.
std::vector<Command> commands();

// The program as its help, the manual page and the completions show it.
struct ProgramOutline {
  std::string name;
  std::string summary;
  OptionOutlines options;  // --help, which every command also has, and --version
  std::vector<CommandOutline> commands;
  std::string footer;
};

// Adds --help to each command and makes exclusions mutual.
ProgramOutline program_outline(std::span<const Command> commands);

// Adds the values that completions offer; this reads the registries.
void add_known_values(ProgramOutline& program);

}  // namespace nimsweep::cli
