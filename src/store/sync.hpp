// Getting files, and the names of files, onto the disk.
#pragma once

#include <string>

namespace nimsweep {

// fsync of a file, or of a directory: of the names in it. Throws Error(io).
void sync_to_disk(const std::string& path);

// Renames a file that is on the disk, and has that on the disk too.
void rename_durably(const std::string& from, const std::string& to);

}  // namespace nimsweep
