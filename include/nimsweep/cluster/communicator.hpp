// The processes that do one job together, each with a rank: 0, 1, .. The one of rank 0 hands out
// the work, completes the files and prints. How they talk to each other is the implementation's
// business.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "nimsweep/engine/work_share.hpp"

namespace nimsweep {

class Communicator {
 public:
  virtual ~Communicator() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;

  // This process's share of a job's `work`-th kind of units, as all processes hand each other
  // ranges of them until there are none.
  virtual WorkShare share(int work) = 0;

  // Waits for all processes, and returns the largest of their numbers.
  virtual int largest(int number) = 0;

  // Sends a text to rank 0, which waits for all of them and gets them by rank; others get nothing.
  virtual std::vector<std::string> gather(std::string text) = 0;

  // What sharing work has cost all processes so far: waiting for more of it, and handing it out.
  // Called by all of them, told to rank 0.
  struct Coordination {
    std::uint64_t questions = 0;
    double seconds = 0;
  };
  virtual Coordination coordination() = 0;

  // Ends the other processes with this exit code: this one cannot go on, and they would wait for
  // it. A process by itself has nobody to end.
  virtual void end_others(int code) noexcept = 0;
};

// A process by itself.
std::unique_ptr<Communicator> alone();

}  // namespace nimsweep
