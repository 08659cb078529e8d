// Never compiled with the thread sanitizer (CMakeLists.txt): TBB's library, which orders the calls
// that its headers make, is not instrumented either. The stages are elsewhere, and instrumented.
#include "engine/pipeline.hpp"

#include <tbb/parallel_pipeline.h>

namespace nimsweep::engine_detail {

void run_pipeline(std::size_t under_way, const PipelineStages& stages) {
  const auto generate = [&stages](tbb::flow_control& control) {
    void* item = stages.generate(stages.state);
    if (item == nullptr) control.stop();
    return item;
  };
  const auto work = [&stages](void* item) {
    stages.work(stages.state, item);
    return item;
  };
  const auto finish = [&stages](void* item) { stages.finish(stages.state, item); };
  using tbb::filter_mode;
  tbb::parallel_pipeline(under_way,
                         tbb::make_filter<void, void*>(filter_mode::serial_in_order, generate) &
                             tbb::make_filter<void*, void*>(filter_mode::parallel, work) &
                             tbb::make_filter<void*, void>(filter_mode::serial_in_order, finish));
}

}  // namespace nimsweep::engine_detail
