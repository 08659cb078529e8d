#include "nimsweep/automata/partition.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "nimsweep/base/hash.hpp"

namespace nimsweep {

namespace {

using Next = FunctionRef<std::span<const std::uint32_t>(std::uint32_t)>;

// Splits states by a key of each, which is hashed and compared.
template <class Hash, class Alike>
Partition split(std::size_t states, Hash hash_of, Alike alike) {
  constexpr std::uint32_t kFree = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> slots(std::bit_ceil(states * 2), kFree);  // class numbers, hashed
  Partition partition;
  for (std::uint32_t id = 0; id < states; ++id) {
    std::size_t slot = hash_of(id) & (slots.size() - 1);
    while (slots[slot] != kFree && !alike(partition.representative[slots[slot]], id))
      slot = (slot + 1) & (slots.size() - 1);
    if (slots[slot] == kFree) {
      slots[slot] = static_cast<std::uint32_t>(partition.size());
      partition.representative.push_back(id);
    }
    partition.class_of.push_back(slots[slot]);
  }
  return partition;
}

Partition refined(const Partition& coarse, Next next) {
  const auto& class_of = coarse.class_of;
  const auto hash_of = [&](std::uint32_t id) {
    std::uint64_t hash = class_of[id];
    for (const std::uint32_t successor : next(id)) hash = mix(hash, class_of[successor]);
    return hash;
  };
  const auto alike = [&](std::uint32_t a, std::uint32_t b) {
    return class_of[a] == class_of[b] &&
           std::ranges::equal(next(a), next(b), [&](std::uint32_t after_a, std::uint32_t after_b) {
             return class_of[after_a] == class_of[after_b];
           });
  };
  return split(class_of.size(), hash_of, alike);
}

}  // namespace

Partition indistinguishable(std::span<const std::uint32_t> outputs, Next next) {
  const auto alike = [&](std::uint32_t a, std::uint32_t b) {
    return outputs[a] == outputs[b] && next(a).size() == next(b).size();
  };
  Partition partition = split(
      outputs.size(), [&](std::uint32_t id) { return mix(outputs[id], next(id).size()); }, alike);
  for (;;) {
    Partition finer = refined(partition, next);
    if (finer.size() == partition.size()) return partition;
    partition = std::move(finer);
  }
}

SmallestMachine smallest_machine(std::span<const std::uint32_t> outputs, Next next) {
  constexpr std::uint32_t kUnseen = std::numeric_limits<std::uint32_t>::max();
  const Partition classes = indistinguishable(outputs, next);
  std::vector<std::uint32_t> number_of(classes.size(), kUnseen);
  SmallestMachine machine{.representative = {0}, .next = {}};
  number_of[classes.class_of[0]] = 0;
  for (std::size_t k = 0; k < machine.representative.size(); ++k)
    for (const std::uint32_t target : next(machine.representative[k])) {
      std::uint32_t& number = number_of[classes.class_of[target]];
      if (number == kUnseen) {
        number = static_cast<std::uint32_t>(machine.representative.size());
        machine.representative.push_back(target);
      }
      machine.next.push_back(number);
    }
  return machine;
}

}  // namespace nimsweep
