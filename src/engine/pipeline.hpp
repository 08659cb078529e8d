// The engine's pipeline, run by oneTBB: items are generated in order, worked on many at once, and
// finished in order. Use `run_in_order` (engine/concurrency.hpp) instead.
#pragma once

#include <cstddef>

namespace nimsweep::engine_detail {

// Plain pointers, so that none of the callers' code is compiled in pipeline.cpp.
struct PipelineStages {
  void* state;                     // what every stage is called with
  void* (*generate)(void* state);  // the next item; null when there is none
  void (*work)(void* state, void* item);
  void (*finish)(void* state, void* item);
};

// Returns when the last item is finished; throws what a stage throws. At most `under_way` items are
// in the pipeline.
void run_pipeline(std::size_t under_way, const PipelineStages& stages);

}  // namespace nimsweep::engine_detail
