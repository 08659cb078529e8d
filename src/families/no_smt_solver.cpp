// Stands in for smt_solver.cpp where libz3 is missing.
#include "families/smt_solver.hpp"

namespace nimsweep::families_detail {

bool has_solver() noexcept {
  return false;
}

Satisfiable decide(const std::string&) {
  return Satisfiable::unknown;
}

}  // namespace nimsweep::families_detail
