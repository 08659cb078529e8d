// Small values as words of a Huffman code, one after another, 32 of them at a time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nimsweep::store_detail {

// By value: its word, of at most 7 bits.
struct ValueWords {
  alignas(16) std::uint8_t bits[16] = {};
  alignas(16) std::uint8_t counts[16] = {};
};

// Eight words each, one after another: at most 56 bits.
struct Eights {
  static constexpr std::size_t kMost = 128;
  alignas(32) std::uint64_t bits[kMost];
  alignas(32) std::uint64_t counts[kMost];
};

// Joins the words of values, all below 16. `count` must be a multiple of 32, at most 8 * kMost.
using JoinWords = void(const std::uint8_t* values, std::size_t count, const ValueWords& words,
                       Eights& out);
JoinWords* join_words_for_avx2();  // null if the machine has no AVX2

}  // namespace nimsweep::store_detail
