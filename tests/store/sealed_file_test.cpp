#include "store/sealed_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>

#include "support/expect_error.hpp"
#include "support/temporary_folder.hpp"

namespace nimsweep {

using namespace store_detail;
namespace {

class SealedFileTest : public test::TemporaryFolder {
 protected:
  std::string sealed(const std::string& bytes) const {
    UnsealedFile file(std::make_shared<OutputFile>(folder_.string(), "new", "it"));
    const std::span all(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    // Chunks, some of them adjacent, and the bytes between them.
    for (std::size_t from = 0, size = 3; from < all.size();
         from += size, size = size * 7 % 40'009) {
      const auto part = all.subspan(from, std::min(size, all.size() - from));
      if (size % 3 == 0)
        file.output().write_at(from, part);
      else
        file.write_chunk_at(from, part);
    }
    file.seal();
    file.output().keep_as(path("sealed"));
    return read_file(InputFile(path("sealed")), 1 << 24);
  }

  static std::string random_bytes(std::size_t size) {
    std::mt19937_64 random(size);
    std::string bytes(size, '\0');
    std::ranges::generate(bytes, [&] { return static_cast<char>(random()); });
    return bytes;
  }

  void check(const std::string& bytes) const {
    SealedFile(InputFile(write("seen", bytes))).check();
  }
};

// Chunks one after another, with what lies between them; some of all that is written again.
TEST_F(SealedFileTest, IsTheSameIfMuchOfItIsReadBackEarly) {
  std::mt19937_64 random(5);
  for (int trial = 0; trial < 60; ++trial) {
    const std::string bytes = random_bytes(1 + random() % 400'000);
    const std::span all(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    std::string other = bytes;  // wrong everywhere
    for (char& byte : other) byte = static_cast<char>(~byte);
    const std::span wrong(reinterpret_cast<const std::uint8_t*>(other.data()), other.size());
    const std::uint64_t seed = random();
    std::vector<std::string> files;
    for (const bool is_early : {false, true}) {
      std::mt19937_64 again(seed);
      UnsealedFile file(std::make_shared<OutputFile>(folder_.string(), "new", "it"));
      const auto seal_ahead = [&](std::uint64_t from, std::uint64_t to) {
        if (is_early) file.seal_chunks_ahead();
        if (is_early) file.seal_ahead({from, to});
      };
      for (std::size_t from = 0; from < all.size();) {
        const std::size_t size = std::min<std::size_t>(1 + again() % 60'000, all.size() - from);
        const bool is_chunk = again() % 5 < 3;
        const auto write = [&](std::span<const std::uint8_t> of, std::size_t at, std::size_t some) {
          if (is_chunk)
            file.write_chunk_at(at, of.subspan(at, some));
          else
            file.write_at(at, of.subspan(at, some));
        };
        if (again() % 8 == 0) {
          write(wrong, from, size);
          seal_ahead(from, from + size);
        }
        write(all, from, size);
        if (again() % 2 == 0) seal_ahead(from + again() % size, from + size);
        if (again() % 4 == 0) {  // wrong in the middle, until it is written again
          const std::size_t begin = from + again() % size;
          const std::size_t some = 1 + again() % (from + size - begin);
          write(wrong, begin, some);
          if (again() % 2 == 0) seal_ahead(from, from + size);
          write(all, begin, some);
        }
        from += size;
      }
      file.seal();
      file.output().keep_as(path("sealed"));
      files.push_back(read_file(InputFile(path("sealed")), 1 << 24));
    }
    ASSERT_EQ(files[0], files[1]) << trial;
    check(files[1]);
  }
}

TEST_F(SealedFileTest, ForgetsWhatWasCutOff) {
  const std::string bytes = random_bytes(100'000);
  const std::span all(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  UnsealedFile file(std::make_shared<OutputFile>(folder_.string(), "new", "it"));
  file.write_at(0, all);
  file.seal_ahead({0, all.size()});
  file.resize(20'000);
  file.resize(all.size());  // with zeros
  file.seal();
  file.output().keep_as(path("sealed"));
  SealedFile(InputFile(path("sealed"))).check();
}

TEST_F(SealedFileTest, GivesBackWhatWasSealed) {
  for (const std::size_t size : {0u, 1u, 16383u, 16384u, 16385u, 100'000u, 3'000'000u}) {
    const std::string bytes = random_bytes(size);
    EXPECT_TRUE(sealed(bytes).starts_with(bytes));
    SealedFile file{InputFile(path("sealed"))};
    EXPECT_EQ(file.size(), size);
    file.check();
    std::mt19937_64 random(1);
    for (int trial = 0; trial < 300; ++trial) {
      const std::size_t from = random() % (size + 1);
      std::vector<std::uint8_t> seen(random() % (std::min<std::size_t>(size - from, 50'000) + 1));
      if (trial % 2 == 0)
        file.read_at(from, seen);
      else
        file.read_chunk_at(from, seen);
      ASSERT_TRUE(
          std::equal(seen.begin(), seen.end(), bytes.begin() + static_cast<std::ptrdiff_t>(from),
                     [](std::uint8_t a, char b) { return a == static_cast<std::uint8_t>(b); }));
    }
    std::vector<std::uint8_t> beyond(1);
    EXPECT_ERROR(ErrorKind::damage, "it ends too early", file.read_at(size, beyond));
  }
}

TEST_F(SealedFileTest, NoticesEveryFlippedBit) {
  const std::string magic = "\x89HDF\r\n\x1a\n";
  std::string whole = sealed(magic + random_bytes(700));
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    const char flip = static_cast<char>(1 << bit % 8);
    whole[bit / 8] ^= flip;
    SCOPED_TRACE(bit);
    EXPECT_ERROR(ErrorKind::damage, "", check(whole));
    whole[bit / 8] ^= flip;
  }
  check(whole);
}

TEST_F(SealedFileTest, NoticesEveryTruncation) {
  const std::string magic = "\x89HDF\r\n\x1a\n";
  const std::string whole = sealed(magic + random_bytes(20'000));
  for (std::size_t size = 0; size < whole.size(); size += size < 100 ? 1 : 37)
    EXPECT_ERROR(size < magic.size() ? ErrorKind::input : ErrorKind::damage, "",
                 check(whole.substr(0, size)));
  EXPECT_ERROR(ErrorKind::damage, "it has no seal", check(whole + "more"));
}

// Impossible numbers in a seal are refused before anything is allocated.
TEST_F(SealedFileTest, TrustsNoNumberInASeal) {
  const std::string whole = sealed("\x89HDF\r\n\x1a\n" + random_bytes(5'000));
  const std::size_t footer = whole.size() - 40;
  for (const std::size_t at : {footer, footer + 8, footer + 16})
    for (const std::uint64_t number :
         {std::uint64_t{0}, std::uint64_t{1} << 20, std::uint64_t{1} << 61, ~std::uint64_t{0}}) {
      std::string changed = whole;
      std::memcpy(changed.data() + at, &number, at == footer + 16 ? 4 : 8);
      EXPECT_ERROR(ErrorKind::damage, "its seal is damaged", check(changed));
    }
  std::filesystem::resize_file(write("sparse", ""), std::uint64_t{3} << 30);
  std::fstream file(path("sparse"), std::ios::in | std::ios::out | std::ios::binary);
  std::string end = whole.substr(footer);
  const std::uint64_t areas = (std::uint64_t{3} << 30) / 8 - 5;
  const std::uint64_t size = 0;
  std::memcpy(end.data(), &areas, 8);
  std::memcpy(end.data() + 8, &size, 8);
  file.seekp((std::int64_t{3} << 30) - 40);
  file << end;
  file.close();
  EXPECT_ERROR(ErrorKind::damage, "its seal is damaged", SealedFile{InputFile(path("sparse"))});
}

}  // namespace
}  // namespace nimsweep
