// Claims in YAML, the same in a job and in the registry.
#pragma once

#include "job/yaml_reader.hpp"
#include "nimsweep/job/job_spec.hpp"

namespace nimsweep {

// A map with name, source, game, matrix, given, cases, max. One without cases is about a claim of
// the registry, and may give it another matrix. `game` is what a claim is about if it does not say.
ClaimSpec read_claim(const YamlReader& entry, const std::string& game);

// `max: all`, or a largest pile size.
std::optional<Counters> read_max(const YamlReader& value);

}  // namespace nimsweep
