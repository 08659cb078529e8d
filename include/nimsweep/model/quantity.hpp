// What a table holds for each position.
#pragma once

#include <cstdint>
#include <string_view>

namespace nimsweep {

enum class Quantity {
  value,   // how many seats after the first player the winner sits; per matrix and player
  grundy,  // of a starting position; there are neither matrices nor players
};

// The name in jobs, and of a table's dataset.
constexpr std::string_view name_of(Quantity quantity) {
  return quantity == Quantity::grundy ? "grundy" : "value";
}

constexpr std::uint64_t bytes_of(Quantity quantity) {
  return quantity == Quantity::grundy ? 2 : 1;
}

}  // namespace nimsweep
