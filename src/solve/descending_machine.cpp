#include "nimsweep/solve/descending_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep {

namespace {

using StateId = DescendingMachine::StateId;

// From which size on all piles lead to the same state.
std::size_t saturation(std::span<const StateId> next) {
  std::size_t size = next.size();
  while (size > 1 && next[size - 2] == next.back()) --size;
  return size;
}

std::size_t letters_after_huge_piles(const PrefixMachine& last_nim) {
  std::size_t letters = 1;
  StateId state = 0;
  for (std::size_t piles = 0; piles < last_nim.size(); ++piles) {  // then states repeat
    letters = std::max(letters, saturation(last_nim.next(state)));
    state = last_nim.next(state).back();
  }
  return letters;
}

}  // namespace

DescendingMachine::DescendingMachine(PrefixMachine last_nim, std::size_t max_states)
    : last_nim_(std::move(last_nim)), letters_(letters_after_huge_piles(last_nim_)) {
  assert(last_nim_.explored() == last_nim_.size());
  constexpr StateId kNone = std::numeric_limits<StateId>::max();
  std::vector<StateId> ids(last_nim_.size() * letters_, kNone);
  const auto id_of = [&](StateId in_last_nim, std::size_t last) {
    StateId& id = ids[in_last_nim * letters_ + last - 1];
    if (id == kNone) {
      id = static_cast<StateId>(states_.size());
      states_.push_back({.in_last_nim = in_last_nim, .last = last, .next = 0});
    }
    return id;
  };
  id_of(0, letters_);
  for (StateId id = 0; id < states_.size(); ++id) {
    states_[id].next = next_.size();
    const auto [in_last_nim, last, begin] = states_[id];
    for (std::size_t size = 1; size <= last; ++size)
      next_.push_back(id_of(last_nim_.next(in_last_nim)[size - 1], size));
    if (states_.size() > max_states)
      throw Error(ErrorKind::input,
                  fmt::format("the machine has too many states; expected at most {}",
                              to_grouped_decimal(max_states)));
  }
}

}  // namespace nimsweep
