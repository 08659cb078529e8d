// With LD_PRELOAD: from the k-th allocation in main on there is no memory, k being
// $FAILING_MALLOC_AT. With $FAILING_MALLOC_ONCE only that one fails.
#include <dlfcn.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>

namespace {

using Main = int (*)(int, char**, char**);

Main real_main = nullptr;
std::atomic<long> first_to_fail = 0;  // 0: none
std::atomic<long> last_to_fail = 0;
std::atomic<long> count = 0;

bool is_there_none() {
  if (first_to_fail == 0) return false;
  const long now = ++count;
  if (now < first_to_fail || now > last_to_fail) return false;
  errno = ENOMEM;
  return true;
}

int counting_main(int argc, char** argv, char** environment) {
  const char* at = std::getenv("FAILING_MALLOC_AT");
  const long first = at == nullptr ? 0 : std::strtol(at, nullptr, 10);
  last_to_fail = std::getenv("FAILING_MALLOC_ONCE") == nullptr ? __LONG_MAX__ : first;
  first_to_fail = first;
  const int code = real_main(argc, argv, environment);
  first_to_fail = 0;
  return code;
}

}  // namespace

extern "C" {

void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

int __libc_start_main(Main main, int argc, char** argv, void (*init)(), void (*fini)(),
                      void (*rtld_fini)(), void* stack_end) {
  real_main = main;
  const auto start =
      reinterpret_cast<decltype(&__libc_start_main)>(dlsym(RTLD_NEXT, "__libc_start_main"));
  return start(counting_main, argc, argv, init, fini, rtld_fini, stack_end);
}

void* malloc(std::size_t size) noexcept {
  return is_there_none() ? nullptr : __libc_malloc(size);
}

void* calloc(std::size_t number, std::size_t size) noexcept {
  return is_there_none() ? nullptr : __libc_calloc(number, size);
}

void* realloc(void* old, std::size_t size) noexcept {
  return is_there_none() ? nullptr : __libc_realloc(old, size);
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
  return is_there_none() ? nullptr : __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return memalign(alignment, size);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t size) noexcept {
  *memory = memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}

}  // extern "C"
