"""nimsweep-check accepts what is right and nothing else: the certificates of the jobs, random claims, and certificates
in which something was changed, beside scripts/check_certificate.py and the definition of the game.

    checker_test.py NIMSWEEP NIMSWEEP_CHECK [--all]     --all: at least 1,000 changed certificates that are rejected

Skipped where nimsweep-check was not built; parts of it where Coq is missing."""
import collections
import copy
import functools
import itertools
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
sys.path[:0] = [str(ROOT / "tests/cli"), str(ROOT / "scripts")]
import check_certificate
from claim_language import NotUnderstood, Rejected, read_claim
from definition import winner

PROGRAM, CHECKER = (os.path.abspath(path) for path in sys.argv[1:3])
ALL = "--all" in sys.argv[3:]
JOBS = ["shifted-by-r", "every-number-of-piles", "open-questions-passes", "open-questions-small-nim"]
ACCEPTED, REJECTED, NOT_UNDERSTOOD = 0, 1, 2


def run(*command, codes=(0,), cwd=None):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=cwd)
    assert done.returncode in codes, f"{command}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done


def ssam(n, r):
    return [[(j + r) % n for j in range(n)]] * n


# ---- A claim by brute force: its text as Python, at rows of piles.

class Row:
    """x of a claim: x[1] is the first pile."""

    def __init__(self, piles):
        self.piles = piles

    def __getitem__(self, index):
        if not 1 <= index <= len(self.piles):
            raise IndexError
        return self.piles[index - 1]


class No(Exception):
    """There is no r."""


class Known(dict):
    def __missing__(self, name):
        raise No if name == "r" else KeyError(name)


@functools.lru_cache(maxsize=None)
def compiled(text):
    text = re.sub(r"\b(count|all|any)\(", r"\1(lambda x, i: ", text)
    return compile(re.sub(r"\bmod\b", "%", text.strip()).replace("/", "//"), "claim", "eval")


def evaluate(text, known):
    piles = known["piles"]
    names = Known(known)
    names["x"] = known.get("x", Row(piles))
    names |= {"sum": lambda _: sum(piles), "min": lambda _: min(piles), "max": lambda _: max(piles)}
    for name, fold in (("count", sum), ("all", all), ("any", any)):
        names[name] = lambda f, fold=fold: fold([f(x, i) for i, x in enumerate(piles, 1)])
    return eval(compiled(text), {"__builtins__": {}} | names, names)


def first_case(cases, known):
    case = next(case for case in cases if evaluate(case.get("when", "True"), known))
    kind = next(kind for kind in ("value", "not", "winner") if kind in case)
    values = evaluate(case[kind], known)
    return kind, values if type(values) is list else [values]


def is_right(claim, proof, piles, first, found):
    """What the claim says of one row, if it is about it; nothing that has no value is right."""
    n = proof["players"]
    known = {"n": n, "N": len(piles), "d": len(piles) - n, "piles": piles}
    known |= {} if proof["shift"] is None else {"r": proof["shift"]}
    try:
        if not evaluate(claim.get("given", "True"), known):
            return True
    except No:
        return True
    try:
        known["first"] = first
        if "each" in claim:
            known["v"] = evaluate(claim.get("start", "0"), known) % claim.get("range", n)
            for size in piles:
                known["v"] = first_case(claim["each"], known | {"x": size})[1][0] % claim.get("range", n)
        kind, values = first_case(claim["cases"], known)
        values = {value % n for value in values}
    except (No, KeyError, IndexError, ZeroDivisionError, StopIteration):
        return False
    return found in values if kind == "winner" else ((found - first) % n in values) != (kind == "not")


def is_true(claim, proof, most_rows=400):
    """The statement of a proof at some rows of piles, by the definition of the game."""
    n, rows = proof["players"], proof["matrix"]
    if len(rows) != n or any(sorted(row) != list(range(n)) for row in rows) or proof["passes"] < 0:
        return False
    if proof["shift"] != next((r for r in range(n) if rows == ssam(n, r)), None):
        return False
    counts = [proof["piles"]] if proof["piles"] != "all" else range(1, 6)
    for count in counts:
        chosen = random.Random(count)
        everything = itertools.product(range(1, 5), repeat=count) if 4 ** count <= most_rows // 2 else (
            tuple(chosen.choice([1, 1, 2, 2, 3, n, n + 3, 7]) for _ in range(count)) for _ in range(most_rows // 8))
        for piles in everything:
            if proof.get("game") == "small-nim":
                piles = tuple(sorted(piles, reverse=True))
            for first in range(n):
                if not is_right(claim, proof, piles, first, winner(rows, piles, proof["passes"], first)):
                    return False
    return True


class Certificates(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def verdict(self, certificate):
        path = self.folder / "certificate.json"
        path.write_text(json.dumps(certificate))
        done = run(CHECKER, path, codes=(0, 1, 2))
        if done.returncode == NOT_UNDERSTOOD:
            self.assertTrue(done.stderr.startswith(f"{path}: "), done.stderr)
        return done.returncode

    @staticmethod
    def verdict_of_script(certificate):
        """The same by scripts/check_certificate.py, for one proof."""
        [claim], [proof] = certificate["claims"], certificate["proofs"]
        try:
            check_certificate.check_form(certificate, check_certificate.FORM, "")
            check_certificate.check_form(proof, check_certificate.FORM_OF_PROOF, "")
            check_certificate.check_proof(proof, read_claim(claim))
        except Rejected:
            return REJECTED
        except (NotUnderstood, RecursionError):
            return NOT_UNDERSTOOD
        return ACCEPTED

    def written(self, claim, **options):
        """The certificate that nimsweep writes of a claim, or None if it does not hold."""
        job, file = self.folder / "job.yaml", self.folder / "written.json"
        options = {"players": 3, "piles": {"count": "all"}} | options
        job.write_text(json.dumps({"nimsweep": 1, "title": "test", "game": claim.get("game", "last-nim")} | options
                                  | {"verify": [{"name": "test"} | claim]}))
        file.unlink(missing_ok=True)
        run(PROGRAM, "run", job, "--certificate", file, "--quiet", codes=(0, 1, 2), cwd=self.folder)
        return json.loads(file.read_text()) if file.exists() else None


class OfJobs(Certificates):
    def test_are_accepted(self):
        for job in JOBS:
            with self.subTest(job):
                self.check(50, "run", ROOT / f"jobs/{job}.yaml")

    def test_of_registered_claims_are_accepted(self):
        self.check(100, "verify", "--claim", "all", "--game", "last-nim", "--players", "2..8", "--piles", "1..15")

    def check(self, fewest, *words):
        file = self.folder / "c.json"
        run(PROGRAM, *words, "--certificate", file, "--quiet", cwd=self.folder)
        done = run(CHECKER, file)
        expected = run(sys.executable, ROOT / "scripts/check_certificate.py", file)
        self.assertEqual(done.stdout, expected.stdout)
        self.assertGreater(done.stdout.count("holds for all pile sizes"), fewest)


# ---- Random claims.

def condition(chosen, n, piles):
    """A random condition. What it asks for is there."""
    c, q = chosen.randint(0, 3), chosen.randint(2, 3)
    k = chosen.randint(1, 3 if piles == "all" else piles)
    guard = "" if piles != "all" else f"N >= {k} and "
    simple = [f"{guard}x[{k}] > {c}", f"{guard}x[{k}] == {c + 1}", f"N >= {k} and x[N - {k} + 1] <= {c + 1}",
              f"N mod {q} == 1", f"d >= {c}", f"count(x > {c}) mod {q} == 0", f"count(x == 1 and i <= {k}) >= {c}",
              f"all(x > {c})", f"any(x == {c + 1})", f"min(x) > {c}", f"max(x) <= {c + 1}", f"sum(x) mod {q} == 0",
              f"sum(x) > {c + 2}", f"first == {c}", f"(N + {c}) / {q} mod 2 == 0", f"-N < {c} - 3", f"{guard}x[{k}] mod {q} == 1"]
    parts = chosen.choices(simple, k=chosen.randint(1, 2))
    text = chosen.choice([" and ", " or "]).join(f"({part})" for part in parts)
    return f"not ({text})" if chosen.random() < 0.2 else text


def random_claim(chosen, n, piles):
    """True of every game: it allows all values; its conditions, and those of its recurrence, are random."""
    everything = str(list(range(n)))
    cases = [{"when": condition(chosen, n, piles), chosen.choice(["value", "winner"]): everything}, {"value": everything}]
    if chosen.random() < 0.4:
        range_ = chosen.randint(2, 4)
        each = [{"when": f"x > {chosen.randint(1, 3)} and v != {chosen.randint(0, 2)}", "value": f"v + {chosen.randint(1, 2)}"},
                {"value": chosen.choice(["v + 1", "v * 2", "v - 1", "v + first"])}]
        return {"start": str(chosen.randint(0, 1)), "each": each, "range": range_,
                "cases": [{"when": f"v == {chosen.randint(0, 2)}", "value": everything}, *cases]}
    return {"cases": cases}


def table_claim(n, rows, piles):
    """The value of every row of so many piles, by the definition; n counters and more are alike."""
    cases = []
    for first, sizes in itertools.product(range(n), itertools.product(range(1, n + 1), repeat=piles)):
        when = " and ".join(f"x[{k}] {'>=' if size == n else '=='} {size}" for k, size in enumerate(sizes, 1))
        cases.append({"when": f"first == {first} and {when}", "winner": str(winner(rows, sizes, 0, first))})
    return {"cases": cases}


def random_rows(chosen, n):
    return [chosen.sample(range(n), n) for _ in range(n)]


SHIFTED_ALL = {"start": "0", "each": [{"when": "x > 1 and v == (r - 2) mod n", "value": "v + 2"}, {"value": "v + 1"}],
               "cases": [{"value": "v"}]}
SHIFTED_34 = {"given": "d >= 0 and n >= d + 2", "cases": [{"when": "x[n] == 1", "value": "d"}, {"value": "d + 1"}]}


class OfRandomClaims(Certificates):
    def sources(self, chosen, count):
        """Certificates with one proof of one claim, as nimsweep writes them."""
        for number in range(count):
            n, game = chosen.randint(2, 4), "small-nim" if number % 5 == 4 else "last-nim"
            rows, piles = random_rows(chosen, n), chosen.choice(["all", 1, 2, 3])
            options = {"players": n, "piles": {"count": piles}, "matrices": [{"rows": rows}]}
            if number % 7 == 0:
                claim, options["matrices"] = SHIFTED_ALL, [{"ssam": chosen.randrange(n)}]
                options["piles"] = {"count": "all"}
            elif number % 7 == 1:
                claim, options["matrices"] = SHIFTED_34, [{"ssam": 1}]
                options["piles"] = {"count": chosen.choice(["all", n])}
            elif number % 7 == 2:
                n, piles = 3, chosen.choice([1, 2])
                rows = random_rows(chosen, n)
                claim = table_claim(n, rows, piles)
                options = {"players": n, "piles": {"count": piles}, "matrices": [{"rows": rows}]}
            else:
                claim = random_claim(chosen, n, piles)
                if game == "last-nim" and number % 3 == 0:
                    options["passes"] = chosen.randint(1, 2)
            claim = claim | ({"game": game} if game == "small-nim" else {})
            certificate = self.written(claim, **options)
            if certificate and certificate["proofs"] and "base" not in certificate["proofs"][0]:
                certificate["proofs"] = certificate["proofs"][:1]
                self.assertEqual(self.verdict_of_script(certificate), ACCEPTED, certificate)
                yield certificate

    def test_are_accepted(self):
        found = collections.Counter()
        for certificate in self.sources(random.Random(1), 600 if ALL else 80):
            verdict = self.verdict(certificate)
            found[verdict] += 1
            self.assertEqual(verdict, ACCEPTED, certificate["claims"])
        self.assertGreater(found[ACCEPTED], 400 if ALL else 50, found)

    def test_changed_ones_are_rejected(self):
        chosen, found = random.Random(2), collections.Counter()
        wanted = 1000 if ALL else 120
        while found["rejected"] < wanted:
            for certificate in self.sources(chosen, 10):
                for _ in range(6):
                    changed = copy.deepcopy(certificate)
                    what = chosen.choice(CHANGES)
                    if not what(chosen, changed["claims"][0], changed["proofs"][0]) or changed == certificate:
                        continue
                    found[self.judge(changed)] += 1
        print(dict(found), file=sys.stderr)

    def judge(self, certificate):
        """What is accepted is true by the definition; what the script accepts is accepted, or not understood."""
        [claim], [proof] = certificate["claims"], certificate["proofs"]
        verdict, by_script = self.verdict(certificate), self.verdict_of_script(certificate)
        if verdict == ACCEPTED:
            self.assertTrue(is_true(claim, proof), certificate)
            return "accepted, still true" if by_script == ACCEPTED else "accepted by one, still true"
        if by_script == ACCEPTED:
            self.assertEqual(verdict, NOT_UNDERSTOOD, certificate)
            return "not understood, accepted by the script"
        return "rejected" if verdict == REJECTED else "not understood, rejected by the script"


# ---- Changes to a certificate with one proof. They return false if there is nothing to change.

def another(chosen, number, below):
    return chosen.choice([other for other in range(below + 1) if other != number])


def change_arrow(chosen, _, proof):
    states = [state for state in proof["states"] if state["next"]]
    arrows = chosen.choice(states)["next"]
    letter = chosen.randrange(len(arrows))
    arrows[letter] = another(chosen, arrows[letter], len(proof["states"]))
    return True


def change_winner(chosen, _, proof):
    row = chosen.choice(chosen.choice(proof["states"])["winners"])
    seat = chosen.randrange(len(row))
    row[seat] = another(chosen, row[seat], proof["players"])
    return True


def change_states(chosen, _, proof):
    states = proof["states"]
    if chosen.random() < 0.5:
        states.pop()
    else:
        states.append(copy.deepcopy(chosen.choice(states)))
    return True


def change_pairs(chosen, _, proof):
    if "pairs" not in proof or chosen.random() < 0.1:
        proof["pairs"] = [[[0, 0]]] if "pairs" not in proof else []
        return True
    pairs = chosen.choice(proof["pairs"])
    if len(pairs) > 1 and chosen.random() < 0.5:
        pairs.pop(chosen.randrange(len(pairs)))
    else:
        pair = chosen.choice(pairs)
        place = chosen.randrange(2)
        pair[place] = another(chosen, pair[place], max(len(proof["states"]), 4))
    return True


def change_number(text, chosen):
    numbers = list(re.finditer(r"[0-9]+", text))
    if not numbers:
        return text + " + 1" if not re.search(r"[<>=]", text) else f"not ({text})"
    number = chosen.choice(numbers)
    return text[:number.start()] + str(max(0, int(number[0]) + chosen.choice([-1, 1, 2]))) + text[number.end():]


def change_claim(chosen, claim, _):
    parts = [(case, key) for case in claim["cases"] + claim.get("each", []) for key in case]
    parts += [(claim, key) for key in ("given", "start") if key in claim]
    part, key = chosen.choice(parts)
    if part.get(key, "").startswith("[") and chosen.random() < 0.8:
        values = json.loads(part[key])
        values.remove(chosen.choice(values))
        part[key] = str(values) if values else "0"
    else:
        part[key] = change_number(part[key], chosen)
    return True


def change_case(chosen, claim, _):
    cases = claim["cases"]
    if chosen.random() < 0.5 and len(cases) > 1:
        cases.pop(chosen.randrange(len(cases)))
    else:
        case = chosen.choice(cases)
        [kind] = [key for key in case if key != "when"]
        case[chosen.choice(["value", "not", "winner"])] = case.pop(kind)
    return True


def change_given(chosen, claim, _):
    claim["given"] = chosen.choice(["N > 2", "N < 2", "n == 2", "N == n", "r == 1", "N mod 2 == 0", "N / 0 == 1", "N < 1"])
    return True


def change_row(chosen, _, proof):
    row = chosen.choice(proof["matrix"])
    j = chosen.randrange(len(row))
    k = another(chosen, j, len(row) - 1)
    row[j], row[k] = row[k], row[j]
    if chosen.random() < 0.2:
        row[j] = chosen.randrange(len(row) + 1)
    return True


def change_parameter(chosen, _, proof):
    key = chosen.choice(["players", "piles", "passes", "shift", "bound", "letters"])
    if key == "piles":
        proof[key] = chosen.choice(["all", 1, 2, 3])
    elif key == "shift":
        proof[key] = chosen.choice([None, 0, 1, 2])
    else:
        proof[key] += chosen.choice([-1, 1])
    return True


CHANGES = [change_arrow, change_winner, change_states, change_pairs, change_claim, change_claim, change_case, change_given,
           change_row, change_parameter]


class Texts(Certificates):
    """What is not a certificate, and what is written in another way."""

    def test_of_other_forms(self):
        [certificate] = [self.written(SHIFTED_34, players=3, piles={"count": 3}, matrices=[{"ssam": 1}])]
        path = self.folder / "text.json"
        good = json.dumps(certificate)
        for code, text in [(0, good), (0, json.dumps(certificate, indent=3)), (0, " \n\t" + good + "\r\n "),
                           (0, good.replace("x[n] == 1", "\\u0078[n] == 1")),
                           (2, ""), (2, good[:-1]), (2, good + "]"), (2, good.replace(": 3,", ": 03,")),
                           (2, good.replace(": 2,", ": 2.0,", 1)), (2, good.replace('"format"', '"frmat"')),
                           (2, good.replace('"type"', '"format": 2, "type"')), (2, good.replace("x[n]", "x[n")),
                           (2, good.replace("x[n] == 1", "x[n] = 1")), (2, good.replace("x[n] == 1", "x[n]")),
                           (2, good.replace("x[n] == 1", "1 < x[n] < 3")), (2, good.replace("x[n]", "x[x[1]]")),
                           (2, good.replace("x[n] == 1", "y == 1")), (2, good.replace("x[n] == 1", "xor(x) == 1"))]:
            path.write_text(text)
            self.assertEqual(run(CHECKER, path, codes=(0, 1, 2)).returncode, code, text[:300])

    def test_files_that_cannot_be_read(self):
        run(CHECKER, self.folder / "nothing", codes=(3,))
        run(CHECKER, self.folder, codes=(3,))
        run(CHECKER, codes=(2,))
        run(CHECKER, "--what", codes=(2,))
        self.assertIn("Usage", run(CHECKER, "--help").stdout)

    def test_precedence(self):
        """Claims that only hold if operators bind as they should."""
        for when, holds in [("1 + 2 * 3 == 7", True), ("7 - 2 - 1 == 4", True), ("-2 * 3 == -6", True),
                            ("not 1 == 2 and 1 == 1", True), ("1 == 1 or 1 == 2 and 1 == 2", True),
                            ("7 mod 4 * 2 == 6", True), ("(0 - 7) / 2 == -4", True), ("-7 mod 3 == 2", True),
                            ("- 1 + 2 == 1", True), ("not (1 == 1 or 2 == 2)", False), ("2 * (1 + 1) != 4", False),
                            ("1 >= 1 and 2 > 1 and 1 <= 1 and 1 < 2", True), ("1 > 1 or 1 < 1", False)]:
            values = ["value", "not"] if holds else ["not", "value"]
            everything = "[0, 1, 2]"
            claim = {"cases": [{"when": when, values[0]: everything}, {values[1]: everything}]}
            certificate = self.written(claim, players=3, piles={"count": 1}, matrices=["sam"])
            self.assertIsNotNone(certificate, when)
            self.assertEqual(self.verdict(certificate), ACCEPTED, when)


@unittest.skipIf(shutil.which("coqc") is None, "there is no coqc here; scripts/setup --proofs installs it")
class FromCoq(Certificates):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.proofs = pathlib.Path(folder.name)
        run(ROOT / "scripts/prove", cls.proofs)

    def test_the_extracted_program_is_that_of_the_development(self):
        for name in ("checker.ml", "checker.mli"):
            self.assertEqual((self.proofs / name).read_text(), (ROOT / "src/proofs/check" / name).read_text(), name)

    def test_coq_itself_comes_to_the_same_verdicts(self):
        chosen = random.Random(3)
        right = self.written(SHIFTED_ALL, players=3, matrices=[{"ssam": 2}])
        small = self.written(SHIFTED_34, players=2, piles={"count": 2}, matrices=[{"ssam": 1}])
        certificates = [right, small]
        for change in (change_arrow, change_winner, change_claim, change_pairs):
            certificates.append(copy.deepcopy(right))
            change(chosen, certificates[-1]["claims"][0], certificates[-1]["proofs"][0])
        for certificate in certificates:
            text = json.dumps(certificate, ensure_ascii=True)
            question = self.proofs / "Question.v"
            question.write_text(
                "Require Import String List.\nRequire Import Nimsweep.Certificate.\n"
                f'Definition file : string := "{text.replace(chr(34), chr(34) * 2)}"%string.\n'
                "Eval vm_compute in match read_certificate (list_ascii_of_string file) with\n"
                "| Contents rs _ => Some (map check_reading rs) | _ => None end.\n")
            done = run("coqc", "-q", "-Q", self.proofs, "Nimsweep", question)
            accepted = "Rejected" not in done.stdout and "NotUnderstood" not in done.stdout
            self.assertEqual(accepted, self.verdict(certificate) == ACCEPTED, done.stdout)
            self.assertIn("Some", done.stdout)

    def test_theorems_about_given_numbers_of_players(self):
        """verify --coq writes certificates that Coq checks, with what they prove; changed ones are rejected."""
        written = self.proofs / "Written.v"

        def accepted(text):
            written.write_text(text)
            done = subprocess.run(["coqc", "-q", "-Q", self.proofs, "Nimsweep", written], capture_output=True, text=True)
            return done.stdout.count("Closed under the global context") if done.returncode == 0 else None

        for words, theorems, changes in (
                (["--claim", "shifted-3.4", "--players", "3..4", "--piles", "3..4"], 3,
                 [('number "d + 1"', 'number "d + 2"'), ("players_ := 3", "players_ := 4"), ("Some 3%Z", "Some 5%Z"),
                  ('""winners"":[[1,', '""winners"":[[2,'), ("[1; 2; 0]", "[2; 1; 0]")]),
                (["--claim", "shifted-all", "--players", "3", "--piles", "all"], 3,
                 [('number "v + 2"', 'number "v + 1"'), ("passes_ := 0", "passes_ := 1")]),
                (["--players", "3", "--piles", "2", "--matrix", "0 2 1 / 0 1 2 / 0 2 1", "--when", "x[2] > 1 or first > 1",
                  "--value", "[0, 1, 2]", "--not", "7 * n"], 0, []),
                (["--players", "2", "--piles", "2", "--matrix", "0 1 / 1 0", "--when", "x[2] == 1 or first < 1",
                  "--value", "[0, 1]", "--winner", "[0, 1]"], 1, [("[[0; 1]; [1; 0]]", "[[0; 1]; [0; 1]]")])):
            written.unlink(missing_ok=True)
            run(PROGRAM, "verify", *words, "--coq", written, codes=(0, 1))
            if theorems == 0:  # the claim is wrong
                self.assertFalse(written.exists())
                continue
            text = written.read_text()
            self.assertEqual(accepted(text), theorems, text)
            for old, new in changes:
                self.assertIn(old, text)
                self.assertIsNone(accepted(text.replace(old, new, 1)), (old, new))


if __name__ == "__main__":
    if not os.path.exists(CHECKER):
        print("skipped: nimsweep-check was not built; scripts/setup --proofs installs OCaml", file=sys.stderr)
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
