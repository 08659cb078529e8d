"""scripts/check_layers.py passes on the project, and detects every kind of violation."""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOT_MODULES = {"paper", "proofs"}  # no C++


def check(root):
    return subprocess.run([sys.executable, str(ROOT / "scripts/check_layers.py"), str(root)],
                          capture_output=True, text=True)


class Layers(unittest.TestCase):
    def test_the_project_keeps_them(self):
        done = check(ROOT)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_every_module_is_described(self):
        """src/README.md describes the modules in the order of src/CMakeLists.txt, in which data flows."""
        folders = {path.name for path in (ROOT / "src").iterdir() if path.is_dir()} - NOT_MODULES
        described = re.findall(r"^- \*\*(\w+)\*\*:", (ROOT / "src/README.md").read_text(), re.M)
        built = re.findall(r"^add_subdirectory\((\w+)\)", (ROOT / "src/CMakeLists.txt").read_text(), re.M)
        self.assertEqual(set(described), folders)
        self.assertEqual(described, built)

    def test_other_folders_are_described_too(self):
        for name in NOT_MODULES:
            self.assertIn(f"`{name}` is not a module", (ROOT / "src/README.md").read_text())
            sources = [path for path in (ROOT / "src" / name).rglob("*") if path.suffix in (".cpp", ".hpp")]
            self.assertEqual(sources, [])

    def test_violations_are_found(self):
        cases = {
            "src/model/a.cpp": ('#include "nimsweep/solve/solver.hpp"', "model must not include solve"),
            "include/nimsweep/base/b.hpp": ('#include "nimsweep/model/seat.hpp"',
                                            "base must not include model"),
            "src/solve/c.cpp": ("#include <iostream>", "solve is pure and must not include"),
            "src/games/d.cpp": ("#include <CLI/CLI.hpp>", "it belongs to cli"),
            "src/cli/e.cpp": ("#include <tbb/parallel_for.h>", "it belongs to engine"),
            "src/job/f.cpp": ('#include "nimsweep/store/table.hpp"', "job must not include store"),
            "src/base/g.cpp": ('  #  include "cli/output.hpp"', "base must not include cli"),
            "src/model/i.hpp": ('#include "../solve/solver.hpp"', "an include names its module"),
            "src/model/j.h": ("#include <H5Cpp.h>", "it belongs to store"),
            "src/solve/k.cpp": ("#include <shared_mutex>", "solve is pure and must not include"),
            "src/engine/l.cpp": ('void f() { fmt::print("x"); }', "only cli prints"),
            "src/cli/m.cpp": ("#include <pybind11/numpy.h>", "it belongs to python"),
            "src/attic/h.cpp": ("#include <vector>", "module 'attic' is not in the list"),
        }
        for name, (line, message) in cases.items():
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / name
                path.parent.mkdir(parents=True)
                path.write_text(f"// one line\n{line}\n")
                done = check(folder)
                self.assertEqual(done.returncode, 1)
                self.assertIn(f"{name}:2: ", done.stdout)
                self.assertIn(message, done.stdout)


if __name__ == "__main__":
    unittest.main()
