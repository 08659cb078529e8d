#include "store/scales.hpp"

#include <fmt/format.h>
#include <hdf5_hl.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>

namespace nimsweep::store_detail {

namespace {

// By this name netCDF-4 knows a scale that has no values.
Hdf5Handle make_dimension(hid_t group, const std::string& name, std::uint64_t length) {
  Hdf5Handle scale = make_dataset(group, name.c_str(), H5T_STD_U32LE, {length});
  const auto title =
      fmt::format("This is a netCDF dimension but not a netCDF variable.{:10}", length);
  check_hdf5(H5DSset_scale(scale.get(), title.c_str()), "make a scale");
  return scale;
}

// Calls visit(steps, space in memory, space in the file) for some steps at a time: the system
// clears fresh memory, so a small buffer is reused.
template <class Visit>
void for_some_steps(std::uint64_t length, Visit visit) {
  constexpr std::uint64_t kStepsAtOnce = 1 << 14;
  std::vector<std::uint32_t> steps;
  for (std::uint64_t from = 0; from < length; from += kStepsAtOnce) {
    steps.resize(static_cast<std::size_t>(std::min(kStepsAtOnce, length - from)));
    std::iota(steps.begin(), steps.end(), static_cast<std::uint32_t>(from));
    const std::array extent = {static_cast<std::uint64_t>(steps.size())};
    const Hdf5Handle in_file = selected(space_of({length}), std::array{from}, extent);
    visit(steps, space_of({extent[0]}).get(), in_file.get());
  }
}

}  // namespace

void make_scale(hid_t group, const std::string& name, std::uint64_t length) {
  if (length > kLongestScale) {
    make_dimension(group, name, length).close("write a scale");
    return;
  }
  Hdf5Handle scale = make_dataset(group, name.c_str(), H5T_STD_U32LE, {length});
  for_some_steps(length, [&](const auto& steps, hid_t in_memory, hid_t in_file) {
    check_hdf5(
        H5Dwrite(scale.get(), H5T_NATIVE_UINT32, in_memory, in_file, H5P_DEFAULT, steps.data()),
        "write a scale");
  });
  check_hdf5(H5DSset_scale(scale.get(), name.c_str()), "make a scale");
  scale.close("write a scale");
}

bool has_steps(hid_t scale, std::uint64_t length) {
  if (dims_of(scale) != std::vector{length}) return false;
  bool are_right = true;
  std::vector<std::uint32_t> stored;
  for_some_steps(length, [&](const auto& steps, hid_t in_memory, hid_t in_file) {
    stored.resize(steps.size());
    check_hdf5_read(
        H5Dread(scale, H5T_NATIVE_UINT32, in_memory, in_file, H5P_DEFAULT, stored.data()),
        "read a scale");
    are_right = are_right && stored == steps;
  });
  return are_right;
}

void label_axes(hid_t dataset, const std::vector<std::string>& names) {
  for (std::size_t axis = 0; axis < names.size(); ++axis)
    check_hdf5(H5DSset_label(dataset, static_cast<unsigned>(axis), names[axis].c_str()),
               "label an axis");
}

void name_axes(hid_t group, hid_t dataset, const std::vector<std::string>& names) {
  const auto dims = dims_of(dataset);
  assert(names.size() == dims.size());
  for (std::size_t axis = 0; axis < names.size(); ++axis) {
    const std::string& name = names[axis];
    Hdf5Handle scale = has_link(group, name.c_str()) ? open_dataset(group, name.c_str())
                                                     : make_dimension(group, name, dims[axis]);
    check_hdf5(H5DSattach_scale(dataset, scale.get(), static_cast<unsigned>(axis)),
               "attach a scale");
    scale.close("write a scale");
  }
}

bool has_axes(hid_t group, hid_t dataset, const std::vector<std::string>& names) {
  if (!has_attribute(dataset, "DIMENSION_LIST")) return true;
  const auto dims = dims_of(dataset);
  for (std::size_t axis = 0; axis < names.size(); ++axis) {
    if (!has_link(group, names[axis].c_str())) continue;
    const Hdf5Handle scale = open_dataset(group, names[axis].c_str());
    const htri_t is_there = H5DSis_attached(dataset, scale.get(), static_cast<unsigned>(axis));
    // What it reads was checked. Without memory it fails, and says nothing or something else.
    check_hdf5(is_there, "look for a scale");
    if (is_there == 0 || dims_of(scale.get()) != std::vector{dims[axis]}) return false;
  }
  return true;
}

}  // namespace nimsweep::store_detail
