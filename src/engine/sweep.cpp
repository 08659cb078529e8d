#include "nimsweep/engine/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/concurrency.hpp"
#include "engine/header_of.hpp"
#include "engine/unit_source.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/engine/stopwatch.hpp"
#include "nimsweep/store/table_file.hpp"
#include "nimsweep/store/work_folder.hpp"

namespace nimsweep {

using namespace engine_detail;

namespace {

// A reader of a virtual table has all of its shards open, and systems allow a few hundred files.
constexpr std::size_t kMostShards = 128;

std::vector<TableCase> cases_of(const Plan& plan) {
  std::vector<TableCase> cases;
  for (const PlanCase& plan_case : plan.cases)
    cases.push_back({plan_case.name, plan_case.layout, plan_case.quantity});
  return cases;
}

// The positions of all units before this one; within a case, in proportion to its units.
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
  Sweep(const Plan& plan, const WorkOptions& options, SweepCallback callback,
        const WorkShare* share = nullptr)
      : plan_(plan),
        options_(options),
        callback_(callback),
        folder_(plan.job.table_file, plan.sha256,
                {.fresh = options.fresh,
                 .worker = share != nullptr ? share->worker : "",
                 .parts = share != nullptr ? share->parts : 0,
                 .locks = options.locks}) {}

  SweepResult make_shards(const WorkShare& share) {
    make_units(share);
    if (writer_) keep_shard();
    return with_damaged({.stopped = options_.stop});
  }

  SweepResult merge_shards(Merge merge) {
    for (;;) {
      if (auto missing = missing_units(plan_.units, folder_.finished()); !missing.empty())
        return with_damaged({.missing = std::move(missing)});
      if (auto result = merge_finished(merge)) return with_damaged(*result);
    }
  }

  // What turns out to be damaged is made again.
  SweepResult make_table(Merge merge) {
    for (;;) {
      may_become_table_ = merge == Merge::copy && folder_.finished().empty();
      make_units(WorkShare::everything());
      if (writer_ && may_become_table_ && shard_ == UnitRange{0, plan_.units})
        return with_damaged(finish_table(Merge::copy));
      if (writer_) keep_shard();
      if (options_.stop) return with_damaged({.stopped = true});
      if (auto result = merge_finished(merge)) return with_damaged(*result);
    }
  }

 private:
  SweepResult with_damaged(SweepResult result) const {
    result.damaged = folder_.damaged();
    return result;
  }

  // Writes the unfinished units of a share to shards. The last file is left open in `writer_`.
  void make_units(const WorkShare& share) {
    begin_progress(SweepProgress::Phase::writing);
    for (const UnitRange units : folder_.finished())
      progress_.positions_done += positions_of(plan_, units);
    progress_.positions_resumed = progress_.positions_done;
    struct UnderWay {
      std::uint64_t unit;
      std::shared_ptr<UnitSource> source;
      UnitSource::Task make;
      MadeUnit made = {};
    };
    std::shared_ptr<UnitSource> source;  // of the current case
    std::size_t current_case = 0;
    UnitsToDo units(share, plan_.units, folder_.finished());
    const auto next = [&]() -> std::optional<UnderWay> {
      if (options_.stop) return std::nullopt;
      const auto unit = units.next();
      if (!unit) return std::nullopt;
      const std::size_t k = plan_.case_of_unit(*unit);
      if (!source || k != current_case) {
        source = make_unit_source(plan_, plan_.cases[k], options_.stop, options_.memory_limit);
        current_case = k;
      }
      return UnderWay{*unit, source, source->begin(*unit)};
    };
    const auto make = [](UnderWay& item) { item.made = item.make(); };
    const auto write_down = [&](const UnderWay& item) {
      if (item.made.is_complete) write(item.unit, item.made);
    };
    const int threads = thread_count(options_.threads);
    with_threads(threads, [&] { run_in_order<UnderWay>(threads, next, make, write_down); });
  }

  void begin_progress(SweepProgress::Phase phase) {
    progress_ = {.phase = phase, .positions = plan_.positions};
    stored_before_ = 0;
  }

  void write(std::uint64_t unit, const MadeUnit& made) {
    if (writer_ && (unit != shard_.to || is_due())) keep_shard();
    if (!writer_) {
      may_become_table_ = may_become_table_ && unit == 0;
      begin_file(unit, may_become_table_ ? TableWriter::Index::table : TableWriter::Index::shard);
    }
    const std::size_t case_number = plan_.case_of_unit(unit);
    for (const auto& [number, chunk] : made.chunks) {
      writer_->write_chunk(case_number, number, *chunk);
      signature_ += signature_of(case_number, number, chunk->content_hash);
    }
    write_made_matrices(case_number, made);
    shard_.to = unit + 1;
    progress_.positions_done += positions_of(plan_, {unit, shard_.to});
    progress_.stored_bytes = stored_before_ + writer_->stored_bytes();
    callback_(progress_);
  }

  bool is_due() const { return since_shard_.seconds() >= options_.checkpoint_seconds; }

  void begin_file(std::uint64_t unit, TableWriter::Index index) {
    writer_ = std::make_unique<TableWriter>(folder_.new_file(), header(), cases_of(plan_), index);
    shard_ = {unit, unit};
    since_shard_.restart();
    signature_ = 0;
  }

  void keep_shard() {
    stored_before_ += writer_->stored_bytes();
    const auto file = writer_->close(shard_, signature_);
    writer_.reset();
    folder_.keep_shard(*file, shard_);
  }

  // The matrices of a unit that has made them are not made again when the table is finished. Should
  // the file become a shard instead, their place in it is lost, so there must not be too many.
  void write_made_matrices(std::size_t case_number, const MadeUnit& made) {
    constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;
    const PlanCase& plan_case = plan_.cases[case_number];
    const auto players = static_cast<std::uint64_t>(plan_case.players);
    if (may_become_table_ && !made.matrices.empty() &&
        plan_case.matrix_count <= kMostBytes / (players * players))
      writer_->write_matrices(case_number, made.matrices);
  }

  // Those that were not written are made now, by all threads.
  void write_other_matrices(std::size_t case_number) {
    constexpr std::uint64_t kMatricesAtOnce = 1 << 16;
    const PlanCase& plan_case = plan_.cases[case_number];
    std::vector<std::uint8_t> entries;
    with_threads(thread_count(options_.threads), [&] {
      for (std::uint64_t from = writer_->matrices_written(case_number);
           from < plan_case.matrix_count; from += kMatricesAtOnce) {
        const std::uint64_t count = std::min(kMatricesAtOnce, plan_case.matrix_count - from);
        entries.resize(count * static_cast<std::uint64_t>(plan_case.players * plan_case.players));
        make_matrices(plan_case, from, entries);
        writer_->write_matrices(case_number, entries);
      }
    });
  }

  static void make_matrices(const PlanCase& plan_case, std::uint64_t from,
                            std::span<std::uint8_t> out) {
    constexpr std::size_t kMatricesPerTask = 1024;
    const auto n = static_cast<std::size_t>(plan_case.players);
    const std::size_t count = out.size() / (n * n);
    for_each_below((count + kMatricesPerTask - 1) / kMatricesPerTask, [&](std::uint64_t task) {
      const auto begin = static_cast<std::size_t>(task) * kMatricesPerTask;
      const std::size_t some = std::min(kMatricesPerTask, count - begin);
      std::vector<AllianceMatrix::PackedRow> rows(some * n);
      plan_case.matrices.copy_rows(from + begin, rows);
      AllianceMatrix::unpack_rows(plan_case.players, rows,
                                  out.subspan(begin * n * n, some * n * n));
    });
  }

  SweepResult finish_table(Merge merge) {
    for (std::size_t k = 0; k < plan_.cases.size(); ++k) {
      writer_->write_scales(k);
      if (plan_.cases[k].quantity == Quantity::value) write_other_matrices(k);
    }
    const auto file = writer_->close({0, plan_.units}, signature_);
    writer_.reset();
    const bool is_virtual = merge == Merge::link;
    folder_.keep_table(*file, is_virtual ? WorkFolder::Shards::keep : WorkFolder::Shards::drop);
    return {.complete = true,
            .signature = signature_,
            .shards = is_virtual ? folder_.finished().size() : 0};
  }

  std::optional<SweepResult> merge_finished(Merge merge) {
    begin_progress(SweepProgress::Phase::merging);
    return merge == Merge::link ? link_shards() : copy_shards();
  }

  // Copies the stored chunks of all shards into the table. Nothing if a shard is damaged: its units
  // are missing again.
  std::optional<SweepResult> copy_shards() {
    begin_file(0, TableWriter::Index::table);
    if (!take_shards(folder_.finished(), [&](const TableReader& shard) { copy(shard); }))
      return std::nullopt;
    if (options_.stop) return SweepResult{.stopped = true};
    return finish_table(Merge::copy);
  }

  // Puts a virtual table over the shards.
  std::optional<SweepResult> link_shards() {
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
    return finish_table(Merge::link);
  }

  // Makes fewer shards. False if one is damaged.
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

  // Takes the shards in turn, and adds up their signatures. False if one is damaged: its units are
  // missing again, and the file being written is dropped.
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
  const WorkOptions& options_;
  SweepCallback callback_;
  WorkFolder folder_;
  SweepProgress progress_;

  std::unique_ptr<TableWriter> writer_;
  bool may_become_table_ = false;  // the file being written: if it gets all units, it is the table
  UnitRange shard_;
  Stopwatch since_shard_;        // since the file being written was begun
  std::uint64_t signature_ = 0;  // of the shard being written
  std::uint64_t stored_before_ = 0;
};

// The table, if it is complete and not to be replaced.
std::optional<TableReader> existing_table(const Plan& plan, const WorkOptions& options) {
  const std::string& table = plan.job.table_file;
  if (options.fresh || WorkFolder::replaces(table)) return std::nullopt;
  switch (WorkFolder::existing_table(table, plan.job.sha256)) {
    case WorkFolder::Table::none:
      break;
    case WorkFolder::Table::of_this_job:
      return TableReader(table);
    case WorkFolder::Table::of_another_job:
      throw Error(ErrorKind::input,
                  fmt::format("{} exists and is not this job's table; --fresh replaces it", table));
  }
  return std::nullopt;
}

SweepResult was_there(const TableReader& table, const WorkOptions& options) {
  WorkFolder::remove_leftovers(table.path(), table.shards(), options.locks);
  return {.complete = true,
          .was_there = true,
          .signature = table.signature(),
          .shards = table.shards().size()};
}

}  // namespace

SweepResult make_shards(const Plan& plan, const WorkShare& share, const WorkOptions& options,
                        SweepCallback callback) {
  if (const auto table = existing_table(plan, options)) return was_there(*table, options);
  return Sweep(plan, options, callback, &share).make_shards(share);
}

SweepResult merge_shards(const Plan& plan, Merge merge, const WorkOptions& options,
                         SweepCallback callback) {
  if (const auto table = existing_table(plan, options)) {
    const bool is_to_be_copied = merge == Merge::copy && !table->shards().empty();
    if (!is_to_be_copied) return was_there(*table, options);
  }
  if (!WorkFolder::exists(plan.job.table_file)) return {.missing = {{0, plan.units}}};
  return Sweep(plan, options, callback).merge_shards(merge);
}

SweepResult make_table(const Plan& plan, Merge merge, const WorkOptions& options,
                       SweepCallback callback) {
  if (const auto table = existing_table(plan, options)) return was_there(*table, options);
  return Sweep(plan, options, callback).make_table(merge);
}

}  // namespace nimsweep
