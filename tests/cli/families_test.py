"""Claims for every number of players: verdicts of the program against the machines for few players, the definition, and
z3's command line. Argument --all: 200 changed claims instead of 60."""
import importlib
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts"), os.path.dirname(__file__)]
from definition import winner

language = importlib.import_module("claim_language")

PROGRAM = os.path.abspath(sys.argv.pop(1))
MUTANTS = 200 if "--all" in sys.argv and not sys.argv.remove("--all") else 60

# The claims to change, as in the registry and in jobs/shifted-by-r.yaml.
CLAIMS = [
    ("sam", "n > N + 1", [("", "N")]),
    ("sam", "n == N + 1", [("x[N] == 1", "N"), ("", "0")]),
    ("sam", "d >= 0 and n >= d + 3", [("x[n-1] == 1", "d"), ("", "d + 1")]),
    ("sam", "n == d + 2 and n >= 3",
     [("x[n-1] == 1", "d"), ("x[n-1] > 1 and x[n+d] == 1", "d + 1"), ("x[n-1] > 1 and x[n+d] > 1", "d + 2")]),
    ("sam", "n == d + 1 and n >= 3",
     [("x[n-1] == 1 and x[n+d] == 1", "d"),
      ("(x[n-1] == 1 and x[n+d] > 1) or (x[n-1] > 1 and x[n+d-1] == 1)", "d + 1"),
      ("x[n-1] > 1 and x[n+d-1] > 1", "d + 2")]),
    ("ssam:1", "n >= N + 1", [("", "N")]),
    ("ssam:1", "d >= 0 and n >= d + 2", [("x[n] == 1", "d"), ("", "d + 1")]),
    ("ssam:1", "n == d + 1 and n >= 3",
     [("x[n] == 1", "d"), ("x[n] > 1 and x[n+d] == 1", "d + 1"), ("x[n] > 1 and x[n+d] > 1", "d + 2")]),
    ("ssam", "N < (r - 2) mod n + 1", [("", "N")]),
    ("ssam", "N >= (r - 2) mod n + 1 and N < (r - 2) mod n + n",
     [("x[(r - 2) mod n + 1] == 1", "N"), ("", "N + 1")]),
    ("ssam", "N >= (r - 2) mod n + n and N < (r - 2) mod n + 2 * n - 1",
     [("x[(r-2) mod n + 1] == 1 and (N == (r-2) mod n + n or x[(r-2) mod n + n + 1] == 1)", "N"),
      ("x[(r-2) mod n + 1] == 1 or x[(r-2) mod n + n] == 1", "N + 1"), ("", "N + 2")]),
]
FEW_PLAYERS = range(2, 8)


def changed(text, chosen):
    """One number, index or comparison is another; what has none of them gets a number."""
    places = [(match.start(), match.end(), str(max(0, int(match[0]) + chosen.choice((-1, 1)))))
              for match in re.finditer(r"\b\d+\b", text)]
    places += [(match.start(), match.end(), chosen.choice((" + 1]", " - 1]"))) for match in re.finditer(r"\]", text)]
    places += [(match.start(), match.end(), {"==": ">=", ">=": ">", ">": "==", "<": "<="}[match[0]])
               for match in re.finditer(r"==|>=|>|<(?!=)", text)]
    if not places or chosen.random() < 0.1:
        return text + " + 1" if not re.search("[=<>]", text) else text
    begin, end, other = chosen.choice(places)
    return text[:begin] + other + text[end:]


def mutant(chosen):
    matrix, given, cases = chosen.choice(CLAIMS)
    cases = [list(case) for case in cases]
    where = chosen.randrange(3)
    if where == 0:
        given = changed(given, chosen)
    else:
        case = chosen.choice([case for case in cases if case[where - 1]] or cases)
        case[where - 1 if case[where - 1] else 1] = changed(case[where - 1] or case[1], chosen)
    return matrix, given, [tuple(case) for case in cases]


def claim_of(name, matrix, given, cases):
    return {"name": name, "matrix": matrix, "given": given,
            "cases": [{**({"when": when} if when else {}), "value": value} for when, value in cases]}


def setUpModule():
    done = subprocess.run([PROGRAM, "verify", "--claim", "shifted-3.3", "--players", "all"], capture_output=True, text=True)
    if "built without it" in done.stderr:
        print("skipped: the program was built without z3")
        sys.exit(77)


class Known(dict):
    """What an expression may use; a pile is found by its index."""

    def __missing__(self, node):
        return self["x"][language.evaluate(node.slice, self) - 1]


class Families(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def nimsweep(self, *words, code=0):
        done = subprocess.run([PROGRAM, *words, "--json", "--quiet"], cwd=self.folder, capture_output=True, text=True)
        if code is not None:
            self.assertEqual(done.returncode, code, done.stderr)
        self.stderr = done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    def run_claims(self, claims, players, code):
        job = {"nimsweep": 1, "players": players, "piles": {"count": "all"}, "verify": claims}
        (self.folder / "job.yaml").write_text(json.dumps(job))
        return self.nimsweep("run", "job.yaml", code=code)

    def test_registered_claims_hold(self):
        verdicts = self.nimsweep("verify", "--claim", "all", "--game", "last-nim", "--players", "all")
        self.assertEqual(len(verdicts), 10)
        for verdict in verdicts:
            self.assertEqual((verdict["players"], verdict["piles"], verdict["scope"], verdict["holds"]),
                             ("all", "all", "all pile sizes", True), verdict)

    def claimed(self, claim, n, r, piles, first):
        """What the claim says, by the language of the script that checks certificates; None if it says nothing."""
        read = language.read_claim(claim)
        known = Known({"n": n, "N": len(piles), "d": len(piles) - n, "r": r, "first": first, "x": piles})
        for case in read.cases:
            if case.when is None or language.evaluate(case.when, known):
                return {language.evaluate(value, known) % n for value in case.values}
        return None

    def test_changed_claims_are_refuted_or_true(self):
        chosen = random.Random(21)
        claims = []
        while len(claims) < MUTANTS:
            claim = claim_of(f"m{len(claims)}", *mutant(chosen))
            if all({**claim, "name": ""} != {**other, "name": ""} for other in claims):
                claims.append(claim)
        for_all = {line["claim"]: line for line in self.run_claims(claims, "all", code=1)}
        self.assertEqual(len(for_all), len(claims))
        for_few = {}
        for claim in claims:
            for line in self.run_claims([claim], list(FEW_PLAYERS), code=None):
                for_few.setdefault(claim["name"], {}).setdefault(line["players"], []).append(line)
        true = refuted = 0
        for claim in claims:
            verdict = for_all[claim["name"]]
            with self.subTest(claim=claim, verdict=verdict):
                if verdict["type"] == "unchecked":
                    self.assertEqual(verdict["reason"], "it is about no number of players and piles")
                    continue
                few = for_few.get(claim["name"], {})
                fails = {n: any(not line["holds"] for line in lines) for n, lines in few.items()}
                if verdict["holds"]:
                    true += 1
                    self.assertFalse(any(fails.values()))
                    continue
                refuted += 1
                self.check_counterexample(claim, verdict, fails, few)
        self.assertGreater(refuted, MUTANTS // 2)
        self.assertGreater(true, 0)

    def check_counterexample(self, claim, verdict, fails, few):
        examples = verdict["counterexamples"] or [verdict["first_error"]]
        n, piles = examples[0]["players"], examples[0]["piles"]
        self.assertFalse(any(does for few_n, does in fails.items() if few_n < n))
        if n in FEW_PLAYERS:
            self.assertTrue(fails[n])
            smallest = min((sum(example["piles"]), len(example["piles"]), example["piles"])
                           for line in few[n] for example in line["counterexamples"] + [line.get("first_error")] if example)
            self.assertLessEqual(smallest, (sum(piles), len(piles), piles))
        if not verdict["counterexamples"]:
            return
        self.assertEqual(smallest if n in FEW_PLAYERS and "first_error" not in verdict else
                         (sum(piles), len(piles), piles), (sum(piles), len(piles), piles))
        for example in verdict["counterexamples"]:
            n, piles, first = example["players"], example["piles"], example["first"]
            r = example.get("r", {"sam": 0, "ssam:1": 1}.get(claim["matrix"]))
            if sum(piles) <= 12:
                rows = [[(j + r) % n for j in range(n)]] * n
                self.assertEqual(example["found"], (winner(rows, piles, 0, first) - first) % n)
            self.assertEqual({example["expected"]}, self.claimed(claim, n, r, piles, first))
            self.assertNotEqual(example["expected"], example["found"])

    def test_obligations_are_unsatisfiable_for_other_solvers(self):
        self.nimsweep("verify", "--claim", "shifted-3.4,standard-3c,shifted-all", "--players", "all", "--smt2", "smt")
        files = sorted((self.folder / "smt").iterdir())
        self.nimsweep("verify", "--claim", "shifted-3.3", "--players", "all", "--smt2", "smt", code=2)
        self.assertIn("--smt2: smt exists and is not an empty folder", self.stderr)
        self.assertGreater(len(files), 15)
        if not shutil.which("z3"):
            self.skipTest("there is no z3 here")
        for path in files:
            done = subprocess.run(["z3", path], capture_output=True, text=True)
            self.assertEqual(done.stdout, "unsat\n", path.name)

    def test_proofs_are_written_for_coq(self):
        self.nimsweep("verify", "--claim", "shifted-3.4,shifted-all", "--players", "all", "--coq", "c.v")
        text = (self.folder / "c.v").read_text()
        self.assertEqual(re.findall(r"^Theorem (\w+)", text, re.M), ["claim_shifted_3_4", "claim_shifted_all"])
        self.nimsweep("verify", "--claim", "shifted-3.3", "--players", "all", "--coq", "c.v")  # replaces it
        self.nimsweep("verify", "--players", "all", "--matrix", "formula:j", "--given", "N < n - 1", "--value", "N",
                      "--coq", "j.v")
        self.assertIn("value last_nim n (SAM n) x i", (self.folder / "j.v").read_text())
        self.nimsweep("verify", "--players", "all", "--matrix", "sam", "--given", "N < n - 1", "--value", "N + 8 * n",
                      "--coq", "far.v", code=2)  # proved, but too far for the tactics
        self.assertIn("far.v was not written", self.stderr)
        (self.folder / "mine.v").write_text("Goal True. Admitted.")
        self.nimsweep("verify", "--claim", "shifted-3.4", "--players", "all", "--coq", "mine.v", code=2)
        self.assertIn("mine.v exists and is not a file of theorems", self.stderr)
        self.nimsweep("verify", "--claim", "podium-nim", "--players", "3", "--piles", "2", "--coq", "d.v", code=2)
        self.assertIn("nothing was proved that is a theorem for Coq", self.stderr)
        self.assertFalse((self.folder / "d.v").exists())

    def test_what_is_not_meant_is_refused(self):
        for words, message in (
                (["--players", "all", "--piles", "3"], "--piles: --players all is about every number of piles"),
                (["--players", "all", "--matrix", "0 1 / 1 0"], "--matrix: '0 1 / 1 0' is not for every number"),
                (["--players", "all", "--matrix", "formula:2*j"], "--matrix: formula '2*j': not the same circle"),
                (["--players", "all", "--passes", "1"], "passes are not understood"),
                (["--players", "all", "--max", "9"], "every pile size is meant"),
                (["--players", "all", "--claim", "podium-nim"], "nim is not understood; expected last-nim")):
            words = ["--claim", "shifted-3.4", *words] if "--claim" not in words else words
            self.nimsweep("verify", *words, code=2)
            self.assertIn(message, self.stderr)
        for text, message in (
                ("players: all\npiles: {count: 3}\nverify: [shifted-3.4]", "3:8: piles: for every number of players"),
                ("players: all\nmatrices: [all]\nverify: [{name: a, value: N}]", "3:12: matrices: these are not"),
                ("players: all\npiles: {max: [2]}\ntables: {file: t.h5}", "2:10: players: tables and hunts need"),
                ("players: 3\nverify: [{name: shifted-3.4, players: all, piles: 3}]", "3:10: piles: for every number")):
            (self.folder / "job.yaml").write_text("nimsweep: 1\n" + text + "\n")
            self.nimsweep("run", "job.yaml", code=2)
            self.assertIn(message, self.stderr, text)

    def test_jobs_may_mix_numbers_and_all(self):
        (self.folder / "job.yaml").write_text("""nimsweep: 1
players: 3..4
matrices: [{ssam: 1..2}, reverse]
piles: {count: 1..2}
verify:
- {name: shifted-3.3, players: all}
- {name: none, given: "n > N + 2", value: N, players: all}
- {name: three, given: "n > N + 2", value: N}
- {name: all of them, matrix: ssam, given: "N == 1", cases: [{when: "x[1] > 1 and r == 2 mod n", value: 2}, {value: 1}], players: all}
""")
        lines = self.nimsweep("run", "job.yaml", code=1)
        self.assertEqual([(line["claim"], line["matrix"], line["players"], line.get("holds")) for line in lines], [
            ("shifted-3.3", "ssam:1", "all", True),
            ("none", "ssam:1", "all", True), ("none", "ssam:2", "all", False), ("none", "formula:-j", "all", False),
            ("three", "ssam:1", 4, True), ("three", "ssam:2", 4, False), ("three", "0 3 2 1 / 0 3 2 1 / 0 3 2 1 / 0 3 2 1", 4, False),
            ("all of them", "ssam", "all", True)])


if __name__ == "__main__":
    unittest.main()
