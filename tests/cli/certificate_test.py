"""scripts/check_certificate.py accepts correct certificates and no others: some are built here from the definition of
the game, and some are written by the program."""
import copy
import functools
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
CHECKER = pathlib.Path(__file__).resolve().parents[2] / "scripts/check_certificate.py"

SHIFTED = {"name": "shifted-3.4", "source": "001, Theorem 3.4", "given": "d >= 0 and n >= d + 2",
           "cases": [{"when": "x[n] == 1", "value": "d"}, {"value": "d + 1"}]}
STANDARD = {"name": "standard-3c", "given": "n == d + 1 and n >= 3", "cases": [
    {"when": "x[n-1] == 1 and x[n+d] == 1", "value": "d"},
    {"when": "(x[n-1] == 1 and x[n+d] > 1) or (x[n-1] > 1 and x[n+d-1] == 1)", "value": "d + 1"},
    {"when": "x[n-1] > 1 and x[n+d-1] > 1", "value": "d + 2"}]}
EVERY_SHIFT = {"name": "every shift", "start": "0", "cases": [{"value": "v"}],
               "each": [{"when": "x > 1 and v == (r - 2) mod n", "value": "v + 2"}, {"value": "v + 1"}]}


def ssam(n, r):
    return [[(j + r) % n for j in range(n)]] * n


@functools.lru_cache(maxsize=None)
def outcomes(matrix, passes, piles):
    """The winners for each number of passes left and each player to move, by the definition."""
    n = len(matrix)

    @functools.lru_cache(maxsize=None)
    def winner(position, left, i):
        if not position:
            return i
        options = [(position[:-1] + (x,) * (x > 0), left) for x in range(position[-1])]
        options += [(position, left - 1)] if left > 0 else []
        reachable = {winner(*option, (i + 1) % n) for option in options}
        return next((i + a) % n for a in matrix[i] if (i + a) % n in reachable)

    return [[winner(piles, left, i) for i in range(n)] for left in range(passes + 1)]


def proof_of(claim, matrix, piles, passes=0, bound=0, shift=None):
    """The machine of all positions of up to `piles` piles, or "all". Piles of more than n + passes + 3 counters are not
    tried: if that is too few, the checker says so."""
    n = len(matrix)
    rows = tuple(map(tuple, matrix))
    largest = n + passes + 3
    positions, arrows = [()], []
    states = [outcomes(rows, passes, ())]
    depth = [0]
    for number, position in enumerate(positions):  # the list grows
        if depth[number] == piles:
            break
        arrows.append([])
        for size in range(1, largest + 1):
            state = outcomes(rows, passes, position + (size,))
            if state not in states:
                states.append(state)
                positions.append(position + (size,))
                depth.append(depth[number] + 1)
            arrows[-1].append(states.index(state))
    letters = next(t for t in range(1, largest + 1)
                   if all(row[t - 1:] == row[-1:] * (largest - t + 1) for row in arrows))
    arrows += [[]] * (len(states) - len(arrows))
    return {"claim": claim, "players": n, "piles": piles, "passes": passes, "matrix": matrix, "shift": shift,
            "bound": max(bound, letters), "letters": letters,
            "states": [{"winners": state, "next": row[:letters]} for state, row in zip(states, arrows)]}


def with_pairs(proof, step):
    """With all pairs of a state and v, where v begins with 0, for a claim that does not use `first`."""
    pairs = [[0, 0]]
    for state, v in pairs:  # the list grows
        for size in range(1, proof["bound"] + 1):
            target = proof["states"][state]["next"][min(size, proof["letters"]) - 1]
            if [target, step(v, size)] not in pairs:
                pairs.append([target, step(v, size)])
    return proof | {"pairs": [sorted(pairs)]}


def every_shift(n, r):
    return with_pairs(proof_of(0, ssam(n, r), "all", bound=2, shift=r),
                      lambda v, x: (v + 1 + (x > 1 and v == (r - 2) % n)) % n)


def certificate_of(claims, proofs):
    return copy.deepcopy({"type": "certificate", "format": 2, "version": "0.1.0", "claims": claims, "proofs": proofs})


def other_numbers(numbers, count):
    """Every way to change one element."""
    for place, number in enumerate(numbers):
        for other in range(count):
            if other != number:
                yield place, other


class Checker(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "certificate.json"

    def check(self, code, certificate=None):
        """Runs the script on a certificate, or on the existing file. Returns the lines it prints."""
        if certificate is not None:
            self.file.write_text(json.dumps(certificate))
        done = subprocess.run([sys.executable, str(CHECKER), str(self.file)], capture_output=True, text=True)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        if code == 2:
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            self.assertTrue(done.stderr.startswith(f"{self.file}: "), done.stderr)
            return [done.stderr]
        self.assertEqual(done.stderr, "")
        return done.stdout.splitlines()

    def assert_all_rejected(self, certificate, changes):
        """Applies each change, a function of (claim, proof), to a copy of the claim and the proof."""
        [claim], [proof] = certificate["claims"], certificate["proofs"]
        changed = certificate_of([], [])
        for number, change in enumerate(changes):
            changed["claims"].append(copy.deepcopy(claim))
            changed["proofs"].append(copy.deepcopy(proof) | {"claim": number})
            change(changed["claims"][-1], changed["proofs"][-1])
        self.assertTrue(changed["proofs"])
        *lines, _ = self.check(1, changed)
        self.assertEqual(len(lines), len(changed["proofs"]))
        for line, altered in zip(lines, changed["proofs"]):
            self.assertIn("  rejected: ", line, altered)


def set_arrow(state, letter, target):
    def change(_, proof):
        proof["states"][state]["next"][letter] = target
    return change


def set_winner(state, left, player, seat):
    def change(_, proof):
        proof["states"][state]["winners"][left][player] = seat
    return change


def set_field(name, value):
    def change(_, proof):
        proof[name] = value
    return change


def set_value(number, value, is_other=False):
    def change(claim, _):
        case = claim["cases"][number]
        case.pop("value", None)
        case.pop("not", None)
        case["not" if is_other else "value"] = value
    return change


def set_in_claim(name, value):
    def change(claim, _):
        claim[name] = value
    return change


def drop_pair(group, number):
    def change(_, proof):
        del proof["pairs"][group][number]
    return change


def set_pair(group, number, pair):
    def change(_, proof):
        proof["pairs"][group][number] = pair
    return change


def drop_case(number):
    def change(claim, _):
        del claim["cases"][number]
    return change


def swap_entries(row, a, b):
    def change(_, proof):
        entries = proof["matrix"][row]
        entries[a], entries[b] = entries[b], entries[a]
    return change


def changes_of(certificate):
    """Every change of one arrow, winner, value or pair, and more."""
    [claim], [proof] = certificate["claims"], certificate["proofs"]
    n, states, letters = proof["players"], proof["states"], proof["letters"]
    for number, state in enumerate(states):
        for letter, target in other_numbers(state["next"], len(states) + 1):
            yield set_arrow(number, letter, target)
        for left, row in enumerate(state["winners"]):
            for player, seat in other_numbers(row, n + 1):
                yield set_winner(number, left, player, seat)
    for number, case in enumerate(claim["cases"]):
        yield drop_case(number)
        yield set_value(number, case["value"], is_other=True)
        for more in range(1, n):
            yield set_value(number, f"{case['value']} + {more}")
    for row in range(n):
        for a in range(n):
            for b in range(a):
                yield swap_entries(row, a, b)
    for name, wrong in (
            ("letters", letters - 1), ("letters", letters + 1), ("letters", 0), ("bound", letters - 1), ("bound", 0),
            ("shift", n - 1), ("shift", -1), ("shift", None), ("passes", proof["passes"] + 1), ("passes", -1),
            ("players", n + 1), ("players", n - 1), ("players", 10**12), ("passes", 10**12), ("piles", 0),
            ("piles", 2 * n), ("matrix", []), ("pairs", []), ("pairs", [[]] * (n + 1)), ("pairs", [[]]),
            ("states", []), ("states", states[:-1]), ("states", states + states[-1:]), ("states", states[::-1]),
            ("matrix", [[0] * n] * n), ("matrix", proof["matrix"][1:])):
        yield set_field(name, wrong)
    yield from changes_of_pairs(proof)


def changes_of_pairs(proof):
    for group, pairs in enumerate(proof.get("pairs", [])):
        for number, (state, v) in enumerate(pairs):
            yield drop_pair(group, number)
            for wrong in ([state, v + 1], [state + 1, v], [v], [state, v, v], [-1, v], [state, -1], [state, 10**12]):
                yield set_pair(group, number, wrong)


class RandomClaim:
    """A claim in all terms that are understood, often wrong, and sometimes without a value."""
    SIZES = ("x[1]", "x[N]", "N > 1 and x[2]", "N > 1 and x[N - 1]", "N > 2 and 2 * x[3]", "x[first + 1]", "x[1] / 2")
    SUMS = ("sum(x)", "count(x > 1)", "count(x mod 3 == 1 or i == 2)", "N", "d", "N + count(x == 1)", "sum(x) + x[1]",
            "2 * N + x[N]", "sum(x) / 2 + 1", "count(i mod 2 == 0 and x > 1)", "count(x > first) + N / 2")
    OTHERS = ("all(x > 1)", "any(x == 2)", "min(x) > 1", "max(x) + N < 6", "all(x mod 2 == 1 or i > 2)", "first == 1",
              "x[1] + x[N] > 4", "n > 2", "max(x) == 3 or min(x) > 1")

    def __init__(self, seed):
        self.random = random.Random(seed)
        claim = {"name": f"claim {seed}"}
        self.parameters = ("v", "v", "N", "r", "first")
        if self.random.random() < 0.3:
            claim["given"] = self.pick("N > 1", "N mod 2 == 1", "d >= 0", "N != 3", "N <= 5", "r < 2")
        if self.random.random() < 0.7:
            claim |= {name: EVERY_SHIFT[name] for name in ("start", "each")}
        elif self.random.random() < 0.5:
            claim |= {"start": self.pick("1", "first"), "range": self.random.randint(1, 5),
                      "each": [{"when": self.pick("x > 2", "x mod 2 == v mod 2", "v + x > 3"), "value": "v + x / 2"},
                               {"value": "2 * v + 1"}]}
        else:
            self.parameters = ("N", "d", "first", "x[1]")
        right = "v" if "each" in claim else "[0, 1, 2]"
        cases = [{"when": self.condition(2), self.kind(): self.values()} for _ in range(self.random.randrange(2))]
        cases += [{"when": self.condition(2), "value": f"[{right.strip('[]')}, {self.value()}]"}
                  for _ in range(self.random.randrange(3))]
        self.text = claim | {"cases": cases + [{"value": right}]}

    def pick(self, *texts):
        return self.random.choice(texts)

    def kind(self):
        return self.pick("value", "not", "winner")

    def value(self):
        return self.pick("sum(x)", "N + 1", "v + 1", "x[1] + 2", "N / 2", "2 * v") if "v" in self.parameters else "N"

    def values(self):
        return self.pick(self.value(), f"[{self.value()}, {self.pick(*self.parameters)}]")

    def condition(self, depth):
        if depth > 0 and self.random.random() < 0.4:
            parts = self.condition(depth - 1), self.condition(depth - 1)
            return self.pick("({}) and ({})", "({}) or not ({})", "not ({}) or ({})").format(*parts)
        number, compared = self.random.randint(0, 4), self.pick("==", "!=", "<", "<=", ">", ">=")
        if "v" in self.parameters and self.random.random() < 0.2:
            return self.pick(f"v {compared} {number}", f"v + N {compared} {number}", f"v * v {compared} {number}")
        if self.random.random() < 0.3:
            return self.pick(*self.OTHERS)
        left = self.pick(*self.SIZES, *self.SUMS)
        compared = f"{left} {compared} {number}"
        return self.pick(compared, compared if " and " in left else f"({left}) mod 3 == 1")


class Position:
    """What a claim means at one position, for one first player, by the definition of its language."""

    def __init__(self, n, r, first, piles):
        self.piles = piles
        self.names = {"n": n, "N": len(piles), "d": len(piles) - n, "r": r, "first": first, "x": self,
                      "sum": lambda _: sum(piles), "min": lambda _: min(piles), "max": lambda _: max(piles),
                      "count": self.count, "any": lambda c: self.count(c) > 0,
                      "all": lambda c: self.count(c) == len(piles)}

    def __getitem__(self, number):
        if not 1 <= number <= len(self.piles):
            raise LookupError
        return self.piles[number - 1]

    def count(self, condition):
        return sum(condition(x, i) for i, x in enumerate(self.piles, 1))

    def evaluate(self, text, **more):
        text = re.sub(r"\b(count|all|any)\(([^()]*)\)", r"\1(lambda x, i: \2)", text.replace("/", "//"))
        return eval(re.sub(r"\bmod\b", "%", text), self.names | more)

    def first_case(self, cases, **more):
        return next(case for case in cases if self.evaluate(case.get("when", "0 == 0"), **more))

    def agrees(self, claim, value):
        n, first = self.names["n"], self.names["first"]
        if not self.evaluate(claim.get("given", "0 == 0")):
            return True
        v = 0
        if "each" in claim:
            modulus = claim.get("range", n)
            v = self.evaluate(claim["start"]) % modulus
            for x in self.piles:
                v = self.evaluate(self.first_case(claim["each"], v=v, x=x)["value"], v=v, x=x) % modulus
        case = self.first_case(claim["cases"], v=v)
        [kind] = set(case) - {"when"}
        values = self.evaluate(case[kind], v=v)
        values = values if isinstance(values, list) else [values]
        return (value in {(each - first * (kind == "winner")) % n for each in values}) != (kind == "not")


class BuiltCertificates(Checker):
    def test_right_ones_are_accepted(self):
        proofs = [proof_of(0, ssam(n, 1), piles, bound=2, shift=1)
                  for n in (3, 4, 5) for piles in range(n, 2 * n - 1)]
        proofs += [proof_of(1, ssam(n, 0), 2 * n - 1, bound=2, shift=0) for n in (3, 4)]
        lines = self.check(0, certificate_of([SHIFTED, STANDARD], proofs))
        self.assertEqual(lines[0], "shifted-3.4  n=3 N=3 ssam:1  holds for all pile sizes")
        self.assertEqual(lines[-1], f"proofs: {len(proofs)}, rejected: 0")
        self.assertEqual(len(lines), len(proofs) + 1)

    def test_any_change_is_found(self):
        for certificate in (certificate_of([SHIFTED], [proof_of(0, ssam(3, 1), 4, bound=2, shift=1)]),
                            certificate_of([SHIFTED], [proof_of(0, ssam(4, 1), 4, bound=2, shift=1)]),
                            certificate_of([STANDARD], [proof_of(0, ssam(3, 0), 5, bound=2, shift=0)])):
            self.check(0, certificate)
            self.assert_all_rejected(certificate, changes_of(certificate))

    def test_any_change_is_found_with_passes(self):
        certificate = certificate_of(
            [{"name": "a", "cases": [{"when": "x[N] == 1", "value": "N"}, {"value": "0"}]}],
            [proof_of(0, ssam(3, 0), 2, passes=3, bound=2, shift=0)])
        self.assertEqual(self.check(0, certificate)[0], "a  n=3 N=2 passes=3 ssam:0  holds for all pile sizes")
        self.assert_all_rejected(certificate, changes_of(certificate))

    def test_every_number_of_piles(self):
        proofs = [every_shift(n, r) for n in (2, 3, 4, 5) for r in range(n)]
        lines = self.check(0, certificate_of([EVERY_SHIFT], proofs))
        self.assertEqual(lines[0], "every shift  n=2 N=all ssam:0  holds for all pile sizes")
        for proof in proofs:
            del proof["pairs"]
        self.check(0, certificate_of([EVERY_SHIFT], proofs))
        self.check(0, certificate_of([EVERY_SHIFT], [proof_of(0, ssam(3, r), piles, bound=2, shift=r)
                                                     for r in range(3) for piles in (1, 2, 5, 30)]))

    def test_any_change_is_found_for_every_number_of_piles(self):
        for n, r in ((3, 1), (4, 0)):
            certificate = certificate_of([EVERY_SHIFT], [every_shift(n, r)])
            self.assert_all_rejected(certificate, changes_of(certificate))

    def test_changes_of_a_recurrence_are_found(self):
        changes = [set_in_claim(name, value) for name, value in (
            ("start", "1"), ("start", "n - 1"), ("start", "r mod 0"), ("start", "first"), ("range", 1), ("range", 2),
            ("range", 9), ("given", "n > 3"), ("given", "N < 1"), ("each", []), ("each", EVERY_SHIFT["each"][:1]),
            ("each", EVERY_SHIFT["each"][1:]), ("each", EVERY_SHIFT["each"][::-1]),
            *(("each", [{"when": when, "value": "v + 2"}, {"value": "v + 1"}]) for when in (
                "x > 2 and v == (r - 2) mod n", "x == 2 and v == (r - 2) mod n", "x > 1 and v == (r - 1) mod n",
                "x > 0 and v == (r - 2) mod n", "x > 1 and x < 300 and v == (r - 2) mod n",
                "x mod 2 == 0 and v == (r - 2) mod n", "x > 1 or v == (r - 2) mod n", "x > 1 and v == 1 mod 0")),
            *(("cases", [case]) for case in ({"value": "v + 1"}, {"value": "N"}, {"not": "v"}, {"winner": "v"},
                                             {"winner": "v + first + 1"}, {"when": "v > 0", "value": "v"},
                                             {"when": "N < 300", "value": "v"}, {"when": "x[2] > 0", "value": "v"})))]
        proof = every_shift(3, 1) | {"bound": 400}
        self.assert_all_rejected(certificate_of([EVERY_SHIFT], [proof]), changes)
        del proof["pairs"]
        self.assert_all_rejected(certificate_of([EVERY_SHIFT], [proof]), changes)

    def test_pairs_of_another_recurrence_prove_nothing(self):
        wrong = EVERY_SHIFT | {"each": [{"value": "v + 1"}]}
        proof = with_pairs(proof_of(0, ssam(3, 1), "all", bound=2, shift=1), lambda v, x: (v + 1) % 3)
        self.assertIn("the claim says", self.check(1, certificate_of([wrong], [proof]))[0])
        self.assertIn("the claim says", self.check(1, certificate_of([EVERY_SHIFT], [proof]))[0])
        right = every_shift(3, 1)
        for cases in ([{"when": "N > 2", "value": "v"}, {"value": "v"}], [{"when": "x[1] > 0", "value": "v"}]):
            certificate = certificate_of([EVERY_SHIFT | {"cases": cases}], [right])
            self.assertIn("remembers other numbers than v", self.check(1, certificate)[0])

    def test_pairs_for_each_first_player(self):
        claim = EVERY_SHIFT | {"start": "first", "cases": [{"winner": "v"}]}
        claim["each"] = [{"when": "x > 1 and (v - first) mod n == (r - 2) mod n", "value": "v + 2"}, {"value": "v + 1"}]
        proof = every_shift(3, 1)
        [pairs] = proof["pairs"]
        proof["pairs"] = [[[state, (v + first) % 3] for state, v in pairs] for first in range(3)]
        certificate = certificate_of([claim], [proof])
        self.check(0, certificate)
        self.assert_all_rejected(certificate, [*changes_of_pairs(proof), set_field("pairs", proof["pairs"][:1]),
                                               set_field("pairs", proof["pairs"][1:] + proof["pairs"][:1])])

    def test_what_a_claim_is_given(self):
        proof = proof_of(0, ssam(3, 1), "all", bound=2, shift=1)
        for given, code in (("d >= 0 and n >= d + 2", 0), ("d >= 0", 1), ("d >= 0 and N < 5", 0),
                            ("N == 3 or N == 4", 0), ("N > 2 and N < 6", 1), ("N < 1", 1), ("r == 2", 1),
                            ("r == 1 and d == 1", 0), ("N mod 2 == 1 and d >= 0", 1), ("d >= 0 and 1 mod 0 == 1", 1)):
            with self.subTest(given):
                self.check(code, certificate_of([SHIFTED | {"given": given}], [proof]))
        crooked = proof_of(0, [[0, 1], [1, 0]], "all")
        claim = {"name": "a", "cases": [{"value": "[0, 1]"}]}
        for given, code in (("N < 3 or r == 1", 0), ("r == 1", 1), ("N < 1 or r == 0", 1)):
            self.check(code, certificate_of([claim | {"given": given}], [crooked]))

    def test_random_claims_that_are_accepted_hold_at_positions(self):
        chance = random.Random(1)
        claims = [RandomClaim(seed).text for seed in range(1000, 1150)]
        proofs = []
        for number in range(len(claims)):
            n = chance.choice((2, 3, 4))
            r = chance.randrange(n)
            proofs.append(proof_of(number, ssam(n, r), chance.choice(("all", "all", 2, 4)), bound=100, shift=r))
        *lines, _ = self.check(1, certificate_of(claims, proofs))
        accepted = [proof for line, proof in zip(lines, proofs, strict=True) if "  rejected: " not in line]
        self.assertGreater(len(accepted), 30)
        for proof in accepted:
            n, matrix = proof["players"], tuple(map(tuple, proof["matrix"]))
            for _ in range(200):
                count = chance.randint(1, 7) if proof["piles"] == "all" else proof["piles"]
                piles = tuple(chance.choice((1, 1, 2, 2, 3, 4, 5, 7, 12)) for _ in range(count))
                first = chance.randrange(n)
                [winners] = outcomes(matrix, 0, piles)
                self.assertTrue(Position(n, proof["shift"], first, piles).agrees(
                    claims[proof["claim"]], (winners[first] - first) % n), (claims[proof["claim"]], n, first, piles))

    def test_format_1_is_still_read(self):
        certificate = certificate_of([SHIFTED], [proof_of(0, ssam(3, 1), 3, bound=2, shift=1)])
        self.check(0, certificate | {"format": 1})

    def test_random_matrices_with_passes_and_the_values_written_out(self):
        for matrix, passes in (([[0, 2, 1], [0, 1, 2], [0, 2, 1]], 0), ([[1, 2, 0], [0, 1, 2], [2, 0, 1]], 1),
                               ([[2, 1, 0], [0, 2, 1], [1, 0, 2]], 2), ([[1, 0], [0, 1]], 3)):
            proof = proof_of(0, matrix, 2, passes, bound=9)
            n, letters = len(matrix), proof["letters"]
            cases = []
            for first in range(n):
                for size in range(1, letters + 1):
                    for last in range(1, letters + 1):
                        state = proof["states"][proof["states"][0]["next"][size - 1]]["next"][last - 1]
                        winner = proof["states"][state]["winners"][-1][first]
                        cases.append({"when": " and ".join([f"first == {first}"] + [
                            f"x[{pile}] {'==' if x < letters else '>='} {x}" for pile, x in ((1, size), (2, last))]),
                            "value": f"{winner} - first"})
            certificate = certificate_of([{"name": "written out", "cases": cases}], [proof])
            with self.subTest(matrix=matrix, passes=passes):
                self.check(0, certificate)
                self.assert_all_rejected(certificate, [
                    *(drop_case(number) for number in range(len(cases))),
                    *(set_value(number, case["value"] + " + 1") for number, case in enumerate(cases)),
                    *(set_arrow(number, letter, target) for number, state in enumerate(proof["states"])
                      for letter, target in other_numbers(state["next"], len(proof["states"]))),
                    *(set_winner(number, left, player, seat) for number, state in enumerate(proof["states"])
                      for left, row in enumerate(state["winners"]) for player, seat in other_numbers(row, n))])

    def test_the_bound_has_to_be_where_comparisons_stop_changing(self):
        plain = proof_of(0, ssam(4, 1), 3, shift=1)
        self.assertEqual(plain["letters"], 1)
        for when, bound in (("x[1] > 5", 6), ("x[1] >= 5", 5), ("x[1] == 5", 6), ("x[1] != 5", 6), ("x[1] < 5", 5),
                            ("x[1] <= 5", 6), ("5 < x[N - 2]", 6), ("2 * x[1] > 9", 5), ("2 * x[1] >= 10", 5),
                            ("-x[1] > -5", 5), ("7 - 2 * x[1] >= n - 8", 6), ("(x[1] - 1) * 2 < 9", 6),
                            ("not (x[2] > 1 or x[1] == 300)", 301), ("(n mod 3) * x[3] > 7", 8),
                            ("x[1] mod 6 == 1", 6), ("x[1] > 4 and x[1] mod 3 == 1", 7), ("x[1] / 4 > 1", 11),
                            ("x[1] + x[2] > 7", 8), ("x[1] + x[1] > 7", 4), ("sum(x) > 7 and min(x) > 2", 8),
                            ("max(x) > 7", 8), ("count(x > 3) == 1", 4), ("N > 3 and x[1] > 90 or x[1] == 2", 3),
                            ("all(x > first + 3)", 7), ("count(x > 3 * first) > 0", 10)):
            claim = {"name": when, "cases": [{"when": when, "value": "N"}, {"not": "N + 1"}]}
            with self.subTest(when):
                self.check(0, certificate_of([claim], [plain | {"bound": bound}]))
                self.check(0, certificate_of([claim], [plain | {"bound": bound + 7}]))
                smaller = range(max(1, bound - 9), bound)
                *lines, _ = self.check(1, certificate_of([claim], [plain | {"bound": small} for small in smaller]))
                for small, line in zip(smaller, lines, strict=True):
                    self.assertIn(f"changes beyond the bound {small}", line)

    def test_larger_piles_must_not_be_left_out(self):
        proof = proof_of(0, ssam(3, 1), 3, shift=1)
        self.assertEqual((proof["letters"], len(proof["states"])), (2, 3))
        for state in proof["states"]:
            del state["next"][1:]
        claim = {"name": "for piles of 1", "cases": [{"value": "0"}]}
        [line, _] = self.check(1, certificate_of([claim], [proof | {"letters": 1, "bound": 1}]))
        self.assertIn("a pile of 2 leads to", line)

    def test_there_are_piles_and_nothing_after_the_last(self):
        proof = proof_of(0, ssam(4, 1), 2, shift=1)
        claim = {"name": "a", "cases": [{"value": "N"}]}
        self.check(0, certificate_of([claim], [proof]))
        for piles in (0, -1):
            start = {"piles": piles, "states": [proof["states"][0] | {"next": []}]}
            self.check(1, certificate_of([claim | {"cases": [{"value": "0"}]}], [proof | start]))
        proof["states"][-1]["next"] = [0]
        self.assertIn("arrows after the last pile", self.check(1, certificate_of([claim], [proof]))[0])

    def test_conditions_mean_what_they_mean_in_the_program(self):
        plain = proof_of(0, ssam(4, 1), 3, shift=1, bound=9)
        for when, is_true in (("1 + 2 * 3 == 7", True), ("not 1 == 2 and 1 == 1", True),
                              ("1 == 1 or 1 == 2 and 1 == 2", True), ("(1 == 1 or 1 == 2) and 1 == 2", False),
                              ("-7 mod 4 == 1", True), ("-(7 mod 4) == 1", False),
                              ("d mod n == 3", True), ("10 - 3 - 2 == 5", True), ("7 mod 4 * 2 == 6", True),
                              ("N == 3 and n==4 and r ==1 and d == -1", True), ("007 == 7", True),
                              ("N < n or x[n] == 1", True), ("N >= n and x[n] == 1", False),
                              ("first >= 0 and first < n", True), ("99999999999999999999 > 1", True),
                              ("7 / 2 == 3", True), ("-7 / 2 == -4", True), ("7 / 2 * 2 == 6", True),
                              ("12 / 3 / 2 == 2", True), ("-(7 / 2) == -3", True), ("2 * 7 / 4 == 3", True),
                              ("sum(x) + min(x) >= 4", True), ("sum(x) >= 3", True), ("sum(x) > 3", False),
                              ("max(x) >= 1 and min(x) >= 1", True), ("count(x >= 1) == N", True),
                              ("count(i > 1) == N - 1", True), ("count(x > 1 and i == 1) <= 1", True),
                              ("all(x > 0 and i <= N)", True), ("any(i == n)", False), ("any(i == N)", True),
                              ("not all(x > 1) or min(x) > 1", True), ("all(x == 1) or max(x) > 1", True),
                              ("x[1] / 2 * 2 + x[1] mod 2 == x[1]", True), ("count(i mod 2 == 0) == 1", True),
                              ("(sum(x) + x[1]) mod 2 == (count(x mod 2 == 1 and i > 1)) mod 2", True)):
            with self.subTest(when):
                self.check(0 if is_true else 1, certificate_of(
                    [{"name": "a", "cases": [{"when": when, "value": "N"}, {"value": "N + 1"}]}], [plain]))

    def test_values_may_depend_on_piles(self):
        proofs = [proof_of(0, ssam(4, 1), 3, shift=1, bound=20), proof_of(0, ssam(4, 1), 2, shift=1, bound=20)]
        for case, code in (({"when": "count(x > 1) == 0", "value": "sum(x)"}, 0), ({"value": "sum(x)"}, 1),
                           ({"when": "all(x mod 4 == 1)", "value": "sum(x)"}, 0), ({"not": "x[1] * n - 1 - d"}, 0),
                           ({"when": "max(x) < 5 and any(x > 4)", "value": "sum(x)"}, 0),
                           ({"value": "N + 4 * x[1]"}, 0), ({"value": "N + 2 * x[1]"}, 1),
                           ({"when": "x[1] mod 2 == 0", "value": "N + 2 * x[1]"}, 0),
                           ({"when": "x[1] mod 6 == 3", "winner": "first + N + x[1] / 6 * 4"}, 0),
                           ({"value": "[x[1], x[1] + 1, x[1] + 2, x[1] + 3]"}, 0),
                           ({"value": "[x[1], x[1] + 1, x[1] + 2]"}, 1),
                           ({"when": "x[1] mod 4 == 1", "value": "N + x[1] / 2"}, 1),
                           ({"when": "x[1] mod 8 == 1", "value": "N + x[1] / 2"}, 0)):
            with self.subTest(case):
                self.check(code, certificate_of([{"name": "a", "cases": [case, {"value": "N"}]}], proofs))

    def test_residues_are_told_apart_among_sizes_that_are_alike_in_the_machine(self):
        proof = proof_of(0, [[2, 1, 0], [1, 0, 2], [2, 1, 0]], 1)
        self.assertEqual(proof["letters"], 2)
        claim = {"name": "a", "cases": [{"when": "all(x mod 2 == 1)", "value": "N"}, {"value": "[0, 1, 2]"}]}
        *lines, _ = self.check(1, certificate_of([claim], [proof, proof | {"bound": 3}]))
        self.assertIn("changes beyond the bound 2", lines[0])
        self.assertIn("state 2 says 2", lines[1])

    def test_what_has_no_value_is_rejected(self):
        plain = proof_of(0, ssam(4, 1), 3, shift=1, bound=3)
        crooked = proof_of(0, [[0, 1], [1, 0]], 1, bound=3)
        for when, proof, message in (("x[n] == 1", plain, "no pile x[4]"), ("x[0] == 1", plain, "no pile x[0]"),
                                     ("x[1] == 1 or x[-n] > 1", plain, "no pile x[-4]"),
                                     ("N mod 0 == 1", plain, "mod 0"), ("x[1] > 1 mod 0", plain, "mod 0"),
                                     ("x[1] != 2 or 1 mod -2 == 1", plain, "mod -2"),
                                     ("r == 1", crooked, "not SSAM^r"), ("x[r] == 1", crooked, "not SSAM^r"),
                                     ("1 == 2", plain, "no case covers this"), ("1 / 0 == 1", plain, "/ 0"),
                                     ("k == 1", plain, "no k"), ("x[1] == x[4]", plain, "no pile x[4]"),
                                     ("count(x mod (n - 4) == 0) == 0", plain, "has no value"),
                                     ("all(x > 0 and k == 2)", plain, "has no value")):
            with self.subTest(when):
                claim = {"name": "a", "cases": [{"when": when, "not": "N + 1"}]}
                self.assertIn(message, self.check(1, certificate_of([claim], [proof]))[0])
        self.check(1, certificate_of([{"name": "a", "given": "d >= 0", "cases": [{"value": "N"}]}], [plain]))


class NoCertificates(Checker):
    def setUp(self):
        super().setUp()
        self.right = certificate_of([SHIFTED], [proof_of(0, ssam(3, 1), 3, bound=2, shift=1)])

    def test_files_that_are_something_else(self):
        text = json.dumps(self.right).encode()
        self.check(2)  # no file yet
        for garbage in (b"", b"\0", b"\xff\xfe", b"null", b"1", b"[]", b"{}", b'"certificate"', b"[" * 100_000,
                        b'{"a":' * 100_000, b"NaN", text + text, text + b"x", b"\xef\xbb\xbf" + text,
                        text.replace(b'"format": 2', b'"format": 2, "format": 2'),
                        text.replace(b'"format": 2', b'"format": ' + b"1" * 5000),
                        text.replace(b'"format": 2', b'"format": 3'), text.replace(b'"format": 2', b'"format": 0'),
                        text.replace(b'"piles": 3', b'"piles": "every"'),
                        text.replace(b'"certificate"', b'"machine"'),
                        *(text[:length] for length in range(1, len(text), 61))):
            with self.subTest(garbage[:40]):
                self.file.write_bytes(garbage)
                self.check(2)

    def test_fields_of_the_wrong_type_missing_or_unknown(self):
        def objects(value):
            if isinstance(value, dict):
                yield value
            for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
                yield from objects(part)

        count = len(list(objects(self.right)))
        self.assertEqual(count, 8)
        for number in range(count):
            for name in [*list(objects(self.right))[number], "unknown"]:
                for wrong in (True, 1.0, {}, [[[]]], "remove"):
                    changed = copy.deepcopy(self.right)
                    entry = list(objects(changed))[number]
                    if wrong != "remove":
                        entry[name] = wrong
                    elif name not in ("unknown", "source", "given", "when"):
                        del entry[name]
                    else:
                        continue
                    with self.subTest(name=name, wrong=wrong):
                        self.check(2, changed)

    def test_claims_that_are_not_understood(self):
        conditions = [
            "", " ", "n", "x", "x[1]", "not", "not n", "1 == 1 == 1", "n + (1 == 1) > 0", "(1 == 1) == (1 == 1)",
            "x[1] == x[2]", "x[1] * x[1] > 1", "x[1] * x[2] > 1", "2 mod x[1] == 0", "2 / x[1] == 0",
            "x == 1", "i == 1", "v == 1", "sum(n) == 1", "sum(x, x) == 1", "sum(x[1]) == 1", "sum(x) == x[1]",
            "sum(x) * (x[1] mod 2) == 1", "max(x) mod 2 == 0", "min(x) / 2 == 1", "count(x) == 1", "count(n) == 1",
            "count() == 1", "count(x[1] > 1) == 1", "count(any(x > 1)) == 1", "count(sum(x) > 1) == 1",
            "all(x > 1) == 1", "count(*x) == 1", "count(x > 1, n) == 1", "n(1) == 1", "sum == 1", "sum[1] == 1",
            "x[1, 2] == 1", "[1, 2]", "1, 2 == 1", "n mod sum(x) == 0", "x[x] == 1", "x[i] == 1", "x[sum(x)] == 1",
            "winner == 1",
            "x[x[1]] == 1", "n[1] == 1", "x[1][1] == 1", "x(1) == 1", "xor(x) == 0", "xor(n, N) == 0",
            "digitsum(2) == 0", "n ** 2 == 4", "n / / 2 == 1", "n // 2 == 1", "n << 1 == 2", "n % 2 == 1", "+n == 1",
            "n = 1", "n == 1;", "n == 1 # a", "True", "None == 1", "'a' == 1", "[1] == 1", "() == 1", "x[] == 1",
            "x[1:2] == 1", "1.5 == 1", "1_0 == 10", "0x1 == 1", "1e3 == 1", "2n == 1", "nN == 1", "n==1and N==1 if",
            "lambda", "__import__('os').abort() == 1", "n.real == 1", "(" * 5000,
            "(" * 900 + "n" + ")" * 900 + " == 1", "- " * 4000 + "1 == 1", "not " * 2000 + "1 == 1",
            "9" * 5000 + " == 1", "n\0 == 1", "\uff4e == 1", "\u0661 == 1", "n\u00a0== 1", "n == 1\\\n"]
        for when in conditions:
            with self.subTest(when=when[:40]):
                self.right["claims"][0]["cases"][0]["when"] = when
                message = self.check(2, self.right)[0]
                self.assertIn("is not understood", message)

    def test_what_is_not_allowed_everywhere(self):
        for part, text in (("given", "x[1] == 1"), ("given", "first == 0"), ("given", "any(x > 1)"),
                           ("given", "v == 0"), ("value", "n == 1"), ("value", "x"), ("value", "v"), ("value", "[]"),
                           ("value", "[[1]]"), ("value", "(1, 2)"), ("not", "1, 2"), ("winner", "[1] + [2]"),
                           ("value", "[*n]")):
            changed = copy.deepcopy(self.right)
            if part == "given":
                changed["claims"][0][part] = text
            else:
                changed["claims"][0]["cases"][1] = {part: text}
            with self.subTest(text):
                self.check(2, changed)

    def test_parts_of_recurrences_that_are_not_allowed(self):
        for name, value in (("start", "v"), ("start", "N"), ("start", "x"), ("start", "[0, 1]"), ("start", ""),
                            ("range", 0), ("range", -1), ("each", [{"value": "N"}]), ("each", [{"value": "x[1]"}]),
                            ("each", [{"value": "[v, v + 1]"}]), ("each", [{"value": "i"}]),
                            ("each", [{"value": "sum(x)"}]), ("cases", [{"when": "x > 1", "value": "v"}]),
                            ("each", [{"when": "x > v", "value": "v"}, {"when": "any(x > 1)", "value": "v"}]),
                            ("each", [{"when": "x == x * v", "value": "v"}]), ("each", [{"value": "x * v"}]),
                            ("cases", [{"when": "any(x > v)", "value": "v"}]),
                            ("cases", [{"when": "count(x > N) == 0", "value": "v"}]),
                            ("cases", [{"when": "x[2 * N] == 1", "value": "v"}]),
                            ("cases", [{"when": "x[N] < N", "value": "v"}]),
                            ("cases", [{"when": "1 mod N == 0", "value": "v"}])):
            with self.subTest(name=name, value=value):
                self.check(2, certificate_of([EVERY_SHIFT | {name: value}], [every_shift(3, 1)]))
        for name in ("start", "range"):
            claim = SHIFTED | {name: {"start": "0", "range": 3}[name]}
            self.assertIn("need each", self.check(2, certificate_of([claim], self.right["proofs"]))[0])

    def test_a_case_has_one_value(self):
        for case in ({}, {"when": "n == 3"}, {"value": "d", "not": "d + 1"}, {"value": "d", "winner": "d"}):
            self.right["claims"][0]["cases"][1] = case
            self.assertIn("either value or not", self.check(2, self.right)[0])

    def test_what_is_too_much_for_a_script(self):
        self.right["proofs"][0]["bound"] = 10**12
        self.assertIn("too large", self.check(2, self.right)[0])
        proof = proof_of(0, ssam(18, 1), 17, shift=1, bound=2)
        claim = {"name": "a", "cases": [{"when": " and ".join(f"x[{k}] == 1" for k in range(1, 18)), "value": "N"}]}
        claim["name"] = "a\nb"
        self.assertIn("not printable", self.check(2, certificate_of([claim], [proof]))[0])
        claim["name"] = "a"
        self.assertIn("too many piles", self.check(2, certificate_of([claim], [proof]))[0])


class CertificatesOfTheProgram(Checker):
    def verify(self, *options):
        done = subprocess.run([PROGRAM, "verify", *options, "--certificate", str(self.file)],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(self.file.read_text())

    def test_they_are_accepted(self):
        for claim, *options in (("all", "--players", "2..7"), ("shifted-3.4", "--players", "3..6"),
                                ("shifted-3.3", "--players", "3..6", "--piles", "1..4"),
                                ("shifted-3.5", "--players", "3..5"), ("standard-3a", "--players", "3..6"),
                                ("standard-3b", "--players", "3..5"), ("standard-3c", "--players", "3..5"),
                                ("standard-6-3", "--players", "3", "--piles", "6"),
                                ("standard-many-players", "--players", "4", "--piles", "1..2", "--matrix", "ssam:1"),
                                ("standard-n=N+1", "--players", "3", "--piles", "2", "--passes", "3"),
                                ("all", "--players", "2..6", "--piles", "all"),
                                ("shifted-all", "--players", "2..12", "--piles", "all"),
                                ("shifted-all", "--players", "2..5", "--piles", "1..12")):
            with self.subTest(claim):
                certificate = self.verify("--claim", claim, *options)
                lines = self.check(0)
                self.assertEqual(len(lines), len(certificate["proofs"]) + 1)

    def test_any_change_is_found(self):
        for claim, *options in (("shifted-3.4", "--players", "4", "--piles", "5"),
                                ("standard-3c", "--players", "3", "--piles", "5"),
                                ("standard-n=N+1", "--players", "3", "--piles", "2", "--passes", "3"),
                                ("shifted-all", "--players", "3", "--piles", "all", "--matrix", "ssam:1"),
                                ("shifted-all", "--players", "4", "--piles", "all", "--matrix", "ssam:2")):
            with self.subTest(claim):
                certificate = self.verify("--claim", claim, *options)
                self.assert_all_rejected(certificate, changes_of(certificate))

    def test_they_are_what_the_definition_gives(self):
        [proof] = self.verify("--claim", "shifted-3.4", "--players", "4", "--piles", "5")["proofs"]
        self.assertEqual(proof, proof_of(0, ssam(4, 1), 5, bound=2, shift=1))
        [proof] = self.verify("--claim", "standard-n=N+1", "--players", "3", "--piles", "2",
                              "--passes", "3")["proofs"]
        self.assertEqual(proof, proof_of(0, ssam(3, 0), 2, passes=3, bound=2, shift=0))
        proofs = self.verify("--claim", "shifted-all", "--players", "4", "--piles", "all")["proofs"]
        self.assertEqual(proofs, [every_shift(4, r) for r in range(4)])

    def run_claims(self, claims, piles, game):
        """Which verdicts for all sizes hold, by (number of the claim, n, N, r), and the certificate."""
        job = {"nimsweep": 1, "game": game, "players": [2, 3], "piles": {"count": piles},
               "matrices": [{"ssam": "all"}, {"rows": [[0, 2, 1], [1, 0, 2], [2, 0, 1]]}], "verify": claims}
        path = self.file.with_name("job.yaml")
        path.write_text(json.dumps(job))
        done = subprocess.run([PROGRAM, "run", str(path), "--json", "--quiet", "--certificate", str(self.file)],
                              capture_output=True, text=True)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        verdicts = [json.loads(line) for line in done.stdout.splitlines()]
        numbers = {claim["name"]: number for number, claim in enumerate(claims)}
        shifts = {"sam": 0, "ssam:1": 1, "ssam:2": 2}
        holds = {(numbers[verdict["claim"]], verdict["players"], verdict["piles"], shifts.get(verdict["matrix"])):
                 verdict["holds"] for verdict in verdicts
                 if verdict["type"] == "verdict" and verdict["scope"] == "all pile sizes"}
        return holds, json.loads(self.file.read_text())

    def check_claims(self, claims, piles, game, fewest_wrong):
        """Verdicts that hold have proofs, which are accepted; others are rejected with the same machine, which a claim
        that says nothing has a proof with. Returns how many hold, and the certificate."""
        claims = [{"name": "anything", "cases": [{"value": "[0, 1, 2]"}]}, *claims]
        holds, certificate = self.run_claims(claims, piles, game)
        lines = self.check(0)
        self.assertEqual(len(lines), sum(holds.values()) + 1)
        machines = {(proof["players"], proof["piles"], proof["shift"]): proof for proof in certificate["proofs"]
                    if proof["claim"] == 0}
        wrong = [machines[game] | {"claim": number, "bound": 100}
                 for (number, *game), right in holds.items() for game in [tuple(game)] if not right]
        self.assertGreater(len(wrong), fewest_wrong)
        *lines, _ = self.check(1, certificate_of(claims, wrong))
        for line in lines:
            self.assertIn("  rejected: ", line)
        return sum(holds.values()), certificate

    def test_random_claims_are_proved_or_rejected(self):
        claims = [RandomClaim(seed).text for seed in range(120)]
        for piles in ("all", "1..3"):
            holding, _ = self.check_claims(claims, piles, "last-nim", 200)
            self.assertGreater(holding, 200)

    def test_random_claims_about_small_nim(self):
        tells_residues = re.compile(r"mod|sum|/ 2|x\[1\] \+ 2|, x\[1\]")
        claims = [claim for claim in (RandomClaim(seed).text for seed in range(300))
                  if not tells_residues.search(json.dumps(claim).replace("(r - 2) mod n", ""))]
        self.assertGreater(len(claims), 40)
        more = 0
        for piles in ("all", "1..3"):
            _, certificate = self.check_claims(claims, piles, "small-nim", 100)
            self.assertEqual({proof["game"] for proof in certificate["proofs"]}, {"small-nim"})
            # Most proofs are proofs about Last Nim as well; some need the order.
            for proof in certificate["proofs"]:
                del proof["game"]
            *lines, _ = self.check(1, certificate)
            more += sum("  rejected: " in line for line in lines)
        self.assertGreater(more, 0)

    def test_any_change_of_a_proof_about_small_nim_is_found(self):
        claim = {"name": "c", "given": "r == 2 and N <= n - 1", "game": "small-nim",
                 "cases": [{"when": "x[1] == 1", "value": "N"}, {"value": "N + 1"}]}
        job = {"nimsweep": 1, "game": "small-nim", "players": 4, "piles": {"count": 3}, "matrices": [{"ssam": 2}],
               "verify": [claim]}
        path = self.file.with_name("job.yaml")
        path.write_text(json.dumps(job))
        subprocess.run([PROGRAM, "run", str(path), "--certificate", str(self.file)], check=True, capture_output=True)
        self.check(0)
        certificate = json.loads(self.file.read_text())
        changes = [*changes_of(certificate), set_field("game", "last-nim"), set_field("game", "nim"),
                   set_field("game", "")]
        self.assert_all_rejected(certificate, changes)


if __name__ == "__main__":
    unittest.main()
