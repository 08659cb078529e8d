// How a check adds to what its hunt has found.
#pragma once

#include <cstddef>
#include <vector>

#include "nimsweep/hunt/hunt.hpp"

namespace nimsweep::hunt_detail {

// Is there room for it, or does it come before another? Once there are `keep` of them, the first
// `keep` are sorted, and the rest are not.
bool is_wanted(const Hunt& hunt, const Hit& hit, const std::vector<Hit>& kept);
void keep(const Hunt& hunt, const Hit& hit, HuntResult& result);

void add(std::vector<Shares>& histogram, std::size_t value, Shares shares);
void add(std::vector<Shares>& histogram, const std::vector<Shares>& more);
void add_alike(HuntResult& result, Uint128 key, const AlikeMatrices& found);

}  // namespace nimsweep::hunt_detail
