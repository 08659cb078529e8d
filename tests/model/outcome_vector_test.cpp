#include "nimsweep/model/outcome_vector.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace nimsweep {
namespace {

TEST(OutcomeVector, HoldsAnyWinnerForAnyPlayer) {
  std::mt19937_64 random(1);
  for (int players = kMinPlayers; players <= kMaxPlayers; ++players) {
    OutcomeVector vector = OutcomeVector::of_end(players);
    std::vector<Seat> plain;
    for (Seat i = 0; i < players; ++i) plain.push_back(i);
    for (int change = 0; change < 200; ++change) {
      const Seat i = static_cast<Seat>(random() % static_cast<unsigned>(players));
      const Seat winner = static_cast<Seat>(random() % static_cast<unsigned>(players));
      vector.set(i, winner);
      plain[static_cast<std::size_t>(i)] = winner;
      const OutcomeVector handed_on = vector.handed_on(players);
      for (Seat j = 0; j < players; ++j) {
        EXPECT_EQ(vector[j], plain[static_cast<std::size_t>(j)]);
        EXPECT_EQ(handed_on[j], plain[static_cast<std::size_t>((j + 1) % players)]);
      }
      OutcomeVector again = vector;  // handing on round the table changes nothing
      for (Seat j = 0; j < players; ++j) again = again.handed_on(players);
      EXPECT_EQ(again, vector);
    }
  }
}

TEST(Seat, ValueCountsSeatsFromTheFirstPlayer) {
  EXPECT_EQ(value_of(2, 0, 3), 2);
  EXPECT_EQ(value_of(0, 2, 4), 2);
  EXPECT_EQ(value_of(1, 1, 16), 0);
  EXPECT_EQ(next_seat(0, 2), 1);
  EXPECT_EQ(next_seat(15, 16), 0);
}

}  // namespace
}  // namespace nimsweep
