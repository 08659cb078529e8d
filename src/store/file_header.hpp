// How every file begins and ends: creation, opening and checking in one place.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "nimsweep/store/file_header.hpp"
#include "store/hdf5.hpp"
#include "store/sealed_file.hpp"

namespace nimsweep::store_detail {

// Creates a file with this header. Throws Error(io).
Hdf5Handle make_file(const std::shared_ptr<UnsealedFile>& unsealed, const FileHeader& header);

// Closes, seals and syncs the file; rereading and renaming are left. Throws Error(io).
void finish_file(Hdf5Handle& file, UnsealedFile& unsealed);

// A nimsweep file of any kind. Throws Error(io) if it cannot be read, Error(damage) if it is
// damaged, Error(input) if it is not a nimsweep file.
struct SealedHdf5 {
  explicit SealedHdf5(const std::string& path);

  std::shared_ptr<SealedFile> bytes;
  Hdf5Handle file;
};

// Whether it is a nimsweep file with this dataset or group. Throws Error(io) only.
bool is_file_with(const std::string& path, const char* name);

// The same error, with the file's name added; system errors already have it.
Error in_file(const Error& problem, const std::string& path);

FileHeader read_header(hid_t file);

// A text with a checksum. Reading throws Error(input) if it is absent or longer than `longest`,
// Error(damage) if it is not as written.
void write_checked_text(hid_t group, const char* name, std::string_view text);
std::string read_checked_text(hid_t group, const char* name, std::uint64_t longest);

}  // namespace nimsweep::store_detail
