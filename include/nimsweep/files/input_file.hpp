// Files as they are read: regular files only, and every failure of the system told from damage.
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

// What an error number of the system means.
std::string system_message(int error);

class InputFile {
 public:
  enum class Links { follow, refuse };

  // Throws Error(io) if it cannot be opened, Error(input) if it is not a regular file. Never waits
  // for a pipe.
  explicit InputFile(const std::string& path, Links links = Links::follow);

  // The same, or nothing if there is no such file.
  static std::optional<InputFile> if_there(const std::string& path, Links links = Links::follow);

  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&&) = delete;
  ~InputFile();

  const std::string& path() const noexcept { return path_; }
  std::uint64_t size() const noexcept { return size_; }  // when it was opened

  // Device and number: two names of one file have the same.
  struct Identity {
    std::uint64_t device = 0;
    std::uint64_t number = 0;

    friend auto operator<=>(const Identity&, const Identity&) = default;
  };
  Identity identity() const noexcept { return identity_; }

  // Exactly so many bytes. Throws Error(io), also if the file has become shorter.
  void read_at(std::uint64_t offset, std::span<std::uint8_t> out) const;

  // As many as there are, up to so many; fewer only at the end of the file. Throws Error(io).
  std::size_t read_some(std::uint64_t offset, std::span<std::uint8_t> out) const;

 private:
  InputFile(std::string path, int descriptor);

  std::string path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  Identity identity_;
};

// The whole text. Throws as InputFile, and Error(input) if it is longer than that.
std::string read_file(const InputFile& file, std::uint64_t longest);

// The names in a folder, in order. Throws Error(io).
std::vector<std::string> names_in_folder(const std::string& folder);

// The first bytes of a file, as many as there are up to a few thousand; by them its kind is told.
std::string beginning_of(const InputFile& file);

}  // namespace nimsweep
