// Records about table files, and about what was written.
#include <fmt/format.h>

#include "nimsweep/base/text.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/hunt/property.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/records/json.hpp"
#include "nimsweep/records/records.hpp"
#include "records/long_record.hpp"

namespace nimsweep {

namespace {

std::string signature_text(std::uint64_t signature) {
  return fmt::format("{:016x}", signature);
}

}  // namespace

Record table_record(const Plan& plan, const SweepResult& result, std::uint64_t bytes,
                    std::uint64_t peak_memory, double seconds) {
  return Record({{"type", "table"},
                 {"file", plan.job.table_file},
                 {"was_there", result.was_there},
                 {"positions", to_decimal(plan.positions)},
                 {"values", to_decimal(plan.values)},
                 {"bytes", to_decimal(bytes)},
                 {"shards", result.shards},
                 {"signature", signature_text(result.signature)},
                 {"peak_memory_bytes", to_decimal(peak_memory)},
                 {"seconds", seconds}});
}

Record part_record(const std::string& file, std::string_view part) {
  return Record({{"type", "part"}, {"file", file}, {"part", part}});
}

Record merged_table_record(const std::string& file, const SweepResult& result,
                           std::uint64_t bytes) {
  return Record({{"type", "merged"},
                 {"file", file},
                 {"was_there", result.was_there},
                 {"shards", result.shards},
                 {"bytes", to_decimal(bytes)},
                 {"signature", signature_text(result.signature)}});
}

Record stored_case_record(const TableReader& table, std::size_t case_number) {
  const TableCase& table_case = table.cases()[case_number];
  return Record({{"type", "case"},
                 {"name", table_case.name},
                 {"quantity", name_of(table_case.quantity)},
                 {"dims", table_case.layout.dims},
                 {"chunk", table_case.layout.chunk},
                 {"chunks", to_decimal(table_case.layout.chunks)},
                 {"values", to_decimal(product(table_case.layout.dims))},
                 {"stored_bytes", to_decimal(table.stored_bytes(case_number))}});
}

Record file_record(const TableReader& table, bool is_checked) {
  const FileHeader& header = table.header();
  return Record({{"type", "file"},
                 {"file", table.path()},
                 {"title", header.title},
                 {"game", header.game},
                 {"passes", header.passes},
                 {"created", header.created},
                 {"version", header.version},
                 {"job_sha256", header.job_sha256},
                 {"signature", signature_text(table.signature())},
                 {"checked", is_checked}});
}

void write_values_record(std::string_view case_name, std::span<const std::uint64_t> origin,
                         std::span<const std::uint64_t> extent,
                         std::span<const std::uint16_t> values, RecordSink write) {
  records_detail::write_long(
      {{"type", "values"}, {"case", case_name}, {"origin", origin}, {"extent", extent}}, "values",
      values.size(), [&](std::size_t k) { return Json(values[k]); }, write);
}

Record plot_record(const std::string& file, std::string_view case_name,
                   std::span<const std::uint64_t> origin, std::span<const std::uint64_t> extent) {
  return Record({{"type", "plot"},
                 {"file", file},
                 {"case", case_name},
                 {"origin", origin},
                 {"extent", extent}});
}

Record planned_case_record(const PlanCase& plan_case) {
  Json json = {{"type", "case"}, {"name", plan_case.name}};
  if (plan_case.quantity == Quantity::value) {
    json["players"] = plan_case.players;
    json["matrices"] = to_decimal(plan_case.matrix_count);
  }
  json["bounds"] = plan_case.bounds;
  json["positions"] = to_decimal(plan_case.positions());
  json["values"] = to_decimal(plan_case.values());
  json["chunks"] = to_decimal(plan_case.layout.chunks);
  json["units"] = to_decimal(plan_case.units);
  return Record(std::move(json));
}

Record plan_record(const Plan& plan, std::uint64_t verdicts, const SweepEstimate& estimate) {
  Json mining = Json::array();
  for (const MineSpec& spec : plan.job.mines)
    mining.push_back(
        {{"name", spec.task.name},
         {"matrices", to_decimal(spec.task.matrices.size() + spec.task.check_matrices.size())},
         {"cases", to_decimal(spec.task.cases())},
         {"fitted", to_decimal(spec.task.fitted_cases())}});
  return Record({{"type", "plan"},
                 {"title", plan.job.title},
                 {"game", plan.job.game},
                 {"quantity", name_of(plan.job.quantity)},
                 {"passes", plan.job.passes},
                 {"table", plan.job.table_file},
                 {"claims", plan.job.claims.size()},
                 {"verdicts", to_decimal(verdicts)},
                 {"published_values", plan.job.values.size()},
                 {"mining", std::move(mining)},
                 {"positions", to_decimal(plan.positions)},
                 {"values", to_decimal(plan.values)},
                 {"chunks", to_decimal(plan.chunks)},
                 {"units", to_decimal(plan.units)},
                 {"file_bytes", to_decimal(estimate.file_bytes)},
                 {"memory_bytes", to_decimal(estimate.memory_bytes)},
                 {"seconds", estimate.seconds}});
}

Record cluster_record(std::uint64_t ranks, int threads, double seconds) {
  return Record(
      {{"type", "cluster"}, {"ranks", ranks}, {"threads", threads}, {"seconds", seconds}});
}

Record game_record(const Game& game) {
  return Record({{"type", "game"},
                 {"name", game.name},
                 {"argument", game.argument},
                 {"summary", game.summary}});
}

Record family_record(const MatrixFamily& family) {
  return Record({{"type", "family"}, {"syntax", family.syntax}, {"summary", family.summary}});
}

Record property_record(const PropertyWord& word) {
  return Record({{"type", "property"},
                 {"name", word.name},
                 {"syntax", word.syntax},
                 {"summary", word.summary}});
}

Record report_record(const std::string& file, std::size_t sources, std::size_t bytes,
                     const std::vector<std::string>& left_out,
                     const std::vector<std::string>& failed) {
  return Record({{"type", "report"},
                 {"file", file},
                 {"sources", sources},
                 {"bytes", to_decimal(bytes)},
                 {"left_out", left_out},
                 {"failed", failed}});
}

}  // namespace nimsweep
