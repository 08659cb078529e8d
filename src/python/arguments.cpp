#include <fmt/format.h>

#include <mutex>
#include <unordered_map>
#include <utility>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/solve/last_nim_machine.hpp"
#include "python/bindings.hpp"

namespace nimsweep::python {

namespace {

[[noreturn]] void refuse(const std::string& message) {
  throw Error(ErrorKind::input, message);
}

std::string shown(py::handle object) {
  return py::repr(object).cast<std::string>();
}

// A whole number of Python's or numpy's; nothing for anything else, or beyond 64 bits.
std::optional<Counters> whole_number(PyObject* object) {
  if (!PyIndex_Check(object)) return std::nullopt;
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(object));
  if (number) {
    const auto value = PyLong_AsUnsignedLongLong(number.ptr());
    if (!PyErr_Occurred()) return Counters{value};
  }
  PyErr_Clear();
  return std::nullopt;
}

std::vector<std::vector<int>> rows_from(py::handle matrix) {
  try {
    return matrix.cast<std::vector<std::vector<int>>>();
  } catch (const py::cast_error&) {
    refuse(fmt::format("matrix: {}; expected a Matrix, text such as 'ssam:1', or rows of numbers",
                       shown(matrix)));
  }
}

}  // namespace

// Rulesets do not change, so each is made once.
std::shared_ptr<const Ruleset> ruleset_from(const std::string& game) {
  static std::mutex mutex;
  static std::unordered_map<std::string, std::shared_ptr<const Ruleset>> known;
  const std::lock_guard lock(mutex);
  const auto found = known.find(game);
  if (found != known.end()) return found->second;
  try {
    return known.emplace(game, make_ruleset(game)).first->second;
  } catch (const Error& error) {
    throw error.at("game");
  }
}

AllianceMatrix matrix_from(py::handle matrix, std::optional<int> players) {
  if (py::isinstance<AllianceMatrix>(matrix)) {
    const auto& given = matrix.cast<const AllianceMatrix&>();
    if (players && *players != given.players())
      refuse(fmt::format("players: {}, but the matrix has {}; expected the same", *players,
                         given.players()));
    return given;
  }
  try {
    if (py::isinstance<py::str>(matrix)) return parse_matrix(matrix.cast<std::string>(), players);
    const AllianceMatrix given = AllianceMatrix::from_rows(rows_from(matrix));
    return players ? parse_matrix(to_text(given), players) : given;
  } catch (const Error& error) {
    if (std::string_view(error.what()).starts_with("matrix: ")) throw;
    throw error.at("matrix");
  }
}

Counters counters_from(py::handle number, std::string_view name) {
  const auto counters = whole_number(number.ptr());
  if (!counters)
    refuse(
        fmt::format("{} is {}; expected a whole number from 0 to 2^64 - 1", name, shown(number)));
  return *counters;
}

std::vector<Counters> piles_from(py::handle piles, std::string_view name) {
  const bool is_text = py::isinstance<py::str>(piles) || py::isinstance<py::bytes>(piles);
  const auto items = py::reinterpret_steal<py::object>(
      is_text ? nullptr : PySequence_Fast(piles.ptr(), "not a sequence"));
  if (!items) {
    PyErr_Clear();
    refuse(fmt::format("{}: {}; expected a sequence of numbers", name, shown(piles)));
  }
  const auto count = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(items.ptr()));
  std::vector<Counters> counters(count);
  for (std::size_t j = 0; j < count; ++j) {
    PyObject* item = PySequence_Fast_GET_ITEM(items.ptr(), static_cast<Py_ssize_t>(j));
    const auto size = whole_number(item);
    counters[j] = size ? *size : counters_from(item, fmt::format("{}: pile {}", name, j + 1));
  }
  return counters;
}

Counters passes_from(std::int64_t passes) {
  if (passes < 0 || passes > LastNimMachine::kMaxPasses)
    refuse(fmt::format("passes: {}; expected 0 to {}", passes, LastNimMachine::kMaxPasses));
  return static_cast<Counters>(passes);
}

Seat checked_seat(std::int64_t first, int players) {
  if (first < 0 || first >= players)
    refuse(fmt::format("first: {}; expected a seat, 0 to {}", first, players - 1));
  return static_cast<Seat>(first);
}

Question question_from(const std::string& game, py::handle matrix, py::handle piles,
                       std::int64_t first, std::optional<int> players, std::int64_t passes) {
  auto ruleset = ruleset_from(game);
  const AllianceMatrix alliances = matrix_from(matrix, players);
  ruleset->check_players(alliances.players());
  const Seat seat = checked_seat(first, alliances.players());
  try {
    Position start = ruleset->start(piles_from(piles), passes_from(passes));
    return {std::move(ruleset), alliances, std::move(start), seat};
  } catch (const Error& error) {
    const std::string_view message = error.what();
    if (message.starts_with("piles: ") || message.starts_with("passes: ")) throw;
    throw error.at("piles");
  }
}

py::tuple piles_to_python(const std::vector<Counters>& piles) {
  py::tuple tuple(piles.size());
  for (std::size_t j = 0; j < piles.size(); ++j) tuple[j] = py::int_(piles[j]);
  return tuple;
}

py::int_ number_to_python(Uint128 number) {
  const auto low = static_cast<std::uint64_t>(number);
  const auto high = static_cast<std::uint64_t>(number >> 64);
  if (high == 0) return py::int_(low);
  return py::int_((py::int_(high) << py::int_(64)) | py::int_(low));
}

Uint128 number_from(py::handle number, std::string_view name) {
  const auto parsed = parse_number(py::str(number).cast<std::string>(), kUint128Max);
  if (!parsed)
    refuse(fmt::format("{}: {}; expected a whole number from 0 to 2^128 - 1", name, shown(number)));
  return *parsed;
}

py::object seat_to_python(Seat seat) {
  return seat == kNobody ? py::object(py::none()) : py::object(py::int_(seat));
}

py::object value_to_python(int value) {
  return value == kNoValue ? py::object(py::none()) : py::object(py::int_(value));
}

py::object picture_for_notebook(const std::function<std::string()>& draw) {
  try {
    const std::string file = draw();
    return py::str(file.substr(file.find("<svg")));
  } catch (const Error&) {
    return py::none();
  }
}

}  // namespace nimsweep::python
