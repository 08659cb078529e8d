// A heat map: coloured cells in rows and columns, with axes and a legend.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nimsweep {

struct HeatMap {
  struct Axis {
    std::string name;
    std::uint64_t from = 0;
    std::size_t length = 1;
  };
  struct Cell {
    std::string colour;  // #rrggbb
    std::string label;   // shown if there is room

    friend bool operator==(const Cell&, const Cell&) = default;
  };
  struct Key {
    std::string colour;
    std::string meaning;
  };

  std::string title;
  Axis down;
  Axis across;
  std::vector<Cell> cells;  // row by row
  std::vector<Key> legend;
};

std::string svg_of(const HeatMap& map);

// Does a file that begins like this hold a heat map?
bool begins_like_a_picture(std::string_view beginning);

}  // namespace nimsweep
