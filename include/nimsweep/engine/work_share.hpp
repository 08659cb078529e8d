// The share of a job's units that one of several processes does.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "nimsweep/store/table_file.hpp"

namespace nimsweep {

struct WorkShare {
  // The process's name among those that share a folder; empty if it works alone.
  std::string worker = {};

  // The number of parts, if the job is done in parts; else 0.
  std::uint64_t parts = 0;

  // The next units to do, out of `units`; nothing when there are no more. Finished ones among them
  // are skipped. Called by one thread at a time.
  std::function<std::optional<UnitRange>(std::uint64_t units)> next;

  bool is_alone() const noexcept { return worker.empty(); }

  static WorkShare everything();

  // The k-th of m parts of about equal size, 1 <= k <= m.
  static WorkShare part(std::uint64_t k, std::uint64_t m);
};

// The ranges of 0 .. units - 1 that are not finished.
std::vector<UnitRange> missing_units(std::uint64_t units, const std::vector<UnitRange>& finished);

// Goes through the units of a share, skipping finished ones.
class UnitsToDo {
 public:
  UnitsToDo(const WorkShare& share, std::uint64_t units, std::vector<UnitRange> finished);

  std::optional<std::uint64_t> next();

 private:
  const WorkShare& share_;
  std::uint64_t units_;
  std::vector<UnitRange> finished_;  // in order
  UnitRange now_ = {};
};

}  // namespace nimsweep
