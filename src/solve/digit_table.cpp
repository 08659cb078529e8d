#include "nimsweep/solve/digit_table.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

#include "nimsweep/automata/partition.hpp"
#include "nimsweep/model/outcome_vector.hpp"

namespace nimsweep {

namespace {

constexpr std::size_t kLargestSmallBlock = 4096;
constexpr std::size_t kMostBytesOfSmallBlocks = std::size_t{16} << 20;
constexpr int kBitsOfClass = 32;

}  // namespace

DigitTable::DigitTable(const DigitMachine& machine, std::span<const Counters> bounds,
                       std::span<const std::uint64_t> extents)
    : piles_(machine.piles()), top_(digits_of_largest(bounds)), sides_(extents.size()) {
  assert(bounds.size() == extents.size() && extents.size() == static_cast<std::size_t>(piles_));
  for (std::size_t j = sides_.size(); j-- > 0;) {
    Side& side = sides_[j];
    assert(std::has_single_bit(extents[j]) || extents[j] == bounds[j] + 1);
    side = {.digits = static_cast<int>(std::bit_width(extents[j] - 1)),
            .extent = extents[j],
            .stride = whole_bytes_};
    digits_ = std::max(digits_, side.digits);
    whole_bytes_ <<= side.digits;
    block_bytes_ *= static_cast<std::size_t>(extents[j]);
  }
  for (std::size_t j = 0; j < sides_.size(); ++j)
    sides_[j].digits_in_common = std::max(
        0, std::min(digits_, static_cast<int>(std::bit_width(bounds[j]))) - sides_[j].digits);
  for (int place = 0; place < digits_; ++place) {
    std::vector<Step> steps{{0, 0}};
    for (int j = 0; j < piles_; ++j) {
      const Side& side = sides_[static_cast<std::size_t>(j)];
      if (place >= side.digits) continue;
      const std::size_t without = steps.size();
      for (std::size_t k = 0; k < without; ++k)
        steps.push_back({steps[k].letter | DigitLetter{1} << (piles_ - 1 - j),
                         steps[k].offset + (side.stride << place)});
    }
    steps_.push_back(std::move(steps));
  }
  classify(machine);
  make_small_blocks();
}

void DigitTable::classify(const DigitMachine& machine) {
  const auto states = static_cast<ClassId>(machine.size());
  std::vector<std::uint32_t> values;
  std::vector<std::uint32_t> next;  // of a state for one first player: states * first + state
  for (Seat first = 0; first < machine.players(); ++first)
    for (DigitMachine::StateId id = 0; id < states; ++id) {
      values.push_back(static_cast<std::uint32_t>(
          value_of(machine.outcomes(id).back()[first], first, machine.players())));
      for (const DigitMachine::StateId to : machine.next(id))
        next.push_back(states * static_cast<ClassId>(first) + to);
    }
  const std::size_t letters = machine.letters();
  const Partition classes = indistinguishable(values, [&](std::uint32_t id) {
    return std::span<const std::uint32_t>(next).subspan(id * letters, letters);
  });
  for (Seat first = 0; first < machine.players(); ++first)
    starts_.push_back(classes.class_of[std::size_t{states} * static_cast<std::size_t>(first)]);
  for (const std::uint32_t id : classes.representative) {
    values_.push_back(static_cast<std::uint8_t>(values[id]));
    for (std::size_t letter = 0; letter < letters; ++letter)
      next_.push_back(classes.class_of[next[id * letters + letter]]);
  }
}

// From cubes of side 1, which are values, to twice the side as long as that fits.
void DigitTable::make_small_blocks() {
  const std::size_t classes = values_.size();
  const std::size_t letters = std::size_t{1} << piles_;
  int shortest = digits_;
  for (const Side& side : sides_) shortest = std::min(shortest, side.digits);
  small_ = values_;
  std::size_t cells = 1;  // of a cube
  while (small_digits_ < shortest && cells * letters <= kLargestSmallBlock &&
         classes * cells * letters <= kMostBytesOfSmallBlocks) {
    const int digits = small_digits_ + 1;
    std::vector<std::uint8_t> twice(classes * cells * letters);
    for (std::size_t cell = 0; cell < cells * letters; ++cell) {
      DigitLetter letter = 0;   // of the cell's first digits
      std::size_t smaller = 0;  // the cell that its other digits give
      for (int j = 0; j < piles_; ++j) {
        const std::size_t size =
            cell >> ((piles_ - 1 - j) * digits) & ((std::size_t{1} << digits) - 1);
        letter = letter << 1 | static_cast<DigitLetter>(size >> small_digits_);
        smaller = smaller << small_digits_ | (size & ((std::size_t{1} << small_digits_) - 1));
      }
      for (std::size_t k = 0; k < classes; ++k)
        twice[k * cells * letters + cell] = small_[next_[k * letters + letter] * cells + smaller];
    }
    small_ = std::move(twice);
    small_digits_ = digits;
    cells *= letters;
  }
  const std::size_t rows = cells >> small_digits_;
  for (std::size_t row = 0; row < rows; ++row) {
    std::size_t offset = 0;
    for (int j = 0; j + 1 < piles_; ++j)
      offset +=
          (row >> ((piles_ - 2 - j) * small_digits_) & ((std::size_t{1} << small_digits_) - 1)) *
          sides_[static_cast<std::size_t>(j)].stride;
    small_rows_.push_back(offset);
  }
}

DigitTable::BlockId DigitTable::block_at(Seat first,
                                         std::span<const std::uint64_t> origin) const noexcept {
  ClassId after = starts_[static_cast<std::size_t>(first)];
  for (int place = top_; place-- > digits_;)
    after = next_[(std::size_t{after} << piles_) + letter_at(origin, place)];
  BlockId in_common = 0;
  for (std::size_t j = 0; j < sides_.size(); ++j) {
    const auto [digits, more, extent, stride] = sides_[j];
    in_common = in_common << more | (origin[j] >> digits & ((BlockId{1} << more) - 1));
  }
  return in_common << kBitsOfClass | after;
}

void DigitTable::fill(BlockId block, std::span<std::uint8_t> out) const {
  assert(out.size() == block_bytes_);
  std::vector<DigitLetter> in_common(static_cast<std::size_t>(digits_), 0);  // by place
  BlockId rest = block >> kBitsOfClass;
  for (std::size_t j = sides_.size(); j-- > 0;) {
    const Side& side = sides_[j];
    for (int k = 0; k < side.digits_in_common; ++k, rest >>= 1)
      in_common[static_cast<std::size_t>(side.digits) + static_cast<std::size_t>(k)] |=
          static_cast<DigitLetter>(rest & 1) << (sides_.size() - 1 - j);
  }
  const auto from = static_cast<ClassId>(block & ((BlockId{1} << kBitsOfClass) - 1));
  if (block_bytes_ == whole_bytes_) return fill_whole(from, digits_, in_common, out.data());
  std::vector<std::uint8_t> whole(whole_bytes_);
  fill_whole(from, digits_, in_common, whole.data());
  std::uint8_t* to = out.data();
  copy_cut_off(whole.data(), 0, to);
}

void DigitTable::fill_whole(ClassId from, int place, std::span<const DigitLetter> in_common,
                            std::uint8_t* out) const {
  if (place == small_digits_) {
    const std::size_t length = std::size_t{1} << small_digits_;
    const std::uint8_t* row = &small_[from * small_rows_.size() * length];
    for (const std::size_t offset : small_rows_) {
      std::memcpy(out + offset, row, length);
      row += length;
    }
    return;
  }
  const auto at = static_cast<std::size_t>(place) - 1;
  for (const Step& step : steps_[at])
    fill_whole(next_[(std::size_t{from} << piles_) + (step.letter | in_common[at])], place - 1,
               in_common, out + step.offset);
}

void DigitTable::copy_cut_off(const std::uint8_t* whole, std::size_t pile,
                              std::uint8_t*& out) const {
  const auto extent = static_cast<std::size_t>(sides_[pile].extent);
  if (pile + 1 == sides_.size()) {
    out = std::copy_n(whole, extent, out);
    return;
  }
  for (std::size_t size = 0; size < extent; ++size)
    copy_cut_off(whole + size * sides_[pile].stride, pile + 1, out);
}

}  // namespace nimsweep
