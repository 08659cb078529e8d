// Files that a job is read from.
#pragma once

#include <cstdint>
#include <string>

namespace nimsweep {

// All of it. Throws Error(io), or Error(job) at its beginning if it is larger than so many bytes.
std::string text_of_file(const std::string& path, std::uintmax_t largest);

}  // namespace nimsweep
