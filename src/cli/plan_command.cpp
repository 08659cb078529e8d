// plan: what a job would do.
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/describe.hpp"
#include "cli/game_options.hpp"
#include "cli/job_options.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/engine/hunting.hpp"
#include "nimsweep/engine/resources.hpp"
#include "nimsweep/engine/sweep_needs.hpp"
#include "nimsweep/job/check_list.hpp"

namespace nimsweep::cli {

namespace {

struct PlanOptions {
  explicit PlanOptions(const Arguments& given)
      : job(given), format(format_of(given)), ranks(given.number("--ranks", 1, 1'000'000)) {}

  JobOptions job;
  Format format;
  std::uint64_t ranks;
};

// Fewer if claims do not apply to some of the matrices.
std::uint64_t verdict_count(const JobSpec& job) {
  std::uint64_t count = 0;
  for (const CheckGroup& group : check_list(job)) count += group.matrix_count;
  return count;
}

// All walks together.
std::uint64_t matrices_of(const HuntList& list) {
  std::uint64_t matrices = 0;
  for (const HuntGroup& group : list.groups) matrices += group.matrices;
  return matrices;
}

Json mining_json(const JobSpec& job) {
  Json mining = Json::array();
  for (const MineSpec& spec : job.mines)
    mining.push_back(
        {{"name", spec.task.name},
         {"matrices", to_decimal(spec.task.matrices.size() + spec.task.check_matrices.size())},
         {"cases", to_decimal(spec.task.cases())},
         {"fitted", to_decimal(spec.task.fitted_cases())}});
  return mining;
}

void print_json(Output& output, const Plan& plan, int threads) {
  const SweepEstimate estimate = estimate_sweep(plan, threads);
  for (const PlanCase& plan_case : plan.cases) {
    Json line = {{"type", "case"}, {"name", plan_case.name}};
    if (plan_case.quantity == Quantity::value) {
      line["players"] = plan_case.players;
      line["matrices"] = to_decimal(plan_case.matrix_count);
    }
    line["bounds"] = plan_case.bounds;
    line["positions"] = to_decimal(plan_case.positions());
    line["values"] = to_decimal(plan_case.values());
    line["chunks"] = to_decimal(plan_case.layout.chunks);
    line["units"] = to_decimal(plan_case.units);
    output.write_json(line);
  }
  if (!plan.job.hunts.empty()) {
    const HuntList list = hunt_list(plan.job);
    output.write_json({{"type", "hunts"},
                       {"hunts", plan.job.hunts.size()},
                       {"walks", list.groups.size()},
                       {"matrices", to_decimal(matrices_of(list))},
                       {"units", to_decimal(list.units)},
                       {"file", plan.job.result_file},
                       {"seconds", estimate_hunting(plan.job, list, threads)}});
  }
  output.write_json({{"type", "plan"},
                     {"title", plan.job.title},
                     {"game", plan.job.game},
                     {"quantity", name_of(plan.job.quantity)},
                     {"passes", plan.job.passes},
                     {"table", plan.job.table_file},
                     {"claims", plan.job.claims.size()},
                     {"verdicts", to_decimal(verdict_count(plan.job))},
                     {"published_values", plan.job.values.size()},
                     {"mining", mining_json(plan.job)},
                     {"positions", to_decimal(plan.positions)},
                     {"values", to_decimal(plan.values)},
                     {"chunks", to_decimal(plan.chunks)},
                     {"units", to_decimal(plan.units)},
                     {"file_bytes", to_decimal(estimate.file_bytes)},
                     {"memory_bytes", to_decimal(sweep_memory(plan, threads))},
                     {"seconds", estimate.seconds}});
}

void print_tables(Output& output, const Plan& plan, int threads) {
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
  const SweepEstimate estimate = estimate_sweep(plan, threads);
  output.write(fmt::format("\ntable   {}, about {} ({} free)\n", plan.job.table_file,
                           describe_bytes(estimate.file_bytes),
                           describe_bytes(free_disk(plan.job.table_file))));
  output.write(fmt::format("memory  at most {}\n", describe_bytes(sweep_memory(plan, threads))));
  output.write(fmt::format("time    about {}, {}\n", describe_seconds(estimate.seconds),
                           counted(plan.units, "work unit")));
}

void print_text(Output& output, const Plan& plan, int threads) {
  output.write(fmt::format("{}\n\n", plan.job.title.empty() ? plan.job.path : plan.job.title));
  if (!plan.job.table_file.empty()) print_tables(output, plan, threads);
  if (!plan.job.hunts.empty()) {
    const HuntList list = hunt_list(plan.job);
    output.write(fmt::format("hunts   {} in {} over {} matrices\n", plan.job.hunts.size(),
                             counted(list.groups.size(), "walk"),
                             to_grouped_decimal(matrices_of(list))));
    output.write(fmt::format("time    about {}, {}\n",
                             describe_seconds(estimate_hunting(plan.job, list, threads)),
                             counted(list.units, "work unit")));
  }
  if (!plan.job.claims.empty())
    output.write(fmt::format("claims  {}, up to {}\n", plan.job.claims.size(),
                             counted(verdict_count(plan.job), "verdict")));
  if (!plan.job.values.empty())
    output.write(
        fmt::format("values  {} to compare\n", counted(plan.job.values.size(), "position")));
  for (const MineSpec& spec : plan.job.mines) {
    const MineTask& task = spec.task;
    const std::uint64_t fitted = task.fitted_cases();
    output.write(fmt::format(
        "mine    {}: {} with {} matrices to learn from, {} with {} to check on\n",
        one_line(task.name), counted(fitted, "case"), task.matrices.size(),
        counted(task.cases() - fitted, "case"), task.matrices.size() + task.check_matrices.size()));
  }
}

// How long so many processes would take, from what one thread did just now.
void print_ranks(const PlanOptions& options, const Plan& plan, Output& output) {
  const int threads = options.job.threads;
  const std::uint64_t ranks = options.ranks;
  double seconds = 0;
  if (!plan.job.table_file.empty()) seconds += estimate_sweep(plan, threads).seconds;
  if (!plan.job.hunts.empty()) seconds += estimate_hunting(plan.job, hunt_list(plan.job), threads);
  seconds /= static_cast<double>(ranks);
  if (options.format == Format::json) {
    output.write_json(
        {{"type", "cluster"}, {"ranks", ranks}, {"threads", threads}, {"seconds", seconds}});
    return;
  }
  output.write(fmt::format(
      "\n{} of {} would take about {}, if\n"
      "- every core is as fast as one of this machine, and has nothing else to do\n"
      "- there are many more work units than cores, and they take about as long as the few tried\n"
      "- the file system takes what all of them write; joining a table's shards is not counted\n",
      fmt::format("{} processes", to_grouped_decimal(ranks)),
      threads == 0 ? "all cores of this machine each"
                   : counted(static_cast<std::uint64_t>(threads), "thread"),
      describe_seconds(seconds)));
}

void plan_job(const PlanOptions& options, Session& session) {
  Output& output = session.output;
  const Plan plan = make_plan(read_job(options.job.job));
  const int threads = options.job.threads;
  if (options.format == Format::json)
    print_json(output, plan, threads);
  else
    print_text(output, plan, threads);
  if (options.ranks > 1) print_ranks(options, plan, output);
  output.flush();
  if (!plan.job.table_file.empty())
    check_resources(plan, options.job.threads, options.job.memory_limit, false);
}

}  // namespace

Command plan_command() {
  return make_command(
      {.name = "plan",
       .summary = "What a job would do; touches nothing",
       .options = joined({job_options(),
                          {option("--ranks", "R",
                                  "Also say how long so many processes would take, each with "
                                  "--threads threads",
                                  "1"),
                           json_option()}}),
       .footer = "Example:\n  nimsweep plan jobs/theorems.yaml"},
      plan_job);
}

}  // namespace nimsweep::cli
