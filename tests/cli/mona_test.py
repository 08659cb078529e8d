"""A third opinion on proofs over binary digits: the automata that `machine` prints obey the rules of their games at
every position, as the program MONA decides, and `verify` comes to the same verdicts. Skipped where MONA is missing."""
import functools
import itertools
import json
import os
import random
import shutil
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(__file__))
from definition import moore, nim, small_nim, subtraction, wythoff
from mona import all_of, any_of, automaton_text, constant, counterexample, is_number, pile_names, rule_text

PROGRAM = os.path.abspath(sys.argv.pop(1))


def ssam(n, r):
    return [[(j + r) % n for j in range(n)]] * n


def last_nim(piles):
    last = max((k for k, pile in enumerate(piles) if pile > 0), default=0)
    return (option for option in nim(piles) if option[last] < piles[last])


def circular(width):
    def moves(piles):
        windows = [{(first + k) % len(piles) for k in range(width)} for first in range(len(piles))]
        for option in moore(width)(piles):
            if any({k for k, pile in enumerate(piles) if option[k] < pile} <= window for window in windows):
                yield option
    return moves


MOVES = {"nim": nim, "nimble": nim, "moore:2": moore(2), "moore:3": moore(3), "circular:2": circular(2),
         "wythoff": wythoff, "subtraction:1,3,4": subtraction(1, 3, 4), "subtraction:1,2": subtraction(1, 2),
         "small-nim": small_nim, "last-nim": last_nim}
MIXED = [[0, 2, 1], [2, 0, 1], [1, 0, 2]]

# Game, matrix, piles, passes. (Two piles of subtraction:1,3,4 take MONA too long: it follows the bits of 49 states one
# by one.)
CASES = [("nim", ssam(2, 1), 2, 0), ("nim", ssam(2, 1), 3, 0), ("nim", ssam(2, 0), 3, 0), ("nim", ssam(2, 1), 4, 0),
         *(("nim", ssam(3, r), piles, 0) for r in range(3) for piles in (2, 3)),
         ("nim", MIXED, 2, 0), ("nim", MIXED, 3, 0), ("nim", [[2, 1, 0], [2, 0, 1], [0, 2, 1]], 3, 0),
         ("nim", ssam(3, 0), 2, 1), ("nim", MIXED, 2, 2), ("nim", ssam(4, 2), 2, 0),
         ("nimble", ssam(3, 1), 2, 0), ("moore:2", ssam(3, 1), 2, 0), ("moore:2", ssam(3, 1), 3, 0),
         ("moore:2", MIXED, 3, 0), ("moore:3", ssam(2, 1), 4, 0), ("circular:2", ssam(2, 1), 3, 0),
         ("circular:2", ssam(2, 1), 4, 0), ("wythoff", ssam(3, 1), 2, 0), ("wythoff", MIXED, 2, 0),
         ("wythoff", [[0, 2, 1], [2, 1, 0], [0, 2, 1]], 2, 1), ("subtraction:1,3,4", ssam(3, 1), 1, 0),
         ("subtraction:1,3,4", MIXED, 1, 1), ("subtraction:1,2", ssam(2, 1), 2, 0), ("last-nim", ssam(3, 1), 3, 0),
         ("last-nim", MIXED, 2, 1), ("small-nim", ssam(3, 0), 3, 0)]


def words_of(matrix):
    return " / ".join(" ".join(map(str, row)) for row in matrix)


def run(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments), "--json"], capture_output=True, text=True)


def states_of(game, matrix, piles, passes):
    done = run("machine", "--game", game, "--players", len(matrix), "--matrix", words_of(matrix), "--pile-count", piles,
               "--passes", passes)
    return [{"winners": state.get("winners_by_passes", [state["winners"]]), "next": state["next"]}
            for state in json.loads(done.stdout)["states"]]


def where_it_fails(states, game, matrix, piles, passes):
    text = automaton_text(states, piles) + rule_text(game, matrix, piles, passes)
    return counterexample(text, f"obeys({', '.join(pile_names(piles))})", piles)


def breaks_the_rule(states, game, matrix, passes, piles):
    """Is what the automaton says of a position not what the rule makes of what it says of the options?"""
    n = len(matrix)

    def says(position, mode, first):
        state = 0
        for place in reversed(range(max(position).bit_length())):
            letter = functools.reduce(lambda sum, pile: 2 * sum + (pile >> place & 1), position, 0)
            state = states[state]["next"][letter]
        return states[state]["winners"][mode][first]

    def by_the_rule(mode, i):
        options = list(MOVES[game](piles))
        offered = {says(option, mode, (i + 1) % n) for option in options}
        if mode > 0 and options:
            offered.add(says(piles, mode - 1, (i + 1) % n))
        return next(((i + offset) % n for offset in matrix[i] if (i + offset) % n in offered), i)

    return any(says(piles, mode, i) != by_the_rule(mode, i) for mode in range(passes + 1) for i in range(n))


class Rules(unittest.TestCase):
    def test_the_automata_obey_the_rules_of_their_games(self):
        for case in CASES:
            with self.subTest(case=case):
                self.assertIsNone(where_it_fails(states_of(*case), *case))

    def test_every_matrix_of_three_players(self):
        for matrix in itertools.product(itertools.permutations(range(3)), repeat=3):
            with self.subTest(matrix=matrix):
                self.assertIsNone(where_it_fails(states_of("nim", matrix, 2, 0), "nim", matrix, 2, 0))

    def test_a_changed_arrow_or_winner_is_found(self):
        """In small automata only: read from the other end, one that is spoiled may have a great many states."""
        rng, small = random.Random(1), [case for case in CASES if len(states_of(*case)) <= 8]
        self.assertGreater(len(small), 20)
        for case, _ in itertools.product(small, range(4)):
            game, matrix, _, passes = case
            states = states_of(*case)
            self.change(states, rng)
            with self.subTest(case=case, states=states):
                piles = where_it_fails(states, *case)
                self.assertIsNotNone(piles)
                self.assertTrue(breaks_the_rule(states, game, matrix, passes, piles), piles)

    def change(self, states, rng):
        """One arrow or one winner. The arrow of the start for zeros stays: leading zeros do not count."""
        state = rng.randrange(len(states))
        if rng.random() < 0.7:
            letter = rng.randrange(state == 0, len(states[0]["next"]))
            others = [target for target in range(len(states)) if target != states[state]["next"][letter]]
            if others:
                states[state]["next"][letter] = rng.choice(others)
                return
        vector = rng.choice(states[state]["winners"])
        seat = rng.randrange(len(vector))
        vector[seat] = (vector[seat] + rng.randrange(1, len(vector))) % len(vector)


# A claim is a list of cases (condition, values), the last one with the condition ELSE. Conditions are written twice: as
# `verify` takes them, and as a formula about so many piles.

ELSE = None


def digits(piles, is_meant):
    """At every place, the number of piles with a digit 1 there is one that is meant."""
    letters = (letter for letter in range(1 << piles) if is_meant(letter.bit_count()))
    return f"all1 p: {any_of(is_number(pile_names(piles), 'p', letter) for letter in letters)}"


CONDITIONS = {"xor(x) == 0": lambda piles: digits(piles, lambda ones: ones % 2 == 0),
              "digitsum(3) == 0": lambda piles: digits(piles, lambda ones: ones % 3 == 0),
              "all(x == 1)": lambda piles: all_of(f"{name} = {{0}}" for name in pile_names(piles)),
              "any(x >= 5)": lambda piles: any_of(f"~less({name}, {constant(5)})" for name in pile_names(piles)),
              "x[1] == x[N]": lambda piles: f"X1 = X{piles}",
              "x[1] < x[N]": lambda piles: f"less(X1, X{piles})",
              "x[N] == x[1] + 3": lambda piles: f"ex2 T: T = {constant(3)} & plus(X1, T, X{piles})",
              "x[1] == 2 * x[N]": lambda piles: f"plus(X{piles}, X{piles}, X1)",
              "sum(x) == 4": lambda piles: sum_is(piles, f"S = {constant(4)}"),
              "x[1] mod 2 == 0": lambda piles: "0 notin X1",
              "x[N] mod 4 == 3": lambda piles: f"0 in X{piles} & 1 in X{piles}",
              ELSE: lambda piles: "true"}


def sum_is(piles, condition):
    """The sum S of all piles satisfies a condition."""
    sums = ["empty", *(f"S{k}" for k in range(1, piles)), "S"]
    added = all_of(["S0 = empty", *(f"plus(S{k}, X{k + 1}, {sums[k + 1]})" for k in range(piles))])
    return f"ex2 S, {', '.join(f'S{k}' for k in range(piles))}: {added} & ({condition})"


def statement(cases, n, piles):
    """All piles are nonempty: then the first case whose condition is true has the value, whoever moves first."""
    here = f"({', '.join(pile_names(piles))})"
    says = []
    for number, (condition, values) in enumerate(cases):
        earlier = (f"~({CONDITIONS[other](piles)})" for other, _ in cases[:number])
        applies = all_of([CONDITIONS[condition](piles), *earlier])
        right = all_of(any_of(f"wins_0_{i}_{(i + value) % n}{here}" for value in values) for i in range(n))
        says.append(f"({applies}) => ({right})")
    return f"({any_of(f'{name} = empty' for name in pile_names(piles))}) | ({all_of(says)})"


def verdict(cases, game, matrix, piles):
    options = []
    for condition, values in cases:
        options += ["--when", condition] if condition else []
        options += ["--value", f"[{', '.join(map(str, values))}]"]
    done = run("verify", "--game", game, "--players", len(matrix), "--matrix", words_of(matrix), "--piles", piles,
               "--counterexamples", 1, *options)
    found, = (line for line in map(json.loads, done.stdout.splitlines()) if line["type"] == "verdict")
    return found


class Claims(unittest.TestCase):
    def agree(self, cases, game, matrix, piles):
        """Whether the claim holds, which both must say."""
        text = automaton_text(states_of(game, matrix, piles, 0), piles)
        claim = statement(cases, len(matrix), piles)
        ours, theirs = verdict(cases, game, matrix, piles), counterexample(text, claim, piles)
        self.assertEqual(ours["scope"], "all pile sizes")
        self.assertEqual(ours["holds"], theirs is None)
        if theirs is not None:
            smallest = ours["counterexamples"][0]["piles"]
            at_smallest = all_of(f"{name} = {constant(pile)}" for name, pile in zip(pile_names(piles), smallest))
            self.assertIsNotNone(counterexample(text, f"({at_smallest}) => ({claim})", piles), "the claim holds here")
            fewer = sum_is(piles, f"less(S, {constant(sum(smallest))})")
            self.assertIsNone(counterexample(text, f"({fewer}) => ({claim})", piles), "a smaller one")
            self.assertLessEqual(sum(smallest), sum(theirs))
        return ours["holds"]

    def test_what_is_known(self):
        zero, one = [0], [1]
        bouton = [("xor(x) == 0", zero), (ELSE, one)]
        for cases, game, matrix, piles in [
                (bouton, "nim", ssam(2, 1), 2), (bouton, "nim", ssam(2, 1), 3), (bouton, "nim", ssam(2, 1), 4),
                ([("all(x == 1)", one), ("xor(x) == 0", one), (ELSE, zero)], "nim", ssam(2, 0), 3),
                ([("digitsum(3) == 0", zero), (ELSE, [1, 2])], "nim", ssam(3, 1), 2),
                ([("digitsum(3) == 0", zero), (ELSE, [1, 2])], "nim", ssam(3, 1), 3),
                ([("digitsum(3) == 0", zero), (ELSE, one)], "moore:2", ssam(2, 1), 3),
                ([("digitsum(3) == 0", zero), (ELSE, one)], "moore:2", ssam(2, 1), 4),
                ([("x[1] == x[N]", zero), (ELSE, one)], "nim", ssam(2, 1), 2)]:
            with self.subTest(cases=cases, game=game, piles=piles):
                self.assertTrue(self.agree(cases, game, matrix, piles))

    def test_what_is_wrong(self):
        for cases, game, matrix, piles in [
                ([("x[1] == x[N]", [0]), (ELSE, [1])], "nim", ssam(3, 1), 2),
                ([("xor(x) == 0", [0]), (ELSE, [1])], "nim", ssam(2, 0), 3),
                ([("xor(x) == 0", [0]), (ELSE, [1])], "moore:2", ssam(2, 1), 3),
                ([("any(x >= 5)", [0, 1]), ("xor(x) == 0", [0]), (ELSE, [1])], "nim", ssam(2, 0), 3)]:
            with self.subTest(cases=cases, game=game, piles=piles):
                self.assertFalse(self.agree(cases, game, matrix, piles))

    def test_claims_made_at_random(self):
        rng, seen = random.Random(2), {True: 0, False: 0}
        games = [("nim", ssam(2, 1), 2), ("nim", ssam(3, 0), 2), ("nim", MIXED, 3), ("moore:2", ssam(3, 1), 3),
                 ("wythoff", MIXED, 2), ("subtraction:1,3,4", ssam(3, 1), 1)]
        for _ in range(120):
            game, matrix, piles = rng.choice(games)
            n = len(matrix)
            conditions = rng.sample([name for name in CONDITIONS if name is not ELSE], rng.randint(1, 2))
            cases = [*((name, rng.sample(range(n), n - 1)) for name in conditions), (ELSE, range(n))]
            with self.subTest(game=game, matrix=matrix, piles=piles, cases=cases):
                seen[self.agree(cases, game, matrix, piles)] += 1
        self.assertGreater(min(seen.values()), 20)


if __name__ == "__main__":
    if shutil.which("mona") is None:
        print("skipped: mona is missing; scripts/setup installs it", file=sys.stderr)
        sys.exit(77)
    unittest.main()
