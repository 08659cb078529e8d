#include "nimsweep/exports/table_slice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/exports/labels.hpp"
#include "nimsweep/model/outcome_vector.hpp"
#include "nimsweep/model/seat.hpp"
#include "nimsweep/records/records.hpp"

namespace nimsweep {

namespace {

// Light for 0, dark for the largest value.
std::string grundy_colour(int value, int largest) {
  constexpr std::array kLight = {247, 251, 255};
  constexpr std::array kDark = {8, 48, 107};
  const auto mixed = [&](std::size_t part) {
    return kLight[part] + (kDark[part] - kLight[part]) * value / std::max(largest, 1);
  };
  return fmt::format("#{:02x}{:02x}{:02x}", mixed(0), mixed(1), mixed(2));
}

void colour_by_winner(HeatMap& map, const TableSlice& slice) {
  constexpr std::string_view kNobodyColour = "#dddddd";
  const auto& [origin, extent] = slice.box;
  const int n = slice.players;
  const bool is_first_fixed = extent[kFirstAxis] == 1;
  const std::size_t run =
      slice.values.size() / (extent[kMatrixAxis] * extent[kFirstAxis]);  // per first player
  bool has_nobody = false;
  for (std::size_t cell = 0; cell < slice.values.size(); ++cell) {
    const int value = slice.values[cell];
    const auto first = static_cast<int>(origin[kFirstAxis] + cell / run % extent[kFirstAxis]);
    const bool is_nobody = value == kNoValue;
    has_nobody = has_nobody || is_nobody;
    map.cells.push_back({std::string(is_nobody ? kNobodyColour : seat_colour((first + value) % n)),
                         is_nobody ? "-" : std::to_string(value)});
  }
  for (Seat winner = 0; winner < n; ++winner) {
    std::string meaning = fmt::format("P_{} wins", winner);
    if (is_first_fixed)
      meaning +=
          fmt::format(", value {}", value_of(winner, static_cast<Seat>(origin[kFirstAxis]), n));
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

// "matrix,first,x1,x2,value".
std::string csv_names(const TableSlice& slice) {
  const std::size_t before = axes_before_piles(slice.quantity);
  std::string names = before > 0 ? "matrix,first," : "";
  for (std::size_t axis = before; axis < slice.box.extent.size(); ++axis)
    names += fmt::format("x{},", axis - before + 1);
  return fmt::format("{}{}\n", names, name_of(slice.quantity));
}

}  // namespace

TableSlice read_slice(const TableReader& table, std::size_t case_number, ChunkLayout::Box box) {
  const TableCase& table_case = table.cases()[case_number];
  TableSlice slice{.game = table.header().game,
                   .case_name = table_case.name,
                   .quantity = table_case.quantity,
                   .box = std::move(box),
                   .values = {}};
  if (slice.quantity != Quantity::grundy) {
    slice.players = static_cast<int>(table_case.layout.dims[kFirstAxis]);
    if (slice.box.extent[kMatrixAxis] == 1)
      slice.matrix = describe_matrix(table.matrix(case_number, slice.box.origin[kMatrixAxis]));
  }
  slice.values = table.wide_values(case_number, slice.box.origin, slice.box.extent);
  return slice;
}

std::size_t axes_before_piles(Quantity quantity) {
  return quantity == Quantity::grundy ? 0 : kPileAxes;
}

std::string axis_title(Quantity quantity, std::size_t axis) {
  const std::size_t before = axes_before_piles(quantity);
  if (axis >= before) return fmt::format("pile {}", axis - before + 1);
  return axis == kMatrixAxis ? "matrix" : "first player";
}

std::string title_of(const TableSlice& slice, std::optional<std::size_t> but) {
  const auto& [origin, extent] = slice.box;
  const std::size_t before = axes_before_piles(slice.quantity);
  std::string title = fmt::format("{}, {}", slice.game, slice.case_name);
  for (std::size_t axis = 0; axis < extent.size(); ++axis) {
    if (extent[axis] > 1 || axis == but) continue;
    if (axis >= before)
      title += fmt::format(", {}: {}", axis_title(slice.quantity, axis), origin[axis]);
    else if (axis == kMatrixAxis)
      title += ", " + slice.matrix;
    else
      title += fmt::format(", P_{} first", origin[axis]);
  }
  return title;
}

HeatMap heat_map_of(const TableSlice& slice) {
  constexpr std::size_t kMostDrawn = 250'000;
  const auto& [origin, extent] = slice.box;
  if (slice.values.empty()) throw Error(ErrorKind::input, "no values; expected at least one");
  if (slice.values.size() > kMostDrawn)
    throw Error(ErrorKind::input, fmt::format("{} values; expected at most {}",
                                              to_grouped_decimal(slice.values.size()),
                                              to_grouped_decimal(kMostDrawn)));
  std::vector<std::size_t> drawn;
  for (std::size_t axis = 0; axis < extent.size(); ++axis)
    if (extent[axis] > 1) drawn.push_back(axis);
  if (drawn.size() > 2)
    throw Error(ErrorKind::input,
                fmt::format("{} axes with several places; expected one or two", drawn.size()));
  HeatMap map;
  map.title = title_of(slice);
  const auto axis_of = [&](std::size_t axis) {
    return HeatMap::Axis{axis_title(slice.quantity, axis), slice.box.origin[axis],
                         static_cast<std::size_t>(slice.box.extent[axis])};
  };
  map.across = axis_of(drawn.empty() ? extent.size() - 1 : drawn.back());
  if (drawn.size() == 2) map.down = axis_of(drawn.front());
  if (slice.quantity == Quantity::grundy)
    colour_by_grundy(map, slice.values);
  else
    colour_by_winner(map, slice);
  return map;
}

void write_csv(const TableSlice& slice, FunctionRef<void(std::string_view)> write) {
  constexpr std::size_t kPiece = 1 << 16;
  const auto& [origin, extent] = slice.box;
  const bool may_lack_a_winner = slice.quantity != Quantity::grundy;
  std::string text = csv_names(slice);
  std::vector<std::uint64_t> place = origin;
  for (const std::uint16_t value : slice.values) {
    for (const std::uint64_t coordinate : place)
      fmt::format_to(std::back_inserter(text), "{},", coordinate);
    if (!may_lack_a_winner || value != kNoValue)
      fmt::format_to(std::back_inserter(text), "{}", value);
    text += '\n';
    if (text.size() >= kPiece) {
      write(text);
      text.clear();
    }
    for (std::size_t axis = place.size(); axis-- > 0;) {
      if (++place[axis] < origin[axis] + extent[axis]) break;
      place[axis] = origin[axis];
    }
  }
  write(text);
}

}  // namespace nimsweep
