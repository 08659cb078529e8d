// A machine as people see it: what it is of, its letters and its states. It can be drawn as a
// graph, or printed as a table.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

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
  std::vector<std::string> letters;                         // what each is called
  std::vector<State> states;                                // the start first
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

// As a graph in the DOT language.
std::string dot_of(const MachineDiagram& diagram);

// Drawn by Graphviz. Throws Error(input) if there are too many states to draw, and Error(io).
std::string svg_of(const MachineDiagram& diagram);

}  // namespace nimsweep
