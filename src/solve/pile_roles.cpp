#include "nimsweep/solve/pile_roles.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <utility>
#include <variant>

#include "nimsweep/base/hash.hpp"
#include "nimsweep/solve/small_nim_solver.hpp"

namespace nimsweep {

namespace {

using State = LastNimMachine::State;
using StateId = std::uint32_t;

struct StateHash {
  std::size_t operator()(const State& state) const noexcept {
    std::uint64_t hash = 0;
    for (const OutcomeVector vector : state) hash = mix(hash, vector.word());
    return hash;
  }
};

// The states met so far and where piles lead from them, worked out once each.
class States {
 public:
  explicit States(const LastNimMachine& machine) : machine_(machine), walk_(machine) {}

  StateId start() { return id_of(machine_.start()); }
  const State& operator[](StateId id) const { return *states_[id]; }
  std::size_t size() const noexcept { return states_.size(); }

  StateId after(StateId from, Counters pile) {
    if (machine_.passes() == 0)  // then larger piles are alike
      pile = std::min(pile, static_cast<Counters>(machine_.players()));
    const auto [step, is_new] = steps_.try_emplace({from, pile}, 0);
    if (!is_new) return step->second;
    walk_.begin(*states_[from]);
    walk_.grow_to(pile);
    const StateId to = id_of(walk_.state());
    return step->second = to;
  }

  // Where piles of 1, 2, .. counters lead, up to the size from which on nothing changes.
  const std::vector<StateId>& after_any(StateId from) {
    std::vector<StateId>& found = after_any_[from];
    if (!found.empty()) return found;
    walk_.begin(*states_[from]);
    do found.push_back(id_of(walk_.state()));
    while (walk_.grow());
    return found;
  }

 private:
  using Step = std::pair<StateId, Counters>;
  struct StepHash {
    std::size_t operator()(const Step& step) const noexcept {
      return mix(mix(0, step.first), step.second);
    }
  };

  StateId id_of(const State& state) {
    const auto [entry, is_new] = ids_.try_emplace(state, static_cast<StateId>(states_.size()));
    if (is_new) states_.push_back(&entry->first);
    return entry->second;
  }

  const LastNimMachine& machine_;
  PileWalk walk_;
  std::unordered_map<State, StateId, StateHash> ids_;
  std::vector<const State*> states_;  // the keys of ids_
  std::unordered_map<Step, StateId, StepHash> steps_;
  std::unordered_map<StateId, std::vector<StateId>> after_any_;
};

// The positions that differ in one pile, grouped by their state. A group is a linked list of the
// piles that they differ in, so that joining two groups takes no time.
class Groups {
 public:
  // A position that differs in `pile` has come to `state`.
  void add(StateId state, std::size_t pile) {
    links_.push_back({pile, kNone});
    join(state, {links_.size() - 1, links_.size() - 1});
  }

  // All states go on, through `next`.
  template <class Next>
  void advance(Next next) {
    std::vector<std::pair<StateId, List>> before;
    before.swap(groups_);
    for (const auto& [state, list] : before) places_[state] = kNone;
    for (const auto& [state, list] : before) join(next(state), list);
  }

  // What has come to `state` is no longer of interest.
  void drop(StateId state) {
    if (state >= places_.size() || places_[state] == kNone) return;
    const std::size_t place = std::exchange(places_[state], kNone);
    if (place + 1 < groups_.size()) {
      groups_[place] = groups_.back();
      places_[groups_[place].first] = place;
    }
    groups_.pop_back();
  }

  // Calls visit(state, pile) for every position.
  template <class Visit>
  void visit_all(Visit visit) const {
    for (const auto& [state, list] : groups_)
      for (std::size_t link = list.begin; link != kNone; link = links_[link].next)
        visit(state, links_[link].pile);
  }

 private:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  struct Link {
    std::size_t pile;
    std::size_t next;
  };
  struct List {
    std::size_t begin;
    std::size_t end;  // the last link
  };

  void join(StateId state, List list) {
    if (state >= places_.size()) places_.resize(state + std::size_t{1}, kNone);
    if (places_[state] == kNone) {
      places_[state] = groups_.size();
      groups_.emplace_back(state, list);
      return;
    }
    List& present = groups_[places_[state]].second;
    links_[present.end].next = list.begin;
    present.end = list.end;
  }

  std::vector<Link> links_;
  std::vector<std::pair<StateId, List>> groups_;
  std::vector<std::size_t> places_;  // in groups_, by state
};

// From which size on all piles are alike in rows of up to `piles` piles in descending order: as
// after huge piles (see DescendingMachine).
Counters letters_of_rows(States& states, std::size_t piles) {
  std::size_t letters = 1;
  StateId state = states.start();
  for (std::size_t k = 0; k < piles; ++k) {
    const auto& after = states.after_any(state);
    letters = std::max(letters, after.size());
    state = after.back();
  }
  return letters;
}

// The state of a descending row with one pile of it replaced by another one, in its place.
StateId state_with(States& states, std::span<const Counters> row, std::size_t replaced,
                   Counters pile) {
  StateId state = states.start();
  bool is_read = false;
  const auto read = [&](Counters size) {
    if (size > 0) state = states.after(state, size);
  };
  for (std::size_t j = 0; j < row.size(); ++j) {
    if (!is_read && row[j] <= pile) {
      read(pile);
      is_read = true;
    }
    if (j != replaced) read(row[j]);
  }
  if (!is_read) read(pile);
  return state;
}

}  // namespace

std::vector<PileRole> pile_roles(const LastNimMachine& machine, std::span<const Counters> piles,
                                 Seat first) {
  States states(machine);
  Groups others;
  std::vector<PileRole> roles(piles.size());
  StateId here = states.start();
  for (std::size_t j = 0; j < piles.size(); ++j) {
    roles[j].pile = j;
    if (piles[j] > 0) {
      others.advance([&](StateId state) { return states.after(state, piles[j]); });
      const StateId next = states.after(here, piles[j]);
      StateId last = next;
      for (const StateId other : states.after_any(here))
        if (other != next && other != std::exchange(last, other)) others.add(other, j);
      others.drop(next);
      here = next;
    }
    roles[j].winners = states[here].back();
  }
  const Seat winner = states[here].back()[first];
  others.visit_all([&](StateId state, std::size_t pile) {
    if (states[state].back()[first] != winner) roles[pile].matters = true;
  });
  return roles;
}

std::vector<PileRole> small_nim_pile_roles(const LastNimMachine& machine,
                                           std::span<const Counters> piles, Seat first) {
  States states(machine);
  const auto order = descending_order(piles);
  const auto row = in_order(piles, order);
  std::vector<PileRole> roles(row.size());
  StateId here = states.start();
  for (std::size_t j = 0; j < row.size(); ++j) {
    if (row[j] > 0) here = states.after(here, row[j]);
    roles[j] = {.pile = order[j], .winners = states[here].back()};
  }
  const Seat winner = states[here].back()[first];
  const Counters letters = letters_of_rows(states, row.size());
  const auto matters = [&](std::size_t j) {
    for (Counters size = 1; size <= letters; ++size)
      if (states[state_with(states, row, j, size)].back()[first] != winner) return true;
    return false;
  };
  for (std::size_t j = 0; j < row.size() && row[j] > 0; ++j) {
    const bool is_as_before = j > 0 && std::min(row[j], letters) == std::min(row[j - 1], letters);
    roles[j].matters = is_as_before ? roles[j - 1].matters : matters(j);
  }
  return roles;
}

std::vector<PileRole> pile_roles(const Question& question) {
  const LastNimMachine machine(question.matrix, static_cast<int>(question.start.passes));
  const bool is_small_nim = std::holds_alternative<LowerSmallest>(question.ruleset->move_shape());
  return is_small_nim ? small_nim_pile_roles(machine, question.start.piles, question.first)
                      : pile_roles(machine, question.start.piles, question.first);
}

}  // namespace nimsweep
