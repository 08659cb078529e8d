// Dimension scales: what the axes of datasets are called, and their steps. They follow HDF5's
// specification and, where a scale has no values, netCDF-4's, so that xarray finds every axis.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store/hdf5.hpp"

namespace nimsweep::store_detail {

inline constexpr std::uint64_t kLongestScale = 1'000'000;  // longer ones have no values

// A scale with the values 0, 1, .., a coordinate in terms of netCDF; without them if it is long.
void make_scale(hid_t group, const std::string& name, std::uint64_t length);

// Does it have these values?
bool has_steps(hid_t scale, std::uint64_t length);

// For readers that show labels but not scales.
void label_axes(hid_t dataset, const std::vector<std::string>& names);

// Gives each axis of a dataset the scale of that name. What is not in the group yet is made,
// without values: a dimension in terms of netCDF, which takes only a header.
void name_axes(hid_t group, hid_t dataset, const std::vector<std::string>& names);

// Does each axis have the scale of that name? Files of earlier versions lack some, which is not
// held against them.
bool has_axes(hid_t group, hid_t dataset, const std::vector<std::string>& names);

}  // namespace nimsweep::store_detail
