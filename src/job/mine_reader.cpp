#include "job/mine_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

#include "job/job_checks.hpp"
#include "job/matrix_reader.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/games/registry.hpp"

namespace nimsweep::job_detail {

namespace {

constexpr int kMostPiles = 1000;
constexpr std::uint64_t kMostCases = 10'000;  // some minutes

// The matrices of a family for each number of players that is asked for.
class FamilyReader {
 public:
  FamilyReader(const YamlReader& value, MineWay way) : value_(value), way_(way) {
    if (value.is_scalar()) {
      if (value.text() == "all" && way == MineWay::digits) {
        has_all_ = true;
        return;
      }
      if (value.text() != "sam")
        throw value.error(
            fmt::format("{}; expected {}sam, or one of ssam:, equal_rows:, rows: "
                        "with a value",
                        in_quotes(value.text()), way == MineWay::digits ? "all, " : ""));
      shifts_ = {0};
      return;
    }
    int keys = 0;
    value.read_map({"ssam", "equal_rows", "rows"},
                   [&](std::string_view key, const YamlReader& of_key) {
                     if (++keys > 1)
                       throw of_key.error("a second kind of family; expected one of them");
                     if (key == "ssam")
                       read_shifts(of_key);
                     else
                       read_listed(of_key, key == "rows");
                   });
    if (keys == 0) throw value.error("an empty map; expected ssam, equal_rows or rows");
  }

  std::vector<AllianceMatrix> matrices(int players) const {
    if (has_all_) return all_matrices(players);
    if (!listed_.empty()) {
      const auto place = listed_.find(players);
      if (place == listed_.end())
        throw value_.error(fmt::format(
            "no matrix of {} players; expected one for each number of players", players));
      return place->second;
    }
    std::vector<AllianceMatrix> matrices;
    for (int r = 0; r < players; ++r)
      if (!shifts_ || std::binary_search(shifts_->begin(), shifts_->end(), r))
        matrices.push_back(AllianceMatrix::shifted(players, r));
    if (shifts_ && shifts_->back() >= players)
      throw value_.error(fmt::format("ssam: {} with {} players; expected at most {}",
                                     shifts_->back(), players, players - 1));
    return matrices;
  }

  // Numbers of players beyond `players`: those on the list, or the next ones if there is none.
  std::vector<int> larger(int players) const {
    std::vector<int> numbers;
    if (has_all_) return numbers;
    const int more = way_ == MineWay::digits ? 1 : 2;
    for (int n = players + 1; n <= kMaxPlayers; ++n)
      if (listed_.empty() ? n <= players + more : listed_.contains(n)) numbers.push_back(n);
    return numbers;
  }

  // What is the same in all claims, and how a job names the matrices.
  void describe(MineSpec& spec) const {
    if (has_all_) {
      spec.matrices = "[all]";
      return;
    }
    if (!listed_.empty()) {
      spec.matrices = listed_text();
      return;
    }
    spec.task.is_family = true;
    spec.task.r_varies = !shifts_ || shifts_->size() > 1;
    if (!shifts_) {
      spec.matrices = "[{ssam: all}]";
    } else if (shifts_->size() == 1) {
      const int r = shifts_->front();
      spec.matrices = r == 0 ? "[sam]" : fmt::format("[{{ssam: {}}}]", r);
      spec.task.matrix = r == 0 ? "sam" : fmt::format("ssam:{}", r);
    } else {
      spec.matrices = fmt::format("[{{ssam: [{}]}}]", fmt::join(*shifts_, ", "));
      std::vector<std::string> texts;
      for (const int r : *shifts_) texts.push_back(fmt::format("r == {}", r));
      spec.task.given = fmt::format("({})", fmt::join(texts, " or "));
    }
  }

 private:
  std::string listed_text() const {
    std::vector<std::string> texts;
    for (const auto& [players, matrices] : listed_)
      for (const AllianceMatrix& matrix : matrices) {
        std::vector<std::string> rows;
        for (const auto& row : matrix.rows())
          rows.push_back(fmt::format("[{}]", fmt::join(row, ",")));
        texts.push_back(fmt::format("{{rows: [{}]}}", fmt::join(rows, ",")));
      }
    return fmt::format("[{}]", fmt::join(texts, ", "));
  }

  std::vector<AllianceMatrix> all_matrices(int players) const {
    const Uint128 count = players > 3 ? Uint128{0} : AllianceMatrix::count(players);
    if (count == 0)
      throw value_.error(fmt::format("all matrices of {} players; expected two or three", players));
    std::vector<AllianceMatrix> matrices;
    for (Uint128 index = 0; index < count; ++index)
      matrices.push_back(AllianceMatrix::from_index(players, index));
    return matrices;
  }

  void read_shifts(const YamlReader& value) {
    if (value.is_scalar() && value.text() == "all") return;
    shifts_ = value.sorted_numbers(0, kMaxPlayers - 1);
  }

  void read_listed(const YamlReader& value, bool has_all_rows) {
    for (const YamlReader& entry : value.list()) {
      const AllianceMatrix matrix = has_all_rows ? read_rows(entry) : read_equal_rows(entry);
      auto& known = listed_[matrix.players()];
      known.push_back(matrix);
      if (known.size() > 1 && way_ == MineWay::piles)
        throw entry.error(
            fmt::format("a second matrix of {} players; expected one for each number of players",
                        matrix.players()));
    }
    if (listed_.empty())
      throw value.error("an empty list; expected a matrix for each number of players");
  }

  YamlReader value_;
  MineWay way_;
  bool has_all_ = false;
  std::optional<std::vector<int>> shifts_;             // none: all
  std::map<int, std::vector<AllianceMatrix>> listed_;  // by players
};

// As many piles per player as are learned from.
std::vector<int> scaled(const std::vector<int>& piles, int players, int more_players) {
  std::vector<int> all;
  const int most = (piles.back() * more_players + players - 1) / players;
  for (int N = piles.front(); N <= std::min(most, kMostPiles); ++N) all.push_back(N);
  return all;
}

class MineReader {
 public:
  MineReader(const YamlReader& entry, const std::string& job_game)
      : entry_(entry), spec_{.place = entry.place(), .task = {}} {
    task_.game = job_game;
  }

  MineSpec read() {
    read_keys();
    way_ = way_to_mine(*make_ruleset(task_.game));
    family_.emplace(*family_value_, way_);
    if (check_) read_check(*check_);
    fill_in_check();
    add_matrices(players_, task_.matrices);
    add_matrices(more_players_, task_.check_matrices);
    family_->describe(spec_);
    if (task_.cases() > kMostCases)
      throw entry_.error(fmt::format("{} cases; expected at most {}",
                                     to_grouped_decimal(task_.cases()),
                                     to_grouped_decimal(kMostCases)));
    return std::move(spec_);
  }

 private:
  void read_keys() {
    entry_.read_map({"name", "game", "family", "players", "piles", "check"},
                    [&](std::string_view key, const YamlReader& value) {
                      if (key == "name") task_.name = value.line();
                      if (key == "game")
                        task_.game =
                            value.at_value([&] { return make_ruleset(value.text())->name(); });
                      if (key == "family") family_value_ = value;
                      if (key == "players")
                        players_ = value.sorted_numbers(kMinPlayers, kMaxPlayers);
                      if (key == "piles") task_.piles = value.sorted_numbers(1, kMostPiles);
                      if (key == "check") check_ = value;
                    });
    if (task_.name.empty()) throw entry_.error("key 'name' is missing");
    if (!family_value_) throw entry_.error("key 'family' is missing");
    if (players_.empty()) throw entry_.error("key 'players' is missing");
    if (task_.piles.empty()) throw entry_.error("key 'piles' is missing");
  }

  void read_check(const YamlReader& check) {
    check.read_map({"players", "piles"}, [&](std::string_view key, const YamlReader& value) {
      if (key == "piles") {
        task_.check_piles = value.sorted_numbers(1, kMostPiles);
        return;
      }
      more_players_ = value.sorted_numbers(kMinPlayers, kMaxPlayers);
      if (more_players_.front() <= players_.back())
        throw value.error(fmt::format("{} players; expected more than the {} learned from",
                                      more_players_.front(), players_.back()));
    });
  }

  // What is learned from machines that read piles counts only if it holds for more players. Over
  // binary digits every case is proved by itself, and larger ones are much more work.
  void fill_in_check() {
    if (more_players_.empty()) {
      more_players_ = family_->larger(players_.back());
      const auto ruleset = make_ruleset(task_.game);
      std::erase_if(more_players_,
                    [&](int n) { return !succeeds([&] { ruleset->check_players(n); }); });
    }
    if (way_ == MineWay::digits) return;
    if (more_players_.empty())
      throw entry_.error(fmt::format("no matrix of more than {} players; expected one to check on",
                                     players_.back()));
    if (task_.check_piles.empty())
      task_.check_piles = scaled(task_.piles, players_.back(), more_players_.back());
  }

  void add_matrices(const std::vector<int>& players, std::vector<AllianceMatrix>& matrices) const {
    for (const int n : players)
      for (const AllianceMatrix& matrix : family_->matrices(n)) matrices.push_back(matrix);
  }

  const YamlReader& entry_;
  MineSpec spec_;
  MineTask& task_ = spec_.task;
  MineWay way_ = MineWay::piles;
  std::optional<YamlReader> family_value_;
  std::optional<FamilyReader> family_;
  std::vector<int> players_;
  std::vector<int> more_players_;  // to check on
  std::optional<YamlReader> check_;
};

}  // namespace

MineSpec read_mine(const YamlReader& entry, const std::string& job_game) {
  return MineReader(entry, job_game).read();
}

}  // namespace nimsweep::job_detail
