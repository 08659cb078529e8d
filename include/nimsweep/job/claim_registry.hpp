// The claims that have a name: src/job/claims.yaml, which is part of the program.
#pragma once

#include <string_view>
#include <vector>

#include "nimsweep/claims/claim.hpp"

namespace nimsweep {

const std::vector<Claim>& registered_claims();

// Throws Error(input) if there is none of this name.
const Claim& find_claim(std::string_view name);

}  // namespace nimsweep
