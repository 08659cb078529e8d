#include "store/stack_deflate.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <limits>
#include <utility>

namespace nimsweep::store_detail {

namespace {

// A shorter match costs more than its bytes do as literals, since these are few.
constexpr std::size_t kShortestUseful = kRun;

// As many bytes of the earlier record in a row are always taken.
constexpr std::size_t kLongRun = 8;

std::uint32_t first_bits(std::size_t count) {
  return count >= kWindowBytes ? ~std::uint32_t{0} : (std::uint32_t{1} << count) - 1;
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

// Marks where kLongRun bits in a row begin: where two do, then four, then eight.
void find_long_runs(std::span<const std::uint64_t> bits, std::span<std::uint64_t> begins) {
  static_assert(kLongRun == 8);
  std::uint64_t next = 0;  // the word behind this one, and where two and four begin there
  std::uint64_t next_two = 0;
  std::uint64_t next_four = 0;
  for (std::size_t k = bits.size(); k-- > 0;) {
    const std::uint64_t one = bits[k];
    const std::uint64_t two = one & (one >> 1 | next << 63);
    const std::uint64_t four = two & (two >> 2 | next_two << 62);
    begins[k] = four & (four >> 4 | next_four << 60);
    next = one;
    next_two = two;
    next_four = four;
  }
}

// The first place from `place` on whose bit is set, or `end` if it comes first.
std::size_t next_set(std::span<const std::uint64_t> bits, std::size_t place, std::size_t end) {
  std::size_t word = place / 64;
  std::uint64_t here = bits[word] & ~std::uint64_t{0} << place % 64;
  while (here == 0 && ++word < bits.size()) here = bits[word];
  if (here == 0) return end;
  return std::min(end, 64 * word + static_cast<std::size_t>(std::countr_zero(here)));
}

// Likewise, whose bit is not set.
std::size_t next_clear(std::span<const std::uint64_t> bits, std::size_t place, std::size_t end) {
  std::size_t word = place / 64;
  std::uint64_t here = ~bits[word] & ~std::uint64_t{0} << place % 64;
  while (here == 0 && ++word < bits.size()) here = ~bits[word];
  if (here == 0) return end;
  return std::min(end, 64 * word + static_cast<std::size_t>(std::countr_zero(here)));
}

}  // namespace

void StackDeflater::list_distances(const StackShape& shape) {
  distances_.clear();
  const auto add = [&](std::size_t bytes) {
    const auto [symbol, extra_bits, extra] = written_distance(bytes);
    distances_.push_back({bytes, static_cast<std::uint8_t>(symbol), extra_bits, extra});
  };
  for (const std::size_t stride : shape.strides) add(stride);
  windows_.resize(shape.strides.size());
  for (const std::size_t period : shape.periods) add(period * shape.record);
}

void StackDeflater::add_match(std::size_t length, std::uint8_t distance) {
  while (length > 0) {
    std::size_t now = std::min(length, kLongestMatch);
    if (length - now > 0 && length - now < kShortestMatch) now -= kShortestMatch;
    ++uses_[kWrittenLengths[now].symbol];
    ++distance_uses_[distances_[distance].symbol];
    *next_token_++ = match_token(distance, now);
    length -= now;
  }
}

void StackDeflater::add_literals(std::span<const std::uint8_t> values) {
  Token* next = next_token_;
  for (const std::uint8_t value : values) {
    ++uses_[value];
    *next++ = value;
  }
  next_token_ = next;
}

// Of the earlier records in question, the one that is most like this, or the first that is nearly
// the same; then equal_ says where.
std::optional<std::uint8_t> StackDeflater::choose_period(std::span<const std::uint8_t> in,
                                                         std::size_t begin, std::size_t length,
                                                         const StackShape& shape) {
  const std::uint8_t* record = in.data() + begin;
  const std::size_t enough = length - length / 32;
  std::size_t most = 0;
  std::size_t best = 0;
  for (const std::uint8_t period : shape.likely[next_number_]) {
    if (most >= enough) break;
    const std::size_t k = shape.strides.size() + period;
    const std::size_t back = distances_[k].bytes;
    if (back > begin) continue;
    const std::size_t equal = bytes_.mark(record, record - back, length, equal_to_other_.data());
    if (equal <= most) continue;
    most = equal;
    best = k;
    std::swap(equal_, equal_to_other_);
  }
  if (most == 0 || most < length / 2) return {};
  return static_cast<std::uint8_t>(best);
}

// Long runs of bytes of the earlier record are matches.
void StackDeflater::read_record(std::span<const std::uint8_t> in, std::size_t begin,
                                std::size_t length, const StackShape& shape) {
  const std::optional<std::uint8_t> period = choose_period(in, begin, length, shape);
  if (!period) {
    read_rest(in, begin, 0, length, length, shape);
    return;
  }
  // This is so for a third of all tables of four players.
  if (length >= kLongRun && next_clear(equal_, 0, length) == length) {
    add_match(length, *period);
    return;
  }
  find_long_runs(std::span(equal_).first((length + 63) / 64), long_runs_);
  for (std::size_t place = 0; place < length;) {
    const std::size_t run = next_set(long_runs_, place, length);
    place = read_rest(in, begin, place, run, length, shape);
    if (place != run || place == length) continue;
    const std::size_t end = next_clear(equal_, place, length);
    add_match(end - place, *period);
    place = end;
  }
}

// The bytes from `place` to `end` of a record: the longest match one step back along an axis, or
// literals. Such a match may be longer; returns where the last one ends. Matches begin in few
// places, which are found for a window of bytes at a time.
std::size_t StackDeflater::read_rest(std::span<const std::uint8_t> in, std::size_t begin,
                                     std::size_t place, std::size_t end, std::size_t length,
                                     const StackShape& shape) {
  constexpr std::size_t kStarts = kWindowBytes - kShortestUseful + 1;  // seen in a window
  const std::uint8_t* record = in.data() + begin;
  while (place + kShortestUseful <= end && begin + place + kWindowBytes <= in.size()) {
    const std::uint8_t* here = record + place;
    const std::uint32_t wanted = first_bits(std::min(end - place, kStarts));
    std::size_t strides = 0;
    while (strides < shape.strides.size() && shape.strides[strides] <= begin + place) ++strides;
    const std::uint32_t starts =
        wanted &
        bytes_.look_back(here, length - place, shape.strides.data(), strides, windows_.data());
    const std::size_t first = starts != 0 ? static_cast<std::size_t>(std::countr_zero(starts))
                                          : std::min(end - place, kStarts);
    add_literals({here, first});
    place += first;
    if (starts == 0) continue;
    std::size_t longest = 0;
    std::uint8_t distance = 0;
    for (std::size_t k = 0; k < strides; ++k) {
      auto run = static_cast<std::size_t>(std::countr_one(windows_[k] >> first));
      if (run + first == kWindowBytes)
        run += common_prefix(record + place + run, record + place + run - shape.strides[k],
                             length - place - run);
      if (run <= longest) continue;
      longest = run;
      distance = static_cast<std::uint8_t>(k);
    }
    add_match(longest, distance);
    place += longest;
  }
  if (place < end) add_literals({record + place, end - place});
  return std::max(place, end);
}

void StackDeflater::begin(std::span<const std::uint8_t> in, const StackShape& shape,
                          std::size_t first) {
  list_distances(shape);
  uses_.fill(0);
  distance_uses_.fill(0);
  uses_[kEndOfBlock] = 1;
  if (most_tokens_ < in.size()) {
    most_tokens_ = in.size();
    tokens_ = std::make_unique_for_overwrite<Token[]>(most_tokens_);
  }
  next_token_ = tokens_.get();
  next_number_ = first % shape.likely.size();
  equal_.resize((shape.record + 63) / 64);
  equal_to_other_.resize(equal_.size());
  long_runs_.resize(equal_.size());
}

void StackDeflater::find_tokens(std::span<const std::uint8_t> in, std::size_t from, std::size_t to,
                                const StackShape& shape) {
  for (std::size_t begin = from; begin < to; begin += shape.record) {
    read_record(in, begin, std::min(shape.record, in.size() - begin), shape);
    if (++next_number_ == shape.likely.size()) next_number_ = 0;
  }
}

std::uint64_t StackDeflater::bits_of_tokens(const Code& literals, const Code& distances) const {
  std::uint64_t bits = 0;
  for (std::size_t k = 0; k < uses_.size(); ++k)
    bits += std::uint64_t{uses_[k]} * (literals.lengths[k] + kExtraBitsOfLengths[k]);
  for (std::size_t k = 0; k < distance_uses_.size(); ++k)
    bits += std::uint64_t{distance_uses_[k]} * (distances.lengths[k] + kExtraBitsOfDistances[k]);
  return bits;
}

// A match has at most 15 + 5 bits for its length, and 15 + 13 for its distance.
void StackDeflater::list_words(const Code& literals, const Code& distances) {
  assert(256 + distances_.size() * (kLongestMatch + 1) <= std::numeric_limits<Token>::max());
  words_.resize(match_token(distances_.size(), 0));
  for (std::size_t byte = 0; byte < 256; ++byte)
    words_[byte] = joined(0, literals.words[byte], literals.lengths[byte]);
  for (std::size_t k = 0; k < distances_.size(); ++k)
    for (std::size_t length = kShortestMatch; length <= kLongestMatch; ++length) {
      const Written& written = kWrittenLengths[length];
      const Distance& distance = distances_[k];
      Word word = joined(0, literals.words[written.symbol], literals.lengths[written.symbol]);
      word = joined(word, written.extra, written.extra_bits);
      word = joined(word, distances.words[distance.symbol], distances.lengths[distance.symbol]);
      words_[match_token(k, length)] = joined(word, distance.extra, distance.extra_bits);
    }
}

void StackDeflater::write_tokens(BitWriter& out) const {
  BitWriter writer = out;  // in registers
  for (const Token token : tokens()) {
    const Word word = words_[token];
    writer.add(word & kBitsOfWord, static_cast<int>(word >> kCountOfWord));
  }
  out = writer;
}

// Matches are worth their time where they take a third of what literals alone take, which the first
// records tell. (Random matrices are close to one half, where literals are faster.)
std::size_t StackDeflater::deflate(std::span<const std::uint8_t> in, const StackShape& shape,
                                   std::size_t first, std::span<std::uint8_t> out) {
  constexpr std::size_t kTriedRecords = 32;
  const std::size_t tried = std::min(in.size(), kTriedRecords * shape.record);
  begin(in, shape, first);
  find_tokens(in, 0, tried, shape);
  if (const auto alone = LiteralDeflater::bits(in.first(tried))) {
    const Code literals(code_lengths(uses_, kLongestCode));
    const Code distances(code_lengths(distance_uses_, kLongestCode));
    if (3 * bits_of_tokens(literals, distances) > *alone && LiteralDeflater::takes(in))
      return literals_.deflate(in, out);
  }
  find_tokens(in, tried, in.size(), shape);

  const Code literals(code_lengths(uses_, kLongestCode));
  const Code distances(code_lengths(distance_uses_, kLongestCode));
  const BlockHeader header(literals, distances);
  const std::uint64_t bits = header.bits() + bits_of_tokens(literals, distances);
  constexpr std::size_t kAround = 2 + 4 + 8;  // the stream's ends; room for a writer
  if (bits / 8 + 1 + kAround > out.size()) return 0;

  list_words(literals, distances);
  BitWriter writer(out.data());
  begin_stream(writer);
  header.write(writer);
  write_tokens(writer);
  writer.add(literals.words[kEndOfBlock], literals.lengths[kEndOfBlock]);
  end_stream(writer, in);
  return writer.bytes();
}

}  // namespace nimsweep::store_detail
