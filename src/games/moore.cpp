// take any number of counters from each of at most K piles
#include <algorithm>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/games/registry.hpp"

namespace nimsweep {

namespace {

class Moore final : public Ruleset {
 public:
  explicit Moore(int most) : Ruleset("moore:" + std::to_string(most)), most_(most) {}

  MoveShape move_shape() const override { return LowerSome{most_}; }

 private:
  void visit_moves(Position& position, Seat, OptionVisitor visit) const override {
    lower(position, 0, most_, visit);
  }

  static bool lower(Position& position, std::size_t from, int most, OptionVisitor visit) {
    for (std::size_t j = from; most > 0 && j < position.piles.size(); ++j) {
      const Counters before = position.piles[j];
      while (position.piles[j] > 0) {
        --position.piles[j];
        if (!visit(position) || !lower(position, j + 1, most - 1, visit)) return false;
      }
      position.piles[j] = before;
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
            const auto most = parse_number(argument, 1000);
            if (!most || *most == 0) throw Error(ErrorKind::input, "moore: expected moore:K");
            return std::make_unique<Moore>(static_cast<int>(*most));
          }};
}

}  // namespace nimsweep
