#include "nimsweep/store/chunk_codec.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "store/adler32.hpp"
#include "store/equal_bytes.hpp"
#include "store/literal_deflate.hpp"
#include "store/stack_deflate.hpp"
#include "support/expect_error.hpp"

namespace nimsweep {

using namespace store_detail;

namespace {

using Periods = std::vector<std::vector<std::size_t>>;

std::vector<std::uint8_t> noise(std::size_t size, unsigned below, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint8_t> values(size);
  for (auto& value : values) value = static_cast<std::uint8_t>(random() % below);
  return values;
}

TEST(ChunkCodec, DecodesWhatItEncodesWhateverItSkips) {
  ChunkEncoder encoder;
  std::vector<std::uint8_t> periodic(1 << 20);
  for (std::size_t k = 0; k < periodic.size(); ++k) periodic[k] = k % 201 < 3 ? 1 : 2;
  const std::vector<std::pair<std::vector<std::uint8_t>, std::uint32_t>> cases = {
      {periodic, 0},
      {noise(1 << 20, 4, 1), 2},
      {noise(1 << 20, 256, 2), 3},
      {{7}, 3},
      {noise(50, 2, 3), 2}};
  for (const auto& [values, mask] : cases) {
    const EncodedChunk chunk = encoder.encode(values);
    if (values.size() > 100) EXPECT_EQ(chunk.filter_mask, mask);
    EXPECT_EQ(chunk.crc32, crc32_of(chunk.bytes));
    EXPECT_EQ(chunk.content_hash, content_hash_of(values));
    EXPECT_LE(chunk.bytes.size(), values.size());
    EXPECT_EQ(decode_chunk(chunk.bytes, chunk.filter_mask, values.size()), values);
  }
}

// Records like those some before them, with runs along an axis, and noise.
std::vector<std::uint8_t> stack(std::size_t size, const StackShape& shape, unsigned below,
                                std::mt19937_64& random) {
  std::vector<std::uint8_t> values;
  while (values.size() < size) {
    std::size_t back = 0;
    if (random() % 4 > 0 && !shape.strides.empty())
      back = shape.strides[random() % shape.strides.size()];
    if (random() % 4 > 0 && !shape.periods.empty())
      back = shape.periods[random() % shape.periods.size()] * shape.record;
    for (std::uint64_t length = 1 + random() % 700; length > 0; --length)
      values.push_back(back == 0 || back > values.size() || random() % 50 == 0
                           ? static_cast<std::uint8_t>(random() % below)
                           : values[values.size() - back]);
  }
  values.resize(size);
  return values;
}

TEST(ChunkCodec, DecodesStacks) {
  ChunkEncoder encoder;
  std::mt19937_64 random(6);
  int stacks = 0;
  for (int trial = 0; trial < 400; ++trial) {
    std::vector<std::uint64_t> extents(1 + random() % 4);
    for (auto& extent : extents) extent = 1 + random() % 9;
    std::vector<std::vector<std::size_t>> periods(1 + random() % 5);
    for (auto& likely : periods) likely = {1 + random() % 30, 1, 1 + random() % 3000};
    if (trial % 7 == 0) periods.push_back({});
    const StackShape shape = StackShape::of(extents, periods);
    const unsigned below = trial % 10 == 0 ? 256 : 1 + static_cast<unsigned>(random() % 16);
    const auto values = stack(1 + random() % 60'000, shape, below, random);
    const EncodedChunk chunk = encoder.encode(values, shape, random() % 100);
    stacks += chunk.filter_mask == 2 ? 1 : 0;
    EXPECT_EQ(chunk.content_hash, content_hash_of(values));
    EXPECT_LE(chunk.bytes.size(), values.size());
    ASSERT_EQ(decode_chunk(chunk.bytes, chunk.filter_mask, values.size()), values) << trial;
  }
  EXPECT_GT(stacks, 300);
  // One byte over and over, and none that occurs twice.
  const StackShape shape = StackShape::of(std::vector<std::uint64_t>{5, 5}, Periods{{1}});
  std::vector<std::uint8_t> all(256);
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<std::uint8_t>(k);
  for (const auto& values :
       {std::vector<std::uint8_t>(1 << 20, 3), all, std::vector<std::uint8_t>(1, 9)}) {
    const EncodedChunk chunk = encoder.encode(values, shape);
    EXPECT_EQ(decode_chunk(chunk.bytes, chunk.filter_mask, values.size()), values);
  }
}

// Every third record is like the one three before it; the others are noise.
TEST(StackDeflater, ComparesRecordsWithThoseThatTheirNumberMakesLikely) {
  constexpr std::size_t kRecord = 100;
  constexpr std::size_t kFirst = 5;
  const StackShape shape =
      StackShape::of(std::vector<std::uint64_t>{kRecord}, Periods{{3}, {}, {}});
  std::vector<std::uint8_t> values = noise(1000 * kRecord, 256, 13);
  for (std::size_t k = 3 * kRecord; k < values.size(); ++k)
    if ((kFirst + k / kRecord) % 3 == 0) values[k] = values[k - 3 * kRecord];
  StackDeflater deflater;
  std::vector<std::uint8_t> out(2 * values.size());
  const std::size_t other = deflater.deflate(values, shape, kFirst + 1, out);
  EXPECT_GT(other, values.size() * 9 / 10);
  const std::size_t length = deflater.deflate(values, shape, kFirst, out);
  EXPECT_LT(length, values.size() * 7 / 10);
  EXPECT_EQ(decode_chunk(std::span(out).first(length), 2, values.size()), values);
}

// Small values without any order are written without matches, close to what their frequencies
// allow.
TEST(ChunkCodec, ValuesThatHardlyRepeatTakeFewBits) {
  ChunkEncoder encoder;
  std::mt19937_64 random(7);
  const StackShape shape = StackShape::of(std::vector<std::uint64_t>{5, 6, 6}, Periods{{120, 1}});
  for (std::size_t size : {1, 7, 8, 300, 5'000, 70'001, 1 << 20}) {
    std::vector<std::uint8_t> values(size);
    for (auto& value : values)
      value = static_cast<std::uint8_t>(std::min(random() % 8, random() % 8));
    const EncodedChunk chunk = encoder.encode(values, shape);
    EXPECT_EQ(decode_chunk(chunk.bytes, chunk.filter_mask, size), values);
    if (size > 50'000) EXPECT_LT(chunk.bytes.size() * 100, size * 36);  // 2.78 bits of entropy
    // One larger value after the trial, or one that the estimate does not see.
    for (const std::uint8_t other : {std::uint8_t{200}, std::uint8_t{7}}) {
      values.back() = other;
      const EncodedChunk changed = encoder.encode(values, shape);
      EXPECT_EQ(decode_chunk(changed.bytes, changed.filter_mask, size), values);
    }
  }
}

// RFC 1950, byte by byte.
std::uint32_t adler32_by_bytes(std::span<const std::uint8_t> bytes) {
  std::uint32_t low = 1;
  std::uint32_t high = 0;
  for (const std::uint8_t byte : bytes) {
    low = (low + byte) % 65'521;
    high = (high + low) % 65'521;
  }
  return high << 16 | low;
}

TEST(Adler32, IsTheSumOfSumsOfBytes) {
  const std::vector<std::uint8_t> largest(100'000, 255);
  const auto random = noise(100'000, 256, 12);
  for (const std::size_t size : {0, 1, 31, 32, 33, 1000, 32'767, 32'768, 32'801, 99'999})
    for (const auto& bytes : {std::span(largest).last(size), std::span(random).last(size)}) {
      EXPECT_EQ(adler32_of(bytes), adler32_by_bytes(bytes)) << size;
      if (adler32_for_avx2() != nullptr)
        EXPECT_EQ(adler32_for_avx2()(bytes.data(), bytes.size()), adler32_by_bytes(bytes)) << size;
    }
}

TEST(LiteralDeflater, NeverWritesBeyondItsRoom) {
  std::mt19937_64 random(8);
  LiteralDeflater deflater;
  LiteralDeflater by_fours(nullptr);
  for (int trial = 0; trial < 300; ++trial) {
    // Frequent in the estimate, rare otherwise, and the other way round.
    std::vector<std::uint8_t> values(1 + random() % 20'000);
    for (std::size_t k = 0; k < values.size(); ++k)
      values[k] = static_cast<std::uint8_t>(k % 4160 < 64 ? 0 : trial % 2 == 0 ? 7 : random() % 8);
    const std::size_t room = random() % values.size();
    std::vector<std::uint8_t> out(room + 64, 99);
    const std::size_t length = deflater.deflate(values, std::span(out).first(room));
    EXPECT_LE(length, room);
    for (std::size_t k = room; k < out.size(); ++k) ASSERT_EQ(out[k], 99) << trial;
    std::vector<std::uint8_t> again(room);
    EXPECT_EQ(by_fours.deflate(values, again), length);
    EXPECT_TRUE(std::equal(again.begin(), again.begin() + static_cast<std::ptrdiff_t>(length),
                           out.begin()));
    if (length == 0) continue;
    EXPECT_EQ(decode_chunk(std::span(out).first(length), 2, values.size()), values);
  }
}

TEST(StackDeflater, NeverWritesBeyondItsRoom) {
  std::mt19937_64 random(10);
  StackDeflater deflater;
  for (int trial = 0; trial < 300; ++trial) {
    const StackShape shape =
        StackShape::of(std::vector<std::uint64_t>{5, 6, 6}, Periods{{120, 1 + random() % 3}});
    const auto values = stack(1 + random() % 30'000, shape, 2 + trial % 7, random);
    std::vector<std::uint8_t> whole(2 * values.size() + 1000);
    const std::size_t needed = deflater.deflate(values, shape, 0, whole);
    const std::size_t room = trial % 3 == 0 ? needed : random() % (needed + 20);
    std::vector<std::uint8_t> out(room + 64, 99);
    const std::size_t length = deflater.deflate(values, shape, 0, std::span(out).first(room));
    EXPECT_LE(length, room);
    for (std::size_t k = room; k < out.size(); ++k) ASSERT_EQ(out[k], 99) << trial;
    if (length == 0) continue;
    EXPECT_EQ(decode_chunk(std::span(out).first(length), 2, values.size()), values);
  }
}

TEST(EqualBytes, AreMarkedInAnyNumberAtATime) {
  std::mt19937_64 random(9);
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<std::uint8_t> a(random() % (trial % 100 == 0 ? 20'000 : 200));
    std::vector<std::uint8_t> b(a.size());
    std::vector<std::uint64_t> expected((a.size() + 63) / 64);
    std::size_t count = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
      a[k] = static_cast<std::uint8_t>(random() % 3);
      b[k] = static_cast<std::uint8_t>(random() % 3);
      if (a[k] != b[k]) continue;
      expected[k / 64] |= std::uint64_t{1} << k % 64;
      ++count;
    }
    for (const EqualBytes* way : {&equal_bytes_anywhere(), equal_bytes_for_avx2()}) {
      if (way == nullptr) continue;
      std::vector<std::uint64_t> bits(expected.size() + 1, 77);
      EXPECT_EQ(way->mark(a.data(), b.data(), a.size(), bits.data()), count);
      EXPECT_EQ(bits.back(), 77u);
      bits.pop_back();
      EXPECT_EQ(bits, expected);
    }
  }
}

TEST(EqualBytes, AreFoundAtDistances) {
  const auto values = noise(400, 2, 10);
  const std::vector<std::size_t> distances{1, 5, 25, 125};
  for (std::size_t place = 125; place + kWindowBytes <= values.size(); ++place)
    for (const EqualBytes* way : {&equal_bytes_anywhere(), equal_bytes_for_avx2()}) {
      if (way == nullptr) continue;
      const std::size_t length = place % 2 == 0 ? 1000 : place % 33;
      std::vector<std::uint32_t> windows(distances.size());
      const std::uint32_t runs = way->look_back(values.data() + place, length, distances.data(),
                                                distances.size(), windows.data());
      std::uint32_t expected_runs = 0;
      for (std::size_t k = 0; k < distances.size(); ++k)
        for (std::size_t bit = 0, run = 0; bit < kWindowBytes; ++bit) {
          const bool is_equal =
              bit < length && values[place + bit] == values[place + bit - distances[k]];
          ASSERT_EQ((windows[k] >> bit & 1) == 1, is_equal);
          run = is_equal ? run + 1 : 0;
          if (run >= kRun) expected_runs |= std::uint32_t{1} << (bit + 1 - kRun);
        }
      ASSERT_EQ(runs, expected_runs);
    }
}

TEST(ChunkCodec, StepsTooLongForDeflateAreLeftOut) {
  const Periods periods{{1, 100}, {2, 1}, {}};
  const StackShape shape = StackShape::of(std::vector<std::uint64_t>{5, 100, 2, 1, 4}, periods);
  EXPECT_EQ(shape.record, 4000u);
  EXPECT_EQ(shape.strides, (std::vector<std::size_t>{1, 4, 8, 800}));
  EXPECT_EQ(shape.periods, (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(shape.likely, (std::vector<std::vector<std::uint8_t>>{{0}, {1, 0}, {}}));
  EXPECT_EQ(StackShape::of(std::vector<std::uint64_t>{3, 40'000}, periods).record, 0u);
}

TEST(ChunkCodec, DamagedStreamsAreErrors) {
  ChunkEncoder encoder;
  const auto values = noise(100'000, 3, 4);
  const EncodedChunk chunk = encoder.encode(values);
  std::mt19937_64 random(5);
  int refused = 0;
  for (int repeat = 0; repeat < 100; ++repeat) {
    auto damaged = chunk.bytes;
    damaged[random() % damaged.size()] ^= static_cast<std::uint8_t>(1u << random() % 8);
    try {  // a bit that the decoder ignores may change; values may not
      EXPECT_EQ(decode_chunk(damaged, chunk.filter_mask, values.size()), values);
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 90);
  const std::span<const std::uint8_t> all(chunk.bytes);
  EXPECT_ERROR(ErrorKind::damage, "damaged",
               decode_chunk(all.first(all.size() / 2), chunk.filter_mask, values.size()));
  EXPECT_ANY_THROW(decode_chunk(chunk.bytes, chunk.filter_mask, values.size() + 1));
  EXPECT_ANY_THROW(decode_chunk(chunk.bytes, chunk.filter_mask, values.size() - 1));
  EXPECT_ANY_THROW(decode_chunk({}, 0, 10));
}

}  // namespace
}  // namespace nimsweep
