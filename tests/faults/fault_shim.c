// Makes system calls of a program fail on demand. Use it with LD_PRELOAD and these environment
// variables:
//
//   FAULT_FOLDER  only calls on this folder and what is below it count; malloc always counts
//   FAULT_CALL    write, pwrite, writev, read, fsync, fdatasync, rename, close, open, unlink,
//                 ftruncate, flock, mkdir or malloc; each stands for its whole family
//   FAULT_AT      the k-th such call fails, counted from 1
//   FAULT_WHAT    an error number; `short`: only half is read or written; `kill`, `kill-after`: the
//                 process is killed before or after the call
//   FAULT_MODE    `once`, or `on`: all later calls fail too
//   FAULT_REPORT  a file outside the folder, which gets a line when the fault is reached, with the
//                 calls that led to a malloc
//   FAULT_COUNTS  a file that gets the number of calls of each family when the program ends
#define _GNU_SOURCE
#undef _FORTIFY_SOURCE
#undef _FILE_OFFSET_BITS
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum Call {
  CALL_WRITE,
  CALL_PWRITE,
  CALL_WRITEV,
  CALL_READ,
  CALL_FSYNC,
  CALL_FDATASYNC,
  CALL_RENAME,
  CALL_CLOSE,
  CALL_OPEN,
  CALL_UNLINK,
  CALL_FTRUNCATE,
  CALL_FLOCK,
  CALL_MKDIR,
  CALL_MALLOC,
  CALLS
};
static const char* const kNames[CALLS] = {"write",     "pwrite", "writev", "read",  "fsync",
                                          "fdatasync", "rename", "close",  "open",  "unlink",
                                          "ftruncate", "flock",  "mkdir",  "malloc"};

enum What { NOTHING, FAIL, SHORTEN, KILL, KILL_AFTER };

static struct {
  bool is_ready;
  char folder[PATH_MAX];
  size_t folder_length;
  int call;
  long at;
  enum What what;
  int error;
  bool goes_on;
  char report[PATH_MAX];
  char counts[PATH_MAX];
} plan = {.call = -1};
static atomic_long counters[CALLS];
static atomic_bool is_in_main;

static void append(const char* path, const char* text, bool with_stack) {
  const int saved = errno;
  const int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (file >= 0) {
    syscall(SYS_write, file, text, strlen(text));
    if (with_stack) {
      void* frames[64];
      backtrace_symbols_fd(frames, backtrace(frames, 64), file);
    }
    syscall(SYS_close, file);
  }
  errno = saved;
}

static void copy(char* to, const char* from) {
  if (from != NULL && strlen(from) < PATH_MAX) strcpy(to, from);
}

// Reports where the program dies, and lets it die. Allocates nothing.
static void tell_death(int number) {
  signal(number, SIG_DFL);
  append(plan.report, "died\n", true);
  raise(number);
}

__attribute__((constructor(101))) static void begin(void) {
  void* frame;
  backtrace(&frame, 1);  // the first one allocates
  copy(plan.folder, getenv("FAULT_FOLDER"));
  copy(plan.report, getenv("FAULT_REPORT"));
  copy(plan.counts, getenv("FAULT_COUNTS"));
  plan.folder_length = strlen(plan.folder);
  const char* call = getenv("FAULT_CALL");
  for (int k = 0; call != NULL && k < CALLS; ++k)
    if (strcmp(call, kNames[k]) == 0) plan.call = k;
  const char* at = getenv("FAULT_AT");
  plan.at = at == NULL ? 0 : atol(at);
  const char* mode = getenv("FAULT_MODE");
  plan.goes_on = mode != NULL && strcmp(mode, "on") == 0;
  const char* what = getenv("FAULT_WHAT");
  if (what != NULL) {
    plan.error = atoi(what);
    plan.what = strcmp(what, "short") == 0        ? SHORTEN
                : strcmp(what, "kill") == 0       ? KILL
                : strcmp(what, "kill-after") == 0 ? KILL_AFTER
                                                  : FAIL;
  }
  if (plan.call == CALL_MALLOC && plan.report[0] != '\0') {
    signal(SIGSEGV, tell_death);
    signal(SIGABRT, tell_death);
  }
  plan.is_ready = true;
}

__attribute__((destructor)) static void end(void) {
  if (plan.counts[0] == '\0') return;
  for (int k = 0; k < CALLS; ++k) {
    char line[64];
    snprintf(line, sizeof line, "%s %ld\n", kNames[k], atomic_load(&counters[k]));
    append(plan.counts, line, false);
  }
}

// What to do with this call, which counts.
static enum What next(enum Call call) {
  if (!plan.is_ready) return NOTHING;
  const long number = 1 + atomic_fetch_add(&counters[call], 1);
  if ((int)call != plan.call || number < plan.at || (number > plan.at && !plan.goes_on))
    return NOTHING;
  if (number == plan.at && plan.report[0] != '\0')
    append(plan.report, atomic_load(&is_in_main) ? "reached in main\n" : "reached before main\n",
           call == CALL_MALLOC);
  if (plan.what == KILL) kill(getpid(), SIGKILL);
  if (plan.what == FAIL) errno = plan.error;
  return plan.what;
}

static bool is_below(const char* path) {
  return plan.folder_length > 0 && strncmp(path, plan.folder, plan.folder_length) == 0 &&
         (path[plan.folder_length] == '/' || path[plan.folder_length] == '\0');
}

static bool concerns_file(int file) {
  const int saved = errno;
  char link[64];
  char path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  errno = saved;
  if (length < 0) return false;
  path[length] = '\0';
  return is_below(path);
}

static bool concerns_path(int folder, const char* path) {
  if (!plan.is_ready || path == NULL) return false;
  if (path[0] == '/') return is_below(path);
  if (folder != AT_FDCWD) return concerns_file(folder);
  const int saved = errno;
  char here[PATH_MAX];
  const bool is_known = getcwd(here, sizeof here) != NULL;
  errno = saved;
  if (!is_known) return false;
  if (is_below(here)) return true;
  const size_t length = strlen(here);
  if (length + 1 + strlen(path) >= PATH_MAX) return false;
  here[length] = '/';
  strcpy(here + length + 1, path);
  return is_below(here);
}

static enum What for_file(enum Call call, int file) {
  return plan.is_ready && concerns_file(file) ? next(call) : NOTHING;
}

static enum What for_path(enum Call call, int folder, const char* path) {
  return concerns_path(folder, path) ? next(call) : NOTHING;
}

static void after(enum What what) {
  if (what == KILL_AFTER) kill(getpid(), SIGKILL);
}

static size_t half(enum What what, size_t size) {
  return what == SHORTEN && size > 1 ? size / 2 : size;
}

// The original function.
#define REAL(type, name, ...)                 \
  static type (*real)(__VA_ARGS__);           \
  if (real == NULL) {                         \
    *(void**)&real = dlsym(RTLD_NEXT, #name); \
    if (real == NULL) abort();                \
  }

#define WITH_FAULT(type, failure, decision, call) \
  const enum What what = decision;                \
  if (what == FAIL) return failure;               \
  type const result = call;                       \
  after(what);                                    \
  return result;

ssize_t write(int file, const void* data, size_t size){
    REAL(ssize_t, write, int, const void*, size_t)
        WITH_FAULT(ssize_t, -1, for_file(CALL_WRITE, file), real(file, data, half(what, size)))}

ssize_t pwrite(int file, const void* data, size_t size,
               off_t place){REAL(ssize_t, pwrite, int, const void*, size_t, off_t)
                                WITH_FAULT(ssize_t, -1, for_file(CALL_PWRITE, file),
                                           real(file, data, half(what, size), place))}

ssize_t pwrite64(int file, const void* data, size_t size, off64_t place) {
  return pwrite(file, data, size, place);
}

// Half of the first nonempty piece.
static struct iovec first_half(const struct iovec* pieces, int count) {
  int k = 0;
  while (k + 1 < count && pieces[k].iov_len == 0) ++k;
  return (struct iovec){pieces[k].iov_base, half(SHORTEN, pieces[k].iov_len)};
}

#define WITH_PIECES(of_call, ...)                                              \
  const enum What what = for_file(of_call, file);                              \
  if (what == FAIL) return -1;                                                 \
  struct iovec piece;                                                          \
  if (what == SHORTEN && count > 0) {                                          \
    piece = first_half(pieces, count);                                         \
    pieces = &piece;                                                           \
    count = 1;                                                                 \
  }                                                                            \
  const ssize_t result = real(file, pieces, count __VA_OPT__(, ) __VA_ARGS__); \
  after(what);                                                                 \
  return result;

ssize_t writev(int file, const struct iovec* pieces, int count){
    REAL(ssize_t, writev, int, const struct iovec*, int) WITH_PIECES(CALL_WRITEV)}

ssize_t pwritev(int file, const struct iovec* pieces, int count, off_t place){
    REAL(ssize_t, pwritev, int, const struct iovec*, int, off_t) WITH_PIECES(CALL_WRITEV, place)}

ssize_t pwritev64(int file, const struct iovec* pieces, int count, off64_t place) {
  return pwritev(file, pieces, count, place);
}

ssize_t read(int file, void* data, size_t size){
    REAL(ssize_t, read, int, void*, size_t)
        WITH_FAULT(ssize_t, -1, for_file(CALL_READ, file), real(file, data, half(what, size)))}

ssize_t __read_chk(int file, void* data, size_t size, size_t room) {
  if (size > room) abort();
  return read(file, data, size);
}

ssize_t pread(int file, void* data, size_t size,
              off_t place){REAL(ssize_t, pread, int, void*, size_t, off_t)
                               WITH_FAULT(ssize_t, -1, for_file(CALL_READ, file),
                                          real(file, data, half(what, size), place))}

ssize_t pread64(int file, void* data, size_t size, off64_t place) {
  return pread(file, data, size, place);
}

ssize_t __pread_chk(int file, void* data, size_t size, off_t place, size_t room) {
  if (size > room) abort();
  return pread(file, data, size, place);
}

ssize_t __pread64_chk(int file, void* data, size_t size, off64_t place, size_t room) {
  if (size > room) abort();
  return pread(file, data, size, place);
}

ssize_t readv(int file, const struct iovec* pieces,
              int count){REAL(ssize_t, readv, int, const struct iovec*, int) WITH_PIECES(CALL_READ)}

ssize_t preadv(int file, const struct iovec* pieces, int count, off_t place){
    REAL(ssize_t, preadv, int, const struct iovec*, int, off_t) WITH_PIECES(CALL_READ, place)}

ssize_t preadv64(int file, const struct iovec* pieces, int count, off64_t place) {
  return preadv(file, pieces, count, place);
}

int fsync(int file) {
  REAL(int, fsync, int)
  WITH_FAULT(int, -1, for_file(CALL_FSYNC, file), real(file))
}

int fdatasync(int file) {
  REAL(int, fdatasync, int)
  WITH_FAULT(int, -1, for_file(CALL_FDATASYNC, file), real(file))
}

// Calls that give a file its final name.
static enum What for_names(int from_folder, const char* from, int to_folder, const char* to) {
  return concerns_path(from_folder, from) || concerns_path(to_folder, to) ? next(CALL_RENAME)
                                                                          : NOTHING;
}

int rename(const char* from, const char* to) {
  REAL(int, rename, const char*, const char*)
  WITH_FAULT(int, -1, for_names(AT_FDCWD, from, AT_FDCWD, to), real(from, to))
}

int renameat(int from_folder, const char* from, int to_folder, const char* to) {
  REAL(int, renameat, int, const char*, int, const char*)
  WITH_FAULT(int, -1, for_names(from_folder, from, to_folder, to),
             real(from_folder, from, to_folder, to))
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  REAL(int, renameat2, int, const char*, int, const char*, unsigned)
  WITH_FAULT(int, -1, for_names(from_folder, from, to_folder, to),
             real(from_folder, from, to_folder, to, flags))
}

int link(const char* from, const char* to) {
  REAL(int, link, const char*, const char*)
  WITH_FAULT(int, -1, for_names(AT_FDCWD, from, AT_FDCWD, to), real(from, to))
}

int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) {
  REAL(int, linkat, int, const char*, int, const char*, int)
  WITH_FAULT(int, -1, for_names(from_folder, from, to_folder, to),
             real(from_folder, from, to_folder, to, flags))
}

// The file is closed even if the call fails.
static int closed(enum What what, int result) {
  after(what);
  if (what != FAIL) return result;
  errno = plan.error;
  return -1;
}

int close(int file) {
  REAL(int, close, int)
  const enum What what = for_file(CALL_CLOSE, file);
  return closed(what, real(file));
}

int fclose(FILE* stream) {
  REAL(int, fclose, FILE*)
  const enum What what = for_file(CALL_CLOSE, fileno(stream));
  return closed(what, real(stream));
}

int closedir(DIR* folder) {
  REAL(int, closedir, DIR*)
  const enum What what = for_file(CALL_CLOSE, dirfd(folder));
  return closed(what, real(folder));
}

static mode_t mode_in(int flags, va_list arguments) {
  return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, mode_t) : 0;
}

static int open_at(int folder, const char* path, int flags, mode_t mode){
    REAL(int, openat, int, const char*, int, ...)
        WITH_FAULT(int, -1, for_path(CALL_OPEN, folder, path), real(folder, path, flags, mode))}
#define OPEN(name)                                 \
  int name(const char* path, int flags, ...) {     \
    va_list arguments;                             \
    va_start(arguments, flags);                    \
    const mode_t mode = mode_in(flags, arguments); \
    va_end(arguments);                             \
    return open_at(AT_FDCWD, path, flags, mode);   \
  }
OPEN(open) OPEN(open64)

#define OPENAT(name)                                       \
  int name(int folder, const char* path, int flags, ...) { \
    va_list arguments;                                     \
    va_start(arguments, flags);                            \
    const mode_t mode = mode_in(flags, arguments);         \
    va_end(arguments);                                     \
    return open_at(folder, path, flags, mode);             \
  }
    OPENAT(openat) OPENAT(openat64)

        int __open_2(const char* path, int flags) {
  return open_at(AT_FDCWD, path, flags, 0);
}
int __open64_2(const char* path, int flags) {
  return open_at(AT_FDCWD, path, flags, 0);
}
int __openat_2(int folder, const char* path, int flags) {
  return open_at(folder, path, flags, 0);
}
int __openat64_2(int folder, const char* path, int flags) {
  return open_at(folder, path, flags, 0);
}

int creat(const char* path, mode_t mode) {
  return open_at(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}
int creat64(const char* path, mode_t mode) {
  return creat(path, mode);
}

FILE* fopen(const char* path, const char* mode){
    REAL(FILE*, fopen, const char*, const char*)
        WITH_FAULT(FILE*, NULL, for_path(CALL_OPEN, AT_FDCWD, path),
                   real(path, mode))} FILE* fopen64(const char* path, const char* mode) {
  return fopen(path, mode);
}

DIR* opendir(const char* path) {
  REAL(DIR*, opendir, const char*)
  WITH_FAULT(DIR*, NULL, for_path(CALL_OPEN, AT_FDCWD, path), real(path))
}

int mkostemps(char* path, int suffix, int flags) {
  REAL(int, mkostemps, char*, int, int)
  WITH_FAULT(int, -1, for_path(CALL_OPEN, AT_FDCWD, path), real(path, suffix, flags))
}
int mkstemps(char* path, int suffix) {
  return mkostemps(path, suffix, 0);
}
int mkostemp(char* path, int flags) {
  return mkostemps(path, 0, flags);
}
int mkstemp(char* path) {
  return mkostemps(path, 0, 0);
}
int mkstemp64(char* path) {
  return mkstemp(path);
}
int mkostemp64(char* path, int flags) {
  return mkostemp(path, flags);
}
int mkstemps64(char* path, int suffix) {
  return mkstemps(path, suffix);
}
int mkostemps64(char* path, int suffix, int flags) {
  return mkostemps(path, suffix, flags);
}

int unlink(const char* path) {
  REAL(int, unlink, const char*)
  WITH_FAULT(int, -1, for_path(CALL_UNLINK, AT_FDCWD, path), real(path))
}

int unlinkat(int folder, const char* path, int flags) {
  REAL(int, unlinkat, int, const char*, int)
  WITH_FAULT(int, -1, for_path(CALL_UNLINK, folder, path), real(folder, path, flags))
}

int remove(const char* path) {
  REAL(int, remove, const char*)
  WITH_FAULT(int, -1, for_path(CALL_UNLINK, AT_FDCWD, path), real(path))
}

int rmdir(const char* path) {
  REAL(int, rmdir, const char*)
  WITH_FAULT(int, -1, for_path(CALL_UNLINK, AT_FDCWD, path), real(path))
}

int ftruncate(int file, off_t size) {
  REAL(int, ftruncate, int, off_t)
  WITH_FAULT(int, -1, for_file(CALL_FTRUNCATE, file), real(file, size))
}
int ftruncate64(int file, off64_t size) {
  return ftruncate(file, size);
}

int flock(int file, int operation) {
  REAL(int, flock, int, int)
  WITH_FAULT(int, -1, for_file(CALL_FLOCK, file), real(file, operation))
}

int mkdir(const char* path, mode_t mode) {
  REAL(int, mkdir, const char*, mode_t)
  WITH_FAULT(int, -1, for_path(CALL_MKDIR, AT_FDCWD, path), real(path, mode))
}

int mkdirat(int folder, const char* path, mode_t mode) {
  REAL(int, mkdirat, int, const char*, mode_t)
  WITH_FAULT(int, -1, for_path(CALL_MKDIR, folder, path), real(folder, path, mode))
}

extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
extern void* __libc_memalign(size_t, size_t);

void* malloc(size_t size) {
  return next(CALL_MALLOC) == FAIL ? NULL : __libc_malloc(size);
}

void* calloc(size_t count, size_t size) {
  return next(CALL_MALLOC) == FAIL ? NULL : __libc_calloc(count, size);
}

void* realloc(void* old, size_t size) {
  return next(CALL_MALLOC) == FAIL ? NULL : __libc_realloc(old, size);
}

void* aligned_alloc(size_t alignment, size_t size) {
  return next(CALL_MALLOC) == FAIL ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void** place, size_t alignment, size_t size) {
  if (next(CALL_MALLOC) == FAIL) return ENOMEM;
  *place = __libc_memalign(alignment, size);
  return *place == NULL ? ENOMEM : 0;
}

// Runs when the program starts.
static int (*program)(int, char**, char**);

static int run_program(int count, char** words, char** environment) {
  atomic_store(&is_in_main, true);
  return program(count, words, environment);
}

int __libc_start_main(int (*main)(int, char**, char**), int count, char** words,
                      void (*initialise)(void), void (*finish)(void), void (*loader)(void),
                      void* stack) {
  REAL(int, __libc_start_main, int (*)(int, char**, char**), int, char**, void (*)(void),
       void (*)(void), void (*)(void), void*)
  program = main;
  return real(run_program, count, words, initialise, finish, loader, stack);
}
