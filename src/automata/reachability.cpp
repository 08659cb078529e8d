#include "nimsweep/automata/reachability.hpp"

namespace nimsweep {

std::vector<bool> leading_to(std::size_t states, ArrowVisitor visit_targets,
                             FunctionRef<bool(std::uint32_t)> wanted) {
  std::vector<std::vector<std::uint32_t>> before(states);
  std::vector<bool> leads(states);
  std::vector<std::uint32_t> open;
  for (std::uint32_t id = 0; id < states; ++id) {
    visit_targets(id, [&](std::uint32_t target) { before[target].push_back(id); });
    if (!wanted(id)) continue;
    leads[id] = true;
    open.push_back(id);
  }
  while (!open.empty()) {
    const std::uint32_t id = open.back();
    open.pop_back();
    for (const std::uint32_t from : before[id])
      if (!leads[from]) {
        leads[from] = true;
        open.push_back(from);
      }
  }
  return leads;
}

// A state that no arrow leads to is left for good after the first step. Taking such states away
// again and again leaves those that are wanted.
std::vector<std::uint32_t> ends_of_long_paths(std::size_t states, ArrowVisitor visit_targets) {
  std::vector<std::size_t> arrows(states);  // that lead there
  for (std::uint32_t id = 0; id < states; ++id)
    visit_targets(id, [&](std::uint32_t target) { ++arrows[target]; });
  std::vector<std::uint32_t> left;
  for (std::uint32_t id = 0; id < states; ++id)
    if (arrows[id] == 0) left.push_back(id);
  std::vector<bool> is_left(states);
  while (!left.empty()) {
    const std::uint32_t id = left.back();
    left.pop_back();
    is_left[id] = true;
    visit_targets(id, [&](std::uint32_t target) {
      if (--arrows[target] == 0) left.push_back(target);
    });
  }
  std::vector<std::uint32_t> ends;
  for (std::uint32_t id = 0; id < states; ++id)
    if (!is_left[id]) ends.push_back(id);
  return ends;
}

}  // namespace nimsweep
