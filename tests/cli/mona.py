"""States in logic that an automaton over binary digits obeys the rule of a game, for MONA to decide.

The logic is WS1S: numbers are places 0, 1, .., and sets of them are finite. A pile is the set of the places where its
binary digits are 1; place 0 is the least significant one. All that is known of a game is said here in formulas: which
numbers are less than others, or sums of others, and which option a move leads to. MONA makes automata of the formulas.
They read the least significant digit first, and share nothing with those of the program.

The program's automaton reads the most significant digit first, so its run is described from high places to low ones:
the state after the digits at p and above follows from the state after those at p + 1 and above, and from the digits at
p. States are numbers, whose bits at p are in the sets Q0, Q1, ..; as these are finite, runs begin with state 0.

    wins_M_I_A(X1, .., XN)    the automaton says that A wins if I moves first, with M passes left
    offers_M_I_A(X1, .., XN)  I has a move to where it says so for the next player
    obeys(X1, .., XN)         A wins if and only if A is the one whom I likes best of those offered, or if A is I and
                              cannot move: for all A, I and M
"""
import itertools
import re
import subprocess
import tempfile

NUMBERS = """
pred less(var2 A, B) = ex1 p: p notin A & p in B & (all1 q: q > p => (q in A <=> q in B));
pred plus(var2 A, B, C) = ex2 D: 0 notin D & (all1 p:
  (p in C <=> (p in A <=> (p in B <=> p in D))) &
  (p + 1 in D <=> (p in A & p in B | p in A & p in D | p in B & p in D)));
"""


def constant(number):
    places = [str(place) for place in range(number.bit_length()) if number >> place & 1]
    return "{" + ", ".join(places) + "}" if places else "empty"


def all_of(formulas):
    return " & ".join(f"({formula})" for formula in formulas) or "true"


def any_of(formulas):
    return " | ".join(f"({formula})" for formula in formulas) or "false"


def is_number(sets, place, number):
    """The sets say the bits of a number at a place, the first set its lowest one."""
    return all_of(f"{place} {'in' if number >> k & 1 else 'notin'} {name}" for k, name in enumerate(sets))


def pile_names(count):
    return [f"X{k + 1}" for k in range(count)]


def automaton_text(states, piles):
    """The predicates `wins`. A state is {"winners": [a vector for each number of passes left], "next": [..]}."""
    names = pile_names(piles)
    bits = [f"Q{k}" for k in range(max(1, (len(states) - 1).bit_length()))]
    arrows = {}
    for number, state in enumerate(states):
        for letter, target in enumerate(state["next"]):
            arrows.setdefault((number, target), []).append(letter)
    # Pile 1 has the highest bit of a letter.
    steps = (all_of([is_number(bits, "p + 1", number), is_number(bits, "p", target),
                     any_of(is_number(names[::-1], "p", letter) for letter in letters)])
             for (number, target), letters in arrows.items())
    text = f"{NUMBERS}pred run(var2 {', '.join(bits + names)}) = all1 p: {any_of(steps)};\n"
    seats = range(len(states[0]["winners"][0]))
    for mode, i, a in itertools.product(range(len(states[0]["winners"])), seats, seats):
        ends = (is_number(bits, "0", number) for number, state in enumerate(states) if state["winners"][mode][i] == a)
        text += (f"pred wins_{mode}_{i}_{a}(var2 {', '.join(names)}) = "
                 f"ex2 {', '.join(bits)}: run({', '.join(bits + names)}) & ({any_of(ends)});\n")
    return text


# A kind of move is a function of the piles and of what is to be said of the option. It makes the formula: there is such
# an option of which this is true.

def lower(chosen, given="true"):
    """To any smaller size, each of the chosen piles, where `given` is true."""
    def has_option(piles, says):
        sizes = {k: f"Y{k + 1}" for k in chosen}
        option = [sizes.get(k, pile) for k, pile in enumerate(piles)]
        less = all_of(f"less({size}, {piles[k]})" for k, size in sizes.items())
        return f"({given}) & (ex2 {', '.join(sizes.values())}: {less} & ({says(option)}))"
    return has_option


def take(step, k):
    """So many counters of one pile."""
    def has_option(piles, says):
        option = piles[:k] + ["Y"] + piles[k + 1:]
        return f"ex2 Y, T: T = {constant(step)} & plus(Y, T, {piles[k]}) & ({says(option)})"
    return has_option


def take_from_both(piles, says):
    """The same number of both piles."""
    return (f"ex2 Y1, Y2, T: T ~= empty & plus(Y1, T, {piles[0]}) & plus(Y2, T, {piles[1]}) & "
            f"({says(['Y1', 'Y2'])})")


def is_window(chosen, piles, width):
    """Do some `width` neighbours in a circle hold all of these piles?"""
    return any(set(chosen) <= {(first + k) % piles for k in range(width)} for first in range(piles))


def moves_of(game, piles):
    name, _, argument = game.partition(":")
    names = pile_names(piles)
    parts = [part for count in range(1, piles + 1) for part in itertools.combinations(range(piles), count)]
    match name:
        case "nim" | "nimble":
            return [lower([k]) for k in range(piles)]
        case "moore":
            return [lower(part) for part in parts if len(part) <= int(argument)]
        case "circular":
            return [lower(part) for part in parts if is_window(part, piles, int(argument))]
        case "last-nim":
            return [lower([k], all_of(f"{other} = empty" for other in names[k + 1:])) for k in range(piles)]
        case "small-nim":
            return [lower([k], all_of(f"{other} = empty | ~less({other}, {names[k]})" for other in names))
                    for k in range(piles)]
        case "wythoff":
            return [*moves_of("nim", piles), take_from_both]
        case "subtraction":
            return [take(int(step), k) for step in argument.split(",") for k in range(piles)]


def rule_text(game, matrix, piles, passes):
    """The predicate `obeys`, for an automaton whose text comes before."""
    names, n = pile_names(piles), len(matrix)
    here = f"({', '.join(names)})"
    header = f"(var2 {', '.join(names)})"

    def some_option(says):
        return any_of(move(names, says) for move in moves_of(game, piles))

    text, rules = f"pred can_move{header} = {some_option(lambda option: 'true')};\n", []
    for mode, i in itertools.product(range(passes + 1), range(n)):
        after = (i + 1) % n
        liked = [(i + offset) % n for offset in matrix[i]]
        for rank, a in enumerate(liked):
            ways = [some_option(lambda option: f"wins_{mode}_{after}_{a}({', '.join(option)})")]
            if mode > 0:
                ways.append(f"can_move{here} & wins_{mode - 1}_{after}_{a}{here}")
            text += f"pred offers_{mode}_{i}_{a}{header} = {any_of(ways)};\n"
            better = [f"~offers_{mode}_{i}_{b}{here}" for b in liked[:rank]]
            reasons = [all_of([f"offers_{mode}_{i}_{a}{here}", *better])] + [f"~can_move{here}"] * (a == i)
            rules.append(f"wins_{mode}_{i}_{a}{here} <=> {any_of(reasons)}")
    return f"{text}pred obeys{header} = {all_of(rules)};\n"


def counterexample(text, statement, piles):
    """Piles of which a statement about X1 .. XN is not true; None if MONA finds it true for all."""
    names = pile_names(piles)
    with tempfile.NamedTemporaryFile("w", suffix=".mona") as file:
        file.write(f"ws1s;\n{text}var2 {', '.join(names)};\n{statement};\n")
        file.flush()
        done = subprocess.run(["mona", "-q", file.name], capture_output=True, text=True, timeout=120)
    if "Formula is valid" in done.stdout:
        return None
    example = done.stdout.partition("counter-example")[2].partition("satisfying example")[0]
    sets = dict(re.findall(r"^(X\d+) = \{([\d,]*)\}$", example, re.MULTILINE))
    if done.returncode != 0 or set(sets) != set(names):
        raise RuntimeError(f"MONA: {done.stdout}{done.stderr}")
    return tuple(sum(1 << int(place) for place in sets[name].split(",") if place) for name in names)
