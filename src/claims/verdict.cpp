#include "nimsweep/claims/verdict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/fields.hpp"
#include "nimsweep/base/uint128.hpp"

namespace nimsweep {

namespace {

template <class Pair>
bool before(const Pair& a, const Pair& b) {
  return comes_before(a.piles, a.first, b.piles, b.first);
}

int read_int(FieldReader& fields) {
  return static_cast<int>(fields.number());
}

Natural read_natural(FieldReader& fields) {
  const auto number = parse_natural(fields.text());
  if (!number) throw Error(ErrorKind::io, "not a verdict: a count is not a number");
  return *number;
}

}  // namespace

bool comes_before(std::span<const Counters> piles, Seat first, std::span<const Counters> other,
                  Seat other_first) {
  const Uint128 total = std::accumulate(piles.begin(), piles.end(), Uint128{0});
  const Uint128 other_total = std::accumulate(other.begin(), other.end(), Uint128{0});
  if (total != other_total) return total < other_total;
  if (piles.size() != other.size()) return piles.size() < other.size();
  const auto order = std::lexicographical_compare_three_way(piles.begin(), piles.end(),
                                                            other.begin(), other.end());
  return order == 0 ? first < other_first : order < 0;
}

std::string Verdict::scope() const {
  if (all_sizes) return "all pile sizes";
  return bounds.empty() ? fmt::format("piles <= {}", bound)
                        : fmt::format("piles <= {}", fmt::join(bounds, ","));
}

void Verdict::merge(const Verdict& other, std::size_t most) {
  bound = std::max(bound, other.bound);
  if (bounds.empty()) bounds = other.bounds;
  all_sizes |= other.all_sizes;
  checked += other.checked;
  disagreements += other.disagreements;
  errors += other.errors;
  for (const Counterexample& example : other.counterexamples) keep(example, most);
  if (other.first_error && (!first_error || before(*other.first_error, *first_error)))
    first_error = other.first_error;
}

bool Verdict::wants(std::span<const Counters> piles, Seat first, std::size_t most) const {
  if (counterexamples.size() < most) return true;
  if (most == 0) return false;
  const Counterexample& last = counterexamples.back();
  return comes_before(piles, first, last.piles, last.first);
}

void Verdict::keep(Counterexample example, std::size_t most) {
  if (!wants(example.piles, example.first, most)) return;
  const auto place = std::upper_bound(counterexamples.begin(), counterexamples.end(), example,
                                      before<Counterexample>);
  counterexamples.insert(place, std::move(example));
  if (counterexamples.size() > most) counterexamples.pop_back();
}

std::string Verdict::to_text() const {
  FieldWriter fields;
  const auto pair = [&](const auto& example) {
    fields.numbers(example.piles);
    fields.number(static_cast<std::uint64_t>(example.first));
    for (const auto& number : {example.place.players, example.place.r}) {
      fields.number(number ? 1 : 0);
      fields.number(static_cast<std::uint64_t>(number.value_or(0)));
    }
  };
  fields.number(bound);
  fields.number(all_sizes ? 1 : 0);
  fields.numbers(bounds);
  fields.text(to_decimal(checked));
  fields.text(to_decimal(disagreements));
  fields.text(to_decimal(errors));
  fields.number(counterexamples.size());
  for (const Counterexample& example : counterexamples) {
    pair(example);
    fields.number(example.expected.bits());
    fields.number(static_cast<std::uint64_t>(example.found));
    fields.number(example.is_other ? 1 : 0);
  }
  fields.number(first_error ? 1 : 0);
  if (first_error) {
    pair(*first_error);
    fields.text(first_error->reason);
  }
  return std::move(fields).take();
}

namespace {

PairPlace read_place(FieldReader& fields) {
  const auto read = [&] {
    const bool is_known = fields.number() != 0;
    const int number = read_int(fields);
    return is_known ? std::optional(number) : std::nullopt;
  };
  return {.players = read(), .r = read()};
}

}  // namespace

// Members of a braced list are evaluated in order.
Verdict Verdict::from_text(std::string_view text) {
  FieldReader fields(text);
  Verdict verdict{.bound = fields.number(),
                  .all_sizes = fields.number() != 0,
                  .bounds = fields.numbers(),
                  .checked = read_natural(fields),
                  .disagreements = read_natural(fields),
                  .errors = read_natural(fields)};
  for (std::uint64_t left = fields.number(); left > 0; --left) {
    Counterexample example{.piles = fields.numbers(), .first = read_int(fields)};
    example.place = read_place(fields);
    example.expected = ValueSet::from_bits(static_cast<std::uint32_t>(fields.number()));
    example.found = read_int(fields);
    example.is_other = fields.number() != 0;
    verdict.counterexamples.push_back(std::move(example));
  }
  if (fields.number() != 0) {
    ClaimError error{.piles = fields.numbers(), .first = read_int(fields), .reason = {}};
    error.place = read_place(fields);
    error.reason = fields.text();
    verdict.first_error = std::move(error);
  }
  fields.check_end();
  return verdict;
}

}  // namespace nimsweep
