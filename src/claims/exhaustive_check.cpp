#include "nimsweep/claims/exhaustive_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <functional>
#include <vector>

#include "claims/row_program.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/uint128.hpp"

namespace nimsweep {

using namespace claims_detail;

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

// The programs of a claim, and what varies within a row of positions: the last piles, as far as
// their positions are not too many for a row.
struct ExhaustiveCheck::Compiled {
  static constexpr std::size_t kMostPositions = 1 << 14;
  static constexpr Counters kLargestPile = Counters{1} << 30;

  std::vector<RowProgram> programs;  // by first player
  std::size_t fixed = 0;             // piles
  std::size_t positions = 1;         // of a row, if its last pile is not longer
  // Of each pile that varies, its sizes at these positions.
  std::vector<std::vector<std::int32_t>> sizes = {};

  // Nothing if the claim stays a tree.
  static std::shared_ptr<const Compiled> of(const Claim& claim, const Parameters& parameters,
                                            std::span<const Counters> bounds) {
    Compiled compiled{.programs = {}, .fixed = bounds.size() - 1};
    compiled.positions = static_cast<std::size_t>(std::min<Counters>(bounds.back(), kPiece));
    while (compiled.fixed > 0 && bounds.back() <= kPiece &&
           compiled.positions <= kMostPositions / bounds[compiled.fixed - 1])
      compiled.positions *= static_cast<std::size_t>(bounds[--compiled.fixed]);
    // Sizes are 32 bits wide in rows, also of piles that the claim does not look at.
    if (std::ranges::max(bounds) > kLargestPile) return nullptr;
    for (Seat first = 0; first < parameters.n; ++first) {
      auto program = RowProgram::compile(claim, parameters, first, bounds, compiled.fixed);
      if (!program) return nullptr;
      compiled.programs.push_back(std::move(*program));
    }
    std::size_t after = compiled.positions;
    for (std::size_t j = compiled.fixed; j < bounds.size(); ++j) {
      const auto bound = static_cast<std::size_t>(std::min<Counters>(bounds[j], kPiece));
      after /= bound;
      std::vector<std::int32_t>& sizes = compiled.sizes.emplace_back();
      for (std::size_t k = 0; k < compiled.positions; ++k)
        sizes.push_back(static_cast<std::int32_t>(k / after % bound + 1));
    }
    return std::make_shared<const Compiled>(std::move(compiled));
  }
};

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
    const ClaimedValue claimed = claimed_at(piles, first);
    if (claimed.fault)
      note_error(piles, first, *claimed.fault);
    else if (found == kNoValue || !claimed.agrees_with(found))
      note_disagreement(piles, first, claimed, found);
  }

  // Pairs of which only those that disagree are compared again.
  void count(std::uint64_t pairs, std::uint64_t disagreements) {
    checked_ += pairs;
    disagreements_ += disagreements;
  }

  // Would it keep a disagreement at this position, or at a later one?
  bool wants_from(std::span<const Counters> piles) const {
    return verdict_.wants(piles, 0, check_.most_);
  }

  // A disagreement that was counted.
  void keep(std::span<const Counters> piles, Seat first, int found) {
    if (!verdict_.wants(piles, first, check_.most_)) return;
    const ClaimedValue claimed = claimed_at(piles, first);
    assert(!claimed.fault && (found == kNoValue || !claimed.agrees_with(found)));
    verdict_.keep({{piles.begin(), piles.end()}, first, claimed.values, found, claimed.is_other},
                  check_.most_);
  }

  Verdict verdict() && {
    verdict_.checked = checked_;
    verdict_.disagreements = disagreements_;
    verdict_.errors = errors_;
    return std::move(verdict_);
  }

 private:
  ClaimedValue claimed_at(std::span<const Counters> piles, Seat first) const {
    return check_.claim_->value_at(
        {.parameters = check_.parameters_, .first = first, .piles = piles});
  }

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

// Compares pieces with compiled programs, a row of positions at a time: some rows of the last pile
// that differ only in the piles that vary, or a part of one that is long.
class ExhaustiveCheck::RowComparison {
 public:
  explicit RowComparison(const ExhaustiveCheck& check)
      : check_(check),
        compiled_(*check.compiled_),
        tally_(check),
        found_(compiled_.positions),
        disagrees_(compiled_.positions),
        last_sizes_(static_cast<std::size_t>(std::min(check.bounds_.back(), kPiece))),
        varying_(compiled_.sizes.size()),
        lanes_(varying_.size()) {}

  // Compares pieces from `piece` on, to the end of the row or of the pieces. Returns the next one.
  std::uint64_t compare_row(std::uint64_t piece, std::uint64_t end, RowSource values) {
    begin_row(piece, end);
    for (Seat first = 0; first < check_.parameters_.n; ++first) {
      read(first, values);
      for (std::size_t k = 0; k < count_; k += RowProgram::kMostLanes)
        compare(first, k, std::min(RowProgram::kMostLanes, count_ - k));
    }
    return piece + pieces_;
  }

  Verdict verdict() && { return std::move(tally_).verdict(); }

 private:
  void begin_row(std::uint64_t piece, std::uint64_t end) {
    const std::vector<Counters>& bounds = check_.bounds_;
    const std::uint64_t in_last_row = pieces_per_row(bounds);
    const std::uint64_t number = piece % in_last_row;  // of the piece, if the last row is long
    const std::uint64_t together = compiled_.positions / last_sizes_.size();
    const std::uint64_t skipped = in_last_row == 1 ? piece % together : 0;
    pieces_ = std::min(end - piece, together - skipped);
    from_ = number * kPiece + 1;
    length_ = static_cast<std::size_t>(std::min(kPiece, bounds.back() - from_ + 1));
    count_ = static_cast<std::size_t>(pieces_) * length_;
    for (std::size_t j = 0; j < varying_.size(); ++j)
      varying_[j] = compiled_.sizes[j].data() + skipped * last_sizes_.size();
    if (number > 0) {
      for (std::size_t k = 0; k < count_; ++k)
        last_sizes_[k] = static_cast<std::int32_t>(from_ + k);
      varying_.back() = last_sizes_.data();
    }
    prefix_ = prefix_of(piece / in_last_row, bounds);
    smallest_ = prefix_;
    std::fill(smallest_.begin() + static_cast<std::ptrdiff_t>(compiled_.fixed), smallest_.end(), 1);
    smallest_.push_back(from_);
  }

  void read(Seat first, RowSource values) {
    std::vector<Counters> prefix = prefix_;
    for (std::uint64_t k = 0; k < pieces_; ++k, count_on(prefix, check_.bounds_))
      values(prefix, first, from_, std::span(found_).subspan(k * length_, length_));
  }

  // `count` positions from number `begin` of the row on.
  void compare(Seat first, std::size_t begin, std::size_t count) {
    std::ranges::transform(varying_, lanes_.begin(),
                           [&](const std::int32_t* sizes) { return sizes + begin; });
    const auto disagrees = std::span(disagrees_).subspan(begin, count);
    const std::size_t disagreements =
        compiled_.programs[static_cast<std::size_t>(first)].disagreements(
            std::span(smallest_).first(compiled_.fixed), lanes_,
            std::span(found_).subspan(begin, count), workspace_, disagrees);
    tally_.count(count, disagreements);
    if (disagreements > 0 && tally_.wants_from(smallest_)) keep(first, begin, begin + count);
  }

  void keep(Seat first, std::size_t begin, std::size_t end) {
    std::vector<Counters> piles = smallest_;
    for (std::size_t k = begin; k < end; ++k) {
      if (disagrees_[k] == 0) continue;
      for (std::size_t j = 0; j < varying_.size(); ++j)
        piles[compiled_.fixed + j] = static_cast<Counters>(varying_[j][k]);
      tally_.keep(piles, first, found_[k]);
    }
  }

  const ExhaustiveCheck& check_;
  const Compiled& compiled_;
  Tally tally_;

  // The row.
  std::uint64_t pieces_ = 0;
  Counters from_ = 1;                // the size of the last pile at which each piece begins
  std::size_t length_ = 0;           // positions of each piece
  std::size_t count_ = 0;            // positions of all pieces
  std::vector<Counters> prefix_;     // of its first piece
  std::vector<Counters> smallest_;   // no position of the row comes before this one
  std::vector<std::uint8_t> found_;  // its values for one first player
  std::vector<std::uint8_t> disagrees_;
  std::vector<std::int32_t> last_sizes_;      // of a piece that is not the first of a long row
  std::vector<const std::int32_t*> varying_;  // sizes of each pile that varies, at each position
  std::vector<const std::int32_t*> lanes_;    // the same from some position on
  RowProgram::Workspace workspace_;
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
  if (order == PileOrder::any) compiled_ = Compiled::of(claim, parameters, bounds_);
}

Verdict ExhaustiveCheck::check_pieces(std::uint64_t begin, std::uint64_t end,
                                      RowSource values) const {
  if (!compiled_) return check_pieces_one_by_one(begin, end, values);
  assert(begin <= end && end <= pieces_);
  RowComparison rows(*this);
  for (std::uint64_t piece = begin; piece < end;) piece = rows.compare_row(piece, end, values);
  return std::move(rows).verdict();
}

Verdict ExhaustiveCheck::check_pieces_one_by_one(std::uint64_t begin, std::uint64_t end,
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
