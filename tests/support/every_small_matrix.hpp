// All matrices of n players, n <= 4, by plain loops over the options of positions and without the
// library: the machine of each, and which of them have the same values.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
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
  explicit EverySmallMatrix(int max_piles) {
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

  // Explores breadth first, and records where each pile size leads: equal if and only if all values
  // are.
  std::string explore(int max_piles, Machine& machine) {
    Vector start{};
    for (int i = 0; i < n; ++i) start[static_cast<std::size_t>(i)] = i;
    std::vector<Vector> queue{start};
    std::array<bool, 256> is_known{};
    is_known[static_cast<std::size_t>(code_of(start))] = true;
    std::string values;
    std::size_t end_of_level = 1;
    int piles = 0;
    for (std::size_t k = 0; k < queue.size(); ++k) {
      if (k == end_of_level) {
        end_of_level = queue.size();
        ++piles;
      }
      if (max_piles != 0 && piles == max_piles) break;
      std::array<Vector, n + 1> options{queue[k]};  // the options of a pile of each size, from 0 on
      for (int size = 1; size <= n; ++size) {
        Vector& here = options[static_cast<std::size_t>(size)];
        for (int i = 0; i < n; ++i) {
          int best = options[0][static_cast<std::size_t>((i + 1) % n)];
          for (int left = 1; left < size; ++left) {
            const int winner =
                options[static_cast<std::size_t>(left)][static_cast<std::size_t>((i + 1) % n)];
            if (places_[i][winner] < places_[i][best]) best = winner;
          }
          here[static_cast<std::size_t>(i)] = best;
        }
        const int code = code_of(here);
        values.push_back(static_cast<char>(code));
        if (size > 1 && here != options[static_cast<std::size_t>(size - 1)])
          machine.letters = std::max(machine.letters, static_cast<std::uint32_t>(size));
        if (is_known[static_cast<std::size_t>(code)]) continue;
        is_known[static_cast<std::size_t>(code)] = true;
        queue.push_back(here);
      }
    }
    machine.states = static_cast<std::uint32_t>(queue.size());
    return values;
  }

  int places_[n][n] = {};  // of each winner in P_i's order
  std::vector<Machine> machines_;
  std::uint64_t behaviours_ = 0;
};

// Computed once for each number of piles.
template <int n>
const EverySmallMatrix<n>& every_matrix(int max_piles) {
  static std::map<int, EverySmallMatrix<n>> known;
  auto found = known.find(max_piles);
  if (found == known.end()) found = known.try_emplace(max_piles, max_piles).first;
  return found->second;
}

}  // namespace definition
