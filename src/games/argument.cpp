#include "games/argument.hpp"

#include <fmt/format.h>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep::games_detail {

Counters parse_argument(std::string_view game, std::string_view argument, Counters min,
                        Counters max) {
  const auto number = parse_number(argument, max);
  if (!number || *number < min)
    throw Error(ErrorKind::input,
                fmt::format("{} with {} after the colon; expected a whole number from {} to {}",
                            game, in_quotes(argument), min, max));
  return static_cast<Counters>(*number);
}

}  // namespace nimsweep::games_detail
