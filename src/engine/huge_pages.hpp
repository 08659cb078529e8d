// Memory in large pages, if the system has them: a box touches all of its memory once, and with
// small pages most of the time would go into page faults.
#pragma once

#include <memory_resource>

namespace nimsweep::engine_detail {

// For any number of threads, as long as the program runs.
std::pmr::memory_resource* huge_pages();

}  // namespace nimsweep::engine_detail
