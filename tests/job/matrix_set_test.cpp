#include "nimsweep/job/matrix_set.hpp"

#include <gtest/gtest.h>

#include <map>

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

TEST(MatrixSet, SourcesThatDoNotFitAreErrorsAtTheirPlace) {
  const auto bad = [](MatrixSource source, int players, const char* message) {
    source.place = {.line = 7, .column = 5};
    EXPECT_ERROR(ErrorKind::job, message, MatrixSet(job_of({source}), players));
  };
  bad({.kind = Kind::ssam, .shifts = {3}}, 3, "job.yaml:7:5: matrices: ssam: 3 with 3 players");
  bad({.kind = Kind::range, .from = 210, .count = 7}, 3, "range from 210 with 7 matrices");
  bad({.kind = Kind::all}, 9, "9 players have no index");
  bad(listing({AllianceMatrix::standard(5)}), 3, "a matrix of 5 players");
}

}  // namespace
}  // namespace nimsweep
