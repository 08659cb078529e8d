// Table files in Python: every value that is read is compared with the file's checksums.
#include <fmt/format.h>
#include <pybind11/stl/filesystem.h>

#include <filesystem>
#include <memory>
#include <span>
#include <utility>

#include "nimsweep/base/error.hpp"
#include "nimsweep/engine/integrity.hpp"
#include "nimsweep/exports/heat_map.hpp"
#include "nimsweep/exports/table_slice.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/store/hunt_file.hpp"
#include "nimsweep/store/table_file.hpp"
#include "python/bindings.hpp"
#include "python/interruptible.hpp"

namespace nimsweep::python {

namespace {

using Reader = std::shared_ptr<const TableReader>;

// One case of a table: an array that is read when it is indexed.
struct StoredCase {
  Reader table;
  std::size_t number;

  const TableCase& description() const { return table->cases()[number]; }
  const std::vector<std::uint64_t>& dims() const { return description().layout.dims; }
  bool is_grundy() const { return description().quantity == Quantity::grundy; }
};

struct Slice {
  ChunkLayout::Box box;
  py::tuple picks;  // what to take of the values that were read: steps, and axes to drop
  bool has_steps = false;
};

std::uint64_t place_on(py::handle index, std::uint64_t extent, std::size_t axis) {
  const auto refuse = [&](std::string_view expected) {
    throw py::index_error(fmt::format("axis {}: {}; expected {}", axis,
                                      py::repr(index).cast<std::string>(), expected));
  };
  if (!PyIndex_Check(index.ptr()) || py::isinstance<py::bool_>(index) ||
      py::isinstance<py::array>(index))
    refuse("a number, a slice or ...");
  // No error for numbers that are far too large: they become the largest there is.
  const auto place = PyNumber_AsSsize_t(index.ptr(), nullptr);
  if (place == -1 && PyErr_Occurred() != nullptr) throw py::error_already_set();
  const auto end = static_cast<std::int64_t>(extent);
  if (place < -end || place >= end) refuse(fmt::format("within 0..{}", end - 1));
  return static_cast<std::uint64_t>(place < 0 ? place + end : place);
}

// As numpy does it: numbers, slices and one `...`; missing axes are whole.
Slice slice_from(const py::object& index, const std::vector<std::uint64_t>& dims) {
  const py::tuple given =
      py::isinstance<py::tuple>(index) ? py::tuple(index) : py::make_tuple(index);
  std::size_t named = 0;
  for (const py::handle entry : given) named += py::isinstance<py::ellipsis>(entry) ? 0 : 1;
  if (named > dims.size())
    throw py::index_error(fmt::format("{} indices; expected at most {}", named, dims.size()));
  Slice slice;
  py::list picks;
  const auto take_whole = [&] {
    slice.box.origin.push_back(0);
    slice.box.extent.push_back(dims[slice.box.extent.size()]);
    picks.append(py::slice(py::none(), py::none(), py::none()));
  };
  for (const py::handle entry : given) {
    const std::size_t axis = slice.box.extent.size();
    if (py::isinstance<py::ellipsis>(entry)) {
      for (std::size_t k = named; k < dims.size(); ++k) take_whole();
      named = dims.size();
    } else if (py::isinstance<py::slice>(entry)) {
      std::size_t start = 0, stop = 0, step = 0, length = 0;
      if (!entry.cast<py::slice>().compute(dims[axis], &start, &stop, &step, &length))
        throw py::error_already_set();
      const auto signed_step = static_cast<std::int64_t>(step);
      const std::size_t span =
          length == 0 ? 0 : (length - 1) * static_cast<std::size_t>(std::abs(signed_step));
      slice.box.origin.push_back(length == 0 ? 0 : signed_step < 0 ? start - span : start);
      slice.box.extent.push_back(length == 0 ? 0 : span + 1);
      picks.append(py::slice(py::none(), py::none(), py::int_(signed_step)));
      slice.has_steps |= signed_step != 1 && length > 1;
    } else {
      slice.box.origin.push_back(place_on(entry, dims[axis], axis));
      slice.box.extent.push_back(1);
      picks.append(py::int_(0));
    }
  }
  while (slice.box.extent.size() < dims.size()) take_whole();
  slice.picks = py::tuple(picks);
  return slice;
}

template <class Value>
py::object array_of(std::vector<Value> values, const std::vector<std::uint64_t>& extent) {
  auto owned = std::make_unique<std::vector<Value>>(std::move(values));
  const Value* data = owned->data();
  py::capsule owner(owned.release(),
                    [](void* vector) { delete static_cast<std::vector<Value>*>(vector); });
  const std::vector<py::ssize_t> shape(extent.begin(), extent.end());
  return py::array_t<Value>(shape, data, owner);
}

py::object values_at(const StoredCase& stored, const py::object& index) {
  const Slice slice = slice_from(index, stored.dims());
  const auto& [origin, extent] = slice.box;
  py::object whole;
  bool is_empty = false;
  for (const std::uint64_t length : extent) is_empty |= length == 0;
  if (stored.is_grundy()) {
    std::vector<std::uint16_t> values;
    if (!is_empty) {
      const py::gil_scoped_release release;
      values = stored.table->wide_values(stored.number, origin, extent);
    }
    whole = array_of(std::move(values), extent);
  } else {
    std::vector<std::uint8_t> values;
    if (!is_empty) {
      const py::gil_scoped_release release;
      values = stored.table->values(stored.number, origin, extent);
    }
    whole = array_of(std::move(values), extent);
  }
  return whole[slice.picks];
}

py::array matrices_of(const StoredCase& stored) {
  if (stored.is_grundy()) throw Error(ErrorKind::input, "Grundy values have no matrices");
  const auto count = static_cast<py::ssize_t>(stored.dims()[kMatrixAxis]);
  const auto n = static_cast<py::ssize_t>(stored.dims()[kFirstAxis]);
  py::array_t<std::uint8_t> matrices({count, n, n});
  auto out = matrices.mutable_unchecked<3>();
  const py::gil_scoped_release release;
  stored.table->visit_matrices(stored.number,
                               [&](std::uint64_t number, const AllianceMatrix& matrix) {
                                 for (Seat i = 0; i < matrix.players(); ++i)
                                   for (int j = 0; j < matrix.players(); ++j)
                                     out(static_cast<py::ssize_t>(number), i, j) =
                                         static_cast<std::uint8_t>(matrix.offset(i, j));
                               });
  return matrices;
}

AllianceMatrix matrix_at(const StoredCase& stored, std::int64_t number) {
  if (stored.is_grundy()) throw Error(ErrorKind::input, "Grundy values have no matrices");
  return stored.table->matrix(stored.number,
                              place_on(py::int_(number), stored.dims()[kMatrixAxis], 0));
}

std::optional<std::uint64_t> find_matrix(const StoredCase& stored, const py::object& matrix) {
  if (stored.is_grundy()) throw Error(ErrorKind::input, "Grundy values have no matrices");
  const int players = static_cast<int>(stored.dims()[kFirstAxis]);
  return stored.table->find_matrix(stored.number, matrix_from(matrix, players));
}

std::vector<std::string> labels_of(const StoredCase& stored) {
  std::vector<std::string> labels;
  if (!stored.is_grundy()) labels = {"matrix", "first"};
  const std::size_t before = labels.size();
  for (std::size_t axis = before; axis < stored.dims().size(); ++axis)
    labels.push_back(fmt::format("x{}", axis - before + 1));
  return labels;
}

// Exports are of places in a row.
TableSlice exported_slice(const StoredCase& stored, const py::object& index) {
  const Slice slice = slice_from(index, stored.dims());
  if (slice.has_steps)
    throw Error(ErrorKind::input, "index: a slice with a step; expected slices without steps");
  const py::gil_scoped_release release;
  return read_slice(*stored.table, stored.number, slice.box);
}

// What a slice of at most two axes looks like.
std::string picture_of(const StoredCase& stored, const py::object& index) {
  return svg_of(heat_map_of(exported_slice(stored, index)));
}

std::string csv_of(const StoredCase& stored, const py::object& index) {
  std::string text;
  write_csv(exported_slice(stored, index), [&](std::string_view piece) { text += piece; });
  return text;
}

// The last two axes, for the first matrix and player and empty other piles.
std::string picture_of_front(const StoredCase& stored) {
  const std::size_t axes = stored.dims().size();
  const std::size_t before = stored.is_grundy() ? 0 : kPileAxes;
  const std::size_t shown = std::min<std::size_t>(2, axes - before);
  py::list index;
  for (std::size_t axis = 0; axis + shown < axes; ++axis) index.append(py::int_(0));
  for (std::size_t axis = axes - shown; axis < axes; ++axis)
    index.append(py::slice(py::none(), py::int_(std::min<std::uint64_t>(stored.dims()[axis], 400)),
                           py::none()));
  return picture_of(stored, py::tuple(index));
}

StoredCase case_of(const Reader& table, const std::string& name) {
  const auto number = table->find_case(name);
  if (!number) throw py::key_error(name);
  return {table, *number};
}

std::vector<std::string> names_of(const Reader& table) {
  std::vector<std::string> names;
  for (const TableCase& entry : table->cases()) names.push_back(entry.name);
  return names;
}

void check_file(const std::string& path, const py::object& progress) {
  Reports reports;
  run_interruptibly(
      [&](const std::atomic<bool>& stop) {
        check_integrity(path, [&](std::uint64_t done, std::uint64_t total) {
          if (stop) throw Error(ErrorKind::interrupted, "interrupted");
          reports.set_latest([&progress, done, total] { progress("checking", done, total); });
        });
      },
      reports);
}

std::vector<std::string> hunt_lines(const std::string& path) {
  const py::gil_scoped_release release;
  std::vector<std::string> lines;
  for (const StoredHunt& hunt : HuntFile::read(path).hunts) {
    std::string& line = lines.emplace_back();
    write_hunt_record(hunt, [&](std::string_view piece) { line += piece; });
  }
  return lines;
}

}  // namespace

void add_tables(py::module_& module) {
  py::class_<StoredCase>(module, "Case",
                         "The values of one case of a table file. Indexed like a numpy array, it "
                         "reads what is\nasked for, and compares it with the file's checksums.")
      .def_property_readonly("name",
                             [](const StoredCase& stored) { return stored.description().name; })
      .def_property_readonly(
          "shape", [](const StoredCase& stored) { return py::tuple(py::cast(stored.dims())); })
      .def_property_readonly("ndim", [](const StoredCase& stored) { return stored.dims().size(); })
      .def_property_readonly("dtype",
                             [](const StoredCase& stored) {
                               return stored.is_grundy() ? py::dtype::of<std::uint16_t>()
                                                         : py::dtype::of<std::uint8_t>();
                             })
      .def_property_readonly("labels", &labels_of, "What the axes are: matrix, first, x1, ..")
      .def_property_readonly("matrices", &matrices_of, "All matrices, an array [M, n, n].")
      .def("matrix", &matrix_at, py::arg("number"), "The matrix with this number.")
      .def("find", &find_matrix, py::arg("matrix"),
           "The number of a matrix in this table; None if it is not there.")
      .def("__len__", [](const StoredCase& stored) { return stored.dims().front(); })
      .def("__getitem__", &values_at, py::arg("index"))
      .def(
          "__array__",
          [](const StoredCase& stored, const py::object& type) {
            const py::object all = values_at(stored, py::ellipsis());
            return type.is_none() ? all : py::object(all.attr("astype")(type));
          },
          py::arg("dtype") = py::none())
      .def("to_svg", &picture_of, py::arg("index"),
           "A heat map of a slice in which at most two axes have several places.")
      .def("to_csv", &csv_of, py::arg("index"),
           "The values of a slice, a line for each with its places; the first line names them.")
      .def("_repr_svg_", &picture_of_front)
      .def("__repr__", [](const StoredCase& stored) {
        std::string shape;
        for (const std::uint64_t extent : stored.dims())
          shape += fmt::format("{}{}", shape.empty() ? "" : " x ", extent);
        return fmt::format("<{}: {} of {}>", stored.description().name,
                           stored.is_grundy() ? "Grundy values" : "values", shape);
      });

  py::class_<TableReader, std::shared_ptr<TableReader>>(
      module, "Table",
      "A table file. Every read is checked; damage raises DamageError.\n\n"
      "table['n3_N2'] is a case of it, and table['n3_N2'][0, 0, 1, :] some of its values.")
      .def(py::init([](const std::filesystem::path& path) {
             const py::gil_scoped_release release;
             return std::make_shared<TableReader>(TableReader::complete(path.string()));
           }),
           py::arg("path"))
      .def_property_readonly("path", &TableReader::path)
      .def_property_readonly("title", [](const TableReader& t) { return t.header().title; })
      .def_property_readonly("game", [](const TableReader& t) { return t.header().game; })
      .def_property_readonly("passes", [](const TableReader& t) { return t.header().passes; })
      .def_property_readonly("created", [](const TableReader& t) { return t.header().created; })
      .def_property_readonly("version", [](const TableReader& t) { return t.header().version; })
      .def_property_readonly(
          "job", [](const TableReader& t) { return t.header().job; },
          "The job file that it was made from.")
      .def_property_readonly(
          "signature", [](const TableReader& t) { return fmt::format("{:016x}", t.signature()); },
          "A hash of all values.")
      .def_property_readonly(
          "cases", [](const std::shared_ptr<TableReader>& t) { return names_of(t); },
          "The names of its cases.")
      .def("keys", [](const std::shared_ptr<TableReader>& t) { return names_of(t); })
      .def("__len__", [](const TableReader& t) { return t.cases().size(); })
      .def("__iter__",
           [](const std::shared_ptr<TableReader>& t) { return py::iter(py::cast(names_of(t))); })
      .def("__contains__", [](const TableReader& t,
                              const std::string& name) { return t.find_case(name).has_value(); })
      .def("__getitem__", [](const std::shared_ptr<TableReader>& t,
                             const std::string& name) { return case_of(t, name); })
      .def("__repr__", [](const TableReader& t) {
        return fmt::format("<table {}: {}, {} cases>", t.path(), t.header().game, t.cases().size());
      });

  module.def("_check", &check_file, py::arg("path"), py::arg("progress"));
  module.def("_hunt_lines", &hunt_lines, py::arg("path"));
}

}  // namespace nimsweep::python
