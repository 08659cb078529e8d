#include "nimsweep/model/teams.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <tuple>

#include "nimsweep/model/matrix_text.hpp"
#include "support/expect_error.hpp"

namespace nimsweep {
namespace {

std::string text_of(const Teams& teams, TeamOrder order) {
  return to_text(matrix_of_teams(teams, order));
}

TEST(Teams, OneselfComesFirstThenTheTeamThenTheOthersInOrderOfPlay) {
  const auto text = [](const Teams& teams) { return text_of(teams, TeamOrder::self); };
  EXPECT_EQ(text({{0, 2}, {1, 3}}), "0 2 1 3 / 0 2 1 3 / 0 2 1 3 / 0 2 1 3");
  EXPECT_EQ(text({{0, 1}, {2, 3}}), "0 1 2 3 / 0 3 1 2 / 0 1 2 3 / 0 3 1 2");
  EXPECT_EQ(text({{2}, {3, 0, 1}}), "0 1 3 2 / 0 2 3 1 / 0 1 2 3 / 0 1 2 3");
}

TEST(Teams, ASharedOrderIsTheSameWinnersForTheWholeTeam) {
  const auto text = [](const Teams& teams) { return text_of(teams, TeamOrder::shared); };
  EXPECT_EQ(text({{2, 0}, {1, 3}}), "2 0 3 1 / 0 2 1 3 / 0 2 1 3 / 2 0 3 1");
  EXPECT_EQ(text({{0, 1}, {2}}), "0 1 2 / 2 0 1 / 0 1 2");
}

TEST(Teams, OnePlayerEachIsTheStandardMatrix) {
  for (const TeamOrder order : {TeamOrder::self, TeamOrder::shared})
    EXPECT_EQ(matrix_of_teams({{1}, {0}, {2}}, order), AllianceMatrix::standard(3));
  EXPECT_EQ(matrix_of_teams({{0, 1, 2}}, TeamOrder::self), AllianceMatrix::standard(3));
}

// A random team for each player; some teams may be without any.
Teams random_teams(int players, std::mt19937_64& random) {
  std::vector<Seat> seats;
  for (Seat seat = 0; seat < players; ++seat) seats.push_back(seat);
  std::ranges::shuffle(seats, random);
  Teams teams(1 + random() % static_cast<unsigned>(players));
  for (const Seat seat : seats) teams[random() % teams.size()].push_back(seat);
  std::erase_if(teams, [](const auto& team) { return team.empty(); });
  return teams;
}

TEST(Teams, PreferencesAreThoseOfTheDefinition) {
  std::mt19937_64 random(3);
  for (int trial = 0; trial < 300; ++trial) {
    const int players = 2 + static_cast<int>(random() % 15);
    const Teams teams = random_teams(players, random);
    const auto selfish = matrix_of_teams(teams, TeamOrder::self);
    const auto shared = matrix_of_teams(teams, TeamOrder::shared);
    for (const auto& team : teams)
      for (const Seat i : team) {
        const auto seats_on = [&](Seat from, Seat to) { return (to + players - from) % players; };
        const auto place = [&](Seat w) { return std::ranges::find(team, w) - team.begin(); };
        const auto is_other = [&](Seat w) { return std::ranges::find(team, w) == team.end(); };
        for (Seat a = 0; a < players; ++a)
          for (Seat b = 0; b < players; ++b) {
            EXPECT_EQ(selfish.prefers(i, a, b), std::tuple(is_other(a), seats_on(i, a)) <
                                                    std::tuple(is_other(b), seats_on(i, b)));
            EXPECT_EQ(shared.prefers(i, a, b), std::tuple(place(a), seats_on(team[0], a)) <
                                                   std::tuple(place(b), seats_on(team[0], b)));
          }
      }
  }
}

TEST(Teams, EveryoneIsInExactlyOne) {
  const auto bad = [](const Teams& teams, std::optional<int> players, const char* message) {
    EXPECT_ERROR(ErrorKind::input, message, matrix_of_teams(teams, TeamOrder::self, players));
  };
  bad({{0, 2}, {1, 2}}, std::nullopt,
      "P_2 is listed twice; expected each of P_0 to P_2 in one team");
  bad({{0, 3}, {1}}, std::nullopt, "P_2 is in no team; expected each of P_0 to P_3 in one team");
  bad({{0, 2}, {1}}, 4, "P_3 is in no team; expected each of P_0 to P_3 in one team");
  bad({{0, 2}, {1}}, 2, "there is no P_2 of 2 players; expected each of P_0 to P_1 in one team");
  bad({{0, 1}, {}}, std::nullopt, "team 2 is empty; expected each of P_0 to P_1 in one team");
  bad({}, std::nullopt, "1 player; expected 2 to 16");
  bad({{0, 999}}, std::nullopt, "1000 players; expected 2 to 16");
}

TEST(Teams, OrdersHaveNames) {
  EXPECT_EQ(team_order_named("self"), TeamOrder::self);
  EXPECT_EQ(team_order_named("shared"), TeamOrder::shared);
  EXPECT_ERROR(ErrorKind::input, "'Self'; expected self or shared", team_order_named("Self"));
}

}  // namespace
}  // namespace nimsweep
