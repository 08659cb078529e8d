// Claims for tests: written out, or made at random.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "nimsweep/claims/claim.hpp"
#include "support/check_claims.hpp"
#include "support/random_games.hpp"

namespace nimsweep::test {

inline Claim claim_of(std::vector<ClaimText::Case> cases, std::string given = "") {
  return make_claim({.name = "test", .given = std::move(given), .cases = std::move(cases)});
}

// Claims in all terms that are regular, some of them wrong, some with errors.
class RandomClaim {
 public:
  RandomClaim(int n, bool has_shift, std::mt19937_64& random)
      : n_(n), has_shift_(has_shift), random_(random) {}

  Claim claim() {
    ClaimText text{.name = "random", .cases = {}};
    if (below(3) == 0) text.given = pick({"N > 1", "N mod 2 == 1", "d >= 0", "N != 3", "N <= 5"});
    const bool is_true = has_shift_ && below(3) == 0;
    if (is_true)
      text.recurrence = {.each = {{"x > 1 and v == (r - 2) mod n", "v + 2"}, {.value = "v + 1"}}};
    else if (below(2) == 0)
      add_recurrence(text);
    has_v_ = text.recurrence.has_value();
    if (is_true) {
      if (below(2) == 0) text.cases.push_back({condition(2), fmt::format("[v, {}]", value())});
      text.cases.push_back({.value = "v"});
      return make_claim(text);
    }
    for (int cases = below(3); cases > 0; --cases)
      text.cases.push_back({condition(2), values(), kind()});
    if (text.cases.empty() || below(4) > 0)
      text.cases.push_back({.value = values(), .kind = kind()});
    return make_claim(text);
  }

 private:
  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  std::string number(int count) { return std::to_string(below(count)); }
  std::string pick(std::vector<const char*> texts) {
    return texts[static_cast<std::size_t>(below(static_cast<int>(texts.size())))];
  }
  CaseKind kind() {
    const int k = below(6);
    return k == 0 ? CaseKind::other : k == 1 ? CaseKind::winner : CaseKind::value;
  }

  void add_recurrence(ClaimText& text) {
    auto& recurrence = text.recurrence.emplace();
    recurrence.start = pick({"0", "1", "first", "n - 1"});
    if (below(3) == 0) recurrence.range = 1 + below(6);
    const auto size = [&] {
      return pick({"x > 1", "x == 2", "x mod 2 == 0", "x >= n", "x + v > 3", "x / 2 == 1"});
    };
    const auto v = [&] {
      return has_shift_ && below(2) == 0 ? std::string("v == (r - 2) mod n")
                                         : pick({"v == 0", "v > 1", "v == first", "v != n - 2"});
    };
    for (int steps = below(3); steps > 0; --steps)
      recurrence.each.push_back({below(3) == 0 ? size() : size() + " and " + v(),
                                 pick({"v + 2", "v", "0", "v + x", "2 * v + 1"})});
    if (recurrence.each.empty() || below(9) > 0)
      recurrence.each.push_back({.value = pick({"v + 1", "v + 1", "v - 1", "v + first"})});
  }

  std::string values() {
    if (below(4) == 0) return fmt::format("[{}, {}]", value(), value());
    return value();
  }

  std::string value() {
    if (has_v_ && below(3) > 0) return pick({"v", "v + 1", "v + N", "2 * v"});
    return pick({"N", "d", "0", "1", "first", "count(x > 1)", "count(x == 1 and i > 2) + N",
                 "sum(x)", "x[N]", "x[1] / 2", "N + count(i mod 2 == 0 and x > 1)", "n - 1"});
  }

  std::string term() {
    return pick({"x[1]", "x[N]", "x[N - 1]", "x[2]", "N", "count(x > 1)", "count(x == 1)",
                 "count(x mod 2 == 1)", "count(i > 2)", "sum(x)", "min(x)", "max(x)", "x[1] + N",
                 "sum(x) / 2", "x[n]", "2 * x[1] + x[N]", "x[1] mod 3 + N"});
  }

  std::string comparison() {
    const std::string op = pick({" == ", " != ", " < ", " <= ", " > ", " >= "});
    switch (below(has_v_ ? 8 : 6)) {
      case 0:
        return "all(" + pick({"x > 1", "x == 1 or i == 1", "i < 4"}) + ")";
      case 1:
        return "any(" + pick({"x > 2", "x == 2 and i > 1", "x mod 3 == 0"}) + ")";
      case 2:
        return pick({"N mod 2", "sum(x) mod 3", "x[N] mod 2", "N mod 3", "(N + sum(x)) mod 2"}) +
               op + number(2);
      case 6:
      case 7:
        return "v" + op + number(n_);
      default:
        return term() + op + number(5);
    }
  }

  std::string condition(int depth) {
    if (depth == 0 || below(3) == 0) return comparison();
    if (below(5) == 0) return "not (" + condition(depth - 1) + ")";
    return "(" + condition(depth - 1) + (below(2) == 0 ? ") and (" : ") or (") +
           condition(depth - 1) + ")";
  }

  int n_;
  bool has_shift_;
  bool has_v_ = false;
  std::mt19937_64& random_;
};

inline std::string text_of(const Claim& claim) {
  std::string text;
  claim.visit_expressions([&](std::string_view place, const Expression& expression) {
    text += fmt::format("{}: {}\n", place, expression.text());
  });
  return text;
}

// All rows of piles with `total` counters, in the order of comes_before.
inline std::vector<std::vector<Counters>> rows_of(Counters total) {
  std::vector<std::vector<Counters>> rows;
  for (std::uint64_t cuts = 0; cuts < std::uint64_t{1} << (total - 1); ++cuts) {
    std::vector<Counters> piles{1};
    for (Counters k = 0; k + 1 < total; ++k)
      if ((cuts >> k & 1) != 0)
        piles.push_back(1);
      else
        ++piles.back();
    rows.push_back(std::move(piles));
  }
  std::ranges::sort(rows, [](const auto& a, const auto& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  return rows;
}

}  // namespace nimsweep::test
