// Alliance matrices written out in YAML.
#pragma once

#include <vector>

#include "job/yaml_reader.hpp"
#include "nimsweep/model/alliance_matrix.hpp"

namespace nimsweep {

// [0, 2, 1].
std::vector<int> read_row(const YamlReader& value);

// [[0, 2, 1], [0, 1, 2], [0, 2, 1]].
AllianceMatrix read_rows(const YamlReader& value);

}  // namespace nimsweep
