#include "nimsweep/solve/side_by_side.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <map>
#include <memory>
#include <utility>

#include "nimsweep/solve/position_index.hpp"
#include "solve/portable_lanes.hpp"
#include "solve/side_by_side_loops.hpp"

namespace nimsweep {

using namespace solve_detail;

namespace solve_detail {

void solve_side_by_side_anywhere(const SideBySideTask& task) {
  SideBySideLoops<PortableLanes>::solve(task);
}

SolveSideBySide* best_side_by_side() {
  static SolveSideBySide* const kBest =
      side_by_side_for_avx2() != nullptr ? side_by_side_for_avx2() : solve_side_by_side_anywhere;
  return kBest;
}

}  // namespace solve_detail

namespace {

static_assert(SideBySide::kMatrices == kSideBySide);

// What one thread works on stays in its cache.
constexpr Uint128 kMostWorkspace = 512 << 10;
constexpr std::uint64_t kMostOptions = 100;

constexpr std::size_t kAlignment = kSideBySide;

}  // namespace

struct SideBySide::Turn {
  std::vector<PlaceStep> steps;
  std::vector<std::uint32_t> options;                   // of the steps, as far as they list any
  std::vector<std::vector<std::uint32_t>> all_options;  // of each position, while they are listed

  // One more position, with these options in order.
  void add(std::vector<std::uint32_t> here);
};

SideBySide::~SideBySide() = default;

bool SideBySide::pays(const Ruleset& ruleset, int players, std::span<const Counters> bounds,
                      Counters passes) {
  if (ruleset.plays() != Ruleset::Plays::in_order) return false;
  const Uint128 places = PositionIndex::places(ruleset, bounds, passes);
  return places <= kMostWorkspace &&
         places * static_cast<Uint128>(3 * players) * kSideBySide <= kMostWorkspace &&
         options_at_start(ruleset, bounds, passes, kMostOptions) < kMostOptions;
}

// Positions with the same options for everyone have the same values, such as (2, 0, 1) and (2, 1,
// 0) in Last Nim: they share a place.
SideBySide::SideBySide(const Ruleset& ruleset, int players, std::span<const Counters> bounds,
                       Counters passes)
    : players_(players) {
  PositionIndex index(ruleset, players, bounds, passes);
  using Options = std::vector<std::uint32_t>;
  std::vector<std::uint32_t> number_of(index.places(), kNoPlace);
  std::map<std::vector<Options>, std::uint32_t> place_with;
  std::vector<std::uint32_t> place_of_start;
  for (int turn = 0; turn < (ruleset.is_impartial() ? 1 : players); ++turn) turns_.emplace_back();
  for (std::size_t block = 0; block < index.blocks(); ++block)
    index.visit_block(block, [&](std::size_t place, const Position& position) {
      std::vector<Options> options(turns_.size());
      for (std::size_t turn = 0; turn < turns_.size(); ++turn) {
        ruleset.visit_options(position, static_cast<Seat>(turn), [&](const Position& option) {
          options[turn].push_back(number_of[index.place_of(option)]);
          return true;
        });
        std::ranges::sort(options[turn]);
        options[turn].erase(std::unique(options[turn].begin(), options[turn].end()),
                            options[turn].end());
      }
      const auto [found, is_new] =
          place_with.emplace(std::move(options), static_cast<std::uint32_t>(places_));
      number_of[place] = found->second;
      if (is_new) {
        ++places_;
        for (std::size_t turn = 0; turn < turns_.size(); ++turn)
          turns_[turn].add(found->first[turn]);
      }
      if (index.is_start(position)) place_of_start.push_back(found->second);
    });
  const auto n = static_cast<std::uint32_t>(players);
  for (std::uint32_t first = 0; first < n; ++first)
    for (const std::uint32_t place : place_of_start) value_of_cell_.push_back(place * n + first);
  for (Turn& turn : turns_) turn.all_options = {};
}

// The last of the options is the most likely one to have options that are all options here.
void SideBySide::Turn::add(std::vector<std::uint32_t> here) {
  PlaceStep step{.from = static_cast<std::uint32_t>(options.size())};
  if (!here.empty()) {
    const std::vector<std::uint32_t>& before = all_options[here.back()];
    if (!before.empty() && std::ranges::includes(here, before)) {
      step.before = here.back();
      std::ranges::set_difference(here, before, std::back_inserter(options));
    } else {
      options.insert(options.end(), here.begin(), here.end());
    }
  }
  step.to = static_cast<std::uint32_t>(options.size());
  steps.push_back(step);
  all_options.push_back(std::move(here));
}

std::size_t SideBySide::workspace_bytes() const noexcept {
  return 3 * places_ * static_cast<std::size_t>(players_) * kSideBySide + kAlignment;
}

void SideBySide::solve(std::span<const AllianceMatrix::PackedRow> rows, Workspace& workspace,
                       std::span<std::uint8_t> out) const {
  const auto n = static_cast<std::size_t>(players_);
  const std::size_t matrices = rows.size() / n;
  assert(0 < matrices && matrices <= kMatrices);
  assert(out.size() == matrices * bytes_per_matrix());
  workspace.bytes.resize(workspace_bytes());
  void* begin = workspace.bytes.data();
  std::size_t space = workspace.bytes.size();
  auto* const aligned =
      static_cast<std::uint8_t*>(std::align(kAlignment, kAlignment, begin, space));
  LookUps look_ups;
  const PlaceStep* steps[kMaxPlayers];
  const std::uint32_t* options[kMaxPlayers];
  for (Seat i = 0; i < players_; ++i) {
    const Turn& turn = turns_[turns_.size() == 1 ? 0 : static_cast<std::size_t>(i)];
    steps[i] = turn.steps.data();
    options[i] = turn.options.data();
  }
  const std::size_t by_place = places_ * n * kSideBySide;
  best_side_by_side()({.players = players_,
                       .matrices = matrices,
                       .rows = rows.data(),
                       .places = places_,
                       .is_impartial = turns_.size() == 1,
                       .steps = steps,
                       .options = options,
                       .cells = value_of_cell_.size(),
                       .value_of_cell = value_of_cell_.data(),
                       .out = out.data(),
                       .look_ups = &look_ups,
                       .outcomes = aligned,
                       .best = aligned + by_place,
                       .values = aligned + 2 * by_place});
}

}  // namespace nimsweep
