// What the processes of a run do together. Each of them calls these functions, in the same order.
#pragma once

#include <cstdint>
#include <string_view>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/cluster/communicator.hpp"

namespace nimsweep {

// Thrown where nothing is wrong but in another process, which tells what.
class FailedElsewhere : public Error {
 public:
  using Error::Error;
};

// Does `work` in every process, and waits for all. If it goes wrong in any, each of them throws:
// the first in which something is wrong what it is, all others FailedElsewhere, of the worst kind
// there is. An interruption is told by rank 0, whichever process was interrupted.
void do_together(Communicator& communicator, FunctionRef<void()> work);

// A unit, and what was found in it.
using FoundCallback = FunctionRef<void(std::uint64_t unit, std::string_view found)>;

// Units that give a text each; for the call of share_units only, as it refers to what it calls.
struct SharedUnits {
  std::uint64_t count = 0;

  // Is a unit worth all threads of a process? Such ones are handed out first, and one by one.
  FunctionRef<bool(std::uint64_t unit)> is_large;

  // Does a share of the units, in its order, and tells what it finds.
  FunctionRef<void(const WorkShare& share, FoundCallback found)> do_share;

  // Called in rank 0, in order, with what all have found.
  FoundCallback take;
};

// Every process does its share, some ten thousand units after the other, so that there are never
// more than these to keep; while rank 0 takes what was found, the others go on. For each time two
// kinds of work are used, from `work` on. A process by itself takes what it finds as it comes.
void share_units(Communicator& communicator, int work, const SharedUnits& units);

}  // namespace nimsweep
