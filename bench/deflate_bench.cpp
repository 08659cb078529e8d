// What ISA-L's levels make of the kinds of chunks that there are, by one pass and by two, against
// what is stored: bytes and CPU time, the best of some repetitions. Every stream is read back
// before its time counts.
//
//     build/bench/deflate_bench [REPETITIONS]
#include <fmt/format.h>
#include <isa-l.h>
#include <stdlib.h>
#include <time.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "engine/stack_periods.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/box.hpp"
#include "nimsweep/solve/last_nim_table.hpp"
#include "nimsweep/solve/side_by_side.hpp"
#include "nimsweep/store/chunk_codec.hpp"

namespace nimsweep {
namespace {

const AllianceMatrix kMatrix = AllianceMatrix::from_rows({{0, 2, 1}, {0, 1, 2}, {0, 2, 1}});

using Bytes = std::vector<std::uint8_t>;

struct Kind {
  std::string name;
  Bytes values;
  StackShape shape = {};
};

// Three players, piles up to 200: 25 slices.
Kind block_of_a_machine() {
  const std::vector<Counters> bounds{15, 200, 200, 200};
  const LastNimTable table(kMatrix, 0, bounds);
  Kind kind{"a block of a machine", Bytes(25 * 201 * 201)};
  table.fill_block(0, table.state_after(std::vector<std::uint64_t>{3}), 1, 0, 25, kind.values);
  return kind;
}

// Three players.
Kind box_of_nim(const std::string& name, const std::vector<Counters>& bounds) {
  const auto box = make_box(*make_ruleset("nim"), kMatrix, bounds, 0);
  box->solve();
  Kind kind{name, Bytes(box->positions())};
  box->copy(0, kind.values.data());
  return kind;
}

// Tables of as many matrices as fit into a chunk, one after another.
Bytes stack_of(int players, const std::vector<Counters>& bounds,
               const std::function<Uint128(std::size_t)>& index) {
  const SideBySide solver(*make_ruleset("last-nim"), players, bounds, 0);
  SideBySide::Workspace workspace;
  const std::size_t size = solver.bytes_per_matrix();
  Bytes values((std::size_t{1} << 20) / size * size);
  for (std::size_t m = 0; m < values.size() / size; ++m) {
    std::vector<AllianceMatrix::PackedRow> rows(static_cast<std::size_t>(players));
    AllianceMatrix::rows_from_index(players, index(m), rows);
    solver.solve(rows, workspace, std::span(values).subspan(m * size, size));
  }
  return values;
}

Kind stack_in_order() {
  constexpr std::size_t kFirst = 24 * 7000;
  return {"four players, all matrices",
          stack_of(4, {4, 4, 4}, [](std::size_t m) { return Uint128{kFirst + m}; }),
          StackShape::of(std::vector<std::uint64_t>{4, 5, 5, 5}, engine_detail::stack_periods(4))};
}

Kind stack_of_a_sample() {
  std::mt19937_64 random(1);
  return {"five players, a sample",
          stack_of(5, {5, 5},
                   [&](std::size_t) { return Uint128{random()} % AllianceMatrix::count(5); }),
          StackShape::of(std::vector<std::uint64_t>{5, 6, 6},
                         std::vector<std::vector<std::size_t>>{{1, 2, 3, 4}})};
}

// A zlib stream.
Bytes deflated(const Bytes& in, std::uint32_t level) {
  constexpr std::size_t kBuffers[] = {ISAL_DEF_LVL0_DEFAULT, ISAL_DEF_LVL1_DEFAULT,
                                      ISAL_DEF_LVL2_DEFAULT, ISAL_DEF_LVL3_DEFAULT};
  static Bytes buffer(*std::max_element(std::begin(kBuffers), std::end(kBuffers)));
  static Bytes out;
  out.resize(in.size() + in.size() / 8 + 1000);
  isal_zstream stream{};
  isal_deflate_stateless_init(&stream);
  stream.level = level;
  stream.level_buf = buffer.data();
  stream.level_buf_size = static_cast<std::uint32_t>(kBuffers[level]);
  stream.gzip_flag = IGZIP_ZLIB;
  stream.end_of_stream = 1;
  stream.flush = NO_FLUSH;
  stream.next_in = const_cast<std::uint8_t*>(in.data());  // ISA-L only reads it
  stream.avail_in = static_cast<std::uint32_t>(in.size());
  stream.next_out = out.data();
  stream.avail_out = static_cast<std::uint32_t>(out.size());
  if (isal_deflate_stateless(&stream) != COMP_OK) return {};
  return {out.begin(), out.begin() + stream.total_out};
}

double cpu_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

double best_time(int repetitions, const std::function<void()>& work) {
  double best = 1e9;
  for (int k = 0; k < repetitions; ++k) {
    const double begun = cpu_milliseconds();
    work();
    best = std::min(best, cpu_milliseconds() - begun);
  }
  return best;
}

// How a chunk says that its second pass was skipped.
constexpr std::uint32_t kOnePass = 2;

// False if a stream is wrong.
bool print(const Kind& kind, int repetitions) {
  const std::size_t size = kind.values.size();
  ChunkEncoder encoder;
  const EncodedChunk stored = encoder.encode(kind.values, kind.shape);
  if (decode_chunk(stored.bytes, stored.filter_mask, size) != kind.values) return false;
  const double stored_time =
      best_time(repetitions, [&] { encoder.encode(kind.values, kind.shape); });
  fmt::print("{}, {} bytes\n", kind.name, size);
  fmt::print("  as stored, with checksums  {:7} bytes {:6.2f} ms, {}\n", stored.bytes.size(),
             stored_time, (stored.filter_mask & kOnePass) != 0 ? "one pass" : "two passes");
  for (std::uint32_t level = 0; level <= 3; ++level) {
    const Bytes once = deflated(kind.values, level);
    const Bytes twice = deflated(once, level);
    if (decode_chunk(once, kOnePass, size) != kind.values ||
        decode_chunk(twice, 0, size) != kind.values)
      return false;
    fmt::print("  level {}, one pass          {:7} bytes {:6.2f} ms\n", level, once.size(),
               best_time(repetitions, [&] { deflated(kind.values, level); }));
    fmt::print("           and a second       {:7} bytes {:6.2f} ms more\n", twice.size(),
               best_time(repetitions, [&] { deflated(once, level); }));
  }
  return true;
}

}  // namespace
}  // namespace nimsweep

int main(int count, char** words) {
  using namespace nimsweep;
  const int repetitions = count > 1 ? std::max(1, atoi(words[1])) : 30;
  for (const Kind& kind : {block_of_a_machine(), box_of_nim("a box of two-pile Nim", {1023, 1023}),
                           box_of_nim("a box of three-pile Nim", {100, 100, 100}), stack_in_order(),
                           stack_of_a_sample()})
    if (!print(kind, repetitions)) {
      fmt::print("{}: a stream is wrong\n", kind.name);
      return 1;
    }
}
