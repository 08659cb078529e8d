// get: prints or draws values of a table file.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/game_options.hpp"
#include "cli/verdicts.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/exports/table_slice.hpp"
#include "nimsweep/model/chunk_layout.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/store/table_file.hpp"

namespace nimsweep::cli {

namespace {

constexpr std::uint64_t kMostValues = 100'000'000;

struct GetOptions {
  explicit GetOptions(const Arguments& given)
      : file(given.text("file")),
        case_name(given.text("--case")),
        at(given.text("--at")),
        plot(given.text("--plot")),
        b_file(given.has("--bfile")),
        csv(given.has("--csv")),
        format(format_of(given)) {
    for (const char* form : {"--bfile", "--csv"})
      for (const char* other : {"--plot", "--json"})
        if (given.has(form) && given.has(other))
          throw Error(ErrorKind::usage, fmt::format("{}: expected without {}", form, other));
    if (b_file && csv) throw Error(ErrorKind::usage, "--csv: expected without --bfile");
    if (given.has("--plot") && !plot.ends_with(".svg"))
      throw Error(ErrorKind::usage, fmt::format("--plot: {}; expected a name that ends in .svg, "
                                                "the only supported format",
                                                in_quotes(plot)));
  }

  std::string file;
  std::string case_name;  // empty: the only one
  std::string at;         // parsed when the table's axes are known
  std::string plot;       // empty: none
  bool b_file;
  bool csv;
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

// Where a matrix that is named or given by its rows stands in the table.
std::uint64_t number_of_matrix(const TableReader& table, std::size_t case_number,
                               std::string_view text) {
  const TableCase& table_case = table.cases()[case_number];
  const auto& dims = table_case.layout.dims;
  const AllianceMatrix wanted = at_option(
      "--at: place 1", [&] { return parse_matrix(text, static_cast<int>(dims[kFirstAxis])); });
  if (const auto found = table.find_matrix(case_number, wanted)) return *found;
  std::string held;
  constexpr std::uint64_t kShown = 5;
  for (std::uint64_t m = 0; m < std::min(dims[0], kShown); ++m)
    held += (m > 0 ? ", " : "") + describe_matrix(table.matrix(case_number, m));
  throw Error(
      ErrorKind::input,
      fmt::format(
          "--at: place 1: {} has no values under {}; expected {}{}", table_case.name,
          describe_matrix(wanted), held,
          dims[0] > kShown ? fmt::format(", .. ({} matrices)", to_grouped_decimal(dims[0])) : ""));
}

// Between commas, but not those within the brackets of a matrix.
std::vector<std::string_view> places_in(std::string_view text) {
  std::vector<std::string_view> places;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t k = 0; k <= text.size(); ++k) {
    if (k < text.size()) depth += text[k] == '[' ? 1 : text[k] == ']' ? -1 : 0;
    if (k < text.size() && (text[k] != ',' || depth > 0)) continue;
    places.push_back(trimmed(text.substr(begin, k - begin)));
    begin = k + 1;
  }
  return places;
}

bool is_number_or_range(std::string_view text) {
  return text.find_first_not_of("0123456789.") == std::string_view::npos;
}

// "0,1,*,2..4": a number, a range or * per axis. The first may be a matrix.
Box parse_box(std::string_view text, const TableReader& table, std::size_t case_number) {
  const TableCase& table_case = table.cases()[case_number];
  const auto& dims = table_case.layout.dims;
  const std::size_t before = axes_before_piles(table_case.quantity);
  const auto parts = places_in(text);
  if (parts.size() != dims.size())
    throw Error(ErrorKind::input,
                fmt::format("--at: {} places; expected {}: {}a size for each of {} piles",
                            parts.size(), dims.size(),
                            before == 0 ? "" : "matrix, first player, and ", dims.size() - before));
  Box box;
  for (std::size_t axis = 0; axis < dims.size(); ++axis) {
    const std::string_view part = parts[axis];
    if (axis == 0 && before > 0 && part != "*" && !is_number_or_range(part)) {
      box.origin.push_back(number_of_matrix(table, case_number, part));
      box.extent.push_back(1);
      continue;
    }
    const auto range = part == "*" ? std::pair<Uint128, Uint128>(0, dims[axis] - 1)
                                   : parse_range(part, dims[axis] - 1);
    if (!range)
      throw Error(ErrorKind::input,
                  fmt::format("--at: place {} is {}; expected *, or a number or range within 0..{}",
                              axis + 1, in_quotes(part), dims[axis] - 1));
    box.origin.push_back(static_cast<std::uint64_t>(range->first));
    box.extent.push_back(static_cast<std::uint64_t>(range->second - range->first + 1));
  }
  if (product(box.extent) > kMostValues)
    throw Error(ErrorKind::input, fmt::format("--at: {} values; expected at most {}",
                                              to_grouped_decimal(product(box.extent)),
                                              to_grouped_decimal(kMostValues)));
  return box;
}

// A single value alone. Else what they are, then one line per run along the last axis; before its
// values stand its places on the other axes that have several.
void print_text(Output& output, const TableSlice& slice) {
  const Box& box = slice.box;
  const auto& values = slice.values;
  if (values.size() == 1) return output.write(fmt::format("{}\n", values.front()));
  const std::size_t last = box.extent.size() - 1;
  std::vector<std::size_t> down;
  for (std::size_t axis = 0; axis < last; ++axis)
    if (box.extent[axis] > 1) down.push_back(axis);
  const auto row = static_cast<std::size_t>(box.extent[last]);
  const auto width_of = [](std::uint64_t number) { return std::to_string(number).size(); };
  const std::size_t width = std::max(width_of(box.origin[last] + row - 1),
                                     width_of(*std::max_element(values.begin(), values.end())));

  constexpr std::size_t kLabel = 14;  // "first player" is the longest
  output.write(title_of(slice, last) + "\n");
  std::string line;
  const auto out = std::back_inserter(line);
  const auto add = [&](const auto& label) { fmt::format_to(out, "{:>{}}", label, kLabel); };
  if (down.empty()) {
    output.write("\n");
    add(axis_title(slice.quantity, last));
  } else {
    std::string rows;
    for (const std::size_t axis : down) {
      rows += fmt::format("{}{}", rows.empty() ? "" : ", ", axis_title(slice.quantity, axis));
      add(axis_title(slice.quantity, axis));
    }
    output.write(fmt::format("rows: {}; columns: {}\n\n", rows, axis_title(slice.quantity, last)));
  }
  line += ' ';
  for (std::size_t k = 0; k < row; ++k) fmt::format_to(out, " {:>{}}", box.origin[last] + k, width);
  output.write(line + "\n");
  std::vector<std::uint64_t> place = box.origin;
  for (std::size_t from = 0; from < values.size(); from += row) {
    line.clear();
    if (down.empty()) add(name_of(slice.quantity));
    for (const std::size_t axis : down) add(place[axis]);
    line += ' ';
    for (std::size_t k = 0; k < row; ++k) fmt::format_to(out, " {:>{}}", values[from + k], width);
    output.write(line + "\n");
    for (std::size_t axis = last; axis-- > 0;) {
      if (++place[axis] < box.origin[axis] + box.extent[axis]) break;
      place[axis] = box.origin[axis];
    }
  }
}

void plot(const GetOptions& options, const TableSlice& slice, Output& output) {
  const HeatMap map = at_option("--plot", [&] { return heat_map_of(slice); });
  write_file(options.plot, svg_of(map));
  if (options.format == Format::json)
    output.write(plot_record(options.plot, slice.case_name, slice.box.origin, slice.box.extent));
  else
    output.write(
        fmt::format("{}: {} x {} values\n", options.plot, map.down.length, map.across.length));
}

// Along the only axis that varies.
void print_b_file(Output& output, const TableSlice& slice) {
  const auto& [origin, extent] = slice.box;
  std::optional<std::size_t> along;
  for (std::size_t axis = 0; axis < extent.size(); ++axis) {
    if (extent[axis] == 1) continue;
    if (along) throw Error(ErrorKind::input, "--bfile: several places vary; expected one of them");
    along = axis;
  }
  if (slice.quantity != Quantity::grundy &&
      std::ranges::find(slice.values, kNoValue) != slice.values.end())
    throw Error(ErrorKind::input, "--bfile: nobody wins somewhere, so there is no value");
  const std::vector<Uint128> terms(slice.values.begin(), slice.values.end());
  output.write(b_file(origin[along.value_or(origin.size() - 1)], terms));
}

void get(const GetOptions& options, Session& session) {
  Output& output = session.output;
  if (!options.plot.empty())
    check_replaceable("--plot", options.plot, "picture", begins_like_a_picture);
  const auto table = TableReader::complete(options.file);
  const std::size_t k = find_case(table, options.case_name);
  const TableSlice slice = read_slice(table, k, parse_box(options.at, table, k));
  if (!options.plot.empty())
    plot(options, slice, output);
  else if (options.b_file)
    print_b_file(output, slice);
  else if (options.csv)
    write_csv(slice, output);
  else if (options.format == Format::json)
    write_values_record(slice.case_name, slice.box.origin, slice.box.extent, slice.values, output);
  else
    print_text(output, slice);
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
                                   "For each axis a number, a range such as 0..3, or *; the matrix "
                                   "may also be written as for --matrix"),
                   option("--plot", "FILE.svg",
                          "Draw a slice along one or two axes into FILE.svg, as a heat map"),
                   flag("--csv", "Print comma-separated values, a line for each value"),
                   flag("--bfile", "Print a slice along one axis as the OEIS keeps sequences"),
                   json_option()},
       .footer =
           "The axes are matrix, first player and the size of each pile; Grundy values have only "
           "the piles. A single value is printed alone, several with what their rows and columns "
           "are.\n\nExample:\n"
           "  nimsweep get out/theorems.h5 --case n3_N2 --at sam,0,*,*\n"
           "  nimsweep get out/theorems.h5 --case n3_N4 --at 0,0,1,2,*,* --plot slice.svg"},
      get);
}

}  // namespace nimsweep::cli
