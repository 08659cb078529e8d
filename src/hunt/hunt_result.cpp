// What hunts have found, merged and kept.
#include "hunt/hunt_result.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace nimsweep {

using namespace hunt_detail;

namespace {

// Larger comes first.
std::uint32_t score_of(const Hunt& hunt, std::uint32_t states, std::uint32_t letters) {
  if (hunt.order == Hunt::Order::states) return states;
  return hunt.order == Hunt::Order::letters ? letters : 0;
}

auto place_of(const Hunt& hunt, const Hit& hit) {
  return std::tuple(~score_of(hunt, hit.states, hit.letters), hit.index);
}

bool is_better(const Hunt& hunt, const Hit& a, const Hit& b) {
  return place_of(hunt, a) < place_of(hunt, b);
}

}  // namespace

namespace hunt_detail {

bool is_wanted(const Hunt& hunt, const Hit& hit, const std::vector<Hit>& kept) {
  if (kept.size() < hunt.keep) return true;
  return hunt.keep > 0 && is_better(hunt, hit, kept[hunt.keep - 1]);
}

void keep(const Hunt& hunt, const Hit& hit, HuntResult& result) {
  result.kept.push_back(hit);
  if (result.kept.size() == hunt.keep || result.kept.size() == 2 * hunt.keep) result.tidy(hunt);
}

void add(std::vector<Shares>& histogram, std::size_t value, Shares shares) {
  if (histogram.size() <= value) histogram.resize(value + 1);
  histogram[value] += shares;
}

void add(std::vector<Shares>& histogram, const std::vector<Shares>& more) {
  for (std::size_t value = 0; value < more.size(); ++value)
    if (more[value] != 0) add(histogram, value, more[value]);
}

void add_alike(HuntResult& result, Uint128 key, const AlikeMatrices& found) {
  const auto [place, is_new] = result.alike.try_emplace(key, found);
  if (is_new) return;
  place->second.first = std::min(place->second.first, found.first);
  place->second.matrices += found.matrices;
}

}  // namespace hunt_detail

void HuntResult::merge(const HuntResult& other, const Hunt& hunt) {
  total += other.total;
  hits += other.hits;
  behaviours += other.behaviours;
  behaviours_up_to_rotation += other.behaviours_up_to_rotation;
  add(states, other.states);
  add(letters, other.letters);
  add(hit_states, other.hit_states);
  add(hit_letters, other.hit_letters);
  open += other.open;
  for (const auto& [key, found] : other.alike) add_alike(*this, key, found);
  kept.insert(kept.end(), other.kept.begin(), other.kept.end());
  tidy(hunt);
}

void HuntResult::tidy(const Hunt& hunt) {
  const auto in_order = [&](const Hit& a, const Hit& b) { return is_better(hunt, a, b); };
  // Usually these are two sorted lists.
  const auto middle = std::is_sorted_until(kept.begin(), kept.end(), in_order);
  if (!std::is_sorted(middle, kept.end(), in_order)) std::sort(middle, kept.end(), in_order);
  std::inplace_merge(kept.begin(), middle, kept.end(), in_order);
  // A sample may repeat itself.
  const auto is_same = [](const Hit& a, const Hit& b) { return a.index == b.index; };
  kept.erase(std::unique(kept.begin(), kept.end(), is_same), kept.end());
  if (kept.size() > hunt.keep) kept.resize(hunt.keep);
}

void HuntResult::finish(const Hunt& hunt) {
  for (const auto& [key, found] : alike) {
    behaviours += kWholeShare * found.rotations;
    behaviours_up_to_rotation += kWholeShare;
    keep(hunt,
         {.index = found.first,
          .orbit = found.rotations,
          .states = found.states,
          .letters = found.letters,
          .alike = found.matrices / kWholeShare / found.rotations,
          .facts = found.facts},
         *this);
  }
  alike.clear();
  tidy(hunt);
}

void HuntResult::write(FieldWriter& fields) const {
  for (const Shares shares : {total, hits, behaviours, behaviours_up_to_rotation})
    fields.number(shares);
  for (const auto* histogram : {&states, &letters, &hit_states, &hit_letters})
    fields.numbers(*histogram);
  fields.number(kept.size());
  for (const Hit& hit : kept) {
    fields.large(hit.index);
    for (const std::uint32_t number : {hit.orbit, hit.states, hit.letters}) fields.number(number);
    fields.large(hit.alike);
    fields.numbers(hit.facts);
    fields.numbers(hit.blocks);
  }
  fields.number(open);
  fields.number(alike.size());
  for (const auto& [key, found] : alike) {
    fields.large(key);
    for (const std::uint32_t number : {found.rotations, found.states, found.letters})
      fields.number(number);
    fields.large(found.first);
    fields.number(found.matrices);
    fields.numbers(found.facts);
  }
}

// Members of a braced list are evaluated in order.
HuntResult HuntResult::read(FieldReader& fields) {
  constexpr auto kMost = std::numeric_limits<std::uint32_t>::max();
  HuntResult result{.total = fields.number(),
                    .hits = fields.number(),
                    .behaviours = fields.number(),
                    .behaviours_up_to_rotation = fields.number(),
                    .states = fields.numbers(),
                    .letters = fields.numbers(),
                    .hit_states = fields.numbers(),
                    .hit_letters = fields.numbers(),
                    .kept = {},
                    .alike = {}};
  for (std::uint64_t left = fields.number(); left > 0; --left) {
    Hit& hit = result.kept.emplace_back();
    hit.index = fields.large();
    for (std::uint32_t* const number : {&hit.orbit, &hit.states, &hit.letters})
      *number = fields.up_to(kMost);
    hit.alike = fields.large();
    hit.facts = fields.numbers();
    hit.blocks = fields.numbers();
  }
  result.open = fields.number();
  for (std::uint64_t left = fields.number(); left > 0; --left) {
    const Uint128 key = fields.large();
    AlikeMatrices found{.rotations = fields.up_to(kMost),
                        .states = fields.up_to(kMost),
                        .letters = fields.up_to(kMost),
                        .first = fields.large(),
                        .matrices = fields.number(),
                        .facts = fields.numbers()};
    if (found.rotations == 0) fields.fail();
    result.alike.emplace(key, std::move(found));
  }
  return result;
}

}  // namespace nimsweep
