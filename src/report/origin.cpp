#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <cstddef>
#include <ctime>
#include <fstream>
#include <string>
#include <thread>

#include "nimsweep/report/page.hpp"

namespace nimsweep {

namespace {

// The X of "model name : X" in /proc/cpuinfo, or of NAME="X" in /etc/os-release.
std::string line_of(const char* path, std::string_view key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(key)) continue;
    const std::size_t from = line.find_first_not_of("\t :=\"", key.size());
    if (from == std::string::npos) continue;
    return line.substr(from, line.find_last_not_of("\" ") + 1 - from);
  }
  return {};
}

}  // namespace

ReportOrigin ReportOrigin::here_and_now() {
  struct utsname names {};
  const bool is_known = uname(&names) == 0;
  const std::string processor = line_of("/proc/cpuinfo", "model name");
  const std::string system = line_of("/etc/os-release", "PRETTY_NAME");
  return {.made = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
          .processor = processor.empty() && is_known ? names.machine : processor,
          .cores = std::thread::hardware_concurrency(),
          .system = is_known ? fmt::format("{}{}{} {}", system, system.empty() ? "" : ", ",
                                           names.sysname, names.release)
                             : system};
}

}  // namespace nimsweep
