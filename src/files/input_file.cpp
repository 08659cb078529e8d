#include "nimsweep/files/input_file.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>
#include <utility>

#include "nimsweep/base/error.hpp"

namespace nimsweep {

namespace {

constexpr std::size_t kBeginning = 4096;

std::span<std::uint8_t> bytes_of(std::string& text) {
  return {reinterpret_cast<std::uint8_t*>(text.data()), text.size()};
}

// O_NONBLOCK: otherwise opening a pipe would wait for a writer.
int opened(const std::string& path, InputFile::Links links) {
  const int refuse = links == InputFile::Links::refuse ? O_NOFOLLOW : 0;
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | refuse);
  if (descriptor < 0 && errno == ELOOP && refuse != 0)
    throw Error(ErrorKind::input, fmt::format("{} is a symbolic link; remove it", path));
  return descriptor;
}

}  // namespace

std::string system_message(int error) {
  return std::generic_category().message(error);
}

InputFile::InputFile(const std::string& path, Links links) : InputFile(path, opened(path, links)) {}

InputFile::InputFile(std::string path, int descriptor)
    : path_(std::move(path)), descriptor_(descriptor) {
  struct stat status {};
  if (descriptor_ < 0 || fstat(descriptor_, &status) != 0) {
    const int error = errno;
    if (descriptor_ >= 0) ::close(descriptor_);
    throw Error(ErrorKind::io, fmt::format("cannot open {}: {}", path_, system_message(error)));
  }
  if (!S_ISREG(status.st_mode)) {
    ::close(descriptor_);
    throw Error(ErrorKind::input, fmt::format("{} is not a regular file", path_));
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
  identity_ = {status.st_dev, status.st_ino};
}

std::optional<InputFile> InputFile::if_there(const std::string& path, Links links) {
  const int descriptor = opened(path, links);
  if (descriptor < 0 && (errno == ENOENT || errno == ENOTDIR)) return std::nullopt;
  return InputFile(path, descriptor);
}

InputFile::InputFile(InputFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_),
      identity_(other.identity_) {}

// Nothing was written, so nothing is lost if closing fails.
InputFile::~InputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::size_t InputFile::read_some(std::uint64_t offset, std::span<std::uint8_t> out) const {
  std::size_t done = 0;
  while (done < out.size()) {
    const ssize_t count =
        pread(descriptor_, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      throw Error(ErrorKind::io, fmt::format("cannot read {}: {}", path_, system_message(errno)));
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

void InputFile::read_at(std::uint64_t offset, std::span<std::uint8_t> out) const {
  if (read_some(offset, out) < out.size())
    throw Error(ErrorKind::io, fmt::format("cannot read {}: it has become shorter", path_));
}

std::string read_file(const InputFile& file, std::uint64_t longest) {
  // Read to the actual end: some system files, and files that grow, report another size.
  std::string text;
  for (std::uint64_t more = file.size() + 1;
       std::max<std::uint64_t>(file.size(), text.size()) <= longest; more = kBeginning) {
    const std::size_t done = text.size();
    text.resize(done + static_cast<std::size_t>(std::min(more, longest + 1 - done)));
    const std::size_t count = file.read_some(done, bytes_of(text).subspan(done));
    const bool is_all = done + count < text.size();
    text.resize(done + count);
    if (is_all) return text;
  }
  throw Error(ErrorKind::input,
              fmt::format("{} is too large; expected at most {} bytes", file.path(), longest));
}

// Does not use std::filesystem, whose iterators terminate the program if memory runs out.
std::vector<std::string> names_in_folder(const std::string& folder) {
  const auto fail = [&](int error) {
    throw Error(ErrorKind::io, fmt::format("cannot list {}: {}", folder, system_message(error)));
  };
  const std::unique_ptr<DIR, int (*)(DIR*)> open_folder(opendir(folder.c_str()), closedir);
  if (!open_folder) fail(errno);
  std::vector<std::string> names;
  errno = 0;
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody else reads from this stream
  while (const dirent* entry = readdir(open_folder.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
    errno = 0;
  }
  if (errno != 0) fail(errno);
  std::ranges::sort(names);
  return names;
}

std::string beginning_of(const InputFile& file) {
  std::string text(kBeginning, '\0');
  text.resize(file.read_some(0, bytes_of(text)));
  return text;
}

}  // namespace nimsweep
