// For tests/proofs/families_test.py: writes each claim of a job as a file for Coq.
//
//     write_coq_files JOB.yaml FOLDER MOST
//
// Claim number k becomes FOLDER/claim_k.v, with at most MOST piles that matter. Prints one line for
// each claim: its name in Coq, or why it has no theorem.
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "nimsweep/families/coq_file.hpp"
#include "nimsweep/job/job_spec.hpp"

namespace {

using namespace nimsweep;

// As written in jobs: sam, ssam:R, or ssam for every shift.
std::optional<int> shift_named(const std::string& matrix) {
  if (matrix == Claim::kEveryShift) return std::nullopt;
  return matrix == "sam" ? 0 : std::stoi(matrix.substr(matrix.find(':') + 1));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return EXIT_FAILURE;
  try {
    int number = 0;
    for (const ClaimSpec& spec : read_job(argv[1]).claims) {
      const Claim& claim = spec.claim;
      const auto theorem = coq_theorem(claim, {.shift = shift_named(claim.matrix),
                                               .most_piles_that_matter = std::atoi(argv[3])});
      ++number;
      if (const auto* not_covered = std::get_if<NotInCoq>(&theorem)) {
        std::cout << "not covered: " << not_covered->reason << "\n";
        continue;
      }
      std::ofstream file(std::string(argv[2]) + "/claim_" + std::to_string(number) + ".v");
      file << coq_file({&std::get<std::string>(theorem), 1});
      if (!file.flush()) return EXIT_FAILURE;
      std::cout << coq_name(claim.name) << "\n";
    }
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return EXIT_FAILURE;
  }
}
