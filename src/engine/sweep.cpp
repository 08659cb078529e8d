#include "nimsweep/engine/sweep.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <tbb/info.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "engine/unit_maker.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/store/table_file.hpp"
#include "nimsweep/store/work_folder.hpp"

namespace nimsweep {

namespace {

using Clock = std::chrono::steady_clock;

int thread_count(int wanted) {
  return wanted > 0 ? wanted : tbb::info::default_concurrency();
}

// Enough that nobody waits for the writer, few enough to be small.
std::size_t units_under_way(int threads) {
  return 2 * static_cast<std::size_t>(threads) + 2;
}

TableHeader header_of(const Plan& plan) {
  return {.version = NIMSWEEP_VERSION,
          .job_sha256 = plan.job.sha256,
          .created = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
          .title = plan.job.title,
          .game = plan.job.game,
          .passes = static_cast<std::uint64_t>(plan.job.passes),
          .job = plan.job.text};
}

std::vector<TableCase> cases_of(const Plan& plan) {
  std::vector<TableCase> cases;
  for (const PlanCase& of_case : plan.cases) cases.push_back({of_case.name, of_case.layout});
  return cases;
}

// The values of all units before this one; within a case in proportion to its units.
std::uint64_t values_before(const Plan& plan, std::uint64_t unit) {
  if (unit >= plan.units) return plan.values;
  std::uint64_t values = 0;
  for (const PlanCase& of_case : plan.cases) {
    if (unit >= of_case.first_unit + of_case.units)
      values += of_case.values();
    else if (unit > of_case.first_unit)
      values += static_cast<std::uint64_t>(static_cast<Uint128>(of_case.values()) *
                                           (unit - of_case.first_unit) / of_case.units);
  }
  return values;
}

class Sweep {
 public:
  Sweep(const Plan& plan, const SweepOptions& options, SweepCallback callback)
      : plan_(plan),
        options_(options),
        callback_(callback),
        folder_(plan.job.table_file, plan.job.sha256, options.fresh) {
    progress_.values = plan.values;
    for (const UnitRange units : folder_.finished())
      progress_.values_done += values_before(plan, units.to) - values_before(plan, units.from);
    progress_.values_resumed = progress_.values_done;
  }

  SweepResult run() {
    try {
      return run_all();
    } catch (...) {
      writer_.reset();
      folder_.drop_temporary();  // it may be what fills the disk
      throw;
    }
  }

 private:
  SweepResult run_all() {
    write_missing_units();
    if (writer_ && shard_ == UnitRange{0, plan_.units}) return finish_table(signature_);
    if (writer_) keep_shard();
    if (stopped_) return {};
    return join_shards();
  }

  void write_missing_units() {
    UnitMaker maker(plan_);
    std::uint64_t next = 0;
    auto finished = folder_.finished();  // a copy: shards are added as they are written
    auto skip = finished.begin();
    const auto generate = [&](tbb::flow_control& control) -> UnitTask {
      while (skip != finished.end() && next >= skip->from) next = (skip++)->to;
      if (next >= plan_.units || stopped_) {
        control.stop();
        return {};
      }
      return maker.begin(next++);
    };
    tbb::task_arena arena(thread_count(options_.threads));
    arena.execute([&] {
      tbb::parallel_pipeline(
          units_under_way(arena.max_concurrency()),
          tbb::make_filter<void, UnitTask>(tbb::filter_mode::serial_in_order, generate) &
              tbb::make_filter<UnitTask, MadeUnit>(
                  tbb::filter_mode::parallel,
                  [&](const UnitTask& task) { return maker.make(task); }) &
              tbb::make_filter<MadeUnit, void>(tbb::filter_mode::serial_in_order,
                                               [&](const MadeUnit& made) { write(made); }));
    });
  }

  void write(const MadeUnit& made) {
    if (writer_ && (made.unit != shard_.to || is_due())) keep_shard();
    if (!writer_) begin_shard(made.unit);
    for (const auto& [number, chunk] : made.chunks) {
      writer_->write_chunk(made.of_case, number, *chunk);
      signature_ += signature_of(made.of_case, number, chunk->content_hash);
    }
    shard_.to = made.unit + 1;
    progress_.values_done += values_before(plan_, shard_.to) - values_before(plan_, made.unit);
    progress_.stored_bytes = stored_before_ + writer_->stored_bytes();
    report();
  }

  bool is_due() const {
    return std::chrono::duration<double>(Clock::now() - shard_begun_).count() >=
           options_.checkpoint_seconds;
  }

  void begin_shard(std::uint64_t unit) {
    writer_ =
        std::make_unique<TableWriter>(folder_.temporary_path(), header_of(plan_), cases_of(plan_));
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
    for (std::size_t k = 0; k < plan_.cases.size(); ++k)
      writer_->write_matrices(k, [&](std::uint64_t m) { return plan_.cases[k].matrices[m]; });
    writer_->close({0, plan_.units}, signature);
    writer_.reset();
    folder_.keep_table();
    return {.complete = true, .was_there = false, .signature = signature};
  }

  // Copies the chunks of all shards, as they are stored, into the table.
  SweepResult join_shards() {
    progress_.phase = SweepProgress::Phase::joining;
    progress_.values_done = progress_.values_resumed = 0;
    begin_shard(0);
    std::uint64_t signature = 0;
    for (const UnitRange units : folder_.finished()) {
      const TableReader shard(folder_.shard_path(units));
      signature += shard.signature();
      for (std::uint64_t unit = units.from; unit < units.to; ++unit) {
        const std::size_t k = plan_.case_of_unit(unit);
        const PlanCase& of_case = plan_.cases[k];
        const auto [from, to] = of_case.chunks_of(unit);
        for (std::uint64_t number = from; number < to; ++number)
          writer_->write_chunk(k, number, shard.chunk(k, number));
        progress_.values_done = values_before(plan_, unit + 1);
        progress_.stored_bytes = writer_->stored_bytes();
        report();
        if (stopped_) return {};
      }
    }
    return finish_table(signature);
  }

  void report() {
    if (!callback_(progress_)) stopped_ = true;
  }

  const Plan& plan_;
  const SweepOptions& options_;
  SweepCallback callback_;
  WorkFolder folder_;
  SweepProgress progress_;
  std::atomic<bool> stopped_ = false;  // set by the writer, read by the generator

  std::unique_ptr<TableWriter> writer_;
  UnitRange shard_;
  Clock::time_point shard_begun_;
  std::uint64_t signature_ = 0;  // of the shard being written
  std::uint64_t stored_before_ = 0;
};

}  // namespace

std::uint64_t sweep_memory(const Plan& plan, int threads) {
  std::uint64_t largest = 0;
  for (const PlanCase& of_case : plan.cases)
    largest = std::max(largest, of_case.layout.chunk_bytes);
  const std::uint64_t buffers = 4 * largest * static_cast<std::uint64_t>(thread_count(threads)) +
                                largest * units_under_way(thread_count(threads));
  const std::uint64_t index = 64 * plan.chunks;  // checksums, and what HDF5 keeps
  return buffers + index + (std::uint64_t{32} << 20);
}

SweepResult run_sweep(const Plan& plan, const SweepOptions& options, SweepCallback callback) {
  const std::string& table = plan.job.table_file;
  const auto existing = WorkFolder::existing_table(table, plan.job.sha256);
  if (existing == WorkFolder::Table::of_another_job && !options.fresh)
    throw Error(
        ErrorKind::input,
        fmt::format("{} is there already and is not this job's table; --fresh replaces it", table));
  if (existing == WorkFolder::Table::of_this_job && !options.fresh) {
    WorkFolder::remove_leftovers(table);
    return {.complete = true, .was_there = true, .signature = TableReader(table).signature()};
  }
  return Sweep(plan, options, callback).run();
}

}  // namespace nimsweep
