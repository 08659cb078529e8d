#include "nimsweep/job/output_files.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <system_error>

#include "nimsweep/base/error.hpp"

namespace nimsweep {

namespace {

struct OutputName {
  std::string_view key;   // where the name stands: "report", "--latex"
  std::string_view what;  // "the report", "--latex"
  std::string file;
  std::optional<Place> place;  // in the job
};

std::vector<OutputName> names_of(const JobSpec& job) {
  std::vector<OutputName> names = {
      {"tables", "the tables", job.table_file, job.tables_place},
      {"results", "the hunts", job.result_file, job.results_place},
      {"results", "the verdicts", job.claims_file(), job.results_place},
      {"report", "the report", job.page_file, job.page_place}};
  for (const SequenceSpec& spec : job.sequences)
    names.push_back({"sequence", "a sequence", spec.file, spec.place});
  return names;
}

std::filesystem::path canonical(const std::string& name) {
  std::error_code error;
  const auto path = std::filesystem::weakly_canonical(std::filesystem::absolute(name), error);
  return error ? std::filesystem::path(name) : path;
}

}  // namespace

void check_distinct_files(const JobSpec& job, const std::vector<OptionFile>& others) {
  std::vector<OutputName> names = names_of(job);
  for (const auto& [option, file] : others) names.push_back({option, option, file, {}});
  std::erase_if(names, [](const OutputName& name) { return name.file.empty(); });
  for (auto name = names.begin(); name != names.end(); ++name)
    for (auto other = names.begin(); other != name; ++other) {
      if (canonical(name->file) != canonical(other->file)) continue;
      const std::string message =
          fmt::format("{}: {} is also the file of {}; expected another name", name->key, name->file,
                      other->what);
      throw name->place ? job.error_at(*name->place, message) : Error(ErrorKind::input, message);
    }
}

namespace job_detail {

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
  check_distinct_files(job);
}

}  // namespace job_detail

}  // namespace nimsweep
