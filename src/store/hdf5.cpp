#include "store/hdf5.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <new>
#include <string_view>

#include "nimsweep/base/text.hpp"

namespace nimsweep::store_detail {

namespace {

struct Reason {
  std::string text = "HDF5 does not say why";
  bool is_memory = false;  // memory ran out
};

// HDF5 has no single code for this.
bool is_about_memory(const H5E_error2_t& entry) {
  return entry.maj_num == H5E_RESOURCE || entry.min_num == H5E_NOSPACE ||
         entry.min_num == H5E_CANTALLOC ||
         (entry.desc != nullptr && std::string_view(entry.desc).find("alloc") != std::string::npos);
}

// Called from the outermost call inwards: keeps the last description, which is the most specific.
herr_t keep_description(unsigned, const H5E_error2_t* entry, void* kept) noexcept {
  auto& reason = *static_cast<Reason*>(kept);
  reason.is_memory = reason.is_memory || is_about_memory(*entry);
  try {
    if (entry->desc != nullptr && *entry->desc != '\0') reason.text = entry->desc;
  } catch (const std::exception&) {
    return -1;
  }
  return 0;
}

// The fault that the driver has met. It is a plain buffer, so that remembering it allocates
// nothing: neither for the text nor to register a thread-exit destructor, where the C library
// aborts if there is no memory.
struct Fault {
  static constexpr std::size_t kLongest = 1000;

  bool is_set = false;
  ErrorKind kind = ErrorKind::io;
  std::array<char, kLongest + 1> text = {};

  [[noreturn]] void raise() {
    is_set = false;
    throw Error(kind, text.data());
  }
};
thread_local Fault g_fault;

std::atomic<bool> g_lacked_memory = false;

bool has_memory(std::size_t bytes) noexcept {
  void* const some = std::malloc(bytes);
  std::free(some);
  return some != nullptr;
}

Hdf5Handle text_type() {
  Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "make a string type");
  check_hdf5(H5Tset_size(type.get(), H5T_VARIABLE), "make a string type");
  check_hdf5(H5Tset_cset(type.get(), H5T_CSET_UTF8), "make a string type");
  return type;
}

Hdf5Handle scalar_space() {
  return {H5Screate(H5S_SCALAR), H5Sclose, "make a dataspace"};
}

void write_attribute_of(hid_t object, const char* name, hid_t type, hid_t type_in_memory,
                        const void* value) {
  const auto space = scalar_space();
  Hdf5Handle attribute(H5Acreate2(object, name, type, space.get(), H5P_DEFAULT, H5P_DEFAULT),
                       H5Aclose, "make an attribute");
  check_hdf5(H5Awrite(attribute.get(), type_in_memory, value), "write an attribute");
  attribute.close("write an attribute");
}

std::vector<std::uint64_t> to_vector(const std::vector<hsize_t>& dims) {
  return {dims.begin(), dims.end()};
}

}  // namespace

namespace {

bool start_hdf5() {
  constexpr std::size_t kNeeded = 4 << 20;           // ample for starting HDF5
  if (!has_memory(kNeeded)) throw std::bad_alloc();  // HDF5 would crash
  // After a failure HDF5 crashes in its cleanup at exit; all that we need is closed by then.
  return H5dont_atexit() >= 0;
}

}  // namespace

void begin_hdf5() {
  static const bool started = start_hdf5();
  static_cast<void>(started);
  thread_local const bool done = H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr) >= 0;
  static_cast<void>(done);
  g_fault.is_set = false;
}

void remember_fault(ErrorKind kind, std::string_view text) noexcept {
  if (g_fault.is_set) return;
  g_fault.is_set = true;
  g_fault.kind = kind;
  g_fault.text[text.copy(g_fault.text.data(), Fault::kLongest)] = '\0';
}

namespace {

[[noreturn]] void throw_reason(std::string_view what, ErrorKind kind) {
  if (g_fault.is_set) g_fault.raise();
  Reason reason;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, keep_description, &reason);
  H5Eclear2(H5E_DEFAULT);
  std::replace(reason.text.begin(), reason.text.end(), '\n', ' ');
  if (reason.is_memory) {
    g_lacked_memory = true;
    throw Error(ErrorKind::io, fmt::format("cannot {}: out of memory", what));
  }
  throw Error(kind, fmt::format("cannot {}: {}", what, reason.text));
}

}  // namespace

bool hdf5_lacks_memory() noexcept {
  constexpr std::size_t kLittle = 1024;
  return g_lacked_memory || !has_memory(kLittle);
}

void check_no_read_failed() {
  if (g_fault.is_set && g_fault.kind == ErrorKind::io) g_fault.raise();
}

void throw_hdf5_error(std::string_view what) {
  throw_reason(what, ErrorKind::io);
}

void throw_hdf5_read_error(std::string_view what) {
  throw_reason(what, ErrorKind::input);
}

void write_attribute(hid_t object, const char* name, std::string_view text) {
  const auto type = text_type();
  const std::string terminated(text);
  const char* pointer = terminated.c_str();
  write_attribute_of(object, name, type.get(), type.get(), &pointer);
}

void write_attribute(hid_t object, const char* name, std::uint64_t number) {
  write_attribute_of(object, name, H5T_STD_U64LE, H5T_NATIVE_UINT64, &number);
}

std::uint64_t read_number_attribute(hid_t object, const char* name) {
  const Hdf5Handle attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose,
                             fmt::format("read attribute {}", name), throw_hdf5_read_error);
  const Hdf5Handle space(H5Aget_space(attribute.get()), H5Sclose, "read an attribute's extent",
                         throw_hdf5_read_error);
  const Hdf5Handle type(H5Aget_type(attribute.get()), H5Tclose, "read an attribute's type",
                        throw_hdf5_read_error);
  if (H5Sget_simple_extent_npoints(space.get()) != 1 || H5Tget_class(type.get()) != H5T_INTEGER)
    throw Error(ErrorKind::input, fmt::format("attribute {} is not a single number", name));
  std::uint64_t number = 0;
  check_hdf5_read(H5Aread(attribute.get(), H5T_NATIVE_UINT64, &number),
                  fmt::format("read attribute {}", name));
  return number;
}

void write_text(hid_t group, const char* name, std::string_view text) {
  const auto type = text_type();
  const auto space = scalar_space();
  Hdf5Handle dataset(
      H5Dcreate2(group, name, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
      H5Dclose, fmt::format("make dataset {}", name));
  const std::string terminated(text);
  const char* pointer = terminated.c_str();
  const std::string what = fmt::format("write dataset {}", name);
  // HDF5 converts the pointer, with two buffers of a megabyte unless told otherwise.
  const Hdf5Handle transfer(H5Pcreate(H5P_DATASET_XFER), H5Pclose, "make properties");
  check_hdf5(H5Pset_buffer(transfer.get(), 4096, nullptr, nullptr), "set the buffer of a transfer");
  check_hdf5(H5Dwrite(dataset.get(), type.get(), H5S_ALL, H5S_ALL, transfer.get(), &pointer), what);
  dataset.close(what);
}

void write_all(hid_t dataset, hid_t type, const void* elements, std::string_view what) {
  check_hdf5(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, elements), what);
}

Hdf5Handle space_of(const std::vector<std::uint64_t>& dims) {
  const std::vector<hsize_t> extent(dims.begin(), dims.end());
  return {H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr), H5Sclose,
          "make a dataspace"};
}

Hdf5Handle selected(Hdf5Handle space, std::span<const std::uint64_t> origin,
                    std::span<const std::uint64_t> extent) {
  const std::vector<hsize_t> start(origin.begin(), origin.end());
  const std::vector<hsize_t> count(extent.begin(), extent.end());
  check_hdf5(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(),
                                 nullptr),
             "select values");
  return space;
}

Hdf5Handle make_group(hid_t parent, const std::string& name) {
  constexpr unsigned kMostLinks = 64;  // more need a heap and a tree of at least a kilobyte
  const Hdf5Handle create(H5Pcreate(H5P_GROUP_CREATE), H5Pclose, "make properties");
  check_hdf5(H5Pset_link_phase_change(create.get(), kMostLinks, kMostLinks / 2),
             "set how a group keeps its links");
  return {H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, create.get(), H5P_DEFAULT), H5Gclose,
          fmt::format("make group {}", name)};
}

Hdf5Handle make_dataset(hid_t group, const char* name, hid_t type,
                        const std::vector<std::uint64_t>& dims) {
  return {
      H5Dcreate2(group, name, type, space_of(dims).get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
      H5Dclose, fmt::format("make dataset {}", name)};
}

bool has_link(hid_t group, const char* name) {
  const htri_t result = H5Lexists(group, name, H5P_DEFAULT);
  check_hdf5_read(result, fmt::format("look for {}", name));
  return result > 0;
}

bool has_attribute(hid_t object, const char* name) {
  const htri_t result = H5Aexists(object, name);
  check_hdf5_read(result, fmt::format("look for attribute {}", name));
  return result > 0;
}

Hdf5Handle open_group(hid_t file, const std::string& name) {
  return {H5Gopen2(file, name.c_str(), H5P_DEFAULT), H5Gclose, fmt::format("open group {}", name),
          throw_hdf5_read_error};
}

Hdf5Handle open_dataset(hid_t group, const char* name) {
  return {H5Dopen2(group, name, H5P_DEFAULT), H5Dclose, fmt::format("open dataset {}", name),
          throw_hdf5_read_error};
}

std::vector<std::uint32_t> read_numbers(hid_t dataset, std::uint64_t most) {
  const auto dims = dims_of(dataset);
  if (dims.size() != 1 || dims[0] > most)
    throw Error(ErrorKind::input, "the checksums do not fit the values");
  std::vector<std::uint32_t> numbers(static_cast<std::size_t>(dims[0]));
  check_hdf5_read(
      H5Dread(dataset, H5T_NATIVE_UINT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()),
      "read numbers");
  return numbers;
}

std::vector<std::uint64_t> dims_of(hid_t dataset) {
  const Hdf5Handle space(H5Dget_space(dataset), H5Sclose, "read a dataset's extent",
                         throw_hdf5_read_error);
  const int rank = H5Sget_simple_extent_ndims(space.get());
  check_hdf5_read(rank, "read a dataset's extent");
  std::vector<hsize_t> dims(static_cast<std::size_t>(rank));
  check_hdf5_read(H5Sget_simple_extent_dims(space.get(), dims.data(), nullptr),
                  "read a dataset's extent");
  return to_vector(dims);
}

std::vector<std::uint64_t> chunk_dims_of(hid_t dataset) {
  const Hdf5Handle properties(H5Dget_create_plist(dataset), H5Pclose, "read a dataset's properties",
                              throw_hdf5_read_error);
  std::vector<hsize_t> dims(dims_of(dataset).size());
  check_hdf5_read(H5Pget_chunk(properties.get(), static_cast<int>(dims.size()), dims.data()),
                  "read a dataset's chunks");
  return to_vector(dims);
}

}  // namespace nimsweep::store_detail
