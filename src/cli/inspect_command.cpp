// inspect: what a table file holds, and whether it is whole.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "cli/commands.hpp"
#include "cli/describe.hpp"
#include "cli/game_options.hpp"
#include "cli/hunts.hpp"
#include "cli/progress.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/generic_solver.hpp"
#include "nimsweep/solve/grundy.hpp"
#include "nimsweep/solve/last_nim_machine.hpp"
#include "nimsweep/solve/retrograde_solver.hpp"
#include "nimsweep/store/table_file.hpp"

namespace nimsweep::cli {

namespace {

struct InspectOptions {
  explicit InspectOptions(const Arguments& given)
      : file(given.text("file")),
        check(given.has("--check")),
        quiet(given.has("--quiet")),
        format(format_of(given)) {}

  std::string file;
  bool check;
  bool quiet;
  Format format;
};

constexpr Uint128 kSampledCells = 1000;                          // of each case, or all it has
constexpr std::size_t kRememberedBytes = std::size_t{64} << 20;  // of chunks that may come again

[[noreturn]] void fail(const std::string& what) {
  throw Error(ErrorKind::damage, what);
}

// Every chunk is there, has its checksum, and inflates to values; together they have the signature.
void check_chunks(const TableReader& table, Progress& progress) {
  std::uint64_t signature = 0;
  std::uint64_t done = 0;
  std::uint64_t total = 0;
  for (const TableCase& of_case : table.cases()) total += of_case.layout.chunks;
  std::unordered_map<std::string, std::uint64_t> hashes;  // of chunks seen: equal ones are common
  for (std::size_t k = 0; k < table.cases().size(); ++k) {
    const TableCase& of_case = table.cases()[k];
    hashes.clear();
    std::size_t remembered = 0;
    for (std::uint64_t number = 0; number < of_case.layout.chunks; ++number) {
      const EncodedChunk chunk = table.chunk(k, number);
      std::string key(chunk.bytes.begin(), chunk.bytes.end());
      key.push_back(static_cast<char>(chunk.filter_mask));
      auto known = hashes.find(key);
      if (known == hashes.end()) {
        const auto values = decode_chunk(chunk.bytes, chunk.filter_mask,
                                         static_cast<std::size_t>(of_case.layout.chunk_bytes));
        remembered += key.size();
        if (remembered > kRememberedBytes) {
          hashes.clear();
          remembered = key.size();
        }
        known = hashes.emplace(std::move(key), content_hash_of(values)).first;
      }
      signature += signature_of(k, number, known->second);
      progress.show({.what = "checking", .unit = "chunks", .done = ++done, .total = total});
    }
  }
  if (signature != table.signature())
    fail(fmt::format("the values have signature {:016x}, but {:016x} is stored", signature,
                     table.signature()));
}

// Positions of other games than Last Nim take long to solve unless they are small.
void make_small(std::span<std::uint64_t> piles, std::mt19937_64& random) {
  constexpr std::size_t kPiles = 3;
  constexpr std::uint64_t kCounters = 3;
  std::size_t left = kPiles;
  const std::size_t skipped = random() % piles.size();
  for (std::size_t k = 0; k < piles.size(); ++k) {
    std::uint64_t& pile = piles[(k + skipped) % piles.size()];
    pile = left > 0 ? std::min(pile, random() % (kCounters + 1)) : 0;
    if (pile > 0) --left;
  }
}

// Not by boxes, as the table may have been made.
Seat by_definition(const Ruleset& ruleset, const AllianceMatrix& matrix, const Position& start,
                   Seat first) {
  return ruleset.plays() == Ruleset::Plays::endless
             ? RetrogradeSolver(ruleset, matrix).outcome(start, first).winner
             : GenericSolver(ruleset, matrix).outcome(start, first).winner;
}

// What solvers of single positions find at a place of a table; Grundy values at one made small.
int expected_at(const TableReader& table, std::size_t of_case, const Ruleset& ruleset,
                std::span<std::uint64_t> place, std::mt19937_64& random) {
  const std::uint64_t passes = table.header().passes;
  if (table.cases()[of_case].quantity == Quantity::grundy) {
    make_small(place, random);
    return static_cast<int>(grundy(ruleset, ruleset.start({place.begin(), place.end()}, passes)));
  }
  const auto matrix = table.matrix(of_case, place[0]);
  const auto first = static_cast<Seat>(place[1]);
  const bool is_last_nim = std::holds_alternative<LowerLast>(ruleset.move_shape());
  if (!is_last_nim) make_small(place.subspan(2), random);
  const std::vector<Counters> piles(place.begin() + 2, place.end());
  const Seat winner = is_last_nim
                          ? LastNimMachine(matrix, static_cast<int>(passes)).outcomes(piles)[first]
                          : by_definition(ruleset, matrix, ruleset.start(piles, passes), first);
  return value_of(winner, first, matrix.players());
}

// Values of random cells, worked out anew from the stored matrices. They are read in order, so that
// each chunk is inflated once.
void check_sample(const TableReader& table) {
  std::mt19937_64 random(1);
  const auto ruleset = make_ruleset(table.header().game);
  for (std::size_t k = 0; k < table.cases().size(); ++k) {
    const auto& dims = table.cases()[k].layout.dims;
    std::map<std::vector<std::uint64_t>, int> sample;
    for (Uint128 cell = 0; cell < std::min(kSampledCells, product(dims)); ++cell) {
      std::vector<std::uint64_t> place;
      place.reserve(dims.size());
      for (const std::uint64_t along : dims) place.push_back(random() % along);
      const int expected = expected_at(table, k, *ruleset, place, random);
      sample.emplace(std::move(place), expected);
    }
    const std::vector<std::uint64_t> one(dims.size(), 1);
    for (const auto& [place, expected] : sample) {
      const int stored = table.wide_values(k, place, one).front();
      if (stored != expected)
        fail(fmt::format("{} at {} is {}; expected {}", table.cases()[k].name,
                         fmt::join(place, ","), stored, expected));
    }
  }
}

void print_json(Output& output, const TableReader& table, const InspectOptions& options) {
  for (std::size_t k = 0; k < table.cases().size(); ++k) {
    const TableCase& of_case = table.cases()[k];
    output.write_json({{"type", "case"},
                       {"name", of_case.name},
                       {"quantity", name_of(of_case.quantity)},
                       {"dims", of_case.layout.dims},
                       {"chunk", of_case.layout.chunk},
                       {"chunks", to_decimal(of_case.layout.chunks)},
                       {"values", to_decimal(product(of_case.layout.dims))},
                       {"stored_bytes", to_decimal(table.stored_bytes(k))}});
  }
  output.write_json({{"type", "file"},
                     {"file", options.file},
                     {"title", table.header().title},
                     {"game", table.header().game},
                     {"passes", table.header().passes},
                     {"created", table.header().created},
                     {"version", table.header().version},
                     {"job_sha256", table.header().job_sha256},
                     {"signature", fmt::format("{:016x}", table.signature())},
                     {"checked", options.check}});
}

void print_text(Output& output, const TableReader& table, const InspectOptions& options) {
  const FileHeader& header = table.header();
  output.write(fmt::format("{}\n", header.title.empty() ? options.file : header.title));
  output.write(fmt::format("game {}, passes {}, made {} by nimsweep {}\n", header.game,
                           header.passes, header.created, header.version));
  output.write(fmt::format("job {}\nsignature {:016x}\n\n", header.job_sha256, table.signature()));
  output.write(fmt::format("{:8} {:>24} {:>10} {:>10}  {}\n", "case", "values", "chunks", "stored",
                           "extent"));
  for (std::size_t k = 0; k < table.cases().size(); ++k) {
    const TableCase& of_case = table.cases()[k];
    output.write(fmt::format(
        "{:8} {:>24} {:>10} {:>10}  {}\n", of_case.name,
        to_grouped_decimal(product(of_case.layout.dims)), to_grouped_decimal(of_case.layout.chunks),
        describe_bytes(table.stored_bytes(k)), fmt::join(of_case.layout.dims, " x ")));
  }
  if (options.check)
    output.write("\nchecked: every byte is what was written, sampled values are right\n");
}

void check(const TableReader& table, bool quiet) {
  Progress progress(quiet);
  check_chunks(table, progress);
  table.check_descriptions();
  table.check_bytes();
  check_sample(table);
}

// What is not what it should be is damage, if that is what we look for; what cannot be read is not.
template <class Look>
auto checked(bool check, Look look) {
  try {
    return look();
  } catch (const Error& error) {
    if (check && error.kind() == ErrorKind::input) fail(error.what());
    throw;
  }
}

TableReader opened(const InspectOptions& options) {
  return checked(options.check, [&] {
    auto table = TableReader::complete(options.file);
    if (options.check) check(table, options.quiet);
    return table;
  });
}

// The results are read under their checksum, whether that is asked for or not.
void inspect_hunts(const InspectOptions& options, Output& output) {
  const Format format = options.format;
  if (options.check) checked(true, [&] { HuntFile::check(options.file); });
  const HuntFile file = HuntFile::read(options.file);
  if (format == Format::text) {
    output.write(fmt::format("{}\n", file.header.title.empty() ? options.file : file.header.title));
    output.write(fmt::format("hunts, made {} by nimsweep {}\njob {}\n", file.header.created,
                             file.header.version, file.header.job_sha256));
  }
  for (const StoredHunt& hunt : file.hunts) {
    if (format == Format::text) output.write("\n");
    print_hunt(output, format, hunt);
  }
  if (options.check && format == Format::text)
    output.write("\nchecked: every byte is what was written\n");
}

void inspect(const InspectOptions& options, Session& session) {
  Output& output = session.output;
  if (HuntFile::is_one(options.file)) {
    inspect_hunts(options, output);
    return;
  }
  const TableReader table = opened(options);
  if (options.format == Format::json)
    print_json(output, table, options);
  else
    print_text(output, table, options);
}

}  // namespace

Command inspect_command() {
  return make_command(
      {.name = "inspect",
       .summary = "What a table file holds, and whether it is whole",
       .options = {argument("file", "FILE", "The table file"),
                   flag("--check", "Read every chunk, and work a sample of the values out anew"),
                   flag("--quiet", "No progress"), json_option()},
       .footer = "Example:\n  nimsweep inspect out/theorems.h5 --check"},
      inspect);
}

}  // namespace nimsweep::cli
