#include "families/smallest_counterexamples.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace nimsweep::families_detail {

namespace {

constexpr int kMostPiles = 1'000;
constexpr Counters kFurther = 2;  // counters more than the first counterexample has

class Search {
 public:
  Search(const Claim& claim, const RowFamily& family, int players, std::uint64_t most_positions,
         std::size_t most, IsStopped is_stopped, Verdict& verdict)
      : claim_(claim),
        players_(players),
        tells_shift_(family.factor() != 0),
        most_positions_(most_positions),
        most_(most),
        is_stopped_(is_stopped),
        verdict_(verdict) {
    for (const int s : family.offsets(players)) {
      const bool is_up = family.direction() == RowFamily::Direction::up;
      matrices_.push_back({.row = circle(family.direction(), s, players),
                           .r = is_up ? std::optional(s) : std::nullopt});
    }
  }

  // Only numbers of piles that the claim is about are looked at.
  bool run() {
    for (int piles = 1; piles <= kMostPiles; ++piles)
      if (std::ranges::any_of(matrices_, [&](const Matrix& matrix) {
            return claim_.applies(parameters(matrix, piles));
          }))
        numbers_of_piles_.push_back(piles);
    if (numbers_of_piles_.empty()) return false;
    std::optional<Counters> last;
    for (Counters counters = 1; !last || counters <= *last; ++counters) {
      for (const int piles : numbers_of_piles_)
        if (static_cast<Counters>(piles) <= counters && !look_at(counters, piles))
          return has_found_;
      if (positions_ > most_positions_) return has_found_;
      if (!last && has_found_) last = counters + kFurther;
      if (has_found_ && verdict_.counterexamples.size() >= most_) return true;
    }
    return has_found_;
  }

 private:
  struct Matrix {
    std::vector<int> row;
    std::optional<int> r;
    bool applies = false;  // to the number of piles at hand
  };

  // r is told if there are several.
  PairPlace place_of(const Matrix& matrix) const {
    return {players_, tells_shift_ ? matrix.r : std::nullopt};
  }

  Parameters parameters(const Matrix& matrix, int piles) const {
    return {.n = players_, .N = piles, .r = matrix.r};
  }

  // All rows with these numbers of counters and piles. False if it is time to stop.
  bool look_at(Counters counters, int piles) {
    for (Matrix& matrix : matrices_) matrix.applies = claim_.applies(parameters(matrix, piles));
    std::vector<Counters> row(static_cast<std::size_t>(piles), 1);
    row.back() = counters - static_cast<Counters>(piles) + 1;
    do {
      if (++positions_ > most_positions_) return false;
      if (positions_ % 1024 == 0) go_on_unless(is_stopped_);
      look_at(row);
    } while (advance(row));
    return true;
  }

  // The next row of as many piles and counters, in lexicographic order.
  static bool advance(std::vector<Counters>& row) {
    for (std::size_t k = row.size() - 1; k > 0; --k) {
      if (row[k] == 1) continue;
      const Counters rest = row[k] - 1;
      row[k] = 1;
      ++row[k - 1];
      row.back() = rest;
      return true;
    }
    return false;
  }

  void look_at(const std::vector<Counters>& row) {
    for (const Matrix& matrix : matrices_) {
      if (!matrix.applies) continue;
      const int found = value_under_equal_rows(matrix.row, row);
      for (Seat first = 0; first < players_; ++first) compare(matrix, row, first, found);
    }
  }

  void compare(const Matrix& matrix, const std::vector<Counters>& row, Seat first, int found) {
    const ClaimedValue claimed =
        claim_.value_at({.parameters = parameters(matrix, static_cast<int>(row.size())),
                         .first = first,
                         .piles = row});
    has_found_ |= claimed.fault || !claimed.agrees_with(found);
    if (claimed.fault) {
      if (!verdict_.first_error)
        verdict_.first_error = ClaimError{.piles = row,
                                          .first = first,
                                          .reason = describe(*claimed.fault),
                                          .place = place_of(matrix)};
    } else if (!claimed.agrees_with(found) && verdict_.counterexamples.size() < most_) {
      verdict_.counterexamples.push_back({.piles = row,
                                          .first = first,
                                          .expected = claimed.values,
                                          .found = found,
                                          .is_other = claimed.is_other,
                                          .place = place_of(matrix)});
    }
  }

  const Claim& claim_;
  int players_;
  bool tells_shift_;
  std::uint64_t most_positions_;
  std::size_t most_;
  IsStopped is_stopped_;
  Verdict& verdict_;
  std::vector<Matrix> matrices_;
  std::vector<int> numbers_of_piles_;
  std::uint64_t positions_ = 0;
  bool has_found_ = false;
};

}  // namespace

bool find_counterexamples(const Claim& claim, const RowFamily& family, int players,
                          std::uint64_t most_positions, std::size_t most, IsStopped is_stopped,
                          Verdict& verdict) {
  return Search(claim, family, players, most_positions, most, is_stopped, verdict).run();
}

}  // namespace nimsweep::families_detail
