// report: results as one HTML page.
#include <fmt/format.h>

#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/game_options.hpp"
#include "cli/progress.hpp"
#include "cli/stop_signals.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/exports/labels.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/report/page.hpp"
#include "nimsweep/run/section_of.hpp"

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

// Shows the progress of a job's checks.
class ProgressSink : public RunSink {
 public:
  explicit ProgressSink(bool quiet) : progress_(quiet) {}

  void progress(const RunProgress& now) override { progress_.show(now); }
  void step_ended() override { progress_.end(); }

 private:
  Progress progress_;
};

void print(const ReportOptions& options, std::size_t sources, const Page& page,
           const std::vector<std::string>& failed, Output& output) {
  if (options.format == Format::json)
    output.write(report_record(options.file, sources, page.html.size(), page.left_out, failed));
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

// A source that cannot be reported leaves an error, not a section.
std::vector<Section> sections_of(const ReportOptions& options, const std::atomic<bool>& stop,
                                 RunSink& sink, std::vector<Error>& errors) {
  std::vector<Section> sections;
  for (const std::string& source : options.sources) {
    try {
      sections.push_back(section_of(source, options.threads, stop, sink));
    } catch (const Error& error) {
      // A file that cannot be read now may be readable later: no smaller page replaces an older
      // one.
      if (error.kind() != ErrorKind::input && error.kind() != ErrorKind::job) throw;
      errors.push_back(error);
    }
  }
  return sections;
}

// Tells all errors, in order.
[[noreturn]] void fail(const std::vector<Error>& errors) {
  for (std::size_t k = 0; k + 1 < errors.size(); ++k) say(errors[k].what());
  throw errors.back();
}

void report(const ReportOptions& options, Session& session) {
  check_replaceable("--output", options.file, "report", begins_like_a_page);
  const std::atomic<bool>& stop = stop_on_signals();
  ProgressSink sink(options.quiet);
  std::vector<Error> errors;
  const auto sections = sections_of(options, stop, sink, errors);
  if (sections.empty()) fail(errors);
  const Page page = make_page(sections, ReportOrigin::here_and_now(), stop);
  write_file(options.file, page.html);
  if (!options.quiet) print_remarks(sections, page);
  std::vector<std::string> failed;
  failed.reserve(errors.size());
  for (const Error& error : errors) failed.emplace_back(error.what());
  print(options, sections.size(), page, failed, session.output);
  if (errors.empty()) return;
  session.output.flush();  // the others are on the page
  fail(errors);
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
                 "from their files.\nClaims are rechecked; report JSON Lines to avoid that.\n"
                 "A source that has nothing to report is left out, and named at the end.\n"
                 "Lines of `machine --pile-count N --json` are shown as automata.\n\n"
                 "Example:\n"
                 "  nimsweep report jobs/my-conjecture.yaml -o report.html"},
      report);
}

}  // namespace nimsweep::cli
