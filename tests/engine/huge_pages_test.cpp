#include "engine/huge_pages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace nimsweep::engine_detail {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

constexpr std::size_t kLarge = 64 * kMiB;

// Is this what is left of memory that was filled with 7? Fresh memory is cleared.
bool is_kept(KeptPages& pages, std::size_t size) {
  auto* bytes = static_cast<std::uint8_t*>(pages.allocate(size, 1));
  const bool result = bytes[size - 1] == 7;
  bytes[size - 1] = 7;
  pages.deallocate(bytes, size, 1);
  return result;
}

TEST(KeptPages, AreKeptForWhatNeedsAtLeastHalfOfThem) {
  KeptPages pages;
  EXPECT_FALSE(is_kept(pages, 2 * kLarge));
  EXPECT_TRUE(is_kept(pages, 2 * kLarge));
  for (const std::size_t size : {kLarge, kLarge + kMiB}) {
    void* smaller = pages.allocate(size, 1);
    pages.deallocate(smaller, size, 1);
    EXPECT_TRUE(is_kept(pages, 2 * kLarge)) << size;
  }
  EXPECT_FALSE(is_kept(pages, kLarge - 1));
  EXPECT_FALSE(is_kept(pages, 2 * kLarge));
}

TEST(KeptPages, AreReleased) {
  KeptPages pages;
  void* used = pages.allocate(kLarge, 1);
  pages.release();  // not what is in use
  static_cast<std::uint8_t*>(used)[kLarge - 1] = 7;
  pages.deallocate(used, kLarge, 1);
  EXPECT_TRUE(is_kept(pages, kLarge));
  pages.release();
  EXPECT_FALSE(is_kept(pages, kLarge));
}

// Each thing keeps its own bytes, however many there are at a time.
TEST(KeptPages, LendsNothingTwice) {
  struct Thing {
    std::uint8_t* bytes;
    std::size_t size;
    std::uint8_t mark;
  };
  std::mt19937_64 random(1);
  KeptPages pages;
  std::vector<Thing> things;
  for (int step = 0; step < 300; ++step) {
    if (things.size() < 3 && random() % 2 == 0) {
      const std::size_t size = 1 + random() % (6 * kMiB);
      const auto mark = static_cast<std::uint8_t>(step);
      auto* bytes = static_cast<std::uint8_t*>(pages.allocate(size, 1));
      std::fill_n(bytes, size, mark);
      things.push_back({bytes, size, mark});
    } else if (!things.empty()) {
      const auto thing = things.begin() + static_cast<std::ptrdiff_t>(random() % things.size());
      EXPECT_EQ(std::count(thing->bytes, thing->bytes + thing->size, thing->mark),
                static_cast<std::ptrdiff_t>(thing->size));
      pages.deallocate(thing->bytes, thing->size, 1);
      things.erase(thing);
    }
  }
  for (const Thing& thing : things) pages.deallocate(thing.bytes, thing.size, 1);
}

}  // namespace
}  // namespace nimsweep::engine_detail
