#include "nimsweep/job/job_spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "job/claim_reader.hpp"
#include "job/hunt_reader.hpp"
#include "job/job_checks.hpp"
#include "job/matrix_reader.hpp"
#include "job/mine_reader.hpp"
#include "job/sequence_reader.hpp"
#include "job/value_reader.hpp"
#include "job/yaml_reader.hpp"
#include "job/yaml_survey.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/sha256.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/files/input_file.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/job/claim_registry.hpp"
#include "nimsweep/job/output_files.hpp"
#include "nimsweep/solve/grundy_box.hpp"
#include "nimsweep/solve/last_nim_machine.hpp"

namespace nimsweep {

using namespace job_detail;

namespace {

// A job is written by hand; a longer file is something else.
constexpr std::uint64_t kLargestJob = 1 << 20;

// HDF5 tables have at most 32 axes, two of which are the matrix and the first player.
constexpr int kMostPiles = 30;
constexpr Counters kLargestBound = Counters{1} << 40;

class JobReader {
 public:
  JobReader(const std::string& path, std::string text) {
    spec_.path = path;
    spec_.text = std::move(text);
  }

  JobSpec read() {
    const YamlReader top(spec_.path, parse(), "job");
    read_keys(top);
    if (verify_) read_claims(*verify_);
    if (values_) read_values(*values_);
    if (hunts_) read_hunts(*hunts_);
    if (mines_) read_mines(*mines_);
    check_mines();
    check_output_files(spec_);
    check_needed_keys(top);
    if (spec_.quantity == Quantity::grundy) check_grundy();
    check_every_number_of_players();
    check_bounds();
    check_game();
    fill_in();
    check_hunts(spec_);
    spec_.sha256 = sha256(spec_.text + read_files_);
    return std::move(spec_);
  }

 private:
  YAML::Node parse() {
    const std::size_t wrong =
        std::min(find_invalid_utf8(spec_.text).value_or(std::string::npos), spec_.text.find('\0'));
    if (wrong != std::string::npos) {
      const std::string_view before = std::string_view(spec_.text).substr(0, wrong);
      const auto lines = std::count(before.begin(), before.end(), '\n');
      throw spec_.error_at({.line = static_cast<int>(lines) + 1,
                            .column = static_cast<int>(wrong - (before.rfind('\n') + 1)) + 1},
                           "not UTF-8, or a NUL; expected a text file");
    }
    const auto fail = [this](const YAML::Mark& mark, const std::string& message) {
      throw spec_.error_at({.line = mark.line + 1, .column = mark.column + 1}, message);
    };
    try {
      YamlSurvey::check(spec_.text, 2 * kLargestJob, fail);
      return YAML::Load(spec_.text);
    } catch (const YAML::Exception& error) {
      fail(error.mark, "not valid YAML: " + error.msg);
      throw;  // not reached
    }
  }

  void read_keys(const YamlReader& top) {
    using Read = void (JobReader::*)(const YamlReader&);
    static constexpr std::array<std::pair<std::string_view, Read>, 16> kReaders = {{
        {"nimsweep", &JobReader::read_version},
        {"title", &JobReader::read_title},
        {"game", &JobReader::read_game},
        {"quantity", &JobReader::read_quantity},
        {"players", &JobReader::read_players},
        {"matrices", &JobReader::read_matrices},
        {"passes", &JobReader::read_passes},
        {"piles", &JobReader::read_piles},
        {"tables", &JobReader::read_tables},
        {"verify", &JobReader::keep_verify},
        {"values", &JobReader::keep_values},
        {"hunt", &JobReader::keep_hunts},
        {"results", &JobReader::read_results},
        {"mine", &JobReader::keep_mines},
        {"sequence", &JobReader::read_sequences},
        {"report", &JobReader::read_report},
    }};
    std::vector<std::string_view> known;
    known.reserve(kReaders.size());
    for (const auto& [key, read] : kReaders) known.push_back(key);
    top.read_map(known, [&](std::string_view key, const YamlReader& value) {
      const auto* const reader =
          std::ranges::find(kReaders, key, [](auto& of_key) { return of_key.first; });
      seen_.push_back(reader->first);
      (this->*reader->second)(value);
    });
    if (is_missing("nimsweep"))
      throw top.error("key 'nimsweep' is missing; expected 'nimsweep: 1' first");
  }

  bool is_missing(std::string_view key) const {
    return std::ranges::find(seen_, key) == seen_.end();
  }

  // Published values, mining and sequences bring their own players and piles, hunts are for any
  // number of piles, and Grundy values have no players.
  void check_needed_keys(const YamlReader& top) const {
    const bool has_hunts = !spec_.hunts.empty();
    const bool has_claims = !spec_.claims.empty();
    const bool has_grundy = spec_.quantity == Quantity::grundy;
    const bool has_own_piles =
        !spec_.values.empty() || has_hunts || !spec_.mines.empty() || !spec_.sequences.empty();
    const bool has_tables = !spec_.table_file.empty();
    const bool has_own_piles_only = has_claims ? !claims_need_piles() : has_own_piles;
    const bool has_own_players_only =
        has_claims ? !claims_need_players() : has_own_piles || has_grundy;
    const bool needs_piles = !has_own_piles_only || has_tables;
    const bool needs_players = !has_own_players_only || (has_tables && !has_grundy) || has_hunts;
    if (needs_players && is_missing("players")) throw top.error("key 'players' is missing");
    if (needs_piles && is_missing("piles")) throw top.error("key 'piles' is missing");
  }

  // Is there a claim that takes this from the job?
  bool claims_need_players() const {
    return std::ranges::any_of(spec_.claims,
                               [](const ClaimSpec& spec) { return spec.players.empty(); });
  }
  bool claims_need_piles() const {
    return std::ranges::any_of(spec_.claims, [&](const ClaimSpec& spec) {
      return spec.pile_counts.empty() && !spec_.is_for_all_players(spec);
    });
  }

  // What is asked for every number of players are claims about Last Nim.
  void check_every_number_of_players() const {
    const bool is_for_all = spec_.players == std::vector{kAllPlayers};
    if (is_for_all && (!spec_.table_file.empty() || !spec_.hunts.empty()))
      throw spec_.error_at(spec_.players_place,
                           "players: tables and hunts need numbers of players; expected them here, "
                           "and 'players: all' in claims");
    const auto names_numbers = [](const std::vector<int>& counts) {
      return !counts.empty() && counts != std::vector{kAllPiles};
    };
    constexpr std::string_view kPiles =
        "piles: for every number of players, every number of piles is meant; expected all";
    if (is_for_all && names_numbers(spec_.pile_counts))
      throw spec_.error_at(spec_.piles_place, std::string(kPiles));
    for (const ClaimSpec& spec : spec_.claims)
      if (spec_.is_for_all_players(spec) && names_numbers(spec.pile_counts))
        throw spec_.error_at(spec.place, std::string(kPiles));
  }

  void check_bounds() const {
    if (!spec_.table_file.empty() && has_every_number_of_piles())
      throw spec_.error_at(spec_.piles_place,
                           "piles: tables need numbers of piles; expected them here, and 'piles: "
                           "all' in claims");
    if (!spec_.table_file.empty() && spec_.bounds.empty())
      throw spec_.error_at(spec_.piles_place,
                           "piles: key 'max' is missing; expected the largest size in the tables");
  }

  // What the job does not say itself.
  void fill_in() {
    spec_.names_matrices = !spec_.matrices.empty();
    if (spec_.matrices.empty()) spec_.matrices.emplace_back();
    for (HuntSpec& spec : spec_.hunts) {
      if (!spec.hunt.satisfies) continue;
      if (has_every_number_of_piles())
        throw spec_.error_at(spec.place, "satisfies: expected numbers of piles, not count: all");
      spec.hunt.piles_of_claim = spec_.pile_counts;
    }
  }

  void read_version(const YamlReader& value) { value.number(1, 1); }
  void read_title(const YamlReader& value) { spec_.title = value.text(); }

  // Read last: the game of claims, values, hunts and mining may be the job's.
  void keep_verify(const YamlReader& value) { verify_ = value; }
  void keep_values(const YamlReader& value) { values_ = value; }
  void keep_hunts(const YamlReader& value) { hunts_ = value; }
  void keep_mines(const YamlReader& value) { mines_ = value; }

  void read_passes(const YamlReader& value) {
    spec_.passes_place = value.place();
    spec_.passes = static_cast<int>(value.number(0, LastNimMachine::kMaxPasses));
  }

  void read_tables(const YamlReader& value) {
    spec_.table_file = read_file_name(value, spec_.tables_place, [&](const YamlReader& entry) {
      spec_.verifies_tables = entry.is_true();
    });
  }

  void read_report(const YamlReader& value) {
    spec_.page_file = read_file_name(value, spec_.page_place);
  }

  void read_results(const YamlReader& value) {
    spec_.result_file = read_file_name(value, spec_.results_place);
  }

  void read_game(const YamlReader& value) {
    spec_.game = value.at_value([&] { return make_ruleset(value.text())->name(); });
    spec_.names_game = true;
  }

  void read_quantity(const YamlReader& value) {
    spec_.quantity_place = value.place();
    const std::string name = value.text();
    if (name == name_of(Quantity::grundy))
      spec_.quantity = Quantity::grundy;
    else if (name != name_of(Quantity::value))
      throw value.error(fmt::format("{}; expected value or grundy", in_quotes(name)));
  }

  // Can there be tables of Grundy values, and is nothing said that only claims could use?
  void check_grundy() const {
    if (spec_.table_file.empty())
      throw spec_.error_at(spec_.quantity_place, "quantity: grundy without 'tables:'");
    constexpr std::string_view kUnused =
        "{}: Grundy values know none; expected it only together with 'verify:'";
    if (spec_.claims.empty() && !spec_.players.empty())
      throw spec_.error_at(spec_.players_place, fmt::format(kUnused, "players"));
    if (spec_.claims.empty() && !spec_.matrices.empty())
      throw spec_.error_at(spec_.matrices.front().place, fmt::format(kUnused, "matrices"));
    const auto ruleset = make_ruleset(spec_.game);
    spec_.at(spec_.quantity_place, "quantity", [&] { GrundyBox::check_ruleset(*ruleset); });
    for (const auto& bounds : spec_.bounds)
      spec_.at(spec_.piles_place, "piles", [&] { GrundyBox::check_bounds(*ruleset, bounds); });
  }

  // Does the game allow these players, piles and passes?
  void check_game() const {
    const auto ruleset = make_ruleset(spec_.game);
    for (const int players : spec_.players) {
      if (players == kAllPlayers) continue;
      spec_.at(spec_.players_place, "players", [&] { ruleset->check_players(players); });
    }
    if (has_every_number_of_piles()) return check_values();
    for (std::size_t k = 0; k < spec_.pile_counts.size(); ++k) {
      // Without bounds only their number is known; if the game allows any such piles, it allows
      // empty ones.
      const std::vector<Counters> piles =
          spec_.bounds.empty()
              ? std::vector<Counters>(static_cast<std::size_t>(spec_.pile_counts[k]))
              : spec_.bounds[k];
      spec_.at(spec_.piles_place, "piles", [&] { ruleset->check_piles(piles); });
      spec_.at(spec_.passes_place, "passes",
               [&] { ruleset->start(piles, static_cast<Counters>(spec_.passes)); });
    }
    check_values();
  }

  bool has_every_number_of_piles() const {
    return std::ranges::find(spec_.pile_counts, kAllPiles) != spec_.pile_counts.end();
  }

  void check_values() const {
    for (const ValueSpec& row : spec_.values)
      spec_.at(row.place, row.id, [&] {
        const auto of_row = make_ruleset(row.game);
        of_row->check_players(row.matrix.players());
        of_row->start(row.piles, static_cast<Counters>(spec_.passes));
      });
    for (const SequenceSpec& spec : spec_.sequences)
      if (const auto* line = std::get_if<ValueLine>(&spec.sequence))
        spec_.at(spec.place, "sequence", [&] {
          const auto ruleset = make_ruleset(spec_.game);
          ruleset->check_players(line->matrix.players());
          ruleset->start(line->piles_with(line->max), static_cast<Counters>(spec_.passes));
        });
  }

  void read_players(const YamlReader& value) {
    spec_.players_place = value.place();
    spec_.players = read_player_counts(value);
  }

  void read_matrices(const YamlReader& value) {
    const auto entries = value.is_list() ? value.list() : std::vector{value};
    if (entries.empty()) throw value.error("an empty list; expected at least one matrix");
    for (const YamlReader& entry : entries)
      spec_.matrices.push_back(read_matrix_source(entry, spec_.path, read_files_));
  }

  void read_piles(const YamlReader& value) {
    spec_.piles_place = value.place();
    std::optional<YamlReader> count;
    std::optional<YamlReader> max;
    value.read_map({"count", "max"}, [&](std::string_view key, const YamlReader& entry) {
      (key == "count" ? count : max) = entry;
    });
    if (!max && !count) throw value.error("key 'max' is missing");
    if (max && max->is_list()) {
      if (count) throw count->error("a list of bounds says the number of piles; expected no count");
      read_bounds(*max);
      return;
    }
    if (!count)
      throw value.error("key 'count' is missing; expected a number of piles, or a list as max");
    if (count->is_scalar() && count->text() == "all") {
      if (max) throw max->error("every number of piles; expected no 'max'");
      spec_.pile_counts = {kAllPiles};
      return;
    }
    spec_.pile_counts = count->sorted_numbers(1, max ? kMostPiles : kMostPilesOfClaims);
    for (const int piles : spec_.pile_counts)
      if (max)
        spec_.bounds.emplace_back(static_cast<std::size_t>(piles), max->number(0, kLargestBound));
  }

  void read_bounds(const YamlReader& max) {
    std::vector<Counters> bounds;
    for (const YamlReader& bound : max.list()) bounds.push_back(bound.number(0, kLargestBound));
    if (bounds.empty() || bounds.size() > static_cast<std::size_t>(kMostPiles))
      throw max.error(fmt::format("{} bounds; expected 1 to {}", bounds.size(), kMostPiles));
    spec_.pile_counts.push_back(static_cast<int>(bounds.size()));
    spec_.bounds.push_back(std::move(bounds));
  }

  // The maps {file: ..}, and for tables {file: .., verify: true}.
  static std::string read_file_name(
      const YamlReader& value, Place& place,
      const std::function<void(const YamlReader&)>& read_verify = nullptr) {
    std::string file;
    std::vector<std::string_view> known = {"file"};
    if (read_verify) known.push_back("verify");
    value.read_map(known, [&](std::string_view key, const YamlReader& entry) {
      if (key == "verify") return read_verify(entry);
      place = entry.place();
      file = entry.file_name();
    });
    if (file.empty()) throw value.error("key 'file' is missing");
    return file;
  }

  void read_sequences(const YamlReader& value) {
    for (const YamlReader& entry : value.list()) spec_.sequences.push_back(read_sequence(entry));
    if (spec_.sequences.empty()) throw value.error("an empty list; expected at least one sequence");
  }

  void read_hunts(const YamlReader& value) {
    for (const YamlReader& entry : value.list())
      spec_.hunts.push_back(read_hunt(entry, spec_.game));
    if (spec_.hunts.empty()) throw value.error("an empty list; expected at least one hunt");
  }

  void read_claims(const YamlReader& value) {
    if (value.list().empty()) throw value.error("an empty list; expected at least one claim");
    std::optional<std::string> game;
    if (spec_.names_game) game = spec_.game;
    for (const YamlReader& entry : value.list()) {
      spec_.claims.push_back(read_claim(entry, game));
      std::string& of_claim = spec_.claims.back().game;
      of_claim = entry.at_value([&] { return make_ruleset(of_claim)->name(); });
    }
  }

  void read_values(const YamlReader& value) {
    for (const YamlReader& entry : value.list())
      spec_.values.push_back(read_value(entry, spec_.game));
    if (spec_.values.empty()) throw value.error("an empty list; expected at least one position");
  }

  void read_mines(const YamlReader& value) {
    for (const YamlReader& entry : value.list())
      spec_.mines.push_back(read_mine(entry, spec_.game));
    if (spec_.mines.empty()) throw value.error("an empty list; expected at least one family");
  }

  void check_mines() {
    check_different_names(
        spec_, "mine", spec_.mines, [](const MineSpec& spec) -> auto& { return spec.task.name; });
    for (MineSpec& spec : spec_.mines) {
      spec.task.passes = spec_.passes;
      if (way_to_mine(*make_ruleset(spec.task.game)) == MineWay::digits) check_digits_of(spec);
    }
  }

  // Can automata over binary digits be looked for in all its cases?
  void check_digits_of(const MineSpec& spec) const {
    const auto ruleset = make_ruleset(spec.task.game);
    const auto passes = static_cast<Counters>(spec_.passes);
    for (const auto* matrices : {&spec.task.matrices, &spec.task.check_matrices})
      for (const AllianceMatrix& matrix : *matrices)
        spec_.at(spec.place, "mine", [&] { ruleset->check_players(matrix.players()); });
    for (const int piles : spec.task.all_piles()) {
      spec_.at(spec.place, "mine", [&] {
        ruleset->start(std::vector<Counters>(static_cast<std::size_t>(piles), 1), passes);
      });
      check_has_digit_machines(spec_, spec.place, "mine", spec.task.game, piles);
    }
  }

  JobSpec spec_;
  std::string read_files_;              // what other files held
  std::vector<std::string_view> seen_;  // keys
  std::optional<YamlReader> verify_, values_, hunts_, mines_;
};

}  // namespace

Error JobSpec::error_at(Place place, const std::string& message) const {
  if (path.empty()) return {ErrorKind::input, message};
  return {ErrorKind::job, fmt::format("{}:{}:{}: {}", path, place.line, place.column, message)};
}

JobSpec read_job(const std::string& path) {
  return JobReader(path, read_file(InputFile(path), kLargestJob)).read();
}

JobSpec read_job_text(const std::string& name, std::string text) {
  if (text.size() > kLargestJob)
    throw Error(ErrorKind::job,
                fmt::format("{}: {} bytes; expected a job of at most {}", name,
                            to_grouped_decimal(text.size()), to_grouped_decimal(kLargestJob)));
  return JobReader(name, std::move(text)).read();
}

}  // namespace nimsweep
