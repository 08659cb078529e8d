// JSON whose members stay in the order in which they were written.
#pragma once

#include <nlohmann/json.hpp>

#include "nimsweep/records/record.hpp"
