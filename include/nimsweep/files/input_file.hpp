// Input files. Only regular files are read, and system failures are told apart from damage.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nimsweep {

// The system's text for an error number.
std::string system_message(int error);

class InputFile {
 public:
  enum class Links { follow, refuse };

  // Throws Error(io) if it cannot be opened, Error(input) if it is not a regular file. Never blocks
  // on a pipe.
  explicit InputFile(const std::string& path, Links links = Links::follow);

  // The same, or nullopt if there is no such file.
  static std::optional<InputFile> if_there(const std::string& path, Links links = Links::follow);

  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&&) = delete;
  ~InputFile();

  const std::string& path() const noexcept { return path_; }
  std::uint64_t size() const noexcept { return size_; }  // when it was opened

  // Device and inode number: equal for two names of one file.
  struct Identity {
    std::uint64_t device = 0;
    std::uint64_t number = 0;

    friend auto operator<=>(const Identity&, const Identity&) = default;
  };
  Identity identity() const noexcept { return identity_; }

  // Fills `out`. Throws Error(io), also if the file has become shorter.
  void read_at(std::uint64_t offset, std::span<std::uint8_t> out) const;

  // Reads up to out.size() bytes; fewer only at the end of the file. Throws Error(io).
  std::size_t read_some(std::uint64_t offset, std::span<std::uint8_t> out) const;

 private:
  InputFile(std::string path, int descriptor);

  std::string path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  Identity identity_;
};

// The whole text. Throws like InputFile, and Error(input) if it is longer than `longest`.
std::string read_file(const InputFile& file, std::uint64_t longest);

// The names in a folder, sorted. Throws Error(io).
std::vector<std::string> names_in_folder(const std::string& folder);

// The first few thousand bytes of a file, enough to tell its kind.
std::string beginning_of(const InputFile& file);

}  // namespace nimsweep
