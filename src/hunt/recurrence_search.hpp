// Looks for a recurrence that gives the value of every position of a family, learned from values
// alone.
//
// If the value before a pile and the size of the pile determine the value after it, the whole game
// is a table of steps. Such a table often has one form: a pile takes the value v up by one; but
// from a value in a *climb*, a row of successive values, a pile of x takes it up by x, at most to
// the climb's end. All matrices with equal rows are of this form. Where climbs begin and how long
// they are is then fitted with linear forms in n and r.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "nimsweep/claims/claim.hpp"
#include "nimsweep/claims/pile_order.hpp"
#include "nimsweep/model/alliance_matrix.hpp"

namespace nimsweep::hunt_detail {

// From the values begin .. begin + length - 1, mod n, a pile leads at most to begin + length.
struct Climb {
  int begin = 0;
  int length = 0;  // 2 to n

  friend auto operator<=>(const Climb&, const Climb&) = default;
};

struct NoRecurrence {
  std::string reason;
};

// The climbs of Last Nim under a matrix, in order of their begin. Where Last Nim has none, there
// may be some in Small Nim, which has fewer rows of piles to fit: those in descending order.
std::variant<std::vector<Climb>, NoRecurrence> climbs_of(const AllianceMatrix& matrix, int passes,
                                                         PileOrder order = PileOrder::any);

// A recurrence with the same shape for all of these matrices: not proved, only fitted to the
// `learned` ones. Its forms stay in range for all of them. Nothing without a common form.
std::optional<ClaimText::Recurrence> fit_recurrence(std::span<const AllianceMatrix* const> matrices,
                                                    std::span<const std::vector<Climb>> climbs,
                                                    std::size_t learned, bool with_r);

}  // namespace nimsweep::hunt_detail
