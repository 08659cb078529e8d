// generate: prints the manual page or shell completions.
#include <fmt/format.h>

#include <string>

#include "cli/commands.hpp"
#include "cli/generated_files.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep::cli {

namespace {

using Generator = std::string (*)(const ProgramOutline&);

struct GenerateOptions {
  explicit GenerateOptions(const Arguments& given) {
    const std::string& what = given.text("what");
    constexpr std::pair<std::string_view, Generator> kGenerators[] = {{"man", man_page},
                                                                      {"bash", bash_completion},
                                                                      {"zsh", zsh_completion},
                                                                      {"fish", fish_completion}};
    for (const auto& [name, known] : kGenerators)
      if (what == name) generator = known;
    if (generator == nullptr)
      throw Error(ErrorKind::usage,
                  fmt::format("{}; expected man, bash, zsh or fish", in_quotes(what)));
  }

  Generator generator = nullptr;
};

void generate(const GenerateOptions& options, Session& session) {
  ProgramOutline program = program_outline(commands());
  add_known_values(program);
  session.output.write(options.generator(program));
}

}  // namespace

Command generate_command() {
  return make_command(
      {.name = "generate",
       .summary = "Prints the manual page or completions for a shell",
       .options = {argument("what", "man|bash|zsh|fish", "What to print")},
       .footer = "Installing nimsweep installs all of them. To complete in one bash without that:\n"
                 "source <(nimsweep generate bash)\n\n"
                 "Example:\n  nimsweep generate man > nimsweep.1"},
      generate);
}

}  // namespace nimsweep::cli
