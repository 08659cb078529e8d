// The commands of the program, one file each, and the program they make up.
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
Command tree_command();
Command verify_command();

// All of them, in the order of the help.
std::vector<Command> commands();

// The whole program as its help, the manual page and the completions show it.
struct ProgramOutline {
  std::string name;
  std::string summary;
  OptionOutlines options;  // --help, which every command has, too, and --version
  std::vector<CommandOutline> commands;
  std::string footer;
};

// With --help for each command, and every exclusion said of both options.
ProgramOutline program_outline(std::span<const Command> commands);

// The values to choose from, for the completions: finding them reads the registries.
void add_known_values(ProgramOutline& program);

}  // namespace nimsweep::cli
