#include "nimsweep/files/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <random>
#include <utility>

#include "nimsweep/base/error.hpp"

namespace nimsweep {

namespace fs = std::filesystem;

namespace {

int synced(int descriptor) noexcept {
  int result = 0;
  do {
    result = fsync(descriptor);
  } while (result != 0 && errno == EINTR);
  return result;
}

constexpr std::size_t kBuffer = std::size_t{1} << 16;
constexpr int kAbandoned = -1;  // not a system error

[[noreturn]] void throw_failure(std::string_view what, const std::string& path, int error) {
  throw Error(ErrorKind::io, fmt::format("cannot {} {}: {}", what, path, system_message(error)));
}

std::string unpredictable_name(const std::string& folder, std::string_view prefix) {
  std::random_device random;
  constexpr std::size_t kLongest = 200;  // file systems allow 255 bytes
  return fmt::format("{}/{}.{:08x}{:08x}.tmp", folder, prefix.substr(0, kLongest), random(),
                     random());
}

}  // namespace

OutputFile::OutputFile(const std::string& folder, std::string_view prefix, std::string shown)
    : shown_(std::move(shown)) {
  buffer_.reserve(kBuffer);
  constexpr int kAttempts = 100;
  for (int attempt = 0; attempt < kAttempts && descriptor_ < 0; ++attempt) {
    path_ = unpredictable_name(folder, prefix);
    descriptor_ = open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor_ < 0 && errno != EEXIST) break;
  }
  if (descriptor_ < 0) throw_failure("write", shown_, errno);
  struct stat status {};
  if (fstat(descriptor_, &status) != 0) {
    const int error = errno;
    ::close(descriptor_);
    unlink(path_.c_str());
    throw_failure("write", shown_, error);
  }
  identity_ = {status.st_dev, status.st_ino};
}

// Errors no longer matter here: either the file was kept, or it is not wanted.
OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!path_.empty()) unlink(path_.c_str());
}

void OutputFile::fail(const char* what, int error) noexcept {
  if (failed_at_ != nullptr) return;
  failed_at_ = what;
  error_ = error;
}

void OutputFile::abandon() noexcept {
  fail("write", kAbandoned);
  buffer_.clear();
}

void OutputFile::check() {
  if (failed_at_ == nullptr) return;
  if (error_ == kAbandoned) throw Error(ErrorKind::io, shown_ + " was abandoned");
  throw_failure(failed_at_, shown_, error_);
}

void OutputFile::write_through(std::uint64_t offset, std::span<const std::uint8_t> bytes) noexcept {
  while (!bytes.empty() && failed_at_ == nullptr) {
    const ssize_t count =
        pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      fail("write", count == 0 ? ENOSPC : errno);
      return;
    }
    offset += static_cast<std::uint64_t>(count);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

void OutputFile::flush() noexcept {
  write_through(buffer_offset_, buffer_);
  buffer_.clear();
}

void OutputFile::write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes) noexcept {
  size_ = std::max(size_, offset + bytes.size());
  if (failed_at_ != nullptr) return;
  const bool follows = offset == buffer_offset_ + buffer_.size();
  if (!follows || buffer_.size() + bytes.size() > kBuffer) flush();
  if (bytes.size() > kBuffer) {
    write_through(offset, bytes);
    return;
  }
  if (buffer_.empty()) buffer_offset_ = offset;
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());  // within the reserved capacity
}

void OutputFile::append(std::string_view text) noexcept {
  write_at(size_, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

void OutputFile::resize(std::uint64_t size) noexcept {
  size_ = size;
  if (failed_at_ != nullptr) return;
  flush();
  while (failed_at_ == nullptr && ftruncate(descriptor_, static_cast<off_t>(size)) != 0)
    if (errno != EINTR) fail("write", errno);
}

void OutputFile::read_at(std::uint64_t offset, std::span<std::uint8_t> out) {
  flush();
  check();
  while (!out.empty()) {
    const ssize_t count = pread(descriptor_, out.data(), out.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw_failure("read", shown_, errno);
    if (count == 0) break;
    offset += static_cast<std::uint64_t>(count);
    out = out.subspan(static_cast<std::size_t>(count));
  }
  std::ranges::fill(out, std::uint8_t{0});  // bytes beyond the end were never written
}

void OutputFile::close() {
  if (descriptor_ < 0) return;
  flush();
  if (failed_at_ == nullptr && synced(descriptor_) != 0) fail("sync", errno);
  if (::close(std::exchange(descriptor_, -1)) != 0) fail("close", errno);
  check();
}

void OutputFile::keep_as(const std::string& path) {
  close();
  if (std::rename(path_.c_str(), path.c_str()) != 0) throw_failure("write", path, errno);
  path_.clear();
  sync_folder(folder_of(path));
}

void write_file(const std::string& path, std::string_view text) {
  OutputFile file(folder_of(path), fmt::format(".{}", fs::path(path).filename().string()), path);
  file.append(text);
  file.keep_as(path);
}

void check_replaceable(std::string_view option, const std::string& path, std::string_view kind,
                       const std::function<bool(std::string_view)>& is_one) {
  const auto refuse = [&] {
    throw Error(ErrorKind::input, fmt::format("{}: {} exists and is not a {}; choose another name",
                                              option, path, kind));
  };
  std::error_code error;
  const auto status = fs::status(path, error);
  if (!fs::exists(status)) {
    // With a slash: it must be a folder.
    if (access((folder_of(path) + '/').c_str(), W_OK) != 0) throw_failure("write", path, errno);
    return;
  }
  if (!fs::is_regular_file(status)) refuse();
  const InputFile file(path);
  if (file.size() > 0 && !is_one(beginning_of(file))) refuse();
}

void sync_folder(const std::string& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) throw_failure("open", folder, errno);
  // Some file systems have nothing to sync here, and say so.
  const int error = synced(descriptor) != 0 && errno != EINVAL ? errno : 0;
  ::close(descriptor);
  if (error != 0) throw_failure("sync", folder, error);
}

void rename_durably(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0)
    throw Error(ErrorKind::io,
                fmt::format("cannot rename {} to {}: {}", from, to, system_message(errno)));
  sync_folder(folder_of(to));
}

std::string folder_of(const std::string& path) {
  const auto folder = fs::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

}  // namespace nimsweep
