// base^exponent, exactly.
#pragma once

#include <cstdint>

#include "nimsweep/base/natural.hpp"

namespace nimsweep::test {

inline Natural power(std::uint64_t base, int exponent) {
  Natural number = 1;
  for (int k = 0; k < exponent; ++k) number *= base;
  return number;
}

}  // namespace nimsweep::test
