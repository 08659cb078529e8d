#include "job/file_text.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep {

std::string text_of_file(const std::string& path, std::uintmax_t largest) {
  const auto fail = [&](const std::string& why) {
    throw Error(ErrorKind::io, fmt::format("cannot read {}: {}", in_quotes(path), why));
  };
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (error) fail(error.message());
  if (std::filesystem::is_directory(status)) fail("it is a directory");
  if (!std::filesystem::is_regular_file(status)) fail("it is no regular file");
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(std::generic_category().message(errno));
  std::string text;
  for (std::array<char, 1 << 16> buffer;
       file.read(buffer.data(), buffer.size()) || file.gcount() > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(file.gcount()));
    if (text.size() > largest)
      throw Error(ErrorKind::job,
                  fmt::format("{}:1:1: the file is too large; expected at most {} KiB", path,
                              largest >> 10));
  }
  if (file.bad()) fail(std::generic_category().message(errno));
  return text;
}

}  // namespace nimsweep
