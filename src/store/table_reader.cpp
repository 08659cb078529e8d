#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <filesystem>
#include <mutex>
#include <sstream>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/store/table_file.hpp"
#include "store/copy_common.hpp"
#include "store/file_header.hpp"
#include "store/hdf5.hpp"
#include "store/hdf5_driver.hpp"
#include "store/table_names.hpp"

namespace nimsweep {

struct TableReader::File {
  // Where the values of a case lie, from this chunk on.
  struct ShardCase {
    std::uint64_t from = 0;
    std::size_t shard = 0;
    std::size_t of_case = 0;
  };
  struct Case {
    Hdf5Handle group;
    Hdf5Handle value;
    std::uint64_t from = 0;  // the chunk that the first checksum is of
    std::vector<std::uint32_t> checksums;
    std::vector<ShardCase> shards;  // of a virtual table, in order
  };

  explicit File(const std::string& of_path) : path(of_path), sealed(of_path) {}

  std::string path;
  SealedHdf5 sealed;
  FileHeader header;
  UnitRange units;
  std::uint64_t signature = 0;
  std::vector<TableCase> descriptions;
  std::vector<Case> cases;
  std::vector<TableReader> shards;

  // The chunk that was read last, decoded: values are often asked for cell by cell.
  struct DecodedChunk {
    std::size_t of_case = 0;
    std::uint64_t number = 0;
    std::vector<std::uint8_t> bytes;
  };
  std::mutex decoded_mutex;
  std::shared_ptr<const DecodedChunk> decoded;

  void open_shards();
  void add_case(const std::string& name, bool is_virtual);
  void link_shards(std::size_t of_case);

  // The rows of matrices [from, from + count), end to end.
  std::vector<std::uint8_t> matrices(std::size_t of_case, std::uint64_t from,
                                     std::uint64_t count) const;
  void check_links(std::size_t of_case) const;
};

namespace {

constexpr std::uint64_t kMostPasses = 255;
constexpr std::uint64_t kLongestShardList = 1 << 20;

std::vector<std::string> group_names(hid_t file) {
  std::vector<std::string> names;
  const auto collect = [](hid_t where, const char* name, const H5L_info_t*,
                          void* into) noexcept -> herr_t {
    H5O_info_t info;
    if (H5Oget_info_by_name2(where, name, &info, H5O_INFO_BASIC, H5P_DEFAULT) < 0) return -1;
    try {
      if (info.type == H5O_TYPE_GROUP)
        static_cast<std::vector<std::string>*>(into)->push_back(name);
      return 0;
    } catch (const std::exception&) {
      remember_fault_out_of_memory();
      return -1;
    }
  };
  check_hdf5_read(H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, nullptr, collect, &names),
                  "list groups");
  return names;
}

// "n3_N4" before "n3_N10" before "n4_N1", "N4" before "N10": the order in which a plan has its
// cases.
std::pair<std::uint64_t, std::uint64_t> case_key(const std::string& name) {
  const auto number_after = [](char letter, std::string_view part) -> std::uint64_t {
    if (!part.starts_with(letter)) return 0;
    return static_cast<std::uint64_t>(parse_number(part.substr(1), 1000).value_or(0));
  };
  const auto parts = split(name, '_');
  if (parts.size() > 2) return {0, 0};
  return {parts.size() == 2 ? number_after('n', parts[0]) : 0, number_after('N', parts.back())};
}

// A dataset of numbers along one axis.
std::vector<std::uint32_t> read_numbers(hid_t dataset, std::uint64_t most) {
  const auto dims = dims_of(dataset);
  if (dims.size() != 1 || dims[0] > most)
    throw Error(ErrorKind::input, "more checksums or steps than there can be");
  std::vector<std::uint32_t> numbers(static_cast<std::size_t>(dims[0]));
  check_hdf5_read(
      H5Dread(dataset, H5T_NATIVE_UINT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()),
      "read numbers");
  return numbers;
}

// The layout that has these extents; a file cut in another way is none of ours.
ChunkLayout layout_of(hid_t dataset, const std::string& name, Quantity quantity, bool is_virtual) {
  const auto dims = dims_of(dataset);
  const bool has_seats = dims.size() >= 3 && dims[1] >= kMinPlayers && dims[1] <= kMaxPlayers;
  const bool is_table = !dims.empty() && std::find(dims.begin(), dims.end(), 0) == dims.end() &&
                        (quantity == Quantity::grundy || has_seats);
  if (!is_table || H5Dget_offset(dataset) != HADDR_UNDEF)
    throw Error(ErrorKind::input, fmt::format("{}/{} is not a table", name, name_of(quantity)));
  ChunkLayout layout = ChunkLayout::of(dims, bytes_of(quantity));
  const Hdf5Handle made(H5Dget_create_plist(dataset), H5Pclose, "read properties",
                        throw_hdf5_read_error);
  const bool fits = is_virtual ? H5Pget_layout(made.get()) == H5D_VIRTUAL
                               : layout.chunk == chunk_dims_of(dataset);
  if (!fits)
    throw Error(ErrorKind::input,
                fmt::format("{}/{} is not cut into chunks as a table is", name, name_of(quantity)));
  return layout;
}

std::size_t size_of(std::span<const std::uint64_t> extent) {
  std::size_t size = 1;
  for (const std::uint64_t along : extent) size *= static_cast<std::size_t>(along);
  return size;
}

// The elements of a box of a dataset, as other readers get them.
void read_by_hdf5(hid_t dataset, hid_t type, std::span<const std::uint64_t> origin,
                  std::span<const std::uint64_t> extent, const std::string& path, void* out) {
  const std::vector<hsize_t> start(origin.begin(), origin.end());
  const std::vector<hsize_t> count(extent.begin(), extent.end());
  const Hdf5Handle space(H5Dget_space(dataset), H5Sclose, "read the table's extent",
                         throw_hdf5_read_error);
  check_hdf5(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(),
                                 nullptr),
             "select values");
  const Hdf5Handle memory(H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr),
                          H5Sclose, "make a dataspace");
  check_hdf5_read(H5Dread(dataset, type, memory.get(), space.get(), H5P_DEFAULT, out),
                  fmt::format("read values of {}", path));
}

}  // namespace

TableReader::TableReader(const std::string& path) : TableReader(path, Shards::open) {}

TableReader::TableReader(const std::string& path, Shards shards)
    : file_(std::make_unique<File>(path)) {
  try {
    const hid_t file = file_->sealed.file.get();
    if (has_link(file, "results"))
      throw Error(ErrorKind::input, "results of hunts, and no table; `inspect` shows them");
    file_->header = read_header(file);
    if (file_->header.passes > kMostPasses)
      throw Error(ErrorKind::input, fmt::format("{} passes", file_->header.passes));
    file_->units = {read_number_attribute(file, "units_from"),
                    read_number_attribute(file, "units_to")};
    file_->signature = read_number_attribute(file, "signature");
    const bool is_virtual = has_link(file, kShards);
    if (is_virtual && shards == Shards::open) file_->open_shards();
    auto names = group_names(file);
    std::sort(names.begin(), names.end(),
              [](const auto& a, const auto& b) { return case_key(a) < case_key(b); });
    for (const std::string& name : names) file_->add_case(name, is_virtual);
  } catch (const Error& problem) {
    throw in_file(problem, path);
  }
}

void TableReader::File::add_case(const std::string& name, bool is_virtual) {
  Hdf5Handle group = open_group(sealed.file.get(), name);
  const auto quantity =
      has_link(group.get(), name_of(Quantity::grundy).data()) ? Quantity::grundy : Quantity::value;
  Hdf5Handle value = open_dataset(group.get(), name_of(quantity).data());
  descriptions.push_back({name, layout_of(value.get(), name, quantity, is_virtual), quantity});
  const Hdf5Handle checksums = open_dataset(group.get(), "checksums");
  const std::uint64_t chunks = descriptions.back().layout.chunks;
  const std::uint64_t from = read_number_attribute(checksums.get(), "from");
  cases.push_back(
      {std::move(group), std::move(value), from, read_numbers(checksums.get(), chunks), {}});
  if (!shards.empty()) link_shards(cases.size() - 1);
}

TableReader TableReader::complete(const std::string& path) {
  TableReader table(path);
  const UnitRange units = table.units();
  if (units != UnitRange{0, table.header().units})
    throw Error(ErrorKind::input,
                fmt::format("{}: a shard, with work units {}..{} of {}; expected a complete table",
                            path, units.from, units.to, table.header().units));
  return table;
}

TableReader::~TableReader() = default;
TableReader::TableReader(TableReader&&) noexcept = default;

const std::string& TableReader::path() const noexcept {
  return file_->path;
}

const FileHeader& TableReader::header() const noexcept {
  return file_->header;
}
const std::vector<TableCase>& TableReader::cases() const noexcept {
  return file_->descriptions;
}
std::optional<std::size_t> TableReader::find_case(std::string_view name) const {
  const auto& cases = file_->descriptions;
  const auto found = std::ranges::find(cases, name, &TableCase::name);
  if (found == cases.end()) return std::nullopt;
  return static_cast<std::size_t>(found - cases.begin());
}
UnitRange TableReader::units() const noexcept {
  return file_->units;
}
std::uint64_t TableReader::signature() const noexcept {
  return file_->signature;
}
bool TableReader::is_virtual(const std::string& path) {
  if (!InputFile::if_there(path)) return false;
  try {
    const SealedHdf5 sealed(path);
    return has_link(sealed.file.get(), kShards);
  } catch (const Error& problem) {
    if (problem.kind() == ErrorKind::io) throw;
    return false;
  }
}
std::span<const TableReader> TableReader::shards() const noexcept {
  return file_->shards;
}
TableReader::Chunks TableReader::chunks(std::size_t of_case) const noexcept {
  return {file_->cases[of_case].from, file_->cases[of_case].checksums};
}

void TableReader::File::open_shards() {
  std::istringstream lines(read_checked_text(sealed.file.get(), kShards, kLongestShardList));
  namespace fs = std::filesystem;
  const fs::path table = fs::is_symlink(path) ? fs::canonical(path) : fs::path(path);
  UnitRange listed;
  std::uint64_t begin = 0;
  for (std::string name;
       lines >> listed.from >> listed.to && lines.get() == ' ' && std::getline(lines, name);) {
    const std::string of_shard = (table.parent_path() / name).string();
    if (!InputFile::if_there(of_shard))
      throw Error(ErrorKind::damage, fmt::format("shard {} is missing", of_shard));
    try {
      shards.push_back(TableReader(of_shard, Shards::leave));
    } catch (const Error& problem) {
      if (problem.kind() == ErrorKind::io) throw;
      throw Error(ErrorKind::damage, fmt::format("a shard is damaged: {}", problem.what()));
    }
    const TableReader& shard = shards.back();
    if (shard.units() != listed || listed.from != begin ||
        shard.header().plan_sha256 != header.plan_sha256)
      throw Error(ErrorKind::damage, fmt::format("{} is not its shard", shard.path()));
    begin = listed.to;
  }
  if (begin != header.units)
    throw Error(ErrorKind::damage,
                fmt::format("its shards have {} work units; expected {}", begin, header.units));
}

void TableReader::File::link_shards(std::size_t of_case) {
  const TableCase& description = descriptions[of_case];
  Case& here = cases[of_case];
  std::uint64_t begin = 0;
  for (std::size_t k = 0; k < shards.size(); ++k) {
    const auto in_shard = shards[k].find_case(description.name);
    if (!in_shard) continue;
    const Chunks chunks = shards[k].chunks(*in_shard);
    if (chunks.from != begin || shards[k].cases()[*in_shard].layout.dims != description.layout.dims)
      throw Error(ErrorKind::damage, fmt::format("{} does not hold the values of {} that it should",
                                                 shards[k].path(), description.name));
    here.shards.push_back({begin, k, *in_shard});
    begin = chunks.to();
  }
  if (begin != description.layout.chunks || here.checksums.size() != begin)
    throw Error(ErrorKind::damage, fmt::format("the shards have {} chunks of {}; expected {}",
                                               begin, description.name, description.layout.chunks));
}

std::vector<std::uint8_t> TableReader::File::matrices(std::size_t of_case, std::uint64_t from,
                                                      std::uint64_t count) const {
  const auto n = descriptions[of_case].layout.dims[1];
  const Hdf5Handle dataset = open_dataset(cases[of_case].group.get(), "matrices");
  if (dims_of(dataset.get()) != std::vector{descriptions[of_case].layout.dims[0], n, n})
    throw Error(ErrorKind::damage, fmt::format("{}: {}/matrices does not fit the values", path,
                                               descriptions[of_case].name));
  const Hdf5Handle space(H5Dget_space(dataset.get()), H5Sclose, "read the matrices' extent",
                         throw_hdf5_read_error);
  const std::array<hsize_t, 3> start = {from, 0, 0};
  const std::array<hsize_t, 3> extent = {count, n, n};
  check_hdf5(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, extent.data(),
                                 nullptr),
             "select matrices");
  const Hdf5Handle memory = space_of({count, n, n});
  std::vector<std::uint8_t> flat(static_cast<std::size_t>(count * n * n));
  check_hdf5_read(
      H5Dread(dataset.get(), H5T_NATIVE_UINT8, memory.get(), space.get(), H5P_DEFAULT, flat.data()),
      "read matrices");
  return flat;
}

AllianceMatrix TableReader::matrix(std::size_t of_case, std::uint64_t number) const {
  begin_hdf5();
  const auto n = static_cast<std::ptrdiff_t>(file_->descriptions[of_case].layout.dims[1]);
  const auto flat = file_->matrices(of_case, number, 1);
  std::vector<std::vector<int>> rows;
  for (auto row = flat.begin(); row != flat.end(); row += n) rows.emplace_back(row, row + n);
  return AllianceMatrix::from_rows(rows);
}

void TableReader::check_matrices(std::size_t of_case) const {
  begin_hdf5();
  const std::string& name = file_->descriptions[of_case].name;
  const std::uint64_t count = file_->descriptions[of_case].layout.dims[0];
  std::uint32_t checksum = 0;
  for (std::uint64_t m = 0; m < count; m += kMatricesAtOnce)
    checksum =
        crc32_of(file_->matrices(of_case, m, std::min(kMatricesAtOnce, count - m)), checksum);
  const Hdf5Handle dataset = open_dataset(file_->cases[of_case].group.get(), "matrices");
  if (checksum != read_number_attribute(dataset.get(), "crc32"))
    throw Error(ErrorKind::damage,
                fmt::format("{}: the matrices of {} are damaged", file_->path, name));
}

void TableReader::check_scales(std::size_t of_case) const {
  begin_hdf5();
  const TableCase& description = file_->descriptions[of_case];
  const auto& dims = description.layout.dims;
  for (std::size_t axis = 0; axis < dims.size(); ++axis) {
    if (dims[axis] > kLongestScale) continue;
    const std::string name = axis_name(description.quantity, axis);
    const Hdf5Handle scale = open_dataset(file_->cases[of_case].group.get(), name.c_str());
    const auto steps = read_numbers(scale.get(), dims[axis]);
    for (std::size_t k = 0; k < dims[axis]; ++k)
      if (k >= steps.size() || steps[k] != k)
        throw Error(ErrorKind::damage, fmt::format("{}: the scale {} of {} is damaged", file_->path,
                                                   name, description.name));
  }
}

void TableReader::check_chunk_index(std::size_t of_case) const {
  begin_hdf5();
  const File::Case& here = file_->cases[of_case];
  const TableCase& description = file_->descriptions[of_case];
  const Hdf5Handle made(H5Dget_create_plist(here.value.get()), H5Pclose, "read properties",
                        throw_hdf5_read_error);
  if (H5Pget_layout(made.get()) == H5D_VIRTUAL) return;
  std::vector<std::uint64_t> origin;
  std::array<hsize_t, H5S_MAX_RANK> offset;
  for (std::uint64_t k = 0; k < here.checksums.size(); ++k) {
    description.layout.origin_of(here.from + k, origin);
    std::ranges::copy(origin, offset.begin());
    hsize_t size = 0;  // finding its address, too, would take a walk through the whole index
    check_hdf5_read(H5Dget_chunk_storage_size(here.value.get(), offset.data(), &size),
                    "find a chunk");
    if (size == 0 || size > description.layout.chunk_bytes)
      throw Error(ErrorKind::damage, fmt::format("{}: chunk {} of {}: it is missing", file_->path,
                                                 here.from + k, description.name));
  }
}

// As others read them: chunk by chunk, through the virtual dataset.
void TableReader::File::check_links(std::size_t of_case) const {
  const TableCase& description = descriptions[of_case];
  const ChunkLayout& layout = description.layout;
  const hid_t type = description.quantity == Quantity::grundy ? H5T_STD_U16LE : H5T_STD_U8LE;
  for (const ShardCase& part : cases[of_case].shards) {
    const Chunks chunks = shards[part.shard].chunks(part.of_case);
    for (std::uint64_t number = chunks.from; number < chunks.to(); ++number) {
      const EncodedChunk chunk = shards[part.shard].chunk(part.of_case, number);
      auto expected = decode_chunk(chunk.bytes, chunk.filter_mask,
                                   static_cast<std::size_t>(layout.chunk_bytes));
      const auto box = layout.boxes_of(number, number + 1).front();
      std::vector<std::uint8_t> seen(bytes_of(description.quantity) * size_of(box.extent));
      begin_hdf5();
      read_by_hdf5(cases[of_case].value.get(), type, box.origin, box.extent, path, seen.data());
      expected.resize(seen.size());  // without what fills up the last chunk of an axis
      if (seen == expected) continue;
      check_no_read_failed();  // HDF5 takes what it cannot open for something that is missing
      throw Error(ErrorKind::damage, fmt::format("{}: {} does not show the values of {}", path,
                                                 description.name, shards[part.shard].path()));
    }
  }
}

void TableReader::check_descriptions() const {
  begin_hdf5();
  for (std::size_t k = 0; k < file_->cases.size(); ++k) {
    if (file_->descriptions[k].quantity == Quantity::value) check_matrices(k);
    check_scales(k);
    check_chunk_index(k);
    file_->check_links(k);
  }
}

void TableReader::check_bytes() const {
  try {
    file_->sealed.bytes->check();
  } catch (const Error& problem) {
    throw in_file(problem, file_->path);
  }
  for (const TableReader& shard : file_->shards) shard.check_bytes();
}

std::vector<std::uint8_t> TableReader::values(std::size_t of_case,
                                              std::span<const std::uint64_t> origin,
                                              std::span<const std::uint64_t> extent) const {
  assert(file_->descriptions[of_case].quantity == Quantity::value);
  std::vector<std::uint8_t> values(size_of(extent));
  read_box(of_case, origin, extent, values.data());
  return values;
}

std::vector<std::uint16_t> TableReader::wide_values(std::size_t of_case,
                                                    std::span<const std::uint64_t> origin,
                                                    std::span<const std::uint64_t> extent) const {
  if (file_->descriptions[of_case].quantity == Quantity::value) {
    const auto narrow = values(of_case, origin, extent);
    return {narrow.begin(), narrow.end()};
  }
  std::vector<std::uint16_t> values(size_of(extent));
  read_box(of_case, origin, extent, reinterpret_cast<std::uint8_t*>(values.data()));
  return values;
}

// Chunk by chunk, so that each is checked.
void TableReader::read_box(std::size_t of_case, std::span<const std::uint64_t> origin,
                           std::span<const std::uint64_t> extent, std::uint8_t* out) const {
  const TableCase& description = file_->descriptions[of_case];
  const std::size_t value_bytes = bytes_of(description.quantity);
  for (const std::uint64_t number : description.layout.chunks_of(origin, extent)) {
    const auto chunk = decoded_chunk(of_case, number);
    std::vector<std::uint64_t> chunk_origin;
    description.layout.origin_of(number, chunk_origin);
    copy_common({chunk_origin, description.layout.chunk}, chunk->data(), {origin, extent}, out,
                value_bytes);
  }
}

std::shared_ptr<const std::vector<std::uint8_t>> TableReader::decoded_chunk(
    std::size_t of_case, std::uint64_t number) const {
  using Decoded = File::DecodedChunk;
  const auto bytes = [](std::shared_ptr<const Decoded> of) {
    const auto* inside = &of->bytes;
    return std::shared_ptr<const std::vector<std::uint8_t>>(std::move(of), inside);
  };
  {
    const std::lock_guard lock(file_->decoded_mutex);
    if (file_->decoded && file_->decoded->of_case == of_case && file_->decoded->number == number)
      return bytes(file_->decoded);
  }
  const EncodedChunk chunk = this->chunk(of_case, number);
  const TableCase& description = file_->descriptions[of_case];
  auto made = std::make_shared<const Decoded>(
      Decoded{of_case, number,
              decode_chunk(chunk.bytes, chunk.filter_mask,
                           static_cast<std::size_t>(description.layout.chunk_bytes))});
  const std::lock_guard lock(file_->decoded_mutex);
  file_->decoded = made;
  return bytes(std::move(made));
}

EncodedChunk TableReader::chunk(std::size_t of_case, std::uint64_t number) const {
  begin_hdf5();
  const File::Case& here = file_->cases[of_case];
  if (!here.shards.empty()) {
    const auto part = std::ranges::upper_bound(here.shards, number, {}, &File::ShardCase::from) - 1;
    return file_->shards[part->shard].chunk(part->of_case, number);
  }
  const TableCase& description = file_->descriptions[of_case];
  std::vector<std::uint64_t> origin;
  description.layout.origin_of(number, origin);
  const std::vector<hsize_t> offset(origin.begin(), origin.end());
  const auto fail = [&](std::string_view why) {
    throw Error(ErrorKind::damage,
                fmt::format("{}: chunk {} of {}: {}", file_->path, number, description.name, why));
  };
  hsize_t size = 0;
  if (number < here.from || number - here.from >= here.checksums.size()) fail("it is missing");
  const auto check = [&](herr_t result, std::string_view what) {
    if (result >= 0) return;
    try {
      throw_hdf5_read_error(what);
    } catch (const Error& problem) {
      if (problem.kind() == ErrorKind::io) throw;
      fail(problem.what());
    }
  };
  check(H5Dget_chunk_storage_size(here.value.get(), offset.data(), &size), "find it");
  if (size == 0) fail("it is missing");
  if (size > description.layout.chunk_bytes) fail("it is larger than its values");
  EncodedChunk chunk;
  chunk.bytes.resize(static_cast<std::size_t>(size));
  const ChunkScope scope;  // its own checksum is compared below
  check(H5Dread_chunk(here.value.get(), H5P_DEFAULT, offset.data(), &chunk.filter_mask,
                      chunk.bytes.data()),
        "read it");
  chunk.crc32 = crc32_of(chunk.bytes);
  if (chunk.crc32 != here.checksums[static_cast<std::size_t>(number - here.from)])
    fail("it is damaged (its checksum does not match)");
  return chunk;
}

std::uint64_t TableReader::stored_bytes(std::size_t of_case) const {
  begin_hdf5();
  const File::Case& here = file_->cases[of_case];
  std::uint64_t bytes = 0;
  if (here.shards.empty()) {
    bytes = H5Dget_storage_size(here.value.get());
    if (bytes == 0 && !here.checksums.empty()) throw_hdf5_read_error("find the chunks");
    return bytes;
  }
  for (const File::ShardCase& part : here.shards)
    bytes += file_->shards[part.shard].stored_bytes(part.of_case);
  return bytes;
}

}  // namespace nimsweep
