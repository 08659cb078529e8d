// What the processes of a run do together. Every process calls these functions, in the same order.
#pragma once

#include <cstdint>
#include <string_view>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/base/uint128.hpp"
#include "nimsweep/cluster/communicator.hpp"

namespace nimsweep {

// Thrown when nothing is wrong here but another process failed, which reports why.
class FailedElsewhere : public Error {
 public:
  using Error::Error;
};

// Does `work` in every process, and waits for all. If it fails anywhere, every process throws: the
// first that failed throws its own error, all others FailedElsewhere, of the worst kind that
// occurred. Rank 0 reports an interruption, whichever process was interrupted.
void do_together(Communicator& communicator, FunctionRef<void()> work);

// Receives a unit and what was found in it.
using FoundCallback = FunctionRef<void(std::uint64_t unit, std::string_view found)>;

// Units that yield one text each. Use it only for one call of share_units, because it holds
// references to callables.
struct SharedUnits {
  std::uint64_t count = 0;

  // About how much work a unit is, if it deserves all threads of a process; 0 if it does not. Large
  // units are handed out first, one at a time, the largest first: so processes end together.
  FunctionRef<Uint128(std::uint64_t unit)> large_work;

  // Is a large unit less work for a process that has just done the one before it? One process gets
  // all units that continue each other, unless the others would have to wait for it.
  FunctionRef<bool(std::uint64_t unit)> continues;

  // Does a share of the units, in its order, and reports what it finds.
  FunctionRef<void(const WorkShare& share, FoundCallback found)> do_share;

  // Called in rank 0, in order of units, with what all processes have found.
  FoundCallback take;
};

// Every process does its share. Units go in batches of some tens of thousands, so never more than a
// batch of results is kept; while rank 0 takes results, the others continue. Each batch uses two
// kinds of work, counted from `work`. A process that is alone takes results as they come.
void share_units(Communicator& communicator, int work, const SharedUnits& units);

}  // namespace nimsweep
