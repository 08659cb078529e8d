// report: what was computed, as one page to look at.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/describe.hpp"
#include "cli/game_options.hpp"
#include "cli/progress.hpp"
#include "cli/stop_signals.hpp"
#include "cli/verdicts.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/job/check_list.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/report/page.hpp"
#include "nimsweep/run/run_job.hpp"

namespace nimsweep::cli {

namespace {

struct ReportOptions {
  explicit ReportOptions(const Arguments& given)
      : sources(given.texts("source")),
        file(given.text("--output")),
        threads(threads_of(given)),
        quiet(given.has("--quiet")),
        format(format_of(given)) {}

  std::vector<std::string> sources;
  std::string file;
  int threads;
  bool quiet;
  Format format;
};

void say(const ReportOptions& options, std::string_view message) {
  if (!options.quiet) std::fputs(fmt::format("nimsweep: {}\n", one_line(message)).c_str(), stderr);
}

// "model name : X" in /proc/cpuinfo, NAME="X" in /etc/os-release: what stands after the key.
std::string line_of(const char* path, std::string_view key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(key)) continue;
    const std::size_t from = line.find_first_not_of("\t :=\"", key.size());
    if (from == std::string::npos) continue;
    return line.substr(from, line.find_last_not_of("\" ") + 1 - from);
  }
  return {};
}

ReportOrigin origin() {
  struct utsname names {};
  const bool is_known = uname(&names) == 0;
  const std::string processor = line_of("/proc/cpuinfo", "model name");
  const std::string system = line_of("/etc/os-release", "PRETTY_NAME");
  return {.made = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
          .processor = processor.empty() && is_known ? names.machine : processor,
          .cores = std::thread::hardware_concurrency(),
          .system = is_known ? fmt::format("{}{}{} {}", system, system.empty() ? "" : ", ",
                                           names.sysname, names.release)
                             : system};
}

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

ShownVerdict shown(const Check& check) {
  const Verdict& verdict = check.verdict;
  return {.claim = check.claim->name,
          .game = {.game = check.game,
                   .matrix = describe_matrix(check.matrix),
                   .players = check.matrix.players(),
                   .passes = static_cast<Counters>(check.passes)},
          .piles = check.piles,
          .scope = verdict.scope(),
          .checked = to_decimal(verdict.checked),
          .disagreements = to_decimal(verdict.disagreements),
          .errors = to_decimal(verdict.errors),
          .holds = verdict.holds(),
          .counterexamples = verdict.counterexamples,
          .first_error = verdict.first_error,
          .note = check.note,
          .obstacle = check.obstacle};
}

ShownRow shown(const RowCheck& check, int passes) {
  const ValueSpec& row = *check.row;
  ShownRow::Statement found;
  if (check.value) found = {check.value, check.winner};
  return {.id = row.id,
          .agrees = check.agrees,
          .expected = {row.value, row.winner},
          .found = found,
          .position = ShownRow::Place{.game = {.game = row.game,
                                               .matrix = describe_matrix(row.matrix),
                                               .players = row.matrix.players(),
                                               .passes = static_cast<Counters>(passes)},
                                      .piles = row.piles,
                                      .first = row.first}};
}

// What the claims and published values of a job come to, with progress.
class SectionSink : public RunSink {
 public:
  SectionSink(Section& section, int passes, bool quiet)
      : section_(section), passes_(passes), progress_(quiet) {}

  void progress(const RunProgress& now) override { progress_.show(now); }
  void step_ended() override { progress_.end(); }
  void verdict(const Check& check) override { section_.verdicts.add(shown(check)); }
  void row(const RowCheck& row) override { section_.rows.push_back(shown(row, passes_)); }

 private:
  Section& section_;
  int passes_;
  Progress progress_;
};

void add_verdicts(Section& section, const JobSpec& job, const ReportOptions& options,
                  const std::atomic<bool>& stop) {
  JobSpec checks = job;  // only these; the rest is read from files
  checks.table_file.clear();
  checks.hunts.clear();
  checks.mines.clear();
  if (check_list(job).empty()) checks.claims.clear();
  if (checks.claims.empty() && checks.values.empty()) return;
  SectionSink sink(section, job.passes, options.quiet);
  run_job(checks, {.threads = options.threads, .stop = stop}, sink);
  for (const ClaimSpec& spec : job.claims) section.claims.push_back(spec.claim);
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

Section section_of_job(const std::string& source, const ReportOptions& options,
                       const std::atomic<bool>& stop) {
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
  add_verdicts(section, job, options, stop);
  if (!job.hunts.empty() && job.result_file.empty())
    section.remarks.emplace_back(
        "the hunts leave no file; give the job 'results:', or report what `run --json` prints");
  if (!job.mines.empty())
    section.remarks.emplace_back(
        "mined claims are in no file; report what `run --json` prints to see them");
  if (section.is_empty())
    throw job.error_at({}, section.remarks.empty() ? "nothing to report" : section.remarks.front());
  return section;
}

Section section_of(const std::string& source, const ReportOptions& options,
                   const std::atomic<bool>& stop) {
  const std::string beginning = beginning_of(InputFile(source));
  if (beginning.starts_with("\x89HDF"))
    return HuntFile::is_one(source) ? section_of_hunts(source) : section_of_table(source);
  const std::size_t first = beginning.find_first_not_of(" \t\r\n");
  if (first == std::string::npos)
    throw Error(ErrorKind::input,
                fmt::format("{}: an empty file; expected a job, a table, the results of hunts, or "
                            "what `run --json` printed",
                            source));
  if (beginning[first] != '{') return section_of_job(source, options, stop);
  std::istringstream lines(read_file(InputFile(source), kLongestLines));
  Section section = section_of_lines(lines, source);
  if (section.is_empty())
    throw Error(ErrorKind::input,
                fmt::format("{}: nothing to report; expected what `nimsweep run --json` or "
                            "`verify --json` printed",
                            source));
  return section;
}

void print(const ReportOptions& options, std::size_t sources, const Page& page, Output& output) {
  if (options.format == Format::json)
    output.write_json({{"type", "report"},
                       {"file", options.file},
                       {"sources", sources},
                       {"bytes", to_decimal(page.html.size())},
                       {"left_out", page.left_out}});
  else
    output.write(fmt::format("{}: {}, {:.1f} MB\n", options.file, counted(sources, "source"),
                             static_cast<double>(page.html.size()) / 1e6));
}

void report(const ReportOptions& options, Session& session) {
  check_replaceable("--output", options.file, "report", begins_like_a_page);
  const std::atomic<bool>& stop = stop_on_signals();
  std::vector<Section> sections;
  for (const std::string& source : options.sources)
    sections.push_back(section_of(source, options, stop));
  const Page page = make_page(sections, origin(), stop);
  write_file(options.file, page.html);
  for (const Section& section : sections)
    for (const std::string& remark : section.remarks)
      say(options, fmt::format("{}: {}", section.source, remark));
  for (const std::string& what : page.left_out) say(options, what);
  print(options, sections.size(), page, session.output);
}

}  // namespace

Command report_command() {
  OptionOutline sources =
      argument("source", "FILE",
               "A job, a table file, a file of hunts, or JSON Lines; several make one page");
  sources.repeats = true;
  OptionOutline output = option("--output", "FILE", "The page", "report.html");
  output.names = {"-o", "--output"};
  return make_command(
      {.name = "report",
       .summary =
           "One HTML page of jobs that were run, tables, hunts, or what `run --json` printed",
       .options = {sources, output, threads_option(), quiet_option(), json_option()},
       .footer = "The page needs no network and no other file. Claims of a job are checked anew; "
                 "its tables and hunts are\nread from their files.\n\nExample:\n"
                 "  nimsweep report jobs/my-conjecture.yaml -o report.html"},
      report);
}

}  // namespace nimsweep::cli
