#include "store/adler32.hpp"

#include <isa-l.h>

namespace nimsweep::store_detail {

std::uint32_t adler32_of(std::span<const std::uint8_t> bytes) {
  static Adler32* const kFast = adler32_for_avx2();
  return kFast != nullptr ? kFast(bytes.data(), bytes.size())
                          : isal_adler32(1, bytes.data(), bytes.size());
}

}  // namespace nimsweep::store_detail
