#include "games/lower.hpp"

namespace nimsweep::games_detail {

bool visit_lowered(Position& position, std::span<const std::size_t> chosen, OptionVisitor visit) {
  if (chosen.empty()) return visit(position);
  Counters& pile = position.piles[chosen.front()];
  const Counters size = pile;
  while (pile > 0) {
    --pile;
    if (!visit_lowered(position, chosen.subspan(1), visit)) return false;
  }
  pile = size;
  return true;
}

bool visit_each_lowered(Position& position, OptionVisitor visit) {
  for (std::size_t j = 0; j < position.piles.size(); ++j)
    if (position.piles[j] > 0 && !visit_lowered(position, {&j, 1}, visit)) return false;
  return true;
}

}  // namespace nimsweep::games_detail
