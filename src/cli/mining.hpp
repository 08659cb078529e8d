// Mined claims, as YAML for a job's `verify:` or as JSON.
#pragma once

#include <string>

#include "cli/game_options.hpp"
#include "nimsweep/hunt/mine.hpp"
#include "nimsweep/job/job_spec.hpp"

namespace nimsweep::cli {

std::string words_of_mined(const MineSpec& spec, const MineResult& result, Format format);

}  // namespace nimsweep::cli
