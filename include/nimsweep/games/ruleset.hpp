// A ruleset says where a position can move to, and nothing about who wins: that is the alliance
// matrix's part. One class serves every game of the papers: impartial and partizan ones, and ones
// whose position holds more than piles.
//
// The contract. Positions are ordered lexicographically (piles, then state, then passes left), and
// every option of a position comes before it, has as many piles, none of them larger, and as much
// state. So every play ends, and walking positions in this order meets the options of a
// position before the position. A ruleset that cannot keep this says so: see Plays.
//
// Passes do not belong to a particular game: they are offered here, beside the moves of any ruleset
// whose positions are piles alone.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/model/position.hpp"
#include "nimsweep/model/seat.hpp"

namespace nimsweep {

// Called with one option after another, for as long as it returns true.
using OptionVisitor = FunctionRef<bool(const Position&)>;

// How the moves of a game lie among its positions; solvers of whole boxes are made for these, and
// proofs for every pile size. The piles that a move does not name keep their size.
struct LowerLast {};  // the last pile that is not empty, to any smaller size
struct LowerSome {    // at most `most` piles, each to any smaller size
  int most = 1;
};
struct LowerTogether {};        // one pile, or all piles by the same number
struct LowerBy {                // one pile by one of these numbers
  std::vector<Counters> steps;  // ascending, none is 0
};
struct LowerSmallest {};  // a smallest of the piles that are not empty, to any smaller size
struct LowerNeighbours {  // one or more of `window` consecutive piles in a circle, as LowerSome
  std::size_t window = 1;
};
struct LowerOrKeep {
};  // one pile, to any smaller size or, once for each that is not empty, to its own
struct OtherMoves {};  // none of these
using MoveShape = std::variant<OtherMoves, LowerLast, LowerSome, LowerTogether, LowerBy,
                               LowerSmallest, LowerNeighbours, LowerOrKeep>;

class Ruleset {
 public:
  virtual ~Ruleset() = default;
  Ruleset(const Ruleset&) = delete;
  Ruleset& operator=(const Ruleset&) = delete;

  // As users write it, argument included: "last-nim", "moore:2".
  const std::string& name() const noexcept { return name_; }

  // The position that a play of these piles starts from. Throws Error(input) if the game cannot be
  // played with these piles, or has passes but no positions of piles alone.
  Position start(std::vector<Counters> piles, Counters passes) const;

  // Throws Error(input) if the game is not for this many players.
  virtual void check_players(int players) const;

  // Throws Error(input) if the game cannot be played with these piles. What it allows for some
  // piles it allows for smaller ones.
  virtual void check_piles(std::span<const Counters> piles) const;

  // Do all players have the same moves?
  virtual bool is_impartial() const { return true; }

  // Is it the sum of its piles? Then each pile is a game of its own, and a move is made in one
  // pile.
  virtual bool is_sum() const { return false; }

  // A pass is not a move in any pile: with passes the game is not a sum.
  bool is_sum_with(Counters passes) const { return passes == 0 && is_sum(); }

  // Whether plays keep to the order of positions. If they do not but end all the same, or may go on
  // for ever, only some solvers can be used.
  enum class Plays { in_order, ending, endless };
  virtual Plays plays() const { return Plays::in_order; }

  virtual MoveShape move_shape() const { return OtherMoves{}; }

  // Whether a finite machine that reads the sizes of piles, one after another, decides who wins:
  // that of Last Nim, or of Small Nim, which is Last Nim with its piles in descending order.
  bool has_size_machine() const {
    const MoveShape shape = move_shape();
    return std::holds_alternative<LowerLast>(shape) || std::holds_alternative<LowerSmallest>(shape);
  }

  // The largest value of each entry of the state, in all plays of piles up to these.
  virtual std::vector<Counters> state_bounds(std::span<const Counters> pile_bounds) const;

  // Visits every position that `player` can move to, and last the one after a pass: while any is
  // left, a player who has a move may pass instead.
  void visit_options(const Position& position, Seat player, OptionVisitor visit) const;

 protected:
  explicit Ruleset(std::string name) : name_(std::move(name)) {}

 private:
  // What a play of these piles keeps besides them at its start; `check_piles` allows them.
  virtual std::vector<Counters> start_state(std::span<const Counters> piles) const;

  // Visits every position one move of `player` away, and stops at once when `visit` returns false.
  // `position` is a copy to work in; nobody looks at it afterwards.
  virtual void visit_moves(Position& position, Seat player, OptionVisitor visit) const = 0;

  std::string name_;
};

}  // namespace nimsweep
