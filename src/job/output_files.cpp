#include "job/output_files.hpp"

#include <filesystem>
#include <string>
#include <system_error>

#include "nimsweep/base/error.hpp"

namespace nimsweep::job_detail {

namespace {

void check_differs(const JobSpec& job, const std::string& file, const std::string& other,
                   Place place, const std::string& message) {
  const auto path_of = [](const std::string& name) {
    std::error_code error;
    const auto path = std::filesystem::weakly_canonical(std::filesystem::absolute(name), error);
    return error ? std::filesystem::path(name) : path;
  };
  if (!file.empty() && !other.empty() && path_of(file) == path_of(other))
    throw job.error_at(place, message);
}

}  // namespace

void check_output_files(const JobSpec& job) {
  if (!job.result_file.empty() && job.hunts.empty() && !job.has_claim_work())
    throw job.error_at(job.results_place,
                       "results: a file for hunts and claims; expected 'hunt:', 'verify:', "
                       "'values:' or 'mine:', too");
  if (job.verifies_tables && job.claims.empty())
    throw job.error_at(job.tables_place, "tables: verify: true; expected 'verify:', too");
  if (job.verifies_tables && job.quantity == Quantity::grundy)
    throw job.error_at(job.tables_place,
                       "tables: verify: true; expected no 'quantity: grundy', which claims "
                       "are not about");
  check_differs(job, job.result_file, job.table_file, job.results_place,
                "results: the file of the tables; expected another");
  check_differs(job, job.claims_file(), job.table_file, job.tables_place,
                "tables: the file of the verdicts; expected another");
  check_differs(job, job.page_file, job.claims_file(), job.page_place,
                "report: the file of the verdicts; expected another");
  check_differs(job, job.page_file, job.table_file, job.page_place,
                "report: the file of the tables; expected another");
  check_differs(job, job.page_file, job.result_file, job.page_place,
                "report: the file of the hunts; expected another");
  for (auto spec = job.sequences.begin(); spec != job.sequences.end(); ++spec) {
    for (const std::string& file :
         {job.table_file, job.result_file, job.claims_file(), job.page_file})
      check_differs(job, spec->file, file, spec->place,
                    "sequence: another file of the job; expected a file of its own");
    for (auto other = job.sequences.begin(); other != spec; ++other)
      check_differs(job, spec->file, other->file, spec->place,
                    "sequence: the file of another sequence; expected a file of its own");
  }
}

}  // namespace nimsweep::job_detail
