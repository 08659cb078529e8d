#include "nimsweep/solve/memo.hpp"

#include <fmt/format.h>

namespace nimsweep {

Error too_many_positions(const Ruleset& ruleset, std::uint64_t bytes) {
  return {ErrorKind::input,
          fmt::format("the positions of {} to look at need more than {} MiB, or too much time; "
                      "expected fewer or smaller piles",
                      ruleset.name(), bytes >> 20)};
}

}  // namespace nimsweep
