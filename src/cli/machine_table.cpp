#include "cli/machine_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "nimsweep/exports/labels.hpp"

namespace nimsweep::cli {

namespace {

void print_legend(const MachineDiagram& diagram, Output& output) {
  std::size_t width = 0;
  for (const auto& [word, meaning] : diagram.legend) width = std::max(width, word.size());
  for (const auto& [word, meaning] : diagram.legend)
    output.write(fmt::format("{:{}}  {}\n", word, width, meaning));
}

}  // namespace

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

}  // namespace nimsweep::cli
