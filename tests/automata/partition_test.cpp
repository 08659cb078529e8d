#include "nimsweep/automata/partition.hpp"

#include <gtest/gtest.h>

#include <random>

namespace nimsweep {
namespace {

struct Machine {
  std::vector<std::uint32_t> outputs;
  std::vector<std::vector<std::uint32_t>> next;
};

Machine random_machine(std::mt19937_64& random) {
  Machine machine;
  const auto states = static_cast<std::uint32_t>(1 + random() % 12);
  const auto letters = 1 + random() % 3;
  for (std::uint32_t id = 0; id < states; ++id) {
    machine.outputs.push_back(static_cast<std::uint32_t>(random() % 2));
    auto& next = machine.next.emplace_back();
    for (std::size_t k = 0; k < letters - (random() % 8 == 0 ? 1 : 0); ++k)
      next.push_back(static_cast<std::uint32_t>(random() % states));
  }
  return machine;
}

// By the definition: pairs that some word of at most as many letters as there are states tells
// apart.
bool tells_apart(const Machine& machine, std::uint32_t a, std::uint32_t b, std::size_t length) {
  if (machine.outputs[a] != machine.outputs[b]) return true;
  if (machine.next[a].size() != machine.next[b].size()) return true;
  if (length == 0) return false;
  for (std::size_t k = 0; k < machine.next[a].size(); ++k)
    if (tells_apart(machine, machine.next[a][k], machine.next[b][k], length - 1)) return true;
  return false;
}

TEST(Partition, MergesWhatNoContinuationTellsApart) {
  std::mt19937_64 random(1);
  for (int repeat = 0; repeat < 200; ++repeat) {
    const Machine machine = random_machine(random);
    const Partition partition = indistinguishable(
        machine.outputs, [&](std::uint32_t id) { return std::span(machine.next[id]); });
    const auto states = static_cast<std::uint32_t>(machine.outputs.size());
    for (std::uint32_t a = 0; a < states; ++a)
      for (std::uint32_t b = 0; b < states; ++b)
        ASSERT_EQ(partition.class_of[a] != partition.class_of[b],
                  tells_apart(machine, a, b, std::min<std::size_t>(states, 9)));
    for (std::size_t k = 0; k < partition.size(); ++k) {
      EXPECT_EQ(partition.class_of[partition.representative[k]], k);
      if (k > 0) EXPECT_LT(partition.representative[k - 1], partition.representative[k]);
    }
  }
}

}  // namespace
}  // namespace nimsweep
