#include "engine/matrix_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "nimsweep/base/error.hpp"

namespace nimsweep::engine_detail {

LastNimTable table_of(const PlanCase& plan_case, int passes, std::uint64_t matrix) {
  try {
    return {plan_case.matrices[matrix], passes, plan_case.bounds};
  } catch (const Error& error) {
    throw error.at(fmt::format("{}, matrix {}", plan_case.name, matrix));
  }
}

MatrixBlocks::MatrixBlocks(const PlanCase& plan_case, int passes, std::uint64_t matrix)
    : case_(plan_case), layout_(plan_case.layout), passes_(passes), matrix_(matrix) {}

void MatrixBlocks::build() {
  std::call_once(built_, [&] {
    try {
      table_.emplace(table_of(case_, passes_, matrix_));
      places_ = table_->letters() / layout_.chunk[layout_.cut_axis] + 2;
    } catch (...) {  // for all who need it: left to call_once, each would try again
      failure_ = std::current_exception();
    }
  });
  if (failure_) std::rethrow_exception(failure_);
}

const EncodedChunk& MatrixBlocks::chunk_at(const std::vector<std::uint64_t>& origin,
                                           ChunkEncoder& encoder, std::deque<EncodedChunk>& own) {
  build();
  const std::size_t cut = layout_.cut_axis;
  const auto first = static_cast<Seat>(origin[1]);
  const auto state = table_->state_after(std::span(origin).subspan(kPileAxes, cut - kPileAxes));
  const std::uint64_t place = std::min(origin[cut] / layout_.chunk[cut], places_ - 1);
  const std::uint64_t key =
      (static_cast<std::uint64_t>(first) * table_->states() + state) * places_ + place;

  const auto kept = slots_.find(key);
  if (kept == slots_.end() && kept_bytes_.load(std::memory_order_relaxed) > kMaxKeptBytes)
    return own.emplace_back(make(first, state, place, encoder));
  Slot& slot = kept != slots_.end() ? kept->second : slots_[key];
  std::call_once(slot.made, [&] {
    slot.chunk = make(first, state, place, encoder);
    kept_bytes_ += sizeof(Slot) + slot.chunk.bytes.size();
  });
  return slot.chunk;
}

EncodedChunk MatrixBlocks::make(Seat first, LastNimTable::StateId state, std::uint64_t place,
                                ChunkEncoder& encoder) const {
  const std::size_t cut = layout_.cut_axis;
  const std::uint64_t extent = layout_.chunk[cut];
  std::vector<std::uint8_t> values(static_cast<std::size_t>(layout_.chunk_bytes));
  table_->fill_block(first, state, cut - kPileAxes, place * extent, extent, values);
  return encoder.encode(values);
}

}  // namespace nimsweep::engine_detail
