#include "nimsweep/store/work_folder.hpp"

#include <grp.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "nimsweep/store/work_status.hpp"
#include "support/expect_error.hpp"
#include "support/temporary_folder.hpp"

namespace nimsweep {
namespace {

namespace fs = std::filesystem;

class WorkFolderTest : public test::TemporaryFolder {
 protected:
  // Even a file without chunks is a valid shard.
  static void keep(WorkFolder& folder, UnitRange units, const std::string& plan = "plan") {
    FileHeader header;
    header.plan_sha256 = plan;
    header.units = 10;
    TableWriter writer(folder.new_file(), header, {{"n2_N1", ChunkLayout::of({1, 2, 3})}},
                       TableWriter::Index::shard);
    folder.keep_shard(*writer.close(units, 0), units);
  }

  const std::string table_ = path("deep/t.h5");
};

TEST_F(WorkFolderTest, FindsAgainWhatWasKept) {
  {
    WorkFolder folder(table_, "plan", {});
    EXPECT_TRUE(folder.finished().empty());
    keep(folder, {4, 6});
    keep(folder, {0, 1});
    std::ofstream(table_ + ".parts/unfinished.0123.tmp") << "half a file";
  }
  EXPECT_EQ(WorkFolder::leftovers(table_).unfinished_bytes, 11u);
  EXPECT_GT(WorkFolder::leftovers(table_).shard_bytes, 1000u);
  const WorkFolder again(table_, "plan", {});
  EXPECT_EQ(again.finished(), (std::vector<UnitRange>{{0, 1}, {4, 6}}));
  EXPECT_EQ(WorkFolder::leftovers(table_).unfinished_bytes, 0u);
  EXPECT_TRUE(again.damaged().empty());
}

TEST_F(WorkFolderTest, RefusesWorkOfAnotherPlanUnlessItIsToStartFresh) {
  {
    WorkFolder folder(table_, "plan", {});
    keep(folder, {0, 1});
  }
  EXPECT_ERROR(ErrorKind::input, "holds work of another job", WorkFolder(table_, "other", {}));
  EXPECT_EQ(WorkFolder::leftovers(table_).shards.size(), 1u);
  const WorkFolder fresh(table_, "other", {.fresh = true});
  EXPECT_TRUE(fresh.finished().empty());
}

TEST_F(WorkFolderTest, DropsDamagedShardsAndOverlappingOnes) {
  std::string damaged;
  {
    WorkFolder folder(table_, "plan", {});
    keep(folder, {0, 2});
    keep(folder, {2, 3});
    damaged = folder.shard_path({2, 3});
    fs::resize_file(damaged, 700);
  }
  {
    WorkFolder folder(table_, "plan", {});
    EXPECT_EQ(folder.finished(), (std::vector<UnitRange>{{0, 2}}));
    EXPECT_EQ(folder.damaged(), std::vector{damaged});
    EXPECT_FALSE(fs::exists(damaged));
    keep(folder, {1, 3});
    keep(folder, {5, 6});
  }
  const std::vector<UnitRange> expected = {{0, 2}, {5, 6}};
  EXPECT_EQ(WorkFolder(table_, "plan", {.worker = "worker"}).finished(), expected);
  WorkFolder folder(table_, "plan", {});
  EXPECT_EQ(folder.finished(), expected);
  const auto file = folder.new_file();
  folder.keep_table(*file, WorkFolder::Shards::keep);
  EXPECT_EQ(WorkFolder::leftovers(table_).shards, expected);
}

TEST_F(WorkFolderTest, AShardReplacesThoseItWasJoinedFrom) {
  {
    WorkFolder folder(table_, "plan", {});
    for (std::uint64_t unit = 0; unit < 5; ++unit) keep(folder, {unit, unit + 1});
    const std::string remnant = folder.shard_path({1, 2});
    fs::copy_file(remnant, path("remnant"));
    keep(folder, {0, 3});
    EXPECT_EQ(folder.finished(), (std::vector<UnitRange>{{0, 3}, {3, 4}, {4, 5}}));
    fs::copy_file(path("remnant"), remnant);  // as if the run was killed before removing it
  }
  EXPECT_EQ(WorkFolder(table_, "plan", {}).finished(),
            (std::vector<UnitRange>{{0, 3}, {3, 4}, {4, 5}}));
}

TEST_F(WorkFolderTest, ChoosesAmongOverlappingShardsThoseWithTheMostUnits) {
  {
    WorkFolder folder(table_, "plan", {});
    keep(folder, {0, 2});
    keep(folder, {1, 8});
    keep(folder, {7, 9});
    keep(folder, {8, 10});
  }
  EXPECT_EQ(WorkFolder(table_, "plan", {}).finished(), (std::vector<UnitRange>{{1, 8}, {8, 10}}));
}

TEST_F(WorkFolderTest, NeverSavesLessOverMore) {
  {
    WorkFolder folder(table_, "plan", {.worker = "one"});
    folder.save({0, 4}, "four");
    folder.save({0, 9}, "nine");
    WorkFolder other(table_, "plan", {.worker = "two"});
    other.save({0, 3}, "three");
    other.save({9, 10}, "one more");
  }
  const WorkFolder folder(table_, "plan", {});
  ASSERT_EQ(folder.saved().size(), 2u);
  EXPECT_EQ(folder.saved()[0].text, "nine");
  EXPECT_EQ(folder.saved()[1].text, "one more");
  EXPECT_TRUE(folder.damaged().empty());
}

// While the large save is read, the others have been replaced.
TEST_F(WorkFolderTest, NeverHasLessDoneThanBefore) {
  constexpr std::uint64_t kUnits = 2'000;
  WorkFolder folder(table_, "plan", {});
  folder.save({0, 1}, std::string(2'000'000, 'x'));
  std::thread worker([&] {
    for (std::uint64_t to = 2; to <= kUnits; ++to) folder.save({1, to}, "a save");
  });
  std::uint64_t done = 0;
  while (done < kUnits) {
    const auto status = look_at_work(table_, "plan", kUnits, [] { return FileState::none; });
    EXPECT_TRUE(status.damaged.empty());
    if (status.done() < done) {
      ADD_FAILURE() << status.done() << " units are done, and before it were " << done;
      break;
    }
    done = status.done();
  }
  worker.join();
}

TEST_F(WorkFolderTest, NamesASaveThatIsDamagedAndKeepsIt) {
  { WorkFolder(table_, "plan", {}).save({0, 4}, "four"); }
  const std::string saved = table_ + ".parts/saved-000000000000-000000000004";
  ASSERT_TRUE(fs::exists(saved));
  fs::resize_file(saved, fs::file_size(saved) - 1);
  const WorkFolder folder(table_, "plan", {});
  EXPECT_TRUE(folder.saved().empty());
  EXPECT_EQ(folder.damaged(), std::vector{saved});
  EXPECT_TRUE(fs::exists(saved + ".damaged"));
}

TEST_F(WorkFolderTest, IsForPartsOfTheSameNumber) {
  { const WorkFolder folder(table_, "plan", {.worker = "part-1-of-4", .parts = 4}); }
  { const WorkFolder folder(table_, "plan", {.worker = "part-3-of-4", .parts = 4}); }
  EXPECT_ERROR(ErrorKind::input, "holds some of 4 parts; expected --part K/4",
               WorkFolder(table_, "plan", {.worker = "part-4-of-5", .parts = 5}));
  { const WorkFolder folder(table_, "plan", {.fresh = true}); }
  const WorkFolder folder(table_, "plan", {.worker = "part-4-of-5", .parts = 5});
}

TEST_F(WorkFolderTest, IsTheUsersOwn) {
  fs::create_directories(table_ + ".parts");
  fs::permissions(table_ + ".parts", fs::perms::others_write, fs::perm_options::add);
  EXPECT_ERROR(ErrorKind::input, "can be written by everybody", WorkFolder(table_, "plan", {}));
  fs::permissions(table_ + ".parts", fs::perms::others_write, fs::perm_options::remove);
  if (geteuid() != 0) return;
  ASSERT_EQ(chown((table_ + ".parts").c_str(), 12345, 12345), 0);
  EXPECT_ERROR(ErrorKind::input, "belongs to somebody else", WorkFolder(table_, "plan", {}));
}

TEST_F(WorkFolderTest, IsClosedToOthersWhateverTheUmask) {
  const mode_t before = umask(0);
  { const WorkFolder folder(table_, "plan", {}); }
  umask(before);
  EXPECT_EQ(fs::status(table_ + ".parts").permissions() & fs::perms::others_write, fs::perms::none);
}

TEST_F(WorkFolderTest, RemovesNothingThatIsNotItsOwn) {
  const std::vector<std::string> names = {"lock-combination.txt", "saved-thoughts.txt",
                                          "unfinished-novel.txt", "notes"};
  {
    WorkFolder folder(table_, "plan", {});
    for (const std::string& name : names) write("deep/t.h5.parts/" + name, "mine");
    keep(folder, {0, 1});
    folder.save({0, 1}, "a save");
    folder.keep_table(*folder.new_file(), WorkFolder::Shards::drop);
  }
  std::size_t left = 0;
  for (const auto& entry : fs::directory_iterator(table_ + ".parts")) {
    EXPECT_NE(std::ranges::find(names, entry.path().filename().string()), names.end());
    ++left;
  }
  EXPECT_EQ(left, names.size());
}

TEST_F(WorkFolderTest, IsSharedByAGroup) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can be two colleagues";
  fs::create_directories(table_ + ".parts");
  for (const std::string& folder : {folder_.string(), path("deep"), table_ + ".parts"}) {
    ASSERT_EQ(chown(folder.c_str(), 5001, 5000), 0);
    ASSERT_EQ(chmod(folder.c_str(), 02775), 0);
  }
  for (const uid_t colleague : {5001, 5002}) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      umask(022);
      const bool is_done =
          setgroups(0, nullptr) == 0 && setgid(5000) == 0 && setuid(colleague) == 0;
      try {
        WorkFolder folder(table_, "plan", {.worker = "part-1-of-4", .parts = 4});
        keep(folder, {colleague - 5001, colleague - 5000});
      } catch (const Error&) {
        _exit(1);
      }
      _exit(is_done ? 0 : 2);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0) << colleague;
  }
  EXPECT_EQ(WorkFolder::leftovers(table_).shards.size(), 2u);
}

TEST_F(WorkFolderTest, FollowsNoLinkAndWaitsForNoPipe) {
  fs::create_directories(table_ + ".parts");
  const std::string canary = write("canary", "untouched");
  for (const std::string name : {"lock", "replaces-the-table"}) {
    const std::string planted = table_ + ".parts/" + name;
    fs::create_symlink(canary, planted);
    EXPECT_ERROR(ErrorKind::input, "is not a regular file; remove it",
                 WorkFolder(table_, "plan", {.fresh = true}));
    fs::remove(planted);
    ASSERT_EQ(mkfifo(planted.c_str(), 0600), 0);
    EXPECT_ERROR(ErrorKind::input, "is not a regular file; remove it",
                 WorkFolder(table_, "plan", {.fresh = true}));
    fs::remove(planted);
  }
  for (const std::string name :
       {"saved-000000000000-000000000004", "units-000000000000-000000000004.h5"}) {
    ASSERT_EQ(mkfifo((table_ + ".parts/" + name).c_str(), 0600), 0);
    EXPECT_ERROR(ErrorKind::input, "is not a regular file", WorkFolder(table_, "plan", {}));
    fs::remove(table_ + ".parts/" + name);
  }
  EXPECT_EQ(fs::file_size(canary), 9u);
}

TEST_F(WorkFolderTest, IsForOneRunAtATimeAndLeavesNothingBehind) {
  {
    WorkFolder folder(table_, "plan", {});
    EXPECT_ERROR(ErrorKind::input, "another run is working", WorkFolder(table_, "plan", {}));
    keep(folder, {0, 1});
    const auto file = folder.new_file();
    file->append("the table");
    folder.keep_table(*file, WorkFolder::Shards::drop);
  }
  EXPECT_TRUE(fs::exists(table_));
  EXPECT_FALSE(fs::exists(table_ + ".parts"));
  EXPECT_EQ(WorkFolder::existing_table(table_, "job"), WorkFolder::Table::of_another_job);
}

}  // namespace
}  // namespace nimsweep
