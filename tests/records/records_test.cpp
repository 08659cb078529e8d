// What programs read: every record is one line of JSON that says what it was made from. Who wins
// is compared with the definition.
#include "nimsweep/records/records.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/games/registry.hpp"
#include "nimsweep/records/json.hpp"
#include "nimsweep/solve/game_tree.hpp"
#include "support/definition.hpp"
#include "support/random_games.hpp"

namespace nimsweep {
namespace {

// The record that `write_to` writes piece by piece; it must be one line, and begin with its type.
template <class WriteTo>
Json written(WriteTo write_to) {
  std::string text;
  write_to([&](std::string_view piece) { text += piece; });
  EXPECT_EQ(text.find('\n'), text.size() - 1);
  Json json = Json::parse(text);
  EXPECT_EQ(json.begin().key(), "type");
  EXPECT_EQ(dumped(json) + "\n", text);  // long ones look like all others
  return json;
}

AllianceMatrix random_matrix(int players, std::mt19937_64& random) {
  return AllianceMatrix::from_index(players, random() % AllianceMatrix::count(players));
}

TEST(Records, OfSolutionsSayWhatTheDefinitionSays) {
  std::mt19937_64 random(3);
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 2 + static_cast<int>(random() % 3);
    const Question question{
        .ruleset = make_ruleset("last-nim"),
        .matrix = random_matrix(n, random),
        .start = {.piles = {random() % 4, random() % 4, random() % 4}, .passes = random() % 3},
        .first = static_cast<Seat>(random() % static_cast<unsigned>(n))};
    const auto solver = make_solver(*question.ruleset, question.matrix);
    const BestPlay play = solver->best_play(question.start, question.first, 1000);
    const Json json =
        written([&](RecordSink write) { write_solution_record(question, play, {}, write); });

    definition::Game game(test::rows_of(question.matrix), definition::last_nim_options);
    definition::State state(question.start.piles.begin(), question.start.piles.end());
    state.push_back(static_cast<int>(question.start.passes));
    const int winner = game.winner(state, question.first);
    EXPECT_EQ(json["type"], "solution");
    EXPECT_EQ(json["matrix"], Json(test::rows_of(question.matrix)));
    EXPECT_EQ(json["winner"], winner);
    EXPECT_EQ(json["value"], (winner - question.first + n) % n);
    EXPECT_EQ(json["moves"], game.shortest_best_play(state, question.first));
    EXPECT_EQ(json["line_complete"], true);
    ASSERT_EQ(json["line"].size(), json["moves"].get<std::size_t>() + 1);
    EXPECT_EQ(json["line"].front()["player"], question.first);
    EXPECT_EQ(json["line"].front()["piles"], Json(question.start.piles));
    EXPECT_EQ(json["line"].front().contains("passes"), question.start.passes > 0);
    EXPECT_EQ(json["line"].back()["player"], winner);  // who cannot move
  }
}

TEST(Records, OfTreesHaveEachNodeAfterItsParent) {
  const Question question{.ruleset = make_ruleset("nim"),
                          .matrix = AllianceMatrix::from_index(3, 0),
                          .start = {.piles = {2, 1}},
                          .first = 1};
  const GameTree tree =
      build_tree(*question.ruleset, question.matrix, question.start, question.first);
  const Json json = written([&](RecordSink write) { write_tree_record(question, tree, write); });
  ASSERT_EQ(json["nodes"].size(), json["node_count"].get<std::size_t>());
  EXPECT_TRUE(json["nodes"][0]["parent"].is_null());
  const auto solver = make_solver(*question.ruleset, question.matrix);
  for (const Json& node : json["nodes"]) {
    const Position position{.piles = node["piles"].get<std::vector<Counters>>()};
    EXPECT_EQ(node["winner"], solver->winner(position, node["player"].get<Seat>()));
  }
  for (std::size_t k = 1; k < json["nodes"].size(); ++k)
    EXPECT_LT(json["nodes"][k]["parent"].get<std::size_t>(), k);
}

TEST(Records, OfValuesHaveThemAll) {
  const std::vector<std::uint64_t> place{0, 2, 1};
  for (const std::size_t size : {0U, 1U, 5U}) {
    std::vector<std::uint16_t> values;
    for (std::size_t k = 0; k < size; ++k) values.push_back(static_cast<std::uint16_t>(300 * k));
    const Json json = written([&](RecordSink write) {
      write_values_record("a \"name\"\n", place, place, values, write);
    });
    EXPECT_EQ(json["case"], "a \"name\"\n");
    EXPECT_EQ(json["origin"], Json(place));
    EXPECT_EQ(json["values"], Json(values));
  }
}

// File names are bytes; JSON has to be UTF-8.
TEST(Records, OfFilesWithNamesOfAnyBytesAreJson) {
  const std::string line = sequence_record("a\xff\xc3(\xe2\x82", 3).line();
  const Json json = Json::parse(line);
  EXPECT_EQ(json["type"], "sequence");
  EXPECT_EQ(json["terms"], 3);
  EXPECT_TRUE(json["file"].get<std::string>().starts_with("a"));
}

// Most readers of JSON take numbers for doubles.
TEST(Records, CountsThatMayBeLargeAreTexts) {
  PlanCase large;
  large.players = 5;
  large.matrix_count = std::numeric_limits<std::uint64_t>::max();
  const Json json = planned_case_record(large).json();
  EXPECT_EQ(json["matrices"], "18446744073709551615");
  for (const char* count : {"positions", "values", "chunks", "units"})
    EXPECT_TRUE(json[count].is_string()) << count;
}

TEST(BFiles, AreLinesOfNumbersFromTheFirstOn) {
  const Uint128 large = Uint128{1} << 100;
  const std::vector<Uint128> terms{1, 0, large};
  const std::string text = b_file(4, terms);
  EXPECT_EQ(text, "4 1\n5 0\n6 1267650600228229401496703205376\n");
  EXPECT_TRUE(begins_like_a_b_file(text));
  EXPECT_TRUE(begins_like_a_b_file("0 1"));
  for (const char* other : {"", "4", "4 1 2\n", "4 x\n", "# 4 1\n", "nimsweep: 1\n"})
    EXPECT_FALSE(begins_like_a_b_file(other)) << other;
}

}  // namespace
}  // namespace nimsweep
