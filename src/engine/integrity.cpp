// The sample is recomputed by solvers of single positions, which share no code with the boxes that
// may have made the table.
#include "nimsweep/engine/integrity.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/files/input_file.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/generic_solver.hpp"
#include "nimsweep/solve/grundy.hpp"
#include "nimsweep/solve/last_nim_machine.hpp"
#include "nimsweep/solve/retrograde_solver.hpp"
#include "nimsweep/store/hunt_file.hpp"
#include "nimsweep/store/table_file.hpp"

namespace nimsweep {

namespace {

constexpr Uint128 kSampledCells = 1000;                          // per case, or all it has
constexpr std::size_t kRememberedBytes = std::size_t{64} << 20;  // of chunks that may repeat

[[noreturn]] void fail(const std::string& what) {
  throw Error(ErrorKind::damage, what);
}

// Checks that every chunk is there, matches its checksum and inflates to values, and that all of
// them together have the signature.
void check_chunks(const TableReader& table, IntegrityCallback callback) {
  std::uint64_t signature = 0;
  std::uint64_t done = 0;
  std::uint64_t total = 0;
  for (const TableCase& table_case : table.cases()) total += table_case.layout.chunks;
  std::unordered_map<std::string, std::uint64_t> hashes;  // of chunks seen: equal ones are common
  for (std::size_t k = 0; k < table.cases().size(); ++k) {
    const TableCase& table_case = table.cases()[k];
    hashes.clear();
    std::size_t remembered = 0;
    for (std::uint64_t number = 0; number < table_case.layout.chunks; ++number) {
      const EncodedChunk chunk = table.chunk(k, number);
      std::string key(chunk.bytes.begin(), chunk.bytes.end());
      key.push_back(static_cast<char>(chunk.filter_mask));
      auto known = hashes.find(key);
      if (known == hashes.end()) {
        const auto values = decode_chunk(chunk.bytes, chunk.filter_mask,
                                         static_cast<std::size_t>(table_case.layout.chunk_bytes));
        remembered += key.size();
        if (remembered > kRememberedBytes) {
          hashes.clear();
          remembered = key.size();
        }
        known = hashes.emplace(std::move(key), content_hash_of(values)).first;
      }
      signature += signature_of(k, number, known->second);
      callback(++done, total);
    }
  }
  if (signature != table.signature())
    fail(fmt::format("the values have signature {:016x}, but {:016x} is stored", signature,
                     table.signature()));
}

// Positions of games other than Last Nim take long to solve unless they are small.
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

Seat by_definition(const Ruleset& ruleset, const AllianceMatrix& matrix, const Position& start,
                   Seat first) {
  return ruleset.plays() == Ruleset::Plays::endless
             ? RetrogradeSolver(ruleset, matrix).outcome(start, first).winner
             : GenericSolver(ruleset, matrix).outcome(start, first).winner;
}

// What solvers of single positions find at a place, which is first made small if it has to be.
int expected_at(const TableReader& table, std::size_t case_number, const Ruleset& ruleset,
                std::span<std::uint64_t> place, std::mt19937_64& random) {
  const std::uint64_t passes = table.header().passes;
  if (table.cases()[case_number].quantity == Quantity::grundy) {
    make_small(place, random);
    return static_cast<int>(grundy(ruleset, ruleset.start({place.begin(), place.end()}, passes)));
  }
  const auto matrix = table.matrix(case_number, place[kMatrixAxis]);
  const auto first = static_cast<Seat>(place[kFirstAxis]);
  const bool is_last_nim = std::holds_alternative<LowerLast>(ruleset.move_shape());
  if (!is_last_nim) make_small(place.subspan(kPileAxes), random);
  const std::vector<Counters> piles(place.begin() + kPileAxes, place.end());
  const Seat winner = is_last_nim
                          ? LastNimMachine(matrix, static_cast<int>(passes)).outcomes(piles)[first]
                          : by_definition(ruleset, matrix, ruleset.start(piles, passes), first);
  return value_of(winner, first, matrix.players());
}

// Recomputes random cells from the stored matrices. They are read in order, so that each chunk is
// inflated once.
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

void check_table_integrity(const TableReader& table, IntegrityCallback callback) {
  check_chunks(table, callback);
  table.check_descriptions();
  table.check_bytes();
  check_sample(table);
}

}  // namespace

void check_integrity(const std::string& path, IntegrityCallback callback) {
  const InputFile file(path);  // what is not a regular file is not damaged
  try {
    if (HuntFile::is_one(path))
      HuntFile::check(path);
    else
      check_table_integrity(TableReader::complete(path), callback);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::input) fail(error.what());
    throw;
  }
}

}  // namespace nimsweep
