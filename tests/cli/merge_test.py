"""Shards of a job's parts, merged into a virtual table or one file: read by h5py, moved, damaged, missing."""
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import h5py

sys.path.insert(0, os.path.dirname(__file__))
from shared_work import JOB, contents

PROGRAM = os.path.abspath(sys.argv.pop(1))
MANY_UNITS = JOB.replace("count: 60000", "count: 220000")
GRUNDY = """nimsweep: 1
game: subtraction:1,2,5
quantity: grundy
piles: {count: 1..3, max: 200}
tables: {file: t.h5}
"""


class Merge(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.parts = self.folder / "t.h5.parts"
        (self.folder / "job.yaml").write_text(JOB)

    def nimsweep(self, *words, code=0, **options):
        done = subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, text=True, **options)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout if code == 0 else done.stderr

    def merge(self, *options):
        return [json.loads(line) for line in self.nimsweep("merge", "job.yaml", "--json", *options).splitlines()]

    def run_parts(self, count, *options):
        for k in range(1, count + 1):
            self.nimsweep("run", "job.yaml", "--quiet", "--part", f"{k}/{count}", *options)

    def contents(self):
        self.nimsweep("inspect", "t.h5", "--check", "--quiet")
        return contents(self.folder / "t.h5")

    def expected(self):
        """What one process makes; leaves the folder empty."""
        self.nimsweep("run", "job.yaml", "--quiet")
        found = self.contents()
        results = contents(self.folder / "h.h5") if (self.folder / "h.h5").exists() else None
        for file in self.folder.glob("*.h5*"):
            file.unlink()
        return found, results

    def test_a_virtual_table_is_the_table(self):
        expected, results = self.expected()
        for parts in (1, 4, 7):
            self.run_parts(parts)
            table, hunts, claims = self.merge()
            self.assertEqual((table["type"], table["file"], table["was_there"]), ("merged", "t.h5", False))
            self.assertGreaterEqual(table["shards"], parts)  # a part that takes long saves more than one
            self.assertEqual((hunts["type"], hunts["file"], hunts["hunts"]), ("merged", "h.h5", 2))
            self.assertEqual(claims, {"type": "merged", "file": "h.h5.claims", "was_there": False})
            with h5py.File(self.folder / "t.h5") as file:
                self.assertTrue(file["n4_N3/value"].is_virtual)
            self.assertEqual({k: v for k, v in self.contents().items() if k not in ("shards", "shards_byte")}, expected)
            self.assertEqual(contents(self.folder / "h.h5"), results)
            self.assertEqual(len(list(self.parts.iterdir())), table["shards"])
            self.assertTrue(all(line["was_there"] for line in self.merge()))
            self.assertIn("already complete", self.nimsweep("run", "job.yaml", "--quiet"))
            self.merge("--copy")
            self.assertFalse(self.parts.exists())
            self.assertEqual(self.contents(), expected)
            for name in ("t.h5", "h.h5", "h.h5.claims"):
                (self.folder / name).unlink()

    def test_grundy_values(self):
        (self.folder / "job.yaml").write_text(GRUNDY)
        expected, _ = self.expected()
        self.run_parts(5)
        self.merge()
        self.assertEqual({k: v for k, v in self.contents().items() if k not in ("shards", "shards_byte")}, expected)

    def test_it_can_be_moved_and_renamed(self):
        self.run_parts(3)
        self.merge()
        with h5py.File(self.folder / "t.h5") as file:
            values = file["n4_N3/value"][:]
        self.assertLess(values.max(), 4)
        place = self.folder / "elsewhere 100%"
        place.mkdir()
        shutil.move(self.folder / "t.h5", place / "renamed.h5")
        shutil.move(self.parts, place)
        with h5py.File(place / "renamed.h5") as file:
            self.assertTrue((file["n4_N3/value"][:] == values).all())
        self.nimsweep("inspect", str(place / "renamed.h5"), "--check", "--quiet")
        found = json.loads(self.nimsweep("get", str(place / "renamed.h5"), "--case", "n4_N3", "--at", "59999,3,4,4,4",
                                         "--json"))
        self.assertEqual(found["values"], [values[59999, 3, 4, 4, 4]])

    def test_symbolic_links(self):
        scratch = self.folder / "scratch"
        scratch.mkdir()
        self.parts.symlink_to(scratch)  # to shards, on a disk with more room
        self.run_parts(3)
        self.merge()
        (scratch / "link.h5").symlink_to(self.folder / "t.h5")  # and to the table
        for name in ("t.h5", "scratch/link.h5"):
            self.nimsweep("inspect", name, "--check", "--quiet")
            with h5py.File(self.folder / name) as file:
                self.assertLess(file["n4_N3/value"][:].max(), 4)
        self.nimsweep("run", "job.yaml", "--quiet")
        self.nimsweep("inspect", "t.h5", "--check", "--quiet")

    def test_too_many_open_files_are_not_damage(self):
        self.run_parts(20)
        self.merge()
        few = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (16, 16))}
        for words in (["inspect", "t.h5"], ["run", "job.yaml"], ["merge", "job.yaml", "--copy"]):
            error = self.nimsweep(*words, code=3, **few)
            self.assertIn("Too many open files", error)
            self.assertNotIn("damaged", error)
            self.assertNotIn("remove", error)
        self.contents()

    def test_percent_signs_in_names(self):
        (self.folder / "job.yaml").write_text(JOB.replace("t.h5", "a%b%d.h5"))
        self.run_parts(3)
        self.merge()
        self.nimsweep("inspect", "a%b%d.h5", "--check", "--quiet")
        with h5py.File(self.folder / "a%b%d.h5") as file:
            self.assertLess(file["n4_N3/value"][:].max(), 4)

    def test_what_is_missing_is_named(self):
        self.assertRegex(self.nimsweep("merge", "job.yaml", code=1), r"t\.h5: missing work units 0\.\.\d+ of \d+;")
        self.assertFalse(self.parts.exists())
        self.nimsweep("run", "job.yaml", "--quiet", "--part", "2/3")
        self.assertRegex(self.nimsweep("merge", "job.yaml", code=1),
                         r"t\.h5: missing work units 0(\.\.\d+)?, \d+(\.\.\d+)? of \d+;")
        self.nimsweep("run", "job.yaml", "--quiet", "--part", "1/3")
        self.nimsweep("run", "job.yaml", "--quiet", "--part", "3/3")
        (sorted((self.folder / "h.h5.parts").glob("saved-*"))[1]).unlink()
        self.assertRegex(self.nimsweep("merge", "job.yaml", code=1), r"h\.h5: missing work units \d+(\.\.\d+)? of \d+;")
        self.nimsweep("run", "job.yaml", "--quiet", "--part", "2/3")
        self.merge()
        shard = sorted(self.parts.iterdir())[1]
        shard.rename(self.folder / "away.h5")
        for words, code in ((["inspect", "t.h5", "--check"], 1), (["inspect", "t.h5"], 1), (["merge", "job.yaml"], 1),
                            (["get", "t.h5", "--case", "n4_N1", "--at", "0,0,0"], 1), (["run", "job.yaml"], 1)):
            error = self.nimsweep(*words, code=code)
            self.assertIn(f"shard t.h5.parts/{shard.name} is missing", error)
            self.assertEqual(error.count("\n"), 1)
        (self.folder / "t.h5").unlink()  # as the error says
        self.nimsweep("run", "job.yaml", "--quiet")
        self.contents()

    def test_damage_is_named(self):
        expected, _ = self.expected()
        rng = random.Random(1)
        self.run_parts(4)
        self.merge()
        shards = sorted(self.parts.iterdir())
        for _ in range(12):
            shard = rng.choice(shards)
            whole = shard.read_bytes()
            damaged = bytearray(whole)
            with h5py.File(shard) as file:  # in a chunk; elsewhere HDF5 has its own checksums, or there is nothing
                value = file[rng.choice([name for name in file if name.startswith("n4")])]["value"]
                chunk = value.id.get_chunk_info(rng.randrange(value.id.get_num_chunks()))
            damaged[chunk.byte_offset + rng.randrange(chunk.size)] ^= 1 << rng.randrange(8)
            shard.write_bytes(damaged)
            self.assertIn(f"t.h5.parts/{shard.name}: chunk", self.nimsweep("inspect", "t.h5", "--check", code=1))
            error = self.nimsweep("merge", "job.yaml", "--copy", code=1)
            first, end = [int(k) for k in re.findall(r"\d+", shard.stem)]
            units = rf"{first}\.\.{end - 1}" if end - first > 1 else f"{first}"
            self.assertRegex(error, rf"^nimsweep: t\.h5: t\.h5\.parts/{shard.name} is damaged; missing work units "
                                    rf"{units} of .*\n$")
            self.assertTrue((self.folder / "t.h5").exists())
            shard.write_bytes(whole)
        self.merge("--copy")
        self.assertEqual(self.contents(), expected)

    def test_many_shards_become_fewer(self):
        (self.folder / "job.yaml").write_text(MANY_UNITS)
        expected, _ = self.expected()
        self.run_parts(3, "--checkpoint", "0")
        self.assertGreater(len(list(self.parts.glob("units-*"))), 128)
        self.assertEqual(self.merge()[0]["shards"], 128)
        self.assertEqual(len(list(self.parts.glob("units-*"))), 128)
        self.assertEqual({k: v for k, v in self.contents().items() if k not in ("shards", "shards_byte")}, expected)

    def test_killed_while_merging(self):
        rng = random.Random(2)
        for job, options in ((MANY_UNITS, []), (JOB, ["--copy"])):
            (self.folder / "job.yaml").write_text(job)
            expected, _ = self.expected()
            self.run_parts(2, "--checkpoint", "0")
            for _ in range(6):
                process = subprocess.Popen([PROGRAM, "merge", "job.yaml", "--quiet", *options], cwd=self.folder,
                                           stdout=subprocess.DEVNULL)
                time.sleep(rng.uniform(0.005, 0.1))
                process.send_signal(signal.SIGKILL)
                process.wait()
            self.merge(*options)
            self.assertEqual({k: v for k, v in self.contents().items() if k not in ("shards", "shards_byte")}, expected)
            self.nimsweep("run", "job.yaml", "--quiet", "--fresh")
            self.assertEqual(self.contents(), expected)
            self.assertFalse(self.parts.exists())
            for name in ("t.h5", "h.h5", "h.h5.claims"):
                (self.folder / name).unlink()

    def test_parts_of_different_numbers_are_refused(self):
        self.nimsweep("run", "job.yaml", "--quiet", "--part", "1/4")
        self.assertIn("t.h5.parts holds some of 4 parts; expected --part K/4",
                      self.nimsweep("run", "job.yaml", "--quiet", "--part", "4/5", code=2))
        self.nimsweep("run", "job.yaml", "--quiet", "--part", "4/4")

    def test_parts_that_overlap(self):
        expected, results = self.expected()
        for part in ("1/2", "2/4", "2/3", "3/3"):  # each on its own; then the folders are combined
            (self.folder / part[0] / part[2]).mkdir(parents=True)
            (self.folder / part / "job.yaml").write_text(JOB)
        processes = [subprocess.Popen([PROGRAM, "run", "job.yaml", "--quiet", "--checkpoint", "0", "--part", part],
                                      cwd=self.folder / part, stdout=subprocess.DEVNULL)
                     for part in ("1/2", "2/4", "2/3", "3/3")]
        for process in processes:
            self.assertEqual(process.wait(), 0)
        for file in self.folder.glob("?/?/*.parts/*"):
            (self.folder / file.parent.name).mkdir(exist_ok=True)
            file.rename(self.folder / file.parent.name / file.name)
        self.nimsweep("run", "job.yaml", "--quiet")
        self.assertEqual(self.contents(), expected)
        self.assertEqual(contents(self.folder / "h.h5"), results)

    def test_a_shard_that_no_table_needs_is_removed(self):
        """The state after a run is killed between completing its table and removing what it did not need."""
        self.run_parts(2)
        self.merge()
        expected, shards = self.contents(), sorted(self.parts.glob("units-*"))
        shutil.copy(shards[0], self.parts / "units-000000000001-000000000002.h5")
        self.nimsweep("run", "job.yaml", "--quiet")
        self.assertEqual(sorted(self.parts.glob("*")), shards)
        self.assertEqual(self.contents(), expected)

    def test_what_cannot_be_merged(self):
        (self.folder / "job.yaml").write_text("nimsweep: 1\nplayers: 3\npiles: {count: 3}\nverify: [shifted-3.4]\n")
        self.assertIn("nothing to merge", self.nimsweep("merge", "job.yaml", code=2))
        (self.folder / "job.yaml").write_text(JOB)
        self.run_parts(1)
        (self.folder / "job.yaml").write_text(JOB.replace("max: 4", "max: 3"))
        self.assertIn("holds work of another job", self.nimsweep("merge", "job.yaml", code=2))


if __name__ == "__main__":
    unittest.main()
