// The only file that includes CLI11, whose headers are slow to compile.
#include "cli/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include <map>
#include <sstream>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep::cli {

namespace {

CLI::Option* add_option(CLI::App& app, const OptionOutline& outline) {
  const std::string names = fmt::format("{}", fmt::join(outline.names, ","));
  if (outline.is_flag()) return app.add_flag(names, outline.summary);
  auto* option = app.add_option(
      names, [](const CLI::results_t&) { return true; }, outline.summary);
  option->type_name(outline.type)->required(outline.is_required);
  if (!outline.default_value.empty()) option->default_str(outline.default_value);
  option->expected(outline.repeats ? CLI::detail::expected_max_vector_size : 1);
  if (outline.recurs)
    option->expected(1, CLI::detail::expected_max_vector_size)->allow_extra_args(false);
  return option;
}

void add_command(CLI::App& app, const CommandOutline& outline) {
  auto* command = app.add_subcommand(outline.name, outline.summary);
  command->footer(outline.footer);
  for (const OptionOutline& option : outline.options) add_option(*command, option);
  for (const OptionOutline& option : outline.options)
    for (const std::string& other : option.excludes)
      command->get_option(option.names.back())->excludes(command->get_option(other));
}

Arguments arguments_of(const CLI::App& command, const CommandOutline& outline) {
  std::map<std::string, std::vector<std::string>> written;
  for (const OptionOutline& option : outline.options) {
    const CLI::Option* found = command.get_option(option.names.back());
    if (found->count() > 0 && !(option.is_flag() && !found->as<bool>()))
      written[option.names.back()] = found->results();
  }
  std::vector<std::string> order;
  for (const CLI::Option* option : command.parse_order()) order.push_back(option->get_name());
  return {outline.options, std::move(written), std::move(order)};
}

// CLI11 may complain first of what is missing because of a misspelt option.
void check_options(const CLI::App& command) {
  for (const std::string& word : command.remaining()) {
    if (!word.starts_with('-')) continue;
    const std::string name = word.substr(0, word.find('='));
    std::vector<std::string> known;
    for (const CLI::Option* option : command.get_options())
      if (!option->get_positional()) known.push_back(option->get_name());
    const std::string near = did_you_mean(name, known);
    throw Error(
        ErrorKind::usage,
        fmt::format(
            "unknown option {}{}", one_line(name, 40),
            !near.empty() ? near : fmt::format("; see nimsweep {} --help", command.get_name())));
  }
}

// For `nimsweep slove`, CLI11 says only that a command is missing.
void check_command(std::span<const Command> commands, const std::string& name) {
  if (name.starts_with('-')) return;
  std::vector<std::string> known;
  for (const Command& command : commands) {
    if (command.outline.name == name) return;
    known.push_back(command.outline.name);
  }
  throw Error(ErrorKind::usage,
              fmt::format("unknown command {}{}", in_quotes(name), expected_names(name, known)));
}

}  // namespace

CommandLine parse_command_line(std::span<const Command> commands, int argc,
                               const char* const* argv) {
  if (argc > 1) check_command(commands, argv[1]);
  const ProgramOutline program = program_outline(commands);
  CLI::App app(program.summary, program.name);
  app.set_version_flag("--version", "nimsweep " NIMSWEEP_VERSION);
  app.require_subcommand(1);
  app.footer(program.footer);
  for (const Command& command : commands) add_command(app, command.outline);
  try {
    app.parse(argc, argv);
    const CLI::App* parsed = app.get_subcommands().front();
    for (const Command& command : commands)
      if (command.outline.name == parsed->get_name())
        return {.command = &command, .arguments = arguments_of(*parsed, command.outline)};
    throw Error(ErrorKind::usage, "no command");  // unreachable: CLI11 requires one
  } catch (const CLI::Success& success) {         // --help and --version
    std::ostringstream text;
    app.exit(success, text, text);
    return {.text = text.str()};
  } catch (const CLI::ParseError& error) {
    const auto parsed = app.get_subcommands();
    if (!parsed.empty()) check_options(*parsed.front());
    throw Error(ErrorKind::usage,
                fmt::format("{}; see nimsweep{} --help", error.what(),
                            parsed.empty() ? "" : " " + parsed.front()->get_name()));
  }
}

}  // namespace nimsweep::cli
