#include "nimsweep/hunt/mine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <variant>

#include "hunt/mine_parts.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/claims/pile_order.hpp"
#include "nimsweep/games/registry.hpp"

namespace nimsweep {

using namespace hunt_detail;

std::string hunt_detail::given_of(const MineTask& task, const Scope& scope) {
  std::string text = text_of(scope);
  std::string more = task.given;
  if (more.empty() && task.r_varies && text.find('r') == std::string::npos) more = "r >= 0";
  const bool fixes_r = std::any_of(scope.begin(), scope.end(), [](const Comparison& comparison) {
    return comparison.left == Comparison::Left::r && comparison.right.n == 0 &&
           comparison.relation == Comparison::Relation::equal;
  });
  if (fixes_r) return text;
  if (text.empty() || more.empty()) return text + more;
  return fmt::format("{} and {}", text, more);
}

std::vector<int> MineTask::all_piles() const {
  std::set<int> all(piles.begin(), piles.end());
  all.insert(check_piles.begin(), check_piles.end());
  return {all.begin(), all.end()};
}

std::uint64_t MineTask::cases() const {
  return std::uint64_t{matrices.size() + check_matrices.size()} * all_piles().size();
}

MineWay way_to_mine(const Ruleset& ruleset) {
  return ruleset.has_size_machine() ? MineWay::piles : MineWay::digits;
}

std::optional<MineResult> mine(const MineTask& task, MineProgress go_on) {
  const auto ruleset = make_ruleset(task.game);
  try {
    if (way_to_mine(*ruleset) == MineWay::digits) return mine_by_digits(task, go_on);
    return mine_by_piles(task, pile_order_of(*ruleset), go_on);
  } catch (Stopped) {
    return std::nullopt;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::interrupted) return std::nullopt;
    throw;
  }
}

}  // namespace nimsweep
