// Alliance matrices by formula: a number built from i, j, n and integers with + - * mod is the
// entry of row i at place j, mod n. Rows and places count from 0. So "j" is SAM and "-j" the
// reverse order. A formula may also use r, which then has several values: "j + r" is SSAM^r.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/expression.hpp"

namespace nimsweep {

class MatrixFormula {
 public:
  // Throws Error(input), "column 3: what is wrong; what is expected".
  static MatrixFormula parse(std::string_view text, bool may_use_r = false);

  const std::string& text() const noexcept { return entry_.text(); }

  // Do rows depend on i? Does the matrix depend on r?
  bool uses_i() const noexcept;
  bool uses_r() const noexcept;

  // A formula that uses r needs it. Throws Error(input), naming the row, unless every row is a
  // permutation: "2*j" is a matrix for odd n only.
  AllianceMatrix matrix(int players, std::optional<int> r = std::nullopt) const;

  // The entry as constant + j * place + r * shift, mod n, for every n; nothing if it depends on i
  // or is not of that form.
  struct Linear {
    std::int64_t constant = 0;
    std::int64_t j = 0;
    std::int64_t r = 0;
  };
  std::optional<Linear> linear() const noexcept;

 private:
  explicit MatrixFormula(Expression entry) : entry_(std::move(entry)) {}

  Expression entry_;
};

}  // namespace nimsweep
