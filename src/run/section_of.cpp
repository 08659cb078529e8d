#include "nimsweep/run/section_of.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <sstream>
#include <utility>

#include "nimsweep/base/error.hpp"
#include "nimsweep/files/input_file.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/run/run_job.hpp"
#include "run/job_files.hpp"

namespace nimsweep {

using namespace run_detail;

namespace {

constexpr std::uint64_t kLongestLines = std::uint64_t{1} << 32;

// Puts verdicts and rows into a section; somebody else hears of the progress.
class SectionSink : public RunSink {
 public:
  SectionSink(Section& section, RunSink& listener) : section_(section), listener_(listener) {}

  void progress(const RunProgress& now) override { listener_.progress(now); }
  void step_ended() override { listener_.step_ended(); }
  void verdict(const Check& check) override { section_.verdicts.add(check_record(check).json()); }
  void row(const RowCheck& row) override { section_.rows.push_back(row_record(row).json()); }
  void mined(const MineSpec& spec, const MineResult& result) override {
    add_mined(section_, spec, result);
  }

 private:
  Section& section_;
  RunSink& listener_;
};

void add_verdicts(Section& section, const JobSpec& job, int threads, const std::atomic<bool>& stop,
                  RunSink& sink) {
  const bool has_saved = has_complete_claims(job);
  if (!job.mines.empty() && !has_saved)
    section.remarks.emplace_back(
        job.result_file.empty()
            ? "mined claims leave no file; give the job 'results:', or report what `run --json` "
              "prints"
            : "the job has not mined yet; run it to see its claims");
  if (job.claims.empty() && job.values.empty() && (job.mines.empty() || !has_saved)) return;
  JobSpec checks = job;  // only these; the rest is read from files
  checks.table_file.clear();
  checks.hunts.clear();
  checks.sequences.clear();
  checks.page_file.clear();
  if (!has_saved) {
    checks.result_file.clear();  // a report saves nothing
    checks.mines.clear();
  }
  SectionSink section_sink(section, sink);
  run_job(checks, {.threads = threads, .stop = stop}, section_sink);
  if (job.verifies_tables && section.table)
    check_stored(*section.table, job.claims, {.stop = stop}, sink, [&](Check check) {
      check.table = job.table_file;
      section_sink.verdict(check);
    });
}

Section section_of_job(const std::string& source, int threads, const std::atomic<bool>& stop,
                       RunSink& sink) {
  const JobSpec job = read_job(source);
  Section section = section_of_files(job);
  add_verdicts(section, job, threads, stop, sink);
  if (section.is_empty())
    throw job.error_at({}, section.remarks.empty() ? "nothing to report" : section.remarks.front());
  return section;
}

}  // namespace

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
                fmt::format("{}: nothing to report; expected what `nimsweep run --json`, "
                            "`verify --json` or `machine --pile-count N --json` printed",
                            source));
  return section;
}

}  // namespace nimsweep
