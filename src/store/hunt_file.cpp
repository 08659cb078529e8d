#include "nimsweep/store/hunt_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/fields.hpp"
#include "store/file_header.hpp"
#include "store/hdf5.hpp"
#include "store/scales.hpp"

namespace nimsweep {

using namespace store_detail;

namespace {

constexpr const char* kResults = "results";
constexpr const char* kHitAxis = "hits/hit";
constexpr std::string_view kOtherForm =
    "hunt results in the form of another version; expected those of a job run by this one";
constexpr std::uint64_t kLongestResults = std::uint64_t{1} << 32;

// The group below that of a hunt's name.
std::string case_of(const StoredHunt& hunt) {
  return hunt.piles() > 0 ? fmt::format("n{}_N{}", hunt.players, hunt.piles())
                          : fmt::format("n{}", hunt.players);
}

// The path of a hunt's group.
std::string place_of(const StoredHunt& hunt) {
  return fmt::format("hunt/{}/{}", hunt.name, case_of(hunt));
}

std::vector<std::pair<const char*, std::uint64_t>> attributes_of(const StoredHunt& hunt) {
  const HuntResult& result = hunt.result;
  std::vector<std::pair<const char*, std::uint64_t>> attributes{
      {"players", static_cast<std::uint64_t>(hunt.players)},
      {"total", result.total / kWholeShare},
      {"hits", result.hits / kWholeShare},
      {"kept", result.kept.size()},
      {"left_out", hunt.left_out()}};
  if (hunt.reads_digits())
    attributes.emplace_back("piles", static_cast<std::uint64_t>(hunt.places));
  if (hunt.max_piles > 0)
    attributes.emplace_back("max_piles", static_cast<std::uint64_t>(hunt.max_piles));
  if (hunt.is_search()) attributes.emplace_back("open", result.open / kWholeShare);
  if (hunt.has_behaviours) {
    attributes.emplace_back("behaviours", result.behaviours / kWholeShare);
    attributes.emplace_back("behaviours_up_to_rotation",
                            result.behaviours_up_to_rotation / kWholeShare);
  }
  return attributes;
}

// A dataset of numbers.
struct Numbers {
  const char* name;
  hid_t type;  // in the file
  std::vector<std::uint64_t> dims;
  std::vector<std::string> axes;
  std::vector<std::uint64_t> values;
};

Numbers histogram_of(const char* name, const std::vector<Shares>& histogram) {
  std::vector<std::uint64_t> rows;
  for (std::size_t value = 0; value < histogram.size(); ++value)
    if (histogram[value] != 0) {
      rows.push_back(value);
      rows.push_back(histogram[value] / kWholeShare);
    }
  return {name, H5T_STD_U64LE, {rows.size() / 2, 2}, {fmt::format("{}_row", name), "column"}, rows};
}

Numbers matrices_of(const StoredHunt& hunt) {
  const auto n = static_cast<std::uint64_t>(hunt.players);
  Numbers matrices{"hits/matrix",
                   H5T_STD_U8LE,
                   {hunt.result.kept.size(), n, n},
                   {kHitAxis, "hits/player", "hits/preference"},
                   {}};
  for (const Hit& hit : hunt.result.kept) {
    const auto matrix = AllianceMatrix::from_index(hunt.players, hit.index);
    for (Seat i = 0; i < hunt.players; ++i)
      for (int j = 0; j < hunt.players; ++j)
        matrices.values.push_back(static_cast<std::uint64_t>(matrix.offset(i, j)));
  }
  return matrices;
}

// A row for each hit, filled up with zeros; all of them if its matrix is not open.
Numbers blocks_of(const StoredHunt& hunt) {
  std::size_t most = 0;
  for (const Hit& hit : hunt.result.kept) most = std::max(most, hit.blocks.size());
  Numbers blocks{
      "hits/blocks", H5T_STD_U64LE, {hunt.result.kept.size(), most}, {kHitAxis, "hits/box"}, {}};
  for (const Hit& hit : hunt.result.kept) {
    blocks.values.insert(blocks.values.end(), hit.blocks.begin(), hit.blocks.end());
    blocks.values.insert(blocks.values.end(), most - hit.blocks.size(), 0);
  }
  return blocks;
}

std::string names_of_facts(const StoredHunt& hunt) {
  return fmt::format("{}", fmt::join(hunt.facts, "; "));
}

Numbers facts_of(const StoredHunt& hunt) {
  Numbers facts{"hits/facts",
                H5T_STD_U64LE,
                {hunt.result.kept.size(), hunt.facts.size()},
                {kHitAxis, "hits/word"},
                {}};
  for (const Hit& hit : hunt.result.kept)
    for (std::size_t k = 0; k < hunt.facts.size(); ++k)
      facts.values.push_back(k < hit.facts.size() ? hit.facts[k] : 0);
  return facts;
}

std::vector<Numbers> datasets_of(const StoredHunt& hunt) {
  const auto column = [&](const char* name, hid_t type, auto get) {
    Numbers numbers{name, type, {hunt.result.kept.size()}, {kHitAxis}, {}};
    for (const Hit& hit : hunt.result.kept)
      numbers.values.push_back(static_cast<std::uint64_t>(get(hit)));
    return numbers;
  };
  std::vector<Numbers> datasets{
      histogram_of("states", hunt.result.states),
      histogram_of("hit_states", hunt.result.hit_states),
      column("hits/index", H5T_STD_U64LE, [](const Hit& hit) { return hit.index; }),
      column("hits/index_high", H5T_STD_U64LE, [](const Hit& hit) { return hit.index >> 64; }),
      column("hits/orbit", H5T_STD_U32LE, [](const Hit& hit) { return hit.orbit; }),
      column("hits/states", H5T_STD_U32LE, [](const Hit& hit) { return hit.states; }),
      matrices_of(hunt)};
  Numbers blocks = blocks_of(hunt);
  if (!blocks.values.empty()) datasets.push_back(std::move(blocks));
  if (!hunt.reads_digits()) {
    datasets.push_back(histogram_of("letters", hunt.result.letters));
    datasets.push_back(histogram_of("hit_letters", hunt.result.hit_letters));
    datasets.push_back(
        column("hits/letters", H5T_STD_U32LE, [](const Hit& hit) { return hit.letters; }));
  }
  if (hunt.has_behaviours)
    datasets.push_back(
        column("hits/alike", H5T_STD_U64LE, [](const Hit& hit) { return hit.alike; }));
  if (!hunt.facts.empty()) datasets.push_back(facts_of(hunt));
  return datasets;
}

void write_hunt(hid_t parent, const StoredHunt& hunt) {
  Hdf5Handle by_name = has_link(parent, hunt.name.c_str()) ? open_group(parent, hunt.name)
                                                           : make_group(parent, hunt.name);
  Hdf5Handle group = make_group(by_name.get(), case_of(hunt));
  for (const auto& [name, number] : attributes_of(hunt)) write_attribute(group.get(), name, number);
  if (!hunt.facts.empty()) write_attribute(group.get(), "facts", names_of_facts(hunt));
  make_group(group.get(), "hits").close("write a group");
  for (const Numbers& numbers : datasets_of(hunt)) {
    const std::string what = fmt::format("write dataset {}", numbers.name);
    Hdf5Handle dataset = make_dataset(group.get(), numbers.name, numbers.type, numbers.dims);
    write_all(dataset.get(), H5T_NATIVE_UINT64, numbers.values.data(), what);
    name_axes(group.get(), dataset.get(), numbers.axes);
    dataset.close(what);
  }
  group.close("write a group");
  by_name.close("write a group");
}

void check_hunt(hid_t file, const StoredHunt& hunt) {
  const auto fail = [&](const char* name) {
    throw Error(ErrorKind::damage,
                fmt::format("{} of {} is not what was written", name, place_of(hunt)));
  };
  const Hdf5Handle group = open_group(file, place_of(hunt));
  for (const auto& [name, number] : attributes_of(hunt))
    if (read_number_attribute(group.get(), name) != number) fail(name);
  for (const Numbers& numbers : datasets_of(hunt)) {
    const Hdf5Handle dataset = open_dataset(group.get(), numbers.name);
    if (dims_of(dataset.get()) != numbers.dims) fail(numbers.name);
    std::vector<std::uint64_t> stored(numbers.values.size());
    check_hdf5_read(
        H5Dread(dataset.get(), H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, stored.data()),
        fmt::format("read {}", numbers.name));
    if (stored != numbers.values) fail(numbers.name);
    if (!has_axes(group.get(), dataset.get(), numbers.axes)) fail(numbers.name);
  }
}

std::string to_text(const std::vector<StoredHunt>& hunts) {
  FieldWriter fields;
  for (const StoredHunt& hunt : hunts) {
    fields.number(hunt.hunt);
    fields.text(hunt.name);
    fields.number(static_cast<std::uint64_t>(hunt.players));
    fields.number(hunt.matrices);
    fields.number((hunt.has_behaviours ? 1 : 0) + 2 * static_cast<std::uint64_t>(hunt.places));
    fields.number((hunt.shows_orbits ? 1 : 0) + 2 * static_cast<std::uint64_t>(hunt.max_piles));
    fields.number(hunt.facts.size());
    for (const std::string& fact : hunt.facts) fields.text(fact);
    hunt.result.write(fields);
  }
  return std::move(fields).take();
}

// Members of a braced list are evaluated in order.
std::vector<StoredHunt> from_text(std::string_view text) {
  std::vector<StoredHunt> hunts;
  for (FieldReader fields(text, ErrorKind::input, kOtherForm); !fields.is_at_end();) {
    StoredHunt hunt{.hunt = fields.number(),
                    .name = std::string(fields.text()),
                    .players = fields.up_to(kMaxPackedPlayers),
                    .matrices = fields.number(),
                    .result = {}};
    const auto form = fields.up_to(2 * DigitMachine::kMaxPiles + 1);
    hunt.has_behaviours = form % 2 != 0;
    hunt.places = form / 2;
    const auto scope = fields.up_to(2 * Hunt::kMostPiles + 1);
    hunt.shows_orbits = scope % 2 != 0;
    hunt.max_piles = scope / 2;
    for (std::uint64_t left = fields.number(); left > 0; --left)
      hunt.facts.emplace_back(fields.text());
    hunt.result = HuntResult::read(fields);
    hunts.push_back(std::move(hunt));
  }
  return hunts;
}

}  // namespace

std::uint64_t StoredHunt::left_out() const noexcept {
  std::uint64_t kept = 0;
  for (const Hit& hit : result.kept) kept += shows_orbits ? hit.orbit : 1;
  const std::uint64_t all = (has_behaviours ? result.behaviours : result.hits) / kWholeShare;
  return all - std::min(kept, all);
}

void HuntFile::write(const std::shared_ptr<OutputFile>& output) const {
  const auto unsealed = std::make_shared<UnsealedFile>(output);
  Hdf5Handle file = make_file(unsealed, header);
  Hdf5Handle group = make_group(file.get(), "hunt");
  for (const StoredHunt& hunt : hunts) write_hunt(group.get(), hunt);
  group.close("write a group");
  write_checked_text(file.get(), kResults, to_text(hunts));
  finish_file(file, *unsealed);
  const HuntFile again = read(output->path());
  check(output->path());
  if (again.header != header || to_text(again.hunts) != to_text(hunts))
    throw Error(ErrorKind::io, fmt::format("{} is not what was written; the disk, the memory or "
                                           "HDF5 is at fault",
                                           output->path()));
}

HuntFile HuntFile::read(const std::string& path) {
  const SealedHdf5 sealed(path);
  const hid_t file = sealed.file.get();
  try {
    if (!has_link(file, kResults)) throw Error(ErrorKind::input, "not hunt results");
    const std::string text = read_checked_text(file, kResults, kLongestResults);
    HuntFile found{.header = read_header(file), .hunts = from_text(text)};
    for (StoredHunt& hunt : found.hunts) {
      hunt.game = found.header.game;
      hunt.passes = static_cast<int>(found.header.passes);
    }
    return found;
  } catch (const Error& problem) {
    throw in_file(problem, path);
  }
}

void HuntFile::check(const std::string& path) {
  const HuntFile expected = read(path);
  const SealedHdf5 sealed(path);
  try {
    for (const StoredHunt& hunt : expected.hunts) check_hunt(sealed.file.get(), hunt);
    sealed.bytes->check();
  } catch (const Error& problem) {
    throw in_file(problem, path);
  }
}

bool HuntFile::is_one(const std::string& path) {
  return is_file_with(path, kResults);
}

}  // namespace nimsweep
