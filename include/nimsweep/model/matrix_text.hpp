// Alliance matrices as people write them: by a name, `sam`, `ssam:R`, `formula:(2*j + i) mod n`,
// `teams:0,2/1,3` and so on, or rows such as "0 2 1 / 0 1 2 / 0 2 1". The papers' SAM and SSAM^R
// are read as well, and rows as JSON has them: [[0,2,1],[0,1,2],[0,2,1]].
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
  bool says_players;         // each of its matrices is for one number of players

  // "ssam" of "ssam:R"; "rows" for those.
  std::string_view name() const noexcept;
};

// Every form that parse_matrix reads.
std::span<const MatrixFamily> matrix_families();

// The same for messages: "sam, ssam:R, .., or rows such as "0 1 / 1 0"".
std::string matrix_forms();

// Does it begin with the name of a family, rather than give rows?
bool names_family(std::string_view text);

// Does the number of players have to be given as well?
bool needs_players(std::string_view text);

// Are its rows equal, whatever the number of players? Only names tell: false for rows.
bool has_equal_rows(std::string_view text);

// The one way of writing it that the program itself uses: ssam:1 for SSAM^1, and for rows no
// brackets; no blanks around it or after the colon. A text that is not a matrix may come out
// unchanged.
std::string canonical_matrix(std::string_view text);

// Throws Error(input) if `text` names a family that does not exist.
void check_family(std::string_view text);

// Throws Error(input) unless it is a matrix for some number of players.
void check_matrix(std::string_view text);

// `players` may be left out unless needs_players(text); if given, it must agree.
AllianceMatrix parse_matrix(std::string_view text, std::optional<int> players);

// The rows, in the form that parse_matrix reads.
std::string to_text(const AllianceMatrix& matrix);

}  // namespace nimsweep
