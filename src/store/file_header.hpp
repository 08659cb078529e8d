// The beginning and the end of every file: made, opened and checked in one way.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

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

// Bytes that are read back, under a checksum. Reading throws Error(input) if there are none or too
// many, Error(damage) if they are not what was written.
void write_checked_bytes(hid_t group, const char* name, std::span<const std::uint8_t> bytes);
std::vector<std::uint8_t> read_checked_bytes(hid_t group, const char* name, std::uint64_t most);

}  // namespace nimsweep
