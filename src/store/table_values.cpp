// Reads the values of a table file chunk by chunk, comparing each chunk with its checksum.
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "nimsweep/base/error.hpp"
#include "store/copy_common.hpp"
#include "store/hdf5_driver.hpp"
#include "store/table_reader_file.hpp"

namespace nimsweep {

using namespace store_detail;

std::vector<std::uint8_t> TableReader::values(std::size_t case_number,
                                              std::span<const std::uint64_t> origin,
                                              std::span<const std::uint64_t> extent) const {
  assert(file_->descriptions[case_number].quantity == Quantity::value);
  std::vector<std::uint8_t> values(static_cast<std::size_t>(product(extent)));
  read_box(case_number, origin, extent, values.data());
  return values;
}

std::vector<std::uint16_t> TableReader::wide_values(std::size_t case_number,
                                                    std::span<const std::uint64_t> origin,
                                                    std::span<const std::uint64_t> extent) const {
  if (file_->descriptions[case_number].quantity == Quantity::value) {
    const auto narrow = values(case_number, origin, extent);
    return {narrow.begin(), narrow.end()};
  }
  std::vector<std::uint16_t> values(static_cast<std::size_t>(product(extent)));
  read_box(case_number, origin, extent, reinterpret_cast<std::uint8_t*>(values.data()));
  return values;
}

void TableReader::read_box(std::size_t case_number, std::span<const std::uint64_t> origin,
                           std::span<const std::uint64_t> extent, std::uint8_t* out) const {
  const TableCase& description = file_->descriptions[case_number];
  const std::size_t value_bytes = bytes_of(description.quantity);
  for (const std::uint64_t number : description.layout.chunks_of(origin, extent)) {
    const auto chunk = decoded_chunk(case_number, number);
    std::vector<std::uint64_t> chunk_origin;
    description.layout.origin_of(number, chunk_origin);
    copy_common({chunk_origin, description.layout.chunk}, chunk->data(), {origin, extent}, out,
                value_bytes);
  }
}

std::shared_ptr<const std::vector<std::uint8_t>> TableReader::decoded_chunk(
    std::size_t case_number, std::uint64_t number) const {
  using Decoded = std::shared_ptr<const File::DecodedChunk>;
  const auto bytes = [](Decoded chunk) {
    const auto* inside = &chunk->bytes;
    return std::shared_ptr<const std::vector<std::uint8_t>>(std::move(chunk), inside);
  };
  {
    const std::lock_guard lock(file_->decoded_mutex);
    const File::LastChunk& last = file_->last_chunk;
    if (last.chunk && last.case_number == case_number && last.number == number)
      return bytes(last.chunk);
  }
  EncodedChunk encoded = this->chunk(case_number, number);
  Decoded chunk = file_->known_chunk(encoded);
  if (!chunk) {
    const auto size = static_cast<std::size_t>(file_->descriptions[case_number].layout.chunk_bytes);
    auto decoded = decode_chunk(encoded.bytes, encoded.filter_mask, size);
    chunk = std::make_shared<const File::DecodedChunk>(
        File::DecodedChunk{std::move(encoded), std::move(decoded)});
    file_->keep(chunk);
  }
  const std::lock_guard lock(file_->decoded_mutex);
  file_->last_chunk = {case_number, number, chunk};
  return bytes(std::move(chunk));
}

std::shared_ptr<const TableReader::File::DecodedChunk> TableReader::File::known_chunk(
    const EncodedChunk& encoded) {
  const std::lock_guard lock(decoded_mutex);
  const auto known = std::ranges::find_if(decoded, [&](const auto& chunk) {
    return chunk->encoded.crc32 == encoded.crc32 &&
           chunk->encoded.filter_mask == encoded.filter_mask &&
           chunk->encoded.bytes == encoded.bytes;
  });
  if (known == decoded.end()) return nullptr;
  std::rotate(decoded.begin(), known, known + 1);
  return decoded.front();
}

void TableReader::File::keep(std::shared_ptr<const DecodedChunk> chunk) {
  constexpr std::size_t kMostBytes = std::size_t{64} << 20;
  const std::lock_guard lock(decoded_mutex);
  decoded.push_front(std::move(chunk));
  std::size_t bytes = 0;
  for (const auto& kept : decoded) bytes += kept->encoded.bytes.size() + kept->bytes.size();
  while (bytes > kMostBytes && decoded.size() > 1) {
    bytes -= decoded.back()->encoded.bytes.size() + decoded.back()->bytes.size();
    decoded.pop_back();
  }
}

EncodedChunk TableReader::chunk(std::size_t case_number, std::uint64_t number) const {
  begin_hdf5();
  const File::Case& here = file_->cases[case_number];
  if (!here.shards.empty()) {
    const auto part = std::ranges::upper_bound(here.shards, number, {}, &File::ShardCase::from) - 1;
    return file_->shards[part->shard].chunk(part->case_number, number);
  }
  const TableCase& description = file_->descriptions[case_number];
  std::vector<std::uint64_t> origin;
  description.layout.origin_of(number, origin);
  const std::vector<hsize_t> offset(origin.begin(), origin.end());
  const auto fail = [&](std::string_view why) {
    throw Error(ErrorKind::damage,
                fmt::format("{}: chunk {} of {}: {}", file_->path, number, description.name, why));
  };
  hsize_t size = 0;
  if (number < here.from || number - here.from >= here.checksums.size()) fail("it is missing");
  const auto check = [&](herr_t result, std::string_view what) {
    if (result >= 0) return;
    try {
      throw_hdf5_read_error(what);
    } catch (const Error& problem) {
      if (problem.kind() == ErrorKind::io) throw;
      fail(problem.what());
    }
  };
  check(H5Dget_chunk_storage_size(here.value.get(), offset.data(), &size), "find it");
  if (size == 0) fail("it is missing");
  if (size > description.layout.chunk_bytes) fail("it is larger than its values");
  EncodedChunk chunk;
  chunk.bytes.resize(static_cast<std::size_t>(size));
  const ChunkScope scope;  // its own checksum is compared below
  check(H5Dread_chunk(here.value.get(), H5P_DEFAULT, offset.data(), &chunk.filter_mask,
                      chunk.bytes.data()),
        "read it");
  chunk.crc32 = crc32_of(chunk.bytes);
  if (chunk.crc32 != here.checksums[static_cast<std::size_t>(number - here.from)])
    fail("it is damaged (its checksum does not match)");
  return chunk;
}

std::uint64_t TableReader::stored_bytes(std::size_t case_number) const {
  begin_hdf5();
  const File::Case& here = file_->cases[case_number];
  std::uint64_t bytes = 0;
  if (here.shards.empty()) {
    bytes = H5Dget_storage_size(here.value.get());
    if (bytes == 0 && !here.checksums.empty()) throw_hdf5_read_error("find the chunks");
    return bytes;
  }
  for (const File::ShardCase& part : here.shards)
    bytes += file_->shards[part.shard].stored_bytes(part.case_number);
  return bytes;
}

}  // namespace nimsweep
