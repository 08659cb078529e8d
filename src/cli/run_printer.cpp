#include "cli/run_printer.hpp"

#include <fmt/format.h>

#include <utility>

#include "cli/hunts.hpp"
#include "cli/mining.hpp"
#include "cli/tables.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/exports/labels.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/report/page.hpp"

namespace nimsweep::cli {

void RunPrinter::begin(Section section) {
  progress_.hide();
  const Section before = std::exchange(section_, section);
  const bool is_new = before != section || section == Section::part;
  if (is_new && before != Section::none && format_ == Format::text) output_.write("\n");
}

RunSummary RunPrinter::run(FunctionRef<RunSummary()> job) {
  try {
    return job();
  } catch (const Error&) {
    progress_.end();
    verdicts_.end_claim();
    throw;
  }
}

void RunPrinter::remark(const std::string& text) {
  if (!quiet_) say(text);
}

void RunPrinter::part_done(const std::string& file) {
  begin(Section::part);
  if (format_ == Format::json)
    output_.write(part_record(file, part_));
  else
    output_.write(fmt::format("{}: part {} is done; when all parts are, run or merge the job\n",
                              file, part_));
}

void RunPrinter::table(const Plan& plan, const SweepResult& result, double seconds) {
  begin(Section::tables);
  table_ = plan.job.table_file;
  print_table(output_, format_, plan, result, seconds);
}

void RunPrinter::hunts(const JobSpec& job, const HuntingResult& result, double seconds) {
  begin(Section::hunts);
  print_hunts(output_, format_, job, result, seconds);
}

void RunPrinter::sequence(const std::string& file, std::size_t terms) {
  begin(Section::sequences);
  if (format_ == Format::json)
    output_.write(sequence_record(file, terms));
  else
    output_.write(fmt::format("{}: a sequence of {}\n", file, counted(terms, "number")));
}

void RunPrinter::mined(const MineSpec& spec, const MineResult& result) {
  begin(Section::mined);
  output_.write(words_of_mined(spec, result, format_));
}

void RunPrinter::verdict(const Check& check) {
  begin(Section::checks);
  verdicts_.print(check);
}

void RunPrinter::row(const RowCheck& row) {
  begin(Section::checks);
  verdicts_.print(row);
}

void RunPrinter::page(const std::string& file, const Page& page) {
  if (!quiet_)
    for (const std::string& what : page.left_out) say(what);
  if (format_ == Format::json)
    output_.write(report_record(file, 1, page.html.size(), page.left_out));
  else
    page_ = file;
}

// Last, where people look: the files that the verdicts are about, and the page that shows them.
void RunPrinter::print_files() {
  if (page_.empty()) return;
  output_.write("\n");
  if (!table_.empty()) output_.write(fmt::format("tables  {}\n", table_));
  output_.write(fmt::format("page    {}\n", page_));
}

namespace {

// A file of proofs that was asked for, and how many of the verdicts are in it.
struct ProofFile {
  const std::string& path;
  std::size_t proofs;
  std::string_view what;  // it would have
};

}  // namespace

void RunPrinter::finish(const RunSummary& summary, const ProofFiles& files) {
  const std::uint64_t made = summary.verdicts + summary.unchecked;
  if (summary.latex_theorems + summary.latex_remarks > 0)
    say(fmt::format("{} has {} and {}", files.latex, counted(summary.latex_theorems, "theorem"),
                    counted(summary.latex_remarks, "remark")));
  if (!files.certificate.empty() && summary.proofs > 0 && summary.proofs < made)
    say(fmt::format("{} has {} of {} verdicts; the others are not proofs, or have no certificate",
                    files.certificate, summary.proofs, made));
  if (!files.coq.empty() && summary.theorems > 0)
    say(fmt::format("{} has {}", files.coq, counted(summary.theorems, "theorem")));
  if (!files.smt2.empty() && summary.obligations > 0)
    say(fmt::format("{} has {}", files.smt2, counted(summary.obligations, "obligation")));
  std::string nothing;
  for (const auto& [path, proofs, what] :
       {ProofFile{files.certificate, summary.proofs, "has a certificate"},
        ProofFile{files.coq, summary.theorems, "is a theorem for Coq"},
        ProofFile{files.smt2, summary.obligations, "is for every number of players"},
        ProofFile{files.latex, summary.latex_theorems + summary.latex_remarks,
                  "can be stated in LaTeX"}})
    if (!path.empty() && proofs == 0)
      nothing += fmt::format("{}nothing was proved that {}; {} was not written",
                             nothing.empty() ? "" : "; ", what, path);
  if (!nothing.empty() && !summary.holds()) say(nothing);
  if (made + summary.rows > 0) verdicts_.sum_up(summary);
  print_files();
  output_.flush();
  check(summary);
  if (!nothing.empty()) throw Error(ErrorKind::input, nothing);
}

}  // namespace nimsweep::cli
