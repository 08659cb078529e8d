#include "nimsweep/store/chunk_codec.hpp"

#include <fmt/format.h>
#include <isa-l.h>

#include <algorithm>
#include <cassert>

#include "nimsweep/base/error.hpp"
#include "store/stack_deflate.hpp"

namespace nimsweep {

namespace {

constexpr std::uint32_t kSkipFirst = 1;
constexpr std::uint32_t kSkipSecond = 2;

// What repeats so much that its deflate stream does, too, is left with less than this part of its
// bytes by the first pass. A second pass over longer streams gains nothing (deflate_bench).
constexpr std::size_t kLeftByFirst = 16;

// Inflates a zlib stream of at most `most` bytes.
std::vector<std::uint8_t> inflated(std::span<const std::uint8_t> stream, std::size_t most) {
  std::vector<std::uint8_t> out(most);
  inflate_state state;
  isal_inflate_init(&state);
  state.crc_flag = ISAL_ZLIB;
  state.next_in = const_cast<std::uint8_t*>(stream.data());  // ISA-L only reads it
  state.avail_in = static_cast<std::uint32_t>(stream.size());
  state.next_out = out.data();
  state.avail_out = static_cast<std::uint32_t>(out.size());
  const int code = isal_inflate(&state);
  if (code != ISAL_DECOMP_OK || state.block_state != ISAL_BLOCK_FINISH)
    throw Error(ErrorKind::damage, fmt::format("a damaged deflate stream (code {})", code));
  out.resize(out.size() - state.avail_out);
  return out;
}

}  // namespace

std::uint32_t crc32_of(std::span<const std::uint8_t> bytes, std::uint32_t before) {
  return crc32_gzip_refl(before, bytes.data(), bytes.size());
}

std::uint64_t content_hash_of(std::span<const std::uint8_t> values) {
  return crc64_ecma_refl(0, values.data(), values.size());
}

// Deflates into a zlib stream. Returns its length, or 0 if it does not fit into `out`.
std::size_t ChunkEncoder::deflate(std::span<const std::uint8_t> in,
                                  std::vector<std::uint8_t>& out) {
  work_.resize(ISAL_DEF_LVL1_DEFAULT);
  isal_zstream stream{};  // the init call does not initialise all of it
  isal_deflate_stateless_init(&stream);
  stream.level = 1;
  stream.level_buf = work_.data();
  stream.level_buf_size = static_cast<std::uint32_t>(work_.size());
  stream.gzip_flag = IGZIP_ZLIB;
  stream.end_of_stream = 1;
  stream.flush = NO_FLUSH;
  stream.next_in = const_cast<std::uint8_t*>(in.data());  // ISA-L only reads it
  stream.avail_in = static_cast<std::uint32_t>(in.size());
  stream.next_out = out.data();
  stream.avail_out = static_cast<std::uint32_t>(out.size());
  const int code = isal_deflate_stateless(&stream);
  assert(code == COMP_OK || code == STATELESS_OVERFLOW);
  return code == COMP_OK ? stream.total_out : 0;
}

ChunkEncoder::ChunkEncoder() : stack_(std::make_unique<store_detail::StackDeflater>()) {}
ChunkEncoder::~ChunkEncoder() = default;
ChunkEncoder::ChunkEncoder(ChunkEncoder&&) noexcept = default;

StackShape StackShape::of(std::span<const std::uint64_t> extents,
                          std::span<const std::vector<std::size_t>> periods) {
  constexpr std::size_t kLongestStep = 32'768;
  StackShape shape{.record = 1};
  for (std::size_t axis = extents.size(); axis-- > 0;) {
    if (extents[axis] > 1 && shape.record <= kLongestStep) shape.strides.push_back(shape.record);
    shape.record *= static_cast<std::size_t>(extents[axis]);
  }
  for (const std::vector<std::size_t>& of_number : periods) {
    std::vector<std::uint8_t>& likely = shape.likely.emplace_back();
    for (const std::size_t period : of_number) {
      if (period > kLongestStep / shape.record) continue;
      const auto known = std::ranges::find(shape.periods, period);
      likely.push_back(static_cast<std::uint8_t>(known - shape.periods.begin()));
      if (known == shape.periods.end()) shape.periods.push_back(period);
    }
  }
  assert(shape.periods.size() <= 256);
  if (shape.periods.empty()) return {};
  return shape;
}

EncodedChunk ChunkEncoder::encode(std::span<const std::uint8_t> values, const StackShape& shape,
                                  std::size_t first) {
  EncodedChunk chunk;
  chunk.content_hash = content_hash_of(values);
  once_.resize(values.size() / 2);  // data that does not shrink to half is stored as it is
  if (shape.record > 0) {
    if (const std::size_t length = stack_->deflate(values, shape, first, once_); length > 0) {
      chunk.filter_mask = kSkipSecond;
      chunk.bytes.assign(once_.data(), once_.data() + length);
      chunk.crc32 = crc32_of(chunk.bytes);
      return chunk;
    }
  }
  const std::size_t once = deflate(values, once_);
  twice_.resize(once - once / 8);
  const bool may_repeat = once > 0 && once < values.size() / kLeftByFirst;
  const std::size_t twice = may_repeat ? deflate({once_.data(), once}, twice_) : 0;
  if (twice > 0) {
    chunk.bytes.assign(twice_.data(), twice_.data() + twice);
  } else if (once > 0) {
    chunk.filter_mask = kSkipSecond;
    chunk.bytes.assign(once_.data(), once_.data() + once);
  } else {
    chunk.filter_mask = kSkipFirst | kSkipSecond;
    chunk.bytes.assign(values.begin(), values.end());
  }
  chunk.crc32 = crc32_of(chunk.bytes);
  return chunk;
}

std::vector<std::uint8_t> decode_chunk(std::span<const std::uint8_t> bytes,
                                       std::uint32_t filter_mask, std::size_t size) {
  std::vector<std::uint8_t> values(bytes.begin(), bytes.end());
  if ((filter_mask & kSkipSecond) == 0) values = inflated(values, size);
  if ((filter_mask & kSkipFirst) == 0) values = inflated(values, size);
  if (values.size() != size)
    throw Error(ErrorKind::damage,
                fmt::format("{} bytes in a chunk; expected {}", values.size(), size));
  return values;
}

}  // namespace nimsweep
