// Texts of ours as LaTeX.
#pragma once

#include <string>
#include <string_view>

namespace nimsweep {

// A text with the characters that LaTeX takes for commands written out.
std::string latex_text(std::string_view text);

// What statement.hpp writes, "x_{n-1} >= 1 and n mod 2 = 0", for the mathematics of LaTeX.
std::string latex_mathematics(std::string_view text);

// "SAM", "SSAM^1" or rows, as describe_matrix has them, with their dollars.
std::string latex_matrix(std::string_view matrix);

}  // namespace nimsweep
