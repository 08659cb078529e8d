#include "nimsweep/digits/mode.hpp"

#include <variant>

namespace nimsweep {

bool has_zero_moves(const Ruleset& ruleset) {
  return std::holds_alternative<LowerOrKeep>(ruleset.move_shape());
}

Mode mode_of(const Position& position) noexcept {
  auto mode = static_cast<Mode>(position.passes);
  for (const Counters flag : position.state) mode = mode << 1 | static_cast<Mode>(flag);
  return mode;
}

Position position_in(Mode mode, std::span<const Counters> piles, bool has_zero_moves) {
  Position position{.piles = {piles.begin(), piles.end()}};
  if (!has_zero_moves) {
    position.passes = mode;
    return position;
  }
  for (std::size_t j = 0; j < piles.size(); ++j)
    position.state.push_back(piles[j] > 0 ? mode >> (piles.size() - 1 - j) & 1 : 0);
  return position;
}

}  // namespace nimsweep
