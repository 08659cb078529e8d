#include "nimsweep/store/hunt_file.hpp"

#include <gtest/gtest.h>

#include "nimsweep/files/input_file.hpp"
#include "support/expect_error.hpp"
#include "support/temporary_folder.hpp"

namespace nimsweep {
namespace {

class HuntFileTest : public test::TemporaryFolder {
 protected:
  static HuntFile some_hunts() {
    const Uint128 beyond_64_bits = Uint128{1} << 70;
    HuntFile file;
    file.header = {.version = "1.0",
                   .job_sha256 = "job",
                   .plan_sha256 = "plan",
                   .units = 24,
                   .created = "2026-01-01T00:00:00Z",
                   .title = "Some hunts",
                   .game = "last-nim",
                   .job = "nimsweep: 1\n"};
    file.hunts.push_back({.hunt = 0,
                          .name = "a name with spaces",
                          .players = 3,
                          .matrices = 216,
                          .shows_orbits = true,
                          .result = {.total = 60 * 216,
                                     .hits = 60 * 8,
                                     .states = {0, 0, 60 * 200, 60 * 16},
                                     .letters = {0, 60 * 216},
                                     .kept = {{.index = 3, .orbit = 3, .states = 3, .letters = 1},
                                              {.index = 7, .states = 3, .letters = 1}}}});
    file.hunts.push_back({.hunt = 1,
                          .name = "behaviours",
                          .players = 8,
                          .matrices = 5,
                          .has_behaviours = true,
                          .result = {.total = 300,
                                     .hits = 300,
                                     .behaviours = 120,
                                     .behaviours_up_to_rotation = 60,
                                     .states = {},
                                     .letters = {},
                                     .kept = {{.index = beyond_64_bits, .alike = 12}}}});
    file.hunts.push_back({.hunt = 2,
                          .name = "digits",
                          .players = 3,
                          .places = 2,
                          .matrices = 216,
                          .shows_orbits = true,
                          .result = {.total = 60 * 216,
                                     .hits = 60 * 4,
                                     .states = {0, 0, 60 * 215},
                                     .letters = {},
                                     .kept = {{.index = 3, .orbit = 3, .states = 2},
                                              {.index = 43, .blocks = {1, 8, 44}}},
                                     .open = 60}});
    return file;
  }

  void write(const HuntFile& file) const {
    const auto output = std::make_shared<OutputFile>(folder_.string(), "new", "it");
    file.write(output);
    output->keep_as(path_);
  }

  const std::string path_ = path("h.h5");
};

TEST_F(HuntFileTest, IsReadBackAsItWasWritten) {
  const HuntFile file = some_hunts();
  write(file);
  const HuntFile again = HuntFile::read(path_);
  EXPECT_EQ(again.header, file.header);
  ASSERT_EQ(again.hunts.size(), file.hunts.size());
  for (std::size_t k = 0; k < file.hunts.size(); ++k) {
    EXPECT_EQ(again.hunts[k].hunt, file.hunts[k].hunt);
    EXPECT_EQ(again.hunts[k].name, file.hunts[k].name);
    EXPECT_EQ(again.hunts[k].players, file.hunts[k].players);
    EXPECT_EQ(again.hunts[k].places, file.hunts[k].places);
    EXPECT_EQ(again.hunts[k].matrices, file.hunts[k].matrices);
    EXPECT_EQ(again.hunts[k].has_behaviours, file.hunts[k].has_behaviours);
    EXPECT_EQ(again.hunts[k].shows_orbits, file.hunts[k].shows_orbits);
    EXPECT_EQ(again.hunts[k].result, file.hunts[k].result);
  }
  EXPECT_NO_THROW(HuntFile::check(path_));
  EXPECT_TRUE(HuntFile::is_one(path_));
}

TEST_F(HuntFileTest, CountsWhatIsLeftOut) {
  const HuntFile file = some_hunts();
  EXPECT_EQ(file.hunts[0].left_out(), 4u);  // 8 matrices, an orbit of 3 and one of 1
  EXPECT_EQ(file.hunts[1].left_out(), 1u);  // 2 behaviours
}

TEST_F(HuntFileTest, AFlippedBitIsNoticedWhereverItIs) {
  write(some_hunts());
  const std::string whole = read_file(InputFile(path_), 1 << 24);
  ASSERT_GT(whole.size(), 1000u);
  const std::size_t step = whole.size() / 97;
  for (std::size_t byte = 0; byte < whole.size(); byte += step) {
    std::string damaged = whole;
    damaged[byte] = static_cast<char>(damaged[byte] ^ 1 << byte % 8);
    TemporaryFolder::write("h.h5", damaged);
    EXPECT_THROW(HuntFile::check(path_), Error) << byte;
  }
  TemporaryFolder::write("h.h5", whole.substr(0, whole.size() / 2));
  EXPECT_THROW(HuntFile::read(path_), Error);
  TemporaryFolder::write("h.h5", whole);
  EXPECT_NO_THROW(HuntFile::check(path_));
}

TEST_F(HuntFileTest, RefusesWhatIsNoSuchFile) {
  EXPECT_ERROR(ErrorKind::io, "No such file", HuntFile::read(path_));
  TemporaryFolder::write("h.h5", "some text");
  EXPECT_ERROR(ErrorKind::input, "h.h5", HuntFile::read(path_));
  EXPECT_FALSE(HuntFile::is_one(path_));
}

}  // namespace
}  // namespace nimsweep
