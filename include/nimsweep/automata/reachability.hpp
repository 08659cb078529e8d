// Which states of a finite machine lead to wanted ones, and which ones long paths lead to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "nimsweep/base/function_ref.hpp"

namespace nimsweep {

// Visits the states that one arrow leads to, from a state.
using ArrowVisitor = FunctionRef<void(std::uint32_t state, FunctionRef<void(std::uint32_t)> visit)>;

// By state: is it wanted, or do some arrows lead from it to a wanted one?
std::vector<bool> leading_to(std::size_t states, ArrowVisitor visit_targets,
                             FunctionRef<bool(std::uint32_t)> wanted);

// The states that paths from state 0 lead to however long they are, ascending: those on cycles, and
// what these lead to. State 0 must lead to every state.
std::vector<std::uint32_t> ends_of_long_paths(std::size_t states, ArrowVisitor visit_targets);

}  // namespace nimsweep
