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

}  // namespace nimsweep
