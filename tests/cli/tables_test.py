"""Real sweeps: tables compared with the definition through h5py; killed, interrupted, out of disk, damaged."""
import functools
import hashlib
import itertools
import json
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import zlib

import h5py
import numpy

sys.path.insert(0, os.path.dirname(__file__))
from definition import (grundy_values, moore, nim, rows_of_teams, small_nim, subtraction, winner, winners,
                        wythoff)
from seal import parts_of, reseal

PROGRAM = os.path.abspath(sys.argv.pop(1))


@functools.lru_cache(1000)  # equal chunks are common
def sum_of_chunk(mask, content):
    for skipped in (2, 1):
        content = content if mask & skipped else zlib.decompress(content)
    return hashlib.sha256(content).hexdigest()


class Sweep(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def job(self, text, name="job.yaml"):
        path = self.folder / name
        path.write_text("nimsweep: 1\n" + text)
        return str(path)

    def run_job(self, job, *options, code=0, **popen):
        done = subprocess.run([PROGRAM, "run", job, "--json", *options], capture_output=True,
                              text=True, cwd=self.folder, **popen)
        self.assertEqual(done.returncode, code, done.stderr)
        return json.loads(done.stdout) if code == 0 else done.stderr

    def inspect(self, *options):
        return subprocess.run([PROGRAM, "inspect", *options], capture_output=True, text=True,
                              cwd=self.folder)


LARGE = """
players: 3
matrices: [{rows: [[0,2,1],[0,1,2],[0,2,1]]}, {sample: {count: 3, seed: 5}}]
piles: {max: [20, 40, 50, 90]}
tables: {file: t.h5}
"""
STACKED = """
players: 4
matrices: [{range: {from: 1000, count: 60000}}]
piles: {count: 1..3, max: 4}
tables: {file: t.h5}
"""


class Values(Sweep):
    def test_random_cells_of_random_jobs_follow_the_definition(self):
        rng = random.Random(1)
        shapes = [
            (3, [4, 70, 80, 90], 0), (2, [1200, 1300], 1), (5, [3, 3, 3, 3], 2), (4, [9, 9, 9], 0),
            (6, [5, 4], 1), (3, [2000000], 0), (3, [600, 900], 0), (7, [2] * 6, 0),
        ]
        for number, (n, bounds, passes) in enumerate(shapes):
            job = self.job(f"""
players: {n}
matrices: [sam, {{sample: {{count: 5, seed: {number}}}}}, {{ssam: all}}]
passes: {passes}
piles: {{max: {bounds}}}
tables: {{file: out/t{number}.h5}}
""")
            self.run_job(job)
            with h5py.File(self.folder / f"out/t{number}.h5") as file:
                group = file[f"n{n}_N{len(bounds)}"]
                value, matrices = group["value"], group["matrices"]
                self.assertEqual(value.shape, (6 + n, n, *[b + 1 for b in bounds]))
                self.assertEqual(value.dtype, numpy.uint8)
                self.assertEqual(matrices.shape, (6 + n, n, n))
                self.assertTrue((matrices[0] == numpy.arange(n)).all())
                for _ in range(60):
                    m, first = rng.randrange(6 + n), rng.randrange(n)
                    piles = [rng.randrange(b + 1) for b in bounds]
                    rows = matrices[m].tolist()
                    # Only sizes up to a few times n can matter; larger ones would make the recursion long.
                    small = [min(x, 3 * n + 3 * passes) for x in piles]
                    expected = (winner(rows, small, passes, first) - first) % n
                    self.assertEqual(value[(m, first, *piles)], expected, (rows, piles, first))

    def test_whole_small_tables_follow_the_definition(self):
        job = self.job("""
players: [2, 3]
matrices: [{sample: {count: 4, seed: 9}}]
piles: {count: 1..3, max: 4}
tables: {file: t.h5}
""")
        self.run_job(job)
        with h5py.File(self.folder / "t.h5") as file:
            for name in ("n2_N1", "n2_N2", "n2_N3", "n3_N1", "n3_N2", "n3_N3"):
                value, matrices = file[name]["value"][...], file[name]["matrices"][...]
                n = value.shape[1]
                for place in numpy.ndindex(value.shape):
                    m, first, *piles = place
                    expected = (winner(matrices[m].tolist(), piles, 0, first) - first) % n
                    self.assertEqual(value[place], expected)

    def test_matrices_by_formula_and_by_teams(self):
        self.run_job(self.job("""
players: 3..4
matrices:
  - {formula: "(j + r) mod n", r: all}
  - {formula: "i - j + r", r: [2, 1]}
  - reverse
  - equal_rows: [0, 2, 1]
  - teams: [[0, 3], [1, 2]]
  - {teams: [[3, 0], [2, 1]], order: shared}
piles: {count: 2, max: 4}
tables: {file: t.h5}
"""))
        teams = rows_of_teams([[0, 3], [1, 2]])
        of_four = [teams, rows_of_teams([[3, 0], [2, 1]], shared=True)]
        with h5py.File(self.folder / "t.h5") as file:
            for n, listed in ((3, [[[0, 2, 1]] * 3]), (4, of_four)):
                expected = [[[(j + r) % n for j in range(n)]] * n for r in range(n)]
                expected += [[[(i - j + r) % n for j in range(n)] for i in range(n)] for r in (2, 1)]
                expected += [[[-j % n for j in range(n)]] * n] + listed
                matrices, value = file[f"n{n}_N2/matrices"][...], file[f"n{n}_N2/value"][...]
                self.assertEqual(matrices.tolist(), expected)
                for m, first, *piles in numpy.ndindex(value.shape):
                    self.assertEqual(value[(m, first, *piles)],
                                     (winner(expected[m], piles, 0, first) - first) % n)
            value = file["n4_N2/value"][...]
        for matrix, m in (("teams:0 3/1 2", 7), ("formula:i - j + 1", 5), ("reverse", 6)):
            done = subprocess.run([PROGRAM, "get", "t.h5", "--case", "n4_N2", "--at", f"{matrix},1,2,3"],
                                  capture_output=True, text=True, cwd=self.folder)
            self.assertEqual(done.stdout, f"{value[m, 1, 2, 3]}\n", done.stderr)

    def test_matrices_that_do_not_fit_are_refused_with_their_place(self):
        for matrix, message in (
                ("{formula: 2*j}", "formula '2*j' with 4 players: row 1 (of P_0) is '0 2 0 2', which has 0 twice; "
                                   "expected a permutation of 0..3"),
                ("{formula: j + r, r: 1..3}", "r: 3 with 3 players; expected at most 2"),
                ("{teams: [[0], [1]]}", "a matrix of 2 players; expected one for a number of 'players'")):
            job = self.job(f"players: 3..4\nmatrices: [{matrix}]\npiles: {{max: [2]}}\ntables: {{file: t.h5}}\n")
            self.assertEqual(self.run_job(job, code=2), f"{job}:3:12: matrices: {message}\n")

    def test_any_number_of_threads_gives_the_same(self):
        for text in (LARGE, STACKED):
            job = self.job(text)
            results = {}
            for threads in ("1", "2", "4"):
                signature = self.run_job(job, "--threads", threads, "--fresh")["signature"]
                with h5py.File(self.folder / "t.h5") as file:
                    values = {name: group["value"][...].tobytes() for name, group in file.items()
                              if isinstance(group, h5py.Group)}
                results[threads] = (signature, values)
            self.assertEqual(results["1"], results["2"])
            self.assertEqual(results["1"], results["4"])


    # Small tables of many matrices, several chunks of them, by the definition.
    def test_stacks_follow_the_definition(self):
        rng = random.Random(10)
        for matrices in ("{range: {from: 1000, count: 60000}}", "{sample: {count: 30000, seed: 3}}"):
            self.run_job(self.job(STACKED.replace("{range: {from: 1000, count: 60000}}", matrices)), "--fresh")
            with h5py.File(self.folder / "t.h5") as file:
                for name in ("n4_N1", "n4_N2", "n4_N3"):
                    value, rows = file[name]["value"][...], file[name]["matrices"][...]
                    if name == "n4_N3":
                        self.assertGreater(file[name]["value"].id.get_num_chunks(), 3)
                    for _ in range(300):
                        m, first, *piles = (rng.randrange(size) for size in value.shape)
                        expected = winner(rows[m].tolist(), piles, 0, first)
                        self.assertEqual(value[(m, first, *piles)], (expected - first) % 4, (name, m, first, piles))

    # A change of these numbers means that values or the layout of tables have changed.
    def test_signatures_of_jobs_stay_what_they_were(self):
        for name, signature in (("all-three-player-matrices", "370a90cf7b9ec2b3"),
                                ("all-four-player-matrices", "b1f318f38e064b60"),
                                ("theorems", "fc94dde2825ccffe"),
                                ("open-questions-wythoff", "12720a7695963cd9")):
            job = pathlib.Path(__file__).resolve().parents[2] / "jobs" / f"{name}.yaml"
            shown = subprocess.run([PROGRAM, "run", str(job), "--json", "--quiet"], capture_output=True, text=True,
                                   cwd=self.folder)
            tables = [line for line in map(json.loads, shown.stdout.splitlines()) if line["type"] == "table"]
            self.assertEqual([line["signature"] for line in tables], [signature], (name, shown.stderr))


class OtherGames(Sweep):
    def check(self, file, name, moves, passes, cells, rng):
        value, matrices = file[name]["value"][...], file[name]["matrices"][...]
        n = value.shape[1]
        games = [winners(moves, rows.tolist()) for rows in matrices]
        places = list(numpy.ndindex(value.shape))
        for m, first, *piles in rng.sample(places, min(cells, len(places))):
            expected = (games[m](tuple(piles), passes, first) - first) % n
            self.assertEqual(value[(m, first, *piles)], expected, (name, m, first, piles))

    def test_small_tables_follow_the_definition(self):
        rng = random.Random(7)
        games = {"nim": nim, "moore:2": moore(2), "wythoff": wythoff,
                 "subtraction:1,2,3": subtraction(1, 2, 3), "subtraction:2,5": subtraction(2, 5),
                 "small-nim": small_nim}
        for number, (game, moves) in enumerate(games.items()):
            most = 2 if game == "wythoff" else 3
            for passes in (0, 2):
                self.run_job(self.job(f"""
game: "{game}"
players: 2..4
matrices: [{{sample: {{count: 3, seed: {number}}}}}]
passes: {passes}
piles: {{count: 1..{most}, max: 5}}
tables: {{file: t.h5}}
"""), "--fresh")
                with h5py.File(self.folder / "t.h5") as file:
                    for n in (2, 3, 4):
                        for piles in range(1, most + 1):
                            self.check(file, f"n{n}_N{piles}", moves, passes, 200, rng)

    # A matrix has several chunks, each with some first players or cut along a pile; the longest axis may be any.
    def test_large_tables_follow_the_definition_near_the_origin(self):
        rng = random.Random(8)
        for game, moves, bounds in (
                ("nim", nim, [700, 800]), ("wythoff", wythoff, [1200, 400]),
                ("subtraction:2,5", subtraction(2, 5), [150, 20, 130]),
                ("small-nim", small_nim, [90, 100, 80]), ("moore:2", moore(2), [110, 90, 100])):
            job = self.job(f"""
game: "{game}"
players: 3
matrices: [{{sample: {{count: 3, seed: 4}}}}]
passes: 1
piles: {{max: {bounds}}}
tables: {{file: t.h5}}
""")
            signature = self.run_job(job, "--fresh", "--threads", "1")["signature"]
            self.assertEqual(self.run_job(job, "--fresh", "--threads", "3")["signature"], signature)
            self.assertEqual(self.inspect("t.h5", "--check", "--quiet").returncode, 0)
            with h5py.File(self.folder / "t.h5") as file:
                value, matrices = file[f"n3_N{len(bounds)}"]["value"], file[f"n3_N{len(bounds)}"]["matrices"]
                for _ in range(60):
                    m, first = rng.randrange(3), rng.randrange(3)
                    piles = [rng.randrange(9) for _ in bounds]
                    expected = winners(moves, matrices[m].tolist())(tuple(piles), 1, first)
                    self.assertEqual(value[(m, first, *piles)], (expected - first) % 3)

    def test_many_matrices_of_several_chunks(self):
        rng = random.Random(9)
        self.run_job(self.job("""
game: nim
players: 3
matrices: [{sample: {count: 70, seed: 4}}]
piles: {max: [3, 150000]}
tables: {file: t.h5}
"""))
        with h5py.File(self.folder / "t.h5") as file:
            value, matrices = file["n3_N2"]["value"], file["n3_N2"]["matrices"]
            for _ in range(60):
                m, first, piles = rng.randrange(70), rng.randrange(3), (rng.randrange(4), rng.randrange(40))
                expected = winners(nim, matrices[m].tolist())(piles, 0, first)
                self.assertEqual(value[(m, first, *piles)], (expected - first) % 3)

    def test_what_does_not_fit_is_refused_before_any_work(self):
        # A matrix without an automaton over digits, which would need no box.
        job = self.job("game: nim\nplayers: 3\nmatrices: [{equal_rows: [0, 2, 1]}]\npiles: {max: [3000, 3000, 300]}\n"
                       "tables: {file: t.h5}\n")
        self.assertRegex(self.run_job(job, "--memory", "2G", code=2),
                         r"job.yaml:6:16: tables: about .* of memory needed; expected at most 2")
        self.assertIn("expected at most 0 B", self.run_job(job, "--memory", "0", code=2))
        self.assertEqual(os.listdir(self.folder), ["job.yaml"])

    def test_an_interrupted_box_is_solved_again(self):
        job = self.job("game: nim\nplayers: 3\nmatrices: [{sample: {count: 3, seed: 4}}]\n"
                       "piles: {max: [250, 250, 250]}\ntables: {file: t.h5}\n")
        expected = self.run_job(job)["signature"]
        (self.folder / "t.h5").unlink()
        for wait in (0.05, 0.2, 0.4):
            process = subprocess.Popen([PROGRAM, "run", job, "--checkpoint", "0", "--quiet"],
                                       cwd=self.folder, stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE)
            time.sleep(wait)
            process.send_signal(signal.SIGINT)
            process.communicate()
            self.assertIn(process.returncode, (0, 130, -signal.SIGINT))
        self.assertEqual(self.run_job(job)["signature"], expected)


class Layout(Sweep):
    def test_a_file_says_what_it_is(self):
        job = self.job("title: Größe\nplayers: 3\npiles: {max: [2, 3]}\ntables: {file: t.h5}\n")
        self.run_job(job)
        with h5py.File(self.folder / "t.h5") as file:
            self.assertEqual(file.attrs["nimsweep_format"], 1)
            self.assertEqual(file.attrs["title"], "Größe")
            self.assertEqual(file["job"][()].decode(), pathlib.Path(job).read_text())
            value = file["n3_N2/value"]
            self.assertEqual([axis.label for axis in value.dims], ["matrix", "first", "x1", "x2"])
            self.assertEqual(list(value.dims[3]["x2"]), [0, 1, 2, 3])
            self.assertEqual(value.fillvalue, 255)

    def test_get_reads_values_and_slices(self):
        self.run_job(self.job("players: 3\npiles: {max: [2, 3]}\ntables: {file: t.h5}\n"))
        with h5py.File(self.folder / "t.h5") as file:
            value = file["n3_N2/value"][...]

        def get(*options):
            done = subprocess.run([PROGRAM, "get", "t.h5", *options], capture_output=True,
                                  text=True, cwd=self.folder)
            return done.stdout or done.stderr

        self.assertEqual(get("--at", "0,1,2,3"), f"{value[0, 1, 2, 3]}\n")
        self.assertEqual(get("--at", "0,1,2,*").splitlines(),
                         ["last-nim, n3_N2, sam, P_1 first, pile 1: 2", "", "        pile 2  0 1 2 3",
                          "         value  " + " ".join(map(str, value[0, 1, 2]))])
        lines = get("--at", "0,1..2,*,1..3").splitlines()
        self.assertEqual(lines[:4], ["last-nim, n3_N2, sam", "rows: first player, pile 1; columns: pile 2", "",
                                     "  first player        pile 1  1 2 3"])
        self.assertEqual([list(map(int, line.split())) for line in lines[4:]],
                         [[i, x, *value[0, i, x, 1:]] for i in (1, 2) for x in range(3)])
        found = json.loads(get("--at", "0,*,1..2,0..1", "--json"))
        self.assertEqual(found["extent"], [1, 3, 2, 2])
        self.assertEqual(found["values"], value[0:1, :, 1:3, 0:2].flatten().tolist())
        self.assertIn("--at: place 4 is '4'; expected *, or a number or range within 0..3",
                      get("--at", "0,0,0,4"))
        self.assertIn("--at: 2 places; expected 4", get("--at", "0,0"))
        for matrix in ("sam", "SSAM^0", "index:0", "0 1 2 / 0 1 2 / 0 1 2", "[[0,1,2],[0,1,2],[0,1,2]]"):
            self.assertEqual(get("--at", f"{matrix},1,2,3"), f"{value[0, 1, 2, 3]}\n")
        self.assertEqual(get("--at", "ssam:1,1,2,3"),
                         "nimsweep: --at: place 1: n3_N2 has no values under ssam:1; expected sam\n")
        self.assertIn("--at: place 1: 'foo' is not a matrix; expected", get("--at", "foo,1,2,3"))
        self.assertIn("--at: place 1: 2 rows for 3 players", get("--at", "0 1 / 1 0,1,2,3"))

    def test_get_finds_a_matrix_among_many(self):
        self.run_job(self.job("players: 4\nmatrices: [{range: {from: 1000, count: 9000}}]\npiles: {max: [2]}\n"
                              "tables: {file: t.h5}\n"))

        def get(at):
            return subprocess.run([PROGRAM, "get", "t.h5", "--at", at], capture_output=True, text=True, cwd=self.folder)

        for index in (1000, 5095, 5096, 5097, 9999):
            self.assertEqual(get(f"index:{index},*,*").stdout, get(f"{index - 1000},*,*").stdout)
        self.assertRegex(get("index:10000,*,*").stderr, r"no values under .*; expected .*, \.\. \(9,000 matrices\)\n")

    def test_get_of_one_case_only(self):
        self.run_job(self.job("players: 3\npiles: {max: [2, 3]}\ntables: {file: t.h5}\n"))

        def get(*options):
            done = subprocess.run([PROGRAM, "get", "t.h5", *options], capture_output=True, text=True, cwd=self.folder)
            return done.stdout or done.stderr

        self.assertIn("--case: 'n9_N9'; expected one of: n3_N2", get("--case", "n9_N9", "--at", "0"))


class Blocks(Sweep):
    """Large tables of games whose values are automata over digits."""
    JOB = ("game: nim\nplayers: 3\nmatrices: [{ssam: 1}, {rows: [[0,2,1],[1,0,2],[2,1,0]]}]\n"
           "piles: {max: [5000, 5100]}\ntables: {file: t.h5}\n")

    def check_cells(self, file, cells=200):
        """Near the origin, where the definition is quick; larger piles are compared with boxes in sweep_test.cpp."""
        rng = random.Random(3)
        value = file["n3_N2/value"]
        self.assertEqual(value.chunks, (1, 1, 1024, 1024))
        games = [winners(nim, rows) for rows in file["n3_N2/matrices"][:].tolist()]
        for _ in range(cells):
            matrix, first = rng.randrange(2), rng.randrange(3)
            piles = rng.randrange(12), rng.randrange(12)
            self.assertEqual(value[matrix, first, *piles], (games[matrix](piles, 0, first) - first) % 3, piles)

    def test_they_are_cut_and_read_as_any_other(self):
        done = self.run_job(self.job(self.JOB))
        self.assertEqual(self.inspect("t.h5", "--check").returncode, 0)
        with h5py.File(self.folder / "t.h5") as file:
            self.check_cells(file)
            value = file["n3_N2/value"]
            whole = value[1, 2]
            # A row, a column and a cell in the middle of blocks, read by the program.
            for at in ("4999,1000..1100", "1000..1100,4321", "4090..4100,1020..1030"):
                printed = subprocess.run([PROGRAM, "get", "t.h5", "--at", f"1,2,{at}", "--json"],
                                         capture_output=True, text=True, cwd=self.folder)
                self.assertEqual(printed.returncode, 0, printed.stderr)
                index = tuple(slice(int(part.split("..")[0]), int(part.split("..")[-1]) + 1) for part in at.split(","))
                self.assertEqual(json.loads(printed.stdout)["values"], whole[index].flatten().tolist())
        self.assertEqual(self.run_job(self.job(self.JOB), "--fresh", "--threads", "1")["signature"], done["signature"])

    def test_parts_are_joined_into_a_virtual_table_and_a_copy(self):
        job = self.job(self.JOB)
        signature = self.run_job(job)["signature"]
        (self.folder / "t.h5").unlink()
        for part in "1/3", "3/3", "2/3":
            subprocess.run([PROGRAM, "run", job, "--part", part], check=True, capture_output=True, cwd=self.folder)
        for options in [], ["--copy"]:
            subprocess.run([PROGRAM, "merge", job, *options], check=True, capture_output=True, cwd=self.folder)
            done = self.inspect("t.h5", "--check", "--json")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(signature, done.stdout)
            with h5py.File(self.folder / "t.h5") as file:
                self.assertEqual(file["n3_N2/value"].is_virtual, not options)
                if options:
                    self.check_cells(file)
                self.assertEqual(int(file["n3_N2/value"][0, 0, 4999, 5099]), int(file["n3_N2/value"][0, 1, 4999, 5099]))

    def test_claims_are_verified_in_them(self):
        job = self.job("game: nim\nplayers: 2\nmatrices: [{ssam: 1}]\npiles: {max: [6000, 6000]}\n"
                       "tables: {file: t.h5, verify: true}\n"
                       "verify: [{name: bouton, max: 300, cases: [{when: 'xor(x[1], x[2]) == 0', value: 0}, {value: 1}]}]\n")
        done = subprocess.run([PROGRAM, "run", job, "--json"], capture_output=True, text=True, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        verdict = [json.loads(line) for line in done.stdout.splitlines()][-1]
        self.assertTrue(verdict["holds"])


    def test_a_matrix_without_an_automaton_is_solved_as_a_box_if_that_fits(self):
        """It is not among those that plan looks at."""
        others = "{ssam: 1}, " * 97
        job = self.job("game: nim\nplayers: 3\n"
                       f"matrices: [sam, sam, {{rows: [[0,2,1],[0,2,1],[0,2,1]]}}, {others}]\n"
                       "piles: {max: [480, 480, 480]}\ntables: {file: t.h5}\n")
        done = subprocess.run([PROGRAM, "run", job, "--memory", "100M"], capture_output=True, text=True,
                              cwd=self.folder)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("n3_N3, matrix 2: no automaton over digits was found, and boxes take", done.stderr)
        self.run_job(job, "--memory", "1G")
        with h5py.File(self.folder / "t.h5") as file:
            w = winners(nim, [[0, 2, 1]] * 3)
            for piles in itertools.product(range(5), repeat=3):
                self.assertEqual(file["n3_N3/value"][2, 1, *piles], (w(piles, 0, 1) - 1) % 3)


class GrundyValues(Sweep):
    def values(self, game, bounds, passes=0):
        """All values of a job's only case."""
        self.run_job(self.job(f"""
game: "{game}"
quantity: grundy
passes: {passes}
piles: {{max: {bounds}}}
tables: {{file: t.h5}}
"""), "--fresh")
        self.assertEqual(self.inspect("t.h5", "--check", "--quiet").returncode, 0)
        with h5py.File(self.folder / "t.h5") as file:
            self.assertEqual([name for name, item in file.items() if isinstance(item, h5py.Group)],
                             [f"N{len(bounds)}"])
            grundy = file[f"N{len(bounds)}/grundy"]
            self.assertEqual(grundy.dtype, numpy.dtype("<u2"))
            self.assertEqual(grundy.shape, tuple(b + 1 for b in bounds))
            return grundy[...]

    # Cut along the second pile, along the first, and not at all.
    def test_of_nim_are_the_xor_of_the_piles(self):
        for bounds in ([3, 900, 900], [70, 100, 200], [5, 6, 7, 8], [65535], [2, 65535]):
            axes = numpy.indices([b + 1 for b in bounds], sparse=True)
            expected = functools.reduce(numpy.bitwise_xor, axes)
            self.assertTrue((self.values("nim", bounds) == expected).all())

    def test_of_zero_move_piles_are_one_more_if_odd_and_one_less_if_even(self):
        pile = numpy.arange(121)
        pile = numpy.where(pile % 2 == 1, pile + 1, numpy.maximum(pile, 1) - 1)
        self.assertTrue((self.values("zero-move", [120, 90]) == pile[:, None] ^ pile[None, :91]).all())

    def test_of_subtraction_games_are_periodic(self):
        pile = numpy.arange(3001) % 4
        self.assertTrue((self.values("subtraction:1,2,3", [3000, 400])
                         == pile[:, None] ^ pile[None, :401]).all())

    def test_follow_the_definition(self):
        games = (("nim", nim, [5, 4, 3]), ("wythoff", wythoff, [14, 11]), ("moore:2", moore(2), [4, 3, 4]),
                 ("small-nim", small_nim, [5, 6, 4]), ("subtraction:2,5", subtraction(2, 5), [12, 9]))
        for game, moves, bounds in games:
            for passes in (0, 2):
                values, expected = self.values(game, bounds, passes), grundy_values(moves)
                for piles in numpy.ndindex(values.shape):
                    self.assertEqual(values[piles], expected(piles, passes), (game, passes, piles))

    def test_several_cases_are_labelled_planned_and_read(self):
        job = self.job("game: wythoff\nquantity: grundy\npiles: {count: 1..2, max: 9}\ntables: {file: t.h5}\n")
        planned = subprocess.run([PROGRAM, "plan", job, "--json"], capture_output=True, text=True,
                                 cwd=self.folder).stdout.splitlines()
        cases = [json.loads(line) for line in planned]
        self.assertEqual([case.get("name") for case in cases], ["N1", "N2", None])
        self.assertNotIn("players", cases[0])
        self.assertEqual((cases[2]["quantity"], cases[2]["values"]), ("grundy", "110"))
        self.assertEqual(self.run_job(job)["values"], "110")
        with h5py.File(self.folder / "t.h5") as file:
            grundy = file["N2/grundy"]
            self.assertEqual([axis.label for axis in grundy.dims], ["x1", "x2"])
            self.assertEqual(list(grundy.dims[1]["x2"]), list(range(10)))
            self.assertNotIn("matrices", file["N2"])
            row = grundy[3, 2:6].tolist()

        def program(*arguments):
            done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, cwd=self.folder)
            return done.stdout or done.stderr

        get = ["get", "t.h5", "--case", "N2", "--at"]
        self.assertEqual(program(*get, "3,2..5").splitlines(),
                         ["wythoff, N2, pile 1: 3", "", "        pile 2  2 3 4 5",
                          "        grundy  " + " ".join(map(str, row))])
        self.assertEqual(json.loads(program(*get, "3,2..5", "--json"))["values"], row)
        self.assertIn("--at: 1 places; expected 2: a size for each of 2 piles", program(*get, "3"))
        self.assertEqual(json.loads(program("inspect", "t.h5", "--json").splitlines()[1])["quantity"], "grundy")

    def test_claims_are_not_about_them(self):
        self.values("nim", [2, 1])
        done = subprocess.run([PROGRAM, "verify", "--table", "t.h5"], capture_output=True, text=True,
                              cwd=self.folder)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, "nimsweep: t.h5: a table of Grundy values; expected one of values, which "
                                      "claims are about\n")

    def test_a_wrong_value_is_found(self):
        self.values("nim", [2, 1])
        with h5py.File(self.folder / "t.h5", "r+") as file:
            grundy = file["N2/grundy"].id
            stored = numpy.array([0, 1, 1, 0, 2, 4], "<u2").tobytes()
            grundy.write_direct_chunk((0, 0), stored, 3)
            file["N2/checksums"][0] = zlib.crc32(stored)
        self.assertEqual(self.inspect("t.h5", "--check", "--quiet").returncode, 1)

    def test_claims_beside_them_need_players(self):
        text = ("game: nim\nquantity: grundy\npiles: {max: [5, 5]}\ntables: {file: t.h5}\n"
                "verify: [{name: bouton, matrix: any, given: 'n == 2',"
                " cases: [{when: 'xor(x) == 0', value: 0}, {value: 1}], max: 5}]\n")
        self.assertIn("key 'players' is missing", self.run_job(self.job(text), code=2))
        job = self.job(text + "players: 2\nmatrices: [{ssam: 1}]\n")
        done = subprocess.run([PROGRAM, "run", job, "--json", "--quiet"], capture_output=True, text=True,
                              cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        table, verdict = map(json.loads, done.stdout.splitlines())
        self.assertEqual((table["values"], verdict["holds"]), ("36", True))

    def test_an_interrupted_box_is_solved_again(self):
        job = self.job("game: small-nim\nquantity: grundy\npiles: {max: [90, 100, 80]}\ntables: {file: t.h5}\n")
        expected = self.run_job(job)["signature"]
        (self.folder / "t.h5").unlink()
        for wait in (0.05, 0.2, 0.4):
            process = subprocess.Popen([PROGRAM, "run", job, "--checkpoint", "0", "--quiet"],
                                       cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            time.sleep(wait)
            process.send_signal(signal.SIGINT)
            process.communicate()
            self.assertIn(process.returncode, (0, 130, -signal.SIGINT))
        self.assertEqual(self.run_job(job, "--threads", "3")["signature"], expected)


MANY_GRUNDY = """
game: nim
quantity: grundy
piles: {max: [250, 300, 300]}
tables: {file: t.h5}
"""
MANY_UNITS = """
players: 3
matrices: [{rows: [[0,2,1],[0,1,2],[0,2,1]]}, {sample: {count: 3, seed: 5}}]
piles: {max: [200, 200, 200, 200]}
tables: {file: t.h5}
"""


class Interruption(Sweep):
    def shards(self):
        try:
            return [name for name in os.listdir(self.folder / "t.h5.parts") if name.startswith("units-")]
        except FileNotFoundError:
            return []

    def stored_chunks(self):
        """Every chunk of the table, decoded, including the padding of the last chunk of an axis. Stored bytes may differ: ISA-L
        was seen to compress equal values in different ways, once in some dozens of runs."""
        with h5py.File(self.folder / "t.h5") as file:
            stored = {}
            for name, group in file.items():
                if isinstance(group, h5py.Group):
                    value = group["value" if "value" in group else "grundy"].id
                    for k in range(value.get_num_chunks()):
                        place = value.get_chunk_info(k).chunk_offset
                        stored[name, place] = sum_of_chunk(*value.read_direct_chunk(place))
            return stored

    def killed_after_some_shards(self, job, wanted):
        process = self.start(job)
        while len(self.shards()) < wanted and process.poll() is None:
            time.sleep(0.001)
        self.assertIsNone(process.poll(), "too fast to be killed")
        process.kill()
        process.communicate()

    def start(self, job):
        return subprocess.Popen([PROGRAM, "run", job, "--checkpoint", "0", "--quiet", "--json"],
                                cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def kill_until_done(self, job):
        rng = random.Random(2)
        for _ in range(5):  # a moment after more work is saved
            process = self.start(job)
            wanted = len(self.shards()) + rng.randint(1, 3)
            while len(self.shards()) < wanted and process.poll() is None:
                time.sleep(0.0005)
            time.sleep(rng.uniform(0, 0.01))
            self.assertIsNone(process.poll(), "too fast to be killed")
            process.kill()
            process.communicate()
        self.assertGreaterEqual(len(self.shards()), 5)
        kills = 0
        while True:  # at any moment, even while joining
            process = self.start(job)
            try:
                out, error = process.communicate(
                    timeout=rng.uniform(0.01, 0.1) * 1.15**kills)  # so that it ends
                self.assertEqual(process.returncode, 0, error)
                return json.loads(out)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                kills += 1

    def test_killed_at_random_moments_and_run_again(self):
        for text in (MANY_UNITS, STACKED, MANY_GRUNDY):
            job = self.job(text)
            expected = self.run_job(job)
            stored = self.stored_chunks()
            (self.folder / "t.h5").unlink()
            result = self.kill_until_done(job)
            self.assertEqual(result["signature"], expected["signature"])
            self.assertEqual(self.stored_chunks(), stored)
            self.assertFalse((self.folder / "t.h5.parts").exists())
            self.assertEqual(self.inspect("t.h5", "--check", "--quiet").returncode, 0)
            (self.folder / "t.h5").unlink()

    def test_signals_stop_cleanly_and_keep_the_work(self):
        job = self.job(MANY_UNITS)
        expected = self.run_job(job)["signature"]
        for number in (signal.SIGINT, signal.SIGTERM):
            (self.folder / "t.h5").unlink()
            process = self.start(job)
            while not self.shards() and process.poll() is None:
                time.sleep(0.001)
            process.send_signal(number)
            _, error = process.communicate()
            self.assertEqual(process.returncode, 130, error)
            self.assertIn(b"run the job again to continue", error)
            self.assertTrue(self.shards())
            self.assertEqual(self.run_job(job)["signature"], expected)

    def test_a_changed_job_does_not_mix_with_old_work(self):
        job = self.job("players: 3\npiles: {max: [9]}\ntables: {file: t.h5}\n")
        first = self.run_job(job)
        self.assertFalse(first["was_there"])
        self.assertTrue(self.run_job(job)["was_there"])
        changed = self.job("players: 3\npiles: {max: [8]}\ntables: {file: t.h5}\n")
        self.assertIn("is not this job's table; --fresh replaces it", self.run_job(changed, code=2))
        with h5py.File(self.folder / "t.h5") as file:
            self.assertEqual(file["n3_N1/value"].shape, (1, 3, 10))
        self.run_job(changed, "--fresh")
        with h5py.File(self.folder / "t.h5") as file:
            self.assertEqual(file["n3_N1/value"].shape, (1, 3, 9))

    def test_old_shards_of_another_job_are_refused(self):
        self.killed_after_some_shards(self.job(MANY_UNITS), 1)
        changed = self.job(STACKED)
        self.assertIn("holds work of another job", self.run_job(changed, code=2))
        self.assertTrue(self.shards())
        self.run_job(changed, "--fresh")

    def test_two_runs_do_not_work_in_one_folder(self):
        job = self.job(MANY_UNITS)
        process = self.start(job)
        while not self.shards() and process.poll() is None:
            time.sleep(0.001)
        process.send_signal(signal.SIGSTOP)
        self.assertIn("another run is working in t.h5.parts", self.run_job(job, code=2))
        process.send_signal(signal.SIGCONT)
        process.communicate()
        self.assertEqual(process.returncode, 0)


    def test_a_run_that_replaces_the_table_is_left_alone(self):
        job = self.job(MANY_UNITS)
        self.run_job(job)
        process = subprocess.Popen([PROGRAM, "run", job, "--fresh", "--checkpoint", "0", "--quiet"],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while not self.shards() and process.poll() is None:
            time.sleep(0.001)
        process.send_signal(signal.SIGSTOP)
        self.assertIn("another run is working", self.run_job(job, code=2))
        self.assertTrue(self.shards())
        process.send_signal(signal.SIGCONT)
        _, error = process.communicate()
        self.assertEqual(process.returncode, 0, error)

    def test_files_of_others_in_the_work_folder_stay(self):
        folder = self.folder / "t.h5.parts"
        folder.mkdir()
        (folder / "notes.txt").write_text("precious")
        self.run_job(self.job(STACKED))
        self.assertEqual((folder / "notes.txt").read_text(), "precious")
        self.assertEqual(os.listdir(folder), ["notes.txt"])

    def test_a_shard_that_is_not_what_its_name_says_is_refused(self):
        job = self.job(MANY_UNITS)
        self.killed_after_some_shards(job, 1)
        part = self.folder / "t.h5.parts"
        name = self.shards()[0]
        (part / "units-000000000000-000000000000.h5").write_bytes((part / name).read_bytes())
        self.assertIn("is not a shard of this job; remove it", self.run_job(job, code=2))


    def test_damaged_shards_are_done_again(self):
        job = self.job(MANY_UNITS)
        expected = self.run_job(job)["signature"]
        (self.folder / "t.h5").unlink()
        self.killed_after_some_shards(job, 4)
        cut, emptied, flipped = sorted(self.shards())[:3]
        part = self.folder / "t.h5.parts"
        os.truncate(part / cut, (part / cut).stat().st_size // 2)
        os.truncate(part / emptied, 0)
        with h5py.File(part / flipped) as file:
            place = file["n3_N4/value"].id.get_chunk_info(3).byte_offset
        content = bytearray((part / flipped).read_bytes())
        content[place] ^= 16
        (part / flipped).write_bytes(content)
        done = subprocess.run([PROGRAM, "run", job, "--json"], capture_output=True, text=True,
                              cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["signature"], expected)
        for name in (cut, emptied, flipped):
            self.assertIn(f"t.h5.parts/{name} was damaged and set aside; its units are done again\n", done.stderr)
        self.assertEqual(self.inspect("t.h5", "--check", "--quiet").returncode, 0)

    def test_work_begun_fresh_is_continued_and_replaces_the_table(self):
        old = self.job("players: 3\npiles: {max: [9]}\ntables: {file: t.h5}\n", "old.yaml")
        self.run_job(old)
        job = self.job(MANY_UNITS)
        process = subprocess.Popen([PROGRAM, "run", job, "--fresh", "--checkpoint", "0", "--quiet"],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while len(self.shards()) < 3 and process.poll() is None:
            time.sleep(0.001)
        process.kill()
        process.communicate()
        kept = len(self.shards())
        self.assertGreaterEqual(kept, 3)
        self.assertIn("holds work of another job", self.run_job(old, code=2))
        self.assertEqual(len(self.shards()), kept)
        process = self.start(job)  # continues even without --fresh
        while len(self.shards()) <= kept and process.poll() is None:
            time.sleep(0.001)
        process.kill()
        process.communicate()
        self.assertGreater(len(self.shards()), kept)
        self.assertFalse(self.run_job(job)["was_there"])
        self.assertTrue(self.run_job(job)["was_there"])
        with h5py.File(self.folder / "t.h5") as file:
            self.assertEqual(file["n3_N4/value"].shape[2:], (201,) * 4)

    def test_a_shard_under_the_tables_name_is_not_a_table(self):
        job = self.job(MANY_UNITS)
        self.killed_after_some_shards(job, 3)
        shards = sorted(self.shards())
        (self.folder / "t.h5").write_bytes((self.folder / "t.h5.parts" / shards[1]).read_bytes())
        self.assertIn("is not this job's table", self.run_job(job, code=2))
        self.assertEqual(sorted(self.shards()), shards)

    def test_a_flipped_bit_in_a_shard_does_not_stop_a_run(self):
        job = self.job("""
players: 3
matrices: [sam, {ssam: 1}]
piles: {max: [3, 4]}
tables: {file: t.h5}
""")
        expected = self.run_job(job)["signature"]
        whole = (self.folder / "t.h5").read_bytes()
        (self.folder / "t.h5").unlink()
        part = self.folder / "t.h5.parts"
        name = "units-000000000000-000000000001.h5"
        rng = random.Random(7)
        for _ in range(150):
            part.mkdir()
            damaged = bytearray(whole)
            damaged[rng.randrange(len(whole))] ^= 1 << rng.randrange(8)
            (part / name).write_bytes(damaged)
            done = subprocess.run([PROGRAM, "run", job, "--json"], cwd=self.folder, timeout=60,
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(json.loads(done.stdout)["signature"], expected)
            self.assertFalse(part.exists())
            (self.folder / "t.h5").unlink()

    def test_a_shard_is_not_taken_for_a_table(self):
        self.killed_after_some_shards(self.job(MANY_UNITS), 2)
        shard = str(self.folder / "t.h5.parts" / sorted(self.shards())[1])
        for command in (["inspect", shard], ["get", shard, "--at", "0,0,0,0,0,0"]):
            done = subprocess.run([PROGRAM, *command], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertIn("a shard, with work units 1..2 of", done.stderr)

    def test_a_stop_is_heard_within_a_unit(self):
        job = self.job("""
players: 8
matrices: [{sample: {count: 100000, seed: 1}}]
piles: {max: [8, 8, 8, 8, 8, 8]}
tables: {file: t.h5}
""")  # about a second for each of 100,000
        process = self.start(job)
        while not (self.folder / "t.h5.parts").exists():
            time.sleep(0.001)
        time.sleep(0.2)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), 130)
        process.communicate()


class Trouble(Sweep):
    def test_a_table_name_that_is_a_directory_is_refused_before_any_work(self):
        (self.folder / "t.h5").mkdir()
        error = self.run_job(self.job(STACKED), "--fresh", code=2)
        self.assertIn("t.h5 is not a regular file", error)
        self.assertFalse((self.folder / "t.h5.parts").exists())

    def test_small_bounds_keep_machines_of_many_players_small(self):
        result = self.run_job(self.job("""
players: 16
matrices: [{sample: {count: 2, seed: 3}}]
piles: {count: 20, max: 1}
tables: {file: t.h5}
"""))
        self.assertEqual(result["values"], str(2 * 16 * 2**20))

    def test_what_earlier_runs_finished_is_not_asked_of_a_full_disk_again(self):
        disk = self.folder / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", disk],
                                 capture_output=True)
        if mounted.returncode != 0:
            self.skipTest("may not mount a small file system")
        self.addCleanup(subprocess.run, ["umount", disk], check=True)
        text = STACKED.replace("t.h5", "disk/t.h5")
        job = self.job(text)
        ballast = disk / "ballast"
        ballast.write_bytes(bytes(2_500_000))
        error = self.run_job(job, code=2)
        self.assertRegex(error, r"tables: about .* of disk needed .* expected at most the .* free")
        job = self.job(text.replace("60000", "41000"))
        error = self.run_job(job, "--checkpoint", "0", "--quiet", code=3)
        self.assertIn("No space left on device", error)
        shards = list((disk / "t.h5.parts").glob("units-*"))
        self.assertTrue(shards)
        self.assertFalse(list((disk / "t.h5.parts").glob("unfinished*")))
        ballast.unlink()
        result = self.run_job(job)
        self.assertFalse(result["was_there"])
        (disk / "t.h5").unlink()
        self.assertEqual(result["signature"], self.run_job(job)["signature"])

    def test_a_full_disk_is_told_and_loses_nothing(self):
        job = self.job(STACKED)
        expected = self.run_job(job)["signature"]
        (self.folder / "t.h5").unlink()

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (900_000, 900_000))

        error = self.run_job(job, "--checkpoint", "0", "--quiet", code=3, preexec_fn=limit)
        self.assertEqual(error.count("\n"), 1, error)
        self.assertIn("File too large", error)
        self.assertFalse((self.folder / "t.h5").exists())
        self.assertTrue(list((self.folder / "t.h5.parts").glob("units-*")))
        self.assertEqual(self.run_job(job)["signature"], expected)

    def test_places_where_nothing_can_be_written(self):
        job = self.job("players: 3\npiles: {max: [9]}\ntables: {file: /dev/null/t.h5}\n")
        self.assertIn("cannot create the folder", self.run_job(job, code=3))

    def test_jobs_larger_than_memory_or_disk_are_refused_with_the_numbers(self):
        job = self.job("players: 3\npiles: {count: 5, max: 2000}\ntables: {file: t.h5}\n")
        self.assertRegex(self.run_job(job, "--memory", "900T", code=2),
                         r"job.yaml:4:16: tables: about .* of disk needed .* that are free")
        self.assertRegex(self.run_job(self.job(LARGE), "--memory", "1M", code=2),
                         r"tables: about 4\d MB of memory needed; expected at most 1.0 MB")
        job = self.job("players: 3\npiles: {count: 9, max: 1000000}\ntables: {file: t.h5}\n")
        self.assertIn("more than 2^62 values", self.run_job(job, code=2))
        self.assertFalse(list(self.folder.glob("t.h5*")))

    def test_damage_is_found(self):
        self.run_job(self.job(LARGE))
        self.assertEqual(self.inspect("t.h5", "--check").returncode, 0)
        whole = (self.folder / "t.h5").read_bytes()
        rng = random.Random(3)
        with h5py.File(self.folder / "t.h5") as file:
            dataset = file["n3_N4/value"].id
            chunks = [dataset.get_chunk_info(k) for k in range(dataset.get_num_chunks())]
        for _ in range(40):
            chunk = rng.choice(chunks)
            damaged = bytearray(whole)
            damaged[chunk.byte_offset + rng.randrange(chunk.size)] ^= 1 << rng.randrange(8)
            (self.folder / "x.h5").write_bytes(damaged)
            done = self.inspect("x.h5", "--check", "--quiet")
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertRegex(done.stderr, r"^nimsweep: x.h5: chunk \d+ of n3_N4: it is damaged")
        data, ends = parts_of(whole)  # the seal is as FORMAT.md says, and chunks lie in their own areas
        self.assertGreater(len(ends), 1)
        areas = set(zip(ends[::2], ends[1::2]))
        for chunk in chunks:
            self.assertTrue(any(begin <= chunk.byte_offset and chunk.byte_offset + chunk.size <= end
                                for begin, end in areas))
        self.assertEqual(sum(end - begin for begin, end in areas), sum(chunk.size for chunk in chunks))
        for length in (0, 100, len(whole) // 2, len(whole) - 1):
            (self.folder / "x.h5").write_bytes(whole[:length])
            done = self.inspect("x.h5", "--check", "--quiet")
            self.assertIn(done.returncode, (1, 2, 3))
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        (self.folder / "x.h5").write_text("no table")
        self.assertEqual(self.inspect("x.h5").returncode, 2)
        self.assertEqual(self.inspect("none.h5").returncode, 3)

    def test_a_flipped_bit_anywhere_is_found_or_does_not_matter(self):
        self.run_job(self.job("title: some title\nplayers: 3\nmatrices: [all]\n"
                              "piles: {max: [3, 2]}\ntables: {file: t.h5}\n"))
        whole = (self.folder / "t.h5").read_bytes()
        self.assertLess(len(whole), 60_000)
        shown = self.inspect("t.h5", "--check", "--quiet", "--json").stdout
        rng = random.Random(6)
        found = 0
        for place in rng.sample(range(len(whole)), 400):
            damaged = bytearray(whole)
            damaged[place] ^= 1 << rng.randrange(8)
            (self.folder / "x.h5").write_bytes(damaged)
            done = subprocess.run([PROGRAM, "inspect", "x.h5", "--check", "--quiet", "--json"],
                                  cwd=self.folder, capture_output=True, text=True, timeout=60)
            if done.returncode == 0:  # padding, or a text for other readers
                self.assertEqual(done.stdout.replace("x.h5", "t.h5"), shown, place)
            else:
                self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)
                found += 1
        self.assertGreater(found, 100)

    def test_other_hdf5_files_are_refused(self):
        self.run_job(self.job("players: 3\npiles: {max: [3]}\ntables: {file: t.h5}\n"))

        def attribute(name, value):
            def change(file):
                file.attrs[name] = value
            return change

        def value_of_shape(shape):
            def change(file):
                del file["n3_N1/value"]
                file.create_dataset("n3_N1/value", shape, "u1", chunks=True if 0 not in shape else None,
                                    maxshape=[None] * len(shape) if 0 in shape else None)
            return change

        def replace(name, value):
            def change(file):
                del file[name]
                file[name] = value
            return change

        for change in (attribute("nimsweep_format", [1] * 1000), attribute("nimsweep_format", 2),
                       attribute("passes", 2**40), attribute("passes", "none"),
                       attribute("units", [5] * 100000), value_of_shape((1, 3, 0)),
                       value_of_shape((0, 3, 4)), value_of_shape((1, 77, 4)), value_of_shape((4,)),
                       replace("header", [1, 2, 3]), replace("header", "text"),
                       replace("n3_N1/checksums", 7), lambda file: file.pop("n3_N1/checksums")):
            path = self.folder / "x.h5"
            path.write_bytes((self.folder / "t.h5").read_bytes())
            with h5py.File(path, "r+") as file:
                change(file)
            reseal(path)
            for arguments, codes in ((["inspect", "x.h5"], (1, 2, 3)),
                                     (["inspect", "x.h5", "--check", "--quiet"], (1,)),
                                     (["get", "x.h5", "--at", "0,0,0"], (1, 2, 3))):
                done = subprocess.run([PROGRAM, *arguments], cwd=self.folder, capture_output=True,
                                      text=True, timeout=60)
                self.assertIn(done.returncode, codes, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        os.mkfifo(self.folder / "pipe.h5")
        self.assertIn("is not a regular file", self.inspect("pipe.h5").stderr)

    def test_wrong_values_with_right_checksums_are_found(self):
        self.run_job(self.job("players: 3\nmatrices: [all]\npiles: {max: [3]}\ntables: {file: t.h5}\n"))
        with h5py.File(self.folder / "t.h5", "r+") as file:
            matrices = file["n3_N1/matrices"]
            matrices[...] = matrices[...][::-1]
            matrices.attrs["crc32"] = zlib.crc32(matrices[...].tobytes())
        self.assertIn("it has no seal", self.inspect("t.h5").stderr)
        reseal(self.folder / "t.h5")
        done = self.inspect("t.h5", "--check", "--quiet")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"n3_N1 at .* is \d; expected \d")

    def test_changed_matrices_scales_and_job_texts_are_found(self):
        def change(name, place, value):
            def apply(file):
                file[name][place] = value
            return apply

        job = "players: 3\nmatrices: [all]\npiles: {max: [3]}\ntables: {file: t.h5}\n"
        for expected, apply in (
                ("the matrices of n3_N1 are damaged", change("n3_N1/matrices", (215, 2), [0, 1, 2])),
                ("the scale x1 of n3_N1 is damaged", change("n3_N1/x1", 2, 3)),
                ("the header is damaged", change("header", 70, 1))):
            self.run_job(self.job(job), "--fresh")
            with h5py.File(self.folder / "t.h5", "r+") as file:
                apply(file)
            reseal(self.folder / "t.h5")
            done = self.inspect("t.h5", "--check", "--quiet")
            self.assertEqual((done.returncode, done.stderr), (1, f"nimsweep: t.h5: {expected}\n"))


if __name__ == "__main__":
    unittest.main()
