// The checksum at the end of a zlib stream (RFC 1950). ISA-L has one, too, which takes two and a
// half times as long as this one with AVX2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace nimsweep::store_detail {

std::uint32_t adler32_of(std::span<const std::uint8_t> bytes);

// By name, for tests.
using Adler32 = std::uint32_t(const std::uint8_t* bytes, std::size_t count);
Adler32* adler32_for_avx2();  // null if the machine has no AVX2

}  // namespace nimsweep::store_detail
