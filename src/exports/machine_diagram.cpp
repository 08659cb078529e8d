#include "nimsweep/exports/machine_diagram.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "exports/drawable.hpp"
#include "exports/winners.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/exports/labels.hpp"

namespace nimsweep {

namespace {

// A table: the state's name, and its winners in their colours below.
std::string label_of(const MachineDiagram::State& state, bool is_start) {
  std::string rows;
  for (const auto& row : state.winners) {
    rows += "<TR>";
    for (const Seat winner : row)
      rows += fmt::format("<TD BGCOLOR=\"{}\">P_{}</TD>", seat_colour(winner), winner);
    rows += "</TR>";
  }
  return fmt::format(
      "<TABLE BORDER=\"{}\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"4\" BGCOLOR=\"white\">"
      "<TR><TD COLSPAN=\"{}\">{}</TD></TR>{}</TABLE>",
      is_start ? 3 : 1, state.winners.front().size(), state.name, rows);
}

}  // namespace

std::string winners_meaning(int passes) {
  std::string meaning = "who wins when P_0, P_1, .. moves first";
  if (passes > 0) meaning += fmt::format(", with {} down to 0 passes left", passes);
  return meaning;
}

std::string passes_text(int passes) {
  return passes == 0 ? "" : fmt::format(", {} pass{}", passes, passes == 1 ? "" : "es");
}

std::vector<std::vector<Seat>> winners_of_modes(std::span<const OutcomeVector> modes, int players) {
  std::vector<std::vector<Seat>> rows;
  for (std::size_t mode = modes.size(); mode-- > 0;) {
    auto& row = rows.emplace_back();
    for (Seat i = 0; i < players; ++i) row.push_back(modes[mode][i]);
  }
  return rows;
}

std::string winners_text(const std::vector<std::vector<Seat>>& winners) {
  std::string text;
  for (const auto& row : winners)
    text += fmt::format("{}{}", text.empty() ? "" : " | ", fmt::join(row, " "));
  return text;
}

std::string dot_of(const MachineDiagram& diagram) {
  std::string dot = dot_beginning(diagram.caption) +
                    "  rankdir=LR;\n"
                    "  node [shape=plain, fontname=\"sans-serif\"];\n"
                    "  edge [fontname=\"sans-serif\"];\n";
  for (std::size_t id = 0; id < diagram.states.size(); ++id) {
    dot += fmt::format("  s{} [label=<{}>];\n", id, label_of(diagram.states[id], id == 0));
    for (const auto& [target, label] : diagram.states[id].arrows)
      dot += fmt::format("  s{} -> s{} [label=\"{}\"];\n", id, target, label);
  }
  return dot + "}\n";
}

void check_drawable(const MachineDiagram& diagram, std::string_view format) {
  constexpr std::size_t kMostDrawn = 250;  // 700 states took Graphviz 80 seconds
  if (diagram.states.size() > kMostDrawn)
    throw Error(ErrorKind::input,
                fmt::format("{} are too many to draw; expected at most {} for {}",
                            counted(diagram.states.size(), "state"), kMostDrawn, format));
}

std::string svg_of(const MachineDiagram& diagram) {
  check_drawable(diagram, "svg");
  return svg_of_dot(dot_of(diagram));
}

}  // namespace nimsweep
