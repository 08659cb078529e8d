#include "store/sealed_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

#include "nimsweep/base/error.hpp"
#include "nimsweep/model/chunk_layout.hpp"
#include "nimsweep/store/chunk_codec.hpp"

namespace nimsweep::store_detail {

static_assert(std::endian::native == std::endian::little, "the seal is little-endian");

namespace {

constexpr std::uint32_t kBlockBytes = 1 << 14;
constexpr std::string_view kMagic = "nimsweep seal 1\n";
constexpr std::string_view kHdf5Magic = "\x89HDF\r\n\x1a\n";

// The end of the seal.
struct Footer {
  std::uint64_t areas = 0;
  std::uint64_t size = 0;
  std::uint32_t block_bytes = kBlockBytes;
  std::uint32_t crc32 = 0;
  std::array<char, 16> magic{};
};
static_assert(sizeof(Footer) == 40 && kMagic.size() == sizeof(Footer::magic));

template <class Number>
std::span<const std::uint8_t> bytes_in(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const std::uint8_t*>(numbers.data()), sizeof(Number) * numbers.size()};
}
template <class Number>
std::span<std::uint8_t> bytes_in(std::vector<Number>& numbers) {
  return {reinterpret_cast<std::uint8_t*>(numbers.data()), sizeof(Number) * numbers.size()};
}

std::uint32_t crc32_of_seal(const std::vector<std::uint32_t>& checksums,
                            const std::vector<std::uint64_t>& ends, const Footer& footer) {
  constexpr std::size_t kBeforeCrc = offsetof(Footer, crc32);
  return crc32_of({reinterpret_cast<const std::uint8_t*>(&footer), kBeforeCrc},
                  crc32_of(bytes_in(ends), crc32_of(bytes_in(checksums))));
}

[[noreturn]] void throw_without_seal(const InputFile& file) {
  if (!beginning_of(file).starts_with(kHdf5Magic))
    throw Error(ErrorKind::input, "not an HDF5 file");
  throw Error(ErrorKind::damage,
              "it has no seal: it was truncated or changed, or is not a nimsweep file");
}

}  // namespace

BlockMap::BlockMap(std::vector<std::uint64_t> ends) : ends_(std::move(ends)), first_blocks_{0} {
  std::uint64_t begin = 0;
  for (const std::uint64_t end : ends_) {
    first_blocks_.push_back(first_blocks_.back() + divided_up(end - begin, kBlockBytes));
    begin = end;
  }
}

BlockMap::Block BlockMap::at(std::uint64_t offset) const {
  const auto area =
      static_cast<std::size_t>(std::ranges::upper_bound(ends_, offset) - ends_.begin());
  const std::uint64_t begin = area == 0 ? 0 : ends_[area - 1];
  const std::uint64_t within = (offset - begin) / kBlockBytes;
  const std::uint64_t from = begin + within * kBlockBytes;
  return {.number = first_blocks_[area] + within,
          .from = from,
          .to = std::min(from + kBlockBytes, ends_[area]),
          .is_of_chunks = area % 2 == 1};
}

void UnsealedFile::BlocksAhead::read(OutputFile& output, std::uint64_t grid, Extent bytes) {
  std::uint64_t from = grid + divided_up(bytes.from - grid, kBlockBytes) * kBlockBytes;
  if (!blocks_.empty()) from = std::max(from, blocks_.back().from + kBlockBytes);
  std::array<std::uint8_t, kBlockBytes> block;
  for (; from + kBlockBytes <= bytes.to; from += kBlockBytes) {
    output.read_at(from, block);
    blocks_.push_back({from, crc32_of(block)});
  }
}

void UnsealedFile::BlocksAhead::forget(Extent bytes) {
  const auto first = std::ranges::upper_bound(
      blocks_, bytes.from, {}, [](const Block& block) { return block.from + kBlockBytes; });
  const auto last = std::ranges::lower_bound(blocks_, bytes.to, {}, &Block::from);
  if (first < last) blocks_.erase(first, last);
}

std::optional<std::uint32_t> UnsealedFile::BlocksAhead::crc32_of_block(std::uint64_t from) const {
  const auto found = std::ranges::lower_bound(blocks_, from, {}, &Block::from);
  if (found == blocks_.end() || found->from != from) return std::nullopt;
  return found->crc32;
}

void UnsealedFile::write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes) {
  chunks_ahead_.forget({offset, offset + bytes.size()});
  others_ahead_.forget({offset, offset + bytes.size()});
  output_->write_at(offset, bytes);
}

void UnsealedFile::write_chunk_at(std::uint64_t offset, std::span<const std::uint8_t> bytes) {
  if (!chunks_.empty() && chunks_.back().to == offset)
    chunks_.back().to += bytes.size();
  else
    chunks_.push_back({offset, offset + bytes.size()});
  write_at(offset, bytes);
}

void UnsealedFile::resize(std::uint64_t size) {
  constexpr auto kEnd = std::numeric_limits<std::uint64_t>::max();
  chunks_ahead_.forget({size, kEnd});
  others_ahead_.forget({size, kEnd});
  output_->resize(size);
}

void UnsealedFile::seal_chunks_ahead() {
  if (!chunks_.empty()) chunks_ahead_.read(*output_, chunks_.back().from, chunks_.back());
}

void UnsealedFile::seal_ahead(Extent bytes) {
  const auto next = std::ranges::upper_bound(chunks_, bytes.from, {}, &Extent::to);
  const std::uint64_t area = next == chunks_.begin() ? 0 : std::prev(next)->to;
  others_ahead_.read(*output_, area, bytes);
}

std::vector<std::uint64_t> UnsealedFile::area_ends() const {
  std::vector<Extent> chunks = chunks_;
  std::ranges::sort(chunks, {}, &Extent::from);
  std::vector<std::uint64_t> ends;
  for (const auto& [from, to] : chunks) {
    if (!ends.empty() && from <= ends.back()) {
      ends.back() = std::max(ends.back(), to);
    } else {
      ends.push_back(from);
      ends.push_back(to);
    }
  }
  if (ends.empty() || ends.back() < output_->size()) ends.push_back(output_->size());
  return ends;
}

std::vector<std::uint32_t> UnsealedFile::checksums_of(const BlockMap& map) {
  std::vector<std::uint32_t> checksums;
  std::array<std::uint8_t, kBlockBytes> bytes;
  for (std::uint64_t from = 0; from < map.size();) {
    const BlockMap::Block block = map.at(from);
    const auto size = static_cast<std::size_t>(block.to - from);
    const auto ahead = (block.is_of_chunks ? chunks_ahead_ : others_ahead_).crc32_of_block(from);
    if (ahead && size == kBlockBytes) {
      checksums.push_back(*ahead);
    } else {
      output_->read_at(from, std::span(bytes).first(size));
      checksums.push_back(crc32_of(std::span(bytes).first(size)));
    }
    from = block.to;
  }
  return checksums;
}

void UnsealedFile::seal() {
  const BlockMap map(area_ends());
  Footer footer{.areas = map.ends().size(), .size = map.size()};
  const std::vector<std::uint32_t> checksums = checksums_of(map);
  footer.crc32 = crc32_of_seal(checksums, map.ends(), footer);
  std::ranges::copy(kMagic, footer.magic.begin());
  output_->write_at(output_->size(), bytes_in(checksums));
  output_->write_at(output_->size(), bytes_in(map.ends()));
  output_->write_at(output_->size(),
                    {reinterpret_cast<const std::uint8_t*>(&footer), sizeof footer});
  output_->check();
}

// No number is trusted before it is checked: the seal itself may be damaged.
SealedFile::SealedFile(InputFile file) : file_(std::move(file)) {
  const Error damaged(ErrorKind::damage, "its seal is damaged");
  Footer footer;
  if (file_.size() < sizeof footer) throw_without_seal(file_);
  const std::uint64_t end = file_.size() - sizeof footer;
  file_.read_at(end, {reinterpret_cast<std::uint8_t*>(&footer), sizeof footer});
  if (!std::ranges::equal(footer.magic, kMagic)) throw_without_seal(file_);
  const std::uint64_t rest = footer.size > end ? 0 : (end - footer.size) / sizeof(std::uint32_t);
  const std::uint64_t most_blocks = footer.size / kBlockBytes + footer.areas;
  if (footer.block_bytes != kBlockBytes || footer.size > end || footer.areas > rest / 2 ||
      footer.areas > footer.size + 1 || rest - 2 * footer.areas > most_blocks)
    throw damaged;
  std::vector<std::uint64_t> ends(static_cast<std::size_t>(footer.areas));
  const std::uint64_t ends_at = end - sizeof(std::uint64_t) * footer.areas;
  file_.read_at(ends_at, bytes_in(ends));
  const bool increase = std::ranges::adjacent_find(ends, std::greater_equal()) == ends.end();
  if (!increase || (ends.empty() ? 0 : ends.back()) != footer.size) throw damaged;
  map_ = BlockMap(std::move(ends));
  if (ends_at - footer.size != sizeof(std::uint32_t) * map_.blocks()) throw damaged;
  checksums_.resize(static_cast<std::size_t>(map_.blocks()));
  file_.read_at(footer.size, bytes_in(checksums_));
  if (footer.crc32 != crc32_of_seal(checksums_, map_.ends(), footer)) throw damaged;
}

void SealedFile::check_block(const BlockMap::Block& block,
                             std::span<const std::uint8_t> bytes) const {
  if (crc32_of(bytes) == checksums_[static_cast<std::size_t>(block.number)]) return;
  throw Error(ErrorKind::damage,
              fmt::format("{}: bytes {}..{} are damaged (their checksum does not match)", path(),
                          block.from, block.to - 1));
}

std::span<const std::uint8_t> SealedFile::bytes_of(const BlockMap::Block& block) {
  Remembered& place = remembered_[block.number % remembered_.size()];
  if (place.number == block.number) return place.bytes;
  place.number = ~std::uint64_t{0};  // until it has been checked
  place.bytes.resize(static_cast<std::size_t>(block.to - block.from));
  file_.read_at(block.from, place.bytes);
  check_block(block, place.bytes);
  place.number = block.number;
  return place.bytes;
}

void SealedFile::check_end(std::uint64_t offset, std::size_t size) const {
  if (offset > map_.size() || size > map_.size() - offset)
    throw Error(ErrorKind::damage, "it ends too early");
}

// Calls read(block, offset, part) for each block, with the part of `out` that lies in it.
template <class Read>
void SealedFile::for_each_block(std::uint64_t offset, std::span<std::uint8_t> out, Read read) {
  check_end(offset, out.size());
  while (!out.empty()) {
    const auto block = map_.at(offset);
    const auto part =
        out.first(static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), block.to - offset)));
    read(block, offset, part);
    offset += part.size();
    out = out.subspan(part.size());
  }
}

void SealedFile::read_at(std::uint64_t offset, std::span<std::uint8_t> out) {
  for_each_block(offset, out, [&](const BlockMap::Block& block, std::uint64_t from, auto part) {
    if (part.size() == block.to - block.from) {  // without a detour over what is remembered
      file_.read_at(from, part);
      return check_block(block, part);
    }
    std::memcpy(part.data(), bytes_of(block).data() + (from - block.from), part.size());
  });
}

void SealedFile::read_structure_at(std::uint64_t offset, std::span<std::uint8_t> out) {
  for_each_block(offset, out, [&](const BlockMap::Block& block, std::uint64_t from, auto part) {
    if (block.is_of_chunks)
      std::ranges::fill(part, std::uint8_t{0});
    else
      std::memcpy(part.data(), bytes_of(block).data() + (from - block.from), part.size());
  });
}

void SealedFile::read_chunk_at(std::uint64_t offset, std::span<std::uint8_t> out) {
  check_end(offset, out.size());
  if (!out.empty() && map_.at(offset).is_of_chunks)
    file_.read_at(offset, out);
  else
    read_at(offset, out);
}

void SealedFile::check() {
  for (std::uint64_t from = 0; from < map_.size();) {
    const auto block = map_.at(from);
    bytes_of(block);
    from = block.to;
  }
}

}  // namespace nimsweep::store_detail
