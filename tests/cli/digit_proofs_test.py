"""scripts/digit_proofs.py accepts correct proofs over binary digits and no others. The automata are those of the
program; what is right is decided here, by the definition of games and claims, at small positions."""
import ast
import copy
import functools
import itertools
import json
import operator
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [os.path.dirname(__file__), str(ROOT / "scripts")]
from claim_language import NotUnderstood, Rejected, read_claim
from definition import moore, nim, small_nim, subtraction, winners, wythoff
from digit_proofs import check_digit_proof

PROGRAM = os.path.abspath(sys.argv.pop(1))
CHECKER = ROOT / "scripts/check_certificate.py"


# The games that definition.py does not have.

def circular(window):
    def moves(piles):
        for option in moore(len(piles))(piles):
            changed = {j for j in range(len(piles)) if option[j] < piles[j]}
            if any(changed <= {(first + k) % len(piles) for k in range(window)} for first in range(len(piles))):
                yield option
    return moves


def last_nim(piles):
    for option in nim(piles):
        j = next(j for j in range(len(piles)) if option[j] < piles[j])
        if not any(piles[j + 1:]):
            yield option


def zero_move(position):
    """Positions are piles and, after them, which piles have their zero move."""
    size = len(position) // 2
    piles, flags = position[:size], position[size:]
    for option in nim(piles):
        yield option + tuple(flag if left > 0 else 0 for left, flag in zip(option, flags))
    for j in range(size):
        if piles[j] > 0 and flags[j]:
            yield piles + flags[:j] + (0,) + flags[j + 1:]


MOVES = {"nim": nim, "nimble": nim, "moore:2": moore(2), "moore:3": moore(3), "circular:2": circular(2),
         "wythoff": wythoff, "subtraction:1,3,4": subtraction(1, 3, 4), "subtraction:2": subtraction(2),
         "takeaway": subtraction(1, 2, 3), "small-nim": small_nim, "last-nim": last_nim, "zero-move": zero_move}


def ssam(n, r):
    return [[(j + r) % n for j in range(n)]] * n


def shift_of(matrix):
    return next((r for r in range(len(matrix)) if matrix == ssam(len(matrix), r)), None)


@functools.lru_cache(maxsize=None)
def machine(game, rows, piles, passes=0):
    text = " / ".join(" ".join(map(str, row)) for row in rows)
    done = subprocess.run([PROGRAM, "machine", "--game", game, "--players", str(len(rows)), "--matrix", text,
                           "--pile-count", str(piles), "--passes", str(passes), "--json"],
                          capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else None


def proof_of(game, matrix, piles, passes=0):
    found = machine(game, tuple(map(tuple, matrix)), piles, passes)
    if found is None:
        return None
    states = [{"winners": state.get("winners_by_passes") or state.get("winners_by_zero_moves") or [state["winners"]],
               "next": state["next"]} for state in found["states"]]
    return copy.deepcopy({"claim": 0, "game": game, "players": len(matrix), "piles": piles, "passes": passes,
                          "matrix": matrix, "shift": shift_of(matrix), "base": 2, "states": states})


def claim_of(game, *cases, **more):
    return {"name": "test", "game": game, "cases": list(cases)} | more


def anything(game):
    """A claim that is always true."""
    return claim_of(game, {"not": "x[1] - x[1] + 1", "when": "0 == 1"},
                    {"value": "[" + ", ".join(map(str, range(16))) + "]"})


BOUTON = claim_of("nim", {"when": "xor(x) == 0", "value": "0"}, {"value": "1"}, given="n == 2")
NIMBLE = BOUTON | {"game": "nimble"}
MISERE = claim_of("nim", {"when": "digitsum(N + 1) == N", "value": "N"}, {"when": "xor(x) == 0", "value": "1"},
                  {"value": "0"}, given="n == 2")
PODIUM = claim_of("nim", {"when": "digitsum(n) == 0", "value": "0"}, {"not": "0"})
PODIUM_K = claim_of("moore", {"when": "digitsum(n * k - k + 1) == 0", "value": "0"}, {"not": "0"})
TAKEAWAY = claim_of("takeaway", {"when": "x[1] mod 4 == 0", "value": "0"}, {"value": "1"}, given="n == 2 and N == 1")
WORTH = [f"x[{j}] - 1 + 2 * (x[{j}] mod 2)" for j in range(1, 5)]
ZERO_MOVE = claim_of("zero-move", *({"when": f"N == {j} and xor({', '.join(WORTH[:j])}) == 0", "value": "0"}
                                    for j in range(1, 5)), {"value": "1"}, given="n == 2 and N <= 4")
RECURRENCE = {"name": "every shift", "cases": [{"value": "v"}],
              "each": [{"when": "x > 1 and v == (r - 2) mod n", "value": "v + 2"}, {"value": "v + 1"}]}


# What a claim says of a position, by its definition.

class Fault(Exception):
    pass


def number_or_truth(node, known, piles, here=None):
    """Of an expression, where `known` has the parameters and `here` is a pile's number."""
    def of(part, at=here):
        return number_or_truth(part, known, piles, at)

    match node:
        case ast.Constant():
            return node.value
        case ast.Name(id="x"):
            return piles[here - 1]
        case ast.Name(id="i"):
            return here
        case ast.Name(id=name):
            return fine(known[name], known[name] is not None)
        case ast.Subscript(slice=index):
            return piles[fine(of(index), 1 <= of(index) <= len(piles)) - 1]
        case ast.BoolOp(op=ast.And(), values=parts):
            return all(map(of, parts))
        case ast.BoolOp(values=parts):
            return any(map(of, parts))
        case ast.UnaryOp(op=ast.Not(), operand=part):
            return not of(part)
        case ast.UnaryOp(operand=part):
            return -of(part)
        case ast.Call(func=ast.Name(id="digitsum"), args=[part]):
            q = fine(of(part), of(part) >= 1)
            return sum(sum(x >> place & 1 for x in piles) % q << place for place in range(20))
        case ast.Call(func=ast.Name(id="xor"), args=parts):
            of_all = here is None and type(parts[0]) is ast.Name and parts[0].id == "x"
            values = piles if of_all else [of(part) for part in parts]
            return functools.reduce(operator.xor, fine(values, min(values) >= 0))
        case ast.Call(func=ast.Name(id="sum" | "min" | "max" as name)):
            return {"sum": sum, "min": min, "max": max}[name](piles)
        case ast.Call(func=ast.Name(id=name), args=[part]):
            holds = [bool(of(part, at)) for at in range(1, len(piles) + 1)]
            return {"count": sum, "all": all, "any": any}[name](holds)
        case ast.Compare(left=left, ops=[op], comparators=[right]) | ast.BinOp(left=left, op=op, right=right):
            left, right = of(left), of(right)
            name = {"NotEq": "ne", "LtE": "le", "GtE": "ge", "Mult": "mul"}.get(type(op).__name__, type(op).__name__)
            fine(right, name not in ("Mod", "FloorDiv") or right >= 1)
            return getattr(operator, name.lower())(left, right)


def fine(value, is_fine):
    if not is_fine:
        raise Fault
    return value


def agrees(claim, known, piles, value):
    """Does the claim allow this value?"""
    try:
        if claim.start is not None:
            known = known | {"v": last_v(claim, known, piles)}
        for case in claim.cases:
            if number_or_truth(case.when, known, piles):
                shift = known["first"] if case.kind == "winner" else 0
                values = {(number_or_truth(each, known, piles) - shift) % known["n"] for each in case.values}
                return (value in values) != (case.kind == "not")
    except Fault:
        pass
    return False


def last_v(claim, known, piles):
    modulus = claim.range or known["n"]
    v = number_or_truth(claim.start, known, piles) % modulus
    for here in range(1, len(piles) + 1):
        known = known | {"v": v}
        step = next((step for step in claim.each if number_or_truth(step.when, known, piles, here)), None)
        v = number_or_truth(fine(step, step).values[0], known, piles, here) % modulus
    return v


def outcomes_of(proof):
    """The winner by piles (and, in zero-move Nim, flags), passes left and player."""
    return winners(MOVES[proof["game"]], proof["matrix"])


def vectors_by_automaton(proof, piles):
    state = 0
    for place in reversed(range(max(piles).bit_length())):
        letter = functools.reduce(lambda letter, x: 2 * letter + (x >> place & 1), piles, 0)
        state = proof["states"][state]["next"][letter]
    return proof["states"][state]["winners"]


def first_wrong(proof, bound):
    """A position below the bound where the automaton is wrong."""
    n, w = proof["players"], outcomes_of(proof)
    for piles in itertools.product(range(bound), repeat=proof["piles"]):
        for mode, vector in enumerate(vectors_by_automaton(proof, piles)):
            if proof["game"] == "zero-move":
                flags = tuple(min(x, mode >> len(piles) - 1 - j & 1) for j, x in enumerate(piles))
                right = [w(piles + flags, 0, i) for i in range(n)]
            else:
                right = [w(piles, mode, i) for i in range(n)]
            if vector != right:
                return piles
    return None


def counterexample(proof, claim, positions):
    """Among positions: where a claim is wrong, if the automaton is right."""
    known = {"n": proof["players"], "N": proof["piles"], "d": proof["piles"] - proof["players"], "r": proof["shift"],
             "k": 2 if proof["game"] == "moore:2" else None}
    for piles in positions:
        vector = vectors_by_automaton(proof, piles)[-1]
        for first in range(proof["players"]):
            value = (vector[first] - first) % proof["players"]
            if not agrees(claim, known | {"first": first}, piles, value):
                return piles
    return None


class RandomClaims:
    """Claims in the language, most of them false; those for which the seat of the winner does not matter also occur."""

    def __init__(self, seed, piles):
        self.random, self.piles = random.Random(seed), piles

    def pick(self, *choices):
        return self.random.choice(choices)

    def small(self):
        return str(self.random.randrange(5))

    def atom(self, in_each):
        if in_each and self.random.random() < 0.6:
            return self.pick("x", "x", "i", "N - i")
        terms = [f"x[{self.random.randint(1, self.piles)}]"] * 4 + [self.small()] * 2 + ["n", "N", "d", "first"]
        if not in_each:
            terms += ["sum(x)", "min(x)", "max(x)", "xor(x)", f"digitsum({self.random.randint(1, 4)})",
                      f"count({self.condition(1, True)})"]
        return self.random.choice(terms + ["x[N + 1]", "k"] * (self.random.random() < 0.05))

    def number(self, depth, in_each=False):
        if depth == 0 or self.random.random() < 0.2:
            return self.atom(in_each)
        inner, other = self.number(depth - 1, in_each), self.number(depth - 1, in_each)
        by = self.random.randint(self.random.random() > 0.03, 5)
        return self.pick(f"({inner} + {other})", f"({inner} - {other})", f"({inner} + {other})",
                         f"{self.small()} * {inner}", f"(({inner}) mod {by})", f"(({inner}) / {by})",
                         f"xor({inner}, {other})", f"-{inner}")

    def condition(self, depth, in_each=False):
        if depth == 0 or self.random.random() < 0.5:
            compare = self.pick("==", "==", "!=", "<", "<=", ">", ">=")
            return f"{self.number(2, in_each)} {compare} {self.number(1, in_each)}"
        inner, other = self.condition(depth - 1, in_each), self.condition(depth - 1, in_each)
        parts = [f"({inner} and {other})", f"({inner} or {other})", f"not ({inner})"]
        if not in_each:
            parts += [f"all({self.condition(0, True)})", f"any({self.condition(0, True)})"]
        return self.random.choice(parts)

    def case(self):
        kind = self.pick("value", "not", "winner")
        values = [self.number(2) for _ in range(self.pick(1, 1, 2))]
        return {kind: values[0] if len(values) == 1 else f"[{', '.join(values)}]"}

    def claim(self, game):
        cases = [self.case() | {"when": self.condition(2)} for _ in range(self.random.randrange(3))]
        return claim_of(game, *cases, self.case())


class Proofs(unittest.TestCase):
    def accepts(self, proof, claim):
        check_digit_proof(proof, read_claim(claim))

    def refuses(self, proof, claim, error=Rejected, message=""):
        with self.assertRaisesRegex(error, message):
            check_digit_proof(proof, read_claim(claim))


class TrueClaims(Proofs):
    def test_the_registry(self):
        cases = [(BOUTON, "nim", 2, 1), (BOUTON, "nim", 2, 3), (BOUTON, "nim", 2, 4), (NIMBLE, "nimble", 2, 3),
                 (PODIUM, "nim", 3, 2), (PODIUM, "nim", 3, 3), (PODIUM, "nim", 4, 3), (PODIUM_K, "moore:2", 2, 4),
                 (PODIUM_K, "moore:2", 3, 3), (PODIUM_K, "moore:3", 2, 4), (TAKEAWAY, "takeaway", 2, 1),
                 (ZERO_MOVE, "zero-move", 2, 1), (ZERO_MOVE, "zero-move", 2, 2), (ZERO_MOVE, "zero-move", 2, 3)]
        for claim, game, n, piles in cases:
            with self.subTest(game=game, n=n, piles=piles):
                self.accepts(proof_of(game, ssam(n, 1), piles), claim)
        for piles in (1, 2, 3, 4):
            self.accepts(proof_of("nim", ssam(2, 0), piles), MISERE)

    def test_every_game_with_passes_and_random_matrices(self):
        rng = random.Random(1)
        for game in MOVES:
            for piles, passes in [(1, 0), (2, 0), (2, 1), (3, 0)]:
                n = rng.randint(2, 3)
                matrix = [rng.sample(range(n), n) for _ in range(n)]
                if game == "zero-move" and passes or game == "wythoff" and piles == 3:
                    continue
                proof = proof_of(game, matrix, piles, passes)
                if proof is None:  # not automatic, or too large
                    continue
                with self.subTest(game=game, piles=piles, passes=passes, matrix=matrix):
                    self.accepts(proof, anything(game))
                    self.assertIsNone(first_wrong(proof, 9 if piles < 3 else 5))

    def test_recurrences(self):
        for n, r, piles in [(3, 1, 2), (3, 0, 3), (2, 1, 3)]:
            proof = proof_of("last-nim", ssam(n, r), piles)
            self.accepts(proof, RECURRENCE)
            self.refuses(proof, RECURRENCE | {"each": RECURRENCE["each"][1:], "start": "1"}, message="piles")
            self.refuses(proof, RECURRENCE | {"each": RECURRENCE["each"][:1]}, message="piles")

    def test_equal_statements_in_other_words(self):
        proof = proof_of("nim", ssam(2, 1), 2)
        for when in ["x[1] == x[2]", "max(x) == min(x)", "max(x) - min(x) < 1", "sum(x) == 2 * x[1]",
                     "digitsum(2) == 0", "digitsum(3) == 2 * x[2]", "count(x == x[1]) == 2",
                     "all(x >= x[2] and x <= x[2])",
                     "xor(x[1] + 5, x[2] + 5) == 0", "xor(x) mod 7 == 0 and xor(x) / 7 == 0",
                     "not any(x < x[1]) and not any(x > x[1])",
                     "xor(x[1] / 2, x[2] / 2) == 0 and (x[1] - x[2]) mod 2 == 0", "xor(3 * x[1], 3 * x[2]) / 3 == 0",
                     "xor(x[1] / 3, x[2] / 3) == 0 and x[1] mod 3 == x[2] mod 3", "x[1] <= x[2] and not x[1] < x[2]"]:
            with self.subTest(when=when):
                self.accepts(proof, claim_of("nim", {"when": when, "value": "0"}, {"winner": "first + 1"}))
                self.refuses(proof, claim_of("nim", {"when": when, "value": "1"}, {"value": "0"}), message="piles")


class WrongProofs(Proofs):
    def tamper(self, proof, rng):
        """One number of the automaton or of the matrix."""
        state = rng.choice(proof["states"])
        match rng.choice(["winner", "arrow", "arrow", "matrix", "last"]):
            case "winner":
                vector = rng.choice(state["winners"])
                vector[rng.randrange(len(vector))] = rng.randrange(proof["players"])
            case "arrow":
                state["next"][rng.randrange(len(state["next"]))] = rng.randrange(len(proof["states"]))
            case "matrix":
                rng.shuffle(proof["matrix"][rng.randrange(proof["players"])])
                proof["shift"] = shift_of(proof["matrix"])
            case "last" if len(proof["states"]) > 1:  # a smaller automaton
                proof["states"].pop()
                for other in proof["states"]:
                    other["next"] = [min(target, len(proof["states"]) - 1) for target in other["next"]]

    def test_what_is_tampered_with_is_rejected(self):
        rng, rejected = random.Random(2), 0
        kinds = [("nim", ssam(3, 1), 2, 0), ("nim", ssam(2, 1), 2, 2), ("moore:2", ssam(2, 1), 3, 0),
                 ("wythoff", [[0, 2, 1], [2, 0, 1], [1, 0, 2]], 2, 0), ("takeaway", ssam(3, 1), 2, 0),
                 ("small-nim", ssam(3, 0), 2, 0), ("last-nim", ssam(3, 0), 2, 1), ("zero-move", ssam(2, 1), 2, 0),
                 ("circular:2", ssam(2, 1), 3, 0), ("subtraction:1,3,4", ssam(2, 1), 1, 1)]
        for game, matrix, piles, passes in kinds:
            right = proof_of(game, matrix, piles, passes)
            self.assertIsNotNone(right, game)
            for _ in range(20):
                proof = copy.deepcopy(right)
                self.tamper(proof, rng)
                if proof == right:
                    continue
                try:
                    check_digit_proof(proof, read_claim(anything(game)))
                except Rejected as error:
                    rejected += 1
                    self.check_place(proof, str(error))
                    continue
                self.assertIsNone(first_wrong(proof, 17 if piles < 3 else 6), (game, proof))
        self.assertGreaterEqual(rejected, 130)

    def check_place(self, proof, message):
        """The rule fails at the place named: the position or an option of it is wrong."""
        place = re.match(r"piles ([\d ]+), mode", message)
        if place and max(map(int, place[1].split())) < 20:
            self.assertIsNotNone(first_wrong(proof, max(map(int, place[1].split())) + 1), message)

    def test_claims_about_something_else(self):
        proof = proof_of("nim", ssam(2, 1), 2)
        for claim in (NIMBLE, BOUTON | {"game": "moore"}, BOUTON | {"given": "n == 3"}, BOUTON | {"given": "k == 1"},
                      {key: BOUTON[key] for key in ("name", "cases")}):
            self.refuses(proof, claim, message="claim|k")
        self.accepts(proof_of("moore:2", ssam(2, 1), 2), PODIUM_K | {"game": "moore:2"})
        self.refuses(proof_of("moore:2", ssam(2, 1), 2), PODIUM_K | {"game": "moore:3"})
        self.accepts(proof, BOUTON | {"given": "r == 1"})
        self.refuses(proof_of("nim", [[0, 1], [1, 0]], 2), PODIUM | {"given": "r == 1"}, message="given")

    def test_faults(self):
        proof = proof_of("nim", ssam(2, 1), 2)
        for when in ["x[3] == 1", "x[0] == 1", "xor(x[1] - 2, 1) == 1", "x[1] mod (x[1] mod 2) == 0",
                     "x[1] / 0 == 1", "digitsum(0) == 0", "k == 1", "x[1] > 100 and x[3] == 1",
                     "all(xor(x - 900) >= 0)"]:
            claim = claim_of("nim", {"when": when, "value": "[0, 1]"}, {"value": "[0, 1]"})
            self.refuses(proof, claim, message="piles")
        self.refuses(proof, claim_of("nim", {"when": "x[1] < 1000 or x[2] != 77", "value": "[0, 1]"}),
                     message=r"piles 1\d{3} 77: ")
        for when in ["x[1] < 0 and x[3] == 1", "N < 3 or x[3] == 1", "xor(x[1] - 1, 1) >= 0"]:
            self.accepts(proof, claim_of("nim", {"when": when, "value": "[0, 1]"}, {"value": "[0, 1]"}))

    def test_the_shape(self):
        right = proof_of("nim", ssam(2, 1), 2)
        changes = [(Rejected, {"players": 3}), (Rejected, {"piles": 3}), (Rejected, {"piles": 10 ** 9}),
                   (Rejected, {"passes": 1}), (Rejected, {"passes": -1}), (Rejected, {"shift": None}),
                   (Rejected, {"shift": 0}), (Rejected, {"matrix": ssam(2, 0)}), (Rejected, {"states": []}),
                   (Rejected, {"matrix": [[1, 0], [1, 1]]}), (NotUnderstood, {"base": 3}),
                   (NotUnderstood, {"base": True}), (NotUnderstood, {"players": 2.0}), (NotUnderstood, {"more": 1}),
                   (NotUnderstood, {"shift": True}), (NotUnderstood, {"game": 1}),
                   (NotUnderstood, {"matrix": [[True, False]] * 2})]
        for error, change in changes:
            with self.subTest(change=change):
                self.refuses(right | change, BOUTON, error)
        for key in right:
            self.refuses({other: right[other] for other in right if other != key}, BOUTON, NotUnderstood)
        for change in ({"next": [0, 1, 1]}, {"next": [0, 1, 1, 2]}, {"next": [0, 1, 1, -1]}, {"next": [1, 1, 1, 0]},
                       {"winners": []}, {"winners": [[0, 2]]}, {"winners": [[0, 1], [0, 1]]}, {"winners": [[0]]}):
            states = [right["states"][0] | change, *right["states"][1:]]
            self.refuses(right | {"states": states}, BOUTON)
        self.refuses(right | {"states": right["states"] + right["states"][-1:]}, BOUTON, message="no digits lead there")

    def test_names_of_games(self):
        right = proof_of("nim", ssam(2, 1), 2)
        for game in ("northcott-two-way", "fibonacci", "moore", "moore:", "moore:0", "moore:01", "nim:1", "moore:1:1",
                     "subtraction:2,1", "subtraction:1,1", "subtraction:0", "moore:²", "circular:-1", "Nim"):
            self.refuses(right | {"game": game}, anything(game), NotUnderstood)
        self.accepts(right | {"game": "moore:1"}, anything("moore"))
        self.accepts(right | {"game": "circular:1"}, anything("circular"))
        self.refuses(right | {"game": "wythoff"}, anything("wythoff"))
        self.refuses(right | {"game": "zero-move"}, anything("zero-move"))

    def test_what_cannot_be_followed(self):
        proof = proof_of("nim", ssam(2, 1), 2)
        for when in ["x[1] * x[2] == 4", "x[1] mod x[2] == 0", "x[1] / x[2] == 0", "x[1] mod 1000003 == 0"]:
            self.refuses(proof, claim_of("nim", {"when": when, "value": "0"}, {"value": "1"}), NotUnderstood)


class RandomClaimsTest(Proofs):
    def test_verdicts_are_those_of_the_definition(self):
        """A claim that is accepted has no small counterexample, and where one is rejected, there is one."""
        proofs = [proof_of("nim", ssam(2, 1), 1), proof_of("nim", ssam(2, 0), 2),
                  proof_of("moore:2", [[0, 2, 1], [1, 0, 2], [1, 2, 0]], 2)]
        seen = {True: 0, False: 0}
        for seed in range(120):
            proof = proofs[seed % 3]
            self.check_one(proof, RandomClaims(seed, proof["piles"]).claim(proof["game"]), seen)
        self.assertGreater(seen[False], 60)

    def check_one(self, proof, claim, seen):
        read = read_claim(claim)
        try:
            check_digit_proof(proof, read)
        except NotUnderstood as error:
            self.assertIn("too many", str(error))
            return
        except Rejected as error:
            place = re.match(r"piles ([\d ]+): ", str(error))[1]
            self.assertIsNotNone(counterexample(proof, read, [tuple(map(int, place.split()))]), (claim, str(error)))
            seen[False] += 1
            return
        positions = itertools.product(range(1, 40 if proof["piles"] == 1 else 14), repeat=proof["piles"])
        self.assertIsNone(counterexample(proof, read, positions), claim)
        seen[True] += 1

    def test_true_statements_that_are_made_at_random(self):
        """Whatever a condition says, it or its opposite holds, unless it has a fault."""
        proof, seen = proof_of("nim", ssam(2, 1), 2), {True: 0, False: 0}
        for seed in range(100):
            maker = RandomClaims(seed, 2)
            condition = maker.condition(2)
            cases = [{"when": f"({condition}) and xor(x) == 0", "value": "0"},
                     {"when": f"xor(x) == 0 and not ({condition})", "value": "0"}, {"value": "1"}]
            self.check_one(proof, claim_of("nim", *cases), seen)
        self.assertGreater(seen[True], 50)


class Certificates(unittest.TestCase):
    def run_checker(self, certificate):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(certificate, file)
            file.flush()
            return subprocess.run([sys.executable, "-B", str(CHECKER), file.name], capture_output=True, text=True)

    def test_both_kinds_of_proofs(self):
        last_nim = {"claim": 1, "players": 2, "piles": 1, "passes": 0, "matrix": ssam(2, 1), "shift": 1, "bound": 4,
                    "letters": 1, "states": [{"winners": [[0, 1]], "next": [1]}, {"winners": [[1, 0]], "next": []}]}
        always = {"name": "always 1", "cases": [{"value": "1"}]}
        digits = proof_of("nim", ssam(2, 1), 2)
        certificate = {"type": "certificate", "format": 2, "version": "0.1.0", "claims": [BOUTON, always],
                       "proofs": [digits, last_nim]}
        done = self.run_checker(certificate)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        self.assertIn("test nim  n=2 N=2 ssam:1  holds for all pile sizes\n", done.stdout)
        for proofs in ([digits | {"claim": 1}, last_nim], [digits, last_nim | {"claim": 0}]):
            done = self.run_checker(certificate | {"proofs": proofs})
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("rejected: the claim is about", done.stdout)
        for broken in (digits | {"bound": 4}, digits | {"piles": "all"}, last_nim | {"base": 2}):
            self.assertEqual(self.run_checker(certificate | {"proofs": [broken]}).returncode, 2)


if __name__ == "__main__":
    unittest.main()
