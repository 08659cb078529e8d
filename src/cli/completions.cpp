// Completions for bash, zsh and fish. They offer commands, options, files and known values. In a
// list "a,b,.." they complete the word after the last comma.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>
#include <vector>

#include "cli/generated_files.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep::cli {

namespace {

// `text` with a backslash before each of these characters.
std::string with_backslashes(std::string_view text, std::string_view characters) {
  std::string result;
  for (const char c : text) {
    if (characters.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

// The program before a command is typed, as a command that takes the command's name.
CommandOutline without_command(const ProgramOutline& program) {
  CommandOutline outline{"", program.summary, program.options, ""};
  OptionOutline& command = outline.options.emplace_back(argument("command", "COMMAND", ""));
  for (const CommandOutline& known : program.commands)
    command.values.push_back({known.name, known.summary});
  return outline;
}

// ---- bash

constexpr std::string_view kBashBegin =
    R"(# nimsweep completions for bash, made by `nimsweep generate bash`.

_nimsweep() {
  local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}
  # bash splits --option=word into three words.
  if [[ $word == = ]]; then
    word=
  elif [[ $option == = ]]; then
    option=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  local command= words= files= list=
  ((COMP_CWORD > 1)) && command=${COMP_WORDS[1]}
  case $command in
)";

constexpr std::string_view kBashEnd = R"(  esac
  COMPREPLY=()
  if [[ $files && $word != -* ]]; then
    compopt -o default
    return
  fi
  local prefix=
  [[ $list ]] && prefix=${word%"${word##*,}"}
  mapfile -t COMPREPLY < <(compgen -P "$prefix" -W "$words" -- "${word#"$prefix"}")
  if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *: ]]; then
    compopt -o nospace
  fi
}

complete -F _nimsweep nimsweep nimsweep-mpi
)";

std::string texts_of(const std::vector<KnownValue>& values) {
  std::string texts;
  for (const KnownValue& value : values) texts += (texts.empty() ? "" : " ") + value.text;
  return texts;
}

std::string bash_argument(const OptionOutline& option) {
  if (option.takes_file()) return " files=yes";
  if (option.values.empty()) return "";
  return fmt::format(" words='{}'{}", texts_of(option.values),
                     option.takes_list() ? " list=yes" : "");
}

std::string bash_command(const CommandOutline& command) {
  std::vector<std::string> words;  // offered where no option expects an argument
  bool takes_file = false;
  std::string arguments;
  for (const OptionOutline& option : command.options) {
    if (option.is_positional()) {
      takes_file = takes_file || option.takes_file();
      for (const KnownValue& value : option.values) words.push_back(value.text);
      continue;
    }
    words.insert(words.end(), option.names.begin(), option.names.end());
    if (!option.type.empty())
      arguments +=
          fmt::format("        {}){} ;;\n", fmt::join(option.names, " | "), bash_argument(option));
  }
  return fmt::format("    '{}') case $option in\n{}        *) words='{}'{} ;;\n      esac ;;\n",
                     command.name, arguments, fmt::join(words, " "),
                     takes_file ? " files=yes" : "");
}

// ---- zsh

constexpr std::string_view kZshBegin = R"(#compdef nimsweep nimsweep-mpi
# nimsweep completions for zsh, made by `nimsweep generate zsh`.

)";

constexpr std::string_view kZshEnd = R"(
if [[ $funcstack[1] == _nimsweep ]]; then
  _nimsweep "$@"
else
  compdef _nimsweep nimsweep nimsweep-mpi
fi
)";

std::string in_single_quotes(std::string_view text) {
  return "'" + escaped(text, {{'\'', "'\\''"}}) + "'";
}

// "word:summary" for _describe.
std::string zsh_description(std::string_view word, std::string_view summary) {
  return in_single_quotes(with_backslashes(word, "\\:") + ":" + std::string(summary));
}

std::string zsh_function_name(const CommandOutline& command, const OptionOutline& option) {
  const std::string& name = option.names.back();
  return fmt::format("_nimsweep_{}_{}", command.name, name.substr(name.find_first_not_of('-')));
}

// A function that offers an option's values, with no blank after those that end in a colon.
std::string zsh_function(const CommandOutline& command, const OptionOutline& option) {
  std::string whole;
  std::string begun;
  for (const auto& [word, summary] : option.values)
    (word.ends_with(':') ? begun : whole) += "\n    " + zsh_description(word, summary);
  return fmt::format(
      "{}() {{\n"
      "  local -a whole=({}) begun=({})\n"
      "  _describe {} whole \"$@\" -- begun \"$@\" -S ''\n"
      "}}\n\n",
      zsh_function_name(command, option), whole, begun, in_single_quotes(option.type));
}

std::string zsh_words(const CommandOutline& command) {
  std::string functions;
  for (const OptionOutline& option : command.options)
    if (!option.values.empty()) functions += zsh_function(command, option);
  return functions;
}

// ":message:action" of an argument, for _arguments.
std::string zsh_argument(const CommandOutline& command, const OptionOutline& option) {
  std::string action = " ";  // nothing to offer
  if (option.takes_file()) action = "_files";
  if (!option.values.empty())
    action = (option.takes_list() ? "_sequence " : "") + zsh_function_name(command, option);
  return fmt::format(":{}:{}", with_backslashes(option.type, "\\:"), action);
}

// The specifications of an option for _arguments, one per name.
std::string zsh_option(const CommandOutline& command, const OptionOutline& option) {
  if (option.is_positional())
    return " \\\n        " +
           in_single_quotes((option.repeats ? "*" : "") + zsh_argument(command, option));
  // A star: it may be written again.
  const std::string_view again = option.recurs ? "*" : "";
  std::vector<std::string> excluded = option.recurs ? std::vector<std::string>{} : option.names;
  excluded.insert(excluded.end(), option.excludes.begin(), option.excludes.end());
  const std::string argument = option.type.empty() ? "" : zsh_argument(command, option);
  std::string result;
  for (const std::string& name : option.names)
    result += " \\\n        " + in_single_quotes(fmt::format(
                                    "({}){}{}{}[{}]{}", fmt::join(excluded, " "), again, name,
                                    !argument.empty() && name.starts_with("--") ? "=" : "",
                                    with_backslashes(option.summary, "\\[]:"), argument));
  return result;
}

std::string zsh_options(const CommandOutline& command) {
  std::string result;
  for (const OptionOutline& option : command.options) result += zsh_option(command, option);
  return result;
}

// ---- fish

constexpr std::string_view kFishBegin =
    R"(# nimsweep completions for fish, made by `nimsweep generate fish`.

# Is this the command typed so far? '' means none.
function __nimsweep_command_is
    set -l words (commandline -opc)
    test "$words[2]" = "$argv[1]"
end

complete -c nimsweep-mpi -w nimsweep
complete -c nimsweep -f
)";

std::string fish_quoted(std::string_view text) {
  return "'" + with_backslashes(text, "\\'") + "'";
}

// The values with their summaries; fish evaluates this string when it completes.
std::string fish_words(const OptionOutline& option) {
  std::string words;
  for (const auto& [word, summary] : option.values) {
    words += (words.empty() ? "" : " ") + word;
    if (!summary.empty()) words += "\\t\"" + with_backslashes(summary, "\\\"$") + '"';
  }
  return option.takes_list() ? fmt::format("(__fish_append , {})", words) : words;
}

// -F: files; -x: nothing but what -a says; -r: an argument has to follow.
std::string fish_argument(const OptionOutline& option) {
  const std::string words = option.values.empty() ? "" : " -a " + fish_quoted(fish_words(option));
  if (option.takes_file()) return option.is_positional() ? " -F" : " -r -F";
  return (option.is_positional() || option.type.empty() ? "" : " -x") + words;
}

std::string fish_option(const OptionOutline& option) {
  if (option.is_positional()) return fish_argument(option);
  std::string names;
  for (const std::string_view name : option.names)
    names += name.starts_with("--") ? fmt::format(" -l {}", name.substr(2))
                                    : fmt::format(" -s {}", name.substr(1));
  return names + fish_argument(option) + " -d " + fish_quoted(option.summary);
}

std::string fish_command(const CommandOutline& command) {
  std::string lines;
  for (const OptionOutline& option : command.options)
    lines += fmt::format("complete -c nimsweep -n \"__nimsweep_command_is '{}'\"{}\n", command.name,
                         fish_option(option));
  return lines;
}

}  // namespace

std::string bash_completion(const ProgramOutline& program) {
  std::string script = std::string(kBashBegin) + bash_command(without_command(program));
  for (const CommandOutline& command : program.commands) script += bash_command(command);
  return script + std::string(kBashEnd);
}

std::string zsh_completion(const ProgramOutline& program) {
  const CommandOutline start = without_command(program);
  std::string words = zsh_words(start);
  std::string cases;
  for (const CommandOutline& command : program.commands) {
    words += zsh_words(command);
    cases += fmt::format("    {})\n      _arguments{} ;;\n", command.name, zsh_options(command));
  }
  return fmt::format(
      "{}{}"
      "_nimsweep() {{\n"
      "  local curcontext=$curcontext state line\n"
      "  typeset -A opt_args\n"
      "  _arguments -C{} \\\n        '*::argument:->argument'\n"
      "  [[ $state == argument ]] || return\n"
      "  case $line[1] in\n"
      "{}  esac\n"
      "}}\n"
      "{}",
      kZshBegin, words, zsh_options(start), cases, kZshEnd);
}

std::string fish_completion(const ProgramOutline& program) {
  std::string script = std::string(kFishBegin) + fish_command(without_command(program));
  for (const CommandOutline& command : program.commands) script += fish_command(command);
  return script;
}

}  // namespace nimsweep::cli
