#include "nimsweep/families/row_family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/claims/claim.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/model/seat.hpp"

namespace nimsweep {

namespace {

constexpr std::string_view kFormula = "formula:";
constexpr std::string_view kShifted = "ssam:";

int reduced_offset(std::int64_t offset, int players) {
  return static_cast<int>((offset % players + players) % players);
}

}  // namespace

RowFamily::RowFamily(Direction direction, std::int64_t constant, std::int64_t factor,
                     int fewest_players, std::string text)
    : direction_(direction),
      constant_(constant),
      factor_(factor),
      fewest_players_(std::max(fewest_players, kMinPlayers)),
      text_(std::move(text)) {}

RowFamily RowFamily::shifted(int r) {
  return {Direction::up, r, 0, r + 1, r == 0 ? "sam" : fmt::format("{}{}", kShifted, r)};
}

RowFamily RowFamily::every_shift() {
  return {Direction::up, 0, 1, kMinPlayers, std::string(Claim::kEveryShift)};
}

RowFamily RowFamily::by_formula(const MatrixFormula& formula, std::optional<int> r) {
  const auto form = formula.linear();
  if (!form || (form->j != 1 && form->j != -1))
    throw Error(ErrorKind::input,
                fmt::format("formula {}: not the same circle of offsets in every row, whatever n; "
                            "expected j or -j, plus a number or r",
                            in_quotes(formula.text())));
  const Direction direction = form->j == 1 ? Direction::up : Direction::down;
  const std::string name = fmt::format("{}{}", kFormula, formula.text());
  if (!r) return {direction, form->constant, form->r, kMinPlayers, name};
  const std::int64_t s = form->constant + form->r * *r;
  const std::string circle_text = direction == Direction::up
                                      ? (s == 0 ? "j" : fmt::format("{} + j", s))
                                      : (s == 0 ? "-j" : fmt::format("{} - j", s));
  return {direction, s, 0, *r + 1, fmt::format("{}{}", kFormula, circle_text)};
}

RowFamily RowFamily::parse(std::string_view text) {
  const std::string name = text == Claim::kEveryShift ? std::string(text) : canonical_matrix(text);
  if (name == Claim::kEveryShift) return every_shift();
  if (name == "sam") return shifted(0);
  if (name == "reverse") {
    RowFamily family = by_formula(MatrixFormula::parse("-j"));
    family.text_ = name;
    return family;
  }
  if (name.starts_with(kShifted))
    if (const auto r = parse_number(std::string_view(name).substr(kShifted.size()), 1'000'000))
      return shifted(static_cast<int>(*r));
  if (!name.starts_with(kFormula))
    throw Error(ErrorKind::input,
                fmt::format("{} is not for every number of players; expected sam, ssam:R, ssam, "
                            "reverse, or a formula with equal rows",
                            in_quotes(text)));
  return by_formula(
      MatrixFormula::parse(trimmed(std::string_view(name).substr(kFormula.size())), true));
}

bool RowFamily::is_reduced() const noexcept {
  return factor_ == 0 ? 0 <= constant_ && constant_ < fewest_players_
                      : factor_ == 1 && constant_ == 0;
}

std::vector<int> RowFamily::offsets(int players) const {
  const int count = factor_ == 0 ? 1 : players;
  std::vector<int> offsets;
  offsets.reserve(static_cast<std::size_t>(count));
  for (int t = 0; t < count; ++t)
    offsets.push_back(reduced_offset(constant_ + factor_ * t, players));
  std::sort(offsets.begin(), offsets.end());
  offsets.erase(std::unique(offsets.begin(), offsets.end()), offsets.end());
  return offsets;
}

std::vector<int> circle(RowFamily::Direction direction, int s, int players) {
  std::vector<int> row;
  row.reserve(static_cast<std::size_t>(players));
  for (int j = 0; j < players; ++j)
    row.push_back(reduced_offset(direction == RowFamily::Direction::up ? s + j : s - j, players));
  return row;
}

int value_under_equal_rows(std::span<const int> row, std::span<const Counters> piles) {
  const std::size_t n = row.size();
  std::vector<std::size_t> place(n);
  for (std::size_t j = 0; j < n; ++j) place[static_cast<std::size_t>(row[j])] = j;
  std::size_t value = 0;
  for (const Counters pile : piles) {
    if (pile == 0) continue;
    value = (value + 1) % n;
    for (Counters size = 1; size < pile; ++size) {
      const std::size_t higher = (value + 1) % n;
      if (place[value] < place[higher]) break;
      value = higher;
    }
  }
  return static_cast<int>(value);
}

}  // namespace nimsweep
