#include "cli/machine_diagram.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/describe.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep::cli {

namespace {

void print_legend(const MachineDiagram& diagram, Output& output) {
  std::size_t width = 0;
  for (const auto& [word, meaning] : diagram.legend) width = std::max(width, word.size());
  for (const auto& [word, meaning] : diagram.legend)
    output.write(fmt::format("{:{}}  {}\n", word, width, meaning));
}

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

void print_table(const MachineDiagram& diagram, Output& output) {
  constexpr std::size_t kMostRows = 60;
  constexpr std::size_t kMostColumns = 64;
  for (const std::string& line : diagram.heading) output.write(line + "\n");
  output.write("\n");
  print_legend(diagram, output);
  output.write("\n");
  const std::size_t shown = std::min(diagram.states.size(), kMostRows);
  const std::size_t columns = std::min(diagram.letters.size(), kMostColumns);
  std::size_t width = std::string_view("winners").size();
  std::size_t cell = std::max<std::size_t>(4, std::to_string(diagram.states.size()).size() + 2);
  for (std::size_t id = 0; id < shown; ++id)
    width = std::max(width, diagram.states[id].output.size());
  for (std::size_t k = 0; k < columns; ++k) cell = std::max(cell, diagram.letters[k].size() + 2);
  output.write(fmt::format("state  {:{}}", "winners", width));
  for (std::size_t k = 0; k < columns; ++k)
    output.write(fmt::format("{:>{}}", diagram.letters[k], cell));
  output.write("\n");
  for (std::size_t id = 0; id < shown; ++id) {
    const auto& state = diagram.states[id];
    output.write(fmt::format("{:>5}  {:{}}", id, state.output, width));
    for (std::size_t k = 0; k < std::min(columns, state.next.size()); ++k)
      output.write(fmt::format("{:>{}}", state.next[k], cell));
    output.write("\n");
  }
  if (shown < diagram.states.size())
    output.write(fmt::format("   ..  {} (--json lists them all)\n",
                             counted(diagram.states.size() - shown, "more state")));
  if (columns < diagram.letters.size())
    output.write(fmt::format("   ..  {} (--json lists them all)\n",
                             counted(diagram.letters.size() - columns, "more letter")));
}

void print_graph(const MachineDiagram& diagram, Format format, Output& output) {
  constexpr std::size_t kMostDrawn = 250;  // 700 states took Graphviz 80 seconds
  if (format == Format::svg && diagram.states.size() > kMostDrawn)
    throw Error(
        ErrorKind::input,
        fmt::format(
            "{} are too many to draw; expected at most {} for svg (--format dot has them all)",
            counted(diagram.states.size(), "state"), kMostDrawn));
  const std::string dot = dot_of(diagram);
  output.write(format == Format::svg ? svg_of_dot(dot) : dot);
}

}  // namespace nimsweep::cli
