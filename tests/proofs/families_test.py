"""The theorems that claims for every number of players become: Coq proves those of the papers, rejects false variants
of them, and reads each theorem as the language of claims reads the claim. Skipped where Coq is missing.

    families_test.py WRITE_COQ_FILES ..      the program of tests/families
"""
import ast
import copy
import itertools
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

import yaml

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/cli"), str(ROOT / "scripts")]
from claim_language import Rejected, evaluate, read_claim
from definition import winner
from development import CLOSED, coqc, compile_development, skip_without_coq

CLAIMS = {claim["name"]: claim for path, key in (("src/job/claims.yaml", None), ("jobs/shifted-by-r.yaml", "verify"))
          for text in [yaml.safe_load((ROOT / path).read_text())]
          for claim in (text[key] if key else text) if isinstance(claim, dict)
          if key or re.match("standard-|shifted-", claim["name"])}
MOST = 3  # piles that matter


def setUpModule():
    global compiled
    compiled = compile_development()


def written(claims, most=MOST):
    """For each claim what the program says of it, and its file for Coq."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=compiled))
    job = folder / "job.yaml"
    job.write_text(json.dumps({"nimsweep": 1, "game": "last-nim", "players": 2, "piles": {"count": "all"},
                               "verify": claims}))
    done = subprocess.run([program, job, folder, str(most)], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return [(line, folder / f"claim_{number}.v") for number, line in enumerate(done.stdout.splitlines(), 1)]


# ---- What a claim says of a position, by its definition.

class Known(dict):
    """Numbers by name, and pile sizes by the node that reads them."""

    def __init__(self, piles, **numbers):
        super().__init__(numbers)
        self.piles = piles

    def __missing__(self, node):
        return self.piles[evaluate(node.slice, self) - 1]


def first_that_holds(cases, known):
    for case in cases:
        if evaluate(case.when, known):
            return case
    raise Rejected("no case")


def agrees(claim, n, r, piles, first):
    """Is the claim true of this position? It is not where it says nothing."""
    known = Known(piles, n=n, r=r, N=len(piles), d=len(piles) - n, first=first, k=None)
    if not evaluate(claim.given, known):
        return True
    rows = [[(j + r) % n for j in range(n)]] * n
    value = (winner(rows, piles, 0, first) - first) % n
    try:
        if claim.start is not None:
            known["v"] = evaluate(claim.start, known) % (claim.range or n)
            for known["x"] in piles:
                known["v"] = (evaluate(first_that_holds(claim.each, known).values[0], known)) % (claim.range or n)
        case = first_that_holds(claim.cases, known)
        seat = first if case.kind == "winner" else 0
        claimed = {(evaluate(number, known) - seat) % n for number in case.values}
    except Rejected:
        return False
    return (value in claimed) == (case.kind != "not")


def shifts(matrix, n):
    if matrix == "ssam":
        return range(n)
    r = 0 if matrix == "sam" else int(matrix.partition(":")[2])
    return [r] if r < n else []


def counterexample(text):
    claim = read_claim(text | {"cases": text.get("cases") or [{"value": text.get("value", "v")}]})
    for n, count in itertools.product(range(2, 5), range(1, 8)):
        for r in shifts(text["matrix"], n):
            for piles in itertools.product((1, 2), repeat=count):
                if not agrees(claim, n, r, piles, 0):
                    return n, r, piles
    return None


# ---- Claims of the papers, others in all the words of the language, and false variants: where to change what.

OTHERS = [
    # The papers ask for n >= 3, which is not needed.
    CLAIMS["shifted-3.5"] | {"given": "n == d + 1"},
    CLAIMS["standard-3b"] | {"given": "n == d + 2"},
    {"name": "another shift", "matrix": "ssam:2", "given": "N < n",
     "cases": [{"when": "x[1] > 1", "value": "N + 1"}, {"when": "not x[1] > 1", "value": "N"}]},
    {"name": "winners", "matrix": "ssam:3", "given": "N < n and N >= r - 1 or not (N != 2)",
     "cases": [{"when": "x[2] != 1", "winner": "N + 1 + first"}, {"value": "N"}]},
    {"name": "sets", "matrix": "ssam:1", "given": "N >= n and N <= 2 * n - 2 and n >= 4",
     "cases": [{"when": "x[n] >= 5", "not": "[N, N + 2, -1 + N]"}, {"value": "[N, N + 1]"}]},
    {"name": "mod a constant", "matrix": "sam", "given": "n > N + 1",
     "cases": [{"when": "N mod 2 == 0", "value": "2 * (N / 2)"}, {"value": "1 + (N / 2) * 2"}]},
    {"name": "a pile by two names", "matrix": "ssam:1", "given": "N >= n and N <= 2 * n - 2",
     "cases": [{"when": "x[N] > 1 and x[n] == 1", "value": "N"}, {"when": "x[n+d] <= 1 and x[n] == 1", "value": "N"},
               {"when": "x[n] > 1", "value": "N + 1"}]},
    {"name": "few players", "matrix": "sam", "given": "n == 2 and N <= 3",
     "cases": [{"when": "N == 1 and x[1] == 1", "value": "1"}, {"when": "N == 1", "value": "0"},
               {"value": "[0, 1]"}]},
    {"name": "the value less r", "matrix": "ssam", "start": "-r", "value": "v + r",
     "each": [{"when": "x > 1 and v == n - 2", "value": "0"}, {"value": "v + 1"}]},
    {"name": "the winner", "matrix": "ssam:1", "start": "first", "cases": [{"winner": "v"}],
     "each": [{"when": "x > 1 and v == (first - 1) mod n", "value": "v + 2"}, {"value": "v + 1"}]},
]

FALSE = [
    ("standard-many-players", ["given"], "n > N + 1", "n >= N + 1"),
    ("standard-many-players", ["cases", 0, "value"], "N", "N + 1"),
    ("standard-n=N+1", ["cases", 0, "when"], "x[N]", "x[1]"),
    ("standard-n=N+1", ["cases", 1, "value"], "0", "1"),
    ("standard-3a", ["given"], "d + 3", "d + 2"),
    ("standard-3a", ["cases", 0, "when"], "x[n-1]", "x[n]"),
    ("standard-3b", ["cases", 1, "when"], "x[n+d]", "x[n+d-1]"),
    ("standard-3b", ["given"], "n == d + 2", "n == d + 1"),
    ("standard-3c", ["given"], "n >= 3", "n >= 2"),
    ("standard-3c", ["cases", 2, "value"], "d + 2", "d + 1"),
    ("standard-3c", ["cases", 2, "when"], "x[n+d-1] > 1", "x[n+d-1] > 2"),  # no case for two counters
    ("standard-6-3", ["cases", 0, "value"], "2", "1"),
    ("standard-6-3", ["cases", 2, "when"], "x[5] > 1", "x[6] > 1"),
    ("shifted-3.3", ["given"], "N + 1", "N"),
    ("shifted-3.4", ["cases", 0, "when"], "== 1", "<= 2"),
    ("shifted-3.4", ["given"], "d >= 0", "d >= -1"),  # there may be no x[n]
    ("shifted-3.5", ["cases", 2, "value"], "d + 2", "d + 3"),
    ("shifted-3.5", ["given"], "n == d + 1", "n == d"),
    ("shifted-all", ["each", 0, "when"], "r - 2", "r - 1"),
    ("shifted-all", ["each", 0, "when"], "x > 1", "x > 2"),
    ("shifted-all", ["start"], "0", "1"),
    ("no pile matters", ["given"], "n + 1", "n + 2"),
    ("one pile matters", ["cases", 0, "when"], "n + 1", "n + 2"),
    ("one pile matters", ["given"], "mod n + n", "mod n + n + 1"),
    ("two piles matter", ["cases", 1, "value"], "N + 1", "N"),
    ("two piles matter", ["cases", 0, "when"], "N == (r-2) mod n + n or ", ""),
]


def changed(name, place, old, new):
    claim = copy.deepcopy(CLAIMS[name])
    part = claim
    for key in place[:-1]:
        part = part[key]
    assert part[place[-1]].count(old) == 1, (name, old)
    part[place[-1]] = part[place[-1]].replace(old, new).replace("()", "")
    return claim


class Proofs(unittest.TestCase):
    def expect_proofs(self, claims):
        for claim, (said, file) in zip(claims, written(claims)):
            with self.subTest(claim["name"]):
                self.assertIsNone(counterexample(claim))
                self.assertRegex(said, "^claim_")
                done = coqc(compiled, file)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(done.stdout, CLOSED + "\n")

    def test_claims_of_the_papers_are_proved_without_axioms(self):
        self.assertGreaterEqual(len(CLAIMS), 13)
        self.expect_proofs(list(CLAIMS.values()))

    def test_claims_in_other_words_are_proved_too(self):
        self.expect_proofs(OTHERS)

    def test_false_variants_are_rejected(self):
        claims = [changed(*change) for change in FALSE]
        for change, claim, (said, file) in zip(FALSE, claims, written(claims)):
            with self.subTest(change):
                self.assertIsNotNone(counterexample(claim))
                self.assertRegex(said, "^claim_")
                self.assertNotEqual((done := coqc(compiled, file)).returncode, 0)
                line = int(re.search(r"line (\d+)", done.stderr).group(1))
                self.assertRegex(file.read_text().splitlines()[line - 1], "^Proof. prove_")


# ---- What Coq reads in a theorem, at single positions.

class RandomClaims:
    """Claims that are linear, most of them false."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def number(self, letters, depth=2):
        pick = self.random.choice
        if depth == 0 or self.random.random() < 0.3:
            return pick([*letters, str(self.random.randrange(4))]).replace("[]", f"[{pick(INDICES)}]")
        a, b = (self.number(letters, depth - 1) for _ in range(2))
        without_piles = self.number([letter for letter in letters if letter[0] != "x"], depth - 1)
        return pick([f"{a} + {b}", f"{a} - ({b})", f"{a} - {b}", f"-({a})", f"2 * ({a})", f"({a}) * 3", f"({a}) / 2",
                     f"({a}) mod 3", f"({without_piles}) mod n", f"-{b} + {a}"])

    def condition(self, letters, depth=2):
        pick = self.random.choice
        if depth == 0 or self.random.random() < 0.3:
            return f"{self.number(letters, 1)} {pick(['==', '!=', '<', '<=', '>', '>='])} {self.number(letters, 1)}"
        a, b = (self.condition(letters, depth - 1) for _ in range(2))
        return pick([f"{a} and {b}", f"{a} or {b}", f"({a} or {b}) and {a}", f"not ({a})", f"not ({a}) or {b}"])

    def case(self, letters, kinds):
        kind = self.random.choice(kinds)
        values = [self.number(letters) for _ in range(1 if len(kinds) == 1 else self.random.randint(1, 3))]
        return {kind: values[0] if len(values) == 1 else f"[{', '.join(values)}]"}

    def cases(self, letters, kinds, ends):
        conditional = [{"when": self.condition(letters)} | self.case(letters, kinds)
                       for _ in range(self.random.randint(1, 3))]
        return conditional + [self.case(letters, kinds)] * (ends or self.random.random() < 0.5)

    def claim(self, name):
        claim = {"name": name, "matrix": self.random.choice(["sam", "ssam:1", "ssam:2", "ssam"])}
        if self.random.random() < 0.5:
            claim["given"] = self.condition(LETTERS, 1)
        letters = [*LETTERS, "first", "x[]", "x[]"]
        if self.random.random() < 0.3:
            letters = ["n", "r", "first", "v"]
            claim |= {"start": self.number(letters[:3]), "each": self.cases([*letters, "x"], ["value"], True)}
            if self.random.random() < 0.3:
                claim["range"] = 5
        return claim | {"cases": self.cases(letters, ["value", "not", "winner"], False)}

    def position(self, matrix):
        n = self.random.randint(2 if matrix != "ssam:2" else 3, 4)
        piles = tuple(self.random.choices([1, 2, 3], k=self.random.randint(1, 4)))
        return n, self.random.choice(shifts(matrix, n)), piles, self.random.randrange(n)


LETTERS = ["n", "N", "d", "r"]
INDICES = ["1", "2", "N", "n", "n - 1", "N - 1", "(r - 2) mod n + 1", "2 * N - 3", "N / 2", "-d"]
# Decides a proposition about given numbers, part by part.
DECIDE = """
Ltac decide_if := match goal with |- context [if ?b then _ else _] =>
  let known := eval vm_compute in b in change b with known; cbv iota end.
Ltac prove := lazymatch goal with
  | |- _ /\\ _ => split; prove
  | |- _ \\/ _ => first [left; prove | right; prove]
  | |- ~ _ => refute
  | |- In _ _ => cbn [In]; prove
  | |- if _ then _ else _ => decide_if; prove
  | |- ?A -> _ => first [intros _; prove | enough (~ A) by tauto; refute]
  | |- _ => vm_compute; first [reflexivity | discriminate]
  end
with refute := lazymatch goal with
  | |- ~ (?A /\\ ?B) => first [enough (~ A) by tauto; refute | enough (~ B) by tauto; refute]
  | |- ~ (?A \\/ ?B) => enough (~ A /\\ ~ B) by tauto; split; refute
  | |- ~ ~ ?A => enough A by tauto; prove
  | |- ~ False => tauto
  | |- ~ In _ _ => cbn [In]; refute
  | |- ~ (if _ then _ else _) => decide_if; refute
  | |- ~ (?A -> ?B) => enough (A /\\ ~ B) by tauto; split; [prove | refute]
  | |- _ => vm_compute; let H := fresh in intro H; first [discriminate H | now apply H]
  end.
"""


class Statements(unittest.TestCase):
    def test_say_what_the_claims_say(self):
        chosen = RandomClaims(2026)
        claims = [chosen.claim(f"random {number}") for number in range(60)]
        text, counts = [], {True: 0, False: 0}
        for claim, (said, file) in zip(claims, written(claims)):
            self.assertRegex(said, "^claim_", claim)
            theorem = re.search(r"^Theorem .*? i < n ->\n(.*?)\.\nProof", file.read_text(), re.M | re.S).group(1)
            text.append(f"Definition {said} (n r : nat) (x : list nat) (i : nat) : Prop :=\n{theorem}.\n")
            for n, r, piles, first in (chosen.position(claim["matrix"]) for _ in range(6)):
                holds = agrees(read_claim(claim), n, r, piles, first)
                counts[holds] += 1
                instance = f"{said} {n} {r} [{'; '.join(map(str, piles))}]%nat {first}"
                text.append(f"Goal {instance}. unfold {said}; cbv beta zeta; prove. Qed.\n" if holds else
                            f"Goal ~ {instance}. unfold {said}; cbv beta zeta; refute. Qed.\n")
        self.assertGreater(min(counts.values()), 50)
        question = compiled / "Instances.v"
        question.write_text("Require Import List ZArith Bool.\nRequire Import Nimsweep.Tactics.\n"
                            "Import ListNotations.\nOpen Scope Z_scope.\n" + DECIDE + "".join(text))
        done = coqc(compiled, question)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    skip_without_coq()
    program = sys.argv.pop(1)
    unittest.main()
