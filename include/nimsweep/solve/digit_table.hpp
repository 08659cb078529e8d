// The table value[i, x_1, .., x_N] of one matrix, in blocks whose sides are powers of two, from an
// automaton over binary digits that gives its values. What a block holds depends only on the state
// after the digits that its positions have in common, so different blocks are few.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "nimsweep/digits/digit_machine.hpp"
#include "nimsweep/model/position.hpp"
#include "nimsweep/model/seat.hpp"

namespace nimsweep {

class DigitTable {
 public:
  // Blocks with the same number have the same values, even if they are of different first players.
  using BlockId = std::uint64_t;

  // The values are those of positions in which all passes and zero moves are left. Bounds are
  // inclusive, one per pile. Of each pile, a block spans a power of two, or all sizes.
  DigitTable(const DigitMachine& machine, std::span<const Counters> bounds,
             std::span<const std::uint64_t> extents);

  // The block that begins at `origin`, whose entries are multiples of the extents.
  BlockId block_at(Seat first, std::span<const std::uint64_t> origin) const noexcept;

  // Its values, row-major. Positions beyond the bounds have values, too.
  std::size_t block_bytes() const noexcept { return block_bytes_; }
  void fill(BlockId block, std::span<std::uint8_t> out) const;

 private:
  // What the digits to come make of a state, for one first player. States and first players for
  // which that is the same form one class.
  using ClassId = std::uint32_t;

  // One pile within a block.
  struct Side {
    int digits = 0;            // that differ
    int digits_in_common = 0;  // after these, up to where all piles' digits are in common
    std::uint64_t extent = 1;
    std::size_t stride = 1;  // where no side is cut off
  };

  // Reading one digit of each pile: what leads where in the block.
  struct Step {
    DigitLetter letter;  // the digits that differ
    std::size_t offset;
  };

  void classify(const DigitMachine& machine);
  void make_small_blocks();
  void fill_whole(ClassId from, int place, std::span<const DigitLetter> in_common,
                  std::uint8_t* out) const;
  void copy_cut_off(const std::uint8_t* whole, std::size_t pile, std::uint8_t*& out) const;

  int piles_;
  std::vector<ClassId> starts_;       // by first player
  std::vector<std::uint8_t> values_;  // by class, where no digit is left
  std::vector<ClassId> next_;         // by class and letter
  int top_ = 0;                       // digits of the largest bound
  int digits_ = 0;                    // of the longest side
  std::vector<Side> sides_;
  std::vector<std::vector<Step>> steps_;  // by place of a digit
  std::size_t block_bytes_ = 1;
  std::size_t whole_bytes_ = 1;          // if no side is cut off
  int small_digits_ = 0;                 // of a cube that is filled beforehand
  std::vector<std::uint8_t> small_;      // for each class
  std::vector<std::size_t> small_rows_;  // where its rows lie in a block
};

}  // namespace nimsweep
