// The program's commands and options as CLI11 has them, read in one walk: all that the manual page
// and the shell completions know. What an option takes is read off its type: FILE and JOB are
// files, "text|json" is one of these words, "NAME,.." a list; some are names of a registry.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace nimsweep {

struct KnownValue {
  std::string text;          // ends in a colon if an argument has to follow
  std::string summary = {};  // may be empty
};

struct OptionOutline {
  std::vector<std::string> names;  // "-h", "--help"; a positional has one, "job"
  bool is_positional = false;
  std::string type;  // "N"; empty: a flag
  std::string summary;
  std::string default_value;  // empty: none
  bool is_required = false;
  bool repeats = false;               // takes several arguments
  std::vector<std::string> excludes;  // the options that it cannot be given with
  std::vector<KnownValue> values;     // to choose from, as far as they can be listed

  bool takes_file() const { return type.starts_with("FILE") || type == "JOB"; }
  bool takes_list() const { return type.ends_with(",.."); }
};

struct CommandOutline {
  std::string name;
  std::string summary;
  std::vector<OptionOutline> options;
  std::string footer;
};

struct ProgramOutline {
  std::string name;
  std::string summary;
  std::vector<OptionOutline> options;
  std::vector<CommandOutline> commands;
};

ProgramOutline outline_of(const CLI::App& app);

}  // namespace nimsweep
