// Boxes of any game, by the definition. If plays keep to the order of positions, every position is
// solved once, in that order, from the options below it; otherwise each start is asked for.
#pragma once

#include "nimsweep/solve/box.hpp"
#include "nimsweep/solve/position_index.hpp"
#include "nimsweep/solve/solver.hpp"

namespace nimsweep {

class GenericBox final : public Box {
 public:
  // The ruleset has to outlive it; plays keep to its order.
  GenericBox(const Ruleset& ruleset, const AllianceMatrix& matrix, std::span<const Counters> bounds,
             Counters passes, std::pmr::memory_resource* memory = std::pmr::get_default_resource());

  Grid grid() const noexcept override;
  void solve_block(std::size_t row, std::size_t column) override;

  // Once it is solved: who wins a position that a play from the box comes to.
  OutcomeVector outcomes(const Position& position) const noexcept;

  // The bytes it needs, values included; kUint128Max means that many or more.
  static Uint128 bytes(const Ruleset& ruleset, int players, std::span<const Counters> bounds,
                       Counters passes);

 private:
  void solve_position(std::size_t place, const Position& position);

  // The best of the options of `mover`, for each of the players [from, to).
  void offer_options(const Position& position, Seat mover, Seat from, Seat to,
                     std::uint8_t* winners) const;
  void set_values(const Position& start, const std::uint8_t* winners);

  const Ruleset& ruleset_;
  AllianceMatrix matrix_;
  PositionIndex index_;
  std::unique_ptr<std::uint8_t[]> winners_;  // by place and player to move
};

// For plays in any order.
class StartsBox final : public Box {
 public:
  // The ruleset has to outlive it.
  StartsBox(const Ruleset& ruleset, const AllianceMatrix& matrix, std::span<const Counters> bounds,
            Counters passes, std::pmr::memory_resource* memory = std::pmr::get_default_resource());

  Grid grid() const noexcept override;
  void solve_block(std::size_t row, std::size_t column) override;

 private:
  const Ruleset& ruleset_;
  int players_;
  Counters passes_;
  std::vector<std::size_t> radices_;
  std::unique_ptr<Solver> solver_;
};

}  // namespace nimsweep
