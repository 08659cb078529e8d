#include "run/job_files.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "nimsweep/base/error.hpp"
#include "nimsweep/job/check_list.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/store/saved_text.hpp"
#include "nimsweep/store/work_folder.hpp"

namespace nimsweep::run_detail {

namespace {

// Throws Error(job) unless a file that the job names was made by it.
void check_made_by(const JobSpec& job, Place place, const std::string& file, bool is_there,
                   const std::string& made_by_sha256) {
  if (!is_there) throw job.error_at(place, fmt::format("{} is not there; run the job first", file));
  if (made_by_sha256 != job.sha256)
    throw job.error_at(place, fmt::format("{} was made by another job, or by this one before it "
                                          "was changed; run the job first",
                                          file));
}

void add_table(Section& section, const JobSpec& job) {
  const bool is_there = std::filesystem::exists(job.table_file);
  if (is_there) section.table.emplace(TableReader::complete(job.table_file));
  check_made_by(job, job.tables_place, job.table_file, is_there,
                is_there ? section.table->header().job_sha256 : "");
}

void add_hunts(Section& section, const JobSpec& job) {
  const bool is_there = std::filesystem::exists(job.result_file);
  if (is_there) {
    HuntFile file = HuntFile::read(job.result_file);
    section.hunts = std::move(file.hunts);
    section.hunts_header = std::move(file.header);
  }
  check_made_by(job, job.results_place, job.result_file, is_there,
                is_there ? section.hunts_header->job_sha256 : "");
}

}  // namespace

Section section_of_files(const JobSpec& job) {
  Section section{.title = job.title.empty() ? job.path : job.title,
                  .source = job.path,
                  .kind = "job",
                  .job = job.text};
  if (!job.table_file.empty()) add_table(section, job);
  if (!job.hunts.empty() && !job.result_file.empty()) add_hunts(section, job);
  for (const ClaimSpec& spec : job.claims) section.claims.push_back(claim_json(spec.claim));
  if (!job.hunts.empty() && job.result_file.empty())
    section.remarks.emplace_back(
        "the hunts leave no file; give the job 'results:', or report what `run --json` prints");
  return section;
}

void add_mined(Section& section, const MineSpec& spec, const MineResult& result) {
  for (const Record& record : mining_records(spec, result))
    (record.json()["type"] == "mined" ? section.mined : section.mining).push_back(record.json());
}

bool is_complete(const std::string& claims_file, const ClaimWork& work) {
  const auto saved = SavedText::read(claims_file, InputFile::Links::follow);
  return saved && saved->plan_sha256 == work.sha256();
}

bool has_complete_claims(const JobSpec& job) {
  const std::string file = job.claims_file();
  if (file.empty() || WorkFolder::replaces(file)) return false;
  try {
    const auto checks = check_list(job);
    return is_complete(file, ClaimWork(job, checks));
  } catch (const Error& problem) {
    if (problem.kind() == ErrorKind::io) throw;
    return false;
  }
}

}  // namespace nimsweep::run_detail
