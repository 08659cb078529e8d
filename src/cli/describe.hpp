// Phrases that several commands print.
#pragma once

#include <string>
#include <string_view>

#include "cli/game_options.hpp"
#include "cli/output.hpp"

namespace nimsweep::cli {

// Quoted for a shell, if it has to be.
std::string shell_word(std::string_view text);

// What a run says of a file that it has completed, or that was complete before.
std::string_view describe_completion(bool was_there);

// "1.2 G", "340 M".
std::string describe_rate(double per_second);

// "0.8 s", "2 min", "3.5 h".
std::string describe_seconds(double seconds);

}  // namespace nimsweep::cli
