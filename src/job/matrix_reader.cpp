#include "job/matrix_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <iterator>
#include <limits>
#include <optional>
#include <sstream>
#include <utility>

#include "nimsweep/base/text.hpp"
#include "nimsweep/files/input_file.hpp"
#include "nimsweep/model/matrix_formula.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/model/teams.hpp"

namespace nimsweep::job_detail {

namespace {

// Long lists of matrices have a file of their own. It may be larger than a job; its lines must be
// short.
constexpr std::uint64_t kLargestMatrixFile = 16 << 20;
constexpr std::size_t kLongestMatrixLine = 4096;

constexpr std::string_view kKinds[] = {"ssam", "formula", "teams",  "equal_rows",
                                       "rows", "range",   "sample", "file"};

void set_formula(MatrixFormula formula, MatrixSource& source) {
  source.kind = MatrixSource::Kind::formula;
  source.formula = std::move(formula);
}

void set_matrix(const AllianceMatrix& matrix, MatrixSource& source) {
  source.kind = MatrixSource::Kind::listed;
  source.set_listed({matrix});
}

void read_plain_source(const YamlReader& entry, MatrixSource& source) {
  const std::string name = entry.text();
  if (name == "sam")
    source.kind = MatrixSource::Kind::sam;
  else if (name == "all")
    source.kind = MatrixSource::Kind::all;
  else if (name == "reverse")
    set_formula(MatrixFormula::parse("-j"), source);
  else
    throw entry.error(fmt::format("{}; expected sam, all, reverse, or one of {}: with a value",
                                  in_quotes(name), fmt::join(kKinds, ":, ")));
}

// A number, a list, a range, or all.
void read_shifts(const YamlReader& value, MatrixSource& source) {
  if (value.is_scalar() && value.text() == "all") return;
  for (const std::uint64_t r : value.numbers(0, kMaxPlayers - 1))
    source.shifts.push_back(static_cast<int>(r));
}

// The entry may say beside the formula which r it is for.
void read_formula(const YamlReader& value, const std::optional<YamlReader>& r,
                  MatrixSource& source) {
  set_formula(value.at_value([&] { return MatrixFormula::parse(value.text(), r.has_value()); }),
              source);
  if (!r) return;
  if (!source.formula->uses_r()) throw r->error("the formula does not use r; expected no 'r'");
  read_shifts(*r, source);
}

// The entry may say beside the teams in which order they prefer winners.
void read_teams(const YamlReader& value, const std::optional<YamlReader>& order,
                MatrixSource& source) {
  Teams teams;
  for (const YamlReader& team : value.list()) teams.push_back(read_row(team));
  const TeamOrder chosen =
      order ? order->at_value([&] { return team_order_named(order->text()); }) : TeamOrder::self;
  set_matrix(value.at_value([&] { return matrix_of_teams(teams, chosen); }), source);
}

void read_range(const YamlReader& value, MatrixSource& source) {
  source.kind = MatrixSource::Kind::range;
  bool has_count = false;
  value.read_map({"from", "count"}, [&](std::string_view key, const YamlReader& entry) {
    if (key == "from") {
      const std::string digits = entry.text();
      const auto from = parse_number(digits, kUint128Max);
      if (!from) throw entry.error(fmt::format("{}; expected an index", in_quotes(digits)));
      source.from = *from;
    } else {
      source.count = entry.number(1, std::numeric_limits<std::int64_t>::max());
      has_count = true;
    }
  });
  if (!has_count) throw value.error("key 'count' is missing");
}

void read_sample(const YamlReader& value, MatrixSource& source) {
  source.kind = MatrixSource::Kind::sample;
  bool has_count = false;
  value.read_map({"count", "seed"}, [&](std::string_view key, const YamlReader& entry) {
    if (key == "seed") {
      source.seed = entry.number(0, std::numeric_limits<std::uint64_t>::max());
    } else {
      source.count = entry.number(1, std::numeric_limits<std::int64_t>::max());
      has_count = true;
    }
  });
  if (!has_count) throw value.error("key 'count' is missing");
}

// A file beside the job: one matrix per line, rows separated by /, or another form that says the
// number of players; empty lines and # comments are skipped.
void read_matrix_file(const YamlReader& value, const std::string& job_path, std::string& read_files,
                      MatrixSource& source) {
  source.kind = MatrixSource::Kind::listed;
  const auto path = (std::filesystem::path(job_path).parent_path() / value.text()).string();
  const std::string text =
      value.at_value([&] { return read_file(InputFile(path), kLargestMatrixFile); });
  std::vector<AllianceMatrix> matrices;
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const auto parts = words(line);
    if (parts.empty() || parts[0].starts_with('#')) continue;
    try {
      if (line.size() > kLongestMatrixLine)
        throw Error(ErrorKind::input,
                    fmt::format("a line of {} characters; expected a matrix", line.size()));
      matrices.push_back(parse_matrix(line, std::nullopt));
    } catch (const Error& error) {
      throw Error(ErrorKind::job, fmt::format("{}:{}:1: {}", path, number, error.what()));
    }
  }
  if (matrices.empty()) throw value.error(fmt::format("no matrix in {}", in_quotes(path)));
  source.set_listed(std::move(matrices));
  read_files += text;
}

// An entry that is a map: one kind of matrices, and what may stand beside it.
struct MatrixEntry {
  std::string kind = {};
  std::optional<YamlReader> value = {}, r = {}, order = {};
};

MatrixEntry read_entry(const YamlReader& entry) {
  MatrixEntry read;
  std::vector<std::string_view> known(std::begin(kKinds), std::end(kKinds));
  known.insert(known.end(), {"r", "order"});
  entry.read_map(known, [&](std::string_view key, const YamlReader& value) {
    if (key == "r") {
      read.r = value;
    } else if (key == "order") {
      read.order = value;
    } else {
      if (read.value)
        throw value.error("a second kind of matrix in one entry; expected an entry for each");
      read.kind = key;
      read.value = value;
    }
  });
  if (!read.value)
    throw entry.error(
        fmt::format("no kind of matrix; expected one of {}", fmt::join(kKinds, ", ")));
  if (read.r && read.kind != "formula") throw read.r->error("expected only beside 'formula'");
  if (read.order && read.kind != "teams") throw read.order->error("expected only beside 'teams'");
  return read;
}

void read_source(const YamlReader& entry, const std::string& job_path, std::string& read_files,
                 MatrixSource& source) {
  const MatrixEntry read = read_entry(entry);
  const YamlReader& value = *read.value;
  if (read.kind == "ssam") {
    source.kind = MatrixSource::Kind::ssam;
    read_shifts(value, source);
  }
  if (read.kind == "formula") read_formula(value, read.r, source);
  if (read.kind == "teams") read_teams(value, read.order, source);
  if (read.kind == "equal_rows") set_matrix(read_equal_rows(value), source);
  if (read.kind == "rows") set_matrix(read_rows(value), source);
  if (read.kind == "range") read_range(value, source);
  if (read.kind == "sample") read_sample(value, source);
  if (read.kind == "file") read_matrix_file(value, job_path, read_files, source);
}

}  // namespace

std::vector<int> read_row(const YamlReader& value) {
  std::vector<int> row;
  for (const YamlReader& offset : value.list())
    row.push_back(static_cast<int>(offset.number(0, kMaxPlayers - 1)));
  return row;
}

AllianceMatrix read_equal_rows(const YamlReader& value) {
  const std::vector<int> row = read_row(value);
  return value.at_value([&] { return AllianceMatrix::from_equal_rows(row); });
}

AllianceMatrix read_rows(const YamlReader& value) {
  std::vector<std::vector<int>> rows;
  for (const YamlReader& row : value.list()) rows.push_back(read_row(row));
  return value.at_value([&] { return AllianceMatrix::from_rows(rows); });
}

AllianceMatrix read_one_matrix(const YamlReader& entry, const std::optional<YamlReader>& value,
                               std::optional<int> players) {
  const YamlReader& place = value ? *value : entry;
  const auto named = [&] { return parse_matrix(value ? value->text() : "sam", players); };
  AllianceMatrix matrix = value && value->is_list() ? read_rows(*value) : place.at_value(named);
  if (players && *players != matrix.players())
    throw place.error(
        fmt::format("a matrix of {} players; expected {}", matrix.players(), *players));
  return matrix;
}

MatrixSource read_matrix_source(const YamlReader& entry, const std::string& job_path,
                                std::string& read_files) {
  MatrixSource source;
  source.place = entry.place();
  if (entry.is_scalar())
    read_plain_source(entry, source);
  else
    read_source(entry, job_path, read_files, source);
  return source;
}

}  // namespace nimsweep::job_detail
