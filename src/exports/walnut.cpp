// Machines for Walnut, which decides statements about automatic sequences. A file is the alphabet
// in one line, then each state: its number and output, and its transitions. Older versions of
// Walnut refuse comments, so there are none.
#include <fmt/format.h>

#include "nimsweep/base/error.hpp"
#include "nimsweep/exports/machine_diagram.hpp"

namespace nimsweep {

namespace {

std::string alphabet_of(const MachineDiagram& diagram) {
  std::string alphabet;
  for (int j = 0; j < diagram.piles; ++j) alphabet += j > 0 ? " msd_2" : "msd_2";
  if (diagram.piles > 0) return alphabet;
  for (std::size_t size = 1; size <= diagram.letters.size(); ++size)
    alphabet += fmt::format("{}{}", size == 1 ? "{" : ",", size);
  return alphabet + "}";
}

// "0 1", the digits of all piles; or the size of a pile.
std::string input_of(const MachineDiagram& diagram, std::size_t letter) {
  if (diagram.piles == 0) return std::to_string(letter + 1);
  std::string input;
  for (const char digit : diagram.letters[letter])
    input += fmt::format("{}{}", input.empty() ? "" : " ", digit);
  return input;
}

}  // namespace

std::string walnut_of(const MachineDiagram& diagram) {
  if (diagram.states.front().winners.front().size() > 1)
    throw Error(ErrorKind::input,
                "a state has a winner for each first player; expected one output, as in the "
                "machine for one first player");
  std::string text = alphabet_of(diagram) + "\n";
  for (std::size_t id = 0; id < diagram.states.size(); ++id) {
    const MachineDiagram::State& state = diagram.states[id];
    text += fmt::format("\n{} {}\n", id, state.winners.front().front());
    for (std::size_t letter = 0; letter < state.next.size(); ++letter)
      text += fmt::format("{} -> {}\n", input_of(diagram, letter), state.next[letter]);
  }
  return text;
}

}  // namespace nimsweep
