#include "nimsweep/engine/sweep.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "engine/concurrency.hpp"
#include "engine/header_of.hpp"
#include "engine/unit_maker.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/store/table_file.hpp"
#include "nimsweep/store/work_folder.hpp"

namespace nimsweep {

namespace {

using Clock = std::chrono::steady_clock;

std::vector<TableCase> cases_of(const Plan& plan) {
  std::vector<TableCase> cases;
  for (const PlanCase& of_case : plan.cases)
    cases.push_back({of_case.name, of_case.layout, of_case.quantity});
  return cases;
}

// The positions of all units before this one; within a case in proportion to its units.
std::uint64_t positions_before(const Plan& plan, std::uint64_t unit) {
  if (unit >= plan.units) return plan.positions;
  std::uint64_t positions = 0;
  for (const PlanCase& of_case : plan.cases) {
    if (unit >= of_case.first_unit + of_case.units)
      positions += of_case.positions();
    else if (unit > of_case.first_unit)
      positions += static_cast<std::uint64_t>(static_cast<Uint128>(of_case.positions()) *
                                              (unit - of_case.first_unit) / of_case.units);
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
        folder_(plan.job.table_file, plan.sha256, options.fresh, options.share.worker) {}

  SweepResult run() {
    try {
      SweepResult result = run_all();
      result.redone = folder_.damaged();
      if (writer_) {  // stopped while joining
        writer_.reset();
        folder_.drop_temporary();
      }
      return result;
    } catch (...) {
      writer_.reset();
      try {
        folder_.drop_temporary();  // it may be what fills the disk
      } catch (const Error&) {     // the first error is the one to tell
      }
      throw;
    }
  }

 private:
  SweepResult run_all() {
    for (;;) {
      write_missing_units();
      const bool is_alone = options_.share.is_alone();
      if (is_alone && writer_ && shard_ == UnitRange{0, plan_.units})
        return finish_table(signature_);
      if (writer_) keep_shard();
      if (options_.stop || !is_alone) return {.stopped = options_.stop};
      if (auto result = join_shards()) return *result;
    }
  }

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
      const bool is_first =
          made.unit == 0 && folder_.finished().empty() && options_.share.is_alone();
      begin_file(made.unit, is_first ? TableWriter::Index::table : TableWriter::Index::shard);
    }
    for (const auto& [number, chunk] : made.chunks) {
      writer_->write_chunk(made.of_case, number, *chunk);
      signature_ += signature_of(made.of_case, number, chunk->content_hash);
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
    writer_ = std::make_unique<TableWriter>(folder_.temporary_path(),
                                            header_of(plan_.job, plan_.sha256, plan_.units),
                                            cases_of(plan_), index);
    shard_ = {unit, unit};
    shard_begun_ = Clock::now();
    signature_ = 0;
  }

  void keep_shard() {
    stored_before_ += writer_->stored_bytes();
    writer_->close(shard_, signature_);
    writer_.reset();
    folder_.keep_shard(shard_);
  }

  SweepResult finish_table(std::uint64_t signature) {
    for (std::size_t k = 0; k < plan_.cases.size(); ++k) {
      writer_->write_scales(k);
      if (plan_.cases[k].quantity == Quantity::value)
        writer_->write_matrices(k, [&](std::uint64_t m) { return plan_.cases[k].matrices[m]; });
    }
    writer_->close({0, plan_.units}, signature);
    writer_.reset();
    folder_.keep_table();
    return {.complete = true, .signature = signature};
  }

  // Copies the chunks of all shards, as they are stored, into the table. Nothing if a shard turns
  // out to be damaged: then its units are missing again.
  std::optional<SweepResult> join_shards() {
    begin_progress(SweepProgress::Phase::joining);
    begin_file(0, TableWriter::Index::table);
    std::uint64_t signature = 0;
    for (const UnitRange units : folder_.finished()) {
      try {
        signature += copy_shard(units);
      } catch (const Error& error) {
        if (error.kind() != ErrorKind::damage) throw;
        writer_.reset();
        folder_.drop_damaged(units);
        return std::nullopt;
      }
      if (options_.stop) return SweepResult{.stopped = true};
    }
    return finish_table(signature);
  }

  std::uint64_t copy_shard(UnitRange units) {
    const TableReader shard(folder_.shard_path(units));
    for (std::uint64_t unit = units.from; unit < units.to && !options_.stop; ++unit) {
      const std::size_t k = plan_.case_of_unit(unit);
      const std::size_t in_shard = shard.find_case(plan_.cases[k].name);
      const auto [from, to] = plan_.cases[k].chunks_of(unit);
      for (std::uint64_t number = from; number < to; ++number)
        writer_->write_chunk(k, number, shard.chunk(in_shard, number));
      progress_.positions_done = positions_before(plan_, unit + 1);
      progress_.stored_bytes = writer_->stored_bytes();
      callback_(progress_);
    }
    return shard.signature();
  }

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
    WorkFolder::remove_leftovers(table);
    return {.complete = true, .was_there = true, .signature = TableReader(table).signature()};
  }
  return Sweep(plan, options, callback).run();
}

}  // namespace nimsweep
