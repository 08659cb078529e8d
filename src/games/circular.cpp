// Circular Nim (Dufour and Heubach; 000): the piles stand in a circle. A move chooses K consecutive
// piles and takes at least one counter in all from one or more of them. If there are no more than K
// piles, these are all of them.
#include <fmt/format.h>

#include <algorithm>

#include "games/argument.hpp"
#include "games/lower.hpp"
#include "nimsweep/games/registry.hpp"

namespace nimsweep {

using namespace games_detail;

namespace {

class Circular final : public Ruleset {
 public:
  explicit Circular(std::size_t window)
      : Ruleset(fmt::format("circular:{}", window)), window_(window) {}

  MoveShape move_shape() const override { return LowerNeighbours{window_}; }

 private:
  void visit_moves(Position& position, Seat, OptionVisitor visit) const override {
    for (std::size_t first = 0; first < position.piles.size(); ++first) {
      if (position.piles[first] == 0) continue;
      std::vector<std::size_t> chosen{first};
      if (!visit_choices(position, 1, chosen, visit)) return;
    }
  }

  // The moves in the chosen piles, and in these and any that are `from` or more places after the
  // first of them in its window.
  bool visit_choices(Position& position, std::size_t from, std::vector<std::size_t>& chosen,
                     OptionVisitor visit) const {
    const std::size_t size = position.piles.size();
    if (is_first_window(chosen, size) && !visit_lowered(position, chosen, visit)) return false;
    for (std::size_t k = from; k < std::min(window_, size); ++k) {
      const std::size_t j = (chosen.front() + k) % size;
      if (position.piles[j] == 0) continue;
      chosen.push_back(j);
      if (!visit_choices(position, k + 1, chosen, visit)) return false;
      chosen.pop_back();
    }
    return true;
  }

  // The same piles may lie in windows that begin at several of them; they are visited once, from
  // the first of these in the row.
  bool is_first_window(std::span<const std::size_t> chosen, std::size_t size) const {
    return std::none_of(chosen.begin(), chosen.end(), [&](std::size_t first) {
      return first < chosen.front() &&
             std::all_of(chosen.begin(), chosen.end(), [&](std::size_t other) {
               return (other + size - first) % size < window_;
             });
    });
  }

  std::size_t window_;
};

}  // namespace

Game circular_game() {
  return {.name = "circular",
          .argument = "K",
          .summary = "take counters from one or more of K consecutive piles in a circle",
          .example_argument = "2",
          .example_piles = "2,1,2,1",
          .make = [](std::string_view argument) -> std::unique_ptr<Ruleset> {
            return std::make_unique<Circular>(parse_argument("circular", argument, 1, 1'000'000));
          }};
}

}  // namespace nimsweep
