#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/solve/last_nim_machine.hpp"
#include "store/table_names.hpp"
#include "store/table_reader_file.hpp"

namespace nimsweep {

using namespace store_detail;

namespace {

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
      remember_fault(ErrorKind::io, "out of memory");
      return -1;
    }
  };
  check_hdf5_read(H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, nullptr, collect, &names),
                  "list groups");
  return names;
}

// Sorts "n3_N4" before "n3_N10" before "n4_N1", and "N4" before "N10": the order of cases in a
// plan.
std::pair<std::uint64_t, std::uint64_t> case_key(const std::string& name) {
  const auto number_after = [](char letter, std::string_view part) -> std::uint64_t {
    if (!part.starts_with(letter)) return 0;
    return static_cast<std::uint64_t>(parse_number(part.substr(1), 1000).value_or(0));
  };
  const auto parts = split(name, '_');
  if (parts.size() > 2) return {0, 0};
  return {parts.size() == 2 ? number_after('n', parts[0]) : 0, number_after('N', parts.back())};
}

// The layout for these extents; a file with other chunks is not ours.
ChunkLayout layout_of(hid_t dataset, const std::string& name, Quantity quantity, bool is_virtual,
                      bool is_in_blocks) {
  const auto dims = dims_of(dataset);
  const bool has_seats =
      dims.size() > kPileAxes && dims[kFirstAxis] >= kMinPlayers && dims[kFirstAxis] <= kMaxPlayers;
  const bool is_table = !dims.empty() && std::find(dims.begin(), dims.end(), 0) == dims.end() &&
                        (quantity == Quantity::grundy || has_seats);
  if (!is_table || H5Dget_offset(dataset) != HADDR_UNDEF)
    throw Error(ErrorKind::input, fmt::format("{}/{} is not a table", name, name_of(quantity)));
  ChunkLayout layout = is_in_blocks && quantity == Quantity::value
                           ? ChunkLayout::in_blocks(dims)
                           : ChunkLayout::of(dims, bytes_of(quantity));
  const Hdf5Handle made(H5Dget_create_plist(dataset), H5Pclose, "read properties",
                        throw_hdf5_read_error);
  const bool fits = is_virtual ? H5Pget_layout(made.get()) == H5D_VIRTUAL
                               : layout.chunk == chunk_dims_of(dataset);
  if (!fits)
    throw Error(ErrorKind::input,
                fmt::format("{}/{} is not cut into chunks as a table is", name, name_of(quantity)));
  return layout;
}

}  // namespace

TableReader::TableReader(const std::string& path) : TableReader(path, Shards::open) {}

TableReader::TableReader(const std::string& path, Shards shards)
    : file_(std::make_unique<File>(path)) {
  try {
    const hid_t file = file_->sealed.file.get();
    if (has_link(file, "results"))
      throw Error(ErrorKind::input, "hunt results, not a table; `inspect` shows them");
    file_->header = read_header(file);
    if (file_->header.passes > LastNimMachine::kMaxPasses)
      throw Error(ErrorKind::input, fmt::format("{} passes; expected at most {}",
                                                file_->header.passes, LastNimMachine::kMaxPasses));
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
  const Hdf5Handle checksums = open_dataset(group.get(), "checksums");
  const bool is_in_blocks = has_attribute(checksums.get(), kInBlocks);
  descriptions.push_back(
      {name, layout_of(value.get(), name, quantity, is_virtual, is_in_blocks), quantity});
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
  return InputFile::if_there(path) && is_file_with(path, kShards);
}
std::span<const TableReader> TableReader::shards() const noexcept {
  return file_->shards;
}
TableReader::Chunks TableReader::chunks(std::size_t case_number) const noexcept {
  return {file_->cases[case_number].from, file_->cases[case_number].checksums};
}

std::vector<TableReader::File::ListedShard> TableReader::File::listed_shards() const {
  std::istringstream lines(read_checked_text(sealed.file.get(), kShards, kLongestShardList));
  std::vector<ListedShard> listed;
  for (ListedShard next; lines >> next.units.from >> next.units.to && lines.get() == ' ' &&
                         std::getline(lines, next.name);)
    listed.push_back(next);
  return listed;
}

void TableReader::File::open_shards() {
  namespace fs = std::filesystem;
  const fs::path table = fs::is_symlink(path) ? fs::canonical(path) : fs::path(path);
  std::uint64_t begin = 0;
  for (const auto& [listed, name] : listed_shards()) {
    const std::string shard_path = (table.parent_path() / name).string();
    if (!InputFile::if_there(shard_path))
      throw Error(ErrorKind::damage, fmt::format("shard {} is missing", shard_path));
    try {
      shards.push_back(TableReader(shard_path, Shards::leave));
    } catch (const Error& problem) {
      if (problem.kind() == ErrorKind::io) throw;
      throw Error(ErrorKind::damage, fmt::format("a shard is damaged: {}", problem.what()));
    }
    const TableReader& shard = shards.back();
    if (shard.units() != listed || listed.from != begin ||
        shard.header().plan_sha256 != header.plan_sha256)
      throw Error(ErrorKind::damage, fmt::format("{} is not a shard of this table", shard.path()));
    begin = listed.to;
  }
  if (begin != header.units)
    throw Error(ErrorKind::damage,
                fmt::format("its shards have {} work units; expected {}", begin, header.units));
}

void TableReader::File::link_shards(std::size_t case_number) {
  const TableCase& description = descriptions[case_number];
  Case& here = cases[case_number];
  std::uint64_t begin = 0;
  for (std::size_t k = 0; k < shards.size(); ++k) {
    const auto in_shard = shards[k].find_case(description.name);
    if (!in_shard) continue;
    const Chunks chunks = shards[k].chunks(*in_shard);
    if (chunks.from != begin || shards[k].cases()[*in_shard].layout != description.layout)
      throw Error(ErrorKind::damage, fmt::format("{} does not hold the expected values of {}",
                                                 shards[k].path(), description.name));
    here.shards.push_back({begin, k, *in_shard});
    begin = chunks.to();
  }
  if (begin != description.layout.chunks || here.checksums.size() != begin)
    throw Error(ErrorKind::damage, fmt::format("the shards have {} chunks of {}; expected {}",
                                               begin, description.name, description.layout.chunks));
}

void TableReader::File::read_matrices(std::size_t case_number, std::uint64_t from,
                                      std::uint64_t count, std::vector<std::uint8_t>& out) const {
  const auto n = descriptions[case_number].layout.dims[kFirstAxis];
  const Hdf5Handle dataset = open_dataset(cases[case_number].group.get(), kMatrices);
  if (dims_of(dataset.get()) !=
      std::vector{descriptions[case_number].layout.dims[kMatrixAxis], n, n})
    throw Error(ErrorKind::damage, fmt::format("{}: {}/matrices does not fit the values", path,
                                               descriptions[case_number].name));
  const Hdf5Handle space = selected(
      {H5Dget_space(dataset.get()), H5Sclose, "read the matrices' extent", throw_hdf5_read_error},
      std::array{from, std::uint64_t{0}, std::uint64_t{0}}, std::array{count, n, n});
  const Hdf5Handle memory = space_of({count, n, n});
  out.resize(static_cast<std::size_t>(count * n * n));
  check_hdf5_read(
      H5Dread(dataset.get(), H5T_NATIVE_UINT8, memory.get(), space.get(), H5P_DEFAULT, out.data()),
      "read matrices");
}

namespace {

AllianceMatrix matrix_with(std::span<const std::uint8_t> entries, std::uint64_t n) {
  std::vector<std::vector<int>> rows;
  for (; !entries.empty(); entries = entries.subspan(n))
    rows.emplace_back(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(n));
  return AllianceMatrix::from_rows(rows);
}

}  // namespace

AllianceMatrix TableReader::matrix(std::size_t case_number, std::uint64_t number) const {
  begin_hdf5();
  std::vector<std::uint8_t> entries;
  file_->read_matrices(case_number, number, 1, entries);
  return matrix_with(entries, file_->descriptions[case_number].layout.dims[kFirstAxis]);
}

void TableReader::visit_matrices(
    std::size_t case_number,
    FunctionRef<void(std::uint64_t number, const AllianceMatrix& matrix)> visit) const {
  const auto& dims = file_->descriptions[case_number].layout.dims;
  const std::uint64_t n = dims[kFirstAxis];
  std::vector<std::uint8_t> entries;
  for (std::uint64_t from = 0; from < dims[kMatrixAxis]; from += kMatricesAtOnce) {
    begin_hdf5();
    const auto count = std::min(kMatricesAtOnce, dims[kMatrixAxis] - from);
    file_->read_matrices(case_number, from, count, entries);
    for (std::uint64_t m = 0; m < count; ++m)
      visit(from + m, matrix_with(std::span(entries).subspan(m * n * n, n * n), n));
  }
}

std::optional<std::uint64_t> TableReader::find_matrix(std::size_t case_number,
                                                      const AllianceMatrix& matrix) const {
  begin_hdf5();
  const auto& dims = file_->descriptions[case_number].layout.dims;
  const int n = matrix.players();
  if (dims[kFirstAxis] != static_cast<std::uint64_t>(n)) return std::nullopt;
  std::vector<std::uint8_t> wanted;
  for (Seat i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) wanted.push_back(static_cast<std::uint8_t>(matrix.offset(i, j)));
  std::vector<std::uint8_t> entries;
  for (std::uint64_t from = 0; from < dims[kMatrixAxis]; from += kMatricesAtOnce) {
    const auto count = std::min(kMatricesAtOnce, dims[kMatrixAxis] - from);
    file_->read_matrices(case_number, from, count, entries);
    for (std::size_t m = 0; m < count; ++m)
      if (std::equal(wanted.begin(), wanted.end(),
                     entries.begin() + static_cast<std::ptrdiff_t>(m * wanted.size())))
        return from + m;
  }
  return std::nullopt;
}

}  // namespace nimsweep
