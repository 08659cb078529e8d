// A claim for one n, N and r as decision diagrams, one per first player.
#pragma once

#include <vector>

#include "claims/decision_diagram.hpp"
#include "claims/partial_evaluator.hpp"
#include "nimsweep/claims/claim.hpp"

namespace nimsweep::claims_detail {

struct Specialised {
  std::vector<DiagramPool::NodeId> diagrams;
  SizeLimits limits;
};

// Throws NotSymbolic.
Specialised specialise(const Claim& claim, const Parameters& parameters, DiagramPool& pool);

}  // namespace nimsweep::claims_detail
