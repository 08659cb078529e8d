// A value for every (position, player to move) below a given one, worked out from the values of the
// options, each once. The recursion is an explicit stack, so a long play cannot overflow the
// program's own; a budget keeps a hopeless position from taking all memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/games/ruleset.hpp"
#include "nimsweep/solve/turn.hpp"

namespace nimsweep {

struct MemoBudget {
  std::uint64_t bytes = std::uint64_t{1} << 30;  // for positions, about
  std::uint64_t visits = 300'000'000;            // of options; some ten seconds
};

// The error for a position that needs more than this many bytes.
Error too_many_positions(const Ruleset& ruleset, std::uint64_t bytes);

template <class Value>
class Memo {
 public:
  Memo(const Ruleset& ruleset, int players, MemoBudget budget)
      : ruleset_(ruleset), players_(players), budget_(budget) {}

  // The value of `position` with `player` to move, or nullptr if the budget does not reach.
  // `evaluate(player, values)` gives the value from those of the options, in the ruleset's order.
  template <class Evaluate>
  const Value* get(const Position& position, Seat player, Evaluate evaluate) {
    entry_bytes_ = bytes_of_turn(position);  // all positions of a play have as many piles
    std::vector<Turn> waiting{{position, player}};
    std::vector<Value> values;
    while (!waiting.empty()) {
      const Turn turn = waiting.back();
      if (values_.contains(turn)) {
        waiting.pop_back();
        continue;
      }
      values.clear();
      bool complete = true;
      const Seat next = next_seat(turn.player, players_);
      ruleset_.visit_options(turn.position, turn.player, [&](const Position& option) {
        ++visits_;
        const auto known = values_.find(Turn{option, next});
        if (known != values_.end()) {
          values.push_back(known->second);
        } else {
          complete = false;
          waiting.push_back({option, next});
        }
        return within_budget(waiting.size());
      });
      if (!within_budget(waiting.size())) return nullptr;
      if (complete) {
        values_.emplace(turn, evaluate(turn.player, std::span<const Value>(values)));
        waiting.pop_back();
      }
    }
    return &values_.find(Turn{position, player})->second;
  }

 private:
  bool within_budget(std::size_t waiting) const noexcept {
    return (values_.size() + waiting) * entry_bytes_ <= budget_.bytes && visits_ <= budget_.visits;
  }

  const Ruleset& ruleset_;
  int players_;
  MemoBudget budget_;
  std::uint64_t entry_bytes_ = 0;
  std::uint64_t visits_ = 0;
  std::unordered_map<Turn, Value, TurnHash> values_;
};

}  // namespace nimsweep
