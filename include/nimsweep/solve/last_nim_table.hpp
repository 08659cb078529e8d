// The table value[i, x_1, .., x_N] of one matrix under Last Nim, or any block of it, at the speed
// of copying memory: everything after a prefix depends only on the machine's state there, and from
// the saturation letter on all slices are the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/position.hpp"
#include "nimsweep/solve/prefix_machine.hpp"

namespace nimsweep {

class LastNimTable {
 public:
  using StateId = PrefixMachine::StateId;

  static constexpr std::size_t kMaxBytes = std::size_t{256} << 20;

  // Bounds are inclusive, one per pile. Throws Error(input) if the machine has too many states to
  // fit kMaxBytes.
  LastNimTable(const AllianceMatrix& matrix, int passes, std::span<const Counters> bounds);

  int players() const noexcept { return machine_.players(); }
  std::size_t states() const noexcept { return machine_.size(); }

  // How many of them k piles reach.
  std::size_t states_after(std::size_t piles) const noexcept {
    return machine_.states_after(piles);
  }

  // Piles of this size or more are all alike.
  Counters letters() const noexcept { return machine_.letters(); }

  // The values of one first player, all axes.
  std::size_t bytes_per_player() const noexcept { return sizes_.front(); }
  void fill(Seat first, std::span<std::uint8_t> out) const noexcept {
    fill_block(first, 0, 0, 0, extents_.front(), out);
  }

  // The state after the first piles of a position.
  StateId state_after(std::span<const std::uint64_t> piles) const noexcept;

  // The block in which the piles before number `axis` lead to `state`, that pile has from .. from +
  // count - 1 counters, and all after it range over their bounds. It may reach beyond the pile's
  // own bound.
  void fill_block(Seat first, StateId state, std::size_t axis, Counters from, Counters count,
                  std::span<std::uint8_t> out) const noexcept;

 private:
  // A row along the last axis.
  void fill_row(const std::uint8_t* values, StateId state, Counters from, Counters count,
                std::uint8_t* out) const noexcept;
  void fill_from(const std::uint8_t* values, StateId state, std::size_t axis, Counters from,
                 Counters count, std::uint8_t* out) const noexcept;
  StateId after(StateId state, Counters pile) const noexcept;

  PrefixMachine machine_;
  std::vector<std::uint64_t> extents_;  // of each pile's axis
  std::vector<std::size_t> sizes_;      // entry j: bytes of the axes from j on; the last is 1
  std::vector<std::uint8_t> values_;    // g of each state, for each first player
};

}  // namespace nimsweep
