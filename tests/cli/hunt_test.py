"""Real hunts: compared with the definition, killed and continued, read back with h5py."""
import collections
import csv
import io
import itertools
import json
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import h5py

sys.path.insert(0, os.path.dirname(__file__))
from definition import moore, nim, small_nim, subtraction, winner, winners, wythoff
from seal import reseal

PROGRAM = os.path.abspath(sys.argv.pop(1))
JOBS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "jobs")


def machine(rows):
    """The outcome vectors of all positions, and the letters, from positions by the definition alone."""
    n = len(rows)

    def vector(piles):
        return tuple(winner(rows, piles, 0, i) for i in range(n))

    example = {vector(()): ()}
    waiting = [()]
    letters = 1
    while waiting:
        piles = waiting.pop()
        sizes = [vector(piles + (x,)) for x in range(1, n + 2)]
        letters = max([letters] + [x + 1 for x in range(1, n + 1) if sizes[x] != sizes[x - 1]])
        for x, state in enumerate(sizes, 1):
            if state not in example:
                example[state] = piles + (x,)
                waiting.append(piles + (x,))
    return set(example), letters


def contents(path):
    """The contents of a file, except its creation time."""
    found = {}

    def collect(name, thing):
        for key, value in thing.attrs.items():
            if key not in ("DIMENSION_LIST", "REFERENCE_LIST"):  # references are places in the file
                found[name + "@" + key] = value
        if isinstance(thing, h5py.Dataset) and name != "header":
            value = thing[()]
            found[name] = (thing.dtype.str, value if isinstance(value, bytes) else value.tolist())

    with h5py.File(path) as file:
        file.visititems(collect)
        found["attributes"] = {key: value for key, value in file.attrs.items() if key != "created"}
    found.pop("header@crc32")
    return found


class Hunts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def job(self, text, name="job.yaml"):
        path = self.folder / name
        path.write_text("nimsweep: 1\n" + text)
        return str(path)

    def command(self, *words):
        return subprocess.run([PROGRAM, *words], capture_output=True, text=True, cwd=self.folder)

    def hunt(self, text, *options):
        done = self.command("run", self.job(text), "--json", "--quiet", *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]


ALL = "players: {n}\nmatrices: [all]\nhunt:\n"


class Findings(Hunts):
    def test_three_players_follow_the_definition(self):
        states = collections.Counter()
        letters = collections.Counter()
        largest = []
        permutations = list(itertools.permutations(range(3)))
        for index, rows in enumerate(itertools.product(permutations, repeat=3)):
            found, size = machine(rows)
            states[str(len(found))] += 1
            letters[str(size)] += 1
            largest.append((-len(found), index))
        for lazy in ("true", "false"):
            hunt, = self.hunt(ALL.format(n=3) + f"- {{name: all, lazy: {lazy}, keep: 1000}}")
            self.assertEqual(hunt["total"], "216")
            self.assertEqual(hunt["histograms"]["states"],
                             {k: str(v) for k, v in sorted(states.items(), key=lambda x: int(x[0]))})
            self.assertEqual(hunt["histograms"]["letters"], {k: str(v) for k, v in sorted(letters.items())})
            self.assertEqual(sum(hit["orbit"] for hit in hunt["kept"]), 216)
        top, = self.hunt(ALL.format(n=3) + "- {name: t, top: {by: states, count: 216}}")
        by_orbit = {hit["index"]: hit["states"] for hit in top["kept"]}
        self.assertEqual([(-hit["states"], int(hit["index"])) for hit in top["kept"]],
                         [(minus, index) for minus, index in sorted(largest) if str(index) in by_orbit])

    def test_small_nim_of_three_players_follows_the_definition(self):
        """Rows of up to five piles, in descending order, tell all behaviours apart."""
        rows = [row for k in range(6) for row in itertools.combinations_with_replacement(range(4, 0, -1), k)]
        played = collections.Counter()
        for matrix in itertools.product(itertools.permutations(range(3)), repeat=3):
            w = winners(small_nim, matrix)
            played[tuple(w(row, 0, i) for row in rows for i in range(3))] += 1
        hunt, = self.hunt("game: small-nim\n" + ALL.format(n=3) + "- {name: b, behaviours: true}")
        self.assertEqual((hunt["game"], hunt["total"], hunt["behaviours"]), ("small-nim", "216", "72"))
        self.assertEqual(len(played), 72)
        found = collections.Counter()
        for hit in hunt["kept"]:
            found[int(hit["alike"])] += hit["orbit"]
        self.assertEqual(found, collections.Counter(played.values()))

    def test_hunts_in_small_nim_see_the_machines_that_are_shown(self):
        hunt, = self.hunt("game: small-nim\nplayers: 5\nmatrices: [{sample: {count: 20, seed: 3}}]\nhunt: [{name: s}]")
        for hit in hunt["kept"]:
            shown = self.command("machine", "--game", "small-nim", "--matrix", json.dumps(hit["matrix"]), "--json")
            machine = json.loads(shown.stdout)
            self.assertEqual((hit["states"], hit["letters"]), (len(machine["states"]), machine["letters"]))

    def test_passes_follow_the_definition(self):
        passes = 1
        lines = self.hunt(ALL.format(n=3).replace("hunt:", "passes: 1\nresults: {file: h.h5}\nhunt:") +
                          "- {name: b, behaviours: true}\n- {name: v, where: 'value(1, 2) == 1'}\n"
                          "- {name: w, where: 'wins(any, 2, 2)', keep: 216}\n- {name: s, top: {by: states, count: 5}}\n")
        self.assertEqual({(line["passes"], line["open"], line["total"]) for line in lines}, {(1, "0", "216")})
        behaviours, value, wins, largest = lines
        self.assertEqual((behaviours["behaviours"], behaviours["behaviours_up_to_rotation"]), ("204", "72"))
        rows = list(itertools.permutations(range(3)))
        hits = [0, 0]
        for matrix in itertools.product(rows, repeat=3):
            hits[0] += winner(matrix, (1, 2), passes, 0) == 1
            hits[1] += len({winner(matrix, (2, 2), passes, i) for i in range(3)}) == 1
        self.assertEqual([int(value["hits"]), int(wins["hits"])], hits)
        for hit in wins["kept"]:
            self.assertEqual(len({winner(hit["matrix"], (2, 2), passes, i) for i in range(3)}), 1)
        for hit in largest["kept"]:  # never more than the machine that knows fewer passes, too
            text = " / ".join(" ".join(map(str, row)) for row in hit["matrix"])
            shown = json.loads(self.command("machine", "--matrix", text, "--passes", "1", "--json").stdout.splitlines()[0])
            self.assertLessEqual(hit["states"], len(shown["states"]))
            self.assertLessEqual(hit["letters"], shown["letters"])
        self.assertEqual(self.command("inspect", "h.h5", "--check").returncode, 0)
        again = [json.loads(line) for line in self.command("inspect", "h.h5", "--json").stdout.splitlines()]
        self.assertEqual([line for line in again if line["type"] == "hunt"], lines)
        with h5py.File(self.folder / "h.h5") as file:
            self.assertEqual((file["hunt/b/n3"].attrs["open"], file.attrs["passes"]), (0, 1))
        self.assertEqual(self.command("report", "job.yaml", "-o", "r.html").returncode, 0)

    def test_results_tell_the_game(self):
        job = self.job("game: small-nim\nresults: {file: r.h5}\n" + ALL.format(n=3) +
                       "- {name: a, where: 'always_wins(any, 2)'}")
        run = self.command("run", job, "--json", "--quiet")
        self.assertEqual(json.loads(run.stdout)["game"], "small-nim", run.stderr)
        self.assertEqual(self.command("inspect", "r.h5", "--json", "--check").stdout, run.stdout)
        self.assertIn("a, small-nim, 3 players\n", self.command("inspect", "r.h5").stdout)

    def test_a_sample_follows_the_definition(self):
        for n, count in ((4, 40), (5, 6)):
            hunt, = self.hunt(f"players: {n}\nmatrices: [{{sample: {{count: {count}, seed: 9}}}}]\n"
                              "hunt: [{name: s}]")
            self.assertEqual((hunt["total"], hunt["hits"]), (str(count), str(count)))
            for hit in random.Random(1).sample(hunt["kept"], min(len(hunt["kept"]), 12)):
                states, letters = machine([tuple(row) for row in hit["matrix"]])
                self.assertEqual((len(states), letters), (hit["states"], hit["letters"]), hit["matrix"])

    def test_lazy_or_not_finds_the_same(self):
        hunts = "".join(f"""
- {{name: a{lazy}{piles}, {bound} lazy: {lazy}, keep: 50}}
- {{name: b{lazy}{piles}, {bound} lazy: {lazy}, where: "equal_rows or states >= 9 and letters == 3", keep: 50}}
- {{name: c{lazy}{piles}, {bound} lazy: {lazy}, top: {{by: letters, count: 7}}}}
- {{name: d{lazy}{piles}, {bound} lazy: {lazy}, where: "not equal_rows and first_independent or letters == 2"}}
""" for lazy in ("true", "false") for piles, bound in enumerate(("", "piles: 1,", "piles: 2,", "piles: 3,")))
        lines = self.hunt("players: 2..4\nmatrices: [all]\nhunt:\n" + hunts)
        found = collections.defaultdict(dict)
        for line in lines:
            name = line.pop("name")
            key = (line["players"], name.replace("true", "").replace("false", ""))
            found[key]["true" in name] = line
            self.assertEqual(line["total"], {2: "4", 3: "216", 4: "331776"}[line["players"]])
        self.assertEqual(len(found), 48)
        for key, both in found.items():
            self.assertEqual(both[True], both[False], key)

    def test_questions_that_rotations_answer_differently(self):
        wheres = ["always_wins(0, 2)", "always_wins(1, 2)", "same_values_as(index:37)",
                  "same_values_as(0 1 2 / 0 2 1 / 1 0 2)"]
        lines = self.hunt(ALL.format(n=3) + "".join(
            f"- {{name: '{k}{lazy}', where: '{where}', lazy: {lazy}}}\n"
            for k, where in enumerate(wheres) for lazy in ("true", "false")))
        found = {line.pop("name"): line for line in lines}
        for k in range(len(wheres)):
            self.assertEqual(found[f"{k}true"], found[f"{k}false"])
            self.assertEqual(len(found[f"{k}true"]["kept"]), int(found[f"{k}true"]["hits"]))
        self.assertEqual(found["0true"]["hits"], "50")
        for hit in found["0true"]["kept"]:
            rows = tuple(tuple(row) for row in hit["matrix"])
            for k in range(10):
                piles = random.Random(k).choices((2, 3, 4), k=24)
                self.assertEqual({winner(rows, piles, 0, i) for i in range(3)}, {0}, rows)
        self.assertEqual([hit["index"] for hit in found["2true"]["kept"]], ["37"])

    def test_claims_that_name_winners_tell_rotations_apart(self):
        claim = "{name: c, cases: [{when: 'x[1] > 1', winner: '[0, 1]'}, {value: '[0, 1, 2]'}]}"
        lazy, slow = self.hunt("players: 3\nmatrices: [all]\npiles: {count: 1}\nhunt:\n" + "".join(
            f"- {{name: lazy {lazy}, satisfies: {claim}, keep: 1000, lazy: {lazy}}}\n" for lazy in ("true", "false")))
        expected = []
        for index, rows in enumerate(itertools.product(itertools.permutations(range(3)), repeat=3)):
            if all(winner(rows, (x,), 0, i) < 2 for x in (2, 3, 4) for i in range(3)):
                expected.append(str(index))
        for hunt in (lazy, slow):
            self.assertEqual([hit["index"] for hit in hunt["kept"]], expected)
            self.assertEqual(hunt["hits"], str(len(expected)))

    def test_behaviours(self):
        lines = self.hunt("players: 3..4\nmatrices: [all]\nhunt:\n" + "".join(
            f"- {{name: b{piles}, behaviours: true, keep: 100000, piles: {piles}}}\n" for piles in (1, 2, 3))
            + "- {name: b, behaviours: true, keep: 100000}")
        self.assertEqual({(line["players"], line["name"]): (line["behaviours"], line["behaviours_up_to_rotation"])
                          for line in lines},
                         {(3, "b1"): ("27", "11"), (3, "b2"): ("129", "47"), (3, "b3"): ("216", "76"),
                          (3, "b"): ("216", "76"), (4, "b1"): ("256", "70"), (4, "b2"): ("11354", "2869"),
                          (4, "b3"): ("99300", "24900"), (4, "b"): ("255194", "63893")})
        for line in lines:
            kept = line["kept"]
            self.assertEqual(len(kept), int(line["behaviours_up_to_rotation"]))
            self.assertEqual(sum(hit["orbit"] for hit in kept), int(line["behaviours"]))
            self.assertEqual(sum(hit["orbit"] * int(hit["alike"]) for hit in kept), int(line["total"]))

    def test_five_players_with_up_to_two_piles(self):
        hunt, = self.hunt(ALL.format(n=5) + "- {name: two, piles: 2, behaviours: true, keep: 5}")
        self.assertEqual(hunt["total"], str(120**5))
        self.assertEqual(int(hunt["left_out"]), 2042420 - sum(hit["orbit"] for hit in hunt["kept"]))
        self.assertEqual(sum(map(int, hunt["histograms"]["states"].values())), 120**5)
        self.assertEqual((hunt["behaviours"], len(hunt["kept"])), ("2042420", 5))

    def test_six_players_with_one_pile(self):
        for how in ("keep: 10", "keep: 10, where: 'letters == 6'", "top: {by: letters, count: 5}", "behaviours: true"):
            hunt, = self.hunt(ALL.format(n=6) + f"- {{name: one, piles: 1, {how}}}")
            self.assertEqual(hunt["total"], str(720**6))
            self.assertGreater(len(hunt["kept"]), 4)

    def test_a_claim_beyond_its_matrix(self):
        hunt, = self.hunt("players: 3\nmatrices: [all]\npiles: {count: 3..4}\n"
                          "hunt: [{name: t, satisfies: shifted-3.4}]")
        indices = {int(hit["index"]) for hit in hunt["kept"]}
        permutations = list(itertools.permutations(range(3)))
        for index, rows in enumerate(itertools.product(permutations, repeat=3)):
            holds = all((winner(rows, piles, 0, i) - i) % 3 == (d if piles[2] == 1 else d + 1) % 3
                        for d, count in ((0, 3), (1, 4)) if 3 >= d + 2
                        for piles in itertools.product(range(1, 4), repeat=count) for i in range(3))
            rotations = [int(sum(permutations.index(rows[(i + k) % 3]) * 6**(2 - i) for i in range(3)))
                         for k in range(3)]
            self.assertEqual(min(rotations) in indices, holds, rows)
        self.assertIn(129, indices)  # SSAM^1 itself

    def test_claims_that_remember_something(self):
        for claim, value in (("{name: c, value: 'count(x > 1) + N'}", lambda piles: sum(x > 1 for x in piles) + 2),
                             ("{name: c, each: [{value: 'v + 1'}], value: v}", lambda piles: 2),
                             ("{name: c, each: [{when: 'x > 1', value: 'v + 2'}, {value: 'v + 1'}], value: '[v, v + 1]'}",
                              lambda piles: (2 + sum(x > 1 for x in piles), 3 + sum(x > 1 for x in piles)))):
            hunt, = self.hunt("players: 3\nmatrices: [all]\npiles: {count: 2}\n"
                              f"hunt: [{{name: t, satisfies: {claim}}}]")
            expected = 0
            for rows in itertools.product(itertools.permutations(range(3)), repeat=3):
                values = {piles: value(piles) for piles in itertools.product(range(1, 5), repeat=2)}
                expected += all((winner(rows, piles, 0, i) - i) % 3 in
                                {v % 3 for v in (values[piles] if isinstance(values[piles], tuple) else [values[piles]])}
                                for piles in values for i in range(3))
            self.assertEqual(int(hunt["hits"]), expected, claim)
        every, = self.hunt("players: 4\nmatrices: [{ssam: all}]\npiles: {count: 2..5}\n"
                           "hunt: [{name: t, satisfies: shifted-all}]")
        self.assertEqual((every["total"], every["hits"]), ("4", "4"))

    def test_the_cap_leaves_counts_exact_and_memory_bounded(self):
        few, = self.hunt(ALL.format(n=4) + "- {name: few, keep: 3}")
        none, = self.hunt(ALL.format(n=4) + "- {name: none, keep: 0}")
        many, = self.hunt(ALL.format(n=4) + "- {name: many, keep: 100000}")
        self.assertEqual({hunt["hits"] for hunt in (few, none, many)}, {"331776"})
        self.assertEqual((len(few["kept"]), none["kept"]), (3, []))
        self.assertEqual((none["left_out"], many["left_out"]), ("331776", "0"))
        self.assertEqual(int(few["left_out"]), 331776 - sum(hit["orbit"] for hit in few["kept"]))
        self.assertEqual(few["kept"], many["kept"][:3])
        self.assertEqual(sum(hit["orbit"] for hit in many["kept"]), 331776)
        indices = [int(hit["index"]) for hit in many["kept"]]
        self.assertEqual(indices, sorted(indices))


SLOW = """
players: 5
matrices: [{sample: {count: 300000, seed: 3}}]
results: {file: h.h5}
hunt:
- {name: top, top: {by: states, count: 25}}
- {name: few, where: "states < 40", keep: 50}
- {name: other, where: "pile_independent(2)", keep: 100000}
"""
ORBITS = """
players: 4..5
matrices: [all]
results: {file: h.h5}
hunt:
- {name: few, where: "states <= 4", keep: 50}
"""


class Killed(Hunts):
    def start(self, *options):
        process = subprocess.Popen([PROGRAM, "run", "job.yaml", "--quiet", "--checkpoint", "0", *options],
                                   cwd=self.folder, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def wait_for_progress(self, units):
        until = time.monotonic() + 300  # enough for sanitizers
        while time.monotonic() < until:
            if self.units_saved() >= units:
                return
            time.sleep(0.005)
        self.fail("nothing was saved")

    def saved(self):
        return sorted((self.folder / "h.h5.parts").glob("saved-*"))

    def units_saved(self):
        ends = {}  # a kill may leave two saves that begin at the same unit
        for path in self.saved():
            first, last = map(int, path.name.split("-")[1:])
            ends[first] = max(last, ends.get(first, first))
        return sum(last - first for first, last in ends.items())

    def test_what_was_killed_is_continued_to_the_same_file(self):
        for threads in ("1", "2"):
            self.job(SLOW)
            whole = self.hunt(SLOW, "--threads", threads)
            expected = contents(self.folder / "h.h5")
            (self.folder / "h.h5").unlink()
            killed = 0
            for units, number in ((2, signal.SIGKILL), (5, signal.SIGINT), (9, signal.SIGKILL), (12, signal.SIGINT)):
                process = self.start("--threads", threads)
                self.wait_for_progress(units)
                process.send_signal(number)
                killed += process.wait() == -signal.SIGKILL
            self.assertGreaterEqual(killed, 1)
            self.assertFalse((self.folder / "h.h5").exists())
            self.assertEqual(self.hunt(SLOW, "--threads", threads), whole)
            self.assertEqual(contents(self.folder / "h.h5"), expected)
            self.assertFalse((self.folder / "h.h5.parts").exists())
            (self.folder / "h.h5").unlink()

    def test_an_interrupted_hunt_stops_at_once_and_says_how_to_go_on(self):
        self.job(ORBITS)
        process = self.start()
        self.wait_for_progress(301)  # all 300 units of four players, and some of five
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        self.assertEqual(process.wait(timeout=60), 130)
        self.assertLess(time.monotonic() - sent, 20)
        self.assertIn("run the job again to continue", process.stderr.read())
        before = self.units_saved()
        process = self.start()
        self.wait_for_progress(before + 1)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), 130)

    def test_a_search_in_a_large_box_stops_soon(self):
        self.job(digits("nim", 3, 3, matrices="{rows: [[0,2,1],[0,2,1],[0,2,1]]}",
                        hunts="- {name: open, where: not automatic, box: 134217728}"))
        process = subprocess.Popen([PROGRAM, "run", "job.yaml", "--threads", "1"], cwd=self.folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)
        process.stderr.close()
        self.assertEqual(process.returncode, 130)

    def test_a_hunt_in_another_game_is_continued_to_the_same_file(self):
        job = digits("nim", 4, 2, more="results: {file: h.h5}\n", matrices="{range: {from: 1000, count: 6000}}", hunts="""
- {name: all, keep: 50}
- {name: few, where: "states < 6 or not automatic"}
""")
        whole = self.hunt(job)
        expected = contents(self.folder / "h.h5")
        (self.folder / "h.h5").unlink()
        for units, number in ((3, signal.SIGKILL), (10, signal.SIGINT), (25, signal.SIGKILL)):
            process = self.start()
            self.wait_for_progress(units)
            process.send_signal(number)
            process.wait()
        self.assertFalse((self.folder / "h.h5").exists())
        self.assertEqual(self.hunt(job), whole)
        self.assertEqual(contents(self.folder / "h.h5"), expected)

    def test_behaviours_of_another_game_are_continued(self):
        job = digits("nim", 5, 1, more="results: {file: h.h5}\n", hunts="- {name: games, behaviours: true, keep: 50}")
        whole = self.hunt(job)
        self.assertEqual(whole[0]["total"], "24883200000")
        expected = contents(self.folder / "h.h5")
        (self.folder / "h.h5").unlink()
        for units, number in ((20, signal.SIGKILL), (80, signal.SIGINT)):
            process = self.start()
            self.wait_for_progress(units)
            process.send_signal(number)
            process.wait()
        self.assertFalse((self.folder / "h.h5").exists())
        self.assertEqual(self.hunt(job), whole)
        self.assertEqual(contents(self.folder / "h.h5"), expected)

    def test_damage_to_what_was_saved_is_noticed(self):
        self.job(SLOW)
        process = self.start()
        self.wait_for_progress(3)
        process.kill()
        process.wait()
        for saved in self.saved():  # a kill may also leave the previous save
            saved.write_text(saved.read_text().replace("3", "4"))
        self.hunt(SLOW)  # as if nothing had been saved
        self.assertTrue((self.folder / "h.h5").exists())

    def test_work_of_another_job_is_not_continued(self):
        self.job(SLOW)
        process = self.start()
        self.wait_for_progress(2)
        process.kill()
        process.wait()
        job = self.job(SLOW.replace("seed: 3", "seed: 4"))
        done = self.command("run", job)
        self.assertEqual(done.returncode, 2)
        self.assertIn("holds work of another job", done.stderr)
        done = self.command("run", job, "--fresh", "--quiet", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_full_disk_is_told(self):
        self.job(SLOW)
        limit = (2000, 2000)
        done = subprocess.run([PROGRAM, "run", "job.yaml", "--quiet", "--checkpoint", "0"], cwd=self.folder,
                              capture_output=True, text=True,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit))
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.hunt(SLOW)


def digits(game, n, piles, hunts, more="", matrices="all"):
    return f"game: '{game}'\nplayers: {n}\nmatrices: [{matrices}]\npiles: {{count: {piles}}}\n{more}hunt:\n{hunts}"


class Digits(Hunts):
    """Games whose machines read binary digits."""

    def test_one_pile_with_large_numbers_has_its_period(self):
        hunt, = self.hunt(digits("subtraction:1,5000", 2, 1, "- {name: all, where: automatic}"))
        self.assertEqual((hunt["total"], hunt["hits"]), ("4", "4"))
        hunt, = self.hunt(digits("subtraction:1,3", 2, 1, "- {name: all, where: automatic}", more="passes: 100\n"))
        self.assertEqual(hunt["hits"], "4")

    def test_open_matrices_are_not_among_the_largest(self):
        hunt, = self.hunt(digits("nim", 3, 3, "- {name: largest, top: {by: states, count: 300}, box: 32768}"))
        self.assertEqual(int(hunt["hits"]) + int(hunt["open"]), 216)
        self.assertNotEqual(hunt["open"], "0")

    def test_what_takes_too_much_memory_or_time_is_refused(self):
        for job, message in (
                (digits("nim", 3, 3, "- {name: a, box: 268435456}"),
                 "hunt 'a': box: 268,435,456 positions take 7.2 GB on each of 1 threads; expected at most 105 MB"),
                (digits("nim", 6, 1, "- {name: a}"), "6 players are too many to look for a machine of each")):
            for command in ("plan", "run"):
                done = self.command(command, self.job(job), "--memory", "100M", "--threads", "1")
                self.assertEqual(done.returncode, 2)
                self.assertIn(message, done.stderr)

    def test_counts_follow_the_definition(self):
        for game, moves, count, side, passes in (("nim", nim, 2, 10, 0), ("moore:2", moore(2), 2, 8, 0),
                                                 ("subtraction:1,3,4", subtraction(1, 3, 4), 1, 40, 0),
                                                 ("nim", nim, 1, 12, 1)):
            positions = list(itertools.product(range(side), repeat=count))
            values = {}
            for index, rows in enumerate(itertools.product(itertools.permutations(range(3)), repeat=3)):
                w = winners(moves, rows)
                values[index] = tuple(tuple((w(piles, passes, i) - i) % 3 for i in range(3)) for piles in positions)
            hunts = self.hunt(digits(game, 3, count, more=f"passes: {passes}\n", hunts="""
- {name: games, behaviours: true, keep: 1000}
- {name: first, where: first_independent}
- {name: large, where: pile_independent(3)}
- {name: same, where: 'same_values_as(ssam:1)'}
- {name: rotated, where: 'same_values_as(index:37)'}
"""))
            found = {line["name"]: int(line["hits"]) for line in hunts}
            self.assertEqual(hunts[0]["behaviours"], str(len(set(values.values()))), game)
            alike = collections.Counter(values.values())
            self.assertEqual(collections.Counter(int(hit["alike"]) for hit in hunts[0]["kept"] for _ in range(hit["orbit"])),
                             collections.Counter(alike.values()))
            self.assertEqual(found["first"], sum(all(len(set(at)) == 1 for at in table) for table in values.values()))
            large = [k for k, piles in enumerate(positions) if min(piles) >= 3]
            self.assertEqual(found["large"], sum(len({table[k] for k in large}) == 1 for table in values.values()))
            self.assertEqual(found["same"], alike[values[129]])  # 1 2 0 three times: 3 * 43
            self.assertEqual(found["rotated"], alike[values[37]])
            for line in hunts:
                self.assertEqual((line["game"], line["piles"], line["passes"]), (game, count, passes))
                self.assertEqual((line["total"], line["open"]), ("216", "0"))
                self.assertEqual(sum(map(int, line["histograms"]["states"].values())), 216)
                self.assertEqual(list(line["histograms"]), ["states"])

    def test_states_are_those_of_the_machine_that_is_shown(self):
        hunt, = self.hunt("game: nim\nplayers: 4\nmatrices: [{sample: {count: 12, seed: 3}}]\npiles: {count: 2}\n"
                          "hunt: [{name: s}]")
        for hit in hunt["kept"]:
            shown = self.command("machine", "--game", "nim", "--matrix", json.dumps(hit["matrix"]), "--pile-count", "2",
                                 "--json")
            self.assertEqual(hit["states"], len(json.loads(shown.stdout)["states"]))
            self.assertNotIn("letters", hit)

    def test_the_jobs_find_what_is_known(self):
        for job, expected in (("nim-three-players", {2: ("216", "0", "138", 4, 14), 3: ("213", "3", "213", 5, 33)}),
                              ("wythoff-three-players", {2: ("213", "3", "117", 5, 27)})):
            done = self.command("run", os.path.join(JOBS, job + ".yaml"), "--json", "--quiet")
            self.assertEqual(done.returncode, 0, done.stderr)
            lines = {(line["piles"], line["name"]): line for line in map(json.loads, done.stdout.splitlines())}
            for piles, (proved, left, games, fewest, most) in expected.items():
                self.assertEqual(lines[piles, "which are automatic"]["hits"], proved)
                self.assertEqual(lines[piles, "how many games are there"]["behaviours"], games)
                states = [int(k) for k in lines[piles, "largest automata"]["histograms"]["states"]]
                self.assertEqual((min(states), max(states)), (fewest, most))
                unknown = lines[piles, "open"]
                self.assertEqual((unknown["hits"], unknown["open"]), (left, left))
                self.assertEqual([hit["index"] for hit in unknown["kept"]], ["43", "86", "215"][:int(left)])
                for hit in unknown["kept"]:
                    self.assertNotIn("states", hit)
                    self.assertEqual(hit["blocks"][:2], [1, 8] if job.startswith("nim") else [1, 4])
            if job.startswith("nim"):
                self.assertEqual([hit["blocks"][-3:] for hit in lines[3, "open"]["kept"]],
                                 [[161, 678, 2729], [161, 678, 2729], [161, 681, 2732]])

    def test_a_claim_is_asked_of_every_matrix(self):
        hunts = {
            "large": ("{name: c, cases: [{when: 'min(x) > 2', value: '[0, 2]'}, {value: '[0, 1, 2]'}]}",
                      lambda piles, v: min(piles) <= 2 or v != 1),
            "xor": ("{name: c, cases: [{when: 'xor(x) == 0', value: '[0, 2]'}, {value: '[0, 1, 2]'}]}",
                    lambda piles, v: piles[0] != piles[1] or v != 1),
            "winner": ("{name: c, cases: [{when: 'x[1] > 3', winner: '[0, 2]'}, {value: '[0, 1, 2]'}]}", None)}
        lines = self.hunt(digits("nim", 3, 2, "".join(
            f"- {{name: {name}, satisfies: {claim}, keep: 1000}}\n" for name, (claim, _) in hunts.items()) +
            "- {name: r, satisfies: {name: c, cases: [{when: 'x[1] == 1 and x[2] == 1', value: r + 1}, "
            "{value: '[0, 1, 2]'}]}, keep: 1000}"))
        found = {line["name"]: line for line in lines}
        expected = collections.Counter()
        for index, rows in enumerate(itertools.product(itertools.permutations(range(3)), repeat=3)):
            w = winners(nim, rows)
            values = {(piles, i): (w(piles, 0, i) - i) % 3
                      for piles in itertools.product(range(1, 9), repeat=2) for i in range(3)}
            for name, (_, holds) in hunts.items():
                if holds is None:
                    expected[name] += all((i + v) % 3 in (0, 2) for (piles, i), v in values.items() if piles[0] > 3)
                else:
                    expected[name] += all(holds(piles, v) for (piles, i), v in values.items())
            if index % 43 == 0 and index // 43 in (0, 3, 4):  # SSAM^0, SSAM^1, SSAM^2
                r = {0: 0, 3: 1, 4: 2}[index // 43]
                expected["r"] += all(values[(1, 1), i] == (r + 1) % 3 for i in range(3))
        self.assertEqual({name: int(line["hits"]) for name, line in found.items()}, dict(expected))
        self.assertGreater(min(expected["large"], expected["xor"], expected["winner"]), 0)

    OPEN = digits("wythoff", 3, "[1, 2]", more="title: open or not\nresults: {file: h.h5}\n", hunts="""
- {name: all, box: 4096, keep: 200}
- {name: open, box: 4096, where: not automatic}
- {name: games, box: 4096, behaviours: true, keep: 30}
""")

    def test_any_reader_sees_what_was_found(self):
        lines = self.hunt(self.OPEN)
        self.assertEqual([(line["piles"], line["name"]) for line in lines],
                         [(piles, name) for piles in (1, 2) for name in ("all", "open", "games")])
        with h5py.File(self.folder / "h.h5") as file:
            self.assertEqual(file.attrs["game"], "wythoff")
            for line in lines:
                group = file["hunt"][line["name"]][f"n3_N{line['piles']}"]
                for name in ("total", "hits", "open", "left_out", "piles"):
                    self.assertEqual(str(group.attrs[name]), str(line[name]))
                self.assertNotIn("letters", group)
                hits = group["hits"]
                self.assertEqual([str(index) for index in hits["index"]], [hit["index"] for hit in line["kept"]])
                self.assertEqual(hits["matrix"][()].tolist(), [hit["matrix"] for hit in line["kept"]])
                self.assertEqual(hits["states"][()].tolist(), [hit.get("states", 0) for hit in line["kept"]])
                self.assertEqual("blocks" in hits, any("blocks" in hit for hit in line["kept"]))
                if "blocks" in hits:
                    for blocks, hit in zip(hits["blocks"][()].tolist(), line["kept"]):
                        self.assertEqual(blocks, hit.get("blocks", [0] * len(blocks)))
                if line["name"] == "games":
                    self.assertEqual(str(group.attrs["behaviours"]), line["behaviours"])
                    self.assertEqual([str(x) for x in hits["alike"]], [hit["alike"] for hit in line["kept"]])
        self.assertGreater(int(lines[-1]["open"]), 3)  # the box is too small for some
        done = self.command("inspect", "h.h5", "--json", "--check")
        self.assertEqual([json.loads(line) for line in done.stdout.splitlines()], lines, done.stderr)
        shown = self.command("inspect", "h.h5").stdout
        self.assertIn("open, wythoff, 3 players, 2 piles\nwalked     216 matrices, as for 'all'\n", shown)
        self.assertRegex(shown, r"\n +43 +1 +open +0 2 1 / 0 2 1 / 0 2 1   blocks 1 4 10 19 30\n")
        with h5py.File(self.folder / "h.h5", "r+") as file:
            file["hunt/open/n3_N2/hits/blocks"][0, 2] += 1
        reseal(self.folder / "h.h5")
        done = self.command("inspect", "h.h5", "--check")
        self.assertEqual(done.returncode, 1)
        self.assertIn("blocks", done.stderr)

    def test_a_report_shows_them(self):
        job = self.job(self.OPEN)
        lines = self.command("run", job, "--json", "--quiet").stdout
        (self.folder / "run.jsonl").write_text(lines)
        for source in ("h.h5", "run.jsonl"):
            done = self.command("report", source, "-o", "page.html")
            self.assertEqual(done.returncode, 0, done.stderr)
            page = (self.folder / "page.html").read_text()
            self.assertIn('"blocks":[1,4,10,19,30]', page)

    def test_parts_and_threads_make_no_difference(self):
        job = self.job(self.OPEN)
        found = []
        for threads in ("1", "3"):
            lines = self.hunt(self.OPEN, "--threads", threads, "--fresh")
            found.append(contents(self.folder / "h.h5"))
        (self.folder / "h.h5").unlink()
        for part in (3, 1, 2):
            self.assertEqual(self.command("run", job, "--part", f"{part}/3").returncode, 0)
        self.assertEqual(self.command("merge", job).returncode, 0)
        found.append(contents(self.folder / "h.h5"))
        self.assertEqual(self.hunt(self.OPEN), lines)
        self.assertEqual(found[0], found[1])
        self.assertEqual(found[0], found[2])

    def test_no_hits_have_no_behaviours(self):
        none, = self.hunt(digits("nim", 3, 2, "- {name: b, behaviours: true, where: states > 100}"))
        self.assertEqual((none["hits"], none["behaviours"], none["kept"]), ("0", "0", []))

    def test_plan_says_how_long(self):
        done = self.command("plan", self.job(self.OPEN), "--json")
        plan = json.loads(done.stdout.splitlines()[0])
        self.assertEqual((plan["type"], plan["hunts"], plan["walks"], plan["matrices"]), ("hunts", 3, 2, "432"))
        self.assertFalse((self.folder / "h.h5").exists())


class Files(Hunts):
    JOB = """
title: a title
players: 3..4
matrices: [all]
results: {file: out/h.h5}
hunt:
- {name: "few, or many?", where: "states < 8", keep: 20}
- {name: games, behaviours: true, keep: 30}
"""

    def test_any_reader_sees_what_was_found(self):
        lines = self.hunt(self.JOB)
        with h5py.File(self.folder / "out/h.h5") as file:
            for line in lines:
                group = file["hunt"][line["name"]][f"n{line['players']}"]
                self.assertEqual((str(group.attrs["total"]), str(group.attrs["hits"])), (line["total"], line["hits"]))
                for feature in ("states", "letters"):
                    self.assertEqual({str(value): str(count) for value, count in group[feature][()].tolist()},
                                     line["histograms"][feature])
                hits = group["hits"]
                self.assertEqual(len(hits["index"]), len(line["kept"]))
                for k, hit in enumerate(line["kept"]):
                    self.assertEqual(str(hits["index"][k]), hit["index"])
                    self.assertEqual(hits["matrix"][k].tolist(), hit["matrix"])
                    self.assertEqual([int(hits[name][k]) for name in ("orbit", "states", "letters")],
                                     [hit[name] for name in ("orbit", "states", "letters")])
                if line["name"] == "games":
                    self.assertEqual(str(group.attrs["behaviours"]), line["behaviours"])
                    self.assertEqual([str(x) for x in hits["alike"]], [hit["alike"] for hit in line["kept"]])
            self.assertIn(b"few, or many?", file["job"][()])

    def test_threads_make_no_difference(self):
        found = []
        for threads in ("1", "2", "5"):
            self.hunt(self.JOB, "--threads", threads, "--fresh")
            found.append(contents(self.folder / "out/h.h5"))
        self.assertEqual(found[0], found[1])
        self.assertEqual(found[0], found[2])

    def test_a_complete_file_is_not_made_again(self):
        first = self.hunt(self.JOB)
        made = (self.folder / "out/h.h5").stat().st_mtime_ns
        self.assertEqual(self.hunt(self.JOB), first)
        self.assertEqual((self.folder / "out/h.h5").stat().st_mtime_ns, made)
        done = self.command("run", self.job(self.JOB))
        self.assertIn("already complete", done.stdout)
        done = self.command("run", self.job(self.JOB.replace("keep: 20", "keep: 21")))
        self.assertEqual(done.returncode, 2)
        self.assertIn("does not hold this job's hunts", done.stderr)

    def test_inspect_shows_them_and_get_refuses(self):
        lines = self.hunt(self.JOB)
        done = self.command("inspect", "out/h.h5", "--json")
        self.assertEqual([json.loads(line) for line in done.stdout.splitlines()], lines)
        done = self.command("inspect", "out/h.h5", "--check")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("few, or many?, 3 players", done.stdout)
        # What is said of all matrices is said once for each number of players, and what of the hits for each hunt.
        walks = re.findall(r"^walked +\S+ matrices(.*)\n(  states .*\n  letters .*\n)?hits ", done.stdout, re.M)
        hunts = [line for line in lines if line["type"] == "hunt"]
        self.assertEqual(len(walks), len(hunts))
        seen = []
        for (reference, histograms), hunt in zip(walks, hunts):
            key = (hunt["players"], hunt["total"], hunt["histograms"])
            self.assertEqual(bool(histograms), key not in seen)
            self.assertEqual(reference.startswith(", as for '"), key in seen)
            seen.append(key)
        self.assertIn("a title", done.stdout)
        done = self.command("get", "out/h.h5", "--at", "0,0,1")
        self.assertEqual(done.returncode, 2)
        self.assertIn("hunt results", done.stderr)
        path = self.folder / "out/h.h5"
        whole = path.read_bytes()

        def change(file, what):
            if what == "index":
                file["hunt/games/n4/hits/index"][3] = 7
            if what == "hits":
                file["hunt/games/n3"].attrs["hits"] = 1
            if what == "states":
                del file["hunt/games/n3/states"]

        for what in ("index", "hits", "states"):
            with h5py.File(path, "r+") as file:
                change(file, what)
            reseal(path)
            done = self.command("inspect", "out/h.h5", "--check")
            self.assertEqual(done.returncode, 1, what)
            self.assertIn(what, done.stderr)
            path.write_bytes(whole)
        data = bytearray(path.read_bytes())
        with h5py.File(path) as file:
            where = file["results"].id.get_offset()
        data[where + 5] ^= 1
        path.write_bytes(data)
        done = self.command("inspect", "out/h.h5", "--check")
        self.assertEqual(done.returncode, 1)
        self.assertIn("damaged", done.stderr)

    def test_hits_as_comma_separated_values(self):
        lines = self.hunt("players: 3\nmatrices: [all]\nresults: {file: h.h5}\nhunt:\n"
                          "- {name: 'a, b', where: 'pile_independent(2) and wins(any, 1, 2)'}\n"
                          "- {name: games, behaviours: true, keep: 3}\n- {name: two, where: 'value(1, 2) == 2'}\n")
        done = self.command("inspect", "h.h5", "--csv")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = list(csv.DictReader(io.StringIO(done.stdout)))
        self.assertEqual(len(rows), sum(len(line["kept"]) for line in lines))
        for line in lines:
            for hit, row in zip(line["kept"], [row for row in rows if row["hunt"] == line["name"]]):
                self.assertEqual(row["index"], hit["index"])
                self.assertEqual([[int(x) for x in r.split()] for r in row["matrix"].split("/")], hit["matrix"])
                self.assertEqual((row["orbit"], row["states"], row["letters"]),
                                 (str(hit["orbit"]), str(hit["states"]), str(hit["letters"])))
                self.assertEqual(row["alike"], hit.get("alike", ""))
                facts = hit.get("facts", {})
                for name in ("pile_independent(2)", "wins(any, 1, 2)", "value(1, 2)"):
                    self.assertEqual(row[name], str(facts[name]) if name in facts else "")
        two = next(line for line in lines if line["name"] == "two")
        self.assertEqual({hit["facts"]["value(1, 2)"] for hit in two["kept"]}, {2})
        for hit in two["kept"]:
            self.assertEqual(winner(hit["matrix"], (1, 2), 0, 0), 2)
        self.assertEqual(int(two["hits"]), len(two["kept"]))  # rotations differ
        for other in (("--bfile", "hits"), ("--json",), ("--check",)):
            done = self.command("inspect", "h.h5", "--csv", *other)
            self.assertEqual(done.returncode, 2)
        self.hunt("players: 3\nmatrices: [all]\nresults: {file: h.h5}\nhunt:\n"
                  "- {name: a, where: states > 9 and letters > 1 and not equal_rows}\n", "--fresh")
        header, *rows = csv.reader(io.StringIO(self.command("inspect", "h.h5", "--csv").stdout))
        self.assertEqual(len(header), len(set(header)), header)
        for row in rows:
            self.assertGreater(int(row[header.index("states")]), 9)

    def test_histograms_of_hits_add_up(self):
        for line in self.hunt("players: 3..4\nmatrices: [all]\nhunt:\n- {name: a, where: states > 12}\n- {name: b}\n"):
            for kind in ("states", "letters"):
                of_hits = line["hit_histograms"][kind]
                self.assertEqual(sum(map(int, of_hits.values())), int(line["hits"]))
                for value, count in of_hits.items():
                    self.assertLessEqual(int(count), int(line["histograms"][kind][value]))
            wanted = {k: v for k, v in line["histograms"]["states"].items() if line["name"] == "b" or int(k) > 12}
            self.assertEqual(line["hit_histograms"]["states"], wanted)

    def test_sequences_as_the_oeis_keeps_them(self):
        lines = self.hunt("players: 2..4\nmatrices: [all]\nresults: {file: h.h5}\nhunt:\n"
                          "- {name: games, behaviours: true}\n- {name: few, where: states < 9}\n")

        def sequence(*words):
            done = self.command("inspect", "h.h5", "--bfile", *words)
            self.assertEqual(done.returncode, 0, done.stderr)
            return [tuple(map(int, line.split(" "))) for line in done.stdout.splitlines()]

        def expected(name, key):
            return [(line["players"], int(line[key])) for line in lines if line["name"] == name]

        self.assertEqual(sequence("behaviours"), expected("games", "behaviours"))
        self.assertEqual(sequence("orbits"), expected("games", "behaviours_up_to_rotation"))
        self.assertEqual(sequence("hits", "--hunt", "few"), expected("few", "hits"))
        for words, message in ((("behaviours", "--hunt", "few"), "does not count behaviours"),
                               (("orbits", "--hunt", "few"), "does not count behaviours"),
                               (("hits", "--json"), "--bfile: expected without --json"),
                               (("states",), "several cases"), (("x",), "expected hits, behaviours"),
                               (("hits", "--hunt", "no"), "no hunt called 'no'")):
            done = self.command("inspect", "h.h5", "--bfile", *words)
            self.assertEqual(done.returncode, 2)
            self.assertIn(message, done.stderr)
        lines = self.hunt("game: nim\nplayers: 3\nmatrices: [all]\npiles: {count: [1, 2]}\nresults: {file: h.h5}\n"
                          "hunt: [{name: games, behaviours: true}]\n", "--fresh")
        self.assertEqual(sequence("behaviours"), [(line["piles"], int(line["behaviours"])) for line in lines])

    PILES = """players: 2..4
matrices: [all]
results: {file: h.h5}
hunt:
  - {name: games, behaviours: true, piles: 1..3, keep: 0}
  - {name: any, behaviours: true, keep: 0}
"""

    def test_a_hunt_with_several_numbers_of_piles_is_one_for_each(self):
        lines = self.hunt(self.PILES)
        together = [(line["players"], line["max_piles"], line["behaviours"])
                    for line in lines if line["name"] == "games"]
        self.assertEqual([line[:2] for line in together], list(itertools.product((2, 3, 4), (1, 2, 3))))
        for piles in (1, 2, 3):
            alone = self.hunt("players: 2..4\nmatrices: [all]\n"
                              f"hunt: [{{name: games, behaviours: true, piles: {piles}, keep: 0}}]\n")
            self.assertEqual([(line["players"], piles, line["behaviours"]) for line in alone],
                             [line for line in together if line[1] == piles])
        self.assertNotIn("max_piles", next(line for line in lines if line["name"] == "any"))
        with h5py.File(self.folder / "h.h5") as file:
            self.assertEqual(sorted(file["hunt/games"]), [f"n{n}_N{piles}" for n in (2, 3, 4) for piles in (1, 2, 3)])
            self.assertEqual(file["hunt/games/n3_N2"].attrs["max_piles"], 2)
        shown = self.command("inspect", "h.h5", "--check", "--quiet")
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertIn("games, 3 players, up to 2 piles\n", shown.stdout)
        for words, expected in ((("--players", "3"), [(piles, count) for n, piles, count in together if n == 3]),
                                (("--pile-count", "2"), [(n, count) for n, piles, count in together if piles == 2]),
                                (("--players", "3", "--pile-count", "2"),
                                 [(piles, count) for n, piles, count in together if (n, piles) == (3, 2)])):
            done = self.command("inspect", "h.h5", "--bfile", "behaviours", *words)
            self.assertEqual(done.stdout, "".join(f"{n} {count}\n" for n, count in expected), done.stderr)
        for words, message in (((), "players and piles both vary; expected one number of players, or one of piles"),
                               (("--players", "5"), "'games' has no case with these numbers of players and piles")):
            done = self.command("inspect", "h.h5", "--bfile", "behaviours", *words)
            self.assertEqual(done.returncode, 2)
            self.assertIn(message, done.stderr)
        done = self.command("inspect", "h.h5", "--players", "3")
        self.assertEqual((done.returncode, done.stderr), (2, "nimsweep: --players: expected with --bfile\n"))

    SEQUENCES = PILES + """sequence:
  - {file: out/piles.txt, hunt: games, count: behaviours, players: 3}
  - {file: out/players.txt, hunt: any, count: orbits}
  - {file: out/line.txt, players: 3, matrix: "0 2 1 / 0 1 2 / 0 2 1", piles: [2, x], max: 9, first: 1}
"""

    def test_a_job_writes_sequences(self):
        lines = self.hunt(self.SEQUENCES)
        self.assertEqual(lines[-3:], [{"type": "sequence", "file": "out/piles.txt", "terms": 3},
                                      {"type": "sequence", "file": "out/players.txt", "terms": 3},
                                      {"type": "sequence", "file": "out/line.txt", "terms": 10}])
        rows = [[0, 2, 1], [0, 1, 2], [0, 2, 1]]
        expected = {
            "piles": [(line["max_piles"], line["behaviours"]) for line in lines[:-3]
                      if line["players"] == 3 and line["name"] == "games"],
            "players": [(line["players"], line["behaviours_up_to_rotation"])
                        for line in lines if line.get("name") == "any"],
            "line": [(x, (winner(rows, (2, x), 0, 1) - 1) % 3) for x in range(10)]}
        texts = {name: "".join(f"{n} {term}\n" for n, term in terms) for name, terms in expected.items()}

        def written():
            return {path.stem: path.read_text() for path in (self.folder / "out").iterdir()}

        self.assertEqual(written(), texts)
        (self.folder / "out/players.txt").unlink()
        (self.folder / "out/line.txt").write_text("0 7\n")  # a sequence is replaced
        self.hunt(self.SEQUENCES)
        self.assertEqual(written(), texts)
        shown = self.command("run", "job.yaml", "--quiet").stdout
        self.assertIn("\n\nout/piles.txt: a sequence of 3 numbers\nout/players.txt: a sequence of 3 numbers\n", shown)

    def test_sequences_wait_for_all_parts(self):
        job = self.job(self.SEQUENCES)
        for part in ("1/2", "2/2"):
            self.assertEqual(self.command("run", job, "--part", part).returncode, 0)
            self.assertFalse((self.folder / "out").exists())
        self.assertEqual(self.command("run", job).returncode, 0)
        self.assertEqual(len(list((self.folder / "out").iterdir())), 3)

    def test_a_sequence_replaces_nothing_else(self):
        (self.folder / "out").mkdir()
        (self.folder / "out/line.txt").write_text("my notes\n")
        done = self.command("run", self.job(self.SEQUENCES))
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"^\S*job\.yaml:11:5: sequence: out/line.txt exists and is not a sequence")
        self.assertEqual({path.name for path in self.folder.iterdir()}, {"out", "job.yaml"})
        self.assertEqual((self.folder / "out/line.txt").read_text(), "my notes\n")

    def test_wrong_sequences_are_refused_before_any_work(self):
        for entry, message in (
                ("{file: b.txt, hunt: games, count: behaviours}", "12:5: sequence: players and piles both vary"),
                ("{file: b.txt, hunt: no, count: hits}", "12:5: sequence: there is no hunt called 'no'"),
                ("{file: b.txt, hunt: any, count: all}", "12:37: count: 'all'; expected hits, behaviours"),
                ("{file: b.txt, hunt: any}", "12:5: sequence: key 'count' is missing"),
                ("{file: b.txt, hunt: any, count: states}", "12:5: sequence: the hunt has several cases"),
                ("{file: b.txt, hunt: any, count: hits, max: 3}", "12:48: max: expected only without 'hunt'"),
                ("{file: b.txt, players: 3}", "12:5: sequence: expected 'hunt' and 'count', or 'piles' and 'max'"),
                ("{file: b.txt, players: 3, piles: [2, 1], max: 9}", "12:38: piles: no pile is x"),
                ("{file: b.txt, players: 3, piles: [x, x], max: 9}", "piles: a second x"),
                ("{file: b.txt, players: 3, piles: [x], max: 90000}", "max: '90000'; expected a whole number from 0"),
                ("{hunt: any, count: hits}", "12:5: sequence: key 'file' is missing"),
                ("{file: h.h5, hunt: any, count: hits}", "12:5: sequence: h.h5 is also the file of the hunts; expected another name"),
                ("{file: ./out/line.txt, hunt: any, count: hits}", "12:5: sequence: ./out/line.txt is also the file of a sequence")):
            with self.subTest(entry=entry):
                done = self.command("run", self.job(self.SEQUENCES + f"  - {entry}\n"))
                self.assertEqual((done.returncode, done.stderr.count("\n"), done.stdout), (2, 1, ""), done.stderr)
                self.assertRegex(done.stderr, r"^\S*job\.yaml:12:\d+: ")
                self.assertIn(message, done.stderr)
        self.assertFalse(list(self.folder.glob("h.h5*")))

    def test_values_along_a_line_of_piles_as_a_sequence(self):
        self.hunt("players: 3\nmatrices: [{ssam: 1}]\npiles: {count: 2, max: 5}\ntables: {file: t.h5}\n")
        done = self.command("get", "t.h5", "--at", "0,0,2,1..5", "--bfile")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [[1, 2, 0]] * 3
        self.assertEqual(done.stdout, "".join(f"{x} {winner(rows, (2, x), 0, 0)}\n" for x in range(1, 6)))
        done = self.command("get", "t.h5", "--at", "0,0,*,*", "--bfile")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))

    def test_grundy_values_of_255_are_values_in_a_sequence(self):
        path = self.job("game: nim\nquantity: grundy\npiles: {count: 1, max: 255}\ntables: {file: g.h5}\n")
        self.assertEqual(self.command("run", path, "--quiet").returncode, 0)
        done = self.command("get", "g.h5", "--at", "*", "--bfile")
        self.assertEqual((done.returncode, done.stdout), (0, "".join(f"{x} {x}\n" for x in range(256))), done.stderr)

    def test_plan_says_how_long(self):
        done = self.command("plan", self.job(self.JOB), "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        plan = json.loads(done.stdout.splitlines()[0])
        self.assertEqual((plan["type"], plan["hunts"], plan["walks"], plan["matrices"]), ("hunts", 2, 2, "331992"))
        self.assertGreater(plan["seconds"], 0)
        self.assertFalse((self.folder / "out").exists())

    def test_a_job_may_have_tables_claims_and_hunts(self):
        lines = self.hunt("players: 3\nmatrices: [{ssam: 1}]\npiles: {count: 1..4, max: 3}\ntables: {file: t.h5}\n"
                          "results: {file: h.h5}\nverify: [shifted-3.4]\nhunt: [{name: a, where: equal_rows}]")
        self.assertEqual([line["type"] for line in lines], ["table", "hunt", "verdict", "verdict", "summary"][:len(lines)])


class Errors(Hunts):
    BASE = "players: 3\nmatrices: [all]\n"
    NIM = BASE + "game: nim\npiles: {count: 2}\n"
    CASES = [
        (BASE + "hunt: []", 4, "an empty list; expected at least one hunt"),
        (BASE + "hunt: [{where: equal_rows}]", 4, "key 'name' is missing"),
        (BASE + "hunt: [{name: a/b}]", 4, "'a/b'; expected a name without '/'"),
        (BASE + "hunt: [{name: a}, {name: a}]", 4, "a second one called 'a'"),
        (BASE + "hunt: [{name: a, what: 1}]", 4, "what"),
        (BASE + "hunt: [{name: a, where: stats > 3}]", 4, "column 1: 'stats'; expected an integer, n, states"),
        (BASE + "hunt: [{name: a, where: states}]", 4, "column 1: a number; expected a condition"),
        (BASE + "hunt: [{name: a, where: 'x[1] == 1'}]", 4, "column 1: 'x'"),
        (BASE + "hunt: [{name: a, where: 'pile_independent'}]", 4, "as in pile_independent(2)"),
        (BASE + "hunt: [{name: a, where: 'pile_independent(0)'}]", 4, "expected a number of counters, 1 or more"),
        (BASE + "hunt: [{name: a, where: 'always_wins(1)'}]", 4, "expected a player and a number"),
        (BASE + "hunt: [{name: a, where: 'always_wins(3, 1)'}]", 4, "there is no player 3 of 3"),
        (BASE + "hunt: [{name: a, where: 'same_values_as(ssam:9)'}]", 4, "ssam:9"),
        (BASE + "hunt: [{name: a, where: 'same_values_as(sam'}]", 4, "')' missing"),
        (BASE + "hunt: [{name: a, where: 'states mod 0 == 1'}]", 4, "the modulus is less than 1"),
        (BASE + "hunt: [{name: a, top: {count: 3}}]", 4, "key 'by' is missing"),
        (BASE + "hunt: [{name: a, top: {by: size}}]", 4, "'size'; expected states or letters"),
        (BASE + "hunt: [{name: a, top: {by: states}, keep: 3}]", 4, "expected no 'keep'"),
        (BASE + "hunt: [{name: a, keep: 1000000}]", 4, "1000000"),
        (BASE + "hunt: [{name: a, lazy: maybe}]", 4, "'maybe'; expected true or false"),
        (BASE + "hunt: [{name: a, behaviours: true, lazy: false}]", 4, "expected no 'lazy: false'"),
        (BASE + "hunt: [{name: a, behaviours: true, where: equal_rows}]", 4, "a property of matrices, not of a behaviour"),
        (BASE + "hunt: [{name: a, behaviours: true, where: 'always_wins(0, 2)'}]", 4, "tells them apart"),
        (BASE + "piles: {count: 3}\nhunt: [{name: a, piles: 2, satisfies: shifted-3.4}]", 5, "'piles' bounds"),
        (BASE + "hunt: [{name: a, piles: 2, where: 'pile_independent(2)'}]", 4, "'piles' bounds the positions"),
        (BASE + "hunt: [{name: a, satisfies: shifted-3.4}]", 4, "key 'piles' of the job is missing"),
        (BASE + "piles: {count: 1}\nhunt: [{name: a, satisfies: shifted-3.4}]", 5, "says nothing of 3 players"),
        (BASE + "piles: {count: 3}\nhunt: [{name: a, satisfies: nothing}]", 5, "nothing"),
        (BASE + "piles: {count: 3}\nhunt: [{name: a, satisfies: {name: b, cases: [{value: 'xor(x)'}]}}]", 5,
         "cannot be checked for all pile sizes"),
        (BASE + "passes: 1\nhunt: [{name: a, piles: 2}]", 5, "'piles' of a hunt is about play without passes"),
        (BASE + "passes: 1\nhunt: [{name: a, where: automatic}]", 5, "automatic is about other games"),
        (BASE + "hunt: [{name: a, where: automatic}]", 4, "automatic is about other games"),
        (BASE + "hunt: [{name: a, box: 1000}]", 4, "'box' is about games other than Last Nim"),
        (NIM.replace("piles: {count: 2}\n", "") + "hunt: [{name: a}]", 5, "key 'piles' of the job is missing: how many piles"),
        (NIM.replace("count: 2", "count: all") + "hunt: [{name: a}]", 5, "not count: all"),
        (NIM.replace("count: 2", "count: 9") + "hunt: [{name: a}]", 6, "9 piles; an automaton over their digits has at most 8"),
        (NIM.replace("game: nim", "game: fibonacci").replace("count: 2", "count: 1") + "hunt: [{name: a}]", 6,
         "fibonacci has no automata over digits: its moves have no shape that is known digit by digit"),
        (NIM + "hunt: [{name: a, where: letters > 2}]", 6, "letters is about Last Nim and Small Nim"),
        (NIM + "hunt: [{name: a, where: 'always_wins(any, 2)'}]", 6, "always_wins is about Last Nim and Small Nim"),
        (NIM + "hunt: [{name: a, top: {by: letters}}]", 6, "expected 'by: states'"),
        (NIM + "hunt: [{name: a, piles: 2}]", 6, "'piles' of a hunt is about Last Nim and Small Nim"),
        (NIM + "hunt: [{name: a, box: 0}]", 6, "'0'; expected"),
        (NIM + "hunt: [{name: a, satisfies: shifted-3.4}]", 6, "a claim about last-nim; expected one about nim"),
        (NIM + "hunt: [{name: a, satisfies: {name: c, given: 'N > 2', value: 1}}]", 6, "c says nothing of 3 players"),
        (NIM + "hunt: [{name: a, satisfies: {name: c, cases: [{when: 'x[1] > 3', value: 1}]}}]", 6,
         "c with 3 players and 2 piles: no case covers"),
        (NIM + "hunt: [{name: a, satisfies: {name: c, value: 'x[1] * x[2]'}}]", 6, "c cannot be checked for all pile sizes"),
        (NIM + "hunt: [{name: a, where: 'automatic(2)'}]", 6, "an argument; expected none"),
        (NIM + "hunt: [{name: a, behaviours: true, where: equal_rows}]", 6, "a property of matrices, not of a behaviour"),
        (NIM.replace("[all]", "[sam]") + "hunt: [{name: a, behaviours: true}]", 6, "'matrices: [all]'"),
        (NIM.replace("count: 2", "count: 3") + "hunt: [{name: a, where: 'same_values_as(reverse)'}]", 6,
         "no machine of that matrix was found"),
        (BASE + "game: small-nim\npiles: {count: 3}\nhunt: [{name: a, satisfies: shifted-3.4}]", 6,
         "a claim about last-nim; expected one about small-nim"),
        (BASE + "game: small-nim\npasses: 1\nhunt: [{name: a}]", 5, "hunts in small-nim are about play without passes"),
        (BASE + "results: {file: a.h5}\npiles: {count: 1, max: 1}\ntables: {file: b.h5}", 4, "expected 'hunt:', 'verify:', 'values:' or 'mine:', too"),
        (BASE + "results: {file: a.h5}", 4, "expected 'hunt:', 'verify:', 'values:' or 'mine:', too"),
        (BASE + "piles: {count: 1, max: 1}\ntables: {file: s.h5}\nresults: {file: ./x/../s.h5}\nhunt: [{name: a}]", 6,
         "the file of the tables"),
        (BASE + "piles: {count: 3}\nhunt: [{name: a, satisfies: {name: b, cases: [{when: 'x[1] == 1', value: 1}]}}]", 5,
         "b with 3 players and 3 piles: no case covers"),
        (BASE + "piles: {count: 1..3}\nhunt: [{name: a, satisfies: {name: b, cases: [{value: 'x[3]'}]}}]", 5, "b"),
        (BASE + "piles: {count: 3}\nhunt: [{name: a, satisfies: {name: b, cases: [{value: k}]}}]", 5, "k is the number"),
        ("players: 7\nmatrices: [all]\nhunt: [{name: a}]", 2, "expected at most 6"),
        ("players: 9\nhunt: [{name: a}]", 2, "expected at most 8"),
        ("players: 3\nhunt: [{name: a, behaviours: true}]", 3, "'matrices: [all]'"),
        ("matrices: [all]\nhunt: [{name: a}]", 1, "key 'players' is missing"),
    ]

    def test_bad_hunts_get_one_clear_line(self):
        for text, line, part in self.CASES:
            done = self.command("run", self.job(text))
            self.assertEqual(done.returncode, 2, (text, done.stderr))
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            self.assertIn(part, done.stderr, text)
            self.assertIn(f"job.yaml:{line}:", done.stderr, text)


if __name__ == "__main__":
    unittest.main()
