#include "exports/latex.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "nimsweep/base/text.hpp"
#include "nimsweep/claims/claim.hpp"
#include "nimsweep/claims/statement.hpp"

namespace nimsweep {

namespace {

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

// "and", "sum", "x": letters; "nim-sum" is one word.
std::string_view word_at(std::string_view text) {
  constexpr std::string_view kNimSum = "nim-sum";
  if (text.starts_with(kNimSum)) return text.substr(0, kNimSum.size());
  return text.substr(
      0, static_cast<std::size_t>(std::ranges::find_if_not(text, is_letter) - text.begin()));
}

std::string latex_word(std::string_view word) {
  if (word.size() == 1) return std::string(word);
  if (word == "mod") return "\\bmod ";
  if (word == "in") return "\\in ";
  if (word == "and" || word == "or" || word == "not") return fmt::format("\\text{{ {} }}", word);
  return fmt::format("\\operatorname{{{}}}", word);
}

// Signs of more than one character come before those that begin them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kSigns = {{
    {"not in ", "\\notin "},
    {"!=", "\\neq "},
    {"<=", "\\leq "},
    {">=", "\\geq "},
    {"->", "\\mapsto "},
    {"..", "\\ldots "},
    {"_{", "_{"},
    {"*", "\\cdot "},
    {"{", "\\{"},
    {"}", "\\}"},
    {"%", "\\%"},
    {"#", "\\#"},
}};

}  // namespace

std::string latex_text(std::string_view text) {
  return escaped(text, {{'\\', "\\textbackslash{}"},
                        {'<', "\\textless{}"},
                        {'>', "\\textgreater{}"},
                        {'|', "\\textbar{}"},
                        {'^', "\\^{}"},
                        {'~', "\\~{}"},
                        {'&', "\\&"},
                        {'%', "\\%"},
                        {'$', "\\$"},
                        {'#', "\\#"},
                        {'_', "\\_"},
                        {'{', "\\{"},
                        {'}', "\\}"}});
}

std::string latex_mathematics(std::string_view text) {
  std::string result;
  bool is_in_index = false;  // its braces are LaTeX's own
  while (!text.empty()) {
    if (is_in_index && text.front() == '}') {
      result += '}';
      is_in_index = false;
      text.remove_prefix(1);
      continue;
    }
    const auto sign = std::ranges::find_if(
        kSigns, [&](const auto& known) { return text.starts_with(known.first); });
    if (sign != kSigns.end()) {
      result += sign->second;
      is_in_index = is_in_index || sign->first == "_{";
      text.remove_prefix(sign->first.size());
    } else if (is_letter(text.front())) {
      const std::string_view word = word_at(text);
      result += latex_word(word);
      text.remove_prefix(word.size());
    } else {
      const bool is_second_blank = text.front() == ' ' && result.ends_with(' ');
      if (!is_second_blank) result += text.front();
      text.remove_prefix(1);
    }
  }
  return result;
}

std::string latex_matrix(std::string_view matrix) {
  if (matrix == "sam") return "$\\mathrm{SAM}$";
  if (matrix == Claim::kEveryShift) return "$\\mathrm{SSAM}^{r}$";
  if (matrix.starts_with("ssam:"))
    return fmt::format("$\\mathrm{{SSAM}}^{{{}}}$", matrix.substr(5));
  if (matrix.find('/') == std::string_view::npos || is_letter(matrix.front()))
    return fmt::format("\\texttt{{{}}}", latex_text(matrix));
  std::string rows;
  for (const std::string_view row : split(matrix, '/'))
    rows += fmt::format("{}{}", rows.empty() ? "" : "\\\\", fmt::join(words(row), "&"));
  return fmt::format("$\\left(\\begin{{smallmatrix}}{}\\end{{smallmatrix}}\\right)$", rows);
}

}  // namespace nimsweep
