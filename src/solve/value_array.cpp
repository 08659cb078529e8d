#include "nimsweep/solve/value_array.hpp"

#include <fmt/format.h>

#include <utility>
#include <variant>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/solve/last_nim_table.hpp"

namespace nimsweep {

namespace {

// A table of Last Nim has rows along its last pile.
bool is_in_rows_of_last_nim(const Ruleset& ruleset, std::span<const Counters> bounds) {
  return std::holds_alternative<LowerLast>(ruleset.move_shape()) && !bounds.empty();
}

// Counts only the values; Last Nim needs nothing else.
Uint128 value_bytes(int players, std::span<const Counters> bounds) {
  Uint128 bytes = static_cast<Uint128>(players);
  for (const Counters bound : bounds) bytes = saturating_multiply(bytes, Uint128{bound} + 1);
  return bytes;
}

}  // namespace

ValueArray::ValueArray(const Ruleset& ruleset, const AllianceMatrix& matrix,
                       std::span<const Counters> bounds, Counters passes, Uint128 most_bytes,
                       IsStopped is_stopped)
    : extents_{static_cast<std::size_t>(matrix.players())} {
  ruleset.check_players(matrix.players());
  static_cast<void>(ruleset.start({bounds.begin(), bounds.end()}, passes));
  const bool in_rows = is_in_rows_of_last_nim(ruleset, bounds);
  const Uint128 needed = in_rows ? value_bytes(matrix.players(), bounds)
                                 : box_bytes(ruleset, matrix.players(), bounds, passes);
  if (needed > most_bytes)
    throw Error(ErrorKind::input,
                fmt::format("the box of {} takes {} bytes; expected fewer or smaller piles, or at "
                            "most {} bytes",
                            ruleset.name(),
                            needed == kUint128Max ? "far too many" : to_grouped_decimal(needed),
                            to_grouped_decimal(most_bytes)));
  for (const Counters bound : bounds) extents_.push_back(static_cast<std::size_t>(bound) + 1);
  if (in_rows) {
    fill_last_nim(matrix, bounds, passes, is_stopped);
  } else {
    box_ = make_box(ruleset, matrix, bounds, passes);
    solve_box(is_stopped);
  }
}

void ValueArray::fill_last_nim(const AllianceMatrix& matrix, std::span<const Counters> bounds,
                               Counters passes, IsStopped is_stopped) {
  const LastNimTable table(matrix, static_cast<int>(passes), bounds);
  const std::size_t each = table.bytes_per_player();
  last_nim_.resize(extents_.front() * each);
  for (Seat first = 0; first < table.players(); ++first) {
    go_on_unless(is_stopped);
    table.fill(first, std::span(last_nim_).subspan(static_cast<std::size_t>(first) * each, each));
  }
  strides_.assign(extents_.size(), 1);
  for (std::size_t axis = extents_.size() - 1; axis-- > 0;)
    strides_[axis] = strides_[axis + 1] * extents_[axis + 1];
  data_ = last_nim_.data();
}

void ValueArray::solve_box(IsStopped is_stopped) {
  box_->solve(is_stopped);
  const auto strides = box_->strides();
  strides_.push_back(box_->positions());
  strides_.insert(strides_.end(), strides.begin(), strides.end());
  data_ = box_->values();
}

}  // namespace nimsweep
