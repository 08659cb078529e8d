#include "nimsweep/solve/grundy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <variant>
#include <vector>

#include "nimsweep/base/error.hpp"

namespace nimsweep {

namespace {

// The smallest number that is not among these.
Counters mex(std::span<const Counters> values) {
  std::vector<bool> is_there(values.size() + 1);
  for (const Counters value : values)
    if (value < values.size()) is_there[value] = true;
  return static_cast<Counters>(std::find(is_there.begin(), is_there.end(), false) -
                               is_there.begin());
}

class GrundyValues {
 public:
  GrundyValues(const Ruleset& ruleset, MemoBudget budget)
      : ruleset_(ruleset), budget_(budget), memo_(ruleset, 1, budget) {
    if (!ruleset.is_impartial() || ruleset.plays() == Ruleset::Plays::endless)
      throw Error(ErrorKind::input,
                  fmt::format("{} has no Grundy values; expected a game with the same moves for "
                              "all players, whose plays end",
                              ruleset.name()));
  }

  Counters of(const Position& position) {
    const Counters* value = memo_.get(
        position, 0, [](Seat, std::span<const Counters> options) { return mex(options); });
    if (value == nullptr) throw too_many_positions(ruleset_, budget_.bytes);
    return *value;
  }

 private:
  const Ruleset& ruleset_;
  MemoBudget budget_;
  Memo<Counters> memo_;  // of one player: it does not matter who moves
};

}  // namespace

Counters grundy(const Ruleset& ruleset, const Position& position, MemoBudget budget) {
  return GrundyValues(ruleset, budget).of(position);
}

Counters grundy_of_sum(const Ruleset& ruleset, std::span<const Counters> piles, MemoBudget budget) {
  assert(ruleset.is_sum());
  const bool is_nim = std::holds_alternative<LowerSome>(ruleset.move_shape());
  GrundyValues values(ruleset, budget);
  Counters sum = 0;
  for (const Counters pile : piles) sum ^= is_nim ? pile : values.of(ruleset.start({pile}, 0));
  return sum;
}

Counters grundy_of_start(const Ruleset& ruleset, const Position& start, MemoBudget budget) {
  return ruleset.is_sum_with(start.passes) ? grundy_of_sum(ruleset, start.piles, budget)
                                           : grundy(ruleset, start, budget);
}

}  // namespace nimsweep
