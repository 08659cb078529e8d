// JSON whose members stay in the order in which they were written.
#pragma once

#include <nlohmann/json.hpp>

namespace nimsweep {

using Json = nlohmann::ordered_json;

}  // namespace nimsweep
