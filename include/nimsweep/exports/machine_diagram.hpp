// A machine as people see it: what it is of, its letters and its states. It can be printed as a
// table, drawn as a graph, and written for other programs.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/claims/pile_order.hpp"
#include "nimsweep/exports/graphviz.hpp"
#include "nimsweep/games/ruleset.hpp"
#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/seat.hpp"
#include "nimsweep/solve/descending_machine.hpp"
#include "nimsweep/solve/digit_search.hpp"
#include "nimsweep/solve/moore_machine.hpp"
#include "nimsweep/solve/prefix_machine.hpp"

namespace nimsweep {

struct MachineDiagram {
  struct State {
    std::string name = {};                   // "0: start"
    std::vector<std::vector<Seat>> winners;  // one row, or one for each number of passes left ..
    std::string output;                      // these in the table
    std::vector<std::uint32_t> next = {};    // by letter; Small Nim allows fewer after some states
    // The arrows of the graph: the state that some letters lead to, and what they are called.
    std::vector<std::pair<std::uint32_t, std::string>> arrows = {};
  };

  std::vector<std::string> heading;                         // of the table: lines
  std::vector<std::pair<std::string, std::string>> legend;  // of the table: a word and its meaning
  Caption caption;                                          // of the graph
  int piles = 0;  // a letter is a digit of each of this many piles; 0: it is the size of one pile
  std::vector<std::string> letters;  // what each is called
  std::vector<State> states;         // the start first
};

// The reachable machine of Last Nim, or of Small Nim. `machine` says of which matrix and passes.
MachineDiagram diagram_of(const LastNimMachine& machine, const PrefixMachine& reachable);
MachineDiagram diagram_of(const LastNimMachine& machine, const DescendingMachine& reachable);

// The minimal machine for one first player: of Last Nim, or of Small Nim if its piles descend.
MachineDiagram diagram_of(const LastNimMachine& machine, PileOrder order,
                          const MooreMachine& minimal, Seat first);

// The automaton over the binary digits of the piles.
MachineDiagram diagram_of(const Ruleset& ruleset, const AllianceMatrix& matrix, Counters passes,
                          const ProvedMachine& proved);

// The same, made minimal for one first player, with all passes and zero moves left.
MachineDiagram diagram_of(const Ruleset& ruleset, const AllianceMatrix& matrix, Counters passes,
                          const ProvedMachine& proved, Seat first);

// Why there is no automaton to show: Error(input) if the game has none, Error(damage) if none was
// found within the limits; then the growth of its blocks says whether it is worth looking further.
Error no_machine_error(const Ruleset& ruleset, const AllianceMatrix& matrix, int piles,
                       const NoMachine& none);

// As a graph in the DOT language.
std::string dot_of(const MachineDiagram& diagram);

// Drawn by Graphviz. Throws Error(input) if there are too many states to draw, and Error(io).
std::string svg_of(const MachineDiagram& diagram);

// As a LaTeX document with a picture by TikZ: states in columns by their distance from the start.
// Throws Error(input) if there are too many states to draw.
std::string tikz_of(const MachineDiagram& diagram);

// In the Hanoi Omega-Automata format, version 1. The name of a state is its winners. A finite word
// of letters leads to a state; acceptance has no meaning here, and is trivial. Digit machines have
// a proposition for each pile, "x1", "x2", ..: its digit is 1. Others have one for each binary
// digit of the size of a pile less 1, "b0" the least significant; sizes with more digits are read
// as the largest with that many.
std::string hoa_of(const MachineDiagram& diagram);

// In the text format of Walnut: an automaton whose output is the seat of the winner. A digit
// machine reads numbers in the system msd_2, another one pile sizes from the set of its letters.
// Throws Error(input) unless the machine is for one first player.
std::string walnut_of(const MachineDiagram& diagram);

}  // namespace nimsweep
