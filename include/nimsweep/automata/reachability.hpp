// Which states of a finite machine lead to wanted ones.
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

}  // namespace nimsweep
