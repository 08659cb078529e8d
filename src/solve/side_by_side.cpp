#include "nimsweep/solve/side_by_side.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <iterator>
#include <memory>
#include <utility>

#include "nimsweep/solve/position_index.hpp"
#include "solve/portable_lanes.hpp"
#include "solve/side_by_side_loops.hpp"
#include "solve/turned.hpp"

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
constexpr std::size_t kRowsAtOnce = 16;

// One player's rows, matrix by matrix. What is k seats after P_{i+1} is k + 1 seats after P_i.
// Written such that compilers turn the inner loops into vectors.
template <class Packed>
void make_tables(const Packed* rows, std::size_t n, BytesByEntry& value, BytesByEntry& handed_on) {
  for (std::size_t rank = 0; rank < n; ++rank) {
    std::uint8_t offsets[kSideBySide];
    for (std::size_t lane = 0; lane < kSideBySide; ++lane)
      offsets[lane] = static_cast<std::uint8_t>(rows[lane] >> 4 * rank & 15);
    std::memcpy(value[rank], offsets, kSideBySide);
  }
  for (std::size_t k = 0; k < n; ++k) {
    const auto offset = static_cast<std::uint8_t>(k + 1 < n ? k + 1 : 0);
    std::uint8_t ranks[kSideBySide] = {};
    for (std::size_t rank = 1; rank < n; ++rank) {
      std::uint8_t offsets[kSideBySide];
      std::memcpy(offsets, value[rank], kSideBySide);
      const auto here = static_cast<std::uint8_t>(rank);
      for (std::size_t lane = 0; lane < kSideBySide; ++lane)
        ranks[lane] = offsets[lane] == offset ? here : ranks[lane];
    }
    std::memcpy(handed_on[k], ranks, kSideBySide);
  }
}

template <class Packed>
void make_tables(std::span<const AllianceMatrix::PackedRow> rows, std::size_t n,
                 SideBySideTables& tables) {
  const std::size_t matrices = rows.size() / n;
  Packed of_player[kSideBySide];
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t lane = 0; lane < kSideBySide; ++lane)
      of_player[lane] = static_cast<Packed>(rows[std::min(lane, matrices - 1) * n + i]);
    make_tables(of_player, n, tables.value[i], tables.handed_on[i]);
  }
}

}  // namespace

struct SideBySide::Turn {
  std::vector<PlaceStep> steps;
  std::vector<std::uint32_t> options;                   // of the steps, as far as they list any
  std::vector<std::vector<std::uint32_t>> all_options;  // of each position

  // One more position.
  void add(std::vector<std::uint32_t> here, std::uint32_t start);
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

SideBySide::SideBySide(const Ruleset& ruleset, int players, std::span<const Counters> bounds,
                       Counters passes)
    : players_(players) {
  PositionIndex index(ruleset, players, bounds, passes);
  std::vector<std::uint32_t> number_of(index.places(), kNoPlace);  // among those that plays come to
  for (int turn = 0; turn < (ruleset.is_impartial() ? 1 : players); ++turn) turns_.emplace_back();
  for (std::size_t block = 0; block < index.blocks(); ++block)
    index.visit_block(block, [&](std::size_t place, const Position& position) {
      number_of[place] = static_cast<std::uint32_t>(places_++);
      const bool is_start = index.is_start(position);
      for (std::size_t turn = 0; turn < turns_.size(); ++turn) {
        std::vector<std::uint32_t> options;
        ruleset.visit_options(position, static_cast<Seat>(turn), [&](const Position& option) {
          options.push_back(number_of[index.place_of(option)]);
          return true;
        });
        turns_[turn].add(std::move(options),
                         is_start ? static_cast<std::uint32_t>(positions_) : kNoPlace);
      }
      positions_ += is_start ? 1 : 0;
    });
}

// The last of the options is the most likely one to have options that are all options here.
void SideBySide::Turn::add(std::vector<std::uint32_t> here, std::uint32_t start) {
  std::ranges::sort(here);
  PlaceStep step{.start = start,
                 .from = static_cast<std::uint32_t>(options.size()),
                 .has_options = !here.empty()};
  if (!here.empty()) {
    const std::vector<std::uint32_t>& before = all_options[here.back()];
    if (std::ranges::includes(here, before)) {
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
  const auto n = static_cast<std::size_t>(players_);
  return (2 * places_ + positions_) * n * kSideBySide + kAlignment + kRowsAtOnce * kSideBySide;
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
  SideBySideTables tables;
  if (n <= 8)
    make_tables<std::uint32_t>(rows, n, tables);
  else
    make_tables<std::uint64_t>(rows, n, tables);
  const PlaceStep* steps[kMaxPlayers];
  const std::uint32_t* options[kMaxPlayers];
  for (Seat i = 0; i < players_; ++i) {
    const Turn& turn = turns_[turns_.size() == 1 ? 0 : static_cast<std::size_t>(i)];
    steps[i] = turn.steps.data();
    options[i] = turn.options.data();
  }
  const std::size_t by_place = places_ * n * kSideBySide;
  const SideBySideTask task{.players = players_,
                            .places = places_,
                            .positions = positions_,
                            .steps = steps,
                            .options = options,
                            .tables = &tables,
                            .handed_on = aligned,
                            .best = aligned + by_place,
                            .values = aligned + 2 * by_place};
  best_side_by_side()(task);
  turn_into_rows(task.values, matrices, out.data());
}

// Until here a row held one byte of each matrix; now it is the values of one.
void SideBySide::turn_into_rows(const std::uint8_t* values, std::size_t matrices,
                                std::uint8_t* out) const {
  const std::size_t length = bytes_per_matrix();
  for (std::size_t lane = 0; lane < matrices; lane += kRowsAtOnce) {
    std::uint8_t* const rows = out + lane * length;
    std::size_t done = 0;
    if (lane + kRowsAtOnce <= matrices)
      for (; done + kRowsAtOnce <= length; done += kRowsAtOnce)
        turn_16(values + done * kSideBySide + lane, kSideBySide, rows + done, length);
    for (; done < length; ++done)
      for (std::size_t m = 0; m < std::min(kRowsAtOnce, matrices - lane); ++m)
        rows[m * length + done] = values[done * kSideBySide + lane + m];
  }
}

}  // namespace nimsweep
