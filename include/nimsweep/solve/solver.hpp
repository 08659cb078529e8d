// Who wins a position, and by which play: the interface of every solver, and the choice of the
// right one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/games/ruleset.hpp"
#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/position.hpp"
#include "nimsweep/model/seat.hpp"

namespace nimsweep {

// The winner, and how many moves the shortest play takes in which everybody plays best. In a game
// whose plays may never end the winner may be kNobody, and then there is no last move: 0.
struct Outcome {
  Seat winner = 0;
  std::uint64_t moves = 0;

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

// How a player compares two options: the preferred winner first, then the shorter play.
inline bool is_better(const AllianceMatrix& matrix, Seat player, Outcome a, Outcome b) {
  return a.winner == b.winner ? a.moves < b.moves : matrix.prefers(player, a.winner, b.winner);
}

// A best play to look at: its first positions and the final one.
struct BestPlay {
  Outcome outcome;
  std::vector<std::pair<Seat, Position>> turns = {};  // none if nobody wins
  std::uint64_t left_out = 0;                         // before the last

  // Where a digit machine, which is proved, says who wins: its states, and the combinations of the
  // proof. Then the play need not be a shortest one, and it may be too long to follow: the final
  // position is not among `turns`, and outcome.moves is 0.
  struct Proof {
    std::size_t states = 0;
    std::size_t combinations = 0;
  };
  std::optional<Proof> proof = {};
  bool is_followed = true;
};

// Called with every position of a play and the player to move there, the final one included.
using LineVisitor = FunctionRef<void(Seat, const Position&)>;

class Solver {
 public:
  virtual ~Solver() = default;
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  virtual Outcome outcome(const Position& position, Seat first) = 0;

  // Only who wins, which may be far less work.
  virtual Seat winner(const Position& position, Seat first) {
    return outcome(position, first).winner;
  }

  // Visits one shortest best play; among equals, each player takes the first option of the
  // ruleset's. Nothing is visited if best play never ends.
  virtual void best_line(const Position& position, Seat first, LineVisitor visit) = 0;

  // That play, but at most `most` positions: the first ones and the final one.
  virtual BestPlay best_play(const Position& start, Seat first, std::uint64_t most);

  // For each winner that `player` can get, one option that leads to it, without looking at every
  // option; nothing if this solver has to look.
  using Choices = std::vector<std::pair<Position, Seat>>;
  virtual std::optional<Choices> choices(const Position& position, Seat player);

 protected:
  Solver() = default;
};

// The fastest solver for the ruleset, which must outlive it and allow the matrix's number of
// players. Whatever fits in memory is solved with a shortest best play; in games with a digit
// machine, so are larger positions, with a best play.
std::unique_ptr<Solver> make_solver(const Ruleset& ruleset, const AllianceMatrix& matrix);

}  // namespace nimsweep
