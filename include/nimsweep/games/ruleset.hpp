// A ruleset says where a position can move to, and nothing about who wins: that is the alliance
// matrix's part. One class serves every game of the papers: impartial and partizan ones, and ones
// whose position holds more than piles.
//
// The contract. Positions are ordered lexicographically (piles, then state, then passes left), and
// every option of a position comes before it and has as many piles and as much state. So no play
// goes on for ever, and walking positions in this order meets the options of a position before the
// position.
//
// Passes belong to no game in particular: they are offered here, beside the moves of any ruleset.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/model/position.hpp"
#include "nimsweep/model/seat.hpp"

namespace nimsweep {

// Called with one option after another, for as long as it returns true.
using OptionVisitor = FunctionRef<bool(const Position&)>;

class Ruleset {
 public:
  virtual ~Ruleset() = default;
  Ruleset(const Ruleset&) = delete;
  Ruleset& operator=(const Ruleset&) = delete;

  // As users write it, argument included: "last-nim", "moore:2".
  const std::string& name() const noexcept { return name_; }

  // The position that a play of these piles starts from. A ruleset that keeps more than piles adds
  // its state; one that cannot be played with these piles throws Error(input).
  virtual Position start(std::vector<Counters> piles, Counters passes) const;

  // Visits every position that `player` can move to, and last the one after a pass: while any is
  // left, a player who has a move may pass instead.
  void visit_options(const Position& position, Seat player, OptionVisitor visit) const;

 protected:
  explicit Ruleset(std::string name) : name_(std::move(name)) {}

 private:
  // Visits every position one move of `player` away, and stops at once when `visit` returns false.
  // `position` is a copy to work in; nobody looks at it afterwards.
  virtual void visit_moves(Position& position, Seat player, OptionVisitor visit) const = 0;

  std::string name_;
};

}  // namespace nimsweep
