// The beginning and the end of every file: made, opened and checked in one way.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "nimsweep/store/file_header.hpp"
#include "store/hdf5.hpp"

namespace nimsweep {

// Makes a file that says all that. Throws Error(io).
Hdf5Handle make_file(const std::string& path, const FileHeader& header);

// Throws Error(io) if it cannot be read: HDF5 does not say whether it may not read a file or cannot
// make sense of it, and waits for pipes.
void check_readable(const std::string& path);

// Throws Error(input) if it is none of ours.
Hdf5Handle open_file(const std::string& path);

FileHeader read_header(hid_t file);

// A text that is read back, under a checksum. Reading throws Error(input) if there is none or it is
// longer than that, Error(damage) if it is not what was written.
void write_checked_text(hid_t group, const char* name, std::string_view text);
std::string read_checked_text(hid_t group, const char* name, std::uint64_t longest);

}  // namespace nimsweep
