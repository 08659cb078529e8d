#include "job/yaml_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "nimsweep/base/text.hpp"

namespace nimsweep::job_detail {

namespace {

// A range of more numbers than this is a typing error, and would only eat memory.
constexpr std::uint64_t kLongestRange = 1000;

}  // namespace

Place YamlReader::place() const {
  const YAML::Mark mark = node_.Mark();
  if (mark.is_null()) return {};  // an empty file
  return {.line = mark.line + 1, .column = mark.column + 1};
}

Error YamlReader::error(const std::string& message) const {
  const Place at = place();
  return {ErrorKind::job,
          fmt::format("{}:{}:{}: {}: {}", *path_, at.line, at.column, name_, message)};
}

std::string YamlReader::text() const {
  if (node_.IsNull()) throw error("nothing; expected a value");
  if (!node_.IsScalar()) throw error("expected one value, not a list or a map");
  return node_.Scalar();
}

std::string YamlReader::line() const {
  std::string line = text();
  if (std::any_of(line.begin(), line.end(), [](unsigned char c) { return c < 32 || c == 127; }))
    throw error("control characters; expected one line of text");
  return line;
}

std::string YamlReader::file_name() const {
  std::string file = line();
  if (file.empty() || file.ends_with('/'))
    throw error(fmt::format("{}; expected the name of a file", in_quotes(file)));
  return file;
}

std::uint64_t YamlReader::number(std::uint64_t min, std::uint64_t max) const {
  const std::string digits = text();
  const auto value = parse_number(digits, max);
  if (!value || *value < min)
    throw error(
        fmt::format("{}; expected a whole number from {} to {}", in_quotes(digits), min, max));
  return static_cast<std::uint64_t>(*value);
}

std::vector<std::uint64_t> YamlReader::numbers(std::uint64_t min, std::uint64_t max) const {
  std::vector<std::uint64_t> values;
  if (node_.IsSequence()) {
    for (const YamlReader& entry : list()) {
      if (entry.is_list()) throw entry.error("a list in a list; expected numbers or ranges");
      for (const std::uint64_t value : entry.numbers(min, max)) values.push_back(value);
      if (values.size() > kLongestRange) throw error("too many numbers");
    }
    if (values.empty()) throw error("an empty list; expected at least one number");
    return values;
  }
  const std::string digits = text();
  if (digits.find("..") == std::string::npos) return {number(min, max)};
  const auto range = parse_range(digits, max);
  if (!range || range->first < min || range->second - range->first >= kLongestRange)
    throw error(fmt::format("{}; expected a number or a range such as 3..6, from {} to {}",
                            in_quotes(digits), min, max));
  for (Uint128 value = range->first; value <= range->second; ++value)
    values.push_back(static_cast<std::uint64_t>(value));
  return values;
}

std::vector<int> YamlReader::sorted_numbers(int min, int max) const {
  std::vector<int> values;
  for (const std::uint64_t value :
       numbers(static_cast<std::uint64_t>(min), static_cast<std::uint64_t>(max)))
    values.push_back(static_cast<int>(value));
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

bool YamlReader::is_true() const {
  const std::string word = text();
  if (word != "true" && word != "false")
    throw error(fmt::format("{}; expected true or false", in_quotes(word)));
  return word == "true";
}

std::vector<YamlReader> YamlReader::list() const {
  if (!node_.IsSequence()) throw error("expected a list");
  std::vector<YamlReader> entries;
  for (const YAML::Node& entry : node_) entries.emplace_back(*path_, entry, name_);
  return entries;
}

void YamlReader::read_map(
    const std::vector<std::string_view>& known,
    const std::function<void(std::string_view, const YamlReader&)>& read) const {
  if (!node_.IsMap()) throw error(fmt::format("expected a map with {}", fmt::join(known, ", ")));
  std::vector<std::string> seen;
  for (const auto& entry : node_) {
    const YamlReader key_reader(*path_, entry.first, name_);
    const std::string key = key_reader.text();
    if (std::find(known.begin(), known.end(), key) == known.end())
      throw key_reader.error(
          fmt::format("unknown key {}; expected {}", in_quotes(key), fmt::join(known, ", ")));
    if (std::find(seen.begin(), seen.end(), key) != seen.end())
      throw key_reader.error(fmt::format("key {} is here twice", in_quotes(key)));
    seen.push_back(key);
    read(key, YamlReader(*path_, entry.second, key));
  }
}

}  // namespace nimsweep::job_detail
