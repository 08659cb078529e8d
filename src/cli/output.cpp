#include "cli/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "nimsweep/base/error.hpp"

namespace nimsweep {

namespace {

[[noreturn]] void fail() {
  throw Error(ErrorKind::io, fmt::format("cannot write to standard output: {}",
                                         std::generic_category().message(errno)));
}

// Names of files need not be UTF-8; JSON has to be.
std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string json_line(const Json& object) {
  return dumped(object) + "\n";
}

void Output::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail();
}

void Output::flush() {
  if (std::fflush(stdout) != 0) fail();
}

void Output::write_json(const Json& object, std::string_view array_name, std::size_t count,
                        const std::function<Json(std::size_t)>& element) {
  std::string head = dumped(object);
  head.pop_back();  // the closing brace comes after the array
  write(fmt::format("{},\"{}\":[", head, array_name));
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) write(",");
    write(dumped(element(i)));
  }
  write("]}\n");
}

void write_file(const std::string& path, std::string_view text) {
  const std::string temporary = fmt::format("{}.{}.tmp", path, getpid());
  std::ofstream file(temporary, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (file && std::rename(temporary.c_str(), path.c_str()) == 0) return;
  const std::string why = std::generic_category().message(errno);
  std::remove(temporary.c_str());
  throw Error(ErrorKind::io, fmt::format("cannot write {}: {}", path, why));
}

void check_replaceable(std::string_view option, const std::string& path, std::string_view kind,
                       const std::function<bool(std::string_view)>& is_one) {
  if (!std::filesystem::exists(path)) return;
  std::string beginning;
  if (std::filesystem::is_regular_file(path)) {
    std::array<char, 4096> buffer{};
    std::ifstream file(path, std::ios::binary);
    file.read(buffer.data(), buffer.size());
    beginning.assign(buffer.data(), static_cast<std::size_t>(file.gcount()));
    if (file.eof() && beginning.empty()) return;
  }
  if (!is_one(beginning))
    throw Error(ErrorKind::input, fmt::format("{}: {} is there and is no {}; expected another name",
                                              option, path, kind));
}

}  // namespace nimsweep
