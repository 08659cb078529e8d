// The parts of a deflate stream: how lengths and distances are written, Huffman codes, and how a
// block says which codes it uses (RFC 1951).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace nimsweep::store_detail {

inline constexpr std::size_t kWindow = 32'768;
inline constexpr std::size_t kShortestMatch = 3;
inline constexpr std::size_t kLongestMatch = 258;
inline constexpr std::size_t kLiteralsAndLengths = 286;
inline constexpr std::size_t kDistances = 30;
inline constexpr std::size_t kEndOfBlock = 256;
inline constexpr int kLongestCode = 15;

// How deflate writes a length or a distance: a symbol, and bits that follow it.
struct Written {
  std::uint16_t symbol;
  std::uint8_t extra_bits;
  std::uint16_t extra;
};

// Lengths 3..258: eight of one length each, then groups of four with 1, 2, .. extra bits.
constexpr Written written_length(std::size_t length) {
  if (length == kLongestMatch) return {285, 0, 0};
  const std::size_t past = length - kShortestMatch;
  if (past < 8) return {static_cast<std::uint16_t>(257 + past), 0, 0};
  const int bits = static_cast<int>(std::bit_width(past)) - 3;
  return {static_cast<std::uint16_t>(257 + 4 * bits + static_cast<int>(past >> bits)),
          static_cast<std::uint8_t>(bits),
          static_cast<std::uint16_t>(past & ((std::size_t{1} << bits) - 1))};
}

// Distances 1..32768: four of one distance each, then pairs with 1, 2, .. extra bits.
constexpr Written written_distance(std::size_t distance) {
  const std::size_t past = distance - 1;
  if (past < 4) return {static_cast<std::uint16_t>(past), 0, 0};
  const int bits = static_cast<int>(std::bit_width(past)) - 2;
  return {static_cast<std::uint16_t>(2 * bits + static_cast<int>(past >> bits)),
          static_cast<std::uint8_t>(bits),
          static_cast<std::uint16_t>(past & ((std::size_t{1} << bits) - 1))};
}

inline constexpr auto kWrittenLengths = [] {
  std::array<Written, kLongestMatch + 1> all{};
  for (std::size_t length = kShortestMatch; length <= kLongestMatch; ++length)
    all[length] = written_length(length);
  return all;
}();

// The extra bits of each symbol that stands for lengths or distances.
inline constexpr auto kExtraBitsOfLengths = [] {
  std::array<std::uint8_t, kLiteralsAndLengths> bits{};
  for (std::size_t length = kShortestMatch; length <= kLongestMatch; ++length)
    bits[kWrittenLengths[length].symbol] = kWrittenLengths[length].extra_bits;
  return bits;
}();
inline constexpr auto kExtraBitsOfDistances = [] {
  std::array<std::uint8_t, kDistances> bits{};
  for (std::size_t distance = 1; distance <= kWindow; distance *= 2)
    for (const std::size_t nearby : {distance, distance + distance / 2})
      if (nearby <= kWindow)
        bits[written_distance(nearby).symbol] = written_distance(nearby).extra_bits;
  return bits;
}();

// The lengths of a Huffman code's words; 0 for a symbol that is not used. None is longer than
// `longest`: if one would be, rare symbols are taken to be more frequent than they are.
std::vector<std::uint8_t> code_lengths(std::span<const std::uint32_t> uses, int longest);

// The canonical code with these lengths, its words written from their last bit to their first.
struct Code {
  explicit Code(std::vector<std::uint8_t> code_lengths);

  std::vector<std::uint8_t> lengths;
  std::vector<std::uint16_t> words;
};

// Writes bits, the first one the least of a byte. There must be room for eight bytes more than are
// written.
class BitWriter {
 public:
  explicit BitWriter(std::uint8_t* out) : begin_(out), out_(out) {}

  // At most 56 bits.
  void add(std::uint64_t bits, int count) {
    held_ |= bits << count_;
    count_ += static_cast<unsigned>(count);
    std::memcpy(out_, &held_, sizeof held_);
    out_ += count_ / 8;
    held_ >>= count_ & ~7U;
    count_ %= 8;
  }

  void to_whole_byte() {
    if (count_ > 0) add(0, 8 - static_cast<int>(count_));
  }

  std::size_t bytes() const { return static_cast<std::size_t>(out_ - begin_); }

 private:
  // The first bits are in the first bytes.
  static_assert(std::endian::native == std::endian::little);

  std::uint8_t* begin_;
  std::uint8_t* out_;
  std::uint64_t held_ = 0;
  unsigned count_ = 0;
};

// How a block begins: the lengths of both codes, themselves coded, runs of zeros as one symbol.
class BlockHeader {
 public:
  BlockHeader(const Code& literals, const Code& distances);

  std::uint64_t bits() const;
  void write(BitWriter& out) const;

 private:
  std::size_t literals_;
  std::size_t distances_;
  std::size_t shown_;
  std::vector<Written> symbols_;
  std::vector<std::uint8_t> lengths_;
};

// What is around the blocks of a zlib stream: the first and the last bytes.
void begin_stream(BitWriter& out);
void end_stream(BitWriter& out, std::span<const std::uint8_t> in);

}  // namespace nimsweep::store_detail
