// Which users may work in a folder, and which process does.
#pragma once

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

// If the lock was free, it is held until destruction.
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

}  // namespace nimsweep::store_detail
