#include "job/matrix_reader.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <sstream>

#include "nimsweep/base/text.hpp"
#include "nimsweep/files/input_file.hpp"
#include "nimsweep/model/matrix_text.hpp"

namespace nimsweep::job_detail {

namespace {

// Long lists of matrices have a file of their own. It may be larger than a job; its lines must be
// short.
constexpr std::uint64_t kLargestMatrixFile = 16 << 20;
constexpr std::size_t kLongestMatrixLine = 4096;

void read_plain_source(const YamlReader& entry, MatrixSource& source) {
  const std::string name = entry.text();
  if (name == "sam")
    source.kind = MatrixSource::Kind::sam;
  else if (name == "all")
    source.kind = MatrixSource::Kind::all;
  else
    throw entry.error(fmt::format(
        "{}; expected sam, all, or one of ssam:, rows:, range:, sample:, file: with a value",
        in_quotes(name)));
}

void read_ssam(const YamlReader& value, MatrixSource& source) {
  source.kind = MatrixSource::Kind::ssam;
  if (value.is_scalar() && value.text() == "all") return;
  for (const std::uint64_t r : value.numbers(0, kMaxPlayers - 1))
    source.shifts.push_back(static_cast<int>(r));
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

// A file beside the job: one matrix per line, rows separated by /; empty lines and # comments are
// skipped.
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

void read_source(const YamlReader& entry, const std::string& job_path, std::string& read_files,
                 MatrixSource& source) {
  int keys = 0;
  entry.read_map({"ssam", "rows", "range", "sample", "file"}, [&](std::string_view key,
                                                                  const YamlReader& value) {
    if (++keys > 1)
      throw value.error("a second kind of matrix in one entry; expected an entry for each");
    if (key == "ssam") read_ssam(value, source);
    if (key == "rows") {
      source.kind = MatrixSource::Kind::listed;
      source.set_listed({read_rows(value)});
    }
    if (key == "range") read_range(value, source);
    if (key == "sample") read_sample(value, source);
    if (key == "file") read_matrix_file(value, job_path, read_files, source);
  });
  if (keys == 0) throw entry.error("an empty map; expected ssam, rows, range, sample or file");
}

}  // namespace

std::vector<int> read_row(const YamlReader& value) {
  std::vector<int> row;
  for (const YamlReader& offset : value.list())
    row.push_back(static_cast<int>(offset.number(0, kMaxPlayers - 1)));
  return row;
}

AllianceMatrix read_rows(const YamlReader& value) {
  std::vector<std::vector<int>> rows;
  for (const YamlReader& row : value.list()) rows.push_back(read_row(row));
  return value.at_value([&] { return AllianceMatrix::from_rows(rows); });
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
