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

// Is it the name of a family, which fits any number of players, and not rows?
bool names_family(std::string_view text);

// Rows say themselves how many players there are; if `players` is given too it has to agree. The
// other forms need it.
AllianceMatrix parse_matrix(std::string_view text, std::optional<int> players);

// The rows, as parse_matrix reads them.
std::string to_text(const AllianceMatrix& matrix);

}  // namespace nimsweep
