// inspect: shows what a result file holds, and checks it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/describe.hpp"
#include "cli/game_options.hpp"
#include "cli/hunts.hpp"
#include "cli/progress.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/engine/integrity.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/store/table_file.hpp"

namespace nimsweep::cli {

namespace {

struct InspectOptions {
  explicit InspectOptions(const Arguments& given)
      : file(given.text("file")),
        check(given.has("--check")),
        quiet(given.has("--quiet")),
        csv(given.has("--csv")),
        format(format_of(given)) {
    for (const char* option : {"--hunt", "--players", "--pile-count"})
      if (given.has(option) && !given.has("--bfile"))
        throw Error(ErrorKind::usage, fmt::format("{}: expected with --bfile", option));
    if (csv && given.has("--bfile"))
      throw Error(ErrorKind::usage, "--csv: expected without --bfile");
    for (const char* option : {"--csv", "--bfile"})
      for (const char* other : {"--json", "--check"})
        if (given.has(option) && given.has(other))
          throw Error(ErrorKind::usage, fmt::format("{}: expected without {}", option, other));
    if (!given.has("--bfile")) return;
    b_file = {.hunt = given.text("--hunt"), .counted = at_option("--bfile", [&] {
                                              return counted_by_name(given.text("--bfile"));
                                            })};
    if (given.has("--players"))
      b_file->players = given.int_number("--players", kMinPlayers, kMaxPlayers);
    if (given.has("--pile-count"))
      b_file->piles = given.int_number("--pile-count", 1, Hunt::kMostPiles);
  }

  std::string file;
  bool check;
  bool quiet;
  bool csv;
  std::optional<CountSequence> b_file;  // of the first hunt, if it names none
  Format format;
};

void print_json(Output& output, const TableReader& table, const InspectOptions& options) {
  for (std::size_t k = 0; k < table.cases().size(); ++k) output.write(stored_case_record(table, k));
  output.write(file_record(table, options.check));
}

void print_text(Output& output, const TableReader& table, const InspectOptions& options) {
  const FileHeader& header = table.header();
  output.write(fmt::format("{}\n", header.title.empty() ? options.file : header.title));
  output.write(fmt::format("game {}, passes {}, made {} by nimsweep {}\n", header.game,
                           header.passes, header.created, header.version));
  output.write(fmt::format("job {}\nsignature {:016x}\n\n", header.job_sha256, table.signature()));
  output.write(fmt::format("{:8} {:>24} {:>10} {:>10}  {}\n", "case", "values", "chunks", "stored",
                           "extent"));
  for (std::size_t k = 0; k < table.cases().size(); ++k) {
    const TableCase& table_case = table.cases()[k];
    output.write(fmt::format("{:8} {:>24} {:>10} {:>10}  {}\n", table_case.name,
                             to_grouped_decimal(product(table_case.layout.dims)),
                             to_grouped_decimal(table_case.layout.chunks),
                             describe_bytes(table.stored_bytes(k)),
                             fmt::join(table_case.layout.dims, " x ")));
  }
  if (options.check)
    output.write("\nchecked: every byte is as written, sampled values are right\n");
}

// Reading verifies the checksum, with or without --check.
void inspect_hunts(const InspectOptions& options, Output& output) {
  const Format format = options.format;
  const HuntFile file = HuntFile::read(options.file);
  if (options.csv) return write_hits_csv(file.hunts, output);
  if (options.b_file) {
    CountSequence sequence = *options.b_file;
    if (sequence.hunt.empty() && !file.hunts.empty()) sequence.hunt = file.hunts.front().name;
    output.write(at_option("--bfile", [&] { return b_file_of_hunt(file.hunts, sequence); }));
    return;
  }
  if (format == Format::text) {
    output.write(fmt::format("{}\n", file.header.title.empty() ? options.file : file.header.title));
    output.write(fmt::format("hunts, made {} by nimsweep {}\njob {}\n", file.header.created,
                             file.header.version, file.header.job_sha256));
  }
  HuntPrinter printer(output, format);
  for (const StoredHunt& hunt : file.hunts) {
    if (format == Format::text) output.write("\n");
    printer.print(hunt);
  }
  if (options.check && format == Format::text)
    output.write("\nchecked: every byte is as written\n");
}

void check(const InspectOptions& options) {
  Progress progress(options.quiet);
  check_integrity(options.file, [&](std::uint64_t done, std::uint64_t total) {
    progress.show({.what = "checking", .unit = "chunks", .done = done, .total = total});
  });
}

void inspect(const InspectOptions& options, Session& session) {
  Output& output = session.output;
  if (options.check) check(options);
  if (HuntFile::is_one(options.file)) {
    inspect_hunts(options, output);
    return;
  }
  if (options.csv || options.b_file)
    throw Error(ErrorKind::input, fmt::format("{} is a table; expected a file of hunt results for "
                                              "--csv and --bfile (get --bfile makes sequences of "
                                              "values)",
                                              options.file));
  const auto table = TableReader::complete(options.file);
  if (options.format == Format::json)
    print_json(output, table, options);
  else
    print_text(output, table, options);
}

}  // namespace

Command inspect_command() {
  return make_command(
      {.name = "inspect",
       .summary = "Shows what a table file or a file of hunt results holds",
       .options = {argument("file", "FILE", "The table file or hunt results"),
                   flag("--check", "Read every chunk and recompute a sample of the values"),
                   flag("--csv", "The hits that hunts have kept as comma-separated values"),
                   option("--bfile", "WHAT",
                          "A sequence of counts as the OEIS keeps them, n a(n) in each line: hits, "
                          "behaviours or orbits (behaviours up to rotation) by players or piles, "
                          "or states (hits by number of states)"),
                   option("--hunt", "NAME", "With --bfile: the hunt (default: the first)"),
                   option("--players", "N",
                          "With --bfile: only this number of players, if piles vary, too"),
                   option("--pile-count", "N",
                          "With --bfile: only this number of piles, if players vary, too"),
                   flag("--quiet", "Print no progress"), json_option()},
       .footer = "Example:\n  nimsweep inspect out/theorems.h5 --check"},
      inspect);
}

}  // namespace nimsweep::cli
