#include "nimsweep/model/teams.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep {

namespace {

int players_of(const Teams& teams) {
  Seat last = 0;
  for (const auto& team : teams)
    for (const Seat seat : team) last = std::max(last, seat);
  return last + 1;
}

void check_teams(const Teams& teams, int players) {
  const auto fail = [&](const std::string& what) {
    throw Error(ErrorKind::input,
                fmt::format("{}; expected each of P_0 to P_{} in one team", what, players - 1));
  };
  std::vector<int> times(static_cast<std::size_t>(players));
  for (std::size_t k = 0; k < teams.size(); ++k) {
    if (teams[k].empty()) fail(fmt::format("team {} is empty", k + 1));
    for (const Seat seat : teams[k]) {
      if (seat >= players) fail(fmt::format("there is no P_{} of {} players", seat, players));
      if (++times[static_cast<std::size_t>(seat)] > 1)
        fail(fmt::format("P_{} is listed twice", seat));
    }
  }
  if (const auto none = std::ranges::find(times, 0); none != times.end())
    fail(fmt::format("P_{} is in no team", none - times.begin()));
}

// All seats in order of play, `first` being the first; those of the team come before the others.
std::vector<Seat> team_first(const std::vector<Seat>& team, Seat first, int players) {
  std::vector<Seat> seats(static_cast<std::size_t>(players));
  std::iota(seats.begin(), seats.end(), 0);
  std::rotate(seats.begin(), seats.begin() + first, seats.end());
  std::stable_partition(seats.begin(), seats.end(),
                        [&](Seat seat) { return std::ranges::find(team, seat) != team.end(); });
  return seats;
}

// Winners, the one that `member` likes best first.
std::vector<Seat> preferences(const std::vector<Seat>& team, TeamOrder order, Seat member,
                              int players) {
  if (order == TeamOrder::self) return team_first(team, member, players);
  std::vector<Seat> seats = team_first(team, team.front(), players);
  std::ranges::copy(team, seats.begin());
  return seats;
}

}  // namespace

TeamOrder team_order_named(std::string_view name) {
  if (name == "self") return TeamOrder::self;
  if (name == "shared") return TeamOrder::shared;
  throw Error(ErrorKind::input, fmt::format("{}; expected self or shared", in_quotes(name)));
}

AllianceMatrix matrix_of_teams(const Teams& teams, TeamOrder order, std::optional<int> given) {
  const int players = given.value_or(players_of(teams));
  check_players(players);
  check_teams(teams, players);
  std::vector<std::vector<int>> rows(static_cast<std::size_t>(players));
  for (const auto& team : teams)
    for (const Seat member : team)
      for (const Seat winner : preferences(team, order, member, players))
        rows[static_cast<std::size_t>(member)].push_back(value_of(winner, member, players));
  return AllianceMatrix::from_rows(rows);
}

}  // namespace nimsweep
