#include "nimsweep/base/large_bytes.hpp"

#include <sys/mman.h>

#include <limits>
#include <new>

namespace nimsweep {

namespace {

constexpr std::size_t kHugePage = std::size_t{1} << 21;
constexpr std::size_t kCacheLine = 64;

}  // namespace

LargeBytes make_large_bytes(std::size_t count) {
  if (count > std::numeric_limits<std::size_t>::max() - kHugePage) throw std::bad_alloc();
  const std::size_t step = count < 2 * kHugePage ? kCacheLine : kHugePage;
  const std::size_t size = (count + step - 1) / step * step;
  LargeBytes bytes(static_cast<std::uint8_t*>(std::aligned_alloc(step, size)));
  if (!bytes && size > 0) throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
  if (step == kHugePage)
    madvise(bytes.get(), size, MADV_HUGEPAGE);  // a wish: it need not come true
#endif
  return bytes;
}

}  // namespace nimsweep
