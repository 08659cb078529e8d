// What a check takes: it gives up if the product of machine and claim is too large, and ends soon
// after somebody stops it.
#pragma once

#include <fmt/format.h>

#include <cstddef>

#include "nimsweep/base/is_stopped.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/claims/symbolic_check.hpp"

namespace nimsweep::claims_detail {

class Effort {
 public:
  explicit Effort(IsStopped is_stopped) : is_stopped_(is_stopped) {}

  // Throws NotSymbolic if there are too many in all, and Error(interrupted).
  void add_arrows(std::size_t count) {
    go_on();
    arrows_ += count;
    if (arrows_ > kMaxArrows)
      throw NotSymbolic{fmt::format("the product of machine and claim has more than {} arrows",
                                    to_grouped_decimal(kMaxArrows))};
  }

  // Throws Error(interrupted).
  void go_on() const { go_on_unless(is_stopped_); }

 private:
  static constexpr std::size_t kMaxArrows = std::size_t{1} << 24;

  IsStopped is_stopped_;
  std::size_t arrows_ = 0;
};

}  // namespace nimsweep::claims_detail
