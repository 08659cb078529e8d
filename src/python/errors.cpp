// Every kind of Error has its Python exception, defined in errors.py, with the same message.
#include "nimsweep/base/error.hpp"
#include "python/bindings.hpp"

namespace nimsweep::python {

namespace {

const char* class_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
    case ErrorKind::input:
      return "InputError";
    case ErrorKind::job:
      return "JobError";
    case ErrorKind::damage:
      return "DamageError";
    case ErrorKind::io:
      return "FileError";
    case ErrorKind::interrupted:
      return "Interrupted";
  }
  return "Error";
}

}  // namespace

void add_errors(py::module_& /*module*/) {
  // pybind11 wants this signature. NOLINTNEXTLINE(performance-unnecessary-value-param)
  py::register_exception_translator([](std::exception_ptr failure) {
    try {
      if (failure) std::rethrow_exception(failure);
    } catch (const Error& error) {
      const auto classes = py::module_::import("nimsweep.errors");
      PyErr_SetString(classes.attr(class_of(error.kind())).ptr(), error.what());
    }
  });
}

}  // namespace nimsweep::python
