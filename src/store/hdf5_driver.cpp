#include "store/hdf5_driver.hpp"

#include <new>
#include <utility>

#if H5_VERSION_GE(1, 13, 0)
#error "written for the driver interface of HDF5 1.10 and 1.12"
#endif
#ifndef H5_HAVE_THREADSAFE
#error "several threads read tables: HDF5 must be built thread-safe, as Debian's is"
#endif

namespace nimsweep::store_detail {

namespace {

// An open file: HDF5's fields, then ours.
struct OpenFile {
  H5FD_t hdf5_fields{};
  std::shared_ptr<SealedFile> sealed;  // exactly one of the two is set
  std::shared_ptr<UnsealedFile> unsealed;
  haddr_t end_of_use = 0;

  InputFile::Identity identity() const {
    return sealed ? sealed->identity() : unsealed->output().identity();
  }
  std::uint64_t size() const { return sealed ? sealed->size() : unsealed->output().size(); }
};

// Passed in the properties for the duration of one call.
struct Access {
  const std::shared_ptr<SealedFile>* sealed = nullptr;
  const std::shared_ptr<UnsealedFile>* unsealed = nullptr;
};

thread_local bool g_is_chunk = false;

OpenFile& opened(H5FD_t* file) {
  return *reinterpret_cast<OpenFile*>(file);
}
const OpenFile& opened(const H5FD_t* file) {
  return *reinterpret_cast<const OpenFile*>(file);
}

// HDF5 is C: no exception may pass through it. Faults are remembered for throw_hdf5_error.
template <class Result, class Work>
Result guarded(Result failure, Work work) noexcept {
  try {
    return work();
  } catch (const Error& error) {
    remember_fault(error.kind(), error.what());
  } catch (const std::exception&) {
    remember_fault(ErrorKind::io, "out of memory");
  }
  return failure;
}

H5FD_t* open_file(const char* name, unsigned, hid_t properties, haddr_t) {
  return guarded<H5FD_t*>(nullptr, [&]() -> H5FD_t* {
    auto file = std::make_unique<OpenFile>();
    const auto* access = static_cast<const Access*>(H5Pget_driver_info(properties));
    if (access == nullptr)
      file->sealed = std::make_shared<SealedFile>(InputFile(name));
    else if (access->sealed != nullptr)
      file->sealed = *access->sealed;
    else
      file->unsealed = *access->unsealed;
    return &file.release()->hdf5_fields;
  });
}

herr_t close_file(H5FD_t* file) {
  delete &opened(file);
  return 0;
}

int compare(const H5FD_t* a, const H5FD_t* b) {
  const auto order = opened(a).identity() <=> opened(b).identity();
  return order < 0 ? -1 : (order > 0 ? 1 : 0);
}

// HDF5's buffer for small pieces of large datasets is off: it reads before it writes, and files
// have buffers of their own.
herr_t query(const H5FD_t*, unsigned long* flags) {
  if (flags != nullptr)
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA |
             H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return 0;
}

haddr_t end_of_use(const H5FD_t* file, H5FD_mem_t) {
  return opened(file).end_of_use;
}

herr_t set_end_of_use(H5FD_t* file, H5FD_mem_t, haddr_t end) {
  opened(file).end_of_use = end;
  return 0;
}

haddr_t end_of_file(const H5FD_t* file, H5FD_mem_t) {
  return opened(file).size();
}

herr_t read_bytes(H5FD_t* file, H5FD_mem_t type, hid_t, haddr_t offset, size_t size, void* buffer) {
  return guarded<herr_t>(-1, [&]() -> herr_t {
    const std::span out(static_cast<std::uint8_t*>(buffer), size);
    if (!opened(file).sealed)
      opened(file).unsealed->output().read_at(offset, out);
    else if (type != H5FD_MEM_DRAW)
      opened(file).sealed->read_structure_at(offset, out);
    else if (g_is_chunk)
      opened(file).sealed->read_chunk_at(offset, out);
    else
      opened(file).sealed->read_at(offset, out);
    return 0;
  });
}

herr_t write_bytes(H5FD_t* file, H5FD_mem_t type, hid_t, haddr_t offset, size_t size,
                   const void* buffer) {
  return guarded<herr_t>(-1, [&]() -> herr_t {
    if (!opened(file).unsealed) return -1;
    const std::span bytes(static_cast<const std::uint8_t*>(buffer), size);
    if (type == H5FD_MEM_DRAW && g_is_chunk)
      opened(file).unsealed->write_chunk_at(offset, bytes);
    else
      opened(file).unsealed->write_at(offset, bytes);
    return 0;
  });
}

herr_t truncate(H5FD_t* file, hid_t, hbool_t) {
  if (opened(file).unsealed && opened(file).size() != opened(file).end_of_use)
    opened(file).unsealed->resize(opened(file).end_of_use);
  return 0;
}

hid_t driver() {
  static const H5FD_class_t kDriver = [] {
    constexpr H5FD_mem_t kAreas[] = H5FD_FLMAP_DICHOTOMY;
    H5FD_class_t driver{};
    driver.name = "nimsweep";
    driver.maxaddr = HADDR_MAX >> 1;
    driver.fc_degree = H5F_CLOSE_WEAK;  // the degree that HDF5 uses for sources of virtual datasets
    driver.fapl_size = sizeof(Access);
    driver.open = open_file;
    driver.close = close_file;
    driver.cmp = compare;
    driver.query = query;
    driver.get_eoa = end_of_use;
    driver.set_eoa = set_end_of_use;
    driver.get_eof = end_of_file;
    driver.read = read_bytes;
    driver.write = write_bytes;
    driver.truncate = truncate;
    std::ranges::copy(kAreas, driver.fl_map);
    return driver;
  }();
  static const hid_t id = H5FDregister(&kDriver);
  check_hdf5(id < 0 ? -1 : 0, "register a driver");
  return id;
}

Hdf5Handle properties_for(const Access& access) {
  begin_hdf5();
  Hdf5Handle properties(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "make properties");
  check_hdf5(H5Pset_driver(properties.get(), driver(), &access), "choose a driver");
  check_hdf5(H5Pset_libver_bounds(properties.get(), H5F_LIBVER_V110, H5F_LIBVER_V110),
             "choose the file format");
  return properties;
}

}  // namespace

Hdf5Handle access_to(const std::shared_ptr<SealedFile>& file) {
  return properties_for({.sealed = &file});
}

Hdf5Handle access_to(const std::shared_ptr<UnsealedFile>& file) {
  auto properties = properties_for({.unsealed = &file});
  // It is an error to close the file while an object in it is open.
  check_hdf5(H5Pset_fclose_degree(properties.get(), H5F_CLOSE_SEMI), "make properties");
  return properties;
}

ChunkScope::ChunkScope() noexcept {
  g_is_chunk = true;
}

ChunkScope::~ChunkScope() {
  g_is_chunk = false;
}

}  // namespace nimsweep::store_detail
