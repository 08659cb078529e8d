#include "job/hunt_reader.hpp"

#include <fmt/format.h>

#include "job/claim_reader.hpp"
#include "job/job_checks.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep::job_detail {

namespace {

constexpr std::uint64_t kLargestBox = std::uint64_t{1} << 28;

void read_top(const YamlReader& entry, Hunt& hunt) {
  bool has_order = false;
  entry.read_map({"by", "count"}, [&](std::string_view key, const YamlReader& value) {
    if (key == "count") {
      hunt.keep = static_cast<std::size_t>(value.number(1, Hunt::kMostKept));
      return;
    }
    const std::string by = value.text();
    if (by != "states" && by != "letters")
      throw value.error(fmt::format("{}; expected states or letters", in_quotes(by)));
    hunt.order = by == "states" ? Hunt::Order::states : Hunt::Order::letters;
    has_order = true;
  });
  if (!has_order) throw entry.error("key 'by' is missing; expected states or letters");
}

// It names a group of an HDF5 file.
std::string read_name(const YamlReader& value) {
  std::string name = value.line();
  if (name.empty() || name == "." || name.find('/') != std::string::npos)
    throw value.error(
        fmt::format("{}; expected a name without '/', which is not '.'", in_quotes(name)));
  return name;
}

void check_hunt(const Hunt& hunt, const JobSpec& job) {
  const auto refuse = [](const std::string& message) { throw Error(ErrorKind::input, message); };
  const bool has_all = job.walks_all_matrices();
  if (!hunt.behaviours) return;
  if (!has_all) refuse("'behaviours' are counted in the space of all matrices: 'matrices: [all]'");
  if (!hunt.lazy) refuse("'behaviours' are what a lazy walk finds; expected no 'lazy: false'");
  if (hunt.where && hunt.where->asks_for_rows())
    refuse("equal_rows is a property of matrices, not of a behaviour");
  if (!hunt.is_same_for_rotations())
    refuse(
        "'behaviours' that are rotations of each other count as one, but 'where' or the claim "
        "tells them apart");
  if (!hunt.is_about_behaviour())
    refuse("the claim knows r, which is a property of matrices, not of a behaviour");
}

// Throws Error(job) unless machines that read digits can be looked for.
void check_digits(const HuntSpec& spec, const JobSpec& job) {
  if (job.pile_counts.empty())
    throw job.error_at(spec.place,
                       fmt::format("hunt: key 'piles' of the job is missing: how many piles "
                                   "positions of {} have, empty ones included",
                                   job.game));
  for (const int piles : job.pile_counts) {
    if (piles == kAllPiles)
      throw job.error_at(job.piles_place,
                         fmt::format("piles: hunts in {} are about a number of piles; expected one "
                                     "or more of them, not count: all",
                                     job.game));
    check_has_digit_machines(job, spec.place, "hunt", job.game, piles);
  }
}

}  // namespace

HuntSpec read_hunt(const YamlReader& entry, const std::string& game) {
  HuntSpec spec{.place = entry.place(), .hunt = {}};
  Hunt& hunt = spec.hunt;
  bool has_top = false;
  std::optional<YamlReader> keep;
  entry.read_map(
      {"name", "satisfies", "where", "top", "behaviours", "piles", "lazy", "keep", "box"},
      [&](std::string_view key, const YamlReader& value) {
        if (key == "name") hunt.name = read_name(value);
        if (key == "satisfies") {
          const ClaimSpec claim = read_claim(value, game);
          if (claim.max_counters)
            throw value.error("a hunt is about all pile sizes; expected no 'max'");
          if (claim.names_matrix)
            throw value.error("a hunt tries every matrix; expected no 'matrix'");
          hunt.satisfies = claim.claim;
        }
        if (key == "where")
          hunt.where = value.at_value([&] { return Property::parse(value.text()); });
        if (key == "top") {
          read_top(value, hunt);
          has_top = true;
        }
        if (key == "behaviours") hunt.behaviours = value.is_true();
        if (key == "piles") {
          spec.max_piles = value.sorted_numbers(1, Hunt::kMostPiles);
          hunt.max_piles = spec.max_piles.back();
        }
        if (key == "box") hunt.box = static_cast<std::size_t>(value.number(1, kLargestBox));
        if (key == "lazy") hunt.lazy = value.is_true();
        if (key == "keep") keep = value;
      });
  if (hunt.name.empty()) throw entry.error("key 'name' is missing");
  if (keep && has_top) throw keep->error("'top' says how many are kept; expected no 'keep'");
  if (keep) hunt.keep = static_cast<std::size_t>(keep->number(0, Hunt::kMostKept));
  return spec;
}

void check_hunts(const JobSpec& job) {
  const auto refuse = [&](Place place, const std::string& message) {
    throw job.error_at(place, message);
  };
  const int most = job.walks_all_matrices() ? PartialOrders::kMaxPlayers : kMaxPackedPlayers;
  check_different_names(
      job, "hunt", job.hunts, [](const HuntSpec& spec) -> auto& { return spec.hunt.name; });
  for (const HuntSpec& spec : job.hunts) {
    if (job.hunts_read_digits())
      check_digits(spec, job);
    else if (job.passes > 0 && job.game != "last-nim")
      refuse(job.passes_place,
             fmt::format("passes: hunts in {} are about play without passes", job.game));
    else if (job.passes > 0 && spec.hunt.max_piles > 0)
      refuse(spec.place, "hunt: 'piles' of a hunt is about play without passes");
    if (spec.hunt.satisfies && job.pile_counts.empty())
      refuse(spec.place,
             "hunt: key 'piles' of the job is missing: for how many piles the claim "
             "is to be satisfied");
    for (const int players : job.players) {
      if (players > most)
        refuse(job.players_place,
               fmt::format("players: {}; expected at most {} in hunts over {}", players, most,
                           job.walks_all_matrices() ? "all matrices" : "matrices"));
      job.at(spec.place, fmt::format("hunt {}", in_quotes(spec.hunt.name)), [&] {
        check_hunt(spec.hunt, job);
        spec.hunt.check_form(players, job.hunts_read_digits());
      });
    }
  }
}

}  // namespace nimsweep::job_detail
