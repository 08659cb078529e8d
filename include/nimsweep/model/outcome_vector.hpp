// Who wins a position, for each player who might be the one to move: entry i is W(p, i). It takes
// four bits per player in one word, so comparing, hashing and shifting a whole vector is one
// operation.
#pragma once

#include <cassert>
#include <cstdint>

#include "nimsweep/model/seat.hpp"

namespace nimsweep {

class OutcomeVector {
 public:
  constexpr OutcomeVector() noexcept = default;

  // The vector of a final position: whoever is stuck wins.
  static constexpr OutcomeVector of_end(int players) noexcept {
    OutcomeVector vector;
    for (Seat i = 0; i < players; ++i) vector.set(i, i);
    return vector;
  }

  constexpr Seat operator[](Seat i) const noexcept {
    return static_cast<Seat>(word_ >> (kBits * i) & kMask);
  }

  constexpr void set(Seat i, Seat winner) noexcept {
    assert(0 <= i && i < kMaxPlayers && 0 <= winner && winner < kMaxPlayers);
    word_ &= ~(kMask << (kBits * i));
    word_ |= static_cast<std::uint64_t>(winner) << (kBits * i);
  }

  // What each player gets by handing this position to the next one: entry i is this vector's entry
  // i+1.
  constexpr OutcomeVector handed_on(int players) const noexcept {
    OutcomeVector vector;
    vector.word_ = word_ >> kBits | (word_ & kMask) << (kBits * (players - 1));
    return vector;
  }

  constexpr std::uint64_t word() const noexcept { return word_; }

  friend constexpr bool operator==(OutcomeVector, OutcomeVector) noexcept = default;

 private:
  static constexpr int kBits = 4;
  static constexpr std::uint64_t kMask = 0xf;

  std::uint64_t word_ = 0;
};

}  // namespace nimsweep
