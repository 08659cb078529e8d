// Deflate for stacks of small tables: records of equal length, one after another, of which many are
// nearly equal. A general encoder looks everywhere for repeated bytes. Here the places where they
// repeat are known: the same place of an earlier record, and within a record one step back along an
// axis. So bytes are compared with those few distances before them only, sixteen at a time. That is
// faster, and where many records are nearly equal the result is about half as large.
//
// The result is a zlib stream with one block, which any inflater reads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "nimsweep/store/chunk_codec.hpp"

namespace nimsweep::store_detail {

// Has its own buffers: use one per thread.
class StackDeflater {
 public:
  // Returns the length of the stream, or 0 if it does not fit into `out`.
  std::size_t deflate(std::span<const std::uint8_t> in, const StackShape& shape,
                      std::span<std::uint8_t> out);

 private:
  static constexpr std::size_t kLiteralsAndLengths = 286;
  static constexpr std::size_t kDistances = 30;

  // A literal, or a match: its length, and the number of its distance in distances_.
  struct Token {
    std::uint16_t length;  // 1: a literal
    std::uint8_t byte;     // or distance
  };
  struct Distance {
    std::size_t bytes;
    std::uint8_t symbol;
    std::uint8_t extra_bits;
    std::uint16_t extra;
  };
  void list_distances(const StackShape& shape);
  void find_tokens(std::span<const std::uint8_t> in, const StackShape& shape);
  void read_record(std::span<const std::uint8_t> in, std::size_t begin, std::size_t length,
                   const StackShape& shape);
  std::optional<std::uint8_t> choose_period(std::span<const std::uint8_t> in, std::size_t begin,
                                            std::size_t length, const StackShape& shape);
  std::size_t run_at(std::size_t place, std::size_t length) const noexcept;
  void add_match(std::size_t length, std::uint8_t distance);

  std::vector<Distance> distances_;  // strides, then periods
  std::vector<Token> tokens_;        // more than there are
  Token* next_token_ = nullptr;
  std::vector<std::uint64_t> equal_;  // bits: is this byte of a record that of the earlier one?
  std::array<std::uint32_t, kLiteralsAndLengths> uses_ = {};
  std::array<std::uint32_t, kDistances> distance_uses_ = {};
};

}  // namespace nimsweep::store_detail
