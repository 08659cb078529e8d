#include "store/sync.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "nimsweep/base/error.hpp"

namespace nimsweep {

namespace {

[[noreturn]] void fail(const std::string& what, int error) {
  throw Error(ErrorKind::io,
              fmt::format("cannot {}: {}", what, std::generic_category().message(error)));
}

}  // namespace

void sync_to_disk(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail("open " + path, errno);
  const int result = fsync(descriptor);
  const int error = errno;
  close(descriptor);
  if (result != 0) fail("sync " + path, error);
}

void rename_durably(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0)
    fail(fmt::format("rename {} to {}", from, to), errno);
  const auto folder = std::filesystem::path(to).parent_path();
  sync_to_disk(folder.empty() ? "." : folder.string());
}

}  // namespace nimsweep
