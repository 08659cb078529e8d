#include "store/literal_deflate.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace nimsweep::store_detail {

namespace {

constexpr std::size_t kBitsOfAValue = 3;
static_assert(LiteralDeflater::kMostValues == std::size_t{1} << kBitsOfAValue);
constexpr std::size_t kValuesOfAFour = 4;
constexpr std::size_t kFours = std::size_t{1} << kBitsOfAValue * kValuesOfAFour;

// In bits. Seven are enough for a code of nine symbols, and eight words, which are written at once,
// then take at most 56 bits.
constexpr int kLongestWord = 7;

using Uses = std::array<std::uint32_t, kLiteralsAndLengths>;

// Estimated from some of the values. All that there may be are taken to be there.
Uses uses_in(std::span<const std::uint8_t> in) {
  constexpr std::size_t kLine = 64;
  constexpr std::size_t kStep = 65 * kLine;  // not a power of two, which caches do not like
  Uses uses{};
  for (std::size_t begin = 0; begin < in.size(); begin += kStep)
    for (const std::uint8_t value : in.subspan(begin, std::min(kLine, in.size() - begin)))
      ++uses[value];
  for (std::size_t value = 0; value < LiteralDeflater::kMostValues; ++value) ++uses[value];
  uses[kEndOfBlock] = 1;
  return uses;
}

std::uint64_t eight_values(const std::uint8_t* from) {
  std::uint64_t values = 0;
  std::memcpy(&values, from, sizeof values);
  return values;
}

ValueWords value_words(const Code& code) {
  ValueWords words;
  for (std::size_t value = 0; value < LiteralDeflater::kMostValues; ++value) {
    words.bits[value] = static_cast<std::uint8_t>(code.words[value]);
    words.counts[value] = code.lengths[value];
  }
  return words;
}

}  // namespace

bool LiteralDeflater::takes(std::span<const std::uint8_t> in) {
  constexpr std::uint64_t kOthers = 0xf8f8'f8f8'f8f8'f8f8;
  std::uint64_t bits = 0;
  std::size_t place = 0;
  for (; place + 8 <= in.size(); place += 8) bits |= eight_values(in.data() + place);
  for (; place < in.size(); ++place) bits |= in[place];
  return (bits & kOthers) == 0;
}

std::optional<std::uint64_t> LiteralDeflater::bits(std::span<const std::uint8_t> in) {
  if (!takes(in)) return {};
  const Uses uses = uses_in(in);
  const auto lengths = code_lengths(uses, kLongestWord);
  std::uint64_t bits = 0;
  std::uint64_t values = 0;
  for (std::size_t value = 0; value < kMostValues; ++value) {
    bits += std::uint64_t{uses[value]} * lengths[value];
    values += uses[value];
  }
  return bits * in.size() / values;
}

void LiteralDeflater::list_fours(const Code& code) {
  fours_.resize(kFours);
  for (std::size_t number = 0; number < kFours; ++number) {
    Four four{0, 0};
    for (std::size_t k = 0; k < kValuesOfAFour; ++k) {
      const std::size_t value = number >> kBitsOfAValue * k & (kMostValues - 1);
      four.bits |= std::uint32_t{code.words[value]} << four.count;
      four.count += code.lengths[value];
    }
    fours_[number] = four;
  }
}

// Most words are so short that two eights are written at once. Returns how many values are written.
std::size_t LiteralDeflater::write_joined(std::span<const std::uint8_t> values,
                                          const ValueWords& words, BitWriter& out) const {
  const std::size_t taken = values.size() / 32 * 32;
  Eights eights;
  join_words_(values.data(), taken, words, eights);
  BitWriter writer = out;  // in registers
  for (std::size_t k = 0; k < taken / 8; k += 2) {
    const auto first = static_cast<int>(eights.counts[k]);
    const auto second = static_cast<int>(eights.counts[k + 1]);
    if (first + second <= 56) {
      writer.add(eights.bits[k] | eights.bits[k + 1] << first, first + second);
    } else {
      writer.add(eights.bits[k], first);
      writer.add(eights.bits[k + 1], second);
    }
  }
  out = writer;
  return taken;
}

std::size_t LiteralDeflater::write_by_fours(std::span<const std::uint8_t> values,
                                            BitWriter& out) const {
  std::size_t place = 0;
  for (; place + 8 <= values.size(); place += 8) {
    // Values of three bits move together: to pairs, then to fours.
    std::uint64_t eight = eight_values(values.data() + place);
    eight = (eight | eight >> 5) & 0x003f'003f'003f'003f;
    eight = (eight | eight >> 10) & 0x0000'0fff'0000'0fff;
    const Four& first = fours_[eight & (kFours - 1)];
    const Four& second = fours_[eight >> 32];
    out.add(first.bits | std::uint64_t{second.bits} << first.count,
            static_cast<int>(first.count + second.count));
  }
  return place;
}

std::size_t LiteralDeflater::deflate(std::span<const std::uint8_t> in,
                                     std::span<std::uint8_t> out) {
  assert(takes(in));
  constexpr std::size_t kAround = 256 + 8;  // header, checksum, and room for a writer
  constexpr std::size_t kValuesAtOnce = 8 * Eights::kMost;
  const Code literals(code_lengths(uses_in(in), kLongestWord));
  const Code distances(std::vector<std::uint8_t>(kDistances, 0));
  const ValueWords words = value_words(literals);
  if (join_words_ == nullptr) list_fours(literals);
  if (out.size() < kAround) return 0;
  BitWriter writer(out.data());
  begin_stream(writer);
  BlockHeader(literals, distances).write(writer);
  for (std::size_t begin = 0; begin < in.size(); begin += kValuesAtOnce) {
    if (out.size() - kAround < writer.bytes() + kValuesAtOnce) return 0;
    const std::size_t end = std::min(begin + kValuesAtOnce, in.size());
    const auto values = in.subspan(begin, end - begin);
    std::size_t place = begin + (join_words_ != nullptr ? write_joined(values, words, writer)
                                                        : write_by_fours(values, writer));
    for (; place < end; ++place) writer.add(literals.words[in[place]], literals.lengths[in[place]]);
  }
  writer.add(literals.words[kEndOfBlock], literals.lengths[kEndOfBlock]);
  end_stream(writer, in);
  return writer.bytes();
}

}  // namespace nimsweep::store_detail
