// The solver behind claims for every number of players: z3, which only smt_solver.cpp includes. A
// build without it has no_smt_solver.cpp instead.
#pragma once

#include <cstdint>
#include <string>

namespace nimsweep::families_detail {

bool has_solver() noexcept;

enum class Satisfiable : std::uint8_t { no, yes, unknown };

// Decides an SMT-LIB 2 text without (check-sat). Takes seconds at most; the limit counts steps, so
// that the answer is the same on every machine. May be called by several threads at once.
Satisfiable decide(const std::string& text);

}  // namespace nimsweep::families_detail
