#include "nimsweep/model/position.hpp"

#include <fmt/format.h>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/hash.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep {

std::size_t PositionHash::operator()(const Position& position) const noexcept {
  std::uint64_t hash = mix(position.passes, position.piles.size());
  for (const Counters pile : position.piles) hash = mix(hash, pile);
  for (const Counters extra : position.state) hash = mix(hash, extra);
  return hash;
}

std::vector<Counters> parse_piles(std::string_view text) {
  std::vector<Counters> piles;
  for (const std::string_view part : split(text, ',')) {
    const auto counters = parse_number(part, kMaxCounters);
    if (!counters)
      throw Error(ErrorKind::input,
                  fmt::format("pile {} is {}; expected a whole number from 0 to {}",
                              piles.size() + 1, in_quotes(part), kMaxCounters));
    piles.push_back(static_cast<Counters>(*counters));
  }
  return piles;
}

}  // namespace nimsweep
