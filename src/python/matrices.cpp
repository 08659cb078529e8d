// Alliance matrices in Python.
#include <fmt/format.h>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/records/records.hpp"
#include "python/bindings.hpp"

namespace nimsweep::python {

namespace {

std::string teams_text(const std::vector<std::vector<int>>& teams, bool shared) {
  std::string text = shared ? "teams:shared:" : "teams:";
  for (std::size_t k = 0; k < teams.size(); ++k) {
    if (k > 0) text += '/';
    for (std::size_t j = 0; j < teams[k].size(); ++j)
      text += fmt::format("{}{}", j > 0 ? "," : "", teams[k][j]);
  }
  return text;
}

py::array_t<std::uint8_t> rows_of(const AllianceMatrix& matrix) {
  const auto n = static_cast<py::ssize_t>(matrix.players());
  py::array_t<std::uint8_t> rows({n, n});
  auto out = rows.mutable_unchecked<2>();
  for (Seat i = 0; i < matrix.players(); ++i)
    for (int j = 0; j < matrix.players(); ++j)
      out(i, j) = static_cast<std::uint8_t>(matrix.offset(i, j));
  return rows;
}

// All matrices of n players in order of their index.
class EveryMatrix {
 public:
  explicit EveryMatrix(int players) : players_(players), count_(AllianceMatrix::count(players)) {}

  Uint128 count() const noexcept { return count_; }
  int players() const noexcept { return players_; }
  AllianceMatrix next() {
    if (index_ == count_) throw py::stop_iteration();
    return AllianceMatrix::from_index(players_, index_++);
  }

 private:
  int players_;
  Uint128 count_;
  Uint128 index_ = 0;
};

EveryMatrix every_matrix(int players) {
  check_players(players);
  if (players > AllianceMatrix::kMaxIndexedPlayers)
    throw Error(ErrorKind::input, fmt::format("players: {}; expected at most {}", players,
                                              AllianceMatrix::kMaxIndexedPlayers));
  return EveryMatrix(players);
}

}  // namespace

void add_matrices(py::module_& module) {
  py::class_<EveryMatrix>(module, "EveryMatrix", "Iterates over all matrices of n players.")
      .def("__iter__", [](const EveryMatrix& all) { return EveryMatrix(all.players()); })
      .def("__next__", &EveryMatrix::next)
      .def_property_readonly(
          "count", [](const EveryMatrix& all) { return number_to_python(all.count()); },
          "How many there are: (n!)^n.")
      .def("__repr__", [](const EveryMatrix& all) {
        return fmt::format("<all {} matrices of {} players>", to_grouped_decimal(all.count()),
                           all.players());
      });

  py::class_<AllianceMatrix>(
      module, "Matrix",
      "An alliance matrix: row i is P_i's order of preference over winners, as seat offsets.\n\n"
      ">>> Matrix('0 2 1 / 0 1 2 / 0 2 1').players\n3\n"
      ">>> Matrix('ssam:1', players=3)\nMatrix('1 2 0 / 1 2 0 / 1 2 0')\n")
      .def(py::init([](const py::object& matrix, std::optional<int> players) {
             return matrix_from(matrix, players);
           }),
           py::arg("matrix"), py::arg("players") = py::none(),
           "From text as on the command line, rows of numbers, or another Matrix.")
      .def_static("sam", &AllianceMatrix::standard, py::arg("players"),
                  "All players prefer themselves, then the others in order of play.")
      .def_static("ssam", &AllianceMatrix::shifted, py::arg("players"), py::arg("r"),
                  "Shifted by r: all players prefer the one r seats on, and so on from there.")
      .def_static(
          "formula",
          [](const std::string& formula, int players) {
            return parse_matrix("formula:" + formula, players);
          },
          py::arg("formula"), py::arg("players"),
          "Row i has the formula's value at place j, mod n.")
      .def_static(
          "teams",
          [](const std::vector<std::vector<int>>& teams, bool shared) {
            return parse_matrix(teams_text(teams, shared), std::nullopt);
          },
          py::arg("teams"), py::arg("shared") = false,
          "Players prefer themselves, then their team, then the rest; shared: a team acts as one.")
      .def_static(
          "from_index",
          [](int players, const py::int_& index) {
            return AllianceMatrix::from_index(players, number_from(index, "index"));
          },
          py::arg("players"), py::arg("index"), "Number `index` of all matrices of n players.")
      .def_static("all", &every_matrix, py::arg("players"),
                  "All (n!)^n matrices, in order of their index.")
      .def_property_readonly("players", &AllianceMatrix::players, "The number of players, n.")
      .def_property_readonly("rows", &rows_of, "The rows, an array [n, n].")
      .def_property_readonly(
          "index", [](const AllianceMatrix& matrix) { return number_to_python(matrix.index()); },
          "Its number among all matrices of n players, for up to 8 players.")
      .def_property_readonly(
          "name", [](const AllianceMatrix& matrix) { return describe_matrix(matrix); },
          "'sam', 'ssam:2', or its rows.")
      .def("rotated", &AllianceMatrix::rotated,
           "The same game with the players renamed: its row i is row i + 1 of this one.")
      .def("__str__", [](const AllianceMatrix& matrix) { return to_text(matrix); })
      .def(
          "__repr__",
          [](const AllianceMatrix& matrix) { return fmt::format("Matrix('{}')", to_text(matrix)); })
      .def("__eq__",
           [](const AllianceMatrix& a, const py::object& other) {
             return py::isinstance<AllianceMatrix>(other) &&
                    a == other.cast<const AllianceMatrix&>();
           })
      .def("__hash__",
           [](const AllianceMatrix& matrix) { return py::hash(py::str(to_text(matrix))); })
      .def(py::pickle([](const AllianceMatrix& matrix) { return py::make_tuple(to_text(matrix)); },
                      [](const py::tuple& state) {
                        return parse_matrix(state[0].cast<std::string>(), std::nullopt);
                      }));
}

}  // namespace nimsweep::python
