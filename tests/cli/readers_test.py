"""Files of each kind, read by h5py, xarray, PyTables and h5dump: values as the definition says, axes with their names.

    readers_test.py PROGRAM
"""
import importlib.util
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import warnings

import h5py
import numpy

sys.path.insert(0, os.path.dirname(__file__))
from definition import grundy_values, nim, winner, winners, wythoff

PROGRAM = os.path.abspath(sys.argv.pop(1))

PLAIN = """
players: 3
matrices: [sam, {rows: [[0, 2, 1], [0, 1, 2], [0, 2, 1]]}]
piles: {count: 2, max: 4}
tables: {file: t.h5}
"""
BLOCKS = """
game: nim
players: 3
piles: {count: 2, max: 5000}
tables: {file: t.h5}
"""
LONG = """
players: 3
piles: {max: [1200000]}
tables: {file: t.h5}
"""
GRUNDY = """
game: wythoff
quantity: grundy
piles: {count: 2, max: 6}
tables: {file: t.h5}
"""
HUNTS = """
players: 3
matrices: [all]
results: {file: t.h5}
hunt:
  - {name: few states, where: "states < 6", keep: 3}
  - {name: nothing, where: "states < 1"}
  - {name: games, behaviours: true, keep: 2}
"""
SAM = [[0, 1, 2]] * 3
ROWS = [SAM, [[0, 2, 1], [0, 1, 2], [0, 2, 1]]]


def needs(*modules):
    """A test that is skipped if one of these modules is missing."""
    missing = [name for name in modules if not importlib.util.find_spec(name)]
    return unittest.skipIf(missing, f"{missing} missing; scripts/setup --python installs it")


def groups_of(path):
    groups = ["/"]
    with h5py.File(path) as file:
        file.visititems(lambda name, thing: groups.append(name) if isinstance(thing, h5py.Group) else None)
    return groups


# A reader gives a dataset, or the part of it at a place, as an array; and the names of its axes, None if it cannot.
class H5py:
    def array(self, path, name, place=...):
        with h5py.File(path) as file:
            return file[name][place]

    def axes(self, path, name):
        with h5py.File(path) as file:
            return [os.path.basename(axis[0].name) for axis in file[name].dims]


class Xarray:
    def __init__(self, engine):
        self.engine = engine

    def open(self, path, group):
        import xarray
        return xarray.open_dataset(path, group=group, engine=self.engine)

    def array(self, path, name, place=...):
        with self.open(path, os.path.dirname(name)) as group:
            return group[os.path.basename(name)][place].values

    def axes(self, path, name):
        with self.open(path, os.path.dirname(name)) as group:
            return list(group[os.path.basename(name)].dims)


class PyTables:
    def array(self, path, name, place=...):
        import tables
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it knows no references, which axes are made of
            with tables.open_file(path) as file:
                return file.get_node("/" + name)[place]

    def axes(self, path, name):
        return None


class H5dump:
    def array(self, path, name, place=...):
        words = ["h5dump", "-y", "-w", "0", "-d", "/" + name]
        if place is not ...:
            steps = [(index.start, index.stop - index.start) if isinstance(index, slice) else (index, 1)
                     for index in place]
            words += [word for option, numbers in zip(("-s", "-c"), zip(*steps))
                      for word in (option, ",".join(map(str, numbers)))]
        text = subprocess.run([*words, path], capture_output=True, text=True, check=True).stdout
        numbers = re.search(r"DATA \{(.*?)\}", text, re.S).group(1)
        with h5py.File(path) as file:
            shape = file[name].shape
        if place is not ...:
            shape = [index.stop - index.start for index in place if isinstance(index, slice)]
        return numpy.array(re.findall(r"\d+", numbers), dtype=numpy.uint64).reshape(shape)

    def axes(self, path, name):
        words = ["h5dump", "-a", f"/{name}/DIMENSION_LIST", path]
        text = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        return [os.path.basename(scale) for scale in re.findall(r'DATASET \d+ "([^"]*)"', text)]


class Files:
    """What every reader must see; `reader` is it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = str(self.folder / "t.h5")

    def nimsweep(self, *words):
        done = subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def make(self, job, *options):
        (self.folder / "job.yaml").write_text("nimsweep: 1\n" + job)
        return self.nimsweep("run", "job.yaml", "--json", *options)

    def expect(self, name, values, axes, place=...):
        numpy.testing.assert_array_equal(self.reader.array(self.path, name, place), values)
        found = self.reader.axes(self.path, name)
        if found is not None:
            self.assertEqual(found, axes)

    def expect_plain(self):
        values = [[[[(winner(rows, (x, y), 0, i) - i) % 3 for y in range(5)] for x in range(5)] for i in range(3)]
                  for rows in ROWS]
        self.expect("n3_N2/value", values, ["matrix", "first", "x1", "x2"])
        self.expect("n3_N2/matrices", ROWS, ["matrix", "player", "preference"])
        self.expect("n3_N2/checksums", H5py().array(self.path, "n3_N2/checksums"), ["chunk"])

    def test_a_plain_table(self):
        self.make(PLAIN)
        self.expect_plain()

    def test_a_virtual_table(self):
        for part in ("1/2", "2/2"):
            self.make(PLAIN, "--part", part)
        self.nimsweep("merge", "job.yaml")
        with h5py.File(self.path) as file:
            self.assertTrue(file["n3_N2/value"].is_virtual)
        self.expect_plain()

    def test_a_table_in_blocks(self):
        self.make(BLOCKS)
        with h5py.File(self.path) as file:
            self.assertIn("in_blocks", file["n3_N2/checksums"].attrs)
        wins = winners(nim, SAM)
        values = [[[(wins((x, y), 0, i) - i) % 3 for y in range(12)] for x in range(12)] for i in range(3)]
        self.expect("n3_N2/value", values, ["matrix", "first", "x1", "x2"],
                    (0, slice(0, 3), slice(0, 12), slice(0, 12)))

    def test_a_table_with_a_long_axis(self):
        self.make(LONG)
        values = [(winner(SAM, (x,), 0, 1) - 1) % 3 for x in range(9)]
        self.expect("n3_N1/value", values, ["matrix", "first", "x1"], (0, 1, slice(0, 9)))

    def test_grundy_values(self):
        self.make(GRUNDY)
        grundy = grundy_values(wythoff)
        self.expect("N2/grundy", [[grundy((x, y), 0) for y in range(7)] for x in range(7)], ["x1", "x2"])

    def test_hunts(self):
        line = json.loads(self.make(HUNTS).splitlines()[0])
        hits = "hunt/few states/n3/hits"
        states = [[int(value), int(count)] for value, count in line["histograms"]["states"].items()]
        self.expect("hunt/few states/n3/states", sorted(states), ["states_row", "column"])
        index = self.reader.array(self.path, f"{hits}/index")
        orders = list(itertools.permutations(range(3)))
        rows = [[orders[k // 36], orders[k // 6 % 6], orders[k % 6]] for k in map(int, index)]
        self.assertEqual(len(rows), 3)
        self.expect(f"{hits}/index", index, ["hit"])
        self.expect(f"{hits}/matrix", rows, ["hit", "player", "preference"])
        self.expect("hunt/nothing/n3/hits/index", [], ["hit"])
        self.expect("hunt/games/n3/hits/alike", H5py().array(self.path, "hunt/games/n3/hits/alike"), ["hit"])


class ByH5py(Files, unittest.TestCase):
    reader = H5py()

    def test_every_axis_has_a_scale_of_its_length(self):
        for job in (PLAIN, BLOCKS, LONG, GRUNDY, HUNTS):
            self.make(job, "--fresh")

            def check(name, thing):
                if isinstance(thing, h5py.Dataset) and not h5py.h5ds.is_scale(thing.id):
                    for axis, length in zip(thing.dims, thing.shape):
                        self.assertEqual([scale.shape for scale in axis.values()], [(length,)], name)

            with h5py.File(self.path) as file:
                file.visititems(check)


class ByXarray(Files):
    def test_every_group_opens(self):
        for job in (PLAIN, BLOCKS, LONG, GRUNDY, HUNTS):
            self.make(job, "--fresh")
            for group in groups_of(self.path):
                with self.reader.open(self.path, group) as opened:
                    self.assertFalse([name for name in opened.dims if "phony" in name], group)

    def test_values_are_selected_by_pile_sizes(self):
        self.make(PLAIN)
        with self.reader.open(self.path, "n3_N2") as group:
            self.assertEqual(set(group.coords), {"matrix", "first", "x1", "x2"})
            self.assertEqual(int(group.value.sel(matrix=1, first=2, x1=3, x2=4)),
                             (winner(ROWS[1], (3, 4), 0, 2) - 2) % 3)


@needs("xarray", "netCDF4")
class ByNetcdf4(ByXarray, unittest.TestCase):
    reader = Xarray("netcdf4")


@needs("xarray", "h5netcdf")
class ByH5netcdf(ByXarray, unittest.TestCase):
    reader = Xarray("h5netcdf")


@needs("tables")
class ByPyTables(Files, unittest.TestCase):
    reader = PyTables()


@unittest.skipUnless(shutil.which("h5dump"), "h5dump is missing; scripts/setup --python installs it")
class ByH5dump(Files, unittest.TestCase):
    reader = H5dump()


if __name__ == "__main__":
    unittest.main()
