// Which users may work in a folder, and which process does.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace nimsweep::store_detail {

// Creates the folder and its parents if they do not exist. Throws Error(io).
void make_folder(const std::string& folder);

// Throws Error(input) unless the folder belongs to the user, or to one of their groups that may
// write there: anybody else with write access could replace our files by their own.
void check_trusted(const std::string& folder);

// Creates an empty file, of which only the name matters, if it does not exist. Throws Error(io);
// Error(input) if something else has that name.
void make_mark(const std::string& path);

// If the lock was free, it is held until destruction. One that is not shared says in its file who
// took it.
class FolderLock {
 public:
  // Throws Error(io), also if the file system has no locks.
  FolderLock(const std::string& path, bool is_shared);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  bool is_held() const noexcept { return is_held_; }

 private:
  int descriptor_ = -1;
  bool is_held_ = false;
};

// Who took a lock last. The process is 0 if that is not known.
struct LockOwner {
  std::string host = {};
  std::uint64_t process = 0;
  std::optional<bool> is_held = {};  // now; nothing if that is not known
};

// Does not take the lock, not even for a moment: a run that starts then would fail. Locks of other
// hosts are not seen.
LockOwner owner_of_lock(const std::string& path);

}  // namespace nimsweep::store_detail
