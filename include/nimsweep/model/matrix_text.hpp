// Alliance matrices as people write them: `sam`, `ssam:R`, `index:K`, or rows such as
// "0 2 1 / 0 1 2 / 0 2 1".
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "nimsweep/model/alliance_matrix.hpp"

namespace nimsweep {

struct MatrixFamily {
  std::string_view syntax;
  std::string_view summary;
};

// Every form that parse_matrix reads.
std::span<const MatrixFamily> matrix_families();

// Does it name a family, which fits any number of players, rather than give rows?
bool names_family(std::string_view text);

// Rows determine the number of players; `players`, if given, must agree. The other forms need it.
AllianceMatrix parse_matrix(std::string_view text, std::optional<int> players);

// The rows, in the form that parse_matrix reads.
std::string to_text(const AllianceMatrix& matrix);

}  // namespace nimsweep
