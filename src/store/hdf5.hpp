// A thin layer over HDF5's C API: handles that close themselves, and calls that throw Error(io)
// with the text of HDF5's error stack. Nothing outside this module sees HDF5.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nimsweep/base/error.hpp"

namespace nimsweep::store_detail {

// Call this before a group of HDF5 calls on a thread: it keeps HDF5 from printing errors itself,
// and clears earlier faults. Throws bad_alloc if there is too little memory to start HDF5.
void begin_hdf5();

// Records what our file driver has met, for throw_hdf5_error: HDF5 knows only that a read failed.
void remember_fault(ErrorKind kind, std::string_view text) noexcept;

// Throws the driver's fault if it is an io error that HDF5 ignored, treating the data as absent.
void check_no_read_failed();

// Throws the driver's fault, if any; otherwise Error(io) with the text of HDF5's error stack.
[[noreturn]] void throw_hdf5_error(std::string_view what);

// The same for reads, but Error(input): the seal guarantees every byte, so what HDF5 cannot read
// was never there.
[[noreturn]] void throw_hdf5_read_error(std::string_view what);

inline void check_hdf5(herr_t result, std::string_view what) {
  if (result < 0) throw_hdf5_error(what);
}

inline void check_hdf5_read(herr_t result, std::string_view what) {
  if (result < 0) throw_hdf5_read_error(what);
}

// Has HDF5 run out of memory, or would it now? Then it crashes when it closes objects, so they stay
// open for good.
bool hdf5_lacks_memory() noexcept;

class Hdf5Handle {
 public:
  using Close = herr_t (*)(hid_t);

  using Throw = void (*)(std::string_view what);

  Hdf5Handle() = default;
  // Takes ownership of what a call returned; throws if that is an error.
  Hdf5Handle(hid_t id, Close closer, std::string_view what, Throw fail = throw_hdf5_error)
      : id_(id), close_(closer) {
    if (id < 0) fail(what);
  }
  Hdf5Handle(Hdf5Handle&& other) noexcept
      : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Hdf5Handle& operator=(Hdf5Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  // For objects that were read or are given up; written objects need close().
  ~Hdf5Handle() {
    if (id_ >= 0 && !hdf5_lacks_memory()) close_(id_);
  }

  hid_t get() const noexcept { return id_; }
  explicit operator bool() const noexcept { return id_ >= 0; }

  // Closes now. Throws if that fails, as something did not reach the file.
  void close(std::string_view what) {
    if (id_ >= 0) check_hdf5(close_(std::exchange(id_, H5I_INVALID_HID)), what);
  }

 private:
  hid_t id_ = H5I_INVALID_HID;
  Close close_ = nullptr;
};

// Variable-length texts are for other readers; we read dataset `header`.
void write_attribute(hid_t object, const char* name, std::string_view text);
void write_attribute(hid_t object, const char* name, std::uint64_t number);
std::uint64_t read_number_attribute(hid_t object, const char* name);

void write_text(hid_t group, const char* name, std::string_view text);

Hdf5Handle make_group(hid_t parent, const std::string& name);
Hdf5Handle make_dataset(hid_t group, const char* name, hid_t type,
                        const std::vector<std::uint64_t>& dims);

// Writes all elements of a dataset; `type` is their type in memory.
void write_all(hid_t dataset, hid_t type, const void* elements, std::string_view what);
Hdf5Handle space_of(const std::vector<std::uint64_t>& dims);
// Throw if HDF5 cannot tell.
// The same dataspace with the values of a box selected.
Hdf5Handle selected(Hdf5Handle space, std::span<const std::uint64_t> origin,
                    std::span<const std::uint64_t> extent);

bool has_link(hid_t group, const char* name);
bool has_attribute(hid_t object, const char* name);

Hdf5Handle open_group(hid_t file, const std::string& name);
Hdf5Handle open_dataset(hid_t group, const char* name);

// A one-dimensional dataset of numbers. Throws Error(input) if it is not one, or has more than
// `most` numbers.
std::vector<std::uint32_t> read_numbers(hid_t dataset, std::uint64_t most);

std::vector<std::uint64_t> dims_of(hid_t dataset);
std::vector<std::uint64_t> chunk_dims_of(hid_t dataset);

}  // namespace nimsweep::store_detail
