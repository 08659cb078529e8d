// What several steps of a run tell in the same words.
#pragma once

#include <string>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/engine/hunting.hpp"
#include "nimsweep/engine/sweep.hpp"
#include "nimsweep/run/run_sink.hpp"

namespace nimsweep::run_detail {

// How far tables and hunts are.
RunProgress shown(const SweepProgress& now);
RunProgress shown(const HuntingProgress& now);

// A remark on each damaged file of finished work.
void tell_damage(const std::vector<std::string>& damaged, RunSink& sink);

// A stopped step that made `file`: it can be continued.
Error interrupted_at(const std::string& file);

}  // namespace nimsweep::run_detail
