// A claim compiled for many positions at a time. Evaluating it as a tree takes some hundred
// nanoseconds for a position; here each operation runs over a row of positions, four or eight in
// one instruction.
//
// The last piles of the positions vary, and the piles before them are fixed for the row, so what
// depends on those alone is computed once. Only claims that have a value everywhere, in numbers of
// 31 bits, are compiled; the others stay trees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "nimsweep/claims/claim.hpp"

namespace nimsweep::claims_detail {

class RowProgram {
 public:
  static constexpr std::size_t kMostLanes = 512;  // positions of a row; fits in the nearest cache

  // For one first player and piles of 1..bound counters, the first `fixed` of which do not vary.
  // Nothing if the claim is not one of those above.
  static std::optional<RowProgram> compile(const Claim& claim, const Parameters& parameters,
                                           Seat first, std::span<const Counters> bounds,
                                           std::size_t fixed);

  // What a thread needs to run programs; it may be used again and again.
  struct Workspace {
    std::vector<const std::int32_t*> inputs;
    std::vector<std::int32_t> lanes;
    std::vector<std::int32_t> scalars;
  };

  // `varying` points to the sizes of each pile that varies, one for each position. Writes for each
  // position whether the claim disagrees with the value that was found; returns how many do.
  std::size_t disagreements(std::span<const Counters> fixed,
                            std::span<const std::int32_t* const> varying,
                            std::span<const std::uint8_t> found, Workspace& workspace,
                            std::span<std::uint8_t> out) const;

  enum class Operation : std::uint8_t {
    add,
    subtract,
    multiply,
    smaller,
    larger,
    exclusive_or,
    divide,  // by a constant, of numbers that are not negative
    modulo,
    equal,
    less,
    less_equal,
    both,
    either,
    opposite,
    choose,  // c ? a : b
  };

  // A number that is the same for the whole row, or one for each position.
  struct Operand {
    bool varies = false;
    std::uint32_t number = 0;  // of the scalar or of the register
  };

  struct Instruction {
    Operation operation;
    Operand target;
    Operand a;
    Operand b = {};
    Operand c = {};
  };

 private:
  friend class RowCompiler;

  RowProgram() = default;

  std::size_t fixed_ = 0;    // piles; the first scalars
  std::size_t varying_ = 0;  // piles; the first registers, and after them what was found
  std::size_t registers_ = 0;
  std::vector<std::int32_t> scalars_;  // piles, constants, and room for results
  std::vector<Instruction> instructions_;
  Operand agrees_;
};

}  // namespace nimsweep::claims_detail
