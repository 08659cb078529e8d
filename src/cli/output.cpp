#include "cli/output.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep::cli {

namespace {

[[noreturn]] void fail() {
  throw Error(ErrorKind::io, fmt::format("cannot write to standard output: {}",
                                         std::generic_category().message(errno)));
}

}  // namespace

void Output::write(std::string_view text) const {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail();
}

void Output::flush() const {
  if (std::fflush(stdout) != 0) fail();
}

void say(std::string_view message) {
  std::fputs(fmt::format("nimsweep: {}\n", one_line(message)).c_str(), stderr);
}

}  // namespace nimsweep::cli
