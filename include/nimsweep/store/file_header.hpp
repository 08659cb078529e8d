// What every file says about itself: which job made it, and when.
#pragma once

#include <cstdint>
#include <string>

namespace nimsweep {

inline constexpr std::uint64_t kFileFormat = 1;

struct FileHeader {
  std::string version;
  std::string job_sha256;
  std::string plan_sha256;  // of the division into units; only parts with the same are joined
  std::uint64_t units = 0;  // of the whole job
  std::string created;
  std::string title;
  std::string game;
  std::uint64_t passes = 0;
  std::string job;

  friend bool operator==(const FileHeader&, const FileHeader&) = default;
};

}  // namespace nimsweep
