// SHA-256 (FIPS 180-4), which tells jobs apart.
#pragma once

#include <string>
#include <string_view>

namespace nimsweep {

// The digest of `data` as 64 hexadecimal digits.
std::string sha256(std::string_view data);

}  // namespace nimsweep
