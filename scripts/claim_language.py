"""What the scripts that check proofs share: the language of claims, and the form of what a certificate holds.

The first case of a claim whose `when` holds gives the `value`, mod n, or several of which it is one, or what it is
`not`, or the seat of the `winner`. A claim may be a recurrence, and may have `given`; see check_certificate.py. Without
`game` it is about Last Nim.
"""
import ast
import functools
import operator
import re
import typing

TOKEN = re.compile(r"\s*(?:([0-9]+|[=!<>]=|[-+*/(),<>\[\]])"
                   r"|(n|N|d|r|k|first|x|i|v|mod|and|or|not|sum|min|max|count|all|any|xor|digitsum)\b)", re.ASCII)
IN_PYTHON = {"mod": "%", "/": "//"}
OPERATIONS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
              ast.Mod: operator.mod, ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt,
              ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Not: operator.not_,
              ast.USub: operator.neg}
PARAMETERS = {"n", "N", "d", "r", "k", "first"}
ALWAYS = "0 == 0"


class Rejected(Exception):
    """A proof is wrong."""


class NoShift(Rejected):
    """The claim needs the r of SSAM^r."""


class NotUnderstood(Exception):
    """The file is not a certificate, or a claim is beyond this script."""


def require(holds, message, error=Rejected):
    if not holds:
        raise error(message)


# The language of claims. Only its words reach Python's parser, which has the same precedence.

def parse(text, kind, names):
    tokens, at, end = [], 0, len(text.rstrip())
    while at < end:
        token = TOKEN.match(text, at)
        require(token, f"{text[:60]!r}: {text[at:at + 20].strip()!r} is not understood", NotUnderstood)
        word = token[2] or token[1].lstrip("0") or "0"
        tokens.append(IN_PYTHON.get(word, word))
        at = token.end()
    try:
        tree = ast.parse(" ".join(tokens), mode="eval").body
        understood = is_understood(tree, kind, names)
    except (SyntaxError, MemoryError, RecursionError):
        understood = False
    require(understood, f"{text[:60]!r} is not understood", NotUnderstood)
    return tree


def is_understood(node, wanted, names):
    """`names` are what may be used: parameters, v, x and i of one pile, `sizes`: x[..], and `piles`: terms over all
    piles."""
    kind, kind_of_parts = "number", "number"
    match node:
        case ast.List(elts=parts) if wanted == "values":
            return bool(parts) and all(is_understood(part, "number", names) for part in parts)
        case _ if wanted == "values":
            return is_understood(node, "number", names)
        case ast.BoolOp(values=parts):
            kind, kind_of_parts = "condition", "condition"
        case ast.UnaryOp(op=ast.Not(), operand=part):
            kind, kind_of_parts, parts = "condition", "condition", [part]
        case ast.Compare(left=left, ops=[_], comparators=[right]):
            kind, parts = "condition", [left, right]
        case ast.BinOp(left=left, right=right):
            parts = [left, right]
        case ast.UnaryOp(op=ast.USub(), operand=part):
            parts = [part]
        case ast.Subscript(value=ast.Name(id="x"), slice=index) if "sizes" in names:
            parts, names = [index], names & PARAMETERS
        case ast.Call(func=ast.Name(id="sum" | "min" | "max" | "xor"), args=[ast.Name(id="x")]) if "piles" in names:
            parts = []
        case ast.Call(func=ast.Name(id="xor"), args=[_, *_] as parts):
            pass
        case ast.Call(func=ast.Name(id="digitsum"), args=[part]) if "piles" in names:
            parts, names = [part], names & PARAMETERS
        case ast.Call(func=ast.Name(id="count" | "all" | "any" as name), args=[part]) if "piles" in names:
            kind, kind_of_parts, parts = "number" if name == "count" else "condition", "condition", [part]
            names = names & PARAMETERS | {"x", "i", "sizes"}
        case ast.Name(id=name):
            return wanted == "number" and name in names
        case _:
            return wanted == "number" and type(node) is ast.Constant
    return kind == wanted and all(is_understood(part, kind_of_parts, names) for part in parts)


def evaluate(node, known):
    """`known` has numbers by name; those of x[..] and of terms over all piles by node."""
    match node:
        case ast.Constant():
            return node.value
        case ast.Name(id="r"):
            require(known["r"] is not None, "there is no r: the matrix is not SSAM^r", NoShift)
            return known["r"]
        case ast.Name():
            require(known[node.id] is not None, f"there is no {node.id}")
            return known[node.id]
        case ast.Subscript():
            pile = evaluate(node.slice, known)
            require(1 <= pile <= known["N"], f"there is no pile x[{pile}]")
            return known[node]
        case ast.Call(func=ast.Name(id="xor"), args=parts):
            parts = [evaluate(part, known) for part in parts]
            require(min(parts) >= 0, "xor of a negative number is undefined")
            return functools.reduce(operator.xor, parts)
        case ast.Call(func=ast.Name(id=name)):
            require(known.get(node) is not None, f"{ast.unparse(node)} has no value")
            return known[node] == 0 if name == "all" else known[node] > 0 if name == "any" else known[node]
        case ast.BoolOp():
            parts = (evaluate(part, known) for part in node.values)  # lazily, only those needed
            return all(parts) if type(node.op) is ast.And else any(parts)
        case ast.UnaryOp():
            return OPERATIONS[type(node.op)](evaluate(node.operand, known))
        case ast.BinOp(left=left, op=op, right=right) | ast.Compare(left=left, ops=[op], comparators=[right]):
            left, right = evaluate(left, known), evaluate(right, known)
            require(type(op) not in (ast.Mod, ast.FloorDiv) or right > 0,
                    f"{'mod' if type(op) is ast.Mod else '/'} {right} is undefined")
            return OPERATIONS[type(op)](left, right)


class Case(typing.NamedTuple):
    when: ast.expr
    values: list  # of expressions
    kind: str


class Claim(typing.NamedTuple):
    given: ast.expr
    start: ast.expr | None  # of a recurrence
    each: list              # of cases
    range: int | None
    cases: list
    game: str

    def is_about(self, game):
        """A claim about moore is about moore:2."""
        return self.game in (game, game.partition(":")[0])

    def depends_on_first_player(self):
        parts = [self.start] * bool(self.start)
        for case in self.each + self.cases:
            parts += [case.when, *case.values]
        return any(case.kind == "winner" for case in self.cases) or any("first" in names_in(part) for part in parts)


def names_in(node):
    return {part.id for part in ast.walk(node) if type(part) is ast.Name}


def read_case(case, names):
    kinds = [kind for kind in ("value", "not", "winner") if kind in case]
    require(len(kinds) == 1, "a case needs either value or not or winner", NotUnderstood)
    values = parse(case[kinds[0]], "values", names)
    return Case(parse(case.get("when", ALWAYS), "condition", names),
                values.elts if type(values) is ast.List else [values], kinds[0])


def read_claim(claim):
    require(claim["name"].isprintable(), "the name of a claim is not printable", NotUnderstood)
    is_recurrence = "each" in claim
    require(is_recurrence or not {"start", "range"} & set(claim), "start and range need each", NotUnderstood)
    require(claim.get("range", 1) >= 1, "expected a range of 1 or more", NotUnderstood)
    given = parse(claim.get("given", ALWAYS), "condition", PARAMETERS - {"first"})
    names = PARAMETERS - {"N", "d"}
    start = parse(claim.get("start", "0"), "number", names) if is_recurrence else None
    each = [read_case(step, names | {"v", "x"}) for step in claim.get("each", [])]
    require(all(len(step.values) == 1 for step in each), "v has one value", NotUnderstood)
    names = PARAMETERS | {"piles", "sizes"} | ({"v"} if is_recurrence else set())
    return Claim(given, start, each, claim.get("range"), [read_case(case, names) for case in claim["cases"]],
                 claim.get("game", "last-nim"))


def applies(given, known):
    try:
        return evaluate(given, known)
    except NoShift:
        return False


def check_form(value, form, place):
    """A name that ends in ? is optional; names not listed are refused. A tuple has a type and one value of another."""
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
        only, other = form if type(form) is tuple else (form, form)
        fits = type(value) is only or type(value) is type(other) and value == other
        require(fits, f"{place}: not the right type", NotUnderstood)
