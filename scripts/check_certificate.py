#!/usr/bin/env python3
"""Checks a certificate of `nimsweep verify --certificate FILE`: proofs that claims about Last Nim hold for all pile
sizes. It shares no code with nimsweep, and takes only the matrices and the claims for granted.

    scripts/check_certificate.py FILE     exit 0: every proof is right; 1: one is not; 2: not a valid certificate

A proof holds the game of `players`, with `passes` and exactly `piles` piles, as a machine. A state says who wins:
one vector for each of 0, 1, .. passes left, with one seat per player to move. State 0 is the start, where nobody can
move. next[t-1] is the state after one more pile of t counters; t = letters also stands for every larger pile. States
that take all piles to reach have no arrows. This script recomputes every arrow from the matrix, and compares the claim
with all states in which piles can end. The first case of a claim whose `when` holds gives the value, mod n, or says
what the value is `not`. No comparison in it distinguishes piles of more than `bound` counters. `shift` is the r of a
matrix SSAM^r, else null.
"""
import ast
import json
import operator
import re
import sys

FORM = {"type": str, "format": int, "version": str,
        "claims": [{"name": str, "source?": str, "given?": str,
                    "cases": [{"when?": str, "value?": str, "not?": str}]}],
        "proofs": [{"claim": int, "players": int, "piles": int, "passes": int, "matrix": [[int]],
                    "shift": (int, None), "bound": int, "letters": int,
                    "states": [{"winners": [[int]], "next": [int]}]}]}
TOKEN = re.compile(r"\s*(?:([0-9]+|[=!<>]=|[-+*()<>\[\]])|(n|N|d|r|first|x|mod|and|or|not)\b)", re.ASCII)
OPERATIONS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Mod: operator.mod,
              ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
              ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Not: operator.not_, ast.USub: operator.neg}
LARGEST_BOUND = 1_000_000
MOST_CHOICES = 50_000


class Rejected(Exception):
    """A proof is wrong."""


class NotUnderstood(Exception):
    """The file is not a certificate, or a claim is beyond this script."""


def require(holds, message, error=Rejected):
    if not holds:
        raise error(message)


# Claims. Only words of their language reach Python's parser, which has the same precedence.

def parse(text, kind, names):
    tokens, at, end = [], 0, len(text.rstrip())
    while at < end:
        token = TOKEN.match(text, at)
        require(token, f"{text[:60]!r}: {text[at:at + 20].strip()!r} is not understood", NotUnderstood)
        tokens.append("%" if token[2] == "mod" else token[2] or token[1].lstrip("0") or "0")
        at = token.end()
    try:
        tree = ast.parse(" ".join(tokens), mode="eval").body
        understood = is_understood(tree, kind, names)
    except (SyntaxError, MemoryError, RecursionError):
        understood = False
    require(understood, f"{text[:60]!r} is not understood", NotUnderstood)
    return tree


def is_understood(node, wanted, names):
    """A comparison may contain one pile, with only + - * applied to it. Nothing else may contain piles."""
    kind, kind_of_parts = "number", "number"
    match node:
        case ast.BoolOp(values=parts):
            kind, kind_of_parts = "condition", "condition"
        case ast.UnaryOp(op=ast.Not(), operand=part):
            kind, kind_of_parts, parts = "condition", "condition", [part]
        case ast.Compare(ops=[_], comparators=[right]) if len(piles_in(node)) <= 1:
            kind, parts = "condition", [node.left, right]
        case ast.BinOp(op=ast.Mod()):
            parts, names = [node.left, node.right], names - {"x"}
        case ast.BinOp():
            parts = [node.left, node.right]
        case ast.UnaryOp(op=ast.USub(), operand=part):
            parts = [part]
        case ast.Subscript(value=ast.Name(id="x"), slice=index) if "x" in names:
            parts, names = [index], names - {"x"}
        case ast.Name(id=name):
            return wanted == "number" and name in names - {"x"}
        case _:
            return wanted == "number" and type(node) is ast.Constant
    return kind == wanted and all(is_understood(part, kind_of_parts, names) for part in parts)


def piles_in(node):
    return [part for part in ast.walk(node) if type(part) is ast.Subscript]


def evaluate(node, known):
    """`known` maps parameters by name, and x to pile sizes by number."""
    match node:
        case ast.Constant():
            return node.value
        case ast.Name():
            require(known[node.id] is not None, "there is no r: the matrix is not SSAM^r")
            return known[node.id]
        case ast.Subscript():
            pile = evaluate(node.slice, known)
            require(1 <= pile <= known["N"], f"there is no pile x[{pile}]")
            return known["x"][pile]
        case ast.BoolOp():
            parts = (evaluate(part, known) for part in node.values)  # lazily, only those needed
            return all(parts) if type(node.op) is ast.And else any(parts)
        case ast.UnaryOp():
            return OPERATIONS[type(node.op)](evaluate(node.operand, known))
        case ast.BinOp(left=left, op=op, right=right) | ast.Compare(left=left, ops=[op], comparators=[right]):
            left, right = evaluate(left, known), evaluate(right, known)
            require(type(op) is not ast.Mod or right > 0, f"mod {right} is undefined")
            return OPERATIONS[type(op)](left, right)


def read_claim(claim):
    require(claim["name"].isprintable(), "the name of a claim is not printable", NotUnderstood)
    given = parse(claim.get("given", "0 == 0"), "condition", {"n", "N", "d", "r"})
    cases = []
    for case in claim["cases"]:
        require(("value" in case) != ("not" in case), "a case needs either value or not", NotUnderstood)
        cases.append((parse(case.get("when", "0 == 0"), "condition", {"n", "N", "d", "r", "first", "x"}),
                      parse(case.get("value", case.get("not")), "number", {"n", "N", "d", "r", "first"}),
                      "not" in case))
    return given, cases


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


def check_machine(proof):
    seats, states, letters = list(range(proof["players"])), proof["states"], proof["letters"]
    start = states[0]["winners"] if states else []
    require(len(start) == proof["passes"] + 1 and all(row == seats for row in start), "state 0 is not the start")
    reached, latest = {0}, {0}
    for _ in range(proof["piles"]):
        for number in latest:
            arrows = states[number]["next"]
            require(len(arrows) == letters, f"state {number}: {len(arrows)} arrows, expected {letters}")
            # If letters + 1 counters give the same state as letters, so does every larger pile: besides what letters + 1
            # offers, letters + 2 offers only the state of letters + 1, which was already on offer; and so on.
            sizes = states_by_size(states[number]["winners"], proof["matrix"])
            for size, expected in zip(range(1, letters + 2), sizes):
                target = arrows[min(size, letters) - 1]
                require(0 <= target < len(states) and states[target]["winners"] == expected,
                        f"state {number}: a pile of {size} leads to winners {expected}, not to state {target}")
        latest = {target for number in latest for target in states[number]["next"]} - reached
        reached |= latest
    for number, state in enumerate(states):
        require(number in reached, f"state {number}: no piles lead there")
        require(number not in latest or not state["next"], f"state {number}: arrows after the last pile")


# The claim.

def comparisons_by_pile(cases, known, bound):
    """The comparisons that contain a pile. Each compares a * x + b with 0, so it can change its truth value only at
    the root -b/a, or between the sizes below and above it. Beyond the bound it must not change."""
    comparisons = {}
    for node in (node for when, _, _ in cases for node in ast.walk(when)):
        if type(node) is not ast.Compare or not piles_in(node):
            continue
        try:
            pile = evaluate(piles_in(node)[0].slice, known)
            here = comparisons.setdefault(pile, [])
            at = [known | {"x": {pile: size}} for size in (0, 1)]
            b, a_plus_b = (evaluate(node.left, x) - evaluate(node.comparators[0], x) for x in at)
        except Rejected:
            continue  # it has no value: if the claim ever evaluates it, that is found then
        below = -b // (a_plus_b - b) if a_plus_b != b else 0
        sizes = [bound] + [size for size in (below, below + 1) if size > bound]
        require(len({evaluate(node, known | {"x": {pile: size}}) for size in sizes}) == 1,
                f"'{ast.unparse(node)}' still changes beyond the bound {bound}")
        here.append(node)
    return comparisons


def classes_of_sizes(pile, comparisons, known, letters, bound):
    """The sizes 1..bound of a pile, in classes that no comparison distinguishes: one size of each, and the letters of all."""
    classes = {}
    for size in range(1, bound + 1):
        truth = tuple(evaluate(node, known | {"x": {pile: size}}) for node in comparisons)
        classes.setdefault(truth, (size, set()))[1].add(min(size, letters))
    return list(classes.values())


def check_claim(proof, cases, known):
    n, states, first = proof["players"], proof["states"], known["first"]
    comparisons = comparisons_by_pile(cases, known, proof["bound"])
    ends = [({}, {0})]  # sizes of the piles that the claim uses, and all states to which such piles can lead
    for pile in range(1, proof["piles"] + 1):
        bound = proof["bound"] if pile in comparisons else proof["letters"]
        classes = classes_of_sizes(pile, comparisons.get(pile, []), known, proof["letters"], bound)
        ends = [(x | {pile: size} if pile in comparisons else x,
                 {states[state]["next"][letter - 1] for state in before for letter in letters})
                for x, before in ends for size, letters in classes]
        require(len(ends) <= MOST_CHOICES, "the claim looks at too many piles for this script", NotUnderstood)
    for x, finals in ends:
        where = ", ".join([f"first = {first}"] + [f"x[{pile}] = {size}" for pile, size in x.items()])
        try:
            case = next((case for case in cases if evaluate(case[0], known | {"x": x})), None)
            require(case, "no case covers this")
            claimed = evaluate(case[1], known) % n
        except Rejected as error:
            raise Rejected(f"{where}: {error}") from None
        for state in finals:
            found = (states[state]["winners"][-1][first] - first) % n
            require((found == claimed) != case[2],
                    f"{where}: the claim says {'not ' * case[2]}{claimed}, state {state} says {found}")


def check_proof(proof, given, cases):
    n, seats, shift = proof["players"], list(range(len(proof["matrix"]))), proof["shift"]
    require(n >= 1 and proof["piles"] >= 1 and proof["passes"] >= 0, "expected players and piles")
    require(1 <= proof["letters"] <= proof["bound"], "expected letters from 1 to bound")
    require(proof["bound"] <= LARGEST_BOUND, "the bound is too large for this script", NotUnderstood)
    require(len(proof["matrix"]) == n and all(sorted(row) == seats for row in proof["matrix"]),
            "matrix: a row is not a permutation, or there is not one row per player")
    shifts = [r for r in seats if all(row == seats[r:] + seats[:r] for row in proof["matrix"])]
    require(shifts == ([] if shift is None else [shift]), f"shift: {shift}, but the matrix says otherwise")
    known = {"n": n, "N": proof["piles"], "d": proof["piles"] - n, "r": shift}
    require(evaluate(given, known), "given: the claim is not about this n, N and r")
    check_machine(proof)
    for first in seats:
        check_claim(proof, cases, known | {"first": first})


# The file.

def check_form(value, form, place):
    """A name that ends in ? is optional; names not listed are refused."""
    if type(form) is dict:
        forms = {name.rstrip("?"): inner for name, inner in form.items()}
        require(type(value) is dict and all(name in forms for name in value)
                and all(name in value or name + "?" in form for name in forms),
                f"{place}: expected an object with {', '.join(form)}", NotUnderstood)
        for name in value:
            check_form(value[name], forms[name], f"{place}.{name}")
    elif type(form) is list:
        require(type(value) is list, f"{place}: expected a list", NotUnderstood)
        for number, part in enumerate(value):
            check_form(part, form[0], f"{place}[{number}]")
    else:
        fits = type(value) is form or type(form) is tuple and (value is None or type(value) is form[0])
        require(fits, f"{place}: not the right type", NotUnderstood)


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
    require(certificate["type"] == "certificate" and certificate["format"] == 1 and certificate["proofs"],
            "expected a certificate of format 1 with proofs", NotUnderstood)
    claims = [read_claim(claim) for claim in certificate["claims"]]
    rejected = 0
    for proof in certificate["proofs"]:
        require(0 <= proof["claim"] < len(claims), f"there is no claim {proof['claim']}", NotUnderstood)
        matrix = " / ".join(" ".join(map(str, row)) for row in proof["matrix"])
        matrix = matrix if proof["shift"] is None else f"ssam:{proof['shift']}"
        passes = f" passes={proof['passes']}" if proof["passes"] else ""
        try:
            check_proof(proof, *claims[proof["claim"]])
            verdict = "holds for all pile sizes"
        except Rejected as error:
            rejected += 1
            verdict = f"rejected: {error}"
        name = certificate["claims"][proof["claim"]]["name"]
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
