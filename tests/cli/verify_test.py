"""Real claims and published values: registry, jobs, tables; counterexamples compared with the definition."""
import itertools
import json
import os
import pathlib
import pty
import random
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import zlib

import h5py

sys.path.insert(0, os.path.dirname(__file__))
from definition import moore, nim, subtraction, winner, winners, wythoff
from seal import reseal, reseal_values

PROGRAM = os.path.abspath(sys.argv.pop(1))
ROOT = pathlib.Path(__file__).resolve().parents[2]


def disagreements(rows, n, piles, bound, claimed, passes=0):
    """Every pair (position, first player) where the claim contradicts the definition, smallest first."""
    found = []
    for position in itertools.product(range(1, bound + 1), repeat=piles):
        for first in range(n):
            value = (winner(rows, position, passes, first) - first) % n
            if value != claimed(position, first) % n:
                found.append((sum(position), position, first, claimed(position, first) % n, value))
    return sorted(found)


class Verify(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def nimsweep(self, *arguments, code=0):
        done = subprocess.run([PROGRAM, *arguments, "--json"], capture_output=True, text=True,
                              cwd=self.folder)
        if code is not None:
            self.assertEqual(done.returncode, code, done.stderr)
        self.stderr = done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    def job(self, text):
        path = self.folder / "job.yaml"
        path.write_text("nimsweep: 1\n" + text)
        return str(path)


class Claims(Verify):
    def test_the_papers_claims_hold_for_all_pile_sizes(self):
        verdicts = self.nimsweep("verify", "--players", "2..10")
        self.assertTrue(all(v["holds"] and v["scope"] == "all pile sizes" for v in verdicts))
        self.assertEqual({v["claim"] for v in verdicts},
                         {"standard-many-players", "standard-n=N+1", "standard-3a", "standard-3b",
                          "standard-3c", "standard-6-3", "shifted-3.3", "shifted-3.4",
                          "shifted-3.5", "shifted-all"})
        everything = {(v["players"], v["matrix"], v["piles"]) for v in verdicts if v["claim"] == "shifted-all"}
        self.assertEqual(everything, {(n, f"ssam:{r}" if r else "sam", N) for n in range(2, 11)
                                      for r in range(n) for N in range(1, 21)})
        verdicts = [v for v in verdicts if v["claim"] != "shifted-all"]
        self.assertEqual([(v["players"], v["piles"]) for v in verdicts if v["claim"] == "shifted-3.5"],
                         [(n, 2 * n - 1) for n in range(3, 11)])
        covered = {(v["players"], v["piles"]) for v in verdicts if v["matrix"] == "ssam:1"}
        self.assertEqual(covered, {(n, N) for n in range(3, 11) for N in range(1, 2 * n)} |
                         {(2, 1), (2, 2)})

    def test_a_verdict_has_the_shape_that_programs_rely_on(self):
        verdict, = self.nimsweep("verify", "--claim", "shifted-3.4", "--players", "4", "--piles", "5",
                                 "--max", "6")
        self.assertEqual(verdict, {
            "type": "verdict", "claim": "shifted-3.4", "game": "last-nim", "matrix": "ssam:1", "players": 4, "piles": 5,
            "scope": "piles <= 6", "bound": 6, "checked": "31104", "disagreements": "0", "counterexamples": [],
            "holds": True, "errors": "0"})

    def test_a_claim_on_a_matrix_it_is_not_meant_for(self):
        rng = random.Random(3)
        for _ in range(6):
            n, piles, bound = rng.choice([(3, 3, 4), (3, 4, 3), (4, 4, 3), (4, 5, 2)])
            rows = [rng.sample(range(n), n) for _ in range(n)]
            d = piles - n
            expected = disagreements(rows, n, piles, bound,
                                     lambda x, first: d if x[n - 1] == 1 else d + 1)
            matrix = " / ".join(" ".join(map(str, row)) for row in rows)
            verdict, = self.nimsweep("verify", "--claim", "shifted-3.4", "--players", str(n),
                                     "--piles", str(piles), "--matrix", matrix, "--max", str(bound),
                                     code=1 if expected else 0)
            self.assertEqual(verdict["disagreements"], str(len(expected)))
            self.assertEqual([(tuple(c["piles"]), c["first"], c["expected"], c["found"])
                              for c in verdict["counterexamples"]],
                             [e[1:] for e in expected[:5]])

    def test_colours_are_for_terminals(self):
        def seen(**environment):
            """What a terminal gets."""
            child, terminal = pty.fork()
            if child == 0:
                os.environ.update({"TERM": "xterm", **environment})
                os.execv(PROGRAM, [PROGRAM, "verify", "--claim", "shifted-3.4", "--players", "3", "--piles", "3"])
            text = b""
            try:
                while block := os.read(terminal, 1 << 16):
                    text += block
            except OSError:  # the program has ended
                pass
            os.close(terminal)
            os.waitpid(child, 0)
            return text.decode()

        self.assertIn("shifted-3.4 \x1b[32mholds\x1b[0m for", seen())
        for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            self.assertNotIn("\x1b[3", seen(**environment))
        piped = subprocess.run([PROGRAM, "verify", "--claim", "shifted-3.4", "--players", "3"], capture_output=True)
        self.assertNotIn(b"\x1b", piped.stdout)

    def test_usage(self):
        for arguments, message in (
                (["--claim", "shifted-3.6"], "--claim: unknown claim 'shifted-3.6'; did you mean shifted-3.3, shifted-3.4, "
                                             "shifted-3.5 or shifted-all?"),
                (["--players", "1..3"], "--players: '1..3'; expected numbers or ranges"),
                (["--max", "0"], "--max: '0'; expected a whole number from 1"),
                (["--claim", "standard-6-3", "--players", "4"], "no claim is about any of these"),
                (["--matrix", "0 1 / 1 1"], "--matrix: row 2 (of P_1) is '1 1'"),
                (["--table", "none.h5"], "cannot open none.h5")):
            self.nimsweep("verify", *arguments, code=3 if "--table" in arguments else 2)
            self.assertIn(message, self.stderr)
            self.assertEqual(self.stderr.count("\n"), 1)


class OwnClaims(Verify):
    """Claims that are written in options."""

    def test_are_as_in_the_registry(self):
        question = ["verify", "--players", "3..5", "--max", "5", "--matrix"]
        for name in ("shifted-3.3", "shifted-3.4", "shifted-3.5", "standard-3c", "standard-6-3"):
            listed, = self.nimsweep("list", name)
            options = ["--given", listed["given"]]
            for case in listed["cases"]:
                options += ["--when", case["when"]] if "when" in case else []
                options += ["--value", case["value"]]
            for matrix in (listed["matrix"], "index:100"):
                registered = self.nimsweep(*question, matrix, "--claim", name, code=None)
                own = self.nimsweep(*question, matrix, *options, code=None)
                self.assertTrue(registered)
                self.assertEqual({verdict.pop("claim") for verdict in own}, {"own claim"})
                for verdict in registered:
                    verdict.pop("claim")
                self.assertEqual(own, registered)

    def test_the_command_that_list_prints_checks_the_claim(self):
        for name, options in (("shifted-3.4", []), ("standard-n=N+1", []), ("podium-nim", ["--max", "3"]),
                              ("bouton", ["--max", "3"]), ("zero-move", ["--max", "3"])):
            text = subprocess.run([PROGRAM, "list", name], capture_output=True, text=True, check=True).stdout
            for words in [shlex.split(line.split(maxsplit=1 if "example" in line else 2)[-1])
                          for line in text.splitlines() if "nimsweep verify" in line]:
                verdicts = self.nimsweep(*words[1:], *([] if "--max" in words else options), "--players", "2..4",
                                         *([] if "--piles" in words else ["--piles", "1..3"]))
                self.assertTrue(all(verdict["holds"] for verdict in verdicts), name)

    def test_not_and_conditions_come_in_the_order_written(self):
        def holds(*options):
            verdict, = self.nimsweep("verify", "--game", "nim", "--matrix", "ssam:1", "--players", "2", "--piles", "2",
                                     "--max", "6", *options, code=None)
            return verdict["holds"]
        self.assertTrue(holds("--when", "xor(x) == 0", "--value", "0", "--not", "0"))
        self.assertTrue(holds("--when", "xor(x) > 0", "--not", "0", "--value", "0"))
        self.assertFalse(holds("--when", "xor(x) == 0", "--not", "0", "--value", "0"))
        self.assertTrue(holds("--when", "xor(x) == 0", "--value", "0", "--when", "xor(x) > 0", "--value", "1"))
        self.assertTrue(holds("--when", "xor(x) > 0", "--value=1", "--value=0"))
        self.assertTrue(holds("--when", "xor(x) > 0", "--value", "-1", "--value", "-2"))

    def test_are_about_a_table_too(self):
        (self.folder / "job.yaml").write_text("nimsweep: 1\nplayers: 3\nmatrices: [{ssam: 1}]\n"
                                              "piles: {count: 1..4, max: 3}\ntables: {file: t.h5}\n")
        self.nimsweep("run", "job.yaml")
        verdicts = self.nimsweep("verify", "--table", "t.h5", "--given", "N < n", "--value", "N")
        self.assertEqual([(v["piles"], v["holds"]) for v in verdicts], [(1, True), (2, True)])
        self.nimsweep("verify", "--table", "t.h5", "--value", "N", code=1)

    def test_default_to_the_standard_matrix(self):
        verdict, = self.nimsweep("verify", "--players", "5", "--piles", "3", "--value", "N")
        self.assertEqual((verdict["matrix"], verdict["scope"], verdict["holds"]), ("sam", "all pile sizes", True))


class EveryNumberOfPiles(Verify):
    def test_a_recurrence_holds_for_every_shift(self):
        verdicts = self.nimsweep("verify", "--claim", "shifted-all", "--players", "2..12", "--piles", "all")
        self.assertEqual(len(verdicts), sum(range(2, 13)))
        for verdict in verdicts:
            self.assertEqual((verdict["piles"], verdict["scope"], verdict["holds"], verdict["disagreements"]),
                             ("all", "all pile sizes", True, "0"))

    def test_a_changed_one_is_refuted_with_the_smallest_counterexample(self):
        job = self.job("""
players: 4
piles: {count: all}
verify:
- name: wrong
  matrix: ssam
  each: [{when: "x > 1 and v == (r - 1) mod n", value: "v + 2"}, {value: "v + 1"}]
""")
        verdicts = self.nimsweep("run", job, code=1)
        self.assertEqual([v["matrix"] for v in verdicts], ["sam", "ssam:1", "ssam:2", "ssam:3"])
        for r, verdict in enumerate(verdicts):
            example = verdict["counterexamples"][0]
            rows = [[(j + r) % 4 for j in range(4)]] * 4
            found = (winner(rows, example["piles"], 0, example["first"]) - example["first"]) % 4
            self.assertEqual(found, example["found"])
            self.assertNotEqual(found, example["expected"])
            self.assertLess(sum(example["piles"]), 9)

    def test_values_may_be_sets_and_winners(self):
        job = self.job("""
players: 4
matrices: [{rows: [[0, 2, 1, 3], [0, 2, 1, 3], [0, 2, 1, 3], [0, 2, 1, 3]]}]
piles: {count: all}
verify:
- {name: somebody, winner: [0, 1, 2, 3]}
- {name: a team, winner: [0, 2]}
- {name: not zero, not: [0, 1, 2]}
- {name: parity, given: "N > 2", cases: [{when: "count(x mod 2 == 1) mod 2 == 0", value: [0, 1, 2, 3]}, {not: [5, 6]}]}
""")
        somebody, team, not_zero, parity = self.nimsweep("run", job, code=1)
        self.assertTrue(somebody["holds"])
        self.assertEqual(team["counterexamples"][0], {"piles": [1], "first": 0, "expected": [0, 2], "found": 1})
        self.assertEqual(not_zero["counterexamples"][0], {"piles": [1], "first": 0, "expected_not": [0, 1, 2], "found": 1})
        self.assertFalse(parity["holds"])
        text = subprocess.run([PROGRAM, "run", job], capture_output=True, text=True).stdout
        self.assertIn("claimed 0 or 2, found 1", text)

    def test_what_cannot_be_said_about_every_number(self):
        for text, message in (
                ("verify: [{name: a, cases: [{when: \"x[2 * N] == 1\", value: 0}]}]",
                 "4:10: a: it cannot be proved for every number of piles: case 1: when: column 1: an index that is neither a "
                 "constant nor N minus a constant; expected numbers of piles"),
                ("verify: [{name: a, given: \"N < 1\", value: 0}]",
                 "4:10: a: it is about no number of piles; expected a scope that is not empty"),
                ("verify: [shifted-all, {name: a, given: \"N < 1\", value: 0, known_wrong: true}]",
                 "4:23: a: it is about no number of piles; expected a scope that is not empty"),
                ("matrices: [{ssam: all}]\nverify: [{name: a, value: 0, cases: [{when: \"r * N < 5 or x[r * N] > 0\", "
                 "value: 0}]}]", "expected one of 'cases', 'value'"),
                ("matrices: [{ssam: all}]\nverify: [{name: a, cases: [{when: \"r * N < 5 or x[r * N] > 0\", value: 0}]}]",
                 "a: it cannot be proved for every number of piles: case 1: when: column 14: an index that"),
                ("verify: [{name: a, given: \"N < 3 or N mod (n - 3) == 0\", value: 0}]",
                 "a: given: column 12: the modulus is less than 1"),
                ("verify: [{name: a, value: \"x[1] mod 1009 + x[2] mod 1013\"}]",
                 "a: it cannot be proved for every number of piles: too large a modulus; expected numbers"),
                ("verify: [{name: a, given: \"N * N > 1\", value: 0}]", "given: column 3: a product of numbers that vary"),
                ("verify: [podium-nim]", "podium-nim: it cannot be proved for every number of piles of nim; expected numbers"),
                ("verify: [shifted-3.3]\ntables: {file: t.h5}", "piles: tables need numbers of piles"),
                ("hunt: [{name: h, satisfies: shifted-3.3}]", "satisfies: expected numbers of piles"),
                ("verify: [{name: a, each: [{value: v}], cases: [{value: v}], value: v}]",
                 "expected one of 'cases', 'value', 'not' and 'winner'"),
                ("verify: [{name: a, start: 0, value: v}]", "key 'each' is missing"),
                ("verify: [{name: a, each: [{when: \"N > 1\", value: v}]}]", "each 1: when: column 1: 'N'; expected"),
                ("verify: [{name: a, each: [{value: v}], range: 0}]", "range: '0'; expected a whole number from 1")):
            self.nimsweep("run", self.job("players: 3\npiles: {count: all}\n" + text + "\n"), code=2)
            self.assertIn(message, self.stderr)
            self.assertEqual(self.stderr.count("\n"), 1)
        self.nimsweep("run", self.job("players: 3\npiles: {count: all, max: 3}\nverify: [shifted-3.3]\n"), code=2)
        self.assertIn("max: every number of piles; expected no 'max'", self.stderr)
        self.nimsweep("verify", "--claim", "bouton", "--players", "2", "--piles", "all", code=2)
        self.assertIn("bouton: it cannot be proved for every number of piles of nim", self.stderr)

    def test_a_long_proof_is_stopped_by_a_signal(self):
        job = self.job("""
players: 4
piles: {count: all}
verify: [{name: mine, cases: [{when: "x[N - 7] + x[3] > 4 and N > 9", value: "count(x > 2) mod 60"}, {value: "0"}]}]
""")
        process = subprocess.Popen([PROGRAM, "run", job, "--quiet"], stdout=subprocess.DEVNULL)
        time.sleep(0.5)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), 130)

    def test_moduli_too_large_to_remember_leave_looking_at_positions(self):
        verdict, = self.nimsweep("verify", "--players", "3", "--piles", "2", "--max", "5", "--when",
                                 "x[1] mod 1009 == 1 and x[2] mod 1013 == 2", "--value", "0", "--value", "[0, 1, 2]")
        self.assertEqual(verdict["scope"], "piles <= 5")

    def test_faults_name_the_part_of_their_case(self):
        for option, word in (("--value", "value"), ("--not", "not"), ("--winner", "winner")):
            verdict, = self.nimsweep("verify", "--players", "3", "--piles", "1", option, "1 mod 0", code=1)
            self.assertTrue(verdict["first_error"]["reason"].startswith(f"case 1: {word}: column 3"))

    def test_a_missing_pile_is_an_error_of_the_claim(self):
        verdict, = self.nimsweep("verify", "--players", "5", "--piles", "all", "--when", "x[2] == 1", "--value", "N",
                                 "--value", "N", code=1)
        self.assertEqual((verdict["holds"], verdict["first_error"]["piles"]), (False, [1]))
        self.assertIn("there is no such pile", verdict["first_error"]["reason"])


class Jobs(Verify):
    def test_jobs_say_what_they_show(self):
        def run(name, code=0):
            return self.nimsweep("run", str(ROOT / "jobs" / name), code=code)

        verdicts = run("shifted-by-r.yaml")
        self.assertTrue(all(v["holds"] and v["scope"] == "all pile sizes" for v in verdicts))
        self.assertEqual({v["piles"] for v in verdicts}, {"all"})
        shifts = {(n, f"ssam:{r}" if r else "sam") for n in range(2, 13) for r in range(n)}
        by_claim = {}
        for v in verdicts:
            by_claim.setdefault(v["claim"], set()).add((v["players"], v["matrix"]))
        self.assertEqual(by_claim.pop("no pile matters"), {(n, m) for n, m in shifts if m != "ssam:2" and (n, m) != (2, "sam")})
        self.assertEqual(by_claim, {name: shifts for name in ("shifted-all", "one pile matters", "two piles matter")})
        verdicts = run("every-number-of-piles.yaml")
        self.assertEqual({v["claim"] for v in verdicts if v["holds"]} | {"Theorem 3.4 for every N >= n"},
                         {v["claim"] for v in verdicts})
        wrong = next(v for v in verdicts if v["claim"] == "Theorem 3.4 for every N >= n" and v["players"] == 3)
        example = wrong["counterexamples"][0]
        self.assertEqual(example, {"piles": [1, 1, 2, 1, 2], "first": 0, "expected": 0, "found": 1})
        shifted = [[1, 2, 0]] * 3
        self.assertEqual(winner(shifted, example["piles"], 0, 0), 1)
        verdicts = run("my-conjecture.yaml", code=1)
        self.assertFalse(any(v["holds"] for v in verdicts))
        self.assertIn("verdicts do not hold", self.stderr)

    def test_open_questions_are_answered(self):
        for name in ("passes", "small-nim", "subtraction", "wythoff"):
            records = self.nimsweep("run", str(ROOT / f"jobs/open-questions-{name}.yaml"))
            verdicts = [r for r in records if r["type"] == "verdict"]
            holding = {v["claim"] for v in verdicts if not v.get("known_wrong")}
            self.assertGreaterEqual(len(holding), 1, name)
            self.assertTrue(all(v["holds"] for v in verdicts if v["claim"] in holding), name)
            self.assertEqual(records[0]["type"], "table")

    def test_the_main_job_proves_the_theorems(self):
        records = self.nimsweep("run", str(ROOT / "jobs/theorems.yaml"))
        self.assertEqual([r["type"] for r in records if r["type"] not in ("verdict", "row")], ["table", "report"])
        verdicts = [r for r in records if r["type"] == "verdict"]
        self.assertTrue(all(v["holds"] for v in verdicts))
        proved = {}
        for v in verdicts:
            if "table" not in v:
                self.assertEqual(v["scope"], "all pile sizes")
                proved.setdefault(v["claim"], set()).add((v["players"], v["piles"]))
        cases = {
            "standard-many-players": lambda n, N: n > N + 1,
            "standard-n=N+1": lambda n, N: n == N + 1,
            "standard-3a": lambda n, N: N >= n >= N - n + 3,
            "standard-3b": lambda n, N: n == N - n + 2 >= 3,
            "standard-3c": lambda n, N: n == N - n + 1 >= 3,
            "standard-6-3": lambda n, N: (n, N) == (3, 6),
            "shifted-3.3": lambda n, N: n >= N + 1,
            "shifted-3.4": lambda n, N: N >= n >= N - n + 2,
            "shifted-3.5": lambda n, N: n == N - n + 1 >= 3,
        }
        self.assertEqual(proved.pop("standard-6-3"), {(3, 6)})
        self.assertEqual(proved, {name: {("all", "all")} for name in [*cases, "shifted-all"] if name != "standard-6-3"})
        stored = {(v["claim"], v["players"], v["piles"]) for v in verdicts if "table" in v}
        self.assertEqual({(n, N) for name, n, N in stored if name == "shifted-all"},
                         {(n, N) for n in range(3, 7) for N in range(1, 6)})
        stored = {each for each in stored if each[0] != "shifted-all"}
        self.assertEqual(stored, {(name, n, N) for name, is_about in cases.items() for n in range(3, 7)
                                  for N in range(1, 6) if is_about(n, N)})
        rows = [r for r in records if r["type"] == "row"]
        self.assertEqual(len(rows), 30)
        self.assertEqual([r["id"] for r in rows if r.get("known_wrong")], ["1.1", "3.1", "6.5"])
        wrong = [row for row in rows if not row["agrees"]]
        told = [{key: row[key] for key in ("type", "id", "agrees", "expected", "found")} for row in wrong]
        self.assertEqual(told, [
            {"type": "row", "id": "1.1", "agrees": False, "expected": {"value": 2, "winner": 2},
             "found": {"value": 2, "winner": 0}},
            {"type": "row", "id": "3.1", "agrees": False, "expected": {"value": 0, "winner": 1},
             "found": {"value": 1, "winner": 2}},
            {"type": "row", "id": "6.5", "agrees": False, "expected": {"value": 2, "winner": 0},
             "found": {"value": 1, "winner": 0}}])
        self.assertIn("Last Nim, proved", (self.folder / "out/theorems.html").read_text())
        text = subprocess.run([PROGRAM, "run", ROOT / "jobs/theorems.yaml"], capture_output=True, text=True,
                              cwd=self.folder)
        self.assertEqual((text.returncode, text.stderr), (0, ""))
        self.assertIn("\nshifted-3.4 holds for every number of players, every number of piles, every pile size\n",
                      text.stdout)
        self.assertTrue(text.stdout.endswith(
            f"\nout/theorems.h5 agrees: 9 claims in {sum('table' in v for v in verdicts)} cases\n"
            "row 1.1, known to be wrong: expected value 2, winner P_2; found value 2, winner P_0\n"
            "row 3.1, known to be wrong: expected value 0, winner P_1; found value 1, winner P_2\n"
            "row 6.5, known to be wrong: expected value 2, winner P_0; found value 1, winner P_0\n"
            f"{len(verdicts)} verdicts, all hold\n"
            "30 published rows, all agree but 3 known to be wrong\n"
            "\ntables  out/theorems.h5\npage    out/theorems.html\n"), text.stdout)

    def test_claims_may_have_their_own_players_and_piles(self):
        claim = '{name: %s, cases: [{value: "N"}], given: "n > N + 1", %s}'
        job = self.job("players: 3\npiles: {count: 1}\nverify: [%s, %s, %s]\n" % (
            claim % ("a", "players: [4, 5]"), claim % ("b", "players: [5, 4, 5], piles: 1..2"), claim % ("c", "max: all")))
        self.assertEqual([(v["claim"], v["players"], v["piles"]) for v in self.nimsweep("run", job)],
                         [("a", 4, 1), ("a", 5, 1), ("b", 4, 1), ("b", 4, 2), ("b", 5, 1), ("b", 5, 2), ("c", 3, 1)])
        job = self.job("verify: [%s]\n" % claim % ("b", "players: 4, piles: 1"))
        self.assertEqual(len(self.nimsweep("run", job)), 1)
        self.nimsweep("run", self.job("verify: [%s]\n" % claim % ("b", "players: 4")), code=2)
        self.assertIn("key 'piles' is missing", self.stderr)
        self.nimsweep("run", self.job("verify: [%s]\n" % claim % ("b", "piles: 4")), code=2)
        self.assertIn("key 'players' is missing", self.stderr)
        self.nimsweep("run", self.job("verify: [%s]\n" % claim % ("b", "players: 17, piles: 4")), code=2)
        self.assertRegex(self.stderr, r"job.yaml:2:\d+: players: '17'; expected")

    def test_what_is_known_to_be_wrong_must_fail(self):
        claim = 'players: 3\npiles: {count: 1..2}\nverify: [{name: mine, cases: [{value: "%s"}], known_wrong: %s}]\n'
        verdicts = self.nimsweep("run", self.job(claim % ("1", "true")))  # right for one pile, wrong for two
        self.assertEqual([(v["holds"], v.get("known_wrong")) for v in verdicts], [(True, True), (False, True)])
        self.nimsweep("run", self.job(claim % ("1", "false")), code=1)
        self.assertIn("1 of 2 verdicts does not hold", self.stderr)
        right = claim.replace("1..2", "1")
        self.nimsweep("run", self.job(right % ("1", "true")), code=1)
        self.assertIn("'mine' is marked known_wrong, but holds", self.stderr)
        self.nimsweep("run", self.job(right % ("1", "perhaps")), code=2)
        self.assertIn("known_wrong: 'perhaps'; expected true or false", self.stderr)
        row = "values: [{id: a, players: 3, piles: [1], value: %d, known_wrong: true}]\n"
        self.assertEqual([r["agrees"] for r in self.nimsweep("run", self.job(row % 2))], [False])
        self.nimsweep("run", self.job(row % 1), code=1)
        self.assertIn("row a is marked known_wrong, but agrees", self.stderr)

    def test_text_tells_what_is_known_to_be_wrong(self):
        def text(job, code):
            done = subprocess.run([PROGRAM, "run", self.job(job), "--quiet"], capture_output=True, text=True)
            self.assertEqual(done.returncode, code, done.stderr)
            return done.stdout

        self.assertEqual(text("""
players: 3
piles: {count: 3..5}
verify: [{name: shifted-3.4, known_wrong: true}, shifted-3.5]
values:
  - {id: a, players: 3, piles: [1], value: 1, known_wrong: true}
  - {id: b, players: 3, piles: [1], value: 2}
""", 1), """\
shifted-3.4 holds, though marked known_wrong, for n = 3, N = 3..4, every pile size: 2 cases
    SSAM^1, d >= 0, n >= d + 2:  g = d if x_n = 1, else d + 1
shifted-3.5 holds for n = 3, N = 5, every pile size: 1 case
    SSAM^1, n = d + 1, n >= 3:
      g = d if x_n = 1
      g = d + 1 if x_n > 1 and x_{n+d} = 1
      g = d + 2 if x_n > 1 and x_{n+d} > 1
row b: expected value 2; found value 1, winner P_1
3 verdicts, 1 claim holds, though marked known_wrong
2 published rows, 1 does not agree; 1 agrees, though marked known_wrong
""")
        every = ("players: 3\nmatrices: [all]\npiles: {count: 1..2}\n"
                 "verify: [{name: all alike, known_wrong: true, cases: [{value: N}]}]\n")
        wrong = sum(not v["holds"] for v in self.nimsweep("run", self.job(every)))
        told = text(every, 0)
        self.assertIn(f"'all alike' fails, as known, in {wrong - 1} more cases\n", told)
        self.assertEqual(told.count("fails"), 2)
        done = subprocess.run([PROGRAM, "run", self.job(every), "--all"], capture_output=True, text=True)
        self.assertEqual(done.stdout.count("fails, as known"), wrong)

    def test_the_page_is_the_same_for_people_and_programs(self):
        self.job("players: 3\npiles: {count: 2}\nreport: {file: p.html}\nverify: [{name: a, cases: [{value: N}], known_wrong: true}]\n")
        pages = []
        for options in ([], ["--json"]):
            subprocess.run([PROGRAM, "run", "job.yaml", *options], cwd=self.folder, capture_output=True, check=True)
            pages.append(re.sub(r'"made":"[^"]*"', "", (self.folder / "p.html").read_text()))
        self.assertEqual(*pages)

    def test_no_output_file_replaces_another(self):
        job = self.job("players: 3\npiles: {count: 2, max: 2}\nverify: [shifted-3.3]\ntables: {file: t.h5}\nresults: {file: h.h5}\n"
                       "hunt: [{name: a}]\nreport: {file: p.html}\nsequence: [{file: b.txt, players: 3, piles: [x], max: 3}]\n")
        files = {"t.h5": "the tables", "h.h5": "the hunts", "h.h5.claims": "the verdicts", "p.html": "the report", "b.txt": "a sequence"}
        options = ["--certificate", "--coq", "--smt2", "--latex"]
        clashes = [(["run", job, option, f"./{file}"], option, file, what) for option in options for file, what in files.items()]
        for first, second in itertools.combinations(options, 2):
            for words in (["run", job], ["verify", "--claim", "shifted-3.4", "--players", "3"]):
                clashes.append(([*words, second, "./new", first, "new"], second, "new", first))
        for words, option, file, what in clashes:
            with self.subTest(words=words):
                self.nimsweep(*words, code=2)
                self.assertEqual(self.stderr, f"nimsweep: {option}: ./{file} is also the file of {what}; expected another name\n")
        self.assertEqual([path.name for path in self.folder.iterdir()], ["job.yaml"])

    def test_claims_are_checked_against_the_tables_of_the_job(self):
        text = ("players: 3\nmatrices: [{ssam: 1}]\npiles: {count: 1..3, max: 12}\ntables: {file: t.h5, verify: true}\n"
                "verify: [shifted-3.3, shifted-3.4]\n")
        stored = [v for v in self.nimsweep("run", self.job(text)) if v["type"] == "verdict" and "table" in v]
        self.assertEqual([(v["claim"], v["piles"], v["scope"], v["holds"], v["table"]) for v in stored],
                         [("shifted-3.3", 1, "piles <= 12", True, "t.h5"), ("shifted-3.3", 2, "piles <= 12", True, "t.h5"),
                          ("shifted-3.4", 3, "piles <= 12", True, "t.h5")])
        # As a whole chunk: HDF5 forgets to change the mask of filters where a chunk changes to one of the same length.
        with h5py.File(self.folder / "t.h5", "r+") as file:
            value = file["n3_N2/value"]
            values = value[:]
            values[0, 1, 2, 2] = 0
            value.id.write_direct_chunk((0, 0, 0, 0), zlib.compress(values.tobytes()), filter_mask=2)
        reseal_values(self.folder / "t.h5", "n3_N2")
        wrong = [v for v in self.nimsweep("run", self.job(text), code=1) if v["type"] == "verdict" and not v["holds"]]
        self.assertEqual([(v["claim"], v["piles"], v["table"], v["counterexamples"]) for v in wrong],
                         [("shifted-3.3", 2, "t.h5", [{"piles": [2, 2], "first": 1, "expected": 2, "found": 0}])])
        self.nimsweep("report", "job.yaml", "-o", "p.html")
        page = (self.folder / "p.html").read_text()
        self.assertIn('"found":0', page)
        self.assertIn('"table":"t.h5"', page)
        self.nimsweep("run", self.job(text.replace("verify: [shifted-3.3, shifted-3.4]\n", "")), code=2)
        self.assertIn("tables: verify: true; expected 'verify:', too", self.stderr)

    def test_the_page_of_a_job(self):
        text = "players: 3\npiles: {count: 1}\nverify: [shifted-3.3]\nreport: {file: %s}\n"
        records = self.nimsweep("run", self.job(text % "new/page.html"))
        self.assertEqual([r["type"] for r in records], ["verdict", "report"])
        self.assertEqual(records[1]["file"], "new/page.html")
        self.assertIn("shifted-3.3", (self.folder / "new/page.html").read_text())
        self.nimsweep("run", self.job(text % "new/page.html"))
        self.nimsweep("run", self.job(text % "job.yaml"), code=2)
        self.assertIn("job.yaml:5:16: report: job.yaml exists and is not a report; choose another name", self.stderr)
        self.nimsweep("run", self.job((text + "tables: {file: a.h5}\n").replace("count: 1", "count: 1, max: 2") % "./a.h5"),
                      code=2)
        self.assertIn("report: ./a.h5 is also the file of the tables; expected another name", self.stderr)

    def test_a_page_that_cannot_be_written_is_told_before_any_work(self):
        (self.folder / "file").write_text("")
        self.nimsweep("run", self.job("players: 3\npiles: {count: 1, max: 2}\ntables: {file: t.h5}\n"
                                      "report: {file: file/page.html}\n"), code=3)
        self.assertIn("file/page.html", self.stderr)
        self.assertFalse((self.folder / "t.h5").exists())

    def test_tables_and_claims_in_one_job(self):
        job = self.job("""
players: 3..4
matrices: [sam, {ssam: 1}]
piles: {count: 2..5, max: 3}
tables: {file: t.h5}
verify: [shifted-3.4, standard-3a]
""")
        table, *verdicts = self.nimsweep("run", job)
        self.assertEqual(table["type"], "table")
        self.assertEqual({(v["claim"], v["matrix"]) for v in verdicts},
                         {("shifted-3.4", "ssam:1"), ("standard-3a", "sam")})

    def test_a_claim_is_checked_for_the_jobs_matrices_if_its_own_is_not_among_them(self):
        job = self.job("""
players: 3
matrices: [{rows: [[0,2,1],[0,1,2],[0,2,1]]}, {ssam: 2}]
piles: {count: 3}
verify: [shifted-3.4]
""")
        verdicts = self.nimsweep("run", job, code=1)
        self.assertEqual([v["matrix"] for v in verdicts], ["0 2 1 / 0 1 2 / 0 2 1", "ssam:2"])

    def test_a_claim_that_compares_piles_is_settled_over_their_digits(self):
        text = """
players: 2
piles: {count: 2, max: 7}
verify:
  - {name: mine, %scases: [{when: "x[1] == x[2]", value: "0"}, {value: "1"}]}
"""
        verdict, = self.nimsweep("run", self.job(text % ""), code=1)
        self.assertEqual(verdict["scope"], "all pile sizes")
        rows = [[0, 1], [0, 1]]
        expected = disagreements(rows, 2, 2, 7, lambda x, first: 0 if x[0] == x[1] else 1)
        shown = [(sum(c["piles"]), tuple(c["piles"]), c["first"]) for c in verdict["counterexamples"]]
        self.assertEqual(shown, [entry[:3] for entry in expected[:len(shown)]])
        verdict, = self.nimsweep("run", self.job(text % "max: 7, "), code=1)
        self.assertEqual(verdict["scope"], "piles <= 7")
        self.assertIn("looked at each position up to a bound: case 1: when: column", verdict["note"])
        self.assertEqual(verdict["disagreements"], str(len(expected)))
        self.nimsweep("run", self.job(text.replace("count: 2, max: 7", "count: 40") % ""), code=2)
        self.assertIn("mine: 40 piles are too many to look at each position", self.stderr)

    def test_proofs_over_the_digits_of_last_nim_have_certificates(self):
        self.nimsweep("verify", "--players", "2", "--piles", "2..3", "--matrix", "ssam:1", "--certificate", "c.json",
                      "--when", "x[N] > x[1] and x[N] > 1", "--value", "1", "--when", "x[N] > 1", "--value", "1",
                      "--value", "[0, 1]")
        checker = str(ROOT / "scripts" / "check_certificate.py")
        check = subprocess.run([sys.executable, "-B", checker, "c.json"], cwd=self.folder, capture_output=True,
                               text=True)
        self.assertEqual((check.returncode, check.stderr), (0, ""), check.stdout)
        certificate = json.loads((self.folder / "c.json").read_text())
        self.assertEqual([(p["game"], p["base"]) for p in certificate["proofs"]], [("last-nim", 2)] * 2)

    def test_claims_about_a_pile_with_a_long_period(self):
        game = ("verify", "--game", "subtraction:123,4567,9000", "--players", "3", "--piles", "1", "--matrix", "ssam:1")
        verdict, = self.nimsweep(*game, "--when", "x[1] < 123", "--value", "0", "--value", "[0, 1, 2]")
        self.assertEqual(verdict["scope"], "all pile sizes")
        verdict, = self.nimsweep(*game, "--when", "x[1] <= 123", "--value", "0", "--value", "[0, 1, 2]", code=1)
        self.assertEqual(verdict["counterexamples"][0]["piles"], [123])

    def test_a_check_of_trillions_of_positions_is_stopped_by_a_signal(self):
        job = self.job("""
players: 3
piles: {count: 12}
verify: [{name: mine, max: 20, cases: [{when: "xor(x) == 2", value: "0"}, {value: "1"}]}]
""")
        process = subprocess.Popen([PROGRAM, "run", job, "--quiet"], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        time.sleep(1)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=60)
        self.assertEqual((process.returncode, error),
                         (130, "nimsweep: interrupted while checking claims\n"))

    def test_one_pile_of_any_size_is_stopped_by_a_signal(self):
        job = self.job("""
players: 3
piles: {count: 1}
verify: [{name: mine, max: 1000000000000000000, cases: [{when: "x[1] mod 7 == 3", value: "0"}, {value: "1"}]}]
""")
        process = subprocess.Popen([PROGRAM, "run", job, "--quiet"], stdout=subprocess.DEVNULL)
        time.sleep(1)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=60), 130)

    def test_verdicts_before_an_interruption_are_kept(self):
        job = self.job("""
players: 3
piles: {count: 3}
verify:
  - {name: easy, cases: [{value: "0"}]}
  - {name: hard, max: 100000, cases: [{when: "xor(x) == 2", value: "0"}, {value: "1"}]}
""")
        process = subprocess.Popen([PROGRAM, "run", job, "--json"], stdout=subprocess.PIPE, text=True)
        time.sleep(1)
        process.send_signal(signal.SIGTERM)
        output, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        self.assertEqual([json.loads(line)["claim"] for line in output.splitlines()], ["easy"])

    def test_claims_that_apply_to_nothing_here_are_not_a_success(self):
        self.nimsweep("run", self.job("players: 3\npiles: {count: 2}\nverify: [shifted-3.5]\n"), code=2)
        self.assertIn("job.yaml:4:10: verify: no claim is about any of these", self.stderr)
        self.nimsweep("run", self.job("""
players: 3
matrices: [{rows: [[0,2,1],[0,1,2],[0,2,1]]}]
piles: {count: 2, max: 2}
tables: {file: t.h5}
verify: [{name: mine, given: "r == 1", cases: [{value: "0"}]}]
"""), code=2)
        self.assertIn("verify: no claim is about any of these", self.stderr)
        self.assertFalse((self.folder / "t.h5").exists(), "known before any work")

    def test_single_claims_without_a_verdict_are_named(self):
        job = self.job("players: 3\npiles: {count: 2}\nverify: [shifted-3.3, shifted-3.5]\n")
        self.assertEqual([v["claim"] for v in self.nimsweep("run", job)], ["shifted-3.3"])
        self.assertIn("job.yaml:4:23: shifted-3.5: no verdict: it is about none", self.stderr)
        self.nimsweep("verify", "--claim", "shifted-3.3,shifted-3.5", "--players", "3", "--piles", "2")
        self.assertIn("nimsweep: shifted-3.5: no verdict", self.stderr)
        self.nimsweep("run", self.job("players: 3\nmatrices: [{ssam: 1}]\npiles: {count: 2, max: 2}\n"
                                      "tables: {file: t.h5}\n"))
        self.nimsweep("verify", "--claim", "shifted-3.3,shifted-3.5", "--table", "t.h5")
        self.assertIn("nimsweep: shifted-3.5: no verdict", self.stderr)
        self.nimsweep("verify", "--claim", "shifted-3.5", "--table", "t.h5", code=2)
        self.assertRegex(self.stderr, r"\Animsweep: --table: no claim is about any table in it;.*\n\Z")

    def test_claims_of_one_name_are_shown_each(self):
        case = '{name: same, matrix: any, cases: [{value: "%d"}], max: 1}'
        job = self.job("players: 3\nmatrices: [all]\npiles: {count: 1}\nverify: [%s, %s]\n" % (case % 0, case % 2))
        done = subprocess.run([PROGRAM, "run", job], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.count("same for n = 3, N = 1: 0 of 216 verdicts hold\n"), 2, done.stdout)
        self.assertEqual((done.stdout.count("claimed 0"), done.stdout.count("claimed 2")), (20, 20))

    def test_options_without_a_text_are_not_given(self):
        self.nimsweep("verify", "--claim", "shifted-3.3", "--players", "3", "--piles", "", "--matrix", "", "--game", "",
                      "--threads", "", "--certificate", "")

    def test_numbers_that_get_too_large_prove_nothing(self):
        text = """
players: 2
piles: {count: 1}
verify:
  - name: mine
    matrix: ssam:1
    cases: [{when: "%s * x[1] > 5", value: "1"}, {value: "0"}]
"""
        verdict, = self.nimsweep("run", self.job(text % "10"))
        self.assertEqual(verdict["scope"], "all pile sizes")
        large = " * ".join(["1000000000"] * 3)
        verdict, = self.nimsweep("run", self.job(text % large))
        self.assertIn("a number is too large from pile size 1268 on", verdict["note"])
        self.assertEqual(verdict["scope"], "piles <= 64")

    def test_matrix_in_an_entry(self):
        text = """
players: 3
matrices: [sam]
piles: {count: 3}
verify: [{name: shifted-3.4, matrix: %s}]
"""
        verdict, = self.nimsweep("run", self.job(text % "ssam:1"))
        self.assertEqual(verdict["matrix"], "ssam:1")
        verdict, = self.nimsweep("run", self.job(text % "any"), code=1)
        self.assertEqual(verdict["matrix"], "sam")
        verdict, = self.nimsweep("run", self.job(text % '"formula:(j + 1) mod n"'))
        self.assertEqual(verdict["matrix"], "ssam:1")
        for matrix, rows in (("reverse", "0 2 1"), ("'equal:1,0,2'", "1 0 2")):
            verdict, = self.nimsweep("run", self.job(text % matrix), code=1)
            self.assertEqual(verdict["matrix"], " / ".join([rows] * 3))
        verdict, = self.nimsweep("run", self.job(text % "'teams:0,1/2'"), code=1)
        self.assertEqual(verdict["matrix"], "0 1 2 / 0 2 1 / 0 1 2")
        self.nimsweep("run", self.job(text % "formula:j*0"), code=2)
        self.assertIn("job.yaml:6:10: verify: matrix: formula 'j*0' with 16 players: row 1", self.stderr)

    def test_constants_beyond_every_pile_prove_nothing(self):
        for constant in ("4611686018427387904 * 4", "4611686018427387904"):
            verdict, = self.nimsweep("run", self.job(f"""
players: 2
piles: {{count: 1}}
verify: [{{name: mine, matrix: "ssam:1", cases: [{{when: "x[1] > {constant}", value: "0"}}, {{value: "1"}}]}}]
"""))
            self.assertEqual(verdict["scope"], "piles <= 64")
            self.assertIn("a pile is compared with 2^62 or more", verdict["note"])

    def test_each_pile_has_its_own_bound(self):
        verdict, = self.nimsweep("run", self.job("""
players: 2
piles: {max: [2, 0, 5]}
verify: [{name: mine, cases: [{when: "x[1] * x[3] >= 0", value: "0"}]}]
"""), code=1)
        self.assertEqual((verdict["scope"], verdict["checked"]), ("piles <= 2,1,5", "20"))

    def test_what_cannot_be_checked_does_not_end_the_job(self):
        job = self.job("""
players: 10
matrices: [{sample: {count: 1, seed: 3}}]
piles: {count: 60}
verify:
  - {name: heavy, cases: [{when: "x[60] == 1", value: "first"}, {value: "1"}]}
  - {name: easy, matrix: sam, cases: [{value: "N"}]}
""")
        heavy, easy = self.nimsweep("run", job, code=1)
        self.assertEqual((heavy["type"], heavy["claim"]), ("unchecked", "heavy"))
        self.assertIn("60 piles are too many", heavy["reason"])
        self.assertEqual((easy["claim"], easy["holds"]), ("easy", False))
        self.assertIn("1 of 1 verdict does not hold", self.stderr)

    def test_a_jobs_own_claims_have_certificates(self):
        own = self.job("""
players: 3..4
piles: {count: 1..6}
verify: [shifted-3.4, {name: mine, matrix: sam, given: "N + 1 < n", value: "N"}]
""")
        for job in (own, ROOT / "jobs" / "shifted-by-r.yaml", ROOT / "jobs" / "every-number-of-piles.yaml"):
            verdicts = self.nimsweep("run", job, "--certificate", "c.json")
            done = subprocess.run([sys.executable, str(ROOT / "scripts" / "check_certificate.py"),
                                   str(self.folder / "c.json")], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            proved = sum(verdict["holds"] for verdict in verdicts)
            self.assertEqual(done.stdout.splitlines()[-1], f"proofs: {proved}, rejected: 0")

    def test_nothing_proved_gives_no_certificate(self):
        self.nimsweep("verify", "--claim", "shifted-3.4", "--players", "3", "--max", "5",
                      "--certificate", "c.json", code=2)
        self.assertIn("nothing was proved that has a certificate; c.json was not written", self.stderr)
        self.nimsweep("verify", "--claim", "shifted-3.4", "--players", "3", "--matrix", "sam",
                      "--certificate", "c.json", code=1)
        self.assertIn("nothing was proved that has a certificate; c.json was not written", self.stderr)
        self.assertFalse((self.folder / "c.json").exists())

    def test_a_job_without_claims_gives_no_certificate(self):
        self.job("players: 2\nmatrices: [sam]\npiles: {count: 1, max: 2}\ntables: {file: t.h5}\n")
        self.nimsweep("run", "job.yaml", "--certificate", "c.json", "--quiet", code=2)
        self.assertIn("nothing was proved that has a certificate; c.json was not written", self.stderr)
        self.assertTrue((self.folder / "t.h5").exists())

    def test_a_claim_with_very_many_comparisons_ends(self):
        cases = ", ".join('{when: "%s", value: "%d"}' % (
            " or ".join(f"x[{k % 2 + 1}] == {k}" for k in range(60 * c + 1, 60 * c + 61)), c % 3)
            for c in range(60))
        verdict, = self.nimsweep("run", self.job(f"""
players: 3
piles: {{count: 2}}
verify: [{{name: mine, cases: [{cases}, {{value: "0"}}]}}]
"""), code=1)
        self.assertGreater(int(verdict["checked"]), 0)

    def test_what_a_claim_leaves_open_is_an_error_of_the_claim(self):
        verdict, = self.nimsweep("run", self.job("""
players: 3
piles: {count: 2}
verify:
  - {name: mine, cases: [{when: "x[1] > 1", value: "2"}], max: 3}
"""), code=1)
        self.assertFalse(verdict["holds"])
        self.assertEqual(verdict["errors"], "9")
        self.assertEqual(verdict["first_error"],
                         {"piles": [1, 1], "first": 0, "reason": "no case covers it"})

    def test_values_of_other_games(self):
        rows = self.nimsweep("run", self.job("""
game: northcott-two-way:4
values:
  - {id: a, players: 2, matrix: "ssam:1", piles: [1, 1], value: 0}
  - {id: b, players: 2, piles: [1, 2], value: 0}
"""), code=1)
        self.assertEqual([row["agrees"] for row in rows], [True, False])
        self.assertEqual(rows[1]["found"], {"value": None, "winner": None})

    def test_errors_in_claims_and_values_have_their_place(self):
        head = "players: 3\npiles: {count: 2}\n"
        for text, message in (
                (head + "verify: [shifted-9]\n", "job.yaml:4:10: verify: unknown claim 'shifted-9'"),
                (head + "verify:\n  - {name: a, cases: [{when: \"x[1] = 1\", value: \"0\"}]}\n",
                 "job.yaml:5:5: verify: case 1: when: column 6:"),
                (head + "verify:\n  - {name: a, cases: [{value: \"0\", not: \"1\"}]}\n",
                 "expected one of 'value', 'not' and 'winner'"),
                (head + "verify:\n  - {name: shifted-3.4, given: \"n > 1\"}\n",
                 "is a claim of the registry; expected only 'game', 'matrix', 'max', 'players', "),
                (head + "tables: {file: t.h5}\n", "job.yaml:3:8: piles: key 'max' is missing"),
                (head, "nothing to do; expected 'tables:', 'verify:', 'values:', 'hunt:', 'mine:' or 'sequence:'"),
                ("verify: [shifted-3.4]\n", "key 'players' is missing"),
                ("values: []\n", "job.yaml:2:9: values: an empty list; expected at least one position"),
                (head + "verify: []\n", "job.yaml:4:9: verify: an empty list; expected at least one"),
                (head + "verify: [{name: a, cases: [{when: ~, value: \"0\"}]}]\n",
                 "job.yaml:4:35: when: nothing; expected a value"),
                (head + "verify: [{name: shifted-3.4, game: nim}]\n", "a claim about last-nim"),
                (head + "verify: [{name: shifted-3.4, matrix: bogus}]\n", "job.yaml:4:10: verify: matrix:"),
                (head + "verify: [{name: shifted-3.4, matrix: \"ssam:77\"}]\n", "verify: matrix:"),
                (head + "verify: [{name: a, cases: [{value: \"\", not: \"2\"}]}]\n",
                 "expected one of 'value', 'not' and 'winner'"),
                (head + "verify: [{name: \"a\\e[1m\", cases: [{value: \"2\"}]}]\n",
                 "name: control characters; expected one line of text"),
                ("values: [{id: a, players: 3, piles: [1]}]\n", "expected 'value', 'winner', or both"),
                ("values: [{id: a, piles: [1], value: 0}]\n", "players"),
                ("values: [{id: a, players: 3, piles: [1], value: 3}]\n",
                 "value: '3'; expected a whole number from 0 to 2"),
                ("values: [{id: a, players: 3, matrix: [[0,1],[0,1]], piles: [1], value: 0}]\n",
                 "a matrix of 2 players; expected 3")):
            self.nimsweep("run", self.job(text), code=2)
            self.assertIn(message, self.stderr)
            self.assertEqual(self.stderr.count("\n"), 1)


class OtherGames(Verify):
    def test_the_papers_claims_hold(self):
        for claim, game, players, piles in (
                ("bouton", None, "2", "1..3"), ("misere-nim", None, "2", "1..3"),
                ("podium-nim", None, "2..5", "1..3"), ("podium-nim-k", "moore:2", "2..4", "1..3"),
                ("podium-nim-k", "moore:3", "2..3", "1..4"), ("zero-move", None, "2", "1..4"),
                ("takeaway", None, "2", "1"), ("nimble", None, "2", "1..3"),
                ("northcott-two-way", "northcott-two-way:5", "2", "1..2")):
            arguments = ["verify", "--claim", claim, "--players", players, "--piles", piles, "--max",
                         "3" if claim.startswith("northcott") else "8"]
            verdicts = self.nimsweep(*arguments, *(["--game", game] if game else []))
            self.assertTrue(verdicts)
            for verdict in verdicts:
                self.assertTrue(verdict["holds"])
                self.assertEqual(verdict["game"], game or verdict["game"])

    def test_a_verdict_says_where_nobody_wins(self):
        question = ["verify", "--claim", "northcott-two-way", "--game", "northcott-two-way:4", "--piles", "1",
                    "--max", "2", "--matrix", "sam"]
        verdict, = self.nimsweep(*question, code=1)
        self.assertFalse(verdict["holds"])
        self.assertEqual((verdict["checked"], verdict["disagreements"], verdict["errors"]), ("4", "4", "0"))
        self.assertEqual(verdict["counterexamples"],
                         [{"piles": [pile], "first": first, "expected": 1, "found": None}
                          for pile in (1, 2) for first in (0, 1)])
        done = subprocess.run([PROGRAM, *question], capture_output=True, text=True, cwd=self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn("\n    2: claimed 1, found nobody\n", done.stdout)

    def test_northcott_as_worded_fails_on_one_row(self):
        verdict, = self.nimsweep("verify", "--claim", "northcott", "--game", "northcott:4", "--piles",
                                 "1", code=1)
        self.assertIn({"piles": [2], "first": 1, "expected": 1, "found": 0},
                      verdict["counterexamples"])

    def test_a_claim_on_a_matrix_it_is_not_meant_for(self):
        """Every count and counterexample agrees with the definition, by rules written in Python."""
        rng = random.Random(3)
        for claim, game, moves, q, players in (
                ("podium-nim", "nim", nim, lambda n: n, 3), ("podium-nim", "nim", nim, lambda n: n, 2),
                ("podium-nim-k", "moore:2", moore(2), lambda n: 2 * n - 1, 3)):
            for piles, bound in ((1, 9), (2, 6), (3, 4)):
                rows = [rng.sample(range(players), players) for _ in range(players)]
                verdict, = self.nimsweep(
                    "verify", "--claim", claim, "--game", game, "--players", str(players), "--matrix",
                    " / ".join(" ".join(map(str, row)) for row in rows), "--piles", str(piles),
                    "--max", str(bound), "--counterexamples", "3", code=None)
                game_winner = winners(moves, rows)
                wrong = []
                for position in itertools.product(range(1, bound + 1), repeat=piles):
                    zero = all(sum(x >> k & 1 for x in position) % q(players) == 0 for k in range(4))
                    for first in range(players):
                        value = (game_winner(position, 0, first) - first) % players
                        if (value == 0) != zero:
                            wrong.append((sum(position), position, first, value))
                wrong.sort()
                self.assertEqual(verdict["disagreements"], str(len(wrong)))
                self.assertEqual([(tuple(c["piles"]), c["first"], c["found"])
                                  for c in verdict["counterexamples"]],
                                 [(p, f, v) for _, p, f, v in wrong[:3]])

    def test_closed_forms_are_proved_for_every_pile_size(self):
        for claim, game, players, piles in (
                ("bouton", "nim", "2", "1..5"), ("misere-nim", "nim", "2", "1..4"), ("podium-nim", "nim", "2..4", "1..4"),
                ("podium-nim-k", "moore:2", "2..4", "2..3"), ("nimble", "nimble", "2", "1..4"),
                ("takeaway", "takeaway", "2", "1"), ("zero-move", "zero-move", "2", "1..3")):
            verdicts = self.nimsweep("verify", "--claim", claim, "--game", game, "--players", players, "--piles", piles)
            self.assertGreater(len(verdicts), 0)
            self.assertEqual({(verdict["holds"], verdict["scope"]) for verdict in verdicts}, {(True, "all pile sizes")}, claim)
            self.nimsweep("verify", "--claim", claim, "--game", game, "--players", players, "--piles", piles,
                          "--certificate", "c.json")
            done = subprocess.run([sys.executable, str(ROOT / "scripts" / "check_certificate.py"),
                                   str(self.folder / "c.json")], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertEqual(done.stdout.splitlines()[-1], f"proofs: {len(verdicts)}, rejected: 0")

    def test_a_false_one_is_refuted_beyond_any_box(self):
        verdict, = self.nimsweep("verify", "--game", "nim", "--players", "2", "--matrix", "ssam:1", "--piles", "2", "--when",
                                 "x[1] == x[2] and x[1] < 1000000", "--value", "0", "--value", "1", code=1)
        self.assertEqual((verdict["scope"], verdict["holds"]), ("all pile sizes", False))
        self.assertEqual(verdict["counterexamples"][0], {"piles": [10**6] * 2, "first": 0, "expected": 1, "found": 0})

    def test_a_game_without_an_automaton_is_looked_at_up_to_a_bound(self):
        verdict, = self.nimsweep("verify", "--game", "wythoff", "--players", "3", "--matrix", "reverse", "--piles", "2",
                                 "--value", "[0, 1, 2]")
        self.assertEqual(verdict["scope"], "piles <= 64")
        self.assertIn("no automaton was found in boxes of side up to 2048", verdict["note"])

    def test_claims_of_ones_own_with_passes(self):
        for game, moves in (("wythoff", wythoff), ("subtraction:1,3", subtraction(1, 3))):
            verdict, = self.nimsweep("run", self.job(f"""
game: "{game}"
players: 3
passes: 2
matrices: [{{rows: [[2,0,1],[1,2,0],[0,2,1]]}}]
piles: {{count: 2}}
verify: [{{name: mine, max: 5, cases: [{{when: "x[1] > x[2]", value: "first"}}, {{value: "1"}}]}}]
"""), code=1)
            game_winner = winners(moves, [[2, 0, 1], [1, 2, 0], [0, 2, 1]])
            wrong = sum((game_winner((x, y), 2, first) - first) % 3 != (first if x > y else 1)
                        for x in range(1, 6) for y in range(1, 6) for first in range(3))
            self.assertEqual((verdict["checked"], verdict["disagreements"]), ("75", str(wrong)))

    def test_jobs_say_what_they_show(self):
        def run(name, code=0):
            return self.nimsweep("run", str(ROOT / "jobs" / name), code=code)

        *verdicts, row = run("podium-every-size.yaml")
        self.assertTrue(all(v["holds"] for v in verdicts) and row["agrees"])
        self.assertEqual({v["game"] for v in verdicts}, {"nim", "moore:2", "moore:3"})
        table, *verdicts, first, second = run("zero-move.yaml")
        self.assertEqual(table["type"], "table")
        self.assertTrue(all(v["holds"] for v in verdicts) and first["agrees"] and second["agrees"])
        lines = run("classics.yaml")
        self.assertEqual({v["claim"] for v in lines if v["type"] == "verdict" and not v["holds"]},
                         {"northcott"})
        rows = [line for line in lines if line["type"] == "row"]
        self.assertEqual(len(rows), 48)
        self.assertTrue(all(row["agrees"] for row in rows))

    def test_claims_and_games_have_to_fit(self):
        for arguments, message in (
                (["--claim", "bouton", "--game", "last-nim"],
                 "--claim: bouton is about nim; expected claims about last-nim"),
                (["--claim", "podium-nim-k"], "podium-nim-k is about moore:K; expected --game with its argument, such as moore:"),
                (["--game", "wythoff"], "--game: no claim is about wythoff"),
                (["--claim", "bouton,shifted-3.4"], "shifted-3.4 is about last-nim; expected")):
            self.nimsweep("verify", *arguments, code=2)
            self.assertIn(message, self.stderr)
        self.nimsweep("run", self.job("""
game: nim
players: 2
piles: {count: 2}
verify: [{name: podium-nim-k, game: "northcott:5"}]
"""), code=2)
        self.assertIn("job.yaml:6:10: verify: a claim about moore; expected one about northcott:5",
                      self.stderr)

    def test_a_table_is_checked_by_claims_about_its_game(self):
        self.nimsweep("run", self.job("""
game: "moore:2"
players: 3
matrices: [{ssam: 1}]
piles: {count: 1..3, max: 6}
tables: {file: t.h5}
"""))
        verdicts = self.nimsweep("verify", "--table", "t.h5")
        self.assertEqual([(v["claim"], v["game"], v["holds"]) for v in verdicts],
                         [("podium-nim-k", "moore:2", True)] * 3)


class Tables(Verify):
    def table(self):
        self.nimsweep("run", self.job("""
players: 3
matrices: [sam, {ssam: 1}]
piles: {max: [2, 5, 3, 4]}
tables: {file: t.h5}
"""))
        return self.folder / "t.h5"

    def test_a_table_is_checked_as_it_is_stored(self):
        path = self.table()
        verdict, = self.nimsweep("verify", "--claim", "shifted-3.4", "--table", "t.h5")
        self.assertEqual((verdict["scope"], verdict["checked"], verdict["holds"]),
                         ("piles <= 2,5,3,4", str(2 * 5 * 3 * 4 * 3), True))
        verdict, = self.nimsweep("verify", "--claim", "shifted-3.4", "--table", "t.h5", "--max", "3")
        self.assertEqual(verdict["checked"], str(2 * 3 * 3 * 3 * 3))
        with h5py.File(path, "r+") as file:
            value = file["n3_N4/value"]
            right = int(value[1, 2, 2, 4, 1, 3])
            value[1, 2, 2, 4, 1, 3] = (right + 1) % 3
        reseal(path)
        self.nimsweep("verify", "--claim", "shifted-3.4", "--table", "t.h5", code=1)
        self.assertIn("t.h5: chunk 0 of n3_N4: it is damaged", self.stderr)
        reseal_values(path, "n3_N4")
        verdict, = self.nimsweep("verify", "--claim", "shifted-3.4", "--table", "t.h5", code=1)
        self.assertEqual(verdict["disagreements"], "1")
        self.assertEqual(verdict["counterexamples"],
                         [{"piles": [2, 4, 1, 3], "first": 2, "expected": right,
                           "found": (right + 1) % 3}])

    def test_options_that_say_nothing_of_a_table_are_refused(self):
        self.table()
        for option in ["--players=3", "--piles=4", "--matrix=sam", "--passes=0", "--threads=1",
                       "--certificate=c.json"]:
            self.nimsweep("verify", "--table", "t.h5", option, code=2)
            self.assertIn(option.split("=")[0] + " excludes --table", self.stderr)

    def test_a_table_of_empty_piles_has_no_verdicts(self):
        self.nimsweep("run", self.job("players: 3\npiles: {max: [2, 0]}\ntables: {file: t.h5}\n"))
        self.nimsweep("verify", "--table", "t.h5", code=2)

    def test_large_tables_are_read_in_blocks(self):
        self.nimsweep("run", self.job("""
players: 3
matrices: [{ssam: 1}]
piles: {max: [3, 40, 300, 200]}
tables: {file: t.h5}
"""))
        verdict, = self.nimsweep("verify", "--claim", "shifted-3.4", "--table", "t.h5")
        self.assertEqual((verdict["checked"], verdict["holds"]), (str(3 * 40 * 300 * 200 * 3), True))


if __name__ == "__main__":
    unittest.main()
