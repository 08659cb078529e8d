// Moore's Nim_k (002): a move takes counters from at least one and at most k piles, any number from
// each. With k = 1 it is Nim.
#include <fmt/format.h>

#include "games/argument.hpp"
#include "games/lower.hpp"
#include "nimsweep/games/registry.hpp"

namespace nimsweep {

using namespace games_detail;

namespace {

class Moore final : public Ruleset {
 public:
  explicit Moore(int most) : Ruleset(fmt::format("moore:{}", most)), most_(most) {}

  bool is_sum() const override { return most_ == 1; }
  MoveShape move_shape() const override { return LowerSome{most_}; }

 private:
  void visit_moves(Position& position, Seat, OptionVisitor visit) const override {
    std::vector<std::size_t> chosen;
    visit_choices(position, 0, chosen, visit);
  }

  // The moves in the chosen piles and at least one more, from pile `from` on.
  bool visit_choices(Position& position, std::size_t from, std::vector<std::size_t>& chosen,
                     OptionVisitor visit) const {
    if (chosen.size() == static_cast<std::size_t>(most_)) return true;
    for (std::size_t j = from; j < position.piles.size(); ++j) {
      if (position.piles[j] == 0) continue;
      chosen.push_back(j);
      if (!visit_lowered(position, chosen, visit)) return false;
      if (!visit_choices(position, j + 1, chosen, visit)) return false;
      chosen.pop_back();
    }
    return true;
  }

  int most_;
};

}  // namespace

Game moore_game() {
  return {.name = "moore",
          .argument = "K",
          .summary = "take any number of counters from each of at most K piles",
          .example_argument = "2",
          .example_piles = "3,2,2",
          .make = [](std::string_view argument) -> std::unique_ptr<Ruleset> {
            return std::make_unique<Moore>(
                static_cast<int>(parse_argument("moore", argument, 1, 1'000'000)));
          }};
}

}  // namespace nimsweep
