"""The Coq development of src/proofs compiles and has neither gaps nor axioms; the theorems of its README exist, false
variants of them are rejected, and the game is the right one. Skipped where Coq is missing."""
import ast
import functools
import itertools
import pathlib
import random
import re
import sys
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/cli"))
from definition import small_nim, winner, winners
from development import CLOSED, coqc, compile_development, skip_without_coq

PROOFS = ROOT / "src/proofs"
README = (PROOFS / "README.md").read_text()
GAPS = re.compile(r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjecture|bypass_check|Unset\s+Guard\s+Checking)\b")
ROW = re.compile(r"^\| (?P<statement>.+) \| `(?P<name>\w+)` \| `(?P<file>\w+)\.v` \| (?P<rests_on>.+) \|$", re.M)


def without_comments(text):
    """Coq's comments nest."""
    depth, kept = 0, []
    for part in re.split(r"(\(\*|\*\))", text):
        if part == "(*":
            depth += 1
        elif part == "*)" and depth > 0:
            depth -= 1
        elif depth == 0:
            kept.append(part)
    return "".join(kept)


def setUpModule():
    global compiled
    compiled = compile_development()


def coq(text):
    """Compiles a text that may import the development."""
    path = compiled / "Question.v"
    path.write_text(text)
    return coqc(compiled, path)


class Readme(unittest.TestCase):
    def test_every_theorem_named_there_has_no_axioms(self):
        names = [row["name"] for row in ROW.finditer(README)]
        self.assertGreaterEqual(len(names), 30)
        done = coq("Require Import Nimsweep.Theorems.\n"
                   + "".join(f"Print Assumptions Nimsweep.Theorems.{name}.\n" for name in names))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.splitlines(), [CLOSED] * len(names))

    def test_names_all_theorems_once_and_in_order(self):
        stated = re.findall(r"^(?:Theorem|Lemma) (\w+)", (PROOFS / "Theorems.v").read_text(), re.M)
        self.assertEqual([row["name"] for row in ROW.finditer(README)], stated)

    def test_says_where_the_proofs_stand(self):
        text = (PROOFS / "Theorems.v").read_text()
        for row in ROW.finditer(README):
            start = text.index(f"Theorem {row['name']} ")
            proof = text[text.index("Proof.", start):text.index("Qed.", start)]
            self.assertRegex(proof, rf"\b{row['file']}\.\w", row["name"])

    def test_theorems_rest_on_theorems_above(self):
        above = set()
        for row in ROW.finditer(README):
            self.assertLessEqual(set(re.findall(r"`(\w+)`", row["rests_on"])), above, row["name"])
            above.add(row["name"])

    def test_lists_the_files_of_the_project_in_the_order_of_compilation(self):
        listed = re.findall(r"^(\w+\.v)$", (PROOFS / "_CoqProject").read_text(), re.M)
        self.assertEqual(re.findall(r"^\| `(\w+\.v)` \|", README, re.M), listed)
        self.assertEqual(sorted(listed), sorted(path.name for path in PROOFS.glob("*.v")))

    def test_covers_the_claims_of_the_registry_about_these_matrices(self):
        claims = re.findall(r"^- name: ((?:standard|shifted)-\S+)$", (ROOT / "src/job/claims.yaml").read_text(), re.M)
        self.assertGreaterEqual(len(claims), 10)
        for claim in claims:
            self.assertRegex(README, rf"{re.escape(claim)}[:)]")

    def test_its_examples_compile(self):
        examples = re.findall(r"^```coq\n(.*?)^```$", README, re.M | re.S)
        self.assertEqual(len(examples), 2)
        for example in examples:
            done = coq(example)
            self.assertEqual(done.returncode, 0, done.stderr)


class Gaps(unittest.TestCase):
    def test_there_are_none(self):
        for path in PROOFS.glob("*.v"):
            self.assertIsNone(GAPS.search(without_comments(path.read_text())), path.name)

    def test_they_would_be_found(self):
        for text in ("Axiom a : False.", "Lemma a : False. Proof. admit. Admitted.", "Parameter a : nat."):
            self.assertIsNotNone(GAPS.search(without_comments(f"(* fine (* twice *) *) {text}")))
        self.assertIsNone(GAPS.search(without_comments("(* no Axiom (* here *), admit *) Check 1.")))

    def test_a_theorem_that_rests_on_an_axiom_is_not_closed(self):
        done = coq("Axiom a : 1 = 2.\nTheorem wrong : 1 = 2. Proof. exact a. Qed.\nPrint Assumptions wrong.\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn(CLOSED, done.stdout)
        self.assertIn("a : 1 = 2", done.stdout)

    def test_a_theorem_that_does_not_exist_is_an_error(self):
        done = coq("Require Import Nimsweep.Theorems.\nPrint Assumptions Nimsweep.Theorems.shifted_3_6.\n")
        self.assertNotEqual(done.returncode, 0)


# False variants: in ClosedForms.v, the statement and what becomes of it.
FALSE = [
    ("Theorem shifted_3_3", "length x + 1 <= n", "length x <= n"),
    ("Theorem shifted_3_3", "= length x mod n", "= (length x + 1) mod n"),
    ("Theorem shifted_3_4", "x.[n] =? 1", "x.[n - 1] =? 1"),
    ("Theorem shifted_3_5", "x.[n + d] =? 1 then d + 1", "x.[n + d] =? 1 then d"),
    ("Theorem standard_3c", " -> 3 <= n ->", " -> 2 <= n ->"),
    ("Theorem standard_6_3", "then 2 else 0.", "then 0 else 2."),
]
# The same by a computed instance: hypotheses that hold and a value that does not.
REFUTATIONS = """
Require Import List Arith. Import ListNotations.
Require Import Nimsweep.Theorems.
Goal ~ (forall n x i, nonempty_piles x -> i < n -> length x <= n -> value last_nim n (SSAM n 1) x i = length x mod n).
Proof. intros H. specialize (H 2 [1; 2] 0). vm_compute in H.
  enough (1 = 0) by discriminate. apply H; repeat constructor. Qed.
Goal ~ (forall n x i, nonempty_piles x -> i < n -> length x + 1 <= n ->
        value last_nim n (SSAM n 1) x i = (length x + 1) mod n).
Proof. intros H. specialize (H 2 [1] 0). vm_compute in H.
  enough (1 = 0) by discriminate. apply H; repeat constructor. Qed.
"""


class Statements(unittest.TestCase):
    def test_false_ones_are_rejected(self):
        text = (PROOFS / "ClosedForms.v").read_text()
        for theorem, true, false in FALSE:
            with self.subTest(theorem, false=false):
                start = text.index(theorem)
                end = text.index("Proof.", start)
                self.assertEqual(text[start:end].count(true), 1)
                proof_end = text.index("Qed.", end) + len("Qed.")
                done = coq(text[:start] + text[start:end].replace(true, false) + text[end:proof_end])
                self.assertNotEqual(done.returncode, 0)
                line = int(re.search(r"line (\d+)", done.stderr).group(1))
                self.assertGreaterEqual(line, text[:start].count("\n"))

    def test_false_ones_are_refuted_by_an_instance(self):
        done = coq(REFUTATIONS)
        self.assertEqual(done.returncode, 0, done.stderr)


def matrices_of(n):
    """Some matrices, each as a Coq term and as rows."""
    chosen = random.Random(n)
    for r in range(n):
        yield f"(SSAM {n} {r})", [[(j + r) % n for j in range(n)]] * n
    yield f"(SAM {n})", [list(range(n))] * n
    for _ in range(3):
        rows = [chosen.sample(range(n), n) for _ in range(n)]
        yield f"(of_rows {coq_list(rows)})", rows
        turned = rows[2 % n:] + rows[:2 % n]
        yield f"(rotate {n} 2 (of_rows {coq_list(rows)}))", turned
    yield f"(equal_rows (fun j => nth j {coq_list(rows[0])} 0))", [rows[0]] * n


def coq_list(value):
    return str(value).replace(",", ";")


class Game(unittest.TestCase):
    """Outcomes as Coq computes them from its definition, against the definition in Python."""

    def computed(self, term):
        done = coq("Require Import List Arith. Import ListNotations.\n"
                   "Require Import Nimsweep.Theorems. Set Printing Depth 1000000.\n"
                   f"Eval vm_compute in {term}.\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        text = re.search(r"=(.*?):\s*list", done.stdout, re.S).group(1)
        return ast.literal_eval(text.replace(";", ",").strip())

    def expect_outcomes(self, n, matrices, most_piles, game="last_nim"):
        positions = [list(x) for count in range(most_piles + 1) for x in itertools.product(range(1, 5), repeat=count)]
        found = self.computed(f"map (fun A => map (fun x : list nat => map (outcome {game} {n} A x) (seq 0 {n})) "
                              f"{coq_list(positions)}) [{'; '.join(text for text, _ in matrices)}]")
        self.assertEqual(len(found), len(matrices))
        for (text, rows), outcomes in zip(matrices, found):
            who = winners(small_nim, rows) if game == "small_nim" else functools.partial(winner, rows)
            self.assertEqual(outcomes, [[who(tuple(x), 0, i) for i in range(n)] for x in positions], text)

    def test_outcomes_are_those_of_the_definition(self):
        for n in (2, 3, 4):
            matrices = list(matrices_of(n))
            self.expect_outcomes(n, matrices, most_piles=3)
            self.expect_outcomes(n, matrices[n + 1:n + 2], most_piles=4)  # one without equal rows

    def test_outcomes_of_small_nim_too(self):
        for n in (2, 3):
            self.expect_outcomes(n, list(matrices_of(n)), most_piles=2, game="small_nim")
            self.expect_outcomes(n, list(matrices_of(n))[n + 1:n + 2], most_piles=3, game="small_nim")


if __name__ == "__main__":
    skip_without_coq()
    unittest.main()
