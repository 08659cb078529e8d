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
