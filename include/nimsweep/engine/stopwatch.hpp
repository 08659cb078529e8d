// How long something has taken so far.
#pragma once

#include <chrono>

namespace nimsweep {

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
  }
  void restart() { begun_ = std::chrono::steady_clock::now(); }

 private:
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace nimsweep
