#include "store/folder_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <new>
#include <sstream>
#include <string_view>
#include <system_error>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/files/input_file.hpp"
#include "nimsweep/files/output_file.hpp"

namespace nimsweep::store_detail {

namespace {

constexpr std::size_t kLongestOwner = 300;  // of a host's name and a number

[[noreturn]] void fail(const std::string& what, int error, std::string_view advice = "") {
  throw Error(ErrorKind::io, fmt::format("cannot {}: {}{}", what, system_message(error), advice));
}

bool is_own_group(gid_t group) {
  if (group == getegid()) return true;
  const int count = getgroups(0, nullptr);
  std::vector<gid_t> groups(static_cast<std::size_t>(std::max(count, 0)));
  const int found = getgroups(static_cast<int>(groups.size()), groups.data());
  return found > 0 && std::find(groups.begin(), groups.end(), group) != groups.end();
}

// Opens or creates a file of which only the name and the locks matter; it may be a colleague's.
// Follows no link and waits for no pipe.
int open_mark(const std::string& path) {
  constexpr int kFlags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  int descriptor = open(path.c_str(), O_RDWR | kFlags);
  if (descriptor < 0 && errno == EACCES) descriptor = open(path.c_str(), O_RDONLY | kFlags);
  if (descriptor < 0 && errno == ENOENT)
    descriptor = open(path.c_str(), O_RDWR | O_CREAT | kFlags, 0666);
  if (descriptor < 0 && errno != ELOOP && errno != EISDIR && errno != ENXIO)
    fail(fmt::format("write to {}", folder_of(path)), errno);
  struct stat status {};
  if (descriptor >= 0 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode))
    return descriptor;
  if (descriptor >= 0) close(descriptor);
  throw Error(ErrorKind::input, fmt::format("{} is not a regular file; remove it", path));
}

std::string host_name() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 && name[0] != '\0' ? name : "unknown";
}

// The process and host that a lock file names; 0 if it is empty or something else.
LockOwner owner_in(const std::string& text) {
  LockOwner owner;
  std::istringstream words(text);
  if (!(words >> owner.process >> owner.host)) return {};
  return owner;
}

// A file that is not ours, or has another name elsewhere, must stay as it is.
bool may_name_owner(int descriptor) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0 || status.st_nlink != 1) return false;
  if (status.st_size == 0) return true;
  std::string text(kLongestOwner, '\0');
  const ssize_t length = pread(descriptor, text.data(), text.size(), 0);
  if (length != status.st_size) return false;
  text.resize(static_cast<std::size_t>(length));
  return owner_in(text).process != 0;
}

// Only for people who ask how far a job is: the lock holds even if this fails.
void tell_owner(int descriptor) noexcept {
  try {
    if (!may_name_owner(descriptor)) return;
    const std::string owner = fmt::format("{} {}\n", getpid(), host_name());
    const ssize_t written = pwrite(descriptor, owner.data(), owner.size(), 0);
    if (written > 0 && ftruncate(descriptor, written) != 0) return;
  } catch (const std::bad_alloc&) {
    return;
  }
}

// Does /proc/locks say that somebody has this file for themselves? A line such as
//   1: FLOCK  ADVISORY  WRITE 17071 fe:00:10954776 0 EOF
// has the process, the device and the file's number. Some file systems show another device there
// than stat() does; then the process must be the one that the lock file names.
std::optional<bool> is_taken(const struct stat& file, std::uint64_t process) {
  std::ifstream locks("/proc/locks");
  if (!locks) return std::nullopt;
  const std::string device =
      fmt::format("{:02x}:{:02x}:{}", major(file.st_dev), minor(file.st_dev), file.st_ino);
  const std::string number = fmt::format(":{}", file.st_ino);
  for (std::string line; std::getline(locks, line);) {
    std::istringstream words(line);
    std::string place, kind, mode, access, owner, what;
    words >> place >> kind >> mode >> access >> owner >> what;
    if (kind != "FLOCK" || access != "WRITE") continue;  // others wait for it, or share it
    if (what == device || (what.ends_with(number) && owner == std::to_string(process))) return true;
  }
  return false;
}

// Is the open file still the one with this name?
bool is_still(int descriptor, const std::string& path) {
  struct stat open_file {};
  struct stat named {};
  return fstat(descriptor, &open_file) == 0 && lstat(path.c_str(), &named) == 0 &&
         open_file.st_dev == named.st_dev && open_file.st_ino == named.st_ino;
}

}  // namespace

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder_of(folder), error);
  if (error) fail(fmt::format("create the folder {}", folder_of(folder)), error.value());
  // Not world-writable, whatever the user's umask says.
  if (mkdir(folder.c_str(), 0775) != 0 && errno != EEXIST)
    fail(fmt::format("create the folder {}", folder), errno);
  sync_folder(folder_of(folder));
}

void check_trusted(const std::string& folder) {
  struct stat status {};
  struct stat link {};
  if (stat(folder.c_str(), &status) != 0 || lstat(folder.c_str(), &link) != 0)
    fail(fmt::format("look at {}", folder), errno);
  const auto refuse = [&](std::string_view why, std::string_view expected) {
    throw Error(ErrorKind::input, fmt::format("{} {}; expected {}", folder, why, expected));
  };
  if (!S_ISDIR(status.st_mode)) refuse("is not a folder", "another name");
  if ((status.st_mode & S_IWOTH) != 0)
    refuse("can be written by everybody", "a folder of yours or your group's (chmod o-w)");
  const bool is_own = status.st_uid == geteuid();
  const bool is_of_group = (status.st_mode & S_IWGRP) != 0 && is_own_group(status.st_gid);
  if (!is_own && !is_of_group)
    refuse("belongs to somebody else", "a folder of yours, or one that your group may write to");
  if (S_ISLNK(link.st_mode) && link.st_uid != geteuid() && link.st_uid != 0)
    refuse("is somebody else's symbolic link", "a folder, or a link of yours");
}

void make_mark(const std::string& path) {
  if (close(open_mark(path)) != 0) fail(fmt::format("write {}", path), errno);
  sync_folder(folder_of(path));
}

FolderLock::FolderLock(const std::string& path, bool is_shared) : descriptor_(open_mark(path)) {
  bool is_locked = false;
  do {
    is_locked = flock(descriptor_, (is_shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0;
  } while (!is_locked && errno == EINTR);
  if (!is_locked && errno != EWOULDBLOCK) {
    const int error = errno;
    close(descriptor_);
    const bool has_none = error == ENOLCK || error == EOPNOTSUPP || error == ENOSYS;
    fail(fmt::format("lock {}", path), error,
         has_none ? "; the file system has no locks: if no other run works there, use --no-locks"
                  : "");
  }
  // Another process may just have held the lock and removed the file.
  is_held_ = is_locked && is_still(descriptor_, path);
  if (is_held_ && !is_shared) tell_owner(descriptor_);
}

FolderLock::~FolderLock() {
  close(descriptor_);
}

LockOwner owner_of_lock(const std::string& path) {
  LockOwner owner;
  struct stat status {};
  try {
    const auto file = InputFile::if_there(path, InputFile::Links::refuse);
    if (!file || stat(path.c_str(), &status) != 0) return {};
    owner = owner_in(read_file(*file, kLongestOwner));
  } catch (const Error&) {
    return {};  // whatever it is, it names nobody
  }
  if (owner.process != 0 && owner.host == host_name())
    owner.is_held = is_taken(status, owner.process);
  return owner;
}

}  // namespace nimsweep::store_detail
