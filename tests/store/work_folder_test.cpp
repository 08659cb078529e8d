#include "nimsweep/store/work_folder.hpp"

#include <gtest/gtest.h>

#include "support/expect_error.hpp"
#include "support/temporary_folder.hpp"

namespace nimsweep {
namespace {

namespace fs = std::filesystem;

class WorkFolderTest : public test::TemporaryFolder {
 protected:
  // A file with no chunks at all is enough to be a shard.
  static void keep(WorkFolder& folder, UnitRange units, const std::string& plan = "plan") {
    FileHeader header;
    header.plan_sha256 = plan;
    header.units = 10;
    TableWriter writer(folder.temporary_path(), header, {{"n2_N1", ChunkLayout::of({1, 2, 3})}},
                       TableWriter::Index::shard);
    writer.close(units, 0);
    folder.keep_shard(units);
  }

  const std::string table_ = path("deep/t.h5");
};

TEST_F(WorkFolderTest, FindsAgainWhatWasKept) {
  {
    WorkFolder folder(table_, "plan", false);
    EXPECT_TRUE(folder.finished().empty());
    keep(folder, {4, 6});
    keep(folder, {0, 1});
    std::ofstream(folder.temporary_path()) << "half a file";
  }
  EXPECT_EQ(WorkFolder::leftovers(table_).unfinished_bytes, 11u);
  EXPECT_GT(WorkFolder::leftovers(table_).shard_bytes, 1000u);
  const WorkFolder again(table_, "plan", false);
  EXPECT_EQ(again.finished(), (std::vector<UnitRange>{{0, 1}, {4, 6}}));
  EXPECT_FALSE(fs::exists(again.temporary_path()));
  EXPECT_TRUE(again.damaged().empty());
}

TEST_F(WorkFolderTest, RefusesWorkOfAnotherPlanUnlessItIsToStartFresh) {
  {
    WorkFolder folder(table_, "plan", false);
    keep(folder, {0, 1});
  }
  EXPECT_ERROR(ErrorKind::input, "holds work of another job", WorkFolder(table_, "other", false));
  EXPECT_EQ(WorkFolder::leftovers(table_).shards.size(), 1u);
  const WorkFolder fresh(table_, "other", true);
  EXPECT_TRUE(fresh.finished().empty());
}

TEST_F(WorkFolderTest, DropsDamagedShardsAndOverlappingOnes) {
  std::string damaged;
  {
    WorkFolder folder(table_, "plan", false);
    keep(folder, {0, 2});
    keep(folder, {2, 3});
    damaged = folder.shard_path({2, 3});
    fs::resize_file(damaged, 700);
  }
  {
    WorkFolder folder(table_, "plan", false);
    EXPECT_EQ(folder.finished(), (std::vector<UnitRange>{{0, 2}}));
    EXPECT_EQ(folder.damaged(), std::vector{damaged});
    EXPECT_FALSE(fs::exists(damaged));
    keep(folder, {1, 3});
    keep(folder, {5, 6});
  }
  const std::vector<UnitRange> expected = {{0, 2}, {5, 6}};
  EXPECT_EQ(WorkFolder(table_, "plan", false, "worker").finished(), expected);
  EXPECT_EQ(WorkFolder::leftovers(table_).shards.size(), 3u);  // it may be another worker's
  EXPECT_EQ(WorkFolder(table_, "plan", false).finished(), expected);
  EXPECT_EQ(WorkFolder::leftovers(table_).shards, expected);
}

TEST_F(WorkFolderTest, AShardReplacesThoseItWasJoinedFrom) {
  {
    WorkFolder folder(table_, "plan", false);
    for (std::uint64_t unit = 0; unit < 5; ++unit) keep(folder, {unit, unit + 1});
    const std::string remnant = folder.shard_path({1, 2});
    fs::copy_file(remnant, path("remnant"));
    keep(folder, {0, 3});
    EXPECT_EQ(folder.finished(), (std::vector<UnitRange>{{0, 3}, {3, 4}, {4, 5}}));
    fs::copy_file(path("remnant"), remnant);  // as if killed before it was removed
  }
  const WorkFolder folder(table_, "plan", false);
  EXPECT_EQ(folder.finished(), (std::vector<UnitRange>{{0, 3}, {3, 4}, {4, 5}}));
  EXPECT_EQ(WorkFolder::leftovers(table_).shards, folder.finished());
}

TEST_F(WorkFolderTest, IsForOneRunAtATimeAndLeavesNothingBehind) {
  {
    WorkFolder folder(table_, "plan", false);
    EXPECT_ERROR(ErrorKind::input, "another run is at work", WorkFolder(table_, "plan", false));
    keep(folder, {0, 1});
    std::ofstream(folder.temporary_path()) << "the table";
    folder.keep_table(WorkFolder::Shards::drop);
  }
  EXPECT_TRUE(fs::exists(table_));
  EXPECT_FALSE(fs::exists(table_ + ".parts"));
  EXPECT_EQ(WorkFolder::existing_table(table_, "job"), WorkFolder::Table::of_another_job);
}

}  // namespace
}  // namespace nimsweep
