#include "cli/output.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "nimsweep/base/error.hpp"

namespace nimsweep::cli {

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

}  // namespace nimsweep::cli
