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
  // Its name among those that work in one folder; empty if it is alone, does all that is left, and
  // completes the file.
  std::string worker = {};

  // The parts that the job is cut into, if it is done in parts; else 0.
  std::uint64_t parts = 0;

  // The next units to do, of so many in all; nothing when there are no more. What is finished among
  // them is not done again. Called by one thread at a time.
  std::function<std::optional<UnitRange>(std::uint64_t units)> next;

  bool is_alone() const noexcept { return worker.empty(); }

  static WorkShare everything();

  // The k-th of m parts of about as many units each, 1 <= k <= m.
  static WorkShare part(std::uint64_t k, std::uint64_t m);
};

// What is left of so many units.
std::vector<UnitRange> missing_units(std::uint64_t units, const std::vector<UnitRange>& finished);

// Goes through the units of a share, leaving out what is finished.
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
