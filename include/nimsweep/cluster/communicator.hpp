// The processes that do one job together, each with a rank 0, 1, .. Rank 0 hands out the work,
// completes the files and prints. How they talk to each other is up to the implementation.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "nimsweep/engine/work_share.hpp"

namespace nimsweep {

// How many units a process gets at a time.
enum class Handout { in_ranges, one_by_one };

class Communicator {
 public:
  virtual ~Communicator() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;

  // This process's share of the units of kind `work`; all processes take some of them until none
  // are left.
  virtual WorkShare share(int work, Handout handout) = 0;

  // Waits for all processes, and returns the largest of their numbers.
  virtual int largest(int number) = 0;

  // Sends a text to rank 0, which waits for all texts and returns them by rank; other ranks get
  // nothing.
  virtual std::vector<std::string> gather(std::string text) = 0;

  // What sharing work has cost so far, in all processes: waiting for work, and handing it out. All
  // of them must call this; rank 0 gets the sum.
  struct Coordination {
    std::uint64_t questions = 0;
    double seconds = 0;
  };
  virtual Coordination coordination() = 0;

  // Ends the other processes with this exit code: this one cannot go on, and they would wait for
  // it. Does nothing if this process is alone.
  virtual void end_others(int code) noexcept = 0;
};

// A communicator of one process.
std::unique_ptr<Communicator> alone();

}  // namespace nimsweep
