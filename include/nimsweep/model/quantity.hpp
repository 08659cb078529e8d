// What a table holds of each position.
#pragma once

#include <cstdint>
#include <string_view>

namespace nimsweep {

enum class Quantity {
  value,   // for each matrix and first player, how many seats after him the winner sits
  grundy,  // of the start of a play, which knows neither
};

// As jobs say it; a table's dataset has the same name.
constexpr std::string_view name_of(Quantity quantity) {
  return quantity == Quantity::grundy ? "grundy" : "value";
}

constexpr std::uint64_t bytes_of(Quantity quantity) {
  return quantity == Quantity::grundy ? 2 : 1;
}

}  // namespace nimsweep
