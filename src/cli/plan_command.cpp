// plan: shows what a job would do.
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/describe.hpp"
#include "cli/game_options.hpp"
#include "cli/job_options.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/engine/resources.hpp"
#include "nimsweep/exports/labels.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/run/forecast.hpp"

namespace nimsweep::cli {

namespace {

struct PlanOptions {
  explicit PlanOptions(const Arguments& given)
      : job(given), format(format_of(given)), ranks(given.number("--ranks", 1, 1'000'000)) {}

  JobOptions job;
  Format format;
  std::uint64_t ranks;
};

void print_tables(Output& output, const Forecast& forecast) {
  const Plan& plan = forecast.plan;
  const auto row = [&](std::string_view name, std::string_view matrices, std::string_view positions,
                       std::string_view values, std::string_view chunks) {
    output.write(fmt::format("{:8} {:>14} {:>22} {:>26} {:>12}\n", name, matrices, positions,
                             values, chunks));
  };
  row("case", "matrices", "positions", "values", "chunks");
  for (const PlanCase& plan_case : plan.cases)
    row(plan_case.name,
        plan_case.quantity == Quantity::value ? to_grouped_decimal(plan_case.matrix_count) : "-",
        to_grouped_decimal(plan_case.positions()), to_grouped_decimal(plan_case.values()),
        to_grouped_decimal(plan_case.layout.chunks));
  row("all", "", to_grouped_decimal(plan.positions), to_grouped_decimal(plan.values),
      to_grouped_decimal(plan.chunks));
  output.write(fmt::format("\ntable   {}, about {} ({} free)\n", plan.job.table_file,
                           describe_bytes(forecast.tables.file_bytes),
                           describe_bytes(free_disk(plan.job.table_file))));
  output.write(fmt::format("memory  at most {}\n", describe_bytes(forecast.tables.memory_bytes)));
  output.write(fmt::format("time    about {}, {}\n", describe_seconds(forecast.tables.seconds),
                           counted(plan.units, "work unit")));
}

void print_text(Output& output, const Forecast& forecast) {
  const JobSpec& job = forecast.plan.job;
  output.write(fmt::format("{}\n\n", job.title.empty() ? job.path : job.title));
  if (forecast.has_tables()) print_tables(output, forecast);
  if (forecast.has_hunts()) {
    output.write(fmt::format("hunts   {} in {} over {} matrices\n", job.hunts.size(),
                             counted(forecast.hunts.groups.size(), "walk"),
                             to_grouped_decimal(forecast.hunts.matrices())));
    output.write(fmt::format("time    about {}, {}\n", describe_seconds(forecast.hunting_seconds),
                             counted(forecast.hunts.units, "work unit")));
  }
  if (!job.claims.empty())
    output.write(fmt::format("claims  {}, up to {}\n", job.claims.size(),
                             counted(forecast.verdicts, "verdict")));
  if (!job.values.empty())
    output.write(fmt::format("values  {} to compare\n", counted(job.values.size(), "position")));
  for (const MineSpec& spec : job.mines) {
    const MineTask& task = spec.task;
    const std::uint64_t fitted = task.fitted_cases();
    output.write(fmt::format(
        "mine    {}: {} with {} matrices to learn from, {} with {} to check on\n",
        one_line(task.name), counted(fitted, "case"), task.matrices.size(),
        counted(task.cases() - fitted, "case"), task.matrices.size() + task.check_matrices.size()));
  }
}

// How long several processes would take, judging by the trial of one.
void print_ranks(const PlanOptions& options, const Forecast& forecast, Output& output) {
  const int threads = options.job.threads;
  const std::uint64_t ranks = options.ranks;
  const double seconds =
      (forecast.tables.seconds + forecast.hunting_seconds) / static_cast<double>(ranks);
  if (options.format == Format::json) {
    output.write(cluster_record(ranks, threads, seconds));
    return;
  }
  output.write(fmt::format(
      "\n{} processes with {} each would take about {}, if\n"
      "- every core is as fast as this machine's and has nothing else to do\n"
      "- there are many more work units than cores, and they take about as long as the few tried\n"
      "- the file system keeps up with all processes; joining a table's shards is not counted\n",
      to_grouped_decimal(ranks),
      threads == 0 ? "as many cores as this machine"
                   : counted(static_cast<std::uint64_t>(threads), "thread"),
      describe_seconds(seconds)));
}

void plan_job(const PlanOptions& options, Session& session) {
  Output& output = session.output;
  const Plan plan = make_plan(read_job(options.job.job));
  const Forecast forecast(plan, options.job.threads);
  if (options.format == Format::json)
    for (const Record& record : forecast_records(forecast)) output.write(record);
  else
    print_text(output, forecast);
  if (options.ranks > 1) print_ranks(options, forecast, output);
  output.flush();
  forecast.check_resources(options.job.memory_limit);
}

}  // namespace

Command plan_command() {
  return make_command(
      {.name = "plan",
       .summary = "Shows what a job would do; changes nothing",
       .options = joined(
           {job_options(),
            {option("--ranks", "R",
                    "Also estimate the time for R processes, each with --threads threads", "1"),
             json_option()}}),
       .footer = "Example:\n  nimsweep plan jobs/theorems.yaml"},
      plan_job);
}

}  // namespace nimsweep::cli
