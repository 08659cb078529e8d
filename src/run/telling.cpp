#include "run/telling.hpp"

#include <fmt/format.h>

#include "nimsweep/store/work_folder.hpp"

namespace nimsweep::run_detail {

RunProgress shown(const SweepProgress& now) {
  return {.what = now.phase == SweepProgress::Phase::writing ? "writing" : "merging",
          .unit = "positions",
          .done = now.positions_done,
          .resumed = now.positions_resumed,
          .total = now.positions,
          .stored_bytes = now.stored_bytes};
}

RunProgress shown(const HuntingProgress& now) {
  return {.what = "hunting",
          .unit = "matrices",
          .done = now.matrices_done,
          .resumed = now.matrices_resumed,
          .total = now.matrices};
}

void tell_damage(const std::vector<std::string>& damaged, RunSink& sink) {
  for (const std::string& file : damaged)
    sink.remark(fmt::format("{} was damaged and set aside; its units are done again", file));
}

Error interrupted_at(const std::string& file) {
  return {ErrorKind::interrupted,
          fmt::format("interrupted; what is finished is in {}, run the job again to continue",
                      WorkFolder::path_for(file))};
}

}  // namespace nimsweep::run_detail
