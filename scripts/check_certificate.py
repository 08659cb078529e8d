#!/usr/bin/env python3
"""Checks a certificate of `nimsweep verify --certificate FILE`: proofs that claims hold for all pile sizes. It shares
no code with nimsweep, and takes only the matrices and the claims for granted.

    scripts/check_certificate.py FILE     exit 0: every proof is right; 1: one is not; 2: not a valid certificate

A proof with a `base` is about the digits of piles; digit_proofs.py says how it is checked. Any other is about Last Nim,
or with `game` small-nim about Small Nim: there, who takes from the smallest pile plays Last Nim with the piles in
descending order, so the machine is the same, and the claim is about such rows of piles only.

Such a proof holds the game of `players`, with `passes` and exactly `piles` piles, or "all" numbers of piles, as a
machine. A state says who wins: one vector for each of 0, 1, .. passes left, with one seat per player to move. State 0
is the start, where nobody can move. next[t-1] is the state after one more pile of t counters; t = letters also stands
for every larger pile. If `piles` is a number, states that take all piles to reach have no arrows. This script
recomputes every arrow from the matrix. `shift` is the r of a matrix SSAM^r, else null.

The first case of a claim whose `when` holds gives the `value`, mod n, or several of which it is one, or what it is
`not`, or the seat of the `winner`. A claim may be a recurrence: v begins as `start`, each pile of x counters changes it
by the first entry of `each` whose `when` holds, mod `range` or n, and the cases speak of the last v. A claim with
`given` is only about the n, N and r for which that holds.

To compare a claim with the machine, this script reads the piles one by one. It remembers what the claim needs to know:
how many piles there are, some of their sizes, counts, sums, v. Such numbers are compared with constants or taken mod
constants, so only finitely many classes of each matter. This script derives them from the text of the claim; it does
not understand claims of any other form. No class begins beyond piles of `bound` counters.

For a fixed number of piles, this gives finitely many ends, at which the claim and the machine must agree. For all
numbers of piles, they must agree in every pair (state, what is remembered) that piles lead to. If v is all that is
remembered, `pairs` lists these pairs as [state, v]: one list for each first player, or only one if the claim neither
names a winner nor uses `first`. A list proves the claim if it holds the start, if every further pile leads from a pair
in the list to a pair in the list, and if claim and machine agree there. Without lists, the pairs are searched.
"""
import ast
import bisect
import fractions
import functools
import json
import math
import sys
import typing

from claim_language import (OPERATIONS, Case, NotUnderstood, Rejected, applies, check_form, evaluate, names_in,
                            read_claim, require)
from digit_proofs import FORM_OF_DIGIT_PROOF, check_digit_proof

FORM = {"type": str, "format": int, "version": str,
        "claims": [{"name": str, "source?": str, "game?": str, "given?": str,
                    "start?": str, "each?": [{"when?": str, "value": str}], "range?": int,
                    "cases": [{"when?": str, "value?": str, "not?": str, "winner?": str}]}],
        "proofs": [dict]}
FORM_OF_PROOF = {"claim": int, "players": int, "piles": (int, "all"), "passes": int, "matrix": [[int]],
                 "shift": (int, None), "game?": str, "bound": int, "letters": int,
                 "states": [{"winners": [[int]], "next": [int]}], "pairs?": [[[int]]]}
FORMATS = (1, 2)
LARGEST_BOUND = 1_000_000
MOST_SIZES = 100_000
MOST_PILES = 10_000
MOST_CHOICES = 100_000


# What a claim tells apart.

class Classes:
    """Which numbers from 0 on are told apart: those up to a cut from those beyond it, all up to `exact` from each
    other, and everywhere those that differ mod `period`."""

    def __init__(self):
        self.cuts, self.exact, self.period = set(), 0, 1

    def take_mod(self, modulus):
        self.period = math.lcm(self.period, modulus)
        require(self.period <= LARGEST_BOUND, f"mod {self.period} is not understood: it is too large", NotUnderstood)

    def add(self, other):
        self.cuts |= other.cuts
        self.exact = max(self.exact, other.exact)
        self.take_mod(other.period)

    def last(self):
        """Beyond this only the residue counts."""
        return max(self.cuts | {self.exact})

    @functools.cached_property
    def begins(self):
        """The first number after each cut, once all cuts are known."""
        return sorted({cut + 1 for cut in self.cuts if cut > self.exact} | {self.exact + 1})

    def smallest_like(self, number):
        """For sizes: the smallest positive number of the same class."""
        if number <= self.exact:
            return number
        begin = self.begins[bisect.bisect(self.begins, number) - 1]
        return begin + (number - begin) % self.period

    def counted(self, number):
        """For numbers that are added up: what is exact up to last() stays so when more is added."""
        beyond = self.last() + 1
        return number if number < beyond else beyond + (number - beyond) % self.period

    def sizes(self):
        """One positive number of each class, the smallest."""
        require(self.exact + len(self.begins) * self.period <= MOST_SIZES,
                "the claim tells too many sizes apart for this script", NotUnderstood)
        return [*range(1, self.exact + 1),
                *(size for begin, end in zip(self.begins, self.begins[1:] + [math.inf])
                  for size in range(begin, begin + self.period) if size < end)]


class Form(typing.NamedTuple):
    """a_1 q_1 + a_2 q_2 + .. + f, where the q are numbers without a bound, by name, and low <= f <= high. What is told
    apart about the q determines f."""
    terms: dict
    low: fractions.Fraction
    high: fractions.Fraction

    def is_constant(self):
        return not self.terms and self.low == self.high

    def times(self, factor):
        low, high = sorted((self.low * factor, self.high * factor))
        return Form({name: a * factor for name, a in self.terms.items() if factor}, low, high)

    def plus(self, other):
        terms = {name: self.terms.get(name, 0) + other.terms.get(name, 0) for name in self.terms | other.terms}
        return Form({name: a for name, a in terms.items() if a}, self.low + other.low, self.high + other.high)


def constant(number):
    return Form({}, fractions.Fraction(number), fractions.Fraction(number))


ZERO = constant(0)


class Analysis:
    """Goes through the parts of a claim that matter for one game and one first player. `found` says what is told apart
    about each number without a bound: "N", "x" (a pile as it is read), ("x", k) for x[k], ("last", k) for x[N - k],
    "sum", "min", "max", and the text of a term that counts piles. `names` gives the names of nodes, `counts` the terms
    that count piles by name."""

    def __init__(self, claim, known):
        self.known, self.found, self.names = known, {"N": Classes(), "x": Classes()}, {}
        self.counts = {}
        self.range = claim.range or known["n"]
        if known["N"] is None:
            self.cases([Case(claim.given, [], "value")], 1)  # only when it holds matters
        else:
            self.found["N"].exact = known["N"]
        self.cases(claim.each, self.range)
        self.cases(claim.cases, known["n"])

    def refuse(self, node, why):
        raise NotUnderstood(f"{ast.unparse(node)[:60]!r} is not understood: {why}")

    # What never has a value raises Rejected. What comes after it is then never evaluated, and may be anything.

    def cases(self, cases, modulus):
        """Values matter mod `modulus`."""
        for case in cases:
            try:
                holds = self.condition(case.when)
            except Rejected:
                return
            if holds is not False:
                self.values(case.values, modulus)
            if holds:
                return

    def values(self, values, modulus):
        try:
            for value in values:
                self.tell_residues(self.number(value), modulus, value)
        except Rejected:
            pass

    def condition(self, node):
        """Returns true or false if it is the same for all piles, else None."""
        match node:
            case ast.BoolOp(op=op, values=parts):
                return self.connective(type(op) is ast.Or, parts)
            case ast.UnaryOp(operand=part):
                holds = self.condition(part)
                return None if holds is None else not holds
            case ast.Call():
                self.count(node).cuts.add(0)
                return None
            case _:
                return self.compare(node)

    def connective(self, decisive, parts):
        """The first part that is `decisive` decides."""
        result = not decisive
        for part in parts:
            try:
                holds = self.condition(part)
            except Rejected:
                if result is None:
                    return None
                raise
            if holds is decisive:
                return None if result is None else decisive
            result = None if holds is None else result
        return result

    def compare(self, node):
        form = self.number(node.left).plus(self.number(node.comparators[0]).times(-1))
        holds = OPERATIONS[type(node.ops[0])]
        if form.is_constant():
            return holds(form.low, 0)
        if len({a > 0 for a in form.terms.values()}) > 1:
            self.refuse(node, "it compares numbers that both have no bound")
        if len(form.terms) == 1 and form.low == form.high:
            [(name, a)] = form.terms.items()
            least = 0 if name in self.counts else 1
            root = math.floor(-form.low / a)  # the sign changes only near here
            cuts = {q for q in range(max(root - 1, least), root + 2)
                    if holds(a * q + form.low, 0) != holds(a * (q + 1) + form.low, 0)}
            self.found[name].cuts |= cuts
            return None if cuts else holds(a * least + form.low, 0)
        for name, a in form.terms.items():  # each decides alone as soon as |a q| is larger than f can be
            most = -form.low if a > 0 else form.high
            self.found[name].exact = max(self.found[name].exact, math.floor(most / abs(a)))
        return None

    def tell_residues(self, form, modulus, node):
        """What is a q / b mod m? If q differs by a multiple of b m / gcd(a, b m), then that does not."""
        for name, a in form.terms.items():
            whole = a.denominator * modulus
            period = whole // math.gcd(a.numerator, whole)
            if period > 1 and name in ("min", "max"):
                self.refuse(node, "min or max of piles, mod a number")
            self.found[name].take_mod(period)

    def unbounded(self, name):
        self.found.setdefault(name, Classes())
        return Form({name: fractions.Fraction(1)}, ZERO.low, ZERO.high)

    def number(self, node):
        match node:
            case ast.Constant():
                return constant(node.value)
            case ast.Name(id="x"):
                return self.unbounded("x")
            case ast.Name(id="i"):
                return self.unbounded("N")
            case ast.Name(id="v"):
                return Form({}, ZERO.low, fractions.Fraction(self.range - 1))
            case ast.Name(id="N" | "d" as name) if self.known["N"] is None:
                return self.unbounded("N").plus(constant(-self.known["n"] if name == "d" else 0))
            case ast.Name():
                return constant(evaluate(node, self.known))
            case ast.Subscript():
                return self.pile(node)
            case ast.Call(func=ast.Name(id="xor" | "digitsum")):
                self.refuse(node, "the digits of numbers")
            case ast.Call(func=ast.Name(id="count")):
                self.count(node)
                return self.unbounded(self.names[node])
            case ast.Call(func=ast.Name(id=name)):
                self.names[node] = name
                return self.unbounded(name)
            case ast.UnaryOp():
                return self.number(node.operand).times(-1)
            case _:
                return self.operation(node, self.number(node.left), self.number(node.right))

    def pile(self, node):
        """x[k] or x[N - k]. Whether there is such a pile must be known, too."""
        index = self.number(node.slice)
        if index.low != index.high or index.terms not in ({}, {"N": 1}):
            self.refuse(node, "an index that is neither a constant nor N minus one")
        k = int(index.low)
        is_early = not index.terms
        most = self.known["N"] or math.inf
        require(1 <= k <= most if is_early else k <= 0, f"there is no pile {ast.unparse(node)}")
        if abs(k) > MOST_PILES:
            self.refuse(node, "too large an index")
        if self.known["N"] is None:
            self.found["N"].cuts.add(k - 1 if is_early else -k)
        self.names[node] = ("x", k) if is_early else ("last", -k)
        return self.unbounded(self.names[node])

    def count(self, node):
        if self.known["N"] is None and {"N", "d"} & names_in(node):
            self.refuse(node, "the number of piles in a condition on each pile")
        if any(type(part) is ast.Subscript for part in ast.walk(node)):
            self.refuse(node, "the size of another pile in a condition on each pile")
        self.condition(node.args[0])
        self.names[node] = ast.unparse(node)
        self.counts[self.names[node]] = node
        return self.found.setdefault(self.names[node], Classes())

    def operation(self, node, left, right):
        match node.op:
            case ast.Add():
                return left.plus(right)
            case ast.Sub():
                return left.plus(right.times(-1))
            case ast.Mult():
                return self.product(node, left, right)
        if not right.is_constant():
            self.refuse(node, "it divides by a number that varies")
        by = int(right.low)
        require(by > 0, "it divides by no positive number")
        if not left.terms and type(node.op) is ast.FloorDiv:
            return Form({}, fractions.Fraction(left.low // by), fractions.Fraction(left.high // by))
        if left.is_constant():
            return constant(left.low % by)
        self.tell_residues(left, by, node)
        remainder = Form({}, ZERO.low, fractions.Fraction(by - 1))
        if type(node.op) is ast.Mod:
            return remainder
        return left.plus(remainder.times(-1)).times(fractions.Fraction(1, by))

    def product(self, node, left, right):
        if left.is_constant():
            return right.times(left.low)
        if right.is_constant():
            return left.times(right.low)
        if left.terms or right.terms:
            self.refuse(node, "a product of numbers that vary")
        corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
        return Form({}, min(corners), max(corners))


# A claim that reads piles.

class Reader:
    """For one game and one first player. What is remembered is a tuple of numbers, each the smallest of its class or
    None if it has no value; `names` says which numbers, as Analysis does, and v."""

    def __init__(self, claim, known):
        analysis = Analysis(claim, known)
        self.claim, self.known, self.found, self.range = claim, known, analysis.found, analysis.range
        self.names_of_nodes, self.counts = analysis.names, analysis.counts
        window = 1 + max((k for _, k in self.piles_of("last")), default=-1)
        late = Classes()
        for name in self.piles_of("last"):
            late.add(self.found[name])
        self.found |= {("last", k): late for k in range(window)}
        self.names = [name for name in self.found if name != "x"] + (["v"] if claim.start else [])
        self.sizes = self.classes_of_sizes()

    def piles_of(self, kind):
        """Those that are remembered: names with "x" or "last"."""
        return [name for name in self.found if type(name) is tuple and name[0] == kind]

    def classes_of_sizes(self):
        """Sizes of one class always have the same effect."""
        sizes = Classes()
        for name in ["x", *self.piles_of("x"), *self.piles_of("last"), "min", "max"]:
            sizes.add(self.found.get(name, Classes()))
        if "sum" in self.found:
            sizes.exact = max(sizes.exact, self.found["sum"].last())
            sizes.take_mod(self.found["sum"].period)
        return sizes

    def remembers_only_v(self):
        return self.names == ["N", "v"] and self.found["N"].last() == 0 and self.found["N"].period == 1

    def start(self):
        v = self.attempt(lambda: evaluate(self.claim.start, self.known) % self.range) if self.claim.start else None
        return tuple(v if name == "v" else 0 for name in self.names)

    @staticmethod
    def attempt(compute):
        try:
            return compute()
        except Rejected:
            return None

    def after(self, memory, size):
        """What is remembered after one more pile."""
        before = dict(zip(self.names, memory))
        number = before["N"] + 1
        return tuple(self.number_after(name, before, number, size) for name in self.names)

    def number_after(self, name, before, number, size):
        known, classes = before[name], self.found.get(name)
        match name:
            case "N":
                return classes.counted(number)
            case ("x", k):
                return classes.smallest_like(size) if k == number else known
            case ("last", k):
                return classes.smallest_like(size) if k == 0 else before["last", k - 1]
            case "sum":
                return classes.counted(known + size)
            case "min":
                return classes.smallest_like(min(known or size, size))
            case "max":
                return classes.smallest_like(max(known, size))
            case "v":
                return None if known is None else self.attempt(lambda: self.v_after(known, size))
        if known is None:
            return None
        return self.attempt(lambda: classes.counted(known + self.counts_here(name, number, size)))

    def v_after(self, v, size):
        known = self.known | {"v": v, "x": size}
        return self.first_case(self.claim.each, known)[0][0] % self.range

    def counts_here(self, name, number, size):
        """all(c) counts the piles without the condition, count(c) and any(c) those with it."""
        term = self.counts[name]
        holds = evaluate(term.args[0], self.known | {"x": size, "i": number})
        return holds != (term.func.id == "all")

    @staticmethod
    def first_case(cases, known):
        """The values and the kind of the first case that holds."""
        case = next((case for case in cases if evaluate(case.when, known)), None)
        require(case, "no case covers this")
        return [evaluate(value, known) for value in case.values], case.kind

    def says(self, memory):
        """What the claim says after piles: values, and whether they are those that it excludes. None: nothing, because
        it is not about this number of piles."""
        numbers = dict(zip(self.names, memory))
        n, first, N = self.known["n"], self.known["first"], numbers["N"]
        known = self.known | {"N": N, "d": N - n, "v": numbers.get("v")}
        if not applies(self.claim.given, known):
            return None
        require("v" not in numbers or numbers["v"] is not None, "no step covers these piles")
        known |= {node: numbers.get(name) for node, name in self.names_of_nodes.items()}
        values, kind = self.first_case(self.claim.cases, known)
        return {(value - first * (kind == "winner")) % n for value in values}, kind == "not"

    def describe(self, memory):
        places = {"x": "x[{}]", "last": "x[N - {}]"}
        names = [places[name[0]].format(name[1]) if type(name) is tuple else name for name in self.names]
        return ", ".join(f"{name} = {number}" for name, number in zip(names, memory))


# The machine.

def states_by_size(winners, matrix):
    """The states after one more pile of 1, 2, .. counters. With k passes left a pile of t counters offers all
    smaller sizes with k passes, and itself with k-1 passes, each with the next player to move."""
    n = len(matrix)
    rank = [{(i + offset) % n: place for place, offset in enumerate(row)} for i, row in enumerate(matrix)]

    def best(mine, offered):
        return [min(mine[i], offered[(i + 1) % n], key=rank[i].get) for i in range(n)]

    smaller = [row[1:] + row[:1] for row in winners]  # the best of all smaller sizes; at first, no pile
    while True:
        state = smaller[:1]
        for row in smaller[1:]:
            state.append(best(row, state[-1]))
        yield state
        smaller = [best(mine, offered) for mine, offered in zip(smaller, state)]


def check_arrows(proof, number):
    states, letters = proof["states"], proof["letters"]
    arrows = states[number]["next"]
    require(len(arrows) == letters, f"state {number}: {len(arrows)} arrows, expected {letters}")
    # If letters + 1 counters give the same state as letters, so does every larger pile: besides what letters + 1
    # offers, letters + 2 offers only the state of letters + 1, which was already on offer; and so on.
    for size, expected in zip(range(1, letters + 2), states_by_size(states[number]["winners"], proof["matrix"])):
        target = arrows[min(size, letters) - 1]
        require(0 <= target < len(states) and states[target]["winners"] == expected,
                f"state {number}: a pile of {size} leads to winners {expected}, not to state {target}")


def check_machine(proof):
    seats, states = list(range(proof["players"])), proof["states"]
    start = states[0]["winners"] if states else []
    require(len(start) == proof["passes"] + 1 and all(row == seats for row in start), "state 0 is not the start")
    reached, latest, piles = {0}, {0}, 0
    while latest and piles != proof["piles"]:
        for number in latest:
            check_arrows(proof, number)
        latest = {target for number in latest for target in states[number]["next"]} - reached
        reached |= latest
        piles += 1
    for number, state in enumerate(states):
        require(number in reached, f"state {number}: no piles lead there")
        require(number not in latest or not state["next"], f"state {number}: arrows after the last pile")


# Claim and machine together.

class Product:
    """For first players about whom the claim says the same, as `reader` reads it. A place is what is remembered, and
    which sizes the next pile may have: the first so many. In Small Nim these are all up to the last pile's; classes of
    sizes are ranges then, so rows in descending order are those whose classes are."""

    def __init__(self, proof, reader, firsts):
        self.proof, self.reader, self.firsts = proof, reader, firsts
        self.states, self.letters = proof["states"], proof["letters"]
        sizes = Classes()
        sizes.add(reader.sizes)
        sizes.exact = max(sizes.exact, self.letters - 1)
        self.sizes, self.after = sizes.sizes(), {}
        self.is_descending = proof.get("game") == "small-nim"
        require(not self.is_descending or sizes.period == 1,
                "sizes of piles in descending order, mod a number, are not understood", NotUnderstood)
        self.start = self.reader.start(), len(self.sizes)

    def next_state(self, state, size):
        return self.states[state]["next"][min(size, self.letters) - 1]

    def steps(self, place, states):
        """For one more pile of each class: the place, and the states to which it leads."""
        memory, most = place
        if memory not in self.after:
            self.after[memory] = [self.reader.after(memory, size) for size in self.sizes]
        for number, size, target in zip(range(1, most + 1), self.sizes, self.after[memory]):
            yield (target, number if self.is_descending else most), {self.next_state(state, size) for state in states}

    def check_agreement(self, memory, states):
        """Returns whether the claim says anything."""
        try:
            said = self.reader.says(memory)
            if said is None:
                return False
            values, is_other = said
            for state in states:
                for first in self.firsts:
                    found = (self.states[state]["winners"][-1][first] - first) % self.proof["players"]
                    claimed = "not " * is_other + " or ".join(map(str, sorted(values)))
                    require((found in values) != is_other,
                            f"the claim says {claimed}, state {state} says {found} if P_{first} is first")
        except Rejected as error:
            raise Rejected(f"{self.reader.describe(memory)}: {error}") from None
        return True

    def check_number(self, piles):
        ends = {self.start: {0}}
        for _ in range(piles):
            after = {}
            for place, states in ends.items():
                for target, more in self.steps(place, states):
                    after.setdefault(target, set()).update(more)
                self.limit(after)
            ends = after
        for (memory, _), states in ends.items():
            self.check_agreement(memory, states)

    def check_every_number(self):
        reached, latest, is_about_some = {}, {self.start: {0}}, False
        while latest:
            place, states = latest.popitem()
            if place in reached:  # not the start
                is_about_some |= self.check_agreement(place[0], states)
            for target, more in self.steps(place, states):
                more -= reached.setdefault(target, set())
                if more:
                    reached[target] |= more
                    latest.setdefault(target, set()).update(more)
            self.limit(reached)
        require(is_about_some, "given: the claim is not about any number of piles")

    def check_pairs(self, pairs):
        """Instead of a search, if v is all that is remembered: what follows then does not depend on the number of
        piles, and 1 stands for any."""
        require(not self.is_descending, "pairs: they say nothing of the last pile, which Small Nim must know")
        require(self.reader.remembers_only_v(), "pairs: the claim remembers other numbers than v")
        require(all(len(pair) == 2 and 0 <= pair[0] < len(self.states) and 0 <= pair[1] < self.reader.range
                    for pair in pairs), "pairs: expected a state and v")
        listed = set(map(tuple, pairs))
        _, start = self.reader.start()
        require((0, start) in listed, f"pairs: the start [0, {start}] is not listed")
        reached = set()
        for state, v in listed:
            for ((_, target), _), [after] in self.steps(((1, v), len(self.sizes)), [state]):
                require((after, target) in listed,
                        f"pairs: [{state}, {v}] leads to [{after}, {target}], which is not listed")
                reached.add((after, target))
        for state, v in reached:
            require(self.check_agreement((1, v), [state]), "given: the claim is not about any number of piles")

    @staticmethod
    def limit(places):
        require(len(places) <= MOST_CHOICES, "the claim looks at too many piles or numbers for this script",
                NotUnderstood)


def check_claim(proof, claim, known, firsts, pairs):
    reader = Reader(claim, known | {"first": firsts[0]})
    require(max(reader.sizes.last(), proof["letters"] - 1) + reader.sizes.period <= proof["bound"],
            f"the claim still changes beyond the bound {proof['bound']}")
    product = Product(proof, reader, firsts)
    if proof["piles"] != "all":
        product.check_number(proof["piles"])
    elif pairs is not None:
        product.check_pairs(pairs)
    else:
        product.check_every_number()


def check_proof(proof, claim):
    n, piles, seats, shift = proof["players"], proof["piles"], list(range(len(proof["matrix"]))), proof["shift"]
    game = proof.get("game", "last-nim")
    require(game in ("last-nim", "small-nim"), f"{game}: expected last-nim or small-nim without a base")
    require(claim.is_about(game), f"the claim is about {claim.game}, not {game}")
    require(n >= 1 and (piles == "all" or piles >= 1) and proof["passes"] >= 0, "expected players and piles")
    require(1 <= proof["letters"] <= proof["bound"], "expected letters from 1 to bound")
    require(proof["bound"] <= LARGEST_BOUND, "the bound is too large for this script", NotUnderstood)
    require(piles == "all" or piles <= MOST_PILES, "there are too many piles for this script", NotUnderstood)
    require(len(proof["matrix"]) == n and all(sorted(row) == seats for row in proof["matrix"]),
            "matrix: a row is not a permutation, or there is not one row per player")
    shifts = [r for r in seats if all(row == seats[r:] + seats[:r] for row in proof["matrix"])]
    require(shifts == ([] if shift is None else [shift]), f"shift: {shift}, but the matrix says otherwise")
    groups = [[first] for first in seats] if claim.depends_on_first_player() else [seats]
    pairs = proof.get("pairs", [None] * len(groups))
    require("pairs" not in proof or piles == "all" and len(pairs) == len(groups),
            f"pairs: expected {len(groups)} lists, for all numbers of piles")
    known = {"n": n, "N": None, "d": None, "r": shift, "k": None}
    if piles != "all":
        known |= {"N": piles, "d": piles - n}
        require(applies(claim.given, known), "given: the claim is not about this n, N and r")
    check_machine(proof)
    for firsts, listed in zip(groups, pairs):
        check_claim(proof, claim, known, firsts, listed)


# The file.

def without_repeats(pairs):
    require(len(dict(pairs)) == len(pairs), "a name occurs twice in one object", NotUnderstood)
    return dict(pairs)


def main(path):
    try:
        with open(path, encoding="utf-8") as file:
            certificate = json.load(file, object_pairs_hook=without_repeats)
    except (OSError, ValueError, RecursionError) as error:
        raise NotUnderstood(f"not JSON: {error}") from None
    check_form(certificate, FORM, "certificate")
    require(certificate["type"] == "certificate" and certificate["format"] in FORMATS and certificate["proofs"],
            "expected a certificate of format 1 or 2 with proofs", NotUnderstood)
    for number, proof in enumerate(certificate["proofs"]):
        check_form(proof, FORM_OF_DIGIT_PROOF if "base" in proof else FORM_OF_PROOF, f"certificate.proofs[{number}]")
    claims = [read_claim(claim) for claim in certificate["claims"]]
    rejected = 0
    for proof in certificate["proofs"]:
        require(0 <= proof["claim"] < len(claims), f"there is no claim {proof['claim']}", NotUnderstood)
        matrix = " / ".join(" ".join(map(str, row)) for row in proof["matrix"])
        matrix = matrix if proof["shift"] is None else f"ssam:{proof['shift']}"
        passes = f" passes={proof['passes']}" if proof["passes"] else ""
        try:
            check = check_digit_proof if "base" in proof else check_proof
            check(proof, claims[proof["claim"]])
            verdict = "holds for all pile sizes"
        except Rejected as error:
            rejected += 1
            verdict = f"rejected: {error}"
        name = certificate["claims"][proof["claim"]]["name"]
        name += f" {proof['game']}" if "game" in proof else ""
        print(f"{name}  n={proof['players']} N={proof['piles']}{passes} {matrix}  {verdict}")
    print(f"proofs: {len(certificate['proofs'])}, rejected: {rejected}")
    return 1 if rejected else 0


if __name__ == "__main__":
    try:
        require(len(sys.argv) == 2, "expected the name of one file", NotUnderstood)
        sys.stdout.reconfigure(errors="backslashreplace")
        sys.exit(main(sys.argv[1]))
    except (NotUnderstood, RecursionError, ValueError) as problem:  # the latter two: expressions or numbers too large
        print(f"{' '.join(sys.argv[1:]) or 'usage'}: {problem}", file=sys.stderr)
        sys.exit(2)
