// Deflate for stacks of small tables: records of equal length, one after another, of which many are
// nearly equal. A general encoder looks everywhere for repeated bytes. Here the places where they
// repeat are known: the same place of an earlier record, and within a record one step back along an
// axis. So bytes are compared with those few distances before them only, sixteen at a time. That is
// faster, and where many records are nearly equal the result is about half as large. Where they are
// not, no matches are looked for at all.
//
// The result is a zlib stream with one block, which any inflater reads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "nimsweep/store/chunk_codec.hpp"
#include "store/deflate_codes.hpp"
#include "store/equal_bytes.hpp"
#include "store/literal_deflate.hpp"

namespace nimsweep::store_detail {

// Has its own buffers: use one per thread.
class StackDeflater {
 public:
  // `first` is the number of the first record. Returns the length of the stream, or 0 if it does
  // not fit into `out`.
  std::size_t deflate(std::span<const std::uint8_t> in, const StackShape& shape, std::size_t first,
                      std::span<std::uint8_t> out);

 private:
  // A literal, which is its byte, or a match; the number of its word in words_.
  using Token = std::uint16_t;
  static Token match_token(std::size_t distance, std::size_t length) {
    return static_cast<Token>(256 + distance * (kLongestMatch + 1) + length);
  }
  struct Distance {
    std::size_t bytes;
    std::uint8_t symbol;
    std::uint8_t extra_bits;
    std::uint16_t extra;
  };
  // A whole token as it is written: its bits, and above them how many they are.
  using Word = std::uint64_t;
  static constexpr int kCountOfWord = 56;
  static constexpr Word kBitsOfWord = (Word{1} << kCountOfWord) - 1;
  static Word joined(Word word, std::uint64_t more_bits, std::uint64_t count) {
    return (word | more_bits << (word >> kCountOfWord)) + (count << kCountOfWord);
  }

  void begin(std::span<const std::uint8_t> in, const StackShape& shape, std::size_t first);
  void list_distances(const StackShape& shape);
  void find_tokens(std::span<const std::uint8_t> in, std::size_t from, std::size_t to,
                   const StackShape& shape);
  void read_record(std::span<const std::uint8_t> in, std::size_t begin, std::size_t length,
                   const StackShape& shape);
  std::size_t read_rest(std::span<const std::uint8_t> in, std::size_t begin, std::size_t place,
                        std::size_t end, std::size_t length, const StackShape& shape);
  std::optional<std::uint8_t> choose_period(std::span<const std::uint8_t> in, std::size_t begin,
                                            std::size_t length, const StackShape& shape);
  void add_match(std::size_t length, std::uint8_t distance);
  void add_literals(std::span<const std::uint8_t> values);
  std::span<const Token> tokens() const { return {tokens_.get(), next_token_}; }
  std::uint64_t bits_of_tokens(const Code& literals, const Code& distances) const;
  void list_words(const Code& literals, const Code& distances);
  void write_tokens(BitWriter& out) const;

  const EqualBytes& bytes_ = best_equal_bytes();
  LiteralDeflater literals_;
  std::vector<Distance> distances_;  // strides, then periods
  std::unique_ptr<Token[]> tokens_;  // most of it is never touched where records repeat
  std::size_t most_tokens_ = 0;
  Token* next_token_ = nullptr;
  std::size_t next_number_ = 0;  // of the next record, modulo the length of StackShape::likely
  // Bits: is this byte of a record that of the earlier one? Do eight such bytes begin here?
  std::vector<std::uint64_t> equal_;
  std::vector<std::uint64_t> equal_to_other_;  // as equal_, for a record that may be chosen instead
  std::vector<std::uint64_t> long_runs_;
  std::vector<std::uint32_t> windows_;  // by stride: bits as in equal_, of the bytes from a place
  std::vector<Word> words_;             // by token
  std::array<std::uint32_t, kLiteralsAndLengths> uses_ = {};
  std::array<std::uint32_t, kDistances> distance_uses_ = {};
};

}  // namespace nimsweep::store_detail
