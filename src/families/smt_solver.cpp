#include "families/smt_solver.hpp"

#include <fmt/format.h>
#include <z3++.h>

#include "nimsweep/base/error.hpp"

namespace nimsweep::families_detail {

namespace {

constexpr unsigned kMostSteps = 20'000'000;  // some ten seconds

}  // namespace

bool has_solver() noexcept {
  return true;
}

// A context of its own for each text: threads share none.
Satisfiable decide(const std::string& text) {
  try {
    z3::context context;
    z3::solver solver(context);
    solver.set("rlimit", kMostSteps);
    solver.from_string(text.c_str());
    switch (solver.check()) {
      case z3::unsat:
        return Satisfiable::no;
      case z3::sat:
        return Satisfiable::yes;
      default:
        return Satisfiable::unknown;
    }
  } catch (const z3::exception& error) {
    throw Error(ErrorKind::io, fmt::format("z3: {}", error.msg()));
  }
}

}  // namespace nimsweep::families_detail
