// The Python module nimsweep._core: the library's own calls, with numpy arrays and Python's numbers
// going in and out. What is better said in Python is in nimsweep/*.py.
#include "python/bindings.hpp"

PYBIND11_MODULE(_core, module) {
  using namespace nimsweep::python;
  module.attr("__version__") = NIMSWEEP_VERSION;
  add_errors(module);
  add_matrices(module);
  add_positions(module);
  add_machines(module);
  add_tables(module);
  add_jobs(module);
}
