// get: values out of a table file.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/describe.hpp"
#include "cli/game_options.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/store/table_file.hpp"

namespace nimsweep {

namespace {

constexpr std::uint64_t kMostValues = 100'000'000;

struct GetOptions {
  std::string file;
  std::string of_case;
  std::string at;
  FormatOptions format;
};

struct Box {
  std::vector<std::uint64_t> origin;
  std::vector<std::uint64_t> extent;
};

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

// "0,1,*,2..4": a number, a range or all for each axis.
Box parse_box(std::string_view text, const TableCase& of_case) {
  const auto& dims = of_case.layout.dims;
  const bool is_grundy = of_case.quantity == Quantity::grundy;
  const auto parts = split(text, ',');
  if (parts.size() != dims.size())
    throw Error(
        ErrorKind::input,
        fmt::format("--at: {} places; expected {}: {}a size for each of {} piles", parts.size(),
                    dims.size(), is_grundy ? "" : "matrix, first player, and ",
                    dims.size() - (is_grundy ? 0 : 2)));
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

// A line for each run along the last axis, with the place where it begins if there is more than
// one.
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

void get(const GetOptions& options, Output& output) {
  const Format format = options.format.parsed();
  const auto table = TableReader::complete(options.file);
  const std::size_t k = find_case(table, options.of_case);
  const Box box = parse_box(options.at, table.cases()[k]);
  const auto values = table.wide_values(k, box.origin, box.extent);
  if (format == Format::json)
    output.write_json({{"type", "values"},
                       {"case", table.cases()[k].name},
                       {"origin", box.origin},
                       {"extent", box.extent}},
                      "values", values.size(),
                      [&](std::size_t cell) { return Json(values[cell]); });
  else
    print_text(output, box, values);
}

}  // namespace

void add_get_command(CLI::App& app, Output& output) {
  auto* command = app.add_subcommand("get", "One value, or a slice, out of a table file");
  command->footer(
      "Places are those of the table's axes: matrix, first player, size of each pile; of Grundy "
      "values only the piles.\n\nExample:\n"
      "  nimsweep get out/theorems.h5 --case n3_N2 --at 0,0,2,*");
  auto options = std::make_shared<GetOptions>();
  command->add_option("file", options->file, "The table file")->type_name("FILE")->required();
  command
      ->add_option("--case", options->of_case, "The case, e.g. n3_N4; needed if there are several")
      ->type_name("NAME");
  command->add_option("--at", options->at, "A number, a range such as 0..3, or * for each axis")
      ->type_name("M,I,X,..")
      ->required();
  options->format.add_to(*command, false);
  command->callback([options, &output] { get(*options, output); });
}

}  // namespace nimsweep
