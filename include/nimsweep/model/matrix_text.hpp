// Alliance matrices as people write them: `sam`, `ssam:R`, `index:K`, or rows such as
// "0 2 1 / 0 1 2 / 0 2 1". The papers' SAM and SSAM^R are read as well, and rows as JSON has them:
// [[0,2,1],[0,1,2],[0,2,1]].
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
  std::string_view example;  // one that fits three players

  // "ssam" of "ssam:R"; "rows" for those.
  std::string_view name() const noexcept;
};

// Every form that parse_matrix reads.
std::span<const MatrixFamily> matrix_families();

// Does it name a family, which fits any number of players, rather than give rows?
bool names_family(std::string_view text);

// The one way of writing it that the program itself uses: ssam:1 for SSAM^1, and for rows no
// brackets; no blanks around it. A text that is not a matrix may come out unchanged.
std::string canonical_matrix(std::string_view text);

// Throws Error(input) if `text` names a family that does not exist.
void check_family(std::string_view text);

// Rows determine the number of players; `players`, if given, must agree. The other forms need it.
AllianceMatrix parse_matrix(std::string_view text, std::optional<int> players);

// The rows, in the form that parse_matrix reads.
std::string to_text(const AllianceMatrix& matrix);

}  // namespace nimsweep
