// The one pipeline that the engine has, as oneTBB runs it: items are generated in order, worked on
// many at a time, and finished in order. `run_in_order` (engine/concurrency.hpp) is what to use.
#pragma once

#include <cstddef>

namespace nimsweep::engine_detail {

// All that the source file of this touches: plain pointers, so that nothing of the callers is
// compiled there.
struct PipelineStages {
  void* state;                     // what every stage is called with
  void* (*generate)(void* state);  // the next item; null when there is none
  void (*work)(void* state, void* item);
  void (*finish)(void* state, void* item);
};

// Until the last item is finished, or a stage throws. At most so many items are under way.
void run_pipeline(std::size_t under_way, const PipelineStages& stages);

}  // namespace nimsweep::engine_detail
