// Every record there is: what the commands print with --json, what other processes get, and what
// the page of a report embeds.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/claims/verdict.hpp"
#include "nimsweep/engine/hunting.hpp"
#include "nimsweep/engine/sweep.hpp"
#include "nimsweep/engine/sweep_needs.hpp"
#include "nimsweep/engine/verification.hpp"
#include "nimsweep/hunt/mine.hpp"
#include "nimsweep/job/plan.hpp"
#include "nimsweep/job/sequence.hpp"
#include "nimsweep/records/record.hpp"
#include "nimsweep/solve/digit_search.hpp"
#include "nimsweep/solve/move_list.hpp"
#include "nimsweep/solve/pile_roles.hpp"
#include "nimsweep/solve/question.hpp"
#include "nimsweep/solve/solver.hpp"
#include "nimsweep/store/work_status.hpp"

namespace nimsweep {

struct Game;
struct GameTree;
struct MatrixFamily;
struct PropertyWord;
class DescendingMachine;
class LastNimMachine;
class MooreMachine;
class PrefixMachine;

// ---- Parts of records.

// Its rows.
Json matrix_json(const AllianceMatrix& matrix);

// A number, or "all".
Json piles_json(int piles);

// {"name":..,"source":..,"given":..,"cases":[..]}
Json claim_json(const Claim& claim);

// {"player":..,"piles":..}, "state" if the ruleset keeps any, "passes" left if the game began with
// some.
Json turn_json(Seat player, const Position& position, Counters passes_at_start);

// "sam", "ssam:2", or the rows.
std::string describe_matrix(const AllianceMatrix& matrix);
std::string describe_matrix(const Check& check);

// ---- Claims: "verdict", or "unchecked" if there is an obstacle; "row"; "claim".

Record check_record(const Check& check);
Record row_record(const RowCheck& check);
Record claim_record(const Claim& claim);

// ---- Work: "status".

Record status_record(const WorkStatus& status);

// ---- Tables: "table", "part", "merged"; "file" and its "case"s; "values", "plot".

Record table_record(const Plan& plan, const SweepResult& result, std::uint64_t bytes,
                    std::uint64_t peak_memory, double seconds);
Record part_record(const std::string& file, std::string_view part);
Record merged_table_record(const std::string& file, const SweepResult& result, std::uint64_t bytes);
Record stored_case_record(const TableReader& table, std::size_t case_number);
Record file_record(const TableReader& table, bool is_checked);
void write_values_record(std::string_view case_name, std::span<const std::uint64_t> origin,
                         std::span<const std::uint64_t> extent,
                         std::span<const std::uint16_t> values, RecordSink write);
Record plot_record(const std::string& file, std::string_view case_name,
                   std::span<const std::uint64_t> origin, std::span<const std::uint64_t> extent);

// ---- Hunts and mining: "hunt", "merged"; lines of "mined" and "mining".

Json hunt_json(const StoredHunt& hunt);                 // all but the hits
Json hit_json(const StoredHunt& hunt, const Hit& hit);  // one of its "kept"
void write_hunt_record(const StoredHunt& hunt, RecordSink write);

// A sequence as the OEIS keeps them, "n a(n)" in each line, from this n on.
std::string b_file(std::uint64_t from, std::span<const Uint128> terms);
bool begins_like_a_b_file(std::string_view beginning);

// What a hunt has counted. Throws Error(input) if there is no such sequence.
std::string b_file_of_hunt(std::span<const StoredHunt> hunts, const CountSequence& sequence);

// What these hunts have kept as a table of comma-separated values: a line for each hit.
void write_hits_csv(std::span<const StoredHunt> hunts, RecordSink write);
Record merged_hunts_record(const std::string& file, const HuntingResult& result);
Record sequence_record(const std::string& file, std::size_t terms);
Record merged_claims_record(const std::string& file, bool was_there);
std::vector<Record> mining_records(const MineSpec& spec, const MineResult& result);

// Cases of a mining task that no claim covers, for the same reason.
struct UncoveredGroup {
  int players = 0;
  std::optional<int> r = {};
  std::string matrix = {};  // where each is mined by itself
  std::vector<int> piles = {};
  std::string reason = {};
  std::optional<std::size_t> states = {};  // of the automaton over binary digits, if there is one
};
std::vector<UncoveredGroup> grouped_uncovered(const MineSpec& spec, const MineResult& result);

// ---- Plans: "case", "hunts", "plan", "cluster".

Record planned_case_record(const PlanCase& plan_case);
Record planned_hunts_record(const JobSpec& job, const HuntList& list, double seconds);
Record plan_record(const Plan& plan, std::uint64_t verdicts, const SweepEstimate& estimate);
Record cluster_record(std::uint64_t ranks, int threads, double seconds);

// ---- Positions and machines: "solution", "grundy", "tree", "machine", "minimal_machine",
// "digit_machine".

// What a solution tells besides the best play, if it was asked for.
struct SolutionDetails {
  std::optional<MoveList> moves = {};
  std::optional<std::vector<PileRole>> roles = {};
};
void write_solution_record(const Question& question, const BestPlay& play,
                           const SolutionDetails& details, RecordSink write);
Record grundy_record(const Ruleset& ruleset, const Position& start, Counters value);
void write_tree_record(const Question& question, const GameTree& tree, RecordSink write);
// For last-nim.
void write_machine_record(const LastNimMachine& machine, const PrefixMachine& reachable,
                          const std::vector<std::size_t>& minimal_sizes, RecordSink write);
// For small-nim.
void write_machine_record(const LastNimMachine& machine, const DescendingMachine& reachable,
                          const std::vector<std::size_t>& minimal_sizes, RecordSink write);
void write_minimal_machine_record(std::string_view game, const LastNimMachine& machine,
                                  const MooreMachine& minimal, Seat first, RecordSink write);
void write_digit_machine_record(const Ruleset& ruleset, const AllianceMatrix& matrix,
                                Counters passes, const ProvedMachine& proved, RecordSink write);

// ---- Lists and reports: "game", "family", "property", "report".

Record game_record(const Game& game);
Record family_record(const MatrixFamily& family);
Record property_record(const PropertyWord& word);
Record report_record(const std::string& file, std::size_t sources, std::size_t bytes,
                     const std::vector<std::string>& left_out,
                     const std::vector<std::string>& failed = {});

}  // namespace nimsweep
