#include "nimsweep/report/section.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <sstream>
#include <utility>

#include "nimsweep/base/error.hpp"
#include "nimsweep/files/input_file.hpp"
#include "nimsweep/job/check_list.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/run/run_job.hpp"

namespace nimsweep {

namespace {

constexpr std::uint64_t kLongestLines = std::uint64_t{1} << 32;

std::string title_of(const FileHeader& header, const std::string& source) {
  return header.title.empty() ? source : header.title;
}

Section section_of_table(const std::string& source) {
  Section section{.title = {}, .source = source, .kind = "table"};
  section.table.emplace(TableReader::complete(source));
  section.title = title_of(section.table->header(), source);
  section.job = section.table->header().job;
  return section;
}

void add_hunts(Section& section, HuntFile file) {
  section.hunts = std::move(file.hunts);
  section.hunts_header = std::move(file.header);
}

Section section_of_hunts(const std::string& source) {
  HuntFile file = HuntFile::read(source);
  Section section{.title = title_of(file.header, source),
                  .source = source,
                  .kind = "hunts",
                  .job = file.header.job};
  add_hunts(section, std::move(file));
  return section;
}

// Puts verdicts and rows into a section; somebody else hears of the progress.
class SectionSink : public RunSink {
 public:
  SectionSink(Section& section, RunSink& listener) : section_(section), listener_(listener) {}

  void progress(const RunProgress& now) override { listener_.progress(now); }
  void step_ended() override { listener_.step_ended(); }
  void verdict(const Check& check) override { section_.verdicts.add(check_record(check).json()); }
  void row(const RowCheck& row) override { section_.rows.push_back(row_record(row).json()); }

 private:
  Section& section_;
  RunSink& listener_;
};

void add_verdicts(Section& section, const JobSpec& job, int threads, const std::atomic<bool>& stop,
                  RunSink& sink) {
  JobSpec checks = job;  // only these; the rest is read from files
  checks.table_file.clear();
  checks.hunts.clear();
  checks.mines.clear();
  if (check_list(job).empty()) checks.claims.clear();
  if (checks.claims.empty() && checks.values.empty()) return;
  SectionSink section_sink(section, sink);
  run_job(checks, {.threads = threads, .stop = stop}, section_sink);
  for (const ClaimSpec& spec : job.claims) section.claims.push_back(claim_json(spec.claim));
}

// Throws Error(job) unless a file that the job names was made by it.
void check_made_by(const JobSpec& job, Place place, const std::string& file, bool is_there,
                   const std::string& made_by_sha256) {
  if (!is_there) throw job.error_at(place, fmt::format("{} is not there; run the job first", file));
  if (made_by_sha256 != job.sha256)
    throw job.error_at(place, fmt::format("{} was made by another job, or by this one before it "
                                          "was changed; run the job first",
                                          file));
}

Section section_of_job(const std::string& source, int threads, const std::atomic<bool>& stop,
                       RunSink& sink) {
  const JobSpec job = read_job(source);
  Section section{.title = job.title.empty() ? source : job.title,
                  .source = source,
                  .kind = "job",
                  .job = job.text};
  if (!job.table_file.empty()) {
    const bool is_there = std::filesystem::exists(job.table_file);
    if (is_there) section.table.emplace(TableReader::complete(job.table_file));
    check_made_by(job, job.tables_place, job.table_file, is_there,
                  is_there ? section.table->header().job_sha256 : "");
  }
  if (!job.hunts.empty() && !job.result_file.empty()) {
    const bool is_there = std::filesystem::exists(job.result_file);
    if (is_there) add_hunts(section, HuntFile::read(job.result_file));
    check_made_by(job, job.results_place, job.result_file, is_there,
                  is_there ? section.hunts_header->job_sha256 : "");
  }
  add_verdicts(section, job, threads, stop, sink);
  if (!job.hunts.empty() && job.result_file.empty())
    section.remarks.emplace_back(
        "the hunts leave no file; give the job 'results:', or report what `run --json` prints");
  if (!job.mines.empty())
    section.remarks.emplace_back(
        "mined claims are not in any file; report what `run --json` prints to see them");
  if (section.is_empty())
    throw job.error_at({}, section.remarks.empty() ? "nothing to report" : section.remarks.front());
  return section;
}

}  // namespace

void VerdictList::add(Json record) {
  ++size_;
  Counts& counts = by_claim_[record["claim"].get<std::string>()];
  const bool is_checked = record["type"] == "verdict";
  const bool fails = is_checked && !record["holds"].get<bool>();
  ++(!is_checked ? counts.unchecked : fails ? counts.fail : counts.hold);
  auto& kept = fails ? failing_ : others_;
  if (kept.size() < kMostKept) kept.push_back(std::move(record));
}

bool Section::is_empty() const noexcept {
  return !table && verdicts.size() == 0 && rows.empty() && hunts.empty() && mined.empty() &&
         mining.empty() && tables.empty();
}

Section section_of(const std::string& source, int threads, const std::atomic<bool>& stop,
                   RunSink& sink) {
  const std::string beginning = beginning_of(InputFile(source));
  if (beginning.starts_with("\x89HDF"))
    return HuntFile::is_one(source) ? section_of_hunts(source) : section_of_table(source);
  const std::size_t first = beginning.find_first_not_of(" \t\r\n");
  if (first == std::string::npos)
    throw Error(ErrorKind::input,
                fmt::format("{}: an empty file; expected a job, a table, hunt results, or "
                            "what `run --json` printed",
                            source));
  if (beginning[first] != '{') return section_of_job(source, threads, stop, sink);
  std::istringstream lines(read_file(InputFile(source), kLongestLines));
  Section section = section_of_lines(lines, source);
  if (section.is_empty())
    throw Error(ErrorKind::input,
                fmt::format("{}: nothing to report; expected what `nimsweep run --json` or "
                            "`verify --json` printed",
                            source));
  return section;
}

}  // namespace nimsweep
