// A user's program: solves the first position of README.md, runs a job with one call, and checks
// the table it produced with another.
#include <atomic>
#include <cstdio>
#include <fstream>

#include "nimsweep/engine/integrity.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/run/run_job.hpp"
#include "nimsweep/solve/solver.hpp"

namespace {

class Printer : public nimsweep::RunSink {
 public:
  void table(const nimsweep::Plan& plan, const nimsweep::SweepResult& result, double) override {
    std::printf("%s: %llu positions, %s\n", plan.job.table_file.c_str(),
                static_cast<unsigned long long>(plan.positions),
                result.complete ? "complete" : "not complete");
  }
};

}  // namespace

int main() {
  const auto game = nimsweep::make_ruleset("last-nim");
  const auto matrix = nimsweep::parse_matrix("0 2 1 / 0 1 2 / 0 2 1", std::nullopt);
  const auto start = game->start(nimsweep::parse_piles("1,2,2"), 0);
  const auto solver = nimsweep::make_solver(*game, matrix);
  std::printf("P_%d wins\n", static_cast<int>(solver->winner(start, 0)));

  std::ofstream("job.yaml")
      << "nimsweep: 1\nplayers: 3\nmatrices: [sam]\npiles: {count: 2, max: 4}\n"
         "tables: {file: t.h5}\nverify: [standard-n=N+1]\n";
  const std::atomic<bool> stop = false;
  Printer printer;
  const auto summary = nimsweep::run_job(std::string("job.yaml"), {.stop = stop}, printer);
  std::printf("%s\n", summary.holds() ? "all hold" : "something does not hold");
  nimsweep::check_integrity("t.h5", [](std::uint64_t, std::uint64_t) {});
}
