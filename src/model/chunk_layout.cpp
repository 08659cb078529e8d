#include "nimsweep/model/chunk_layout.hpp"

#include <algorithm>
#include <utility>

namespace nimsweep {

ChunkLayout ChunkLayout::of(std::vector<std::uint64_t> dims, std::uint64_t value_bytes,
                            std::uint64_t target_bytes) {
  ChunkLayout layout;
  layout.chunk = dims;
  std::uint64_t whole = value_bytes;  // bytes of the axes after the cut
  std::size_t axis = dims.size();
  while (axis > 0 && dims[axis - 1] <= target_bytes / whole) whole *= dims[--axis];
  layout.cut_axis = axis == 0 ? 0 : axis - 1;
  if (axis > 0) {  // evenly, so that the last piece is not mostly padding
    const std::uint64_t most = std::max<std::uint64_t>(1, target_bytes / whole);
    const std::uint64_t pieces = divided_up(dims[axis - 1], most);
    layout.chunk[axis - 1] = divided_up(dims[axis - 1], pieces);
    std::fill(layout.chunk.begin(), layout.chunk.begin() + static_cast<std::ptrdiff_t>(axis) - 1,
              1);
  }
  layout.chunk_bytes = value_bytes * static_cast<std::uint64_t>(product(layout.chunk));
  layout.chunks = 1;
  for (std::size_t a = 0; a < dims.size(); ++a)
    layout.chunks *= divided_up(dims[a], layout.chunk[a]);
  layout.dims = std::move(dims);
  return layout;
}

void ChunkLayout::origin_of(std::uint64_t number, std::vector<std::uint64_t>& origin) const {
  origin.assign(dims.size(), 0);
  const std::uint64_t pieces = divided_up(dims[cut_axis], chunk[cut_axis]);
  origin[cut_axis] = number % pieces * chunk[cut_axis];
  number /= pieces;
  for (std::size_t a = cut_axis; a-- > 0;) {
    origin[a] = number % dims[a];
    number /= dims[a];
  }
}

Uint128 product(const std::vector<std::uint64_t>& factors) {
  Uint128 result = 1;
  for (const std::uint64_t factor : factors)
    result = factor != 0 && result > kUint128Max / factor ? kUint128Max : result * factor;
  return result;
}

}  // namespace nimsweep
