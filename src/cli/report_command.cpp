// report: results as one HTML page.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <atomic>
#include <cstddef>
#include <ctime>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "cli/commands.hpp"
#include "cli/describe.hpp"
#include "cli/game_options.hpp"
#include "cli/progress.hpp"
#include "cli/stop_signals.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/report/page.hpp"

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

// The X of "model name : X" in /proc/cpuinfo, or of NAME="X" in /etc/os-release.
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

// Shows the progress of a job's checks.
class ProgressSink : public RunSink {
 public:
  explicit ProgressSink(bool quiet) : progress_(quiet) {}

  void progress(const RunProgress& now) override { progress_.show(now); }
  void step_ended() override { progress_.end(); }

 private:
  Progress progress_;
};

void print(const ReportOptions& options, std::size_t sources, const Page& page, Output& output) {
  if (options.format == Format::json)
    output.write(report_record(options.file, sources, page.html.size(), page.left_out));
  else
    output.write(fmt::format("{}: {}, {:.1f} MB\n", options.file, counted(sources, "source"),
                             static_cast<double>(page.html.size()) / 1e6));
}

void print_remarks(const std::vector<Section>& sections, const Page& page) {
  for (const Section& section : sections)
    for (const std::string& remark : section.remarks)
      say(fmt::format("{}: {}", section.source, remark));
  for (const std::string& what : page.left_out) say(what);
}

void report(const ReportOptions& options, Session& session) {
  check_replaceable("--output", options.file, "report", begins_like_a_page);
  const std::atomic<bool>& stop = stop_on_signals();
  ProgressSink sink(options.quiet);
  std::vector<Section> sections;
  for (const std::string& source : options.sources)
    sections.push_back(section_of(source, options.threads, stop, sink));
  const Page page = make_page(sections, origin(), stop);
  write_file(options.file, page.html);
  if (!options.quiet) print_remarks(sections, page);
  print(options, sections.size(), page, session.output);
}

}  // namespace

Command report_command() {
  OptionOutline sources = argument(
      "source", "FILE", "A job, a table file, hunt results, or JSON Lines; several make one page");
  sources.repeats = true;
  OptionOutline output = option("--output", "FILE", "The page to write", "report.html");
  output.names = {"-o", "--output"};
  return make_command(
      {.name = "report",
       .summary = "Makes one HTML page from jobs, tables, hunts, or JSON Lines of `run`",
       .options = {sources, output, threads_option(), quiet_option(), json_option()},
       .footer = "The page needs no network and no other file. Tables and hunts of a job are read "
                 "from their files.\nClaims are rechecked; report JSON Lines to avoid that.\n\n"
                 "Example:\n"
                 "  nimsweep report jobs/my-conjecture.yaml -o report.html"},
      report);
}

}  // namespace nimsweep::cli
