// Files as they are written: under a name that nobody else can have planted, beside where they are
// going to be; whole and on the disk before they get their own name. A file that is not kept is
// removed.
//
// What goes wrong while writing is remembered, and what is written after that is dropped. So a
// library that writes here never sees a failure, which it might forget or stumble over; the file
// cannot be kept, and that is where the first failure is told.
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
  // A new file in this folder. Its name begins with `prefix`; the rest cannot be guessed. Messages
  // speak of `shown`, what the user knows it by. Throws Error(io).
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

  // What was written. Throws Error(io).
  void read_at(std::uint64_t offset, std::span<std::uint8_t> out);

  // Throws Error(io) if anything has gone wrong so far.
  void check();

  // What is written from now on is dropped: the file is not going to be kept.
  void abandon() noexcept;

  // All that was written is on the disk, and the file is closed. Throws Error(io).
  void close();

  // Closes it, and gives it its name, in place of what has that name. Throws Error(io).
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

  // Small pieces that follow one another are written together.
  std::vector<std::uint8_t> buffer_;
  std::uint64_t buffer_offset_ = 0;
};

// A file that is there as a whole or not at all. Throws Error(io).
void write_file(const std::string& path, std::string_view text);

// Throws Error(input) that names the option if there is something that must not be overwritten:
// what does not begin like a file of the kind, unless it is empty. Throws Error(io), also if no
// file can be made there.
void check_replaceable(std::string_view option, const std::string& path, std::string_view kind,
                       const std::function<bool(std::string_view)>& is_one);

// The names in a folder are on the disk. Throws Error(io).
void sync_folder(const std::string& folder);

// Has the new name on the disk, too. Throws Error(io).
void rename_durably(const std::string& from, const std::string& to);

// The folder that a file lies in.
std::string folder_of(const std::string& path);

}  // namespace nimsweep
