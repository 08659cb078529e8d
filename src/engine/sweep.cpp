#include "nimsweep/engine/sweep.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/concurrency.hpp"
#include "engine/header_of.hpp"
#include "engine/unit_maker.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/store/table_file.hpp"
#include "nimsweep/store/work_folder.hpp"

namespace nimsweep {

using namespace engine_detail;

namespace {

using Clock = std::chrono::steady_clock;

// A reader of a virtual table has all of its shards open, and systems allow some hundreds of files.
constexpr std::size_t kMostShards = 128;

std::vector<TableCase> cases_of(const Plan& plan) {
  std::vector<TableCase> cases;
  for (const PlanCase& plan_case : plan.cases)
    cases.push_back({plan_case.name, plan_case.layout, plan_case.quantity});
  return cases;
}

// The positions of all units before this one; within a case in proportion to its units.
std::uint64_t positions_before(const Plan& plan, std::uint64_t unit) {
  if (unit >= plan.units) return plan.positions;
  std::uint64_t positions = 0;
  for (const PlanCase& plan_case : plan.cases) {
    if (unit >= plan_case.first_unit + plan_case.units)
      positions += plan_case.positions();
    else if (unit > plan_case.first_unit)
      positions += static_cast<std::uint64_t>(static_cast<Uint128>(plan_case.positions()) *
                                              (unit - plan_case.first_unit) / plan_case.units);
  }
  return positions;
}

std::uint64_t positions_of(const Plan& plan, UnitRange units) {
  return positions_before(plan, units.to) - positions_before(plan, units.from);
}

class Sweep {
 public:
  Sweep(const Plan& plan, const SweepOptions& options, SweepCallback callback)
      : plan_(plan),
        options_(options),
        callback_(callback),
        folder_(plan.job.table_file, plan.sha256,
                {.fresh = options.fresh,
                 .worker = options.share.worker,
                 .parts = options.share.parts,
                 .locks = options.locks}) {}

  SweepResult run() {
    SweepResult result = run_all();
    result.damaged = folder_.damaged();
    return result;
  }

 private:
  SweepResult run_all() {
    for (;;) {
      if (!options_.only_merges) write_missing_units();
      if (writer_ && shard_ == UnitRange{0, plan_.units} && may_become_table())
        return finish_table(signature_);
      if (writer_) keep_shard();
      if (options_.stop || !options_.share.is_alone()) return {.stopped = options_.stop};
      auto missing = missing_units(plan_.units, folder_.finished());
      if (options_.only_merges && !missing.empty()) return {.missing = std::move(missing)};
      if (missing.empty())
        if (auto result = options_.keeps_shards ? link_shards() : copy_shards()) return *result;
    }
  }

  // Is the file that holds all units the table?
  bool may_become_table() const { return options_.share.is_alone() && !options_.keeps_shards; }

  void write_missing_units() {
    begin_progress(SweepProgress::Phase::writing);
    for (const UnitRange units : folder_.finished())
      progress_.positions_done += positions_of(plan_, units);
    progress_.positions_resumed = progress_.positions_done;
    struct UnderWay {
      UnitTask task;
      MadeUnit made = {};
    };
    UnitMaker maker(plan_, options_.stop);
    const WorkShare everything = WorkShare::everything();  // what is damaged is done again
    UnitsToDo units(options_.share.is_alone() ? everything : options_.share, plan_.units,
                    folder_.finished());
    const auto next = [&]() -> std::optional<UnderWay> {
      if (options_.stop) return std::nullopt;
      const auto unit = units.next();
      return unit ? std::optional(UnderWay{maker.begin(*unit)}) : std::nullopt;
    };
    const auto make = [&](UnderWay& of) { of.made = maker.make(of.task); };
    const auto write_down = [&](const UnderWay& of) {
      if (of.made.is_complete) write(of.made);
    };
    const int threads = thread_count(options_.threads);
    with_threads(threads, [&] { run_in_order<UnderWay>(threads, next, make, write_down); });
  }

  void begin_progress(SweepProgress::Phase phase) {
    progress_ = {.phase = phase, .positions = plan_.positions};
    stored_before_ = 0;
  }

  void write(const MadeUnit& made) {
    if (writer_ && (made.unit != shard_.to || is_due())) keep_shard();
    if (!writer_) {
      // The first file may become the table.
      const bool is_first = made.unit == 0 && folder_.finished().empty() && may_become_table();
      begin_file(made.unit, is_first ? TableWriter::Index::table : TableWriter::Index::shard);
    }
    for (const auto& [number, chunk] : made.chunks) {
      writer_->write_chunk(made.case_number, number, *chunk);
      signature_ += signature_of(made.case_number, number, chunk->content_hash);
    }
    shard_.to = made.unit + 1;
    progress_.positions_done += positions_of(plan_, {made.unit, shard_.to});
    progress_.stored_bytes = stored_before_ + writer_->stored_bytes();
    callback_(progress_);
  }

  bool is_due() const {
    return std::chrono::duration<double>(Clock::now() - shard_begun_).count() >=
           options_.checkpoint_seconds;
  }

  void begin_file(std::uint64_t unit, TableWriter::Index index) {
    writer_ = std::make_unique<TableWriter>(folder_.new_file(), header(), cases_of(plan_), index);
    shard_ = {unit, unit};
    shard_begun_ = Clock::now();
    signature_ = 0;
  }

  void keep_shard() {
    stored_before_ += writer_->stored_bytes();
    const auto file = writer_->close(shard_, signature_);
    writer_.reset();
    folder_.keep_shard(*file, shard_);
  }

  SweepResult finish_table(std::uint64_t signature) {
    for (std::size_t k = 0; k < plan_.cases.size(); ++k) {
      writer_->write_scales(k);
      if (plan_.cases[k].quantity == Quantity::value)
        writer_->write_matrices(k, [&](std::uint64_t m) { return plan_.cases[k].matrices[m]; });
    }
    const auto file = writer_->close({0, plan_.units}, signature);
    writer_.reset();
    folder_.keep_table(*file,
                       options_.keeps_shards ? WorkFolder::Shards::keep : WorkFolder::Shards::drop);
    return {.complete = true,
            .signature = signature,
            .shards = options_.keeps_shards ? folder_.finished().size() : 0};
  }

  // Copies the chunks of all shards, as they are stored, into the table. Nothing if a shard turns
  // out to be damaged: then its units are missing again.
  std::optional<SweepResult> copy_shards() {
    begin_progress(SweepProgress::Phase::merging);
    begin_file(0, TableWriter::Index::table);
    if (!take_shards(folder_.finished(), [&](const TableReader& shard) { copy(shard); }))
      return std::nullopt;
    if (options_.stop) return SweepResult{.stopped = true};
    return finish_table(signature_);
  }

  // Leaves the chunks where they are, and puts a virtual table over them.
  std::optional<SweepResult> link_shards() {
    begin_progress(SweepProgress::Phase::merging);
    if (folder_.finished().size() > kMostShards && !join_neighbours()) return std::nullopt;
    std::vector<TableReader> shards;
    signature_ = 0;
    const bool are_whole = take_shards(folder_.finished(), [&](const TableReader& shard) {
      for_each_chunk(shard, [](std::size_t, std::uint64_t, const EncodedChunk&) {});
      shards.emplace_back(shard.path());
    });
    if (!are_whole) return std::nullopt;
    if (options_.stop) return SweepResult{.stopped = true};
    writer_ = std::make_unique<TableWriter>(folder_.new_file(), header(), cases_of(plan_),
                                            folder_.name(), shards);
    return finish_table(signature_);
  }

  // Makes fewer shards. False if one turns out to be damaged.
  bool join_neighbours() {
    const std::vector<UnitRange> shards = folder_.finished();
    for (std::size_t group = 0; group < kMostShards && !options_.stop; ++group) {
      const std::span some = std::span(shards).subspan(
          shards.size() * group / kMostShards,
          shards.size() * (group + 1) / kMostShards - shards.size() * group / kMostShards);
      if (some.size() == 1) continue;
      begin_file(some.front().from, TableWriter::Index::shard);
      if (!take_shards(some, [&](const TableReader& shard) { copy(shard); })) return false;
      if (options_.stop) break;
      shard_.to = some.back().to;
      keep_shard();
    }
    return true;
  }

  // Takes shards one after the other, and adds up their signatures. False if one turns out to be
  // damaged: then its units are missing again, and what was being written is dropped.
  template <class Take>
  bool take_shards(std::span<const UnitRange> shards, Take take) {
    for (const UnitRange units : shards) {
      try {
        const TableReader shard(folder_.shard_path(units));
        take(shard);
        signature_ += shard.signature();
      } catch (const Error& error) {
        if (error.kind() != ErrorKind::damage) throw;
        writer_.reset();
        folder_.drop_damaged(units);
        return false;
      }
      if (options_.stop) break;
    }
    return true;
  }

  void copy(const TableReader& shard) {
    for_each_chunk(shard,
                   [&](std::size_t case_number, std::uint64_t number, const EncodedChunk& chunk) {
                     writer_->write_chunk(case_number, number, chunk);
                     progress_.stored_bytes = writer_->stored_bytes();
                   });
  }

  // Checks each against its checksum.
  template <class Visit>
  void for_each_chunk(const TableReader& shard, Visit visit) {
    for (std::uint64_t unit = shard.units().from; unit < shard.units().to && !options_.stop;
         ++unit) {
      const std::size_t k = plan_.case_of_unit(unit);
      const auto in_shard = shard.find_case(plan_.cases[k].name);
      if (!in_shard)
        throw Error(ErrorKind::damage,
                    fmt::format("{}: {} is missing", shard.path(), plan_.cases[k].name));
      const auto [from, to] = plan_.cases[k].chunks_of(unit);
      for (std::uint64_t number = from; number < to; ++number)
        visit(k, number, shard.chunk(*in_shard, number));
      progress_.positions_done = positions_before(plan_, unit + 1);
      callback_(progress_);
    }
  }

  FileHeader header() const { return header_of(plan_.job, plan_.sha256, plan_.units); }

  const Plan& plan_;
  const SweepOptions& options_;
  SweepCallback callback_;
  WorkFolder folder_;
  SweepProgress progress_;

  std::unique_ptr<TableWriter> writer_;
  UnitRange shard_;
  Clock::time_point shard_begun_;
  std::uint64_t signature_ = 0;  // of the shard being written
  std::uint64_t stored_before_ = 0;
};

}  // namespace

SweepResult run_sweep(const Plan& plan, const SweepOptions& options, SweepCallback callback) {
  const std::string& table = plan.job.table_file;
  if (options.fresh || WorkFolder::replaces(table)) return Sweep(plan, options, callback).run();
  const auto existing = WorkFolder::existing_table(table, plan.job.sha256);
  if (existing == WorkFolder::Table::of_another_job)
    throw Error(
        ErrorKind::input,
        fmt::format("{} is there already and is not this job's table; --fresh replaces it", table));
  if (existing == WorkFolder::Table::of_this_job) {
    const TableReader reader(table);
    const bool is_virtual = !reader.shards().empty();
    const bool is_to_be_copied = options.only_merges && is_virtual && !options.keeps_shards;
    if (!is_to_be_copied) {
      WorkFolder::remove_leftovers(table, reader.shards(), options.locks);
      return {.complete = true,
              .was_there = true,
              .signature = reader.signature(),
              .shards = reader.shards().size()};
    }
  }
  if (options.only_merges && !WorkFolder::exists(table)) return {.missing = {{0, plan.units}}};
  return Sweep(plan, options, callback).run();
}

}  // namespace nimsweep
