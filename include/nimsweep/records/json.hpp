// JSON whose members stay in the order in which they were written.
#pragma once

#include <nlohmann/json.hpp>

#include "nimsweep/records/record.hpp"

namespace nimsweep {

// File names need not be UTF-8; JSON has to be.
std::string dumped(const Json& json);

}  // namespace nimsweep
