// Output files. A file is written beside its destination under a name that nobody else can have
// planted. It is complete and on the disk before it gets its own name. A file that is not kept is
// removed.
//
// A write failure is remembered, and everything written after it is dropped. So a library that
// writes here never sees a failure that it might forget or stumble over. The file then cannot be
// kept, and that is where the first failure is reported.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/files/input_file.hpp"

namespace nimsweep {

class OutputFile {
 public:
  // Creates a file in this folder. Its name begins with `prefix`; the rest cannot be guessed.
  // Messages call it `shown`, the name that the user knows. Throws Error(io).
  OutputFile(const std::string& folder, std::string_view prefix, std::string shown);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  const std::string& path() const noexcept { return path_; }
  std::uint64_t size() const noexcept { return size_; }
  InputFile::Identity identity() const noexcept { return identity_; }

  void write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes) noexcept;
  void append(std::string_view text) noexcept;
  void resize(std::uint64_t size) noexcept;

  // Reads back what was written. Throws Error(io).
  void read_at(std::uint64_t offset, std::span<std::uint8_t> out);

  // Throws Error(io) if anything has gone wrong so far.
  void check();

  // Drops everything written from now on: the file will not be kept.
  void abandon() noexcept;

  // Syncs everything to the disk and closes the file. Throws Error(io).
  void close();

  // Closes the file and renames it to `path`, replacing what is there. Throws Error(io).
  void keep_as(const std::string& path);

 private:
  void flush() noexcept;
  void write_through(std::uint64_t offset, std::span<const std::uint8_t> bytes) noexcept;
  void fail(const char* what, int error) noexcept;

  std::string path_;
  std::string shown_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  InputFile::Identity identity_;
  const char* failed_at_ = nullptr;  // what failed first
  int error_ = 0;

  // Small consecutive pieces are written together.
  std::vector<std::uint8_t> buffer_;
  std::uint64_t buffer_offset_ = 0;
};

// Writes a file as a whole or not at all. Throws Error(io).
void write_file(const std::string& path, std::string_view text);

// Throws Error(input), naming the option, if `path` must not be overwritten: it exists, is not
// empty, and does not begin like a file of this kind. Throws Error(io), also if no file can be
// created there.
void check_replaceable(std::string_view option, const std::string& path, std::string_view kind,
                       const std::function<bool(std::string_view)>& is_one);

// Syncs the names in a folder to the disk. Throws Error(io).
void sync_folder(const std::string& folder);

// Renames, and syncs the new name to the disk. Throws Error(io).
void rename_durably(const std::string& from, const std::string& to);

// The folder that a file lies in.
std::string folder_of(const std::string& path);

}  // namespace nimsweep
