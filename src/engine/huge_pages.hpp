// Memory in large pages, if the system has them: a box touches all of its memory once, and with
// small pages most of the time would go into page faults.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <mutex>

namespace nimsweep::engine_detail {

// For any number of threads, as long as the program runs.
std::pmr::memory_resource* huge_pages();

// Huge pages for one large thing after another. What is given back is kept for the next one: the
// system clears fresh memory, which takes longer than solving a box of Nim. It is used again if it
// is large enough, and at most twice as large as needed. Only one thing at a time benefits. For any
// number of threads.
class KeptPages final : public std::pmr::memory_resource {
 public:
  KeptPages() = default;
  ~KeptPages() override;
  KeptPages(const KeptPages&) = delete;
  KeptPages& operator=(const KeptPages&) = delete;

  // Gives back what is kept and not in use.
  void release();

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override;
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override;

  void free_kept();  // the caller holds the mutex

  std::mutex mutex_;
  void* kept_ = nullptr;
  std::size_t kept_bytes_ = 0;
  bool is_in_use_ = false;
};

}  // namespace nimsweep::engine_detail
