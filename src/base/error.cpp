#include "nimsweep/base/error.hpp"

#include <fmt/format.h>

namespace nimsweep {

Error::Error(ErrorKind kind, const std::string& message)
    : std::runtime_error(message), kind_(kind) {}

Error Error::at(std::string_view place) const {
  return {kind_, fmt::format("{}: {}", place, what())};
}

}  // namespace nimsweep
