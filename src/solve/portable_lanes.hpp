// Vectors of 16 bytes, with what the compiler makes of them; every machine can.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "solve/turned.hpp"

namespace nimsweep::solve_detail {

struct PortableLanes {
  static constexpr std::size_t kWidth = 16;
  using Vector [[gnu::vector_size(16)]] = std::uint8_t;

  static Vector load(const std::uint8_t* from) {
    Vector vector;
    std::memcpy(&vector, from, sizeof vector);
    return vector;
  }
  static void store(std::uint8_t* to, Vector vector) { std::memcpy(to, &vector, sizeof vector); }
  static Vector fill(std::uint8_t byte) { return Vector{} + byte; }
  static Vector less(Vector a, Vector b) { return reinterpret_cast<Vector>(a < b); }
  static Vector smaller(Vector a, Vector b) { return a < b ? a : b; }
  static bool any(Vector vector) {
    std::uint64_t words[2];
    std::memcpy(words, &vector, sizeof words);
    return (words[0] | words[1]) != 0;
  }
  static void turn(const std::uint8_t* const from[16], std::size_t begin, std::uint8_t* to,
                   std::size_t stride) {
    turn_16(from, begin, to, stride);
  }
  // Entries are compared one by one: not every machine can shuffle bytes.
  static Vector lookup(const std::uint8_t* table, int entries, Vector index) {
    Vector found = fill(table[0]);
    for (int k = 1; k < entries; ++k)
      found = index == static_cast<std::uint8_t>(k) ? fill(table[k]) : found;
    return found;
  }
};

}  // namespace nimsweep::solve_detail
