// Large arrays of bytes that are written before they are read. A fresh page costs more than to fill
// it, so they lie on huge pages where the system has any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace nimsweep {

struct FreeBytes {
  void operator()(std::uint8_t* bytes) const noexcept { std::free(bytes); }
};
using LargeBytes = std::unique_ptr<std::uint8_t[], FreeBytes>;

// Throws std::bad_alloc.
LargeBytes make_large_bytes(std::size_t count);

}  // namespace nimsweep
