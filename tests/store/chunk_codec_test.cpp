#include "nimsweep/store/chunk_codec.hpp"

#include <gtest/gtest.h>

#include <random>

#include "support/expect_error.hpp"

namespace nimsweep {
namespace {

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
    const std::vector<std::size_t> periods{1 + random() % 30, 1, 1 + random() % 3000};
    const StackShape shape = StackShape::of(extents, periods);
    const unsigned below = trial % 10 == 0 ? 256 : 1 + static_cast<unsigned>(random() % 16);
    const auto values = stack(1 + random() % 60'000, shape, below, random);
    const EncodedChunk chunk = encoder.encode(values, shape);
    stacks += chunk.filter_mask == 2 ? 1 : 0;
    EXPECT_EQ(chunk.content_hash, content_hash_of(values));
    EXPECT_LE(chunk.bytes.size(), values.size());
    ASSERT_EQ(decode_chunk(chunk.bytes, chunk.filter_mask, values.size()), values) << trial;
  }
  EXPECT_GT(stacks, 300);
  // One byte over and over, and none that occurs twice.
  const StackShape shape =
      StackShape::of(std::vector<std::uint64_t>{5, 5}, std::vector<std::size_t>{1});
  std::vector<std::uint8_t> all(256);
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<std::uint8_t>(k);
  for (const auto& values :
       {std::vector<std::uint8_t>(1 << 20, 3), all, std::vector<std::uint8_t>(1, 9)}) {
    const EncodedChunk chunk = encoder.encode(values, shape);
    EXPECT_EQ(decode_chunk(chunk.bytes, chunk.filter_mask, values.size()), values);
  }
}

TEST(ChunkCodec, StepsTooLongForDeflateAreLeftOut) {
  const StackShape shape = StackShape::of(std::vector<std::uint64_t>{3, 40'000, 2, 1, 4},
                                          std::vector<std::size_t>{1, 2});
  EXPECT_EQ(shape.record, 960'000u);
  EXPECT_EQ(shape.strides, (std::vector<std::size_t>{1, 4, 8}));
  EXPECT_TRUE(shape.periods.empty());
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
