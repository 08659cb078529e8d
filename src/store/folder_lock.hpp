// Who may work in a folder, and who does.
#pragma once

#include <string>

namespace nimsweep::store_detail {

// Makes the folder, and those above it, if it is not there. Throws Error(io).
void make_folder(const std::string& folder);

// Throws Error(input) unless the folder belongs to the user, or to a group of theirs that may write
// there: anybody else who can write to it could put files of their own in the place of ours.
void check_trusted(const std::string& folder);

// Makes an empty file, whose name is all that matters, if it is not there. Throws Error(io);
// Error(input) if something else has that name.
void make_mark(const std::string& path);

// Held, if it was free, until it is gone.
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
