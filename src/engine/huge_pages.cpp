#include "engine/huge_pages.hpp"

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <new>

namespace nimsweep::engine_detail {

namespace {

constexpr std::size_t kPage = std::size_t{2} << 20;
constexpr std::size_t kWorthIt = 2 * kPage;
constexpr std::size_t kAlignment = alignof(std::max_align_t);

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

KeptPages::~KeptPages() {
  free_kept();
}

void KeptPages::release() {
  const std::lock_guard lock(mutex_);
  if (!is_in_use_) free_kept();
}

void KeptPages::free_kept() {
  if (kept_ != nullptr) huge_pages()->deallocate(kept_, kept_bytes_, kAlignment);
  kept_ = nullptr;
  kept_bytes_ = 0;
}

void* KeptPages::do_allocate(std::size_t bytes, std::size_t alignment) {
  const std::lock_guard lock(mutex_);
  if (is_in_use_ || alignment > kAlignment) return huge_pages()->allocate(bytes, alignment);
  if (bytes > kept_bytes_ || bytes < kept_bytes_ / 2) {
    free_kept();  // first, because there may not be memory for both
    kept_ = huge_pages()->allocate(bytes, kAlignment);
    kept_bytes_ = bytes;
  }
  is_in_use_ = true;
  return kept_;
}

void KeptPages::do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) {
  const std::lock_guard lock(mutex_);
  if (memory == kept_)
    is_in_use_ = false;
  else
    huge_pages()->deallocate(memory, bytes, alignment);
}

bool KeptPages::do_is_equal(const std::pmr::memory_resource& other) const noexcept {
  return this == &other;
}

}  // namespace nimsweep::engine_detail
