// Walks over spaces of matrices, cut into units that can be done in any order and apart. A walk
// hands out pieces: sets of matrices with one machine.
//
// A walk over all matrices that decides lazily begins without knowing any preference, and branches
// on P_i's choice between two winners when a position first asks for it. What the matrices of a
// leaf have in common is all that their machine depends on, so a leaf is a piece; and since two
// answers to a question give two values of the position that asked, different leaves have different
// values: leaves are behaviours.
//
// In other games (see finding.hpp) a machine is looked for with one matrix, and tells which
// preferences it has asked for: it is that of all matrices that have these. What is left is cut by
// the first preference that differs, and a matrix of each part is looked at in the same way. Leaves
// may have the same values there.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/hunt/finding.hpp"
#include "nimsweep/hunt/packed_machine.hpp"
#include "nimsweep/hunt/rank_space.hpp"

namespace nimsweep {

// Matrices are counted in sixtieths. A walk may see m of the rotations of a matrix, and then counts
// each as 1/m of them all; with up to six players m is 1 to 6, and 60 is the least number that all
// of these divide. So sums are exact, and merged in any order they are the same.
using Shares = std::uint64_t;
inline constexpr Shares kWholeShare = 60;

struct Piece {
  PackedMachine machine = {};
  const Finding* found = nullptr;        // in place of a machine; of an open one, one matrix
  Shares shares = 0;                     // of the matrices that it stands for
  Shares behaviours = 0;                 // of the behaviours that are counted here
  Shares behaviours_up_to_rotation = 0;  // the same, with rotations of one another as one

  Uint128 least_index = 0;  // no matrix seen has a smaller one

  // The matrices seen: each row has any of these ranks, ascending. Where a walk sees one matrix of
  // each orbit, the shares include its rotations.
  FunctionRef<std::vector<Rank>(Seat)> ranks;

  // Where a behaviour is counted (behaviours > 0): the ranks that each row may have in its
  // matrices, and the smallest of them.
  FunctionRef<std::vector<Rank>(Seat)> alike;
  std::array<Rank, PartialOrders::kMaxPlayers> first_alike = {};

  bool is_open() const noexcept { return found != nullptr && !found->values; }

  // The states of its machine; 0 if the matrix is open.
  std::size_t states() const noexcept {
    return found == nullptr ? machine.states : found->states();
  }
  // 0 if it is open, or does not read piles.
  int letters() const noexcept { return found == nullptr ? machine.letters : found->letters(); }
};

// The games whose machines are packed. All that is said here of Last Nim holds for Small Nim, too;
// there, positions are rows of piles in descending order.
enum class WalkedGame : std::uint8_t { last_nim, small_nim };

class SpaceWalk {
 public:
  virtual ~SpaceWalk() = default;

  virtual std::uint64_t units() const noexcept = 0;

  // Thread-safe. What `visit` throws ends the walk.
  // Where a piece may take long, throws Error(interrupted) soon after it is stopped; elsewhere,
  // `visit` can stop it by throwing.
  virtual void walk(std::uint64_t unit, FunctionRef<void(const Piece&)> visit,
                    IsStopped is_stopped) const = 0;
  void walk(std::uint64_t unit, FunctionRef<void(const Piece&)> visit) const {
    walk(unit, visit, &never_stopped);
  }

  // A guess at the number of pieces, which is right on average over seeds; nothing if the number of
  // matrices tells how long a walk takes. One guess may be far off: a tree of choices is followed
  // along one path, as if it looked alike everywhere (Knuth 1975).
  virtual std::optional<double> guess_pieces(std::uint64_t /*seed*/) const { return std::nullopt; }

  // Does it go through all matrices? Then it is enough to show one of each orbit of rotations.
  virtual bool has_all() const noexcept = 0;
};

// All matrices, positions of all sizes, lazily: those whose row 0 has the smallest rank stand for
// their rotations. A unit is those of them whose index lies in one range. Behaviours cost extra.
// 2 to 6 players.
std::unique_ptr<SpaceWalk> walk_orbits(int players, bool counts_behaviours,
                                       WalkedGame game = WalkedGame::last_nim);

// All matrices, positions of up to `max_piles` piles (0: of any number), lazily. A unit is one
// list of answers to the first questions. 2 to 6 players.
std::unique_ptr<SpaceWalk> walk_choices(int players, int max_piles,
                                        WalkedGame game = WalkedGame::last_nim);

// All matrices one by one, one of each orbit. A unit is a range of indices. 2 to 6 players.
std::unique_ptr<SpaceWalk> walk_all_matrices(int players, int max_piles,
                                             WalkedGame game = WalkedGame::last_nim);

// Matrices one by one, each by itself: number k has the row ranks ranks_of(k). 2 to 8 players.
std::unique_ptr<SpaceWalk> walk_matrices(int players, int max_piles, std::uint64_t count,
                                         std::function<std::vector<Rank>(std::uint64_t)> ranks_of,
                                         WalkedGame game = WalkedGame::last_nim);

// In a game whose machines are looked for. Those one by one have few matrices in a unit, as a
// search may be long.

// All matrices, lazily. If rotations are shared, matrices whose row 0 has the smallest rank stand
// for them. 2 to 6 players.
std::unique_ptr<SpaceWalk> walk_choices(int players, bool shares_rotations, SearchedGame game);

std::unique_ptr<SpaceWalk> walk_all_matrices(int players, SearchedGame game);
std::unique_ptr<SpaceWalk> walk_matrices(int players, std::uint64_t count,
                                         std::function<std::vector<Rank>(std::uint64_t)> ranks_of,
                                         SearchedGame game);

}  // namespace nimsweep
