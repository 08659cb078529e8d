// Linear forms in n, N and r with small coefficients, and which of them fits best.
#pragma once

#include <compare>
#include <span>
#include <string>
#include <vector>

#include "nimsweep/model/expression.hpp"

namespace nimsweep::hunt_detail {

struct LinearForm {
  int n = 0;
  int N = 0;
  int r = 0;
  int constant = 0;

  int at(const Parameters& parameters) const noexcept {
    return n * parameters.n + N * parameters.N + r * parameters.r.value_or(0) + constant;
  }

  // How long it is: 0 for "0", 4 for "n - 1" and for "d + 1".
  int cost() const noexcept;

  // "2 * n + r - 1"; with d for N - n.
  std::string text() const;

  friend auto operator<=>(const LinearForm&, const LinearForm&) = default;
};

// Is it the shorter form, or the plainer of two as long as each other?
bool comes_before(const LinearForm& a, const LinearForm& b);

// Where a number was seen, and what it was there.
struct Sighting {
  Parameters parameters;
  int number = 0;
};

// All forms up to a cost, the shortest first.
std::vector<LinearForm> forms_up_to(int cost, bool with_r);

// Is the number what the form gives, perhaps mod n?
bool fits(const LinearForm& form, const Sighting& sighting, bool modulo_n);

// The form that fits most sightings; among equals the first, so the shortest.
LinearForm best_fit(std::span<const LinearForm> forms, std::span<const Sighting> sightings,
                    bool modulo_n);

}  // namespace nimsweep::hunt_detail
