// A machine as people see it: a table of its states, or a graph.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cli/game_options.hpp"
#include "cli/graphviz.hpp"
#include "cli/output.hpp"
#include "nimsweep/model/outcome_vector.hpp"
#include "nimsweep/model/seat.hpp"

namespace nimsweep::cli {

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

// "who wins when P_0, P_1, .. moves first", and with how many passes left.
std::string winners_meaning(int passes);

// ", 2 passes"; nothing without.
std::string passes_text(int passes);

// One row for each mode, the last mode first; and these as text: "0 1 2 | 1 1 2".
std::vector<std::vector<Seat>> winners_of_modes(std::span<const OutcomeVector> modes, int players);
std::string winners_text(const std::vector<std::vector<Seat>>& winners);

void print_table(const MachineDiagram& diagram, Output& output);

// As dot or svg. Throws Error(input) if there are too many states to draw.
void print_graph(const MachineDiagram& diagram, Format format, Output& output);

}  // namespace nimsweep::cli
