#include "nimsweep/automata/reachability.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace nimsweep {
namespace {

TEST(LeadingTo, FindsEveryStateWithAWayToAWantedOne) {
  std::mt19937_64 random(2);
  for (int repeat = 0; repeat < 200; ++repeat) {
    const auto states = static_cast<std::uint32_t>(1 + random() % 12);
    std::vector<std::vector<std::uint32_t>> next(states);
    for (auto& targets : next)
      for (std::size_t k = random() % 3; k > 0; --k)
        targets.push_back(static_cast<std::uint32_t>(random() % states));
    const auto wanted = static_cast<std::uint32_t>(random() % states);
    const auto leads = leading_to(
        states,
        [&](std::uint32_t id, FunctionRef<void(std::uint32_t)> visit) {
          for (const std::uint32_t target : next[id]) visit(target);
        },
        [&](std::uint32_t id) { return id == wanted; });
    // By the definition: a way of fewer arrows than there are states.
    const std::function<bool(std::uint32_t, std::uint32_t)> has_way = [&](std::uint32_t id,
                                                                          std::uint32_t arrows) {
      if (id == wanted) return true;
      if (arrows == 0) return false;
      for (const std::uint32_t target : next[id])
        if (has_way(target, arrows - 1)) return true;
      return false;
    };
    for (std::uint32_t id = 0; id < states; ++id)
      EXPECT_EQ(leads[id], has_way(id, states)) << repeat << " " << id;
  }
}

}  // namespace
}  // namespace nimsweep
