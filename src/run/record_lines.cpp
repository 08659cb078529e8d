#include "nimsweep/run/record_lines.hpp"

#include <filesystem>

#include "nimsweep/engine/resources.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/report/page.hpp"

namespace nimsweep {

namespace {

std::string without_newline(std::string line) {
  if (line.ends_with('\n')) line.pop_back();
  return line;
}

std::string line_of(const Record& record) {
  return without_newline(record.line());
}

}  // namespace

void RecordLines::table(const Plan& plan, const SweepResult& result, double seconds) {
  take_(line_of(table_record(plan, result, std::filesystem::file_size(plan.job.table_file),
                             peak_memory(), seconds)));
}

void RecordLines::hunts(const JobSpec& /*job*/, const HuntingResult& result, double /*seconds*/) {
  for (const StoredHunt& hunt : result.answers) {
    std::string line;
    write_hunt_record(hunt, [&](std::string_view piece) { line += piece; });
    take_(without_newline(std::move(line)));
  }
}

void RecordLines::sequence(const std::string& file, std::size_t terms) {
  take_(line_of(sequence_record(file, terms)));
}

void RecordLines::mined(const MineSpec& spec, const MineResult& result) {
  for (const Record& record : mining_records(spec, result)) take_(line_of(record));
}

void RecordLines::verdict(const Check& check) {
  take_(line_of(check_record(check)));
}

void RecordLines::row(const RowCheck& row) {
  take_(line_of(row_record(row)));
}

void RecordLines::page(const std::string& file, const Page& page) {
  take_(line_of(report_record(file, 1, page.html.size(), page.left_out)));
}

}  // namespace nimsweep
