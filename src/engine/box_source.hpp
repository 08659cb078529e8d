// What all sources share that solve boxes.
#pragma once

#include <memory>

#include "engine/unit_source.hpp"
#include "nimsweep/solve/box.hpp"

namespace nimsweep::engine_detail {

class BoxSource : public UnitSource {
 public:
  using UnitSource::UnitSource;

  CaseEstimate estimate() override;

 protected:
  std::unique_ptr<Box> box_of(std::uint64_t matrix) const;

  // The bytes of one box.
  Uint128 bytes_of_box() const;

  // Bytes for this many boxes, and for the chunks of `units` units.
  std::uint64_t memory_of(std::uint64_t boxes, std::uint64_t units) const;

  // Copies one player's values; returns the byte after them.
  static std::uint8_t* copy_player(const Box& box, Seat first, std::uint8_t* out);

 private:
  CaseEstimate try_box(bool in_rows) const;
  CaseEstimate guess_searches() const;
};

}  // namespace nimsweep::engine_detail
