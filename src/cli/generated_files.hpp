// The files that `generate` makes from the program's outline.
#pragma once

#include <string>

#include "cli/commands.hpp"

namespace nimsweep::cli {

// In roff, with the macros of man(7).
std::string man_page(const ProgramOutline& program);

std::string bash_completion(const ProgramOutline& program);
std::string zsh_completion(const ProgramOutline& program);
std::string fish_completion(const ProgramOutline& program);

}  // namespace nimsweep::cli
