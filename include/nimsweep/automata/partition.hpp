// States of a finite machine that no continuation tells apart, by Moore's partition refinement:
// begin with one class per output, and split classes whose members lead to different classes until
// nothing splits. Each round is one pass over the arrows; Hopcroft's algorithm would bound their
// number better, but is worth its length only for machines with long chains.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "nimsweep/base/function_ref.hpp"

namespace nimsweep {

// Classes are numbered in the order of their first states.
struct Partition {
  std::vector<std::uint32_t> class_of;        // by state
  std::vector<std::uint32_t> representative;  // of each class: its first state

  std::size_t size() const noexcept { return representative.size(); }
};

// The coarsest partition in which the states of a class have the same output and lead to the same
// classes. `next` says where the letters lead from a state; not all states need have as many.
Partition indistinguishable(std::span<const std::uint32_t> outputs,
                            FunctionRef<std::span<const std::uint32_t>(std::uint32_t)> next);

// The smallest machine with the outputs of another one, from its state 0 on. Its states are
// numbered in the order in which rows of letters reach them, shorter rows first, so machines that
// say the same are equal.
struct SmallestMachine {
  std::vector<std::uint32_t> representative;  // of each state, one of the other machine
  std::vector<std::uint32_t> next;            // where letters lead, state by state
};
SmallestMachine smallest_machine(std::span<const std::uint32_t> outputs,
                                 FunctionRef<std::span<const std::uint32_t>(std::uint32_t)> next);

}  // namespace nimsweep
