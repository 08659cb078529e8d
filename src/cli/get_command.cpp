// get: prints or draws values of a table file.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/describe.hpp"
#include "cli/game_options.hpp"
#include "cli/heat_map.hpp"
#include "cli/verdicts.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/model/chunk_layout.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/store/table_file.hpp"

namespace nimsweep::cli {

namespace {

constexpr std::uint64_t kMostValues = 100'000'000;
constexpr std::uint64_t kMostDrawn = 250'000;

struct GetOptions {
  explicit GetOptions(const Arguments& given)
      : file(given.text("file")),
        case_name(given.text("--case")),
        at(given.text("--at")),
        plot(given.text("--plot")),
        format(format_of(given)) {}

  std::string file;
  std::string case_name;  // empty: the only one
  std::string at;         // parsed when the table's axes are known
  std::string plot;       // empty: none
  Format format;
};

using Box = ChunkLayout::Box;

std::size_t find_case(const TableReader& table, const std::string& name) {
  const auto& cases = table.cases();
  if (name.empty() && cases.size() == 1) return 0;
  std::string known;
  for (std::size_t k = 0; k < cases.size(); ++k) {
    if (cases[k].name == name) return k;
    known += (k > 0 ? ", " : "") + cases[k].name;
  }
  throw Error(ErrorKind::input, fmt::format("--case: {}; expected one of: {}",
                                            name.empty() ? "missing" : in_quotes(name), known));
}

// Matrix and first player, which Grundy values do not depend on.
std::size_t axes_before_piles(Quantity quantity) {
  return quantity == Quantity::grundy ? 0 : kPileAxes;
}

// "0,1,*,2..4": a number, a range or * per axis.
Box parse_box(std::string_view text, const TableCase& table_case) {
  const auto& dims = table_case.layout.dims;
  const std::size_t before = axes_before_piles(table_case.quantity);
  const auto parts = split(text, ',');
  if (parts.size() != dims.size())
    throw Error(ErrorKind::input,
                fmt::format("--at: {} places; expected {}: {}a size for each of {} piles",
                            parts.size(), dims.size(),
                            before == 0 ? "" : "matrix, first player, and ", dims.size() - before));
  Box box;
  for (std::size_t axis = 0; axis < dims.size(); ++axis) {
    const std::string_view part = parts[axis];
    const auto range = part == "*" ? std::pair<Uint128, Uint128>(0, dims[axis] - 1)
                                   : parse_range(part, dims[axis] - 1);
    if (!range)
      throw Error(ErrorKind::input,
                  fmt::format("--at: place {} is {}; expected *, or a number or range within 0..{}",
                              axis, in_quotes(part), dims[axis] - 1));
    box.origin.push_back(static_cast<std::uint64_t>(range->first));
    box.extent.push_back(static_cast<std::uint64_t>(range->second - range->first + 1));
  }
  if (product(box.extent) > kMostValues)
    throw Error(ErrorKind::input, fmt::format("--at: {} values; expected at most {}",
                                              to_grouped_decimal(product(box.extent)),
                                              to_grouped_decimal(kMostValues)));
  return box;
}

// One line per run along the last axis. If there are several, each starts with its place.
void print_text(Output& output, const Box& box, const std::vector<std::uint16_t>& values) {
  const auto row = static_cast<std::size_t>(box.extent.back());
  std::vector<std::uint64_t> place = box.origin;
  for (std::size_t from = 0; from < values.size(); from += row) {
    const std::span<const std::uint16_t> line(values.data() + from, row);
    if (values.size() > row)
      output.write(fmt::format("{}: ", fmt::join(place.begin(), place.end() - 1, " ")));
    output.write(fmt::format("{}\n", fmt::join(line, " ")));
    for (std::size_t axis = place.size() - 1; axis-- > 0;) {
      if (++place[axis] < box.origin[axis] + box.extent[axis]) break;
      place[axis] = box.origin[axis];
    }
  }
}

std::string axis_title(Quantity quantity, std::size_t axis) {
  const std::size_t before = axes_before_piles(quantity);
  if (axis >= before) return fmt::format("pile {}", axis - before + 1);
  return axis == 0 ? "matrix" : "first player";
}

// The case, and the place on each axis that is not drawn.
std::string plot_title(const TableReader& table, std::size_t case_number, const Box& box) {
  const TableCase& description = table.cases()[case_number];
  std::string title = fmt::format("{}, {}", table.header().game, description.name);
  for (std::size_t axis = 0; axis < box.extent.size(); ++axis) {
    if (box.extent[axis] > 1) continue;
    const std::string name = axis_title(description.quantity, axis);
    if (name == "matrix")
      title += fmt::format(", {}", describe_matrix(table.matrix(case_number, box.origin[axis])));
    else if (name == "first player")
      title += fmt::format(", P_{} first", box.origin[axis]);
    else
      title += fmt::format(", {}: {}", name, box.origin[axis]);
  }
  return title;
}

// Light for 0, dark for the largest value.
std::string grundy_colour(int value, int largest) {
  constexpr std::array kLight = {247, 251, 255};
  constexpr std::array kDark = {8, 48, 107};
  const auto mixed = [&](std::size_t part) {
    return kLight[part] + (kDark[part] - kLight[part]) * value / std::max(largest, 1);
  };
  return fmt::format("#{:02x}{:02x}{:02x}", mixed(0), mixed(1), mixed(2));
}

// Winners are colours, values are labels.
void colour_by_winner(HeatMap& map, const TableCase& description, const Box& box,
                      const std::vector<std::uint16_t>& values) {
  constexpr std::string_view kNobodyColour = "#dddddd";
  const int n = static_cast<int>(description.layout.dims[kFirstAxis]);
  const bool is_first_fixed = box.extent[kFirstAxis] == 1;
  const std::size_t run =
      values.size() / (box.extent[0] * box.extent[kFirstAxis]);  // per first player
  bool has_nobody = false;
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    const int value = values[cell];
    const auto first =
        static_cast<int>(box.origin[kFirstAxis] + cell / run % box.extent[kFirstAxis]);
    const bool is_nobody = value == kNoValue;
    has_nobody = has_nobody || is_nobody;
    map.cells.push_back({std::string(is_nobody ? kNobodyColour : seat_colour((first + value) % n)),
                         is_nobody ? "-" : std::to_string(value)});
  }
  for (Seat winner = 0; winner < n; ++winner) {
    std::string meaning = fmt::format("P_{} wins", winner);
    if (is_first_fixed)
      meaning +=
          fmt::format(", value {}", value_of(winner, static_cast<Seat>(box.origin[kFirstAxis]), n));
    map.legend.push_back({std::string(seat_colour(winner)), std::move(meaning)});
  }
  if (has_nobody) map.legend.push_back({std::string(kNobodyColour), "nobody wins"});
}

void colour_by_grundy(HeatMap& map, const std::vector<std::uint16_t>& values) {
  const int largest = *std::max_element(values.begin(), values.end());
  for (const int value : values)
    map.cells.push_back({grundy_colour(value, largest), std::to_string(value)});
  constexpr int kKeys = 5;
  for (int key = 0; key <= std::min(kKeys, largest); ++key) {
    const int value = largest * key / std::max(1, std::min(kKeys, largest));
    map.legend.push_back({grundy_colour(value, largest), fmt::format("Grundy value {}", value)});
  }
}

HeatMap heat_map_of(const TableReader& table, std::size_t case_number, const Box& box,
                    const std::vector<std::uint16_t>& values) {
  const TableCase& description = table.cases()[case_number];
  HeatMap map;
  map.title = plot_title(table, case_number, box);
  std::vector<std::size_t> drawn;
  for (std::size_t axis = 0; axis < box.extent.size(); ++axis)
    if (box.extent[axis] > 1) drawn.push_back(axis);
  if (drawn.size() > 2)
    throw Error(ErrorKind::input,
                fmt::format("--plot: --at has {} axes with several places; expected one or two",
                            drawn.size()));
  const auto axis_of = [&](std::size_t axis) {
    return HeatMap::Axis{axis_title(description.quantity, axis), box.origin[axis],
                         static_cast<std::size_t>(box.extent[axis])};
  };
  map.across = axis_of(drawn.empty() ? box.extent.size() - 1 : drawn.back());
  if (drawn.size() == 2) map.down = axis_of(drawn.front());
  if (description.quantity == Quantity::grundy)
    colour_by_grundy(map, values);
  else
    colour_by_winner(map, description, box, values);
  return map;
}

void plot(const GetOptions& options, const TableReader& table, std::size_t case_number,
          const Box& box, Output& output) {
  if (product(box.extent) > kMostDrawn)
    throw Error(ErrorKind::input, fmt::format("--plot: {} values; expected at most {}",
                                              to_grouped_decimal(product(box.extent)),
                                              to_grouped_decimal(kMostDrawn)));
  const auto values = table.wide_values(case_number, box.origin, box.extent);
  const HeatMap map = heat_map_of(table, case_number, box, values);
  write_file(options.plot, svg_of(map));
  if (options.format == Format::json)
    output.write(
        plot_record(options.plot, table.cases()[case_number].name, box.origin, box.extent));
  else
    output.write(
        fmt::format("{}: {} x {} values\n", options.plot, map.down.length, map.across.length));
}

void get(const GetOptions& options, Session& session) {
  Output& output = session.output;
  if (!options.plot.empty())
    check_replaceable("--plot", options.plot, "picture", begins_like_a_picture);
  const auto table = TableReader::complete(options.file);
  const std::size_t k = find_case(table, options.case_name);
  const Box box = parse_box(options.at, table.cases()[k]);
  if (!options.plot.empty()) {
    plot(options, table, k, box, output);
    return;
  }
  const auto values = table.wide_values(k, box.origin, box.extent);
  if (options.format == Format::json)
    write_values_record(table.cases()[k].name, box.origin, box.extent, values, output);
  else
    print_text(output, box, values);
}

}  // namespace

Command get_command() {
  return make_command(
      {.name = "get",
       .summary = "Prints one value or a slice of a table file",
       .options = {argument("file", "FILE", "The table file"),
                   option("--case", "NAME",
                          "The case, e.g. n3_N4; required if the file has several"),
                   required_option("--at", "M,I,X,..",
                                   "For each axis a number, a range such as 0..3, or *"),
                   option("--plot", "FILE",
                          "Draw a slice along one or two axes into FILE, as an SVG heat map"),
                   json_option()},
       .footer =
           "The axes are matrix, first player and the size of each pile; Grundy values have only "
           "the piles.\n\nExample:\n"
           "  nimsweep get out/theorems.h5 --case n3_N2 --at 0,0,2,*\n"
           "  nimsweep get out/theorems.h5 --case n3_N4 --at 0,0,1,2,*,* --plot slice.svg"},
      get);
}

}  // namespace nimsweep::cli
