// The beginning and the end of every file: made, opened and checked in one way.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "nimsweep/store/file_header.hpp"
#include "store/hdf5.hpp"
#include "store/sealed_file.hpp"

namespace nimsweep::store_detail {

// Makes a file that says all that. Throws Error(io).
Hdf5Handle make_file(const std::shared_ptr<UnsealedFile>& unsealed, const FileHeader& header);

// Closes it, seals it, and has it on the disk: all that is left is to look at it again, and to give
// it its name. Throws Error(io).
void finish_file(Hdf5Handle& file, UnsealedFile& unsealed);

// A file of ours, of whatever kind. Throws Error(io) if it cannot be read, Error(damage) if it is
// damaged, Error(input) if it is none of ours.
struct SealedHdf5 {
  explicit SealedHdf5(const std::string& path);

  std::shared_ptr<SealedFile> bytes;
  Hdf5Handle file;
};

// The same error, told of this file; what the system has against a file names it already.
Error in_file(const Error& problem, const std::string& path);

FileHeader read_header(hid_t file);

// A text that is read back, under a checksum. Reading throws Error(input) if there is none or it is
// longer than that, Error(damage) if it is not what was written.
void write_checked_text(hid_t group, const char* name, std::string_view text);
std::string read_checked_text(hid_t group, const char* name, std::uint64_t longest);

}  // namespace nimsweep::store_detail
