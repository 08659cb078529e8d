// Machines in the Hanoi Omega-Automata format, version 1, which Spot and other tools read.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <map>
#include <span>
#include <vector>

#include "exports/winners.hpp"
#include "nimsweep/exports/machine_diagram.hpp"

namespace nimsweep {

namespace {

class HoaWriter {
 public:
  explicit HoaWriter(const MachineDiagram& diagram)
      : diagram_(diagram),
        propositions_(diagram.piles > 0
                          ? static_cast<std::size_t>(diagram.piles)
                          : static_cast<std::size_t>(std::bit_width(diagram.letters.size() - 1))) {}

  std::string text() const {
    std::string text = fmt::format(
        "HOA: v1\ntool: \"nimsweep\" \"{}\"\nname: \"{}\"\nStates: {}\nStart: 0\nAP: {}{}\n"
        "acc-name: all\nAcceptance: 0 t\nproperties: trans-labels explicit-labels "
        "deterministic{}\n--BODY--\n",
        NIMSWEEP_VERSION, fmt::join(diagram_.heading, "; "), diagram_.states.size(), propositions_,
        names(), is_complete() ? " complete" : "");
    for (std::size_t id = 0; id < diagram_.states.size(); ++id) {
      text += fmt::format("State: {} \"{}\"\n", id, winners_text(diagram_.states[id].winners));
      text += edges(diagram_.states[id].next);
    }
    return text + "--END--\n";
  }

 private:
  std::string names() const {
    std::string names;
    for (std::size_t k = 0; k < propositions_; ++k)
      names += diagram_.piles > 0 ? fmt::format(" \"x{}\"", k + 1) : fmt::format(" \"b{}\"", k);
    return names;
  }

  bool is_complete() const {
    for (const auto& state : diagram_.states)
      if (state.next.size() < diagram_.letters.size()) return false;
    return true;
  }

  // Pile 1 is the most significant bit of a letter of digits; b0 is the least significant one of a
  // size less 1.
  bool is_true(std::size_t proposition, std::size_t code) const {
    const std::size_t bit = diagram_.piles > 0 ? propositions_ - 1 - proposition : proposition;
    return (code >> bit & 1) != 0;
  }

  std::string label(std::size_t code) const {
    std::string label;
    for (std::size_t k = 0; k < propositions_; ++k)
      label += fmt::format("{}{}{}", k > 0 ? "&" : "", is_true(k, code) ? "" : "!", k);
    return label;
  }

  // One for each state that codes lead to. The last letter stands for every larger size, so codes
  // beyond it lead where it does.
  std::string edges(std::span<const std::uint32_t> next) const {
    const std::size_t codes = std::size_t{1} << propositions_;
    const std::size_t used = next.size() == diagram_.letters.size() ? codes : next.size();
    std::map<std::uint32_t, std::vector<std::string>> labels;
    for (std::size_t code = 0; code < used; ++code)
      labels[next[std::min(code, next.size() - 1)]].push_back(label(code));
    std::string edges;
    for (const auto& [target, leading] : labels)
      edges += leading.size() == codes
                   ? fmt::format("[t] {}\n", target)
                   : fmt::format("[{}] {}\n", fmt::join(leading, " | "), target);
    return edges;
  }

  const MachineDiagram& diagram_;
  std::size_t propositions_;
};

}  // namespace

std::string hoa_of(const MachineDiagram& diagram) {
  return HoaWriter(diagram).text();
}

}  // namespace nimsweep
