// All matrices of n players, n <= 4, by plain loops over the options of positions and without the
// library: the machine of each, and which of them have the same values. Small Nim has the same
// options, but only rows of piles in which no pile is larger than the one before.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "support/last_nim_states.hpp"

namespace definition {

template <int n>
class EverySmallMatrix {
 public:
  struct Machine {
    std::uint32_t states = 0;
    std::uint32_t letters = 1;
    std::uint32_t behaviour = 0;  // the same for matrices with the same values
  };

  // Positions of up to `max_piles` piles; 0 means any number.
  EverySmallMatrix(int max_piles, bool is_small_nim) : is_small_nim_(is_small_nim) {
    std::uint64_t count = 1;
    for (int i = 0; i < n; ++i) count *= kRows.size();
    std::unordered_map<std::string, std::uint32_t> behaviours;
    for (std::uint64_t index = 0; index < count; ++index) {
      set_rows(rows_of(digits_of(index, n)));
      Machine machine;
      const std::string values = explore(max_piles, machine);
      const auto next = static_cast<std::uint32_t>(behaviours.size());
      machine.behaviour = behaviours.try_emplace(values, next).first->second;
      machines_.push_back(machine);
    }
    behaviours_ = behaviours.size();
  }

  const std::vector<Machine>& machines() const { return machines_; }
  std::uint64_t behaviours() const { return behaviours_; }

  std::uint64_t behaviours_up_to_rotation() const {
    std::vector<std::uint32_t> smallest(behaviours_);
    for (std::uint32_t k = 0; k < behaviours_; ++k) smallest[k] = k;
    for (std::uint64_t index = 0; index < machines_.size(); ++index) {
      std::uint64_t rotated = index;
      for (int k = 1; k < n; ++k) {
        rotated = rotated_index(rotated);
        auto& least = smallest[machines_[index].behaviour];
        least = std::min(least, machines_[rotated].behaviour);
      }
    }
    std::uint64_t orbits = 0;
    for (std::uint32_t k = 0; k < behaviours_; ++k) orbits += smallest[k] == k ? 1 : 0;
    return orbits;
  }

  // Row 1 first, row 0 last.
  std::uint64_t rotated_index(std::uint64_t index) const {
    return index * kRows.size() % machines_.size() + index * kRows.size() / machines_.size();
  }

 private:
  using Vector = std::array<int, n>;

  // What the rest of a row depends on: the next pile is not larger than `last`; n means any size.
  struct State {
    Vector vector;
    int last;
  };

  inline static const std::vector<std::vector<int>> kRows = all_rows(n);

  void set_rows(const Rows& rows) {
    for (int i = 0; i < n; ++i)
      for (int place = 0; place < n; ++place)
        places_[i][(i + rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(place)]) % n] =
            place;
  }

  static int code_of(const Vector& vector) {
    int code = 0;
    for (const int winner : vector) code = 4 * code + winner;
    return code;
  }

  // The winners of a row followed by a pile of `size`, whose smaller sizes are the options.
  Vector after(const std::array<Vector, n + 1>& options, int size) const {
    Vector here{};
    for (int i = 0; i < n; ++i) {
      const auto next = static_cast<std::size_t>((i + 1) % n);
      int best = options[0][next];
      for (int left = 1; left < size; ++left) {
        const int winner = options[static_cast<std::size_t>(left)][next];
        if (places_[i][winner] < places_[i][best]) best = winner;
      }
      here[static_cast<std::size_t>(i)] = best;
    }
    return here;
  }

  // Explores breadth first, and records where each pile size leads: equal if and only if all values
  // are.
  std::string explore(int max_piles, Machine& machine) {
    State start{.vector = {}, .last = n};
    for (int i = 0; i < n; ++i) start.vector[static_cast<std::size_t>(i)] = i;
    std::vector<State> queue{start};
    std::array<std::array<bool, n + 1>, 256> is_known{};
    is_known[static_cast<std::size_t>(code_of(start.vector))][n] = true;
    std::string values;
    std::size_t end_of_level = 1;
    int piles = 0;
    for (std::size_t k = 0; k < queue.size(); ++k) {
      if (k == end_of_level) {
        end_of_level = queue.size();
        ++piles;
      }
      if (max_piles != 0 && piles == max_piles) break;
      const int last = queue[k].last;
      std::array<Vector, n + 1> options{queue[k].vector};  // by size of the next pile, from 0 on
      for (int size = 1; size <= last; ++size) {
        const Vector here = options[static_cast<std::size_t>(size)] = after(options, size);
        const int code = code_of(here);
        values.push_back(static_cast<char>(code));
        // Larger piles than `letters` are read only where any size is.
        if (last == n && size > 1 && here != options[static_cast<std::size_t>(size - 1)])
          machine.letters = std::max(machine.letters, static_cast<std::uint32_t>(size));
        const State next{here, is_small_nim_ ? size : n};
        bool& known = is_known[static_cast<std::size_t>(code)][static_cast<std::size_t>(next.last)];
        if (!std::exchange(known, true)) queue.push_back(next);
      }
    }
    std::set<std::pair<int, int>> states;
    for (const State& state : queue)
      states.emplace(code_of(state.vector),
                     std::min(state.last, static_cast<int>(machine.letters)));
    machine.states = static_cast<std::uint32_t>(states.size());
    return values;
  }

  bool is_small_nim_;
  int places_[n][n] = {};  // of each winner in P_i's order
  std::vector<Machine> machines_;
  std::uint64_t behaviours_ = 0;
};

// Computed once for each number of piles and game.
template <int n>
const EverySmallMatrix<n>& every_matrix(int max_piles, bool is_small_nim = false) {
  static std::map<std::pair<int, bool>, EverySmallMatrix<n>> known;
  const std::pair key(max_piles, is_small_nim);
  auto found = known.find(key);
  if (found == known.end())
    found =
        known
            .emplace(std::piecewise_construct, std::tuple(key), std::tuple(max_piles, is_small_nim))
            .first;
  return found->second;
}

}  // namespace definition
