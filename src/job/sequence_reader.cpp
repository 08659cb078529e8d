#include "job/sequence_reader.hpp"

#include <optional>

#include "job/matrix_reader.hpp"

namespace nimsweep::job_detail {

namespace {

// The keys of an entry. What they mean depends on whether there is a hunt.
struct SequenceEntry {
  std::optional<YamlReader> file = {}, hunt = {}, count = {}, players = {}, matrix = {}, piles = {},
                            max = {}, first = {};
};

SequenceEntry read_sequence_keys(const YamlReader& entry) {
  SequenceEntry read;
  entry.read_map({"file", "hunt", "count", "players", "matrix", "piles", "max", "first"},
                 [&](std::string_view key, const YamlReader& value) {
                   if (key == "file") read.file = value;
                   if (key == "hunt") read.hunt = value;
                   if (key == "count") read.count = value;
                   if (key == "players") read.players = value;
                   if (key == "matrix") read.matrix = value;
                   if (key == "piles") read.piles = value;
                   if (key == "max") read.max = value;
                   if (key == "first") read.first = value;
                 });
  if (!read.file) throw entry.error("key 'file' is missing");
  if (!read.hunt && !read.max)
    throw entry.error(
        "expected 'hunt' and 'count', or 'piles' and 'max': counts of a hunt, or values along a "
        "line of piles");
  return read;
}

std::optional<int> read_players(const SequenceEntry& read) {
  if (!read.players) return std::nullopt;
  return static_cast<int>(read.players->number(kMinPlayers, kMaxPlayers));
}

CountSequence read_counts(const YamlReader& entry, const SequenceEntry& read) {
  for (const auto& value : {read.matrix, read.max, read.first})
    if (value) throw value->error("expected only without 'hunt'");
  if (!read.count)
    throw entry.error("key 'count' is missing; expected hits, behaviours, orbits or states");
  CountSequence counts{
      .hunt = read.hunt->line(),
      .counted = read.count->at_value([&] { return counted_by_name(read.count->text()); }),
      .players = read_players(read)};
  if (read.piles) counts.piles = static_cast<int>(read.piles->number(1, Hunt::kMostPiles));
  return counts;
}

// A list of numbers, one of which is x.
void read_piles(const YamlReader& value, ValueLine& line) {
  bool has_x = false;
  for (const YamlReader& pile : value.list()) {
    const bool is_x = pile.text() == "x";
    if (is_x && has_x) throw pile.error("a second x; expected one pile that varies");
    if (is_x) line.along = line.piles.size();
    has_x |= is_x;
    line.piles.push_back(is_x ? 0 : pile.number(0, kMaxCounters));
  }
  if (!has_x) throw value.error("no pile is x; expected one that varies, as in [2, x]");
}

ValueLine read_line(const YamlReader& entry, const SequenceEntry& read) {
  if (read.count) throw read.count->error("expected only with 'hunt'");
  if (!read.piles) throw entry.error("key 'piles' is missing; expected a list, as in [2, x]");
  ValueLine line{.matrix = read_one_matrix(entry, read.matrix, read_players(read)), .piles = {}};
  read_piles(*read.piles, line);
  line.max = read.max->number(0, ValueLine::kMost);
  if (read.first)
    line.first =
        static_cast<Seat>(read.first->number(0, static_cast<unsigned>(line.matrix.players()) - 1));
  return line;
}

}  // namespace

SequenceSpec read_sequence(const YamlReader& entry) {
  const SequenceEntry read = read_sequence_keys(entry);
  SequenceSpec spec{.place = entry.place(), .file = read.file->file_name(), .sequence = {}};
  if (read.hunt)
    spec.sequence = read_counts(entry, read);
  else
    spec.sequence = read_line(entry, read);
  return spec;
}

}  // namespace nimsweep::job_detail
