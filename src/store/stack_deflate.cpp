#include "store/stack_deflate.hpp"

#include <isa-l.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <optional>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace nimsweep::store_detail {

namespace {

constexpr std::size_t kWindow = 32'768;
constexpr std::size_t kShortestMatch = 3;
constexpr std::size_t kLongestMatch = 258;
constexpr std::size_t kEndOfBlock = 256;
constexpr int kLongestCode = 15;

// A shorter one costs more than its bytes do as literals, since these are few.
constexpr std::size_t kShortestUseful = 6;
constexpr std::uint64_t kUsefulBytes = (std::uint64_t{1} << 8 * kShortestUseful) - 1;

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

constexpr auto kWrittenLengths = [] {
  std::array<Written, kLongestMatch + 1> all{};
  for (std::size_t length = kShortestMatch; length <= kLongestMatch; ++length)
    all[length] = written_length(length);
  return all;
}();

// Bit k of `equal` is whether a[k] == b[k].
void compare(const std::uint8_t* a, const std::uint8_t* b, std::size_t length,
             std::uint64_t* equal) {
  std::size_t k = 0;
  std::fill_n(equal, (length + 63) / 64, 0);
#if defined(__SSE2__)
  for (; k + 16 <= length; k += 16) {
    const __m128i same = _mm_cmpeq_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(a + k)),
                                        _mm_loadu_si128(reinterpret_cast<const __m128i*>(b + k)));
    equal[k / 64] |= std::uint64_t{static_cast<std::uint16_t>(_mm_movemask_epi8(same))} << k % 64;
  }
#endif
  for (; k < length; ++k) equal[k / 64] |= std::uint64_t{a[k] == b[k] ? 1U : 0U} << k % 64;
}

std::uint64_t eight_bytes(const std::uint8_t* from) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, from, sizeof bytes);
  return bytes;
}

// How many bytes, at most `most`, are the same in both up to the first that differ.
std::size_t common_prefix(const std::uint8_t* a, const std::uint8_t* b, std::size_t most) {
  std::size_t k = 0;
  for (; k + 8 <= most; k += 8) {
    const std::uint64_t different = eight_bytes(a + k) ^ eight_bytes(b + k);
    if (different != 0) return k + static_cast<std::size_t>(std::countr_zero(different)) / 8;
  }
  while (k < most && a[k] == b[k]) ++k;
  return k;
}

// How many bytes are the same in both.
std::size_t count_equal(const std::uint8_t* a, const std::uint8_t* b, std::size_t length) {
  std::size_t count = 0;
  std::size_t k = 0;
#if defined(__SSE2__)
  while (k + 16 <= length) {
    __m128i counts = _mm_setzero_si128();  // of each place mod 16, at most 255
    for (int step = 0; step < 255 && k + 16 <= length; ++step, k += 16)
      counts = _mm_sub_epi8(
          counts, _mm_cmpeq_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(a + k)),
                                 _mm_loadu_si128(reinterpret_cast<const __m128i*>(b + k))));
    const __m128i sums = _mm_sad_epu8(counts, _mm_setzero_si128());
    count += static_cast<std::size_t>(_mm_cvtsi128_si64(sums)) +
             static_cast<std::size_t>(_mm_cvtsi128_si64(_mm_unpackhi_epi64(sums, sums)));
  }
#endif
  for (; k < length; ++k) count += a[k] == b[k] ? 1 : 0;
  return count;
}

// The lengths of a Huffman code's words; 0 for a symbol that is not used. None is longer than
// `longest`: if one would be, rare symbols are taken to be more frequent than they are.
std::vector<std::uint8_t> code_lengths(std::span<const std::uint32_t> uses, int longest) {
  std::vector<std::uint32_t> weights(uses.begin(), uses.end());
  for (;;) {
    std::vector<std::uint32_t> used;
    for (std::uint32_t k = 0; k < weights.size(); ++k)
      if (weights[k] > 0) used.push_back(k);
    std::vector<std::uint8_t> lengths(weights.size(), 0);
    if (used.size() < 2) {
      for (const std::uint32_t k : used) lengths[k] = 1;
      return lengths;
    }
    std::ranges::stable_sort(used, {}, [&](std::uint32_t k) { return weights[k]; });
    // Leaves in order of weight, and behind them the nodes made of two, which come in that order.
    const std::size_t leaves = used.size();
    std::vector<std::uint64_t> weight;
    for (const std::uint32_t k : used) weight.push_back(weights[k]);
    std::vector<std::size_t> parent(2 * leaves - 1, 0);
    std::size_t leaf = 0;
    std::size_t node = leaves;
    const auto lightest = [&] {
      const bool takes_leaf =
          leaf < leaves && (node == weight.size() || weight[leaf] <= weight[node]);
      return takes_leaf ? leaf++ : node++;
    };
    while (weight.size() < 2 * leaves - 1) {
      const std::size_t a = lightest();
      const std::size_t b = lightest();
      parent[a] = parent[b] = weight.size();
      weight.push_back(weight[a] + weight[b]);
    }
    std::vector<int> depth(2 * leaves - 1, 0);
    for (std::size_t k = 2 * leaves - 2; k-- > 0;) depth[k] = depth[parent[k]] + 1;
    if (depth[0] <= longest) {
      for (std::size_t k = 0; k < leaves; ++k)
        lengths[used[k]] = static_cast<std::uint8_t>(depth[k]);
      return lengths;
    }
    for (std::uint32_t& w : weights) w = w == 0 ? 0 : w / 4 + 1;
  }
}

// The canonical code with these lengths, its words written from their last bit to their first.
struct Code {
  explicit Code(std::vector<std::uint8_t> code_lengths) : lengths(std::move(code_lengths)) {
    std::array<std::uint32_t, kLongestCode + 2> next{};
    for (const std::uint8_t length : lengths)
      if (length > 0) ++next[length + 1U];
    for (std::size_t length = 1; length < next.size(); ++length)
      next[length] = (next[length] + next[length - 1]) << 1;
    words.resize(lengths.size());
    for (std::size_t k = 0; k < lengths.size(); ++k) {
      std::uint32_t word = lengths[k] == 0 ? 0 : next[lengths[k]]++;
      for (int bit = 0; bit < lengths[k]; ++bit, word >>= 1)
        words[k] = static_cast<std::uint16_t>(words[k] << 1 | (word & 1));
    }
  }

  std::vector<std::uint8_t> lengths;
  std::vector<std::uint16_t> words;
};

// Writes bits, the first one the least of a byte. There must be room for eight bytes more than are
// written.
class BitWriter {
 public:
  explicit BitWriter(std::uint8_t* out) : begin_(out), out_(out) {}

  // At most 32 bits.
  void add(std::uint64_t bits, int count) {
    held_ |= bits << count_;
    count_ += count;
    std::memcpy(out_, &held_, sizeof held_);
    out_ += count_ / 8;
    held_ >>= count_ & ~7;
    count_ %= 8;
  }

  void to_whole_byte() {
    if (count_ > 0) add(0, 8 - count_);
  }

  std::size_t bytes() const { return static_cast<std::size_t>(out_ - begin_); }

 private:
  // The first bits are in the first bytes.
  static_assert(std::endian::native == std::endian::little);

  std::uint8_t* begin_;
  std::uint8_t* out_;
  std::uint64_t held_ = 0;
  int count_ = 0;
};

// How a block begins: the lengths of both codes, themselves coded, runs of zeros as one symbol.
class BlockHeader {
 public:
  BlockHeader(const Code& literals, const Code& distances)
      : literals_(used(literals, kEndOfBlock + 1)), distances_(used(distances, 1)) {
    std::vector<std::uint8_t> all(
        literals.lengths.begin(),
        literals.lengths.begin() + static_cast<std::ptrdiff_t>(literals_));
    all.insert(all.end(), distances.lengths.begin(),
               distances.lengths.begin() + static_cast<std::ptrdiff_t>(distances_));
    for (std::size_t k = 0; k < all.size();) {
      std::size_t zeros = 0;
      while (k + zeros < all.size() && all[k + zeros] == 0 && zeros < 138) ++zeros;
      if (zeros < 3) {
        symbols_.push_back({all[k++], 0, 0});
        continue;
      }
      if (zeros < 11)
        symbols_.push_back({17, 3, static_cast<std::uint16_t>(zeros - 3)});
      else
        symbols_.push_back({18, 7, static_cast<std::uint16_t>(zeros - 11)});
      k += zeros;
    }
    std::array<std::uint32_t, 19> uses{};
    for (const Written& written : symbols_) ++uses[written.symbol];
    lengths_ = code_lengths(uses, 7);
    while (shown_ > 4 && lengths_[kOrder[shown_ - 1]] == 0) --shown_;
  }

  std::uint64_t bits() const {
    std::uint64_t bits = 3 + 14 + 3 * shown_;
    for (const Written& written : symbols_) bits += lengths_[written.symbol] + written.extra_bits;
    return bits;
  }

  void write(BitWriter& out) const {
    out.add(1, 1);  // the last block
    out.add(2, 2);  // with codes of its own
    out.add(literals_ - 257, 5);
    out.add(distances_ - 1, 5);
    out.add(shown_ - 4, 4);
    for (std::size_t k = 0; k < shown_; ++k) out.add(lengths_[kOrder[k]], 3);
    const Code code(lengths_);
    for (const Written& written : symbols_) {
      out.add(code.words[written.symbol], code.lengths[written.symbol]);
      out.add(written.extra, written.extra_bits);
    }
  }

 private:
  static constexpr std::array<std::uint8_t, 19> kOrder = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                          11, 4,  12, 3, 13, 2, 14, 1, 15};

  static std::size_t used(const Code& code, std::size_t fewest) {
    std::size_t count = code.lengths.size();
    while (count > fewest && code.lengths[count - 1] == 0) --count;
    return count;
  }

  std::size_t literals_;
  std::size_t distances_;
  std::size_t shown_ = kOrder.size();
  std::vector<Written> symbols_;
  std::vector<std::uint8_t> lengths_;
};

}  // namespace

// How many bytes from `place` on are equal.
std::size_t StackDeflater::run_at(std::size_t place, std::size_t length) const noexcept {
  std::size_t word = place / 64;
  std::uint64_t different = ~equal_[word] & ~std::uint64_t{0} << place % 64;
  while (different == 0 && ++word < equal_.size()) different = ~equal_[word];
  const std::size_t end =
      64 * word + (different == 0 ? 0 : static_cast<std::size_t>(std::countr_zero(different)));
  return std::min(end, length) - place;
}

void StackDeflater::list_distances(const StackShape& shape) {
  distances_.clear();
  const auto add = [&](std::size_t bytes) {
    const auto [symbol, extra_bits, extra] = written_distance(bytes);
    distances_.push_back({bytes, static_cast<std::uint8_t>(symbol), extra_bits, extra});
  };
  for (const std::size_t stride : shape.strides) add(stride);
  for (const std::size_t period : shape.periods) add(period * shape.record);
}

void StackDeflater::add_match(std::size_t length, std::uint8_t distance) {
  while (length > 0) {
    std::size_t now = std::min(length, kLongestMatch);
    if (length - now > 0 && length - now < kShortestMatch) now -= kShortestMatch;
    ++uses_[kWrittenLengths[now].symbol];
    ++distance_uses_[distances_[distance].symbol];
    *next_token_++ = {static_cast<std::uint16_t>(now), distance};
    length -= now;
  }
}

// Of the earlier records in question, the one that is most like this; then equal_ says where.
std::optional<std::uint8_t> StackDeflater::choose_period(std::span<const std::uint8_t> in,
                                                         std::size_t begin, std::size_t length,
                                                         const StackShape& shape) {
  const std::uint8_t* record = in.data() + begin;
  std::size_t most = 0;
  std::size_t best = 0;
  for (std::size_t k = shape.strides.size(); k < distances_.size() && most < length; ++k) {
    const std::size_t back = distances_[k].bytes;
    if (back > begin) continue;
    const std::size_t equal = count_equal(record, record - back, length);
    if (equal <= most) continue;
    most = equal;
    best = k;
  }
  if (most == 0 || most < length / 2) return {};
  compare(record, record - distances_[best].bytes, length, equal_.data());
  return static_cast<std::uint8_t>(best);
}

// A match with the earlier record is taken wherever it is long enough; elsewhere the longest one
// step back along an axis. Most places have neither, so that is asked first, without a branch that
// is hard to foresee.
void StackDeflater::read_record(std::span<const std::uint8_t> in, std::size_t begin,
                                std::size_t length, const StackShape& shape) {
  const std::optional<std::uint8_t> period = choose_period(in, begin, length, shape);
  const std::uint8_t* record = in.data() + begin;
  for (std::size_t place = 0; place < length;) {
    std::size_t longest = 0;
    std::uint8_t distance = 0;
    if (period) {
      longest = run_at(place, length);
      distance = *period;
    }
    if (longest < kShortestUseful && length - place >= sizeof(std::uint64_t)) {
      const std::uint64_t here = eight_bytes(record + place);
      for (std::size_t k = 0; k < shape.strides.size() && shape.strides[k] <= begin + place; ++k) {
        const std::uint8_t* before = record + place - shape.strides[k];
        if (((here ^ eight_bytes(before)) & kUsefulBytes) != 0) continue;
        const std::size_t run = common_prefix(record + place, before, length - place);
        if (run <= longest) continue;
        longest = run;
        distance = static_cast<std::uint8_t>(k);
      }
    }
    if (longest >= kShortestUseful) {
      add_match(longest, distance);
      place += longest;
    } else {
      ++uses_[record[place]];
      *next_token_++ = {1, record[place++]};
    }
  }
}

void StackDeflater::find_tokens(std::span<const std::uint8_t> in, const StackShape& shape) {
  uses_.fill(0);
  distance_uses_.fill(0);
  if (tokens_.size() < in.size()) tokens_.resize(in.size());
  next_token_ = tokens_.data();
  equal_.resize((shape.record + 63) / 64);
  for (std::size_t begin = 0; begin < in.size(); begin += shape.record)
    read_record(in, begin, std::min(shape.record, in.size() - begin), shape);
  ++uses_[kEndOfBlock];
}

std::size_t StackDeflater::deflate(std::span<const std::uint8_t> in, const StackShape& shape,
                                   std::span<std::uint8_t> out) {
  list_distances(shape);
  find_tokens(in, shape);
  const Code literals(code_lengths(uses_, kLongestCode));
  const Code distances(code_lengths(distance_uses_, kLongestCode));
  const BlockHeader header(literals, distances);
  std::uint64_t bits = header.bits();
  for (std::size_t k = 0; k < uses_.size(); ++k)
    bits += std::uint64_t{uses_[k]} * literals.lengths[k];
  for (const Token& token : std::span(tokens_.data(), next_token_))
    if (token.length > 1)
      bits += kWrittenLengths[token.length].extra_bits + distances_[token.byte].extra_bits +
              distances.lengths[distances_[token.byte].symbol];
  constexpr std::size_t kAround = 2 + 4 + 8;  // the stream's header and checksum; room for a writer
  if (bits / 8 + 1 + kAround > out.size()) return 0;

  BitWriter writer(out.data());
  writer.add(0x0178, 16);  // zlib, a window of 32 KiB
  header.write(writer);
  for (const Token& token : std::span(tokens_.data(), next_token_)) {
    if (token.length == 1) {
      writer.add(literals.words[token.byte], literals.lengths[token.byte]);
      continue;
    }
    const Written& length = kWrittenLengths[token.length];
    const Distance& distance = distances_[token.byte];
    const int bits_of_length = literals.lengths[length.symbol];
    writer.add(literals.words[length.symbol] | std::uint64_t{length.extra} << bits_of_length,
               bits_of_length + length.extra_bits);
    const int bits_of_distance = distances.lengths[distance.symbol];
    writer.add(distances.words[distance.symbol] | std::uint64_t{distance.extra} << bits_of_distance,
               bits_of_distance + distance.extra_bits);
  }
  writer.add(literals.words[kEndOfBlock], literals.lengths[kEndOfBlock]);
  writer.to_whole_byte();
  const std::uint32_t checksum = isal_adler32(1, in.data(), in.size());
  for (int byte = 3; byte >= 0; --byte) writer.add(checksum >> (8 * byte) & 255, 8);
  return writer.bytes();
}

}  // namespace nimsweep::store_detail
