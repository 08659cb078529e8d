"""Heat maps of slices: every cell of the picture against h5py."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

import h5py

PROGRAM = os.path.abspath(sys.argv.pop(1))
SVG = "{http://www.w3.org/2000/svg}"
COLOURS = ["#e69f00", "#56b4e9", "#009e73", "#f0e442"]
JOB = """nimsweep: 1
players: 4
matrices: [sam, {rows: [[1,2,0,3],[3,1,0,2],[0,1,2,3],[2,1,0,3]]}]
piles: {max: [4, 9, 45]}
tables: {file: t.h5}
"""
GRUNDY = """nimsweep: 1
game: wythoff
quantity: grundy
piles: {count: 2, max: 12}
tables: {file: t.h5}
"""


class Plot(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def nimsweep(self, *words, code=0):
        done = subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout if code == 0 else done.stderr

    def make(self, job):
        (self.folder / "job.yaml").write_text(job)
        self.nimsweep("run", "job.yaml", "--quiet", "--fresh")

    def cells(self, at):
        """The colours of the cells, row by row, and their labels."""
        self.nimsweep("get", "t.h5", "--at", at, "--plot", "p.svg")
        self.assertEqual(sorted(os.listdir(self.folder)), ["job.yaml", "p.svg", "t.h5"])
        root = xml.etree.ElementTree.parse(self.folder / "p.svg").getroot()
        groups = {group.get("class"): group for group in root.iter(SVG + "g")}
        rows = {}
        side = None
        for rect in groups["cells"]:
            side = int(rect.get("height"))
            self.assertEqual(int(rect.get("width")) % side, 0)
            rows.setdefault(int(rect.get("y")), []).extend([rect.get("fill")] * (int(rect.get("width")) // side))
        labels = [text.text for text in groups["labels"]] if "labels" in groups else None
        return [rows[y] for y in sorted(rows)], labels

    def test_every_cell_is_the_winner(self):
        self.make(JOB)
        with h5py.File(self.folder / "t.h5") as file:
            value = file["n4_N3/value"][:]
        slices = [("1,2,3,*,*", value[1, 2, 3], lambda y, x: 2), ("0,*,2,*,7", value[0, :, 2, :, 7], lambda y, x: y),
                  ("1,1,*,4..8,45", value[1, 1, :, 4:9, 45], lambda y, x: 1), ("*,3,4,9,*", value[:, 3, 4, 9], lambda y, x: 3),
                  ("1,0..3,4,9,1", value[1, :, 4, 9, 1].reshape(1, 4), lambda y, x: x),
                  ("0,3,1,1,1", value[0, 3, 1, 1, 1].reshape(1, 1), lambda y, x: 3)]
        for at, expected, first in slices:
            with self.subTest(at=at):
                colours, labels = self.cells(at)
                self.assertEqual(colours, [[COLOURS[(first(y, x) + int(expected[y, x])) % 4] for x in range(expected.shape[1])]
                                           for y in range(expected.shape[0])])
                if labels is not None:
                    self.assertEqual(labels, [str(v) for v in expected.flatten()])

    def test_grundy_values(self):
        self.make(GRUNDY)
        with h5py.File(self.folder / "t.h5") as file:
            expected = file["N2/grundy"][:]
        colours, labels = self.cells("*,*")
        self.assertEqual(labels, [str(v) for v in expected.flatten()])
        by_value = dict(zip(map(int, labels), sum(colours, [])))
        self.assertEqual([by_value[int(v)] for v in expected.flatten()], sum(colours, []))
        self.assertEqual(len(set(by_value.values())), len(by_value))

    def test_what_it_says(self):
        self.make(JOB)
        self.assertEqual(self.nimsweep("get", "t.h5", "--at", "0,0,1,*,*", "--plot", "p.svg"), "p.svg: 10 x 46 values\n")
        line = json.loads(self.nimsweep("get", "t.h5", "--at", "0,0,1,*,*", "--plot", "p.svg", "--json"))
        self.assertEqual((line["type"], line["file"], line["extent"]), ("plot", "p.svg", [1, 1, 1, 10, 46]))
        self.assertIn("last-nim, n4_N3, sam, P_0 first, pile 1: 1", (self.folder / "p.svg").read_text())
        self.assertIn("3 axes with several places; expected one or two",
                      self.nimsweep("get", "t.h5", "--at", "0,0,*,*,*", "--plot", "q.svg", code=2))
        self.assertIn("cannot write no/p.svg: No such file", self.nimsweep("get", "t.h5", "--at", "0,0,1,*,*", "--plot",
                                                                          "no/p.svg", code=3))
        for name in ["t.h5", "job.yaml", "p.png"]:
            self.assertEqual(self.nimsweep("get", "t.h5", "--at", "0,0,1,*,*", "--plot", name, code=2),
                             f"nimsweep: --plot: '{name}'; expected a name that ends in .svg, the only supported format\n")
        for name, other in [("t.svg", "t.h5"), ("job.svg", "job.yaml")]:  # not even its own table
            (self.folder / name).symlink_to(other)
            before = (self.folder / name).read_bytes()
            self.assertEqual(self.nimsweep("get", "t.h5", "--at", "0,0,1,*,*", "--plot", name, code=2),
                             f"nimsweep: --plot: {name} exists and is not a picture; choose another name\n")
            self.assertEqual((self.folder / name).read_bytes(), before)
            (self.folder / name).unlink()
        os.mkfifo(self.folder / "pipe.svg")
        self.assertIn("--plot: pipe.svg exists and is not a picture",
                      self.nimsweep("get", "t.h5", "--at", "0,0,1,*,*", "--plot", "pipe.svg", code=2))
        (self.folder / "pipe.svg").unlink()
        self.assertEqual(sorted(os.listdir(self.folder)), ["job.yaml", "p.svg", "t.h5"])


if __name__ == "__main__":
    unittest.main()
