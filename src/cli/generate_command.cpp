// generate: the manual page and the shell completions.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/commands.hpp"
#include "cli/generated_files.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep {

namespace {

std::string generated(std::string_view what, const ProgramOutline& program) {
  if (what == "man") return man_page(program);
  if (what == "bash") return bash_completion(program);
  if (what == "zsh") return zsh_completion(program);
  if (what == "fish") return fish_completion(program);
  throw Error(ErrorKind::usage,
              fmt::format("{}; expected man, bash, zsh or fish", in_quotes(what)));
}

}  // namespace

void add_generate_command(CLI::App& app, Output& output) {
  auto* command = app.add_subcommand("generate", "The manual page, or completions for a shell");
  command->footer(
      "An installed nimsweep has them in their places. Without that, for one bash only:\n"
      "source <(nimsweep generate bash)\n\n"
      "Example:\n  nimsweep generate man > nimsweep.1");
  auto what = std::make_shared<std::string>();
  command->add_option("what", *what, "What to print")->type_name("man|bash|zsh|fish")->required();
  command->callback([what, &app, &output] { output.write(generated(*what, outline_of(app))); });
}

}  // namespace nimsweep
