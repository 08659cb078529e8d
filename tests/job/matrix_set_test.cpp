#include "nimsweep/job/matrix_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "job/sample_rows.hpp"
#include "nimsweep/base/hash.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "support/expect_error.hpp"

namespace nimsweep {
namespace {

using Kind = MatrixSource::Kind;

JobSpec job_of(std::vector<MatrixSource> sources) {
  JobSpec job;
  job.path = "job.yaml";
  job.players = {3, 4};
  job.matrices = std::move(sources);
  return job;
}

MatrixSource listing(std::vector<AllianceMatrix> matrices) {
  MatrixSource source{.kind = MatrixSource::Kind::listed};
  source.set_listed(std::move(matrices));
  return source;
}

TEST(MatrixSet, NumbersItsSourcesThrough) {
  const auto listed = AllianceMatrix::from_rows({{0, 2, 1}, {0, 1, 2}, {0, 2, 1}});
  const JobSpec job = job_of({{.kind = Kind::sam},
                              {.kind = Kind::ssam},
                              listing({listed, AllianceMatrix::standard(4)}),
                              {.kind = Kind::range, .from = 200, .count = 16},
                              {.kind = Kind::all}});
  const MatrixSet set(job, 3);
  ASSERT_EQ(set.size(), Uint128{1 + 3 + 1 + 16 + 216});
  EXPECT_EQ(set[0], AllianceMatrix::standard(3));
  EXPECT_EQ(set[3], AllianceMatrix::shifted(3, 2));
  EXPECT_EQ(set[4], listed);
  EXPECT_EQ(set[5].index(), Uint128{200});
  EXPECT_EQ(set[20].index(), Uint128{215});
  EXPECT_EQ(set[21].index(), Uint128{0});
  EXPECT_EQ(set[236].index(), Uint128{215});
  for (std::uint64_t number = 0; number < 237; ++number)
    EXPECT_EQ(set.index_of(number), number < 5 ? std::nullopt : std::optional(set[number].index()));
}

MatrixSource by_formula(const char* text, std::vector<int> shifts = {}) {
  return {.kind = Kind::formula,
          .shifts = std::move(shifts),
          .formula = MatrixFormula::parse(text, true)};
}

TEST(MatrixSet, AFormulaHasAMatrixForEachShift) {
  const MatrixSet all(job_of({by_formula("j + r")}), 4);
  const MatrixSet some(job_of({by_formula("r - j", {3, 1})}), 4);
  const MatrixSet one(job_of({by_formula("i - j")}), 4);
  ASSERT_EQ(all.size(), Uint128{4});
  for (int r = 0; r < 4; ++r)
    EXPECT_EQ(all[static_cast<std::uint64_t>(r)], AllianceMatrix::shifted(4, r));
  ASSERT_EQ(some.size(), Uint128{2});
  EXPECT_EQ(some[0], AllianceMatrix::from_equal_rows({3, 2, 1, 0}));
  EXPECT_EQ(some[1], AllianceMatrix::from_equal_rows({1, 0, 3, 2}));
  ASSERT_EQ(one.size(), Uint128{1});
  EXPECT_TRUE(all.names(AllianceMatrix::shifted(4, 3)));
  EXPECT_TRUE(some.names(some[1]));
  EXPECT_FALSE(some.names(one[0]));
}

TEST(MatrixSet, SamplesAreTheSameForTheSameSeedAndSpreadEvenly) {
  const JobSpec job = job_of({{.kind = Kind::sample, .count = 21600, .seed = 7}});
  const MatrixSet set(job, 3);
  const MatrixSet again(job, 3);
  std::map<Uint128, int> seen;
  for (std::uint64_t k = 0; k < 21600; ++k) {
    EXPECT_EQ(set[k], again[k]);
    ++seen[set[k].index()];
  }
  EXPECT_EQ(seen.size(), 216u);
  for (const auto& [index, count] : seen) {
    EXPECT_GT(count, 50);
    EXPECT_LT(count, 160);
  }
  const MatrixSet other(job_of({{.kind = Kind::sample, .count = 1, .seed = 8}}), 4);
  EXPECT_NE(other[0], MatrixSet(job, 4)[0]);
}

// Tables tell a sample by its seed and count alone, so its matrices must never change.
TEST(MatrixSet, SamplesAreShuffledByHashes) {
  const std::uint64_t seed = 7;
  for (int players = 2; players <= 16; ++players) {
    const auto n = static_cast<std::size_t>(players);
    const MatrixSet set(job_of({{.kind = Kind::sample, .count = 100, .seed = seed}}), players);
    for (std::uint64_t number = 0; number < 100; ++number) {
      std::vector<std::vector<int>> rows(n, std::vector<int>(n));
      for (std::size_t i = 0; i < n; ++i) {
        std::iota(rows[i].begin(), rows[i].end(), 0);
        const std::uint64_t of_row = mix(mix(mix(0, seed), number), i);
        for (std::size_t j = n - 1; j > 0; --j)
          std::swap(rows[i][j], rows[i][mix(of_row, j) % (j + 1)]);
      }
      ASSERT_EQ(set[number], AllianceMatrix::from_rows(rows));
    }
  }
}

TEST(MatrixSet, SamplesAreTheSameInAnyNumberAtATime) {
  job_detail::SampleRows* const by_four = job_detail::sample_rows_for_avx2();
  if (by_four == nullptr) GTEST_SKIP() << "no AVX2";
  for (int players = 2; players <= 16; ++players)
    for (const std::uint64_t of_sample : {std::uint64_t{0}, mix(0, 1), ~std::uint64_t{0}})
      for (const std::uint64_t number : {std::uint64_t{0}, std::uint64_t{1} << 40})
        for (const std::size_t matrices : {1U, 3U, 4U, 7U, 5000U}) {
          std::vector<AllianceMatrix::PackedRow> one(matrices * static_cast<std::size_t>(players));
          auto four = one;
          job_detail::sample_rows_anywhere(players, of_sample, number, matrices, one.data());
          by_four(players, of_sample, number, matrices, four.data());
          ASSERT_EQ(one, four) << players << " players, " << matrices << " matrices";
        }
}

TEST(MatrixSet, CopiesTheRowsOfItsMatricesAcrossSources) {
  for (int players = 2; players <= 8; ++players) {
    const auto n = static_cast<std::size_t>(players);
    const MatrixSet set(job_of({{.kind = Kind::sam},
                                {.kind = Kind::ssam},
                                {.kind = Kind::range, .from = 1, .count = 3},
                                {.kind = Kind::sample, .count = 40, .seed = 3},
                                {.kind = Kind::all}}),
                        players);
    const std::size_t most = 1 + n + 3 + 40 + (players == 2 ? 4 : 200);
    std::vector<AllianceMatrix::PackedRow> expected;
    for (std::size_t m = 0; m < most; ++m)
      for (Seat i = 0; i < players; ++i) expected.push_back(set[m].packed_row(i));
    for (std::size_t from = 0; from < most; from += 3)
      for (const std::size_t count : {std::size_t{1}, std::size_t{32}, most}) {
        std::vector<AllianceMatrix::PackedRow> rows(std::min(count, most - from) * n);
        set.copy_rows(from, rows);
        ASSERT_TRUE(std::equal(rows.begin(), rows.end(),
                               expected.begin() + static_cast<std::ptrdiff_t>(from * n)));
      }
  }
}

TEST(MatrixSet, SourcesThatDoNotFitAreErrorsAtTheirPlace) {
  const auto bad = [](MatrixSource source, int players, const char* message) {
    source.place = {.line = 7, .column = 5};
    EXPECT_ERROR(ErrorKind::job, message, MatrixSet(job_of({source}), players));
  };
  bad({.kind = Kind::ssam, .shifts = {3}}, 3, "job.yaml:7:5: matrices: ssam: 3 with 3 players");
  bad(by_formula("j + r", {3}), 3,
      "job.yaml:7:5: matrices: r: 3 with 3 players; expected at most 2");
  bad(by_formula("2*j"), 4,
      "job.yaml:7:5: matrices: formula '2*j' with 4 players: row 1 (of P_0) is '0 2 0 2', which "
      "has 0 twice; expected a permutation of 0..3");
  bad(by_formula("r*j"), 3, "formula 'r*j' with 3 players and r = 0: row 1 (of P_0) is '0 0 0'");
  bad({.kind = Kind::range, .from = 210, .count = 7}, 3, "range from 210 with 7 matrices");
  bad({.kind = Kind::all}, 9, "9 players have no index");
  bad(listing({AllianceMatrix::standard(5)}), 3, "a matrix of 5 players");
}

}  // namespace
}  // namespace nimsweep
