#include "nimsweep/claims/exhaustive_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <functional>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/uint128.hpp"

namespace nimsweep {

namespace {

constexpr Counters kPiece = 1 << 12;  // sizes of the last pile

std::uint64_t pieces_per_row(std::span<const Counters> bounds) {
  return (bounds.back() - 1) / kPiece + 1;
}

// The prefix of row number `row`.
std::vector<Counters> prefix_of(std::uint64_t row, std::span<const Counters> bounds) {
  std::vector<Counters> prefix(bounds.size() - 1);
  for (std::size_t j = prefix.size(); j-- > 0; row /= bounds[j]) prefix[j] = row % bounds[j] + 1;
  return prefix;
}

// The prefix of the next row.
void count_on(std::span<Counters> prefix, std::span<const Counters> bounds) {
  for (std::size_t j = prefix.size(); j-- > 0;) {
    if (++prefix[j] <= bounds[j]) return;
    prefix[j] = 1;
  }
}

}  // namespace

// Compares pair by pair, counting in machine words; verdict() returns exact counts.
class ExhaustiveCheck::Tally {
 public:
  explicit Tally(const ExhaustiveCheck& check) : check_(check) {
    const auto [least, most] = std::minmax_element(check.bounds_.begin(), check.bounds_.end());
    verdict_.bound = *most;
    if (*least != *most) verdict_.bounds = check.bounds_;
  }

  void compare(std::span<const Counters> piles, Seat first, int found) {
    ++checked_;
    const ClaimedValue claimed =
        check_.claim_->value_at({.parameters = check_.parameters_, .first = first, .piles = piles});
    if (claimed.fault)
      note_error(piles, first, *claimed.fault);
    else if (found == kNoValue || !claimed.agrees_with(found))
      note_disagreement(piles, first, claimed, found);
  }

  Verdict verdict() && {
    verdict_.checked = checked_;
    verdict_.disagreements = disagreements_;
    verdict_.errors = errors_;
    return std::move(verdict_);
  }

 private:
  void note_error(std::span<const Counters> piles, Seat first, const ClaimFault& fault) {
    ++errors_;
    const auto& known = verdict_.first_error;
    if (!known || comes_before(piles, first, known->piles, known->first))
      verdict_.first_error = {{piles.begin(), piles.end()}, first, describe(fault)};
  }

  void note_disagreement(std::span<const Counters> piles, Seat first, const ClaimedValue& claimed,
                         int found) {
    ++disagreements_;
    if (verdict_.wants(piles, first, check_.most_))
      verdict_.keep({{piles.begin(), piles.end()}, first, claimed.values, found, claimed.is_other},
                    check_.most_);
  }

  const ExhaustiveCheck& check_;
  std::uint64_t checked_ = 0;
  std::uint64_t disagreements_ = 0;
  std::uint64_t errors_ = 0;
  Verdict verdict_;
};

ExhaustiveCheck::ExhaustiveCheck(const Claim& claim, const Parameters& parameters, Counters bound,
                                 std::size_t most_counterexamples)
    : ExhaustiveCheck(claim, parameters,
                      std::vector<Counters>(static_cast<std::size_t>(parameters.N), bound),
                      most_counterexamples) {}

ExhaustiveCheck::ExhaustiveCheck(const Claim& claim, const Parameters& parameters,
                                 std::vector<Counters> bounds, std::size_t most_counterexamples,
                                 PileOrder order)
    : claim_(&claim),
      parameters_(parameters),
      bounds_(std::move(bounds)),
      most_(most_counterexamples),
      order_(order) {
  assert(parameters.N >= 1 && bounds_.size() == static_cast<std::size_t>(parameters.N));
  constexpr Uint128 kMaxPairs = Uint128{1} << 62;
  Uint128 pairs = static_cast<unsigned>(parameters.n);
  for (std::size_t j = 0; j < bounds_.size(); ++j) {
    assert(bounds_[j] >= 1);
    pairs *= bounds_[j];
    if (pairs > kMaxPairs)
      throw Error(
          ErrorKind::input,
          fmt::format("{} piles of up to {} counters are too many positions to check one by "
                      "one; expected at most 2^62",
                      parameters.N, bounds_[j]));
    pairs_ = static_cast<std::uint64_t>(pairs);
    pieces_ *= j + 1 < bounds_.size() ? bounds_[j] : pieces_per_row(bounds_);
  }
}

Verdict ExhaustiveCheck::check_pieces(std::uint64_t begin, std::uint64_t end,
                                      RowSource values) const {
  assert(begin <= end && end <= pieces_);
  Tally tally(*this);
  if (begin == end) return std::move(tally).verdict();
  std::vector<std::uint8_t> found(static_cast<std::size_t>(std::min(bounds_.back(), kPiece)));
  const std::uint64_t a_row = pieces_per_row(bounds_);
  std::vector<Counters> piles = prefix_of(begin / a_row, bounds_);
  piles.push_back(0);
  const std::span<Counters> prefix(piles.data(), piles.size() - 1);
  for (std::uint64_t piece = begin; piece < end; ++piece) {
    const std::uint64_t in_row = piece % a_row;
    if (in_row == 0 && piece > begin) count_on(prefix, bounds_);
    const Counters from = in_row * kPiece + 1;
    const auto count = static_cast<std::size_t>(std::min(kPiece, bounds_.back() - from + 1));
    for (Seat first = 0; first < parameters_.n; ++first) {
      values(prefix, first, from, std::span(found).first(count));
      for (std::size_t k = 0; k < count; ++k) {
        piles.back() = from + k;
        if (order_ == PileOrder::any || std::ranges::is_sorted(piles, std::greater()))
          tally.compare(piles, first, found[k]);
      }
    }
  }
  return std::move(tally).verdict();
}

void LastNimRows::operator()(std::span<const Counters> prefix, Seat first, Counters from,
                             std::span<std::uint8_t> out) const noexcept {
  table_.fill_block(first, table_.state_after(prefix), prefix.size(), from, out.size(), out);
}

}  // namespace nimsweep
