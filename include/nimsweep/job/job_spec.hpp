// A job as its YAML file says it: read and checked key by key, with nothing multiplied out yet.
// Every error is an Error(job) that begins with file:line:column. Reading a job proves, explores
// and solves nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/uint128.hpp"
#include "nimsweep/claims/claim.hpp"
#include "nimsweep/families/row_family.hpp"
#include "nimsweep/hunt/hunt.hpp"
#include "nimsweep/hunt/mine.hpp"
#include "nimsweep/job/sequence.hpp"
#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/matrix_formula.hpp"
#include "nimsweep/model/position.hpp"
#include "nimsweep/model/quantity.hpp"

namespace nimsweep {

// Where in the job file something stands; both count from 1.
struct Place {
  int line = 1;
  int column = 1;
};

// One entry of `matrices:`.
struct MatrixSource {
  enum class Kind { sam, ssam, formula, listed, all, range, sample };

  Kind kind = Kind::sam;
  Place place = {};
  std::vector<int> shifts = {};  // ssam, formula: values of r; empty stands for all of them
  std::optional<MatrixFormula> formula = {};
  std::shared_ptr<const std::vector<AllianceMatrix>> listed = {};  // rows, or a file's lines
  Uint128 from = 0;                                                // range
  std::uint64_t count = 0;                                         // range, sample
  std::uint64_t seed = 0;                                          // sample

  void set_listed(std::vector<AllianceMatrix> matrices) {
    listed = std::make_shared<const std::vector<AllianceMatrix>>(std::move(matrices));
  }
};

// One entry of `verify:`: a claim of the registry, or one written out.
struct ClaimSpec {
  Place place;
  Claim claim;
  std::string game = "last-nim";                        // one that the claim is about
  std::optional<Counters> max_counters = std::nullopt;  // none: every pile size
  bool names_matrix = false;                            // the entry itself has `matrix:`
  std::vector<int> players = {};      // of its own, or kAllPlayers; empty: the job's
  std::vector<int> pile_counts = {};  // likewise; or kAllPiles
  bool known_wrong = false;           // expected to fail
};

// One entry of `values:`: a published winner or value of one position, or both.
struct ValueSpec {
  Place place;
  std::string id;
  std::string game;
  AllianceMatrix matrix;
  std::vector<Counters> piles;
  Seat first = 0;
  std::optional<int> value = std::nullopt;
  std::optional<Seat> winner = std::nullopt;
  bool known_wrong = false;  // expected to disagree
};

// One entry of `hunt:`.
struct HuntSpec {
  Place place;
  Hunt hunt;
  std::vector<int> max_piles = {0};  // a walk for each; hunt.max_piles is the last one
};

// One entry of `mine:`.
struct MineSpec {
  Place place;
  MineTask task;
  std::string matrices = {};  // as `matrices:` of a job has them
};

// One entry of `sequence:`.
struct SequenceSpec {
  Place place;
  std::string file;
  std::variant<CountSequence, ValueLine> sequence;
};

struct JobSpec {
  std::string path;
  std::string text;    // the file, verbatim
  std::string sha256;  // of the file and of every file it reads
  std::string title;
  std::string game = "last-nim";
  bool names_game = false;
  Quantity quantity = Quantity::value;  // in the tables
  std::vector<int> players;             // or kAllPlayers
  std::vector<MatrixSource> matrices;
  bool names_matrices = false;  // else `matrices` is the default, sam
  int passes = 0;
  std::vector<int> pile_counts;               // or kAllPiles
  std::vector<std::vector<Counters>> bounds;  // for each of these the largest size of each pile
  std::string table_file;                     // empty: write none
  bool verifies_tables = false;               // claims are checked against the tables, too
  std::vector<ClaimSpec> claims;
  std::vector<ValueSpec> values;
  std::vector<HuntSpec> hunts;
  std::string result_file;  // of the hunts; claims_file() lies beside it; empty: write none
  std::vector<MineSpec> mines;
  std::vector<SequenceSpec> sequences;
  std::string page_file;  // the report; empty: write none

  Place quantity_place, players_place, passes_place, piles_place, tables_place, results_place,
      page_place;

  const std::vector<int>& players_of(const ClaimSpec& spec) const noexcept {
    return spec.players.empty() ? players : spec.players;
  }
  // For every number of players, this is every number of piles.
  const std::vector<int>& pile_counts_of(const ClaimSpec& spec) const noexcept {
    static const std::vector<int> kEveryNumber = {kAllPiles};
    if (is_for_all_players(spec)) return kEveryNumber;
    return spec.pile_counts.empty() ? pile_counts : spec.pile_counts;
  }
  bool is_for_all_players(const ClaimSpec& spec) const noexcept {
    return players_of(spec) == std::vector{kAllPlayers};
  }

  // Does it ask about claims or published values, or for claims?
  bool has_claim_work() const noexcept {
    return !claims.empty() || !values.empty() || !mines.empty();
  }
  // Where the answers are kept; empty: nowhere.
  std::string claims_file() const {
    return has_claim_work() && !result_file.empty() ? result_file + ".claims" : "";
  }

  // Is `matrices` exactly `[all]`?
  bool walks_all_matrices() const noexcept {
    return matrices.size() == 1 && matrices.front().kind == MatrixSource::Kind::all;
  }

  // Hunts look at machines that read piles in Last Nim and Small Nim, and digits in other games.
  bool hunts_read_digits() const noexcept { return game != "last-nim" && game != "small-nim"; }

  // Do hunts look for a machine of each matrix, as finding.hpp says?
  bool hunts_search() const noexcept { return hunts_read_digits() || passes > 0; }

  // An error at a place in this file; without a place if the job is not a file.
  Error error_at(Place place, const std::string& message) const;

  // What `work` returns; its errors get a place in this file, and say what they are about.
  template <class Work>
  auto at(Place place, const std::string& what, const Work& work) const {
    try {
      return work();
    } catch (const Error& error) {
      throw error_at(place, what + ": " + error.what());
    }
  }
};

constexpr int kMostPilesOfClaims = 1000;

JobSpec read_job(const std::string& path);

// A job that is not a file; errors call it `name`. JSON is YAML, too.
JobSpec read_job_text(const std::string& name, std::string text);

}  // namespace nimsweep
