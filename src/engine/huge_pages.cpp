#include "engine/huge_pages.hpp"

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <new>

namespace nimsweep::engine_detail {

namespace {

constexpr std::size_t kPage = std::size_t{2} << 20;
constexpr std::size_t kWorthIt = 2 * kPage;

std::size_t rounded_up(std::size_t bytes) {
  return (bytes + kPage - 1) / kPage * kPage;
}

class HugePages final : public std::pmr::memory_resource {
 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    if (bytes < kWorthIt) return std::pmr::new_delete_resource()->allocate(bytes, alignment);
    const std::size_t size = rounded_up(bytes);
    if (size < bytes) throw std::bad_alloc();
    void* memory = std::aligned_alloc(kPage, size);
    if (memory == nullptr) throw std::bad_alloc();
    // A wish: without it everything works, more slowly.
    static_cast<void>(madvise(memory, size, MADV_HUGEPAGE));
    return memory;
  }

  void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override {
    if (bytes < kWorthIt)
      std::pmr::new_delete_resource()->deallocate(memory, bytes, alignment);
    else
      std::free(memory);
  }

  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }
};

}  // namespace

std::pmr::memory_resource* huge_pages() {
  static HugePages pages;
  return &pages;
}

}  // namespace nimsweep::engine_detail
