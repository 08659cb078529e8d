// The 30 rows of Tables 1-6 of El-Seidy, El Kady and Nassr (2019), as printed. Three of them do not
// follow from the paper's own definitions; the test lists exactly those, with what is printed and
// what is computed.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/generic_solver.hpp"
#include "nimsweep/solve/last_nim_machine.hpp"
#include "support/random_games.hpp"

namespace nimsweep {
namespace {

AllianceMatrix matrix_of(const YAML::Node& row) {
  if (row["matrix"].IsScalar()) return AllianceMatrix::standard(row["players"].as<int>());
  return AllianceMatrix::from_rows(row["matrix"].as<definition::Rows>());
}

TEST(PublishedTables, TwentySevenRowsAgreeAndThreeDoNot) {
  const YAML::Node table = YAML::LoadFile(NIMSWEEP_JOBS "/theorems.yaml")["values"];
  const auto ruleset = make_ruleset("last-nim");
  std::vector<std::string> disagreements;
  for (const YAML::Node& row : table) {
    const auto matrix = matrix_of(row);
    const auto piles = row["piles"].as<std::vector<Counters>>();
    const auto first = row["first"].as<Seat>();
    const Seat winner = LastNimMachine(matrix).outcomes(piles)[first];
    const int value = value_of(winner, first, matrix.players());

    EXPECT_EQ(GenericSolver(*ruleset, matrix).outcome(ruleset->start(piles, 0), first).winner,
              winner);
    definition::Game definition(test::rows_of(matrix), definition::last_nim_options);
    EXPECT_EQ(definition.winner(test::with({piles.begin(), piles.end()}, 0), first), winner);

    const auto printed_value = row["value"].as<int>();
    const auto printed_winner = row["winner"].as<Seat>();
    if (printed_value != value || printed_winner != winner)
      disagreements.push_back(fmt::format("{}: printed {} and P_{}, computed {} and P_{}",
                                          row["id"].as<std::string>(), printed_value,
                                          printed_winner, value, winner));
  }
  EXPECT_EQ(table.size(), 30u);
  EXPECT_EQ(disagreements, (std::vector<std::string>{
                               "1.1: printed 2 and P_2, computed 2 and P_0",
                               "3.1: printed 0 and P_1, computed 1 and P_2",
                               "6.5: printed 2 and P_0, computed 1 and P_0",
                           }));
}

}  // namespace
}  // namespace nimsweep
