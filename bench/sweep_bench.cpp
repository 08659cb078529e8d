// Tables of Last Nim and Nim, from the plan to the closed file on the disk, in logical bytes per
// second, against the same bytes copied in memory, and written by H5Dwrite through HDF5's own
// deflate filter. Also filling alone, every byte written, against memcpy; and Nim in blocks of its
// automaton against solved boxes. Compare within one run only.
//
//     build/bench/sweep_bench
#include <benchmark/benchmark.h>
#include <hdf5.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "nimsweep/engine/sweep.hpp"
#include "nimsweep/files/output_file.hpp"
#include "nimsweep/job/plan.hpp"
#include "nimsweep/solve/box_solver.hpp"
#include "nimsweep/solve/last_nim_machine.hpp"
#include "nimsweep/solve/last_nim_table.hpp"
#include "nimsweep/solve/side_by_side.hpp"
#include "nimsweep/store/chunk_codec.hpp"
#include "nimsweep/store/table_file.hpp"

namespace nimsweep {
namespace {

const AllianceMatrix kMatrix = AllianceMatrix::from_rows({{0, 2, 1}, {0, 1, 2}, {0, 2, 1}});

class Folder {
 public:
  Folder() { std::filesystem::create_directories(path_); }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / ("nimsweep-bench-" + std::to_string(getpid()));
};

void remove_untimed(benchmark::State& state, const std::string& path) {
  state.PauseTiming();
  std::filesystem::remove(path);
  state.ResumeTiming();
}

// `matrices` may hold other keys of a job, too.
Plan plan_of(const Folder& folder, const std::string& matrices, const std::string& piles) {
  const std::string path = folder.file("job.yaml");
  std::ofstream(path) << "nimsweep: 1\n"
                      << matrices << "\npiles: " << piles
                      << "\ntables: {file: " << folder.file("table.h5") << "}\n";
  return make_plan(read_job(path));
}

// Reads back random cells of the table and recomputes them.
bool is_right(const Plan& plan) {
  const TableReader table(plan.job.table_file);
  std::mt19937_64 random(1);
  for (int cell = 0; cell < 200; ++cell) {
    std::vector<std::uint64_t> place;
    for (const std::uint64_t along : plan.cases[0].layout.dims) place.push_back(random() % along);
    const auto matrix = plan.cases[0].matrices[place[0]];
    const auto first = static_cast<Seat>(place[1]);
    const std::vector<Counters> piles(place.begin() + 2, place.end());
    const Seat winner = LastNimMachine(matrix).outcomes(piles)[first];
    const auto stored = table.values(0, place, std::vector<std::uint64_t>(place.size(), 1));
    if (stored.front() != value_of(winner, first, matrix.players())) return false;
  }
  return true;
}

// The same for two piles of Nim, as far as a box is solved quickly.
bool is_right_nim(const Plan& plan) {
  const TableReader table(plan.job.table_file);
  const std::vector<Counters> bounds(2, 1100);
  const auto box = make_box(*plan.ruleset, plan.cases[0].matrices[0], bounds, 0);
  box->solve();
  std::mt19937_64 random(2);
  for (int cell = 0; cell < 2000; ++cell) {
    const std::vector<Counters> piles{random() % 1101, random() % 1101};
    const auto first = static_cast<Seat>(random() % 3);
    const auto stored = table.values(
        0, std::vector<std::uint64_t>{0, static_cast<std::uint64_t>(first), piles[0], piles[1]},
        std::vector<std::uint64_t>(4, 1));
    if (stored.front() != box->value(box->place_of(piles), first)) return false;
  }
  return true;
}

// Every table is a new one: taking an old one away is not part of making it.
template <class IsRight>
void sweep(benchmark::State& state, const Plan& plan, int threads, IsRight is_right) {
  const std::atomic<bool> never = false;
  const WorkOptions options{.threads = threads, .fresh = true, .stop = never};
  const auto run = [&] {
    return make_table(plan, Merge::copy, options, [](const SweepProgress&) {}).complete;
  };
  if (!run() || !is_right(plan)) {
    state.SkipWithError("wrong values");
    return;
  }
  const auto file_size = std::filesystem::file_size(plan.job.table_file);
  for (auto _ : state) {
    remove_untimed(state, plan.job.table_file);
    benchmark::DoNotOptimize(run());
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(plan.values));
  state.counters["chunks/s"] =
      benchmark::Counter(static_cast<double>(plan.chunks) * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate);
  state.counters["file"] = static_cast<double>(file_size);
}

// One matrix, four piles up to the argument: values grow with its fourth power.
void table_to_closed_file(benchmark::State& state) {
  const Folder folder;
  const std::string bound = std::to_string(state.range(0));
  sweep(state,
        plan_of(folder, "players: 3\nmatrices: [{rows: [[0,2,1],[0,1,2],[0,2,1]]}]",
                "{count: 4, max: " + bound + "}"),
        static_cast<int>(state.range(1)), is_right);
}
BENCHMARK(table_to_closed_file)
    ->ArgNames({"bound", "threads"})
    ->Args({50, 2})
    ->Args({100, 2})
    ->Args({200, 2})
    ->Args({400, 1})
    ->Args({400, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

// Many matrices, small tables: every chunk is different. All matrices of four players, or a sample
// of five.
Plan plan_of_many(const Folder& folder, std::int64_t players) {
  if (players == 4) return plan_of(folder, "players: 4\nmatrices: [all]", "{count: 3, max: 4}");
  return plan_of(folder, "players: 5\nmatrices: [{sample: {count: 1000000, seed: 1}}]",
                 "{count: 2, max: 5}");
}

void many_tables_to_closed_file(benchmark::State& state) {
  const Folder folder;
  sweep(state, plan_of_many(folder, state.range(0)), static_cast<int>(state.range(1)), is_right);
}
BENCHMARK(many_tables_to_closed_file)
    ->ArgNames({"players", "threads"})
    ->Args({4, 1})
    ->Args({4, 2})
    ->Args({5, 1})
    ->Args({5, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

// A plain loop over the matrices: a machine for each, and ISA-L for each chunk.
void write_by_machines(const Plan& plan) {
  const PlanCase& planned = plan.cases[0];
  const auto n = static_cast<std::size_t>(planned.players);
  const std::filesystem::path path = plan.job.table_file;
  FileHeader header;
  header.units = plan.units;
  TableWriter writer(
      std::make_shared<OutputFile>(path.parent_path().string(), "new", path.string()), header,
      {{planned.name, planned.layout}}, TableWriter::Index::table);
  ChunkEncoder encoder;
  std::vector<std::uint8_t> values(static_cast<std::size_t>(planned.layout.chunk_bytes));
  std::vector<std::uint8_t> entries;
  std::uint64_t signature = 0;
  std::uint64_t matrix = 0;
  for (std::uint64_t number = 0; number < planned.layout.chunks; ++number) {
    std::ranges::fill(values, std::uint8_t{0});
    auto out = std::span(values);
    const std::uint64_t end =
        std::min(matrix + planned.layout.chunk[kMatrixAxis], planned.matrix_count);
    for (; matrix < end; ++matrix) {
      const AllianceMatrix rows = planned.matrices[matrix];
      const LastNimTable table(rows, 0, planned.bounds);
      const std::size_t bytes = table.bytes_per_player();
      for (Seat i = 0; i < planned.players; ++i, out = out.subspan(bytes)) {
        table.fill(i, out.first(bytes));
        for (std::size_t rank = 0; rank < n; ++rank)
          entries.push_back(static_cast<std::uint8_t>(rows.offset(i, static_cast<int>(rank))));
      }
    }
    const EncodedChunk chunk = encoder.encode(values);
    writer.write_chunk(0, number, chunk);
    signature += signature_of(0, number, chunk.content_hash);
  }
  writer.write_scales(0);
  writer.write_matrices(0, entries);
  writer.close({0, plan.units}, signature)->keep_as(path.string());
}

void many_tables_by_machines(benchmark::State& state) {
  const Folder folder;
  const Plan plan = plan_of_many(folder, state.range(0));
  const std::string& path = plan.job.table_file;
  const std::atomic<bool> never = false;
  const WorkOptions options{.threads = 2, .stop = never};
  if (!make_table(plan, Merge::copy, options, [](const SweepProgress&) {}).complete)
    return state.SkipWithError("no table");
  const std::uint64_t signature = TableReader(path).signature();
  for (auto _ : state) {
    remove_untimed(state, path);
    write_by_machines(plan);
  }
  if (TableReader(path).signature() != signature) return state.SkipWithError("wrong values");
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(plan.values));
}
BENCHMARK(many_tables_by_machines)
    ->ArgName("players")
    ->Arg(4)
    ->Arg(5)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

// Only solving them.
void many_tables_in_memory(benchmark::State& state) {
  const Folder folder;
  const Plan plan = plan_of_many(folder, state.range(0));
  const PlanCase& of_plan = plan.cases[0];
  const auto n = static_cast<std::size_t>(of_plan.players);
  const SideBySide solver(*plan.ruleset, of_plan.players, of_plan.bounds, 0);
  const std::size_t bytes = solver.bytes_per_matrix();
  std::vector<std::uint8_t> values(static_cast<std::size_t>(plan.values));
  std::vector<AllianceMatrix::PackedRow> rows(static_cast<std::size_t>(of_plan.matrix_count) * n);
  of_plan.matrices.copy_rows(0, rows);
  SideBySide::Workspace workspace;
  const auto solve = [&] {
    for (std::uint64_t m = 0; m < of_plan.matrix_count; m += SideBySide::kMatrices) {
      const auto count = std::min<std::uint64_t>(SideBySide::kMatrices, of_plan.matrix_count - m);
      solver.solve(std::span(rows).subspan(m * n, count * n), workspace,
                   std::span(values).subspan(m * bytes, count * bytes));
    }
  };
  solve();
  for (std::uint64_t m = 0; m < of_plan.matrix_count; m += 999) {
    const LastNimTable table(of_plan.matrices[m], 0, of_plan.bounds);
    std::vector<std::uint8_t> expected(bytes);
    for (std::size_t first = 0; first < n; ++first)
      table.fill(
          static_cast<Seat>(first),
          std::span(expected).subspan(first * table.bytes_per_player(), table.bytes_per_player()));
    if (std::memcmp(expected.data(), values.data() + m * bytes, bytes) != 0)
      return state.SkipWithError("wrong values");
  }
  for (auto _ : state) {
    solve();
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(plan.values));
}
BENCHMARK(many_tables_in_memory)->ArgName("players")->Arg(4)->Arg(5)->Unit(benchmark::kMillisecond);

Plan nim_plan(const Folder& folder, std::int64_t bound) {
  return plan_of(folder, "game: nim\nplayers: 3\nmatrices: [{ssam: 1}]",
                 "{count: 2, max: " + std::to_string(bound) + "}");
}

// Two piles of Nim, three players: with the larger bound, 10^10 values.
void nim_in_blocks_to_closed_file(benchmark::State& state) {
  const Folder folder;
  const Plan plan = nim_plan(folder, state.range(0));
  if (plan.cases[0].kind != TableKind::digit_blocks) return state.SkipWithError("not in blocks");
  sweep(state, plan, static_cast<int>(state.range(1)), is_right_nim);
}
BENCHMARK(nim_in_blocks_to_closed_file)
    ->ArgNames({"bound", "threads"})
    ->Args({8191, 1})
    ->Args({57'734, 1})
    ->Args({57'734, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

// The same table by solving its box, as if there were no automaton.
void nim_from_a_box_to_closed_file(benchmark::State& state) {
  const Folder folder;
  Plan plan = nim_plan(folder, state.range(0));
  PlanCase& of_plan = plan.cases[0];
  of_plan.kind = TableKind::shared_boxes;
  of_plan.layout = ChunkLayout::of(of_plan.layout.dims);
  of_plan.chunks_per_unit = 1;
  plan.units = plan.chunks = of_plan.units = of_plan.layout.chunks;
  sweep(state, plan, static_cast<int>(state.range(1)), is_right_nim);
}
BENCHMARK(nim_from_a_box_to_closed_file)
    ->ArgNames({"bound", "threads"})
    ->Args({8191, 1})
    ->Args({8191, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

const std::vector<Counters> kBounds = {15, 200, 200, 200};  // 130 MB per first player

std::vector<std::uint8_t> filled() {
  const LastNimTable table(kMatrix, 0, kBounds);
  std::vector<std::uint8_t> values(table.bytes_per_player());
  table.fill(0, values);
  return values;
}

void fill_in_memory(benchmark::State& state) {
  const LastNimTable table(kMatrix, 0, kBounds);
  std::vector<std::uint8_t> values = filled();
  const LastNimMachine machine(kMatrix);
  for (std::size_t k = 0; k < values.size(); k += 99'991) {
    std::vector<Counters> piles(4);
    std::size_t rest = k;
    for (std::size_t j = 4; j-- > 0; rest /= kBounds[j] + 1) piles[j] = rest % (kBounds[j] + 1);
    if (values[k] != machine.outcomes(piles)[0]) return state.SkipWithError("wrong value");
  }
  // Chunk by chunk, as if all differed: two whole axes, and enough of a third to make 1 MiB.
  const std::size_t slice = std::size_t{201} * 201;
  const std::size_t a_chunk = 25;
  for (auto _ : state) {
    std::uint8_t* out = values.data();
    for (std::uint64_t x = 0; x <= kBounds[0]; ++x) {
      const auto prefix = table.state_after(std::vector<std::uint64_t>{x});
      for (Counters from = 0; from <= kBounds[1]; from += a_chunk) {
        const Counters count = std::min<Counters>(a_chunk, kBounds[1] + 1 - from);
        table.fill_block(0, prefix, 1, from, count, {out, slice * count});
        out += slice * count;
      }
    }
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(values.size()));
}
BENCHMARK(fill_in_memory)->Unit(benchmark::kMillisecond);

void memcpy_of_the_same(benchmark::State& state) {
  const std::vector<std::uint8_t> source = filled();
  std::vector<std::uint8_t> target(source.size());
  for (auto _ : state) {
    std::memcpy(target.data(), source.data(), source.size());
    benchmark::ClobberMemory();
  }
  if (target != source) state.SkipWithError("wrong copy");
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(source.size()));
}
BENCHMARK(memcpy_of_the_same)->Unit(benchmark::kMillisecond);

// A program that leaves everything to HDF5: chunks of 1 MiB, deflate at its fastest level.
void h5dwrite_deflate_of_the_same(benchmark::State& state) {
  const Folder folder;
  const std::string path = folder.file("plain.h5");
  const std::vector<std::uint8_t> values = filled();
  const hsize_t extent = values.size();
  const hsize_t chunk = 1 << 20;
  const auto write = [&] {
    const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t space = H5Screate_simple(1, &extent, nullptr);
    const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    bool good = H5Pset_chunk(properties, 1, &chunk) >= 0 && H5Pset_deflate(properties, 1) >= 0;
    const hid_t dataset =
        H5Dcreate2(file, "value", H5T_STD_U8LE, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    good = good &&
           H5Dwrite(dataset, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0;
    good = H5Dclose(dataset) >= 0 && H5Pclose(properties) >= 0 && H5Sclose(space) >= 0 && good;
    return H5Fclose(file) >= 0 && good;
  };
  for (auto _ : state) {
    remove_untimed(state, path);
    if (!write()) return state.SkipWithError("HDF5 failed");
  }
  std::vector<std::uint8_t> back(values.size());
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t dataset = H5Dopen2(file, "value", H5P_DEFAULT);
  if (H5Dread(dataset, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, back.data()) < 0 ||
      back != values)
    state.SkipWithError("wrong values");
  H5Dclose(dataset);
  H5Fclose(file);
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(values.size()));
}
BENCHMARK(h5dwrite_deflate_of_the_same)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace nimsweep
