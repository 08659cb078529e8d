#include "nimsweep/job/hunt_list.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/expect_error.hpp"
#include "support/temporary_folder.hpp"

namespace nimsweep {
namespace {

class HuntListTest : public test::TemporaryFolder {
 protected:
  JobSpec read(const std::string& text) const {
    return read_job(write("job.yaml", "nimsweep: 1\n" + text));
  }

  using Hunts = std::vector<std::size_t>;
};

TEST_F(HuntListTest, HuntsThatNeedTheSameShareAWalk) {
  const HuntList list =
      hunt_list(read("players: [2, 3]\n"
                     "matrices: [all]\n"
                     "hunt:\n"
                     "- {name: a}\n"
                     "- {name: b, piles: 2}\n"
                     "- {name: c, where: states > 3}\n"
                     "- {name: d, where: 'always_wins(0, 1)'}\n"  // not the same for rotations
                     "- {name: e, lazy: false}\n"));
  ASSERT_EQ(list.groups.size(), 8u);
  std::vector<Hunts> shared;
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(list.groups[k].players, 2);
    EXPECT_EQ(list.groups[k].matrices, 4u);
    EXPECT_EQ(list.groups[k + 4].players, 3);
    EXPECT_EQ(list.groups[k + 4].matrices, 216u);
    EXPECT_EQ(list.groups[k + 4].hunts, list.groups[k].hunts);
    shared.push_back(list.groups[k].hunts);
  }
  std::ranges::sort(shared);
  EXPECT_EQ(shared, (std::vector<Hunts>{{0, 2}, {1}, {3}, {4}}));
}

TEST_F(HuntListTest, UnitsAreThoseOfAllWalks) {
  const HuntList list =
      hunt_list(read("players: [3, 4]\n"
                     "matrices: [all]\n"
                     "hunt: [{name: a}, {name: b, piles: 1}]\n"));
  std::uint64_t units = 0;
  for (const HuntGroup& group : list.groups) units += group.walk->units();
  EXPECT_EQ(list.units, units);
  EXPECT_GT(list.units, 4u);
}

TEST_F(HuntListTest, ListedMatricesAreWalkedOneByOne) {
  const HuntList list =
      hunt_list(read("players: 3\n"
                     "matrices: [sam, {ssam: 1}, {range: {from: 5, count: 2}}]\n"
                     "hunt: [{name: a}]\n"));
  ASSERT_EQ(list.groups.size(), 1u);
  EXPECT_EQ(list.groups[0].matrices, 4u);
  EXPECT_EQ(list.units, 1u);
  EXPECT_FALSE(list.groups[0].walk->has_all());
  std::uint64_t pieces = 0;
  list.groups[0].walk->walk(0, [&](const Piece&) { ++pieces; });
  EXPECT_EQ(pieces, 4u);
}

// In games whose machines read digits, positions have a number of piles.
TEST_F(HuntListTest, EveryNumberOfPilesIsAWalkOfItsOwn) {
  const HuntList list = hunt_list(
      read("game: nim\n"
           "players: [2, 3]\n"
           "matrices: [all]\n"
           "piles: {count: [1, 2]}\n"
           "passes: 1\n"
           "hunt:\n"
           "- {name: a}\n"
           "- {name: b, where: states > 3, lazy: false}\n"
           "- {name: c, where: 'same_values_as(index:2)'}\n"  // not the same for rotations
           "- {name: d, box: 1000}\n"));
  ASSERT_EQ(list.groups.size(), 16u);
  for (std::size_t k = 0; k < list.groups.size(); ++k) {
    const HuntGroup& group = list.groups[k];
    EXPECT_EQ(group.players, k < 8 ? 2 : 3);
    EXPECT_EQ(group.places, k % 8 < 4 ? 1 : 2);
    EXPECT_EQ(group.matrices, k < 8 ? 4u : 216u);
    std::uint64_t found = 0;
    for (std::uint64_t unit = 0; unit < group.walk->units(); ++unit)
      group.walk->walk(unit, [&](const Piece& piece) {
        EXPECT_NE(piece.found, nullptr);
        found += piece.shares;
      });
    EXPECT_EQ(found, kWholeShare * group.matrices);
  }
  std::vector<Hunts> shared;
  for (std::size_t k = 0; k < 4; ++k) shared.push_back(list.groups[k].hunts);
  std::ranges::sort(shared);
  EXPECT_EQ(shared, (std::vector<Hunts>{{0}, {1}, {2}, {3}}));
}

TEST_F(HuntListTest, TellsWhereAGameHasNoDigits) {
  const auto refused = [&](const std::string& message, const std::string& text) {
    EXPECT_ERROR(ErrorKind::job, message, hunt_list(read("players: 3\nmatrices: [all]\n" + text)));
  };
  refused("job.yaml:5:8: hunt: key 'piles' of the job is missing: how many piles positions of nim",
          "game: nim\nhunt: [{name: a}]\n");
  refused("job.yaml:5:8: piles: hunts in nim are about a number of piles",
          "game: nim\npiles: {count: all}\nhunt: [{name: a}]\n");
  refused("job.yaml:6:8: hunt: fibonacci has no automata over digits: its moves have no shape",
          "game: fibonacci\npiles: {count: 1}\nhunt: [{name: a}]\n");
  refused("job.yaml:6:8: hunt 'a': letters is about Last Nim and Small Nim",
          "game: nim\npiles: {count: 2}\nhunt: [{name: a, where: letters == 2}]\n");
  refused("job.yaml:6:8: hunt 'a': same_values_as(index:43): no machine of that matrix was found",
          "game: nim\npiles: {count: 3}\n"
          "hunt: [{name: a, where: 'same_values_as(index:43)', box: 10000}]\n");
}

// Work in progress is continued only by the same job.
TEST_F(HuntListTest, HashesDifferWhenJobsDo) {
  const auto hash = [&](const std::string& text) { return hunt_list(read(text)).sha256; };
  const std::string text = "players: 3\nmatrices: [all]\nhunt: [{name: a}]\n";
  EXPECT_EQ(hash(text), hash(text));
  EXPECT_NE(hash(text), hash(text + "# a remark\n"));
  EXPECT_NE(hash(text), hash("players: 3\nmatrices: [all]\nhunt: [{name: b}]\n"));
  EXPECT_NE(hash(text), hash("players: 4\nmatrices: [all]\nhunt: [{name: a}]\n"));
  JobSpec job = read(text);
  const std::string before = hunt_list(job).sha256;
  job.sha256 += "0";
  EXPECT_NE(hunt_list(job).sha256, before);
}

TEST_F(HuntListTest, RefusesMoreMatricesThanCanBeCounted) {
  EXPECT_ERROR(ErrorKind::job,
               "job.yaml:3:12: matrices: 9000000000000000000 of 8 players are too many",
               hunt_list(read("players: 8\n"
                              "matrices: [{range: {from: 0, count: 9000000000000000000}}]\n"
                              "hunt: [{name: a}]\n")));
}

// A job with such a claim can be read; what is wrong shows when it is tried.
TEST_F(HuntListTest, TellsWhereAHuntStandsThatCannotBeAsked) {
  const std::string text = "players: 3\nmatrices: [all]\npiles: {count: 2}\n";
  JobSpec job = read(text +
                     "hunt:\n"
                     "- {name: fine}\n"
                     "- {name: a, satisfies: {name: c, cases: [{when: 'x[1] == 1', value: 1}]}}\n");
  EXPECT_ERROR(ErrorKind::job,
               "job.yaml:7:3: hunt 'a': c with 3 players and 2 piles: no case covers",
               hunt_list(job));
  job = read(text + "hunt: [{name: a, satisfies: {name: c, cases: [{value: xor(x)}]}}]\n");
  EXPECT_ERROR(ErrorKind::job, "job.yaml:5:8: hunt 'a': c cannot be checked for all pile sizes",
               hunt_list(job));
}

}  // namespace
}  // namespace nimsweep
