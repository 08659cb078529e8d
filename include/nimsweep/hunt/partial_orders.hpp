// All partial orders of n winners: what a walk may know of a player's preferences. There are 3, 19,
// 219, 4,231 and 130,023 of them for n = 2..6. An order is known by its number; number 0 knows
// nothing.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "nimsweep/hunt/packed_machine.hpp"
#include "nimsweep/model/seat.hpp"

namespace nimsweep {

// A relation of seats: bit 8 a + b says that a is preferred to b.
using Relation = std::uint64_t;

constexpr Relation preference(Seat a, Seat b) noexcept {
  return Relation{1} << (8 * a + b);
}

class PartialOrders {
 public:
  using Number = std::uint32_t;

  static constexpr int kMaxPlayers = 6;

  // The orders of this many winners, made on first use.
  static const PartialOrders& of(int players);

  int players() const noexcept { return players_; }
  std::size_t size() const noexcept { return relations_.size(); }

  Relation relation(Number order) const noexcept { return relations_[order]; }
  const Choices& choices(Number order) const noexcept { return choices_[order]; }

  // The order that also knows that a is preferred to b, which was undecided.
  Number with(Number order, Seat a, Seat b) const noexcept { return more_[place_of(order, a, b)]; }

  Number number_of(Relation relation) const { return numbers_.at(relation); }

 private:
  explicit PartialOrders(int players);
  std::size_t pairs() const noexcept {
    const auto n = static_cast<std::size_t>(players_);
    return n * n;
  }
  std::size_t place_of(Number order, Seat a, Seat b) const noexcept {
    const auto n = static_cast<std::size_t>(players_);
    return order * pairs() + static_cast<std::size_t>(a) * n + static_cast<std::size_t>(b);
  }
  Number add(Relation relation);

  int players_;
  std::vector<Relation> relations_;
  std::vector<Choices> choices_;
  std::vector<Number> more_;
  std::unordered_map<Relation, Number> numbers_;
};

}  // namespace nimsweep
