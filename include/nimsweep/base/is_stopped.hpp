// How long work learns that somebody wants it to end.
#pragma once

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/function_ref.hpp"

namespace nimsweep {

// May be asked often, by several threads at once.
using IsStopped = FunctionRef<bool()>;

inline bool never_stopped() {
  return false;
}

// Throws Error(interrupted) if it is.
inline void go_on_unless(IsStopped is_stopped) {
  if (is_stopped()) throw Error(ErrorKind::interrupted, "interrupted");
}

}  // namespace nimsweep
