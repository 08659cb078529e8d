#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <filesystem>
#include <string_view>
#include <utility>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/hash.hpp"
#include "nimsweep/store/table_file.hpp"
#include "store/file_header.hpp"
#include "store/hdf5.hpp"
#include "store/hdf5_driver.hpp"
#include "store/scales.hpp"
#include "store/table_names.hpp"

namespace nimsweep {

using namespace store_detail;

namespace {

// HDF5 chooses the index by which axes may grow: if none, an array; if all, a tree.
Hdf5Handle value_space(const std::vector<std::uint64_t>& dims, TableWriter::Index index) {
  if (index == TableWriter::Index::table) return space_of(dims);
  const std::vector<hsize_t> extent(dims.begin(), dims.end());
  const std::vector<hsize_t> unlimited(dims.size(), H5S_UNLIMITED);
  return {H5Screate_simple(static_cast<int>(extent.size()), extent.data(), unlimited.data()),
          H5Sclose, "make a dataspace"};
}

Hdf5Handle make_dataset_of(hid_t group, const TableCase& description, const Hdf5Handle& space,
                           const Hdf5Handle& create, const Hdf5Handle& access,
                           std::uint16_t nothing) {
  const bool is_grundy = description.quantity == Quantity::grundy;
  if (is_grundy) nothing = 65535;
  check_hdf5(H5Pset_fill_value(create.get(), H5T_NATIVE_UINT16, &nothing), "set a fill value");
  return {H5Dcreate2(group, name_of(description.quantity).data(),
                     is_grundy ? H5T_STD_U16LE : H5T_STD_U8LE, space.get(), H5P_DEFAULT,
                     create.get(), access.get()),
          H5Dclose, "make the dataset of a table"};
}

Hdf5Handle make_value_dataset(hid_t group, const TableCase& description, TableWriter::Index index) {
  const ChunkLayout& layout = description.layout;
  const Hdf5Handle create(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "make properties");
  const std::vector<hsize_t> chunk(layout.chunk.begin(), layout.chunk.end());
  check_hdf5(H5Pset_chunk(create.get(), static_cast<int>(chunk.size()), chunk.data()),
             "set the chunks of a table");
  for (int pass = 0; pass < 2; ++pass)
    check_hdf5(H5Pset_deflate(create.get(), 6), "set the filters of a table");
  const Hdf5Handle access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose, "make properties");
  check_hdf5(H5Pset_chunk_cache(access.get(), 0, 0, 0), "switch the chunk cache off");
  constexpr std::uint16_t kNotWritten = 255;  // shards have gaps
  return make_dataset_of(group, description, value_space(layout.dims, index), create, access,
                         kNotWritten);
}

// The values of a case in a shard. Both datasets have the table's extents.
struct Link {
  std::string file;  // relative to the table
  TableReader::Chunks chunks;
};

Hdf5Handle make_virtual_dataset(hid_t group, const TableCase& description,
                                const std::vector<Link>& shards) {
  const ChunkLayout& layout = description.layout;
  const Hdf5Handle create(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "make properties");
  const std::string dataset = source_dataset(description);
  for (const Link& shard : shards) {
    const std::string file = source_file(shard.file);
    for (const ChunkLayout::Box& box : layout.boxes_of(shard.chunks.from, shard.chunks.to())) {
      const Hdf5Handle space = selected(space_of(layout.dims), box.origin, box.extent);
      check_hdf5(
          H5Pset_virtual(create.get(), space.get(), file.c_str(), dataset.c_str(), space.get()),
          "link a shard");
    }
  }
  const Hdf5Handle access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose, "make properties");
  constexpr std::uint16_t kMissing = 254;  // 255 may be a value
  return make_dataset_of(group, description, space_of(layout.dims), create, access, kMissing);
}

}  // namespace

std::uint64_t signature_of(std::size_t case_number, std::uint64_t number,
                           std::uint64_t content_hash) {
  return mix(mix(mix(0, case_number), number), content_hash);
}

struct TableWriter::File {
  struct Case {
    TableCase description;
    Hdf5Handle group = {};
    Hdf5Handle value = {};
    std::uint64_t from = 0;  // the chunk of the first checksum
    std::vector<std::uint32_t> checksums = {};
    bool has_scales = false;
    Hdf5Handle matrices = {};
    std::uint64_t matrices_written = 0;
    std::uint32_t matrix_checksum = 0;

    bool has_matrices() const {
      return matrices_written > 0 && matrices_written == description.layout.dims[kMatrixAxis];
    }
    void finish_matrices();
  };

  // Called with the first chunk of a case: a shard has only the cases of its units.
  void begin(Case& here) {
    here.group = make_group(file.get(), here.description.name);
    here.value = make_value_dataset(here.group.get(), here.description, index);
  }

  // A file that is given up need not be written.
  ~File() {
    if (file) unsealed->output().abandon();
  }

  // Rereads the file as others will find it. Throws Error(io) if it is not as written.
  void look_again(UnitRange units, std::uint64_t signature) const;

  std::shared_ptr<UnsealedFile> unsealed;
  FileHeader header;
  Hdf5Handle file;
  Index index = Index::table;
  std::vector<Case> cases;
  std::vector<std::uint64_t> origin;
  std::uint64_t stored_bytes = 0;
};

void TableWriter::File::Case::finish_matrices() {
  if (!matrices) return;
  if (has_matrices()) {
    write_attribute(matrices.get(), "crc32", std::uint64_t{matrix_checksum});
    name_axes(group.get(), matrices.get(), kMatrixAxes);
  } else {
    check_hdf5(H5Ldelete(group.get(), kMatrices, H5P_DEFAULT), "remove matrices");
  }
  matrices.close("write matrices");
}

TableWriter::TableWriter(std::shared_ptr<OutputFile> output, const FileHeader& header,
                         std::vector<TableCase> cases, Index index)
    : file_(std::make_unique<File>()) {
  file_->unsealed = std::make_shared<UnsealedFile>(std::move(output));
  file_->header = header;
  file_->file = make_file(file_->unsealed, header);
  file_->index = index;
  for (TableCase& description : cases)
    file_->cases.push_back({.description = std::move(description)});
}

TableWriter::TableWriter(std::shared_ptr<OutputFile> output, const FileHeader& header,
                         std::vector<TableCase> cases, const std::string& folder,
                         std::span<const TableReader> shards)
    : TableWriter(std::move(output), header, std::move(cases), Index::table) {
  std::string list;
  std::vector<std::vector<Link>> links(file_->cases.size());
  for (const TableReader& shard : shards) {
    const std::string file =
        fmt::format("{}/{}", folder, std::filesystem::path(shard.path()).filename().string());
    list += fmt::format("{} {} {}\n", shard.units().from, shard.units().to, file);
    for (std::size_t k = 0; k < file_->cases.size(); ++k) {
      const auto in_shard = shard.find_case(file_->cases[k].description.name);
      if (in_shard) links[k].push_back({file, shard.chunks(*in_shard)});
    }
  }
  for (std::size_t k = 0; k < file_->cases.size(); ++k) {
    File::Case& here = file_->cases[k];
    here.group = make_group(file_->file.get(), here.description.name);
    here.value = make_virtual_dataset(here.group.get(), here.description, links[k]);
    for (const Link& link : links[k])
      here.checksums.insert(here.checksums.end(), link.chunks.checksums.begin(),
                            link.chunks.checksums.end());
  }
  write_checked_text(file_->file.get(), kShards, list);
}

TableWriter::~TableWriter() = default;

void TableWriter::write_chunk(std::size_t case_number, std::uint64_t number,
                              const EncodedChunk& chunk) {
  File::Case& here = file_->cases[case_number];
  if (!here.group) file_->begin(here);
  here.description.layout.origin_of(number, file_->origin);
  std::array<hsize_t, H5S_MAX_RANK> offset;
  std::copy(file_->origin.begin(), file_->origin.end(), offset.begin());
  begin_hdf5();
  const ChunkScope scope;
  if (H5Dwrite_chunk(here.value.get(), H5P_DEFAULT, chunk.filter_mask, offset.data(),
                     chunk.bytes.size(), chunk.bytes.data()) < 0)
    throw_hdf5_error("write a chunk");
  file_->unsealed->output().check();
  file_->unsealed->seal_chunks_ahead();
  if (here.checksums.empty()) here.from = number;
  assert(number == here.from + here.checksums.size());
  here.checksums.push_back(chunk.crc32);
  file_->stored_bytes += chunk.bytes.size();
}

void TableWriter::write_scales(std::size_t case_number) {
  begin_hdf5();
  File::Case& here = file_->cases[case_number];
  here.has_scales = true;
  const auto names = value_axes(here.description);
  for (std::size_t axis = 0; axis < names.size(); ++axis)
    make_scale(here.group.get(), names[axis], here.description.layout.dims[axis]);
  label_axes(here.value.get(), names);
  name_axes(here.group.get(), here.value.get(), names);
}

void TableWriter::write_matrices(std::size_t case_number, std::span<const std::uint8_t> entries) {
  begin_hdf5();
  File::Case& here = file_->cases[case_number];
  assert(here.description.quantity == Quantity::value);
  const auto& dims = here.description.layout.dims;
  const std::uint64_t n = dims[kFirstAxis];
  const std::vector<std::uint64_t> all = {dims[kMatrixAxis], n, n};
  const std::uint64_t count = entries.size() / (n * n);
  assert(here.matrices_written + count <= all[0]);
  if (!here.matrices) here.matrices = make_dataset(here.group.get(), kMatrices, H5T_STD_U8LE, all);
  const Hdf5Handle space =
      selected(space_of(all), std::array{here.matrices_written, std::uint64_t{0}, std::uint64_t{0}},
               std::array{count, n, n});
  const Hdf5Handle memory = space_of({count, n, n});
  check_hdf5(H5Dwrite(here.matrices.get(), H5T_NATIVE_UINT8, memory.get(), space.get(), H5P_DEFAULT,
                      entries.data()),
             "write matrices");
  file_->unsealed->output().check();
  here.matrices_written += count;
  here.matrix_checksum = crc32_of(entries, here.matrix_checksum);
  if (const haddr_t offset = H5Dget_offset(here.matrices.get()); offset != HADDR_UNDEF)
    file_->unsealed->seal_ahead({offset, offset + here.matrices_written * n * n});
}

std::uint64_t TableWriter::matrices_written(std::size_t case_number) const noexcept {
  return file_->cases[case_number].matrices_written;
}

std::shared_ptr<OutputFile> TableWriter::close(UnitRange units, std::uint64_t signature) {
  begin_hdf5();
  for (File::Case& here : file_->cases) {
    if (!here.group) continue;
    here.finish_matrices();
    Hdf5Handle dataset =
        make_dataset(here.group.get(), "checksums", H5T_STD_U32LE, {here.checksums.size()});
    write_all(dataset.get(), H5T_NATIVE_UINT32, here.checksums.data(), "write checksums");
    write_attribute(dataset.get(), "from", here.from);
    if (here.description.layout.is_in_blocks)
      write_attribute(dataset.get(), kInBlocks, std::uint64_t{1});
    if (here.has_scales) name_axes(here.group.get(), dataset.get(), kChecksumAxes);
    dataset.close("write checksums");
    here.value.close("write values");
    here.group.close("write a group");
  }
  write_attribute(file_->file.get(), "signature", signature);
  write_attribute(file_->file.get(), "units_from", units.from);
  write_attribute(file_->file.get(), "units_to", units.to);
  finish_file(file_->file, *file_->unsealed);
  file_->look_again(units, signature);
  return file_->unsealed->shared_output();
}

// Each write has succeeded, so this checks whether HDF5 wrote what it was given. Chunk contents are
// left out: each was written by a single call.
void TableWriter::File::look_again(UnitRange units, std::uint64_t signature) const {
  const std::string& path = unsealed->output().path();
  const auto check = [&](bool is_right, std::string_view what) {
    if (!is_right)
      throw Error(ErrorKind::io, fmt::format("{}: {} not what was written; the disk, the memory or "
                                             "HDF5 is at fault",
                                             path, what));
  };
  const TableReader again(path, TableReader::Shards::leave);
  check(again.header() == header, "the header is");
  check(again.units() == units && again.signature() == signature, "the units are");
  for (const Case& here : cases) {
    const std::string& name = here.description.name;
    const auto found = again.find_case(name);
    check(found.has_value() == !here.checksums.empty(), name + " is");
    if (!found) continue;
    const auto chunks = again.chunks(*found);
    check(again.cases()[*found].layout == here.description.layout, name + " is");
    check(chunks.from == here.from && std::ranges::equal(chunks.checksums, here.checksums),
          fmt::format("the checksums of {} are", name));
    again.check_chunk_index(*found);
    if (here.has_scales) again.check_scales(*found);
    if (here.has_matrices()) again.check_matrices(*found);
  }
}

std::uint64_t TableWriter::stored_bytes() const noexcept {
  return file_->stored_bytes;
}

}  // namespace nimsweep
