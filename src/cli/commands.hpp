// The commands of the program, a file each. Each function adds one to the app: its options, its
// help, and what it does, which runs while CLI11 parses and reports what goes wrong by throwing
// Error.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/output.hpp"
#include "nimsweep/cluster/communicator.hpp"

namespace nimsweep {

void add_generate_command(CLI::App& app, Output& output);
void add_get_command(CLI::App& app, Output& output);
void add_inspect_command(CLI::App& app, Output& output);
void add_list_command(CLI::App& app, Output& output);
void add_machine_command(CLI::App& app, Output& output);
void add_merge_command(CLI::App& app, Output& output);
void add_plan_command(CLI::App& app, Output& output);
void add_report_command(CLI::App& app, Output& output);
void add_run_command(CLI::App& app, Output& output, Communicator& communicator);
void add_solve_command(CLI::App& app, Output& output);
void add_tree_command(CLI::App& app, Output& output);
void add_verify_command(CLI::App& app, Output& output);

}  // namespace nimsweep
