"""Installs the build into a folder, moves it, and builds a small project against it, with CMake and with pkg-config;
builds the Debian package, and installs and removes it in a separate root.

    install_test.py BUILD_FOLDER
"""
import gzip
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

from guides import GUIDES, ROOT, links, name_of

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
CONSUMER = ROOT / "tests/project/consumer"
VERSION = re.search(r"project\(nimsweep VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
HAS_MPI = (BUILD / "nimsweep-mpi").exists()
HAS_CHECKER = (BUILD / "nimsweep-check").exists()
HAS_PYTHON = any((BUILD / "python/nimsweep").glob("_core.*.so"))
EXAMPLE = ["solve", "--matrix", "0 2 1 / 0 1 2 / 0 2 1", "--piles", "1,2,2"]


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **options)
    assert done.returncode == 0, f"{shlex.join(map(str, command))}\n{done.stdout}"
    return done.stdout


def needs(*programs):
    missing = [program for program in programs if shutil.which(program) is None]
    return unittest.skipIf(missing, f"there is no {', '.join(missing)} here")


def files_below(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


def expected_files():
    """The files of an installation, except those that CMake names itself."""
    files = {"bin/nimsweep", "lib/libnimsweep.a", "lib/pkgconfig/nimsweep.pc",
             "share/man/man1/nimsweep.1", "share/bash-completion/completions/nimsweep",
             "share/zsh/site-functions/_nimsweep", "share/fish/vendor_completions.d/nimsweep.fish"}
    if HAS_MPI:
        files |= {"bin/nimsweep-mpi", "share/man/man1/nimsweep-mpi.1",
                  "share/bash-completion/completions/nimsweep-mpi",
                  "share/fish/vendor_completions.d/nimsweep-mpi.fish"}
    if HAS_CHECKER:
        files |= {"bin/nimsweep-check"}
    if HAS_PYTHON:
        module = BUILD / "python/nimsweep"
        files |= {f"lib/python3/dist-packages/nimsweep/{name}" for name in files_below(module)
                  if "__pycache__" not in name}
    documents = ["LICENSE", "CHANGELOG.md", "CITATION.cff", *map(name_of, GUIDES),
                 *(f"scripts/{name}.py" for name in ("check_certificate", "claim_language", "digit_proofs")),
                 "src/paper/paper.bib", *(f"src/paper/{picture.name}" for picture in (ROOT / "src/paper").glob("*.svg")),
                 *(f"src/report/{picture.name}" for picture in (ROOT / "src/report").glob("*.png")),
                 *(f"jobs/{job.name}" for job in (ROOT / "jobs").glob("*.yaml")),
                 *(f"jobs/notebooks/{notebook.name}" for notebook in (ROOT / "jobs/notebooks").glob("*.ipynb")),
                 *(f"scripts/slurm/{file.name}" for file in (ROOT / "scripts/slurm").glob("*.sbatch"))]
    headers = files_below(ROOT / "include") - {"nimsweep/cluster/mpi.hpp"}
    return files | {f"share/doc/nimsweep/{name}" for name in documents} | {f"include/{name}" for name in headers}


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def check_program(self, prefix):
        for name in ["nimsweep"] + HAS_MPI * ["nimsweep-mpi"]:
            program = prefix / "bin" / name
            self.assertEqual(run(program, "--version"), f"nimsweep {VERSION}\n")
            self.assertTrue(run(program, *EXAMPLE).startswith("P_2 wins"))
        self.check_plan(prefix)

    def check_python(self, prefix):
        if HAS_PYTHON:
            path = prefix / "lib/python3/dist-packages"
            script = "import nimsweep; print(nimsweep.__file__, nimsweep.solve('nim', 'sam', (1, 2), players=3).winner)"
            self.assertEqual(run(sys.executable, "-c", script, env={**os.environ, "PYTHONPATH": str(path)}),
                             f"{path}/nimsweep/__init__.py 0\n")

    def check_plan(self, prefix):
        run(prefix / "bin/nimsweep", "plan", prefix / "share/doc/nimsweep/jobs/theorems.yaml")

    def check_links(self, prefix):
        """Links between the guides lead to installed files."""
        guides = sorted((prefix / "share/doc/nimsweep").rglob("*.md"))
        self.assertGreaterEqual(len(guides), len(GUIDES))
        for guide in guides:
            for link in links(guide.read_text()):
                self.assertTrue((guide.parent / link.partition("#")[0]).exists(), f"{guide}: {link}")

    def check_consumer(self, program):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(run(program, cwd=folder),
                             "P_2 wins\nt.h5: 25 positions, complete\nall hold\n")

    def check_cmake(self, prefix):
        build = self.folder / f"cmake-{prefix.name}"
        run("cmake", "-G", "Ninja", "-S", CONSUMER, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}")
        run("cmake", "--build", build)
        self.check_consumer(build / "consumer")

    def pkg_config(self, prefix, *arguments):
        return run("pkg-config", *arguments, "nimsweep",
                   env={**os.environ, "PKG_CONFIG_PATH": f"{prefix}/lib/pkgconfig"}).split()

    # With the whole archive, so that no library needed only by another part of it is forgotten.
    def check_pkg_config(self, prefix):
        self.assertEqual(self.pkg_config(prefix, "--modversion"), [VERSION])
        program = self.folder / f"pkg-config-{prefix.name}"
        run("g++", "-std=c++20", CONSUMER / "consumer.cpp", "-o", program, *self.pkg_config(prefix, "--cflags"),
            "-Wl,--whole-archive", *self.pkg_config(prefix, "--libs"), "-Wl,--no-whole-archive")
        self.check_consumer(program)


class Installation(Folder):
    def setUp(self):
        super().setUp()
        self.prefix = self.folder / "first"
        run("cmake", "--install", BUILD, "--prefix", self.prefix)

    def test_has_what_it_should_and_nothing_else(self):
        found = {name for name in files_below(self.prefix) if not name.startswith("lib/cmake/nimsweep/")}
        self.assertEqual(found, expected_files())
        self.check_program(self.prefix)
        self.check_python(self.prefix)
        self.check_links(self.prefix)

    def test_the_program_printed_what_comes_with_it(self):
        for what, name in {"man": "man/man1/nimsweep.1", "bash": "bash-completion/completions/nimsweep",
                           "zsh": "zsh/site-functions/_nimsweep",
                           "fish": "fish/vendor_completions.d/nimsweep.fish"}.items():
            self.assertEqual((self.prefix / "share" / name).read_text(),
                             run(self.prefix / "bin/nimsweep", "generate", what))

    def test_no_text_knows_where_it_was_built_or_installed(self):
        for path in self.prefix.rglob("*"):
            if path.is_file() and path.suffix in (".cmake", ".pc", ".1", ".hpp", ".fish"):
                for place in (ROOT, BUILD, self.prefix):
                    self.assertNotIn(str(place), path.read_text(), path)

    def test_headers_need_nothing_else(self):
        includes = self.prefix / "include"
        source = "".join(f'#include "{name}"\n' for name in sorted(files_below(includes)))
        run("g++", "-std=c++20", "-fsyntax-only", f"-I{includes}", "-x", "c++", "-", input=source)

    def test_a_project_finds_it_with_cmake_also_where_it_was_moved(self):
        self.check_cmake(self.prefix)
        self.check_cmake(self.prefix.rename(self.folder / "second"))

    @needs("pkg-config")
    def test_a_project_finds_it_with_pkg_config_also_where_it_was_moved(self):
        self.check_pkg_config(self.prefix)
        self.check_pkg_config(self.prefix.rename(self.folder / "second"))


@needs("dpkg-deb", "dpkg-shlibdeps", "file")
class DebianPackage(Folder):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        run("cpack", "-G", "DEB", "-B", folder.name, "--config", BUILD / "CPackConfig.cmake", cwd=folder.name)
        packages = {package.name.partition("_")[0]: package for package in pathlib.Path(folder.name).glob("*.deb")}
        cls.package = packages["nimsweep"]
        cls.python_package = packages.get("python3-nimsweep")

    def test_its_control_fields(self):
        def field(name):
            return run("dpkg-deb", "--field", self.package, name).strip()

        architecture = run("dpkg", "--print-architecture").strip()
        self.assertEqual(self.package.name, f"nimsweep_{VERSION}_{architecture}.deb")
        self.assertEqual(field("Package"), "nimsweep")
        self.assertEqual(field("Version"), VERSION)
        self.assertEqual(field("Architecture"), architecture)
        self.assertTrue(field("Maintainer").startswith("nimsweep developers <"))
        self.assertEqual(field("Homepage"), "")
        self.assertRegex(field("Description"), r"^\S.*\n \S")
        for library in ("libc6", "libfmt", "libhdf5-", "libisal", "libtbb", "libyaml-cpp"):
            self.assertIn(library, field("Depends"))

    @unittest.skipUnless(HAS_PYTHON, "the Python module is not built")
    def test_the_python_module_is_a_package_of_its_own(self):
        def field(name):
            return run("dpkg-deb", "--field", self.python_package, name).strip()

        self.assertEqual(field("Version"), VERSION)
        self.assertIn("Python module", field("Description"))
        for needed in ("python3 (>= 3.", "python3 (<< 3.", "python3-numpy", "libhdf5-", "libc6"):
            self.assertIn(needed, field("Depends"))
        run("dpkg-deb", "--extract", self.python_package, self.folder)
        self.assertEqual({name.rpartition("/")[0] for name in files_below(self.folder / "usr")},
                         {"lib/python3/dist-packages/nimsweep"})
        self.check_python(self.folder / "usr")

    def test_unpacked_it_works(self):
        run("dpkg-deb", "--extract", self.package, self.folder)
        self.assertEqual(os.listdir(self.folder), ["usr"])
        prefix = self.folder / "usr"
        self.check_program(prefix)
        self.check_links(prefix)
        share = prefix / "share"
        page = gzip.open(share / "man/man1/nimsweep.1.gz", "rt").read()
        self.assertEqual(page, run(prefix / "bin/nimsweep", "generate", "man"))
        self.assertEqual((share / "doc/nimsweep/copyright").read_text(), (ROOT / "LICENSE").read_text())
        self.assertTrue((share / "zsh/vendor-completions/_nimsweep").exists())
        for link in prefix.rglob("*"):
            self.assertTrue(link.exists(), link)

    @needs("pkg-config")
    def test_a_project_can_be_linked_with_it(self):
        run("dpkg-deb", "--extract", self.package, self.folder)
        self.check_pkg_config(self.folder / "usr")

    @unittest.skipUnless(os.geteuid() == 0, "dpkg installs as root only")
    def test_dpkg_installs_and_removes_it(self):
        for name in ("var/lib/dpkg/info", "var/lib/dpkg/updates", "var/log"):
            (self.folder / name).mkdir(parents=True)
        (self.folder / "var/lib/dpkg/status").touch()
        dpkg = ["dpkg", f"--root={self.folder}", "--force-depends"]
        run(*dpkg, "--install", self.package)
        self.assertIn("Status: install ok installed", run(*dpkg, "--status", "nimsweep"))
        self.check_program(self.folder / "usr")
        run(*dpkg, "--purge", "nimsweep")
        self.assertFalse((self.folder / "usr").exists())


if __name__ == "__main__":
    unittest.main()
