// The Python module: what each file of it adds, and how Python's arguments become the library's.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/base/uint128.hpp"
#include "nimsweep/games/ruleset.hpp"
#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/position.hpp"
#include "nimsweep/solve/question.hpp"

namespace nimsweep::python {

namespace py = pybind11;

void add_errors(py::module_& module);
void add_matrices(py::module_& module);
void add_positions(py::module_& module);
void add_machines(py::module_& module);
void add_tables(py::module_& module);
void add_jobs(py::module_& module);

// Each throws Error(input), naming the argument.
std::shared_ptr<const Ruleset> ruleset_from(const std::string& game);
AllianceMatrix matrix_from(py::handle matrix, std::optional<int> players);
Counters counters_from(py::handle number, std::string_view name);
std::vector<Counters> piles_from(py::handle piles, std::string_view name = "piles");
Counters passes_from(std::int64_t passes);
Seat checked_seat(std::int64_t first, int players);

Question question_from(const std::string& game, py::handle matrix, py::handle piles,
                       std::int64_t first, std::optional<int> players, std::int64_t passes);

// Piles as a tuple, and numbers of any size.
py::tuple piles_to_python(const std::vector<Counters>& piles);
py::int_ number_to_python(Uint128 number);
Uint128 number_from(py::handle number, std::string_view name);

// Nobody is None.
py::object seat_to_python(Seat seat);
py::object value_to_python(int value);

// A picture as notebooks take it: the element <svg>, without the declarations of a file before it.
// None if there is no picture, for want of Graphviz or because it would be too large; notebooks
// then show the text.
py::object picture_for_notebook(const std::function<std::string()>& draw);

}  // namespace nimsweep::python
