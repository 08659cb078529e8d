// Whole jobs in Python. Results come as the lines of their records, when they are known; the Python
// side of the module (records.py) makes objects of them.
#include <fmt/format.h>

#include <atomic>
#include <memory>
#include <optional>
#include <utility>

#include "nimsweep/base/error.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/hunt/property.hpp"
#include "nimsweep/job/claim_registry.hpp"
#include "nimsweep/job/job_spec.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/report/page.hpp"
#include "nimsweep/run/forecast.hpp"
#include "nimsweep/run/job_status.hpp"
#include "nimsweep/run/merge_job.hpp"
#include "nimsweep/run/record_lines.hpp"
#include "nimsweep/run/run_job.hpp"
#include "nimsweep/run/section_of.hpp"
#include "python/bindings.hpp"
#include "python/interruptible.hpp"

namespace nimsweep::python {

namespace {

// A file, or the text of a job that is not one.
JobSpec job_from(const std::string& job, bool is_text) {
  return is_text ? read_job_text("job", job) : read_job(job);
}

// Hands results and progress to Python.
class PythonSink : public RecordLines {
 public:
  PythonSink(Reports& reports, const py::object& take, const py::object& progress,
             const py::object& remark)
      : RecordLines([&](std::string line) {
          reports.add([&take, line = std::move(line)] { take(line); });
        }),
        reports_(reports),
        progress_(progress),
        remark_(remark) {}

  void progress(const RunProgress& now) override {
    if (progress_.is_none()) return;
    reports_.set_latest([this, what = std::string(now.what), done = now.done, total = now.total] {
      progress_(what, done, total);
    });
  }

  void remark(const std::string& text) override {
    if (!remark_.is_none()) reports_.add([this, text] { remark_(text); });
  }

 private:
  Reports& reports_;
  const py::object& progress_;
  const py::object& remark_;
};

py::dict summary_to_python(const RunSummary& summary) {
  py::dict result;
  result["verdicts"] = summary.verdicts;
  result["failures"] = summary.failures;
  result["unchecked"] = summary.unchecked;
  result["rows"] = summary.rows;
  result["wrong_rows"] = summary.wrong_rows;
  result["known_wrong_rows"] = summary.known_wrong_rows;
  result["proofs"] = summary.proofs;
  result["theorems"] = summary.theorems;
  result["obligations"] = summary.obligations;
  result["holds"] = summary.holds();
  return result;
}

struct JobArguments {
  int threads = 0;
  std::optional<std::uint64_t> memory;
  double checkpoint = 10;
  std::size_t counterexamples = Verdict::kDefaultCounterexamples;
  bool fresh = false;
  bool locks = true;
  std::pair<std::uint64_t, std::uint64_t> part = {0, 0};
  std::string certificate;
  std::string coq;
  std::string smt2;
  std::string latex;
};

py::dict run(const std::string& job, bool is_text, const JobArguments& given,
             const py::object& take, const py::object& progress, const py::object& remark) {
  Reports reports;
  PythonSink sink(reports, take, progress, remark);
  RunSummary summary;
  run_interruptibly(
      [&](const std::atomic<bool>& stop) {
        summary = run_job(job_from(job, is_text),
                          {.threads = given.threads,
                           .checkpoint_seconds = given.checkpoint,
                           .memory_limit = given.memory,
                           .counterexamples = given.counterexamples,
                           .fresh = given.fresh,
                           .locks = given.locks,
                           .part = given.part.first,
                           .parts = given.part.second,
                           .proofs = {.certificate = given.certificate,
                                      .coq = given.coq,
                                      .smt2 = given.smt2,
                                      .latex = given.latex},
                           .stop = stop},
                          sink);
      },
      reports);
  return summary_to_python(summary);
}

// Checks the claims of a job against the values of a table.
std::vector<std::string> verdicts_on_table(const std::string& path, const std::string& job,
                                           std::size_t counterexamples,
                                           const py::object& progress) {
  std::vector<std::string> lines;
  Reports reports;
  const py::object nothing = py::none();
  PythonSink sink(reports, nothing, progress, nothing);
  run_interruptibly(
      [&](const std::atomic<bool>& stop) {
        const auto table = TableReader::complete(path);
        const JobSpec claims = job_from(job, true);
        check_stored(table, claims.claims, {.counterexamples = counterexamples, .stop = stop}, sink,
                     [&](const Check& check) { lines.push_back(check_record(check).line()); });
      },
      reports);
  return lines;
}

std::vector<std::string> plan_lines(const std::string& job, bool is_text, int threads) {
  std::vector<std::string> lines;
  Reports none;
  run_interruptibly(
      [&](const std::atomic<bool>&) {
        const Plan plan = make_plan(job_from(job, is_text));
        for (const Record& record : forecast_records(Forecast(plan, threads)))
          lines.push_back(record.line());
      },
      none);
  return lines;
}

// Keeps the records of the files that are complete.
class MergeLines : public MergeSink {
 public:
  explicit MergeLines(std::vector<std::string>& lines) : lines_(lines) {}

  void table(const std::string& file, const SweepResult& result, std::uint64_t bytes) override {
    lines_.push_back(merged_table_record(file, result, bytes).line());
  }
  void hunts(const std::string& file, const HuntingResult& result) override {
    lines_.push_back(merged_hunts_record(file, result).line());
  }
  void claims(const std::string& file, bool was_there) override {
    lines_.push_back(merged_claims_record(file, was_there).line());
  }

 private:
  std::vector<std::string>& lines_;
};

std::vector<std::string> merge_lines(const std::string& job, bool is_text, bool copy, bool locks) {
  std::vector<std::string> lines;
  MergeLines sink(lines);
  Reports none;
  run_interruptibly(
      [&](const std::atomic<bool>& stop) {
        merge_job(job_from(job, is_text), {.copy = copy, .locks = locks, .stop = stop}, sink);
      },
      none);
  return lines;
}

std::vector<std::string> status_lines(const std::string& job, bool is_text) {
  const py::gil_scoped_release release;
  std::vector<std::string> lines;
  for (const WorkStatus& status : job_status(job_from(job, is_text)))
    lines.push_back(status_record(status).line());
  return lines;
}

std::string report(const std::vector<std::string>& sources, const std::string& file, int threads,
                   const py::object& progress) {
  check_replaceable("file", file, "report", begins_like_a_page);
  Reports reports;
  const py::object nothing = py::none();
  PythonSink sink(reports, nothing, progress, nothing);
  std::string line;
  run_interruptibly(
      [&](const std::atomic<bool>& stop) {
        std::vector<Section> sections;
        sections.reserve(sources.size());
        for (const std::string& source : sources)
          sections.push_back(section_of(source, threads, stop, sink));
        const Page page = make_page(sections, ReportOrigin::here_and_now(), stop);
        write_file(file, page.html);
        line = report_record(file, sections.size(), page.html.size(), page.left_out).line();
      },
      reports);
  return line;
}

template <class Items, class RecordOf>
std::vector<std::string> lines_of(const Items& items, RecordOf record_of) {
  std::vector<std::string> lines;
  lines.reserve(items.size());
  for (const auto& item : items) lines.push_back(record_of(item).line());
  return lines;
}

}  // namespace

void add_jobs(py::module_& module) {
  py::class_<JobArguments>(module, "_JobArguments")
      .def(py::init<>())
      .def_readwrite("threads", &JobArguments::threads)
      .def_readwrite("memory", &JobArguments::memory)
      .def_readwrite("checkpoint", &JobArguments::checkpoint)
      .def_readwrite("counterexamples", &JobArguments::counterexamples)
      .def_readwrite("fresh", &JobArguments::fresh)
      .def_readwrite("locks", &JobArguments::locks)
      .def_readwrite("part", &JobArguments::part)
      .def_readwrite("certificate", &JobArguments::certificate)
      .def_readwrite("coq", &JobArguments::coq)
      .def_readwrite("smt2", &JobArguments::smt2)
      .def_readwrite("latex", &JobArguments::latex);
  module.def("_run", &run);
  module.def("_verdicts_on_table", &verdicts_on_table);
  module.def("_plan_lines", &plan_lines);
  module.def("_merge_lines", &merge_lines);
  module.def("_status_lines", &status_lines);
  module.def("_report", &report);
  module.def("_game_lines", [] { return lines_of(games(), game_record); });
  module.def("_family_lines", [] { return lines_of(matrix_families(), family_record); });
  module.def("_claim_lines", [] { return lines_of(registered_claims(), claim_record); });
  module.def("_property_lines", [] { return lines_of(property_words(), property_record); });
}

}  // namespace nimsweep::python
