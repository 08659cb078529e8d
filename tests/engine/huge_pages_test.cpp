#include "engine/huge_pages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace nimsweep::engine_detail {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

TEST(KeptPages, GivesTheNextThingWhatTheLastOneGaveBack) {
  KeptPages pages;
  void* large = pages.allocate(8 * kMiB, 1);
  pages.deallocate(large, 8 * kMiB, 1);
  void* smaller = pages.allocate(5 * kMiB, 1);
  EXPECT_EQ(smaller, large);
  pages.deallocate(smaller, 5 * kMiB, 1);
  void* again = pages.allocate(8 * kMiB, 1);
  EXPECT_EQ(again, large);
  pages.deallocate(again, 8 * kMiB, 1);
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
