#include "nimsweep/files/output_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <random>

#include "support/expect_error.hpp"
#include "support/temporary_folder.hpp"

namespace nimsweep {
namespace {

namespace fs = std::filesystem;

class FilesTest : public test::TemporaryFolder {
 protected:
  std::string text_of(const std::string& name) const {
    return read_file(InputFile(path(name)), 1 << 20);
  }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
};

TEST_F(FilesTest, AFileIsThereAsAWholeOrNotAtAll) {
  {
    OutputFile file(folder_.string(), "new", "it");
    file.append("half of it");
    EXPECT_EQ(files(), 1u);
  }
  EXPECT_EQ(files(), 0u);
  write("it", "old");
  write_file(path("it"), "new");
  EXPECT_EQ(text_of("it"), "new");
  EXPECT_EQ(files(), 1u);
}

TEST_F(FilesTest, TwoFilesNeverHaveOneName) {
  const OutputFile one(folder_.string(), "new", "it");
  const OutputFile other(folder_.string(), "new", "it");
  EXPECT_NE(one.path(), other.path());
  EXPECT_NE(one.identity(), other.identity());
}

TEST_F(FilesTest, ALinkIsReplacedAndNotFollowed) {
  const std::string canary = write("canary", "untouched");
  fs::create_symlink(canary, path("it"));
  write_file(path("it"), "new");
  EXPECT_EQ(text_of("canary"), "untouched");
  EXPECT_FALSE(fs::is_symlink(path("it")));
}

// Random small and large writes, overlapping and consecutive, against an array in memory.
TEST_F(FilesTest, HoldsWhatWasWrittenInAnyOrder) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 20; ++round) {
    OutputFile file(folder_.string(), "new", "it");
    std::vector<std::uint8_t> expected;
    for (int step = 0; step < 200; ++step) {
      std::vector<std::uint8_t> bytes(random() % (step % 50 == 0 ? 200'000 : 300));
      std::ranges::generate(bytes, [&] { return static_cast<std::uint8_t>(random()); });
      const bool appends = random() % 3 != 0 || expected.empty();
      const std::size_t at = appends ? expected.size() : random() % (expected.size() + 100);
      expected.resize(std::max(expected.size(), at + bytes.size()));
      std::ranges::copy(bytes, expected.begin() + static_cast<std::ptrdiff_t>(at));
      file.write_at(at, bytes);
      if (step % 37 == 0) {
        expected.resize(expected.size() / 2 + random() % 50);
        file.resize(expected.size());
      }
      ASSERT_EQ(file.size(), expected.size());
      std::vector<std::uint8_t> seen(random() % 100);
      const std::size_t from = random() % (expected.size() + 1);
      file.read_at(from, seen);
      for (std::size_t k = 0; k < seen.size(); ++k)
        ASSERT_EQ(seen[k], from + k < expected.size() ? expected[from + k] : 0);
    }
    file.keep_as(path("it"));
    const InputFile input(path("it"));
    std::vector<std::uint8_t> stored(input.size());
    input.read_at(0, stored);
    EXPECT_EQ(stored, expected);
  }
}

TEST_F(FilesTest, RemembersTheFirstFailure) {
  OutputFile file(folder_.string(), "new", "it");
  file.abandon();
  file.append("dropped");
  EXPECT_ERROR(ErrorKind::io, "it was abandoned", file.check());
  EXPECT_ERROR(ErrorKind::io, "it was abandoned", file.keep_as(path("it")));
  EXPECT_FALSE(fs::exists(path("it")));
}

TEST_F(FilesTest, ReadsRegularFilesOnlyAndWaitsForNobody) {
  EXPECT_ERROR(ErrorKind::io, "cannot open " + path("none") + ": No such file",
               InputFile(path("none")));
  EXPECT_FALSE(InputFile::if_there(path("none")));
  EXPECT_ERROR(ErrorKind::input, "is not a regular file", InputFile(folder_.string()));
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_ERROR(ErrorKind::input, "is not a regular file", InputFile(path("pipe")));
  EXPECT_ERROR(ErrorKind::input, "is not a regular file", InputFile::if_there(path("pipe")));
  fs::create_symlink(write("it", "text"), path("link"));
  EXPECT_EQ(text_of("link"), "text");
  EXPECT_ERROR(ErrorKind::input, "is a symbolic link",
               InputFile(path("link"), InputFile::Links::refuse));
  EXPECT_ERROR(ErrorKind::input, "is too large; expected at most 3 bytes",
               read_file(InputFile(path("it")), 3));
  const InputFile status("/proc/self/status");
  EXPECT_EQ(status.size(), 0u);
  EXPECT_GT(read_file(status, 1 << 20).size(), 100u);
}

TEST_F(FilesTest, OverwritesOnlyWhatIsOfTheKind) {
  const auto check = [&](const std::string& name) {
    check_replaceable("--output", path(name), "page",
                      [](std::string_view text) { return text.starts_with("<html"); });
  };
  check("none");
  write("empty", "");
  check("empty");
  write("page", "<html>");
  check("page");
  write("thesis", "Chapter 1");
  EXPECT_ERROR(ErrorKind::input, "exists and is not a page; choose another name", check("thesis"));
  EXPECT_ERROR(ErrorKind::input, "exists and is not a page", check(""));
}

}  // namespace
}  // namespace nimsweep
