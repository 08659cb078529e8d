#include "cli/tables.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "cli/describe.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/engine/resources.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/store/work_folder.hpp"

namespace nimsweep::cli {

void print_table(Output& output, Format format, const Plan& plan, const SweepResult& result,
                 double seconds) {
  const std::string& file = plan.job.table_file;
  const auto bytes = static_cast<std::uint64_t>(std::filesystem::file_size(file));
  if (format == Format::json) {
    output.write(table_record(plan, result, bytes, peak_memory(), seconds));
    return;
  }
  output.write(fmt::format("{}: {}\n", file, describe_completion(result.was_there)));
  output.write(fmt::format("tables     {}\n", plan.cases.size()));
  output.write(fmt::format("positions  {}\n", to_grouped_decimal(plan.positions)));
  output.write(fmt::format("values     {}\n", to_grouped_decimal(plan.values)));
  output.write(fmt::format("file       {}\n", describe_bytes(bytes)));
  if (result.shards > 0)
    output.write(fmt::format("shards     {} in {}\n", result.shards, WorkFolder::path_for(file)));
  output.write(fmt::format("signature  {:016x}\n", result.signature));
  output.write(fmt::format("memory     {} at the peak\n", describe_bytes(peak_memory())));
  if (!result.was_there)
    output.write(fmt::format("time       {} ({}positions/s)\n", describe_seconds(seconds),
                             describe_rate(static_cast<double>(plan.positions) / seconds)));
}

}  // namespace nimsweep::cli
