// A job's hunts as a list of walks over its matrices, each of which answers one or more hunts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "nimsweep/hunt/space_walk.hpp"
#include "nimsweep/job/job_spec.hpp"

namespace nimsweep {

struct HuntGroup {
  int players = 0;
  int places = 0;                  // piles of the positions, empty ones included; 0: any number,
  int max_piles = 0;               // and at most this many; 0: any number
  std::uint64_t matrices = 0;      // that its pieces stand for
  std::vector<std::size_t> hunts;  // numbers in the job's list
  std::vector<HuntCheck> checks;   // one for each of them, if they were made
  std::shared_ptr<const SpaceWalk> walk;
};

struct HuntList {
  std::vector<HuntGroup> groups;
  std::uint64_t units = 0;  // of all walks together
  std::string sha256;       // of the job and of how its walks are cut: what may be continued

  // In all walks together.
  std::uint64_t matrices() const {
    std::uint64_t matrices = 0;
    for (const HuntGroup& group : groups) matrices += group.matrices;
    return matrices;
  }
};

// To make a check may take seconds, for it looks at the matrices that the hunt names.
enum class HuntChecks : std::uint8_t { make, leave };

// Throws Error(job) if there are too many matrices to count, or at the place of a hunt that cannot
// be asked: its claim is tried when its check is made, not when the job is read.
HuntList hunt_list(const JobSpec& job, HuntChecks checks = HuntChecks::make);

}  // namespace nimsweep
