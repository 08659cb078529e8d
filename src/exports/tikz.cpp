// Machines as pictures in LaTeX.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <vector>

#include "exports/drawable.hpp"
#include "nimsweep/exports/machine_diagram.hpp"

namespace nimsweep {

namespace {

// The states by their distance from the start.
std::vector<std::vector<std::size_t>> columns_of(const MachineDiagram& diagram) {
  std::vector<bool> is_placed(diagram.states.size());
  std::vector<std::vector<std::size_t>> columns = {{0}};
  is_placed[0] = true;
  for (;;) {
    std::vector<std::size_t> further;
    for (const std::size_t id : columns.back())
      for (const std::uint32_t target : diagram.states[id].next)
        if (!is_placed[target]) {
          is_placed[target] = true;
          further.push_back(target);
        }
    if (further.empty()) return columns;
    columns.push_back(std::move(further));
  }
}

// Its name, and its winners below.
std::string label_of(const MachineDiagram::State& state) {
  std::string label = state.name;
  for (const auto& row : state.winners) {
    label += "\\\\ $";
    for (std::size_t k = 0; k < row.size(); ++k)
      label += fmt::format("{}P_{{{}}}", k > 0 ? "\\," : "", row[k]);
    label += "$";
  }
  return label;
}

// One for each state that letters lead to. Within a column they go around the states between.
std::string arrows_of(const MachineDiagram& diagram, const std::vector<std::size_t>& column_of,
                      std::size_t id) {
  std::map<std::uint32_t, std::vector<std::string>> labels;
  for (const auto& [target, label] : diagram.states[id].arrows) labels[target].push_back(label);
  std::string arrows;
  for (const auto& [target, leading] : labels)
    arrows += fmt::format("  \\path (s{}) edge[{}] node {{{}}} (s{});\n", id,
                          target == id                         ? "loop above"
                          : column_of[target] == column_of[id] ? "bend left=40"
                                                               : "bend left=12",
                          fmt::join(leading, ", "), target);
  return arrows;
}

std::string comment_of(const Caption& caption) {
  std::string comment = fmt::format("% {}\n", caption.title);
  for (const auto* lines : {&caption.facts, &caption.legend})
    for (const std::string& line : *lines) comment += fmt::format("% {}\n", line);
  return comment;
}

}  // namespace

std::string tikz_of(const MachineDiagram& diagram) {
  check_drawable(diagram, "tikz");
  const auto columns = columns_of(diagram);
  std::size_t tallest = 0;
  for (const auto& column : columns) tallest = std::max(tallest, column.size());
  // From a state to the next, in cm. A page of PDF has at most 508 cm.
  constexpr double kLongest = 500;
  const double across = std::min(4.0, kLongest / static_cast<double>(columns.size()));
  const double down = std::min(3.0, kLongest / static_cast<double>(tallest));

  std::string picture;
  std::vector<std::size_t> column_of(diagram.states.size());
  for (std::size_t x = 0; x < columns.size(); ++x)
    for (std::size_t y = 0; y < columns[x].size(); ++y) {
      const std::size_t id = columns[x][y];
      column_of[id] = x;
      picture += fmt::format("  \\node[state{}] (s{}) at ({}, -{}) {{{}}};\n",
                             id == 0 ? ", initial, initial text=" : "", id, x, y,
                             label_of(diagram.states[id]));
    }
  for (std::size_t id = 0; id < diagram.states.size(); ++id)
    picture += arrows_of(diagram, column_of, id);
  // The page is as large as the picture, with room for labels, loops and bends.
  return fmt::format(
      "{}\\documentclass{{article}}\n"
      "\\usepackage[paperwidth={:.4g}cm, paperheight={:.4g}cm, margin=5mm]{{geometry}}\n"
      "\\usepackage{{tikz}}\n"
      "\\usetikzlibrary{{arrows.meta, automata}}\n"
      "\\pagestyle{{empty}}\n"
      "\\parindent=0pt\n"
      "\\begin{{document}}\n"
      "\\begin{{tikzpicture}}[x={:.4g}cm, y={:.4g}cm, >=Stealth, auto, font=\\small,\n"
      "                    every state/.style={{align=center, inner sep=1pt}},\n"
      "                    every edge/.append style={{->}}]\n"
      "{}\\end{{tikzpicture}}\n"
      "\\end{{document}}\n",
      comment_of(diagram.caption), static_cast<double>(columns.size()) * across + 2,
      static_cast<double>(tallest) * down + 3, across, down, picture);
}

}  // namespace nimsweep
