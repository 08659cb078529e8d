// Checks of a table file. The seal guarantees the bytes; here the contents are compared with what a
// table must hold.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "store/copy_common.hpp"
#include "store/scales.hpp"
#include "store/table_names.hpp"
#include "store/table_reader_file.hpp"

namespace nimsweep {

using namespace store_detail;

namespace {

// The elements of a box of a dataset, as other readers get them.
void read_by_hdf5(hid_t dataset, hid_t type, std::span<const std::uint64_t> origin,
                  std::span<const std::uint64_t> extent, const std::string& path, void* out) {
  const Hdf5Handle space =
      selected({H5Dget_space(dataset), H5Sclose, "read the table's extent", throw_hdf5_read_error},
               origin, extent);
  const Hdf5Handle memory = space_of({extent.begin(), extent.end()});
  check_hdf5_read(H5Dread(dataset, type, memory.get(), space.get(), H5P_DEFAULT, out),
                  fmt::format("read values of {}", path));
}

// A text that HDF5 returns in two calls: its size, then the text.
template <class Get>
std::string text_by(Get get) {
  const ssize_t size = get(nullptr, std::size_t{0});
  if (size < 0) throw_hdf5_read_error("read a link to a shard");
  std::string text(static_cast<std::size_t>(size) + 1, '\0');
  if (get(text.data(), text.size()) != size) throw_hdf5_read_error("read a link to a shard");
  text.pop_back();
  return text;
}

}  // namespace

void TableReader::check_matrices(std::size_t case_number) const {
  begin_hdf5();
  const std::string& name = file_->descriptions[case_number].name;
  const std::uint64_t count = file_->descriptions[case_number].layout.dims[kMatrixAxis];
  std::uint32_t checksum = 0;
  std::vector<std::uint8_t> entries;
  for (std::uint64_t m = 0; m < count; m += kMatricesAtOnce) {
    file_->read_matrices(case_number, m, std::min(kMatricesAtOnce, count - m), entries);
    checksum = crc32_of(entries, checksum);
  }
  const Hdf5Handle dataset = open_dataset(file_->cases[case_number].group.get(), kMatrices);
  if (checksum != read_number_attribute(dataset.get(), "crc32"))
    throw Error(ErrorKind::damage,
                fmt::format("{}: the matrices of {} are damaged", file_->path, name));
}

void TableReader::check_scales(std::size_t case_number) const {
  begin_hdf5();
  const TableCase& description = file_->descriptions[case_number];
  const auto& dims = description.layout.dims;
  const hid_t group = file_->cases[case_number].group.get();
  const auto names = value_axes(description);
  for (std::size_t axis = 0; axis < dims.size(); ++axis) {
    if (dims[axis] > kLongestScale) continue;
    if (!has_steps(open_dataset(group, names[axis].c_str()).get(), dims[axis]))
      throw Error(ErrorKind::damage, fmt::format("{}: the scale {} of {} is damaged", file_->path,
                                                 names[axis], description.name));
  }
  const auto check = [&](const char* dataset, const std::vector<std::string>& axes) {
    if (!has_axes(group, open_dataset(group, dataset).get(), axes))
      throw Error(ErrorKind::damage, fmt::format("{}: the scales of {}/{} are damaged", file_->path,
                                                 description.name, dataset));
  };
  check(name_of(description.quantity).data(), names);
  check("checksums", kChecksumAxes);
  if (description.quantity == Quantity::value) check(kMatrices, kMatrixAxes);
}

void TableReader::check_chunk_index(std::size_t case_number) const {
  begin_hdf5();
  const File::Case& here = file_->cases[case_number];
  const TableCase& description = file_->descriptions[case_number];
  const Hdf5Handle made(H5Dget_create_plist(here.value.get()), H5Pclose, "read properties",
                        throw_hdf5_read_error);
  if (H5Pget_layout(made.get()) == H5D_VIRTUAL) {
    file_->check_sources(case_number, made.get());
    return;
  }
  std::vector<std::uint64_t> origin;
  std::array<hsize_t, H5S_MAX_RANK> offset;
  for (std::uint64_t k = 0; k < here.checksums.size(); ++k) {
    description.layout.origin_of(here.from + k, origin);
    std::ranges::copy(origin, offset.begin());
    hsize_t size = 0;  // finding its address as well would walk the whole index
    check_hdf5_read(H5Dget_chunk_storage_size(here.value.get(), offset.data(), &size),
                    "find a chunk");
    if (size == 0 || size > description.layout.chunk_bytes)
      throw Error(ErrorKind::damage, fmt::format("{}: chunk {} of {}: it is missing", file_->path,
                                                 here.from + k, description.name));
  }
}

void TableReader::File::check_sources(std::size_t case_number, hid_t made) const {
  const TableCase& description = descriptions[case_number];
  std::set<std::string> files;
  for (const ListedShard& shard : listed_shards()) files.insert(source_file(shard.name));
  std::size_t sources = 0;
  check_hdf5_read(H5Pget_virtual_count(made, &sources), "count links to shards");
  Uint128 values = 0;
  for (std::size_t k = 0; k < sources; ++k) {
    const std::string file = text_by(
        [&](char* out, std::size_t size) { return H5Pget_virtual_filename(made, k, out, size); });
    const std::string dataset = text_by(
        [&](char* out, std::size_t size) { return H5Pget_virtual_dsetname(made, k, out, size); });
    if (!files.contains(file) || dataset != source_dataset(description))
      throw Error(ErrorKind::damage,
                  fmt::format("{}: {} takes {} from {}, which is not one of its shards", path,
                              description.name, dataset, file));
    const Hdf5Handle space(H5Pget_virtual_vspace(made, k), H5Sclose, "read a link to a shard",
                           throw_hdf5_read_error);
    const hssize_t here = H5Sget_select_npoints(space.get());
    if (here < 0) throw_hdf5_read_error("read a link to a shard");
    values += static_cast<Uint128>(here);
  }
  if (values != product(description.layout.dims))
    throw Error(ErrorKind::damage, fmt::format("{}: the links of {} have {} values; expected {}",
                                               path, description.name, to_decimal(values),
                                               to_decimal(product(description.layout.dims))));
}

// Reads chunk by chunk through the virtual dataset, as other readers do.
void TableReader::File::check_links(std::size_t case_number) const {
  const TableCase& description = descriptions[case_number];
  const ChunkLayout& layout = description.layout;
  const hid_t type = description.quantity == Quantity::grundy ? H5T_STD_U16LE : H5T_STD_U8LE;
  for (const ShardCase& part : cases[case_number].shards) {
    const Chunks chunks = shards[part.shard].chunks(part.case_number);
    for (std::uint64_t number = chunks.from; number < chunks.to(); ++number) {
      const EncodedChunk chunk = shards[part.shard].chunk(part.case_number, number);
      const auto padded = decode_chunk(chunk.bytes, chunk.filter_mask,
                                       static_cast<std::size_t>(layout.chunk_bytes));
      const auto box = layout.boxes_of(number, number + 1).front();
      const std::size_t value_bytes = bytes_of(description.quantity);
      std::vector<std::uint8_t> expected(value_bytes *
                                         static_cast<std::size_t>(product(box.extent)));
      copy_common({box.origin, layout.chunk}, padded.data(), {box.origin, box.extent},
                  expected.data(), value_bytes);
      std::vector<std::uint8_t> seen(expected.size());
      begin_hdf5();
      read_by_hdf5(cases[case_number].value.get(), type, box.origin, box.extent, path, seen.data());
      if (seen == expected) continue;
      check_no_read_failed();  // HDF5 treats what it cannot open as missing
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

}  // namespace nimsweep
