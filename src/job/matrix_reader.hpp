// Alliance matrices in YAML: written out, and as entries of `matrices:`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "job/yaml_reader.hpp"
#include "nimsweep/job/job_spec.hpp"
#include "nimsweep/model/alliance_matrix.hpp"

namespace nimsweep::job_detail {

// [0, 2, 1]: a row of a matrix, or the seats of a team.
std::vector<int> read_row(const YamlReader& value);

// [0, 2, 1], for all players.
AllianceMatrix read_equal_rows(const YamlReader& value);

// [[0, 2, 1], [0, 1, 2], [0, 2, 1]].
AllianceMatrix read_rows(const YamlReader& value);

// Rows, or a name; sam if there is no value. Errors without a value get the place of its entry.
AllianceMatrix read_one_matrix(const YamlReader& entry, const std::optional<YamlReader>& value,
                               std::optional<int> players);

// A name, or a map with one of ssam, formula, teams, equal_rows, rows, range, sample, file. A file
// is looked for beside the job; what it holds is added to `read_files`.
MatrixSource read_matrix_source(const YamlReader& entry, const std::string& job_path,
                                std::string& read_files);

}  // namespace nimsweep::job_detail
