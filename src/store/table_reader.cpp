#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/store/table_file.hpp"
#include "store/hdf5.hpp"

namespace nimsweep {

struct TableReader::File {
  struct Case {
    Hdf5Handle group;
    Hdf5Handle value;
    std::vector<std::uint32_t> checksums;
  };

  std::string path;
  Hdf5Handle file;
  TableHeader header;
  UnitRange units;
  std::uint64_t signature = 0;
  std::vector<TableCase> descriptions;
  std::vector<Case> cases;
};

namespace {

std::vector<std::string> group_names(hid_t file) {
  std::vector<std::string> names;
  const auto collect = [](hid_t where, const char* name, const H5L_info_t*, void* into) -> herr_t {
    H5O_info_t info;
    if (H5Oget_info_by_name2(where, name, &info, H5O_INFO_BASIC, H5P_DEFAULT) < 0) return -1;
    if (info.type == H5O_TYPE_GROUP) static_cast<std::vector<std::string>*>(into)->push_back(name);
    return 0;
  };
  check_hdf5(H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, nullptr, collect, &names), "list groups");
  return names;
}

// "n3_N4" before "n3_N10" before "n4_N1": the order in which a plan has its cases.
std::pair<std::uint64_t, std::uint64_t> case_key(const std::string& name) {
  const auto parts = split(name, '_');
  if (parts.size() != 2 || !parts[0].starts_with('n') || !parts[1].starts_with('N')) return {0, 0};
  const auto number = [](std::string_view digits) {
    return static_cast<std::uint64_t>(parse_number(digits, 1000).value_or(0));
  };
  return {number(parts[0].substr(1)), number(parts[1].substr(1))};
}

std::vector<std::uint32_t> read_checksums(hid_t group, std::uint64_t chunks) {
  const Hdf5Handle dataset = open_dataset(group, "checksums");
  if (dims_of(dataset.get()) != std::vector{chunks})
    throw Error(ErrorKind::input, "a number of checksums that does not fit the chunks");
  std::vector<std::uint32_t> checksums(static_cast<std::size_t>(chunks));
  check_hdf5(
      H5Dread(dataset.get(), H5T_NATIVE_UINT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, checksums.data()),
      "read checksums");
  return checksums;
}

// The layout that has these extents; a file cut in another way is none of ours.
ChunkLayout layout_of(hid_t value, const std::string& name) {
  const auto dims = dims_of(value);
  const auto chunk = chunk_dims_of(value);
  ChunkLayout layout = ChunkLayout::of(dims);
  if (dims.size() < 3 || layout.chunk != chunk)
    throw Error(ErrorKind::input,
                fmt::format("{}/value is not cut into chunks as a table is", name));
  return layout;
}

}  // namespace

TableReader::TableReader(const std::string& path) : file_(std::make_unique<File>()) {
  quiet_hdf5();
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    throw Error(ErrorKind::io, fmt::format("cannot open {}: no such file", path));
  file_->path = path;
  try {
    if (H5Fis_hdf5(path.c_str()) == 0) throw Error(ErrorKind::input, "no HDF5 file");
    file_->file =
        Hdf5Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, "open it");
    const hid_t file = file_->file.get();
    if (H5Aexists(file, "nimsweep_format") <= 0 ||
        read_number_attribute(file, "nimsweep_format") != kTableFormat)
      throw Error(ErrorKind::input, "no table file of format 1");
    file_->header = {.version = read_text_attribute(file, "nimsweep_version"),
                     .job_sha256 = read_text_attribute(file, "job_sha256"),
                     .created = read_text_attribute(file, "created"),
                     .title = read_text_attribute(file, "title"),
                     .game = read_text_attribute(file, "game"),
                     .passes = read_number_attribute(file, "passes"),
                     .job = read_text(file, "job")};
    file_->units = {read_number_attribute(file, "units_from"),
                    read_number_attribute(file, "units_to")};
    file_->signature = read_number_attribute(file, "signature");
    auto names = group_names(file);
    std::sort(names.begin(), names.end(),
              [](const auto& a, const auto& b) { return case_key(a) < case_key(b); });
    for (const std::string& name : names) {
      Hdf5Handle group = open_group(file, name);
      Hdf5Handle value = open_dataset(group.get(), "value");
      file_->descriptions.push_back({name, layout_of(value.get(), name)});
      auto checksums = read_checksums(group.get(), file_->descriptions.back().layout.chunks);
      file_->cases.push_back({std::move(group), std::move(value), std::move(checksums)});
    }
  } catch (const Error& problem) {
    throw problem.at(path);
  }
}

TableReader::~TableReader() = default;
TableReader::TableReader(TableReader&&) noexcept = default;

const TableHeader& TableReader::header() const noexcept {
  return file_->header;
}
const std::vector<TableCase>& TableReader::cases() const noexcept {
  return file_->descriptions;
}
UnitRange TableReader::units() const noexcept {
  return file_->units;
}
std::uint64_t TableReader::signature() const noexcept {
  return file_->signature;
}

AllianceMatrix TableReader::matrix(std::size_t of_case, std::uint64_t number) const {
  quiet_hdf5();
  const auto n = file_->descriptions[of_case].layout.dims[1];
  const Hdf5Handle dataset = open_dataset(file_->cases[of_case].group.get(), "matrices");
  const Hdf5Handle space(H5Dget_space(dataset.get()), H5Sclose, "read the matrices' extent");
  const std::array<hsize_t, 3> start = {number, 0, 0};
  const std::array<hsize_t, 3> extent = {1, n, n};
  check_hdf5(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, extent.data(),
                                 nullptr),
             "select a matrix");
  const Hdf5Handle memory(H5Screate_simple(3, extent.data(), nullptr), H5Sclose,
                          "make a dataspace");
  std::vector<std::uint8_t> flat(static_cast<std::size_t>(n * n));
  check_hdf5(
      H5Dread(dataset.get(), H5T_NATIVE_UINT8, memory.get(), space.get(), H5P_DEFAULT, flat.data()),
      "read a matrix");
  std::vector<std::vector<int>> rows;
  for (std::size_t i = 0; i < n; ++i)
    rows.emplace_back(flat.begin() + static_cast<std::ptrdiff_t>(i * n),
                      flat.begin() + static_cast<std::ptrdiff_t>((i + 1) * n));
  return AllianceMatrix::from_rows(rows);
}

std::vector<std::uint8_t> TableReader::values(std::size_t of_case,
                                              std::span<const std::uint64_t> origin,
                                              std::span<const std::uint64_t> extent) const {
  quiet_hdf5();
  const hid_t dataset = file_->cases[of_case].value.get();
  const std::vector<hsize_t> start(origin.begin(), origin.end());
  const std::vector<hsize_t> count(extent.begin(), extent.end());
  const Hdf5Handle space(H5Dget_space(dataset), H5Sclose, "read the table's extent");
  check_hdf5(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(),
                                 nullptr),
             "select values");
  const Hdf5Handle memory(H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr),
                          H5Sclose, "make a dataspace");
  std::size_t size = 1;
  for (const std::uint64_t along : extent) size *= static_cast<std::size_t>(along);
  std::vector<std::uint8_t> values(size);
  check_hdf5(
      H5Dread(dataset, H5T_NATIVE_UINT8, memory.get(), space.get(), H5P_DEFAULT, values.data()),
      fmt::format("read values of {}", file_->path));
  return values;
}

EncodedChunk TableReader::chunk(std::size_t of_case, std::uint64_t number) const {
  quiet_hdf5();
  const File::Case& here = file_->cases[of_case];
  const TableCase& description = file_->descriptions[of_case];
  std::vector<std::uint64_t> origin;
  description.layout.origin_of(number, origin);
  const std::vector<hsize_t> offset(origin.begin(), origin.end());
  const auto fail = [&](std::string_view why) {
    throw Error(ErrorKind::input,
                fmt::format("{}: chunk {} of {}: {}", file_->path, number, description.name, why));
  };
  hsize_t size = 0;
  if (H5Dget_chunk_storage_size(here.value.get(), offset.data(), &size) < 0 || size == 0)
    fail("it is missing");
  if (size > description.layout.chunk_bytes) fail("it is larger than its values");
  EncodedChunk chunk;
  chunk.bytes.resize(static_cast<std::size_t>(size));
  if (H5Dread_chunk(here.value.get(), H5P_DEFAULT, offset.data(), &chunk.filter_mask,
                    chunk.bytes.data()) < 0)
    fail("it cannot be read");
  chunk.crc32 = crc32_of(chunk.bytes);
  if (chunk.crc32 != here.checksums[static_cast<std::size_t>(number)])
    fail("it is damaged (its checksum does not match)");
  return chunk;
}

std::uint64_t TableReader::stored_bytes(std::size_t of_case) const {
  quiet_hdf5();
  return H5Dget_storage_size(file_->cases[of_case].value.get());
}

}  // namespace nimsweep
