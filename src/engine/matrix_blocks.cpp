#include "engine/matrix_blocks.hpp"

#include <algorithm>
#include <span>

namespace nimsweep {

namespace {

constexpr std::size_t kPileAxes = 2;  // after the matrix and the first player

}  // namespace

MatrixBlocks::MatrixBlocks(const PlanCase& of_case, int passes, std::uint64_t matrix)
    : layout_(of_case.layout),
      matrix_(matrix),
      table_(of_case.matrices[matrix], passes, of_case.bounds),
      places_(table_.letters() / layout_.chunk[layout_.cut_axis] + 2) {}

const EncodedChunk& MatrixBlocks::chunk_at(const std::vector<std::uint64_t>& origin,
                                           ChunkEncoder& encoder) {
  const std::size_t cut = layout_.cut_axis;
  const std::uint64_t extent = layout_.chunk[cut];
  const auto first = static_cast<Seat>(origin[1]);
  const auto state = table_.state_after(std::span(origin).subspan(kPileAxes, cut - kPileAxes));
  const std::uint64_t place = std::min(origin[cut] / extent, places_ - 1);
  const std::uint64_t key =
      (static_cast<std::uint64_t>(first) * table_.states() + state) * places_ + place;

  Slot& slot = slots_[key];
  std::call_once(slot.made, [&] {
    std::vector<std::uint8_t> values(static_cast<std::size_t>(layout_.chunk_bytes));
    table_.fill_block(first, state, cut - kPileAxes, place * extent, extent, values);
    slot.chunk = encoder.encode(values);
  });
  return slot.chunk;
}

}  // namespace nimsweep
