// Colours for people: only where standard output is a terminal and the environment allows them.
#pragma once

#include <string>
#include <string_view>

namespace nimsweep::cli {

// The text in green, in red, or dim; as it is without colours.
std::string good(std::string_view text);
std::string bad(std::string_view text);
std::string faint(std::string_view text);

}  // namespace nimsweep::cli
