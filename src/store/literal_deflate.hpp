// Deflate without matches, for small values that hardly repeat, such as tables of matrices drawn at
// random: each value has a word of a Huffman code, and many values are written at a time. Looking
// for matches there takes five times as long and saves less than half.
//
// The result is a zlib stream with one block, which any inflater reads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "store/deflate_codes.hpp"
#include "store/value_words.hpp"

namespace nimsweep::store_detail {

class LiteralDeflater {
 public:
  static constexpr std::size_t kMostValues = 8;  // 0..7

  // If `join_words` is null, four values are looked up at a time.
  explicit LiteralDeflater(JoinWords* join_words = join_words_for_avx2())
      : join_words_(join_words) {}

  // Are all values below kMostValues?
  static bool takes(std::span<const std::uint8_t> in);

  // About how many bits `in` becomes; nothing if it is not taken.
  static std::optional<std::uint64_t> bits(std::span<const std::uint8_t> in);

  // Returns the length of the stream, or 0 if it does not fit into `out`. `in` must be taken.
  std::size_t deflate(std::span<const std::uint8_t> in, std::span<std::uint8_t> out);

 private:
  // The words of four values, one after another.
  struct Four {
    std::uint32_t bits;
    std::uint32_t count;
  };
  void list_fours(const Code& code);
  std::size_t write_by_fours(std::span<const std::uint8_t> values, BitWriter& out) const;
  std::size_t write_joined(std::span<const std::uint8_t> values, const ValueWords& words,
                           BitWriter& out) const;

  JoinWords* join_words_;
  std::vector<Four> fours_;  // by the values, three bits each, the first one least
};

}  // namespace nimsweep::store_detail
