// The value of Last Nim for one matrix and one number of piles, as a function of the few piles that
// matter and of the size classes that it tells apart. It is read off the game's machine, layer by
// layer from the last pile to the first, so it is exact whatever the number of piles.
//
// In Small Nim only rows in descending order are positions. Elsewhere the function takes a pile
// that is larger than one before it to be as small as that one.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "nimsweep/claims/pile_order.hpp"
#include "nimsweep/model/alliance_matrix.hpp"

namespace nimsweep::hunt_detail {

struct ValueFunction {
  // Nobody would want to read a closed form that needs more.
  static constexpr std::size_t kMostCells = 64;
  static constexpr std::size_t kMostValues = 8;

  struct Pile {
    int number = 0;               // from 1
    std::vector<int> thresholds;  // c: x <= c is told apart from x > c; ascending

    std::size_t classes() const noexcept { return thresholds.size() + 1; }
  };

  std::vector<Pile> piles;  // those that matter, in order
  std::vector<int> values;  // of each cell: a class of sizes for each pile, the last pile's fastest
};

// A value function without its numbers: functions of one shape have the same case list.
struct Shape {
  std::vector<std::size_t> classes;  // of each pile
  std::vector<std::size_t> cells;    // the value of each cell, numbered by first appearance

  std::size_t values() const noexcept;  // how many different ones

  friend auto operator<=>(const Shape&, const Shape&) = default;
};

Shape shape_of(const ValueFunction& function);

// The numbers that a shape leaves open: pile numbers, then thresholds pile by pile, then values in
// order of first appearance.
std::vector<int> numbers_of(const ValueFunction& function);

// Why there is no such function.
struct NoFunction {
  std::string reason;
};

// For positions of N nonempty piles of every size.
std::variant<ValueFunction, NoFunction> value_function(const AllianceMatrix& matrix, int passes,
                                                       int N, PileOrder order = PileOrder::any);

}  // namespace nimsweep::hunt_detail
