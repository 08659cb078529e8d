#include "nimsweep/engine/numbered_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/check_parts.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/fields.hpp"

namespace nimsweep {

using namespace engine_detail;

namespace {

constexpr std::uint64_t kPartsOfALargeCheck = 32;
constexpr std::uint64_t kPartsOfASlice = 16;  // about a tenth of a second on one core
constexpr std::uint64_t kMostSlices = 64;  // each process that does some solves the box by itself

Uint128 operations_of(const CheckGroup& group) {
  return saturating_multiply(group.looks, group.spec->claim.size());
}

std::uint64_t slices_of(const CheckGroup& group) {
  const Uint128 slices = operations_of(group) / (Uint128{kPartsOfASlice} * kOperationsPerPart);
  return static_cast<std::uint64_t>(std::clamp<Uint128>(slices, 1, kMostSlices));
}

}  // namespace

NumberedChecks::NumberedChecks(const std::vector<CheckGroup>& list) : list_(list) {
  for (const CheckGroup& group : list) {
    const std::uint64_t slices = slices_of(group);
    groups_.push_back({size(), size() + group.matrix_count * slices, slices});
  }
}

NumberedChecks::NumberPlace NumberedChecks::place_of(std::uint64_t number) const {
  const auto group = std::ranges::upper_bound(groups_, number, {}, &Numbers::end);
  const std::uint64_t within = number - group->begin;
  return {.group = static_cast<std::size_t>(group - groups_.begin()),
          .matrix = within / group->slices,
          .slice = within % group->slices};
}

std::optional<Check> NumberedChecks::operator[](std::uint64_t number) const {
  const NumberPlace place = place_of(number);
  const CheckGroup& group = list_[place.group];
  if (group.players == kAllPlayers)
    return Check{.number = number,
                 .claim = &group.spec->claim,
                 .game = group.spec->game,
                 .piles = group.piles,
                 .family = group.families[place.matrix],
                 .matrices = group.verdicts,
                 .known_wrong = group.spec->known_wrong};
  const AllianceMatrix matrix = group.matrix(place.matrix);
  const auto shift = shift_of(matrix);
  if (!group.applies_to(shift)) return std::nullopt;
  const bool has_slices = std::holds_alternative<NotSymbolic>(group.form(shift));
  if (place.slice > 0 && !has_slices) return std::nullopt;
  return Check{.number = number,
               .slice = {place.slice, has_slices ? groups_[place.group].slices : 1},
               .claim = &group.spec->claim,
               .game = group.spec->game,
               .piles = group.piles,
               .matrix = matrix,
               .passes = group.passes,
               .matrices = group.verdicts,
               .known_wrong = group.spec->known_wrong,
               .by_digits = std::holds_alternative<DigitForm>(group.form(shift))};
}

Uint128 NumberedChecks::large_work(std::uint64_t number) const {
  const Numbers& numbers = groups_[place_of(number).group];
  const Uint128 operations = operations_of(group(number));
  return operations < Uint128{kPartsOfALargeCheck} * kOperationsPerPart
             ? 0
             : operations / numbers.slices;
}

std::string NumberedChecks::to_text(const Check& check) {
  FieldWriter fields;
  fields.text(check.verdict.to_text());
  fields.text(check.note);
  fields.text(check.obstacle);
  return std::move(fields).take();
}

Check NumberedChecks::from_text(std::uint64_t number, std::string_view text) const {
  auto check = number < size() ? (*this)[number] : std::nullopt;
  if (!check) throw Error(ErrorKind::io, fmt::format("there is no check {}", number));
  FieldReader fields(text);
  check->verdict = Verdict::from_text(fields.text());
  check->note = fields.text();
  check->obstacle = fields.text();
  fields.check_end();
  return std::move(*check);
}

std::optional<Check> WholeChecks::add(Check slice) {
  if (slice.slice.number == 0) {
    begun_ = std::move(slice);
    auto& examples = begun_->verdict.counterexamples;
    examples.resize(std::min(examples.size(), counterexamples_));
  } else {
    begun_->verdict.merge(slice.verdict, counterexamples_);
    if (begun_->obstacle.empty()) begun_->obstacle = std::move(slice.obstacle);
    begun_->slice = slice.slice;
  }
  if (!begun_->slice.is_last()) return std::nullopt;
  begun_->slice = {};
  return std::exchange(begun_, std::nullopt);
}

}  // namespace nimsweep
