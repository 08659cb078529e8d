// The values of many matrices on one small box, solved side by side. Which options a position has
// does not depend on the matrix. So they are listed once, and then each step is made for kMatrices
// matrices at a time, one byte each, with neither a hash table nor an allocation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "nimsweep/games/ruleset.hpp"
#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/position.hpp"

namespace nimsweep {

class SideBySide {
 public:
  static constexpr std::size_t kMatrices = 32;

  // Is the box small, and do its positions come in an order, with few options each?
  static bool pays(const Ruleset& ruleset, int players, std::span<const Counters> bounds,
                   Counters passes);

  // Bounds are inclusive, one per pile.
  SideBySide(const Ruleset& ruleset, int players, std::span<const Counters> bounds,
             Counters passes);
  ~SideBySide();

  // For each first player the value of every position of the box, row-major.
  std::size_t bytes_per_matrix() const noexcept { return value_of_cell_.size(); }

  // What a thread needs to solve; it may be used again and again.
  struct Workspace {
    std::vector<std::uint8_t> bytes;
  };
  std::size_t workspace_bytes() const noexcept;

  // At most kMatrices of them, given by their rows; one after another in `out`.
  void solve(std::span<const AllianceMatrix::PackedRow> rows, Workspace& workspace,
             std::span<std::uint8_t> out) const;

 private:
  // The positions that plays come to, in order, in one player's turn; in an impartial game, in
  // everyone's.
  struct Turn;

  int players_;
  std::size_t places_ = 0;  // that plays come to
  std::vector<Turn> turns_;
  std::vector<std::uint32_t> value_of_cell_;  // by first player and position: place and player
};

}  // namespace nimsweep
