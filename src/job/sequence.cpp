#include "nimsweep/job/sequence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep {

Counted counted_by_name(std::string_view name) {
  constexpr std::array<std::string_view, 4> kNames = {"hits", "behaviours", "orbits", "states"};
  const auto* const found = std::ranges::find(kNames, name);
  if (found == kNames.end())
    throw Error(ErrorKind::input, fmt::format("{}; expected hits, behaviours, orbits or states",
                                              in_quotes(std::string(name))));
  return static_cast<Counted>(found - kNames.begin());
}

}  // namespace nimsweep
