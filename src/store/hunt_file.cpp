#include "nimsweep/store/hunt_file.hpp"

#include <fmt/format.h>

#include <limits>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "store/file_header.hpp"
#include "store/hdf5.hpp"
#include "store/sync.hpp"

namespace nimsweep {

namespace {

constexpr const char* kResults = "results";
constexpr std::uint64_t kLongestResults = std::uint64_t{1} << 32;

template <class Number>
void write_numbers(hid_t group, const char* name, hid_t stored, hid_t type,
                   const std::vector<std::uint64_t>& dims, const std::vector<Number>& numbers) {
  const Hdf5Handle dataset = make_dataset(group, name, stored, dims);
  check_hdf5(H5Dwrite(dataset.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()),
             fmt::format("write dataset {}", name));
}

void write_wide(hid_t group, const char* name, const std::vector<std::uint64_t>& dims,
                const std::vector<std::uint64_t>& numbers) {
  write_numbers(group, name, H5T_STD_U64LE, H5T_NATIVE_UINT64, dims, numbers);
}

void write_histogram(hid_t group, const char* name, const std::vector<Shares>& histogram) {
  std::vector<std::uint64_t> rows;
  for (std::size_t value = 0; value < histogram.size(); ++value)
    if (histogram[value] != 0) {
      rows.push_back(value);
      rows.push_back(histogram[value] / kOne);
    }
  write_wide(group, name, {rows.size() / 2, 2}, rows);
}

void write_hits(hid_t parent, const StoredHunt& hunt) {
  const auto& kept = hunt.result.kept;
  const std::uint64_t count = kept.size();
  const auto n = static_cast<std::uint64_t>(hunt.players);
  const Hdf5Handle group = make_group(parent, "hits");
  const auto column = [&](auto get) {
    std::vector<std::uint64_t> numbers;
    for (const Hit& hit : kept) numbers.push_back(static_cast<std::uint64_t>(get(hit)));
    return numbers;
  };
  const auto write_small = [&](const char* name, auto get) {
    write_numbers(group.get(), name, H5T_STD_U32LE, H5T_NATIVE_UINT64, {count}, column(get));
  };
  write_wide(group.get(), "index", {count}, column([](const Hit& hit) { return hit.index; }));
  write_wide(group.get(), "index_high", {count},
             column([](const Hit& hit) { return hit.index >> 64; }));
  write_small("orbit", [](const Hit& hit) { return hit.orbit; });
  write_small("states", [](const Hit& hit) { return hit.states; });
  write_small("letters", [](const Hit& hit) { return hit.letters; });
  if (hunt.has_behaviours)
    write_wide(group.get(), "alike", {count}, column([](const Hit& hit) { return hit.alike; }));
  std::vector<std::uint8_t> rows;
  for (const Hit& hit : kept) {
    const auto matrix = AllianceMatrix::from_index(hunt.players, hit.index);
    for (Seat i = 0; i < hunt.players; ++i)
      for (int j = 0; j < hunt.players; ++j)
        rows.push_back(static_cast<std::uint8_t>(matrix.offset(i, j)));
  }
  write_numbers(group.get(), "matrix", H5T_STD_U8LE, H5T_NATIVE_UINT8, {count, n, n}, rows);
}

void write_hunt(hid_t parent, const StoredHunt& hunt) {
  const HuntResult& result = hunt.result;
  const std::string place = fmt::format("n{}", hunt.players);
  const Hdf5Handle by_name = H5Lexists(parent, hunt.name.c_str(), H5P_DEFAULT) > 0
                                 ? open_group(parent, hunt.name)
                                 : make_group(parent, hunt.name);
  const Hdf5Handle group = make_group(by_name.get(), place);
  write_attribute(group.get(), "players", static_cast<std::uint64_t>(hunt.players));
  write_attribute(group.get(), "total", result.total / kOne);
  write_attribute(group.get(), "hits", result.hits / kOne);
  write_attribute(group.get(), "kept", std::uint64_t{result.kept.size()});
  if (hunt.has_behaviours) {
    write_attribute(group.get(), "behaviours", result.behaviours / kOne);
    write_attribute(group.get(), "behaviours_up_to_rotation",
                    result.behaviours_up_to_rotation / kOne);
  }
  write_histogram(group.get(), "states", result.states);
  write_histogram(group.get(), "letters", result.letters);
  write_hits(group.get(), hunt);
}

// Two lines a hunt: numbers and the name, and the result.
std::string to_text(const std::vector<StoredHunt>& hunts) {
  std::string text;
  for (const StoredHunt& hunt : hunts)
    text += fmt::format("{} {} {} {} {}\n{}\n", hunt.hunt, hunt.players, hunt.matrices,
                        hunt.has_behaviours ? 1 : 0, hunt.name, hunt.result.to_text());
  return text;
}

std::vector<StoredHunt> from_text(std::string_view text) {
  std::vector<StoredHunt> hunts;
  const auto lines = split(text, '\n');
  for (std::size_t k = 0; k + 1 < lines.size(); k += 2) {
    StoredHunt hunt;
    std::string_view line = lines[k];
    const auto number = [&](std::uint64_t most) {
      const std::size_t end = std::min(line.find(' '), line.size());
      const auto value = parse_number(line.substr(0, end), most);
      if (!value) throw Error(ErrorKind::input, "no results of hunts");
      line.remove_prefix(std::min(end + 1, line.size()));
      return static_cast<std::uint64_t>(*value);
    };
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    hunt.hunt = static_cast<std::size_t>(number(kMost));
    hunt.players = static_cast<int>(number(kMaxPackedPlayers));
    hunt.matrices = number(kMost);
    hunt.has_behaviours = number(1) == 1;
    hunt.name = line;
    hunt.result = HuntResult::from_text(lines[k + 1]);
    hunts.push_back(std::move(hunt));
  }
  return hunts;
}

}  // namespace

void HuntFile::write(const std::string& path) const {
  const std::string what = fmt::format("write to {}", path);
  Hdf5Handle file = make_file(path, header);
  {
    const Hdf5Handle group = make_group(file.get(), "hunt");
    for (const StoredHunt& hunt : hunts) write_hunt(group.get(), hunt);
  }
  const std::string text = to_text(hunts);
  write_checked_bytes(file.get(), kResults,
                      {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  file.close(what);
  sync_to_disk(path);
}

HuntFile HuntFile::read(const std::string& path) {
  check_readable(path);
  try {
    const Hdf5Handle file = open_file(path);
    if (H5Lexists(file.get(), kResults, H5P_DEFAULT) <= 0)
      throw Error(ErrorKind::input, "no results of hunts");
    const auto bytes = read_checked_bytes(file.get(), kResults, kLongestResults);
    return {.header = read_header(file.get()),
            .hunts = from_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()})};
  } catch (const Error& problem) {
    throw problem.at(path);
  }
}

bool HuntFile::is_one(const std::string& path) {
  check_readable(path);
  try {
    const Hdf5Handle file = open_file(path);
    return H5Lexists(file.get(), kResults, H5P_DEFAULT) > 0;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace nimsweep
