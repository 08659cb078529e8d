"""Reports in a real browser: makes reports, computes by other means what they must show, and has browser_test.mjs check
them in a headless Chromium.

    browser_test.py PROGRAM FOLDER    FOLDER: where `scripts/setup --browser` put playwright-core

Exits with 77 and says why if there is no browser here. Leaves pictures in the folder report-pictures beside the program."""
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

import h5py

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
MODULES = pathlib.Path(sys.argv[2]).resolve() / "node_modules"
SCRIPT = pathlib.Path(__file__).with_name("browser_test.mjs")
EVIL = "</script><script>document.title = 'run'</script> & <b>bold</b>"

OPEN = """game: wythoff
players: 3
matrices: [all]
piles: {count: 2}
results: {file: open.h5}
hunt: [{name: open, box: 4096, where: not automatic and equal_rows}]
"""
SOURCES = {
    "last.yaml": f"""
title: "{EVIL}"
players: 3..4
matrices: [sam, {{ssam: 1}}, {{sample: {{count: 4, seed: 9}}}}]
piles: {{count: 1..4, max: 5}}
tables: {{file: last.h5}}
verify:
  - {{name: shifted-3.4, matrix: any}}
  - {{name: shifted-3.3, matrix: any}}
  - {{name: "{EVIL}", cases: [{{value: N}}]}}
values:
  - {{id: "right", players: 3, matrix: sam, piles: [2, 4], first: 0, value: 0, winner: 0}}
  - {{id: "wrong", players: 3, matrix: sam, piles: [1, 2, 3], first: 1, value: 0, winner: 1}}
""",
    "passes.yaml": "passes: 2\nplayers: 3\nmatrices: [{ssam: all}]\npiles: {count: 3, max: 4}\ntables: {file: passes.h5}\n",
    "nim.yaml": "game: nim\nplayers: 2..3\nmatrices: [{ssam: all}]\npiles: {count: 1..3, max: 7}\ntables: {file: nim.h5}\n",
    "endless.yaml": "game: northcott-two-way:6\nplayers: 2\nmatrices: [sam]\npiles: {count: 2, max: 4}\ntables: {file: endless.h5}\n",
    "grundy.yaml": "game: wythoff\nquantity: grundy\npiles: {count: 2, max: 30}\ntables: {file: grundy.h5}\n",
    "hunt.yaml": "players: 3\nmatrices: [all]\nresults: {file: hunt.h5}\nhunt: [{name: games, behaviours: true}]\n",
}

# Claims that hold for every pile size.
PROVED = """
title: Proved
players: 2..4
matrices: [{ssam: 1}]
piles: {count: 1..7}
verify: [shifted-3.3, shifted-3.4, shifted-3.5]
"""

# Claims of every form, as entries of `verify:`; these can be checked for every number of piles.
FORMS = [
    'name: several values, value: "[0, n - 1]"',
    'name: none of several, not: "[0, 2]"',
    'name: the winner, winner: "first + N"',
    'name: one of two winners, winner: "[0, first]"',
    """name: mixed cases, cases: [
      {when: "all(x > 1) and N > 2", value: "[1, 2]"},
      {when: "count(x > 1 and i < 3) mod 2 == 0 or any(x == 1 and i > 2)", not: "N / 2"},
      {when: "sum(x) mod 3 == 1 and min(x) < 2", winner: "0"},
      {value: "(N + 1) / 2 + count(x == 1)"}]""",
    """name: a range, matrix: ssam, start: "first + 1", range: 12,
      each: [{when: "x == 1 or v > 6", value: "2 * v + x"}, {when: "x == 2", value: "v - r"}, {value: "v + 5"}],
      cases: [{when: "v > 3 and x[N] == 1", value: "v / 2"}, {value: v}]""",
]

# These only up to a pile size.
BOUNDED_FORMS = FORMS + [
    """name: piles compared, cases: [
      {when: "max(x) - min(x) <= 1 and sum(x) mod 2 == 0", value: "sum(x) / 2"},
      {value: "xor(x) + count(x == i or xor(x, 1) > 3)"}]""",
    'name: sizes, each: [{value: "xor(v, x) + xor(x)"}]',
]


def forms(piles, claims, more=""):
    entries = "".join(f"  - {{{claim}{more}}}\n" for claim in claims)
    return f"nimsweep: 1\nplayers: 3..4\nmatrices: [sam, {{ssam: 1}}]\npiles: {{count: {piles}}}\nverify:\n{entries}"


# A claim for listed numbers of piles and for all, one for every shift, and a table to compare with.
EVERY = """
title: Every number of piles
players: 2..4
matrices: [sam, {ssam: 1}]
piles: {count: 1..4, max: 4}
tables: {file: every.h5}
verify:
  - {name: shifted-3.4, piles: 1..5}
  - {name: shifted-3.4, piles: all}
  - {name: shifted-all, matrix: ssam, piles: all, players: 2..10}
"""

# Lines of a run with claims and published values that are known to be wrong, and one claim compared with a table.
KNOWN = [
    {"type": "verdict", "claim": name, "game": "last-nim", "matrix": "sam", "players": 3, "piles": 2, "scope": "all pile sizes",
     "checked": "12", "disagreements": "0" if holds else "6", "errors": "0", "holds": holds, "known_wrong": known,
     "counterexamples": [] if holds else [{"piles": [1, 2], "first": 0, "expected": 2, "found": 0}]}
    for name, holds, known in [("right", True, False), ("wrong", False, True), ("surprising", True, True)]
] + [
    {"type": "row", "id": name, "agrees": agrees, "known_wrong": known, "expected": {"value": 0}, "found": {"value": 0 if agrees else 1}}
    for name, agrees, known in [("right", True, False), ("wrong", False, True), ("surprising", True, True)]
]
KNOWN.append({**KNOWN[0], "scope": "piles <= 6", "bound": 6, "table": "t.h5"})

# Claims about a game with automata.
DIGITS = """
title: Digits
game: nim
players: 2..3
matrices: [{ssam: 1}]
piles: {count: 2..3}
verify:
  - bouton
  - {name: wrong, players: 3, piles: 2, cases: [{when: "x[1] == x[2]", value: "0"}, {value: "1"}]}
"""

# Game, players, matrix, piles, passes.
AUTOMATA = [("nim", 3, "ssam:1", 2, 0), ("nim", 3, "sam", 3, 0), ("nim", 2, "ssam:1", 4, 0), ("nim", 3, "index:100", 2, 1),
            ("wythoff", 3, "1 0 2 / 1 0 2 / 0 2 1", 2, 0), ("subtraction:1,3,4", 3, "ssam:1", 1, 0), ("zero-move", 2, "ssam:1", 2, 0)]

# An index is set after "_"; a text that is not an expression is shown as it stands.
FORMULAS = [
    ("x[n] == 1", "x_n = 1"),
    ("x[n-1] > 1 and not x[n+d-1] != 1", "x_n−1 > 1 and not x_n+d−1 ≠ 1"),
    ("(N <= 2 * n or N >= d) and -d < 3", "(N ≤ 2 · n or N ≥ d) and −d < 3"),
    ("x[(r - 2) mod n + 1]", "x_(r−2) mod n+1"),
    ("digitsum(n * k - k + 1) == 0", "digitsum_n·k−k+1(x) = 0"),
    ("xor(x) == xor(x[1], 2)", "x_1 ⊕ ⋯ ⊕ x_N = x_1 ⊕ 2"),
    ("first mod 2", "first mod 2"),
    ("sum(x) == 3 * sum(x) mod n", "x_1 + ⋯ + x_N = 3 · (x_1 + ⋯ + x_N) mod n"),
    ("(N + 1) / 2 - max(x)", "⌊(N + 1)/2⌋ − max(x)"),
    ("count(x > 1 and i <= r) + min(x)", "#{i : x_i > 1 and i ≤ r} + min(x)"),
    ("all(x == 1)", "x_i = 1 for all i"),
    ("not any(x == 1 or i > 2) and v == 1", "not ((x_i = 1 or i > 2) for some i) and v = 1"),
    ("x  > 1", "x  > 1"),
    ("x[1] = <b>", "x[1] = <b>"),
]

# For three piles, two players, moore:2 and ssam:1; worked out by hand.
EVALUATIONS = [
    ("n + N * d - r", [1, 2, 3], 2 + 3 * 1 - 1),
    ("(-7) mod 3 + k", [1, 2, 3], 2 + 2),
    ("xor(x)", [5, 3, 1], 7),
    ("xor(x[1], x[2], 8)", [5, 3, 1], 14),
    ("digitsum(3)", [3, 3, 1], 0 * 1 + 2 * 2),
    ("x[d] == 4 and (x[9] == 1 or not 1 < 2) or x[N] >= 3", [5, 1, 3], 1),
    ("2 - 1 - 1", [1, 1, 1], 0),
    ("x[2] != 1 or first == 0", [1, 1, 1], 1),
    ("(-7) / 2", [1, 1, 1], -4),
    ("sum(x) / 4 * 10 + min(x)", [5, 3, 1], 2 * 10 + 1),
    ("max(x) - x[1]", [2, 9, 4], 7),
    ("count(x > 1) * 10 + count(x == i)", [1, 3, 3], 2 * 10 + 2),
    ("count(xor(x, 0) == 3 and x[1] == 1)", [1, 3, 3], 2),
    ("all(x > 1 or i == r)", [1, 3, 3], 1),
    ("any(x > i)", [1, 2, 3], 0),
]


def skip(why):
    print(f"browser_test: skipped: {why}", file=sys.stderr)
    sys.exit(77)


def program(*arguments, codes=(0,)):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode not in codes:
        sys.exit(f"browser_test: {arguments}: {done.stderr}")
    return done.stdout


def random_matrix(rng, players):
    kind = rng.choice(["sam", "ssam", "index", "rows", "rows"])
    if kind == "sam":
        return "sam"
    if kind == "ssam":
        return f"ssam:{rng.randrange(players)}"
    if kind == "index" and players <= 8:
        count = 1
        for k in range(2, players + 1):
            count *= k
        return f"index:{rng.randrange(count ** players)}"
    return " / ".join(" ".join(map(str, rng.sample(range(players), players))) for _ in range(players))


def random_pile(rng):
    return rng.choice([rng.randrange(4), rng.randrange(4), rng.randrange(12), rng.randrange(10 ** 9), 2 ** 64 - 1])


def positions(rng, count):
    """Random positions, with the answers of `solve`."""
    for _ in range(count):
        players = rng.choice([2, 3, 3, 4, 4, 5, 6, 8, 16])
        question = {"matrix": random_matrix(rng, players), "players": players, "first": rng.randrange(players),
                    "passes": rng.choice([0, 0, 0, 1, 2, 5]), "piles": [str(random_pile(rng)) for _ in range(rng.randrange(1, 7))]}
        solution = json.loads(program("solve", "--json", "--matrix", question["matrix"], "--players", players, "--piles",
                                      ",".join(question["piles"]), "--first", question["first"], "--passes", question["passes"]))
        line = [{"player": turn["player"], "piles": " ".join(map(str, turn["piles"])), "passes": turn.get("passes")}
                for turn in solution["line"]]
        yield {**question, "winner": solution["winner"], "value": solution["value"], "moves": solution["moves"], "line": line}


def machines(rng, count):
    """Random matrices, with their machines."""
    for _ in range(count):
        players = rng.choice([2, 3, 3, 4])
        question = {"matrix": random_matrix(rng, players), "players": players, "passes": rng.choice([0, 0, 1])}
        machine = json.loads(program("machine", "--json", "--matrix", question["matrix"], "--players", players,
                                     "--passes", question["passes"]))
        yield {**question, "letters": machine["letters"],
               "states": [[" ".join(map(str, state["winners"])), *map(str, state["next"])] for state in machine["states"]]}


def automata(rng, count):
    """Lines of `machine`, each with positions and who wins them according to `solve`."""
    for game, players, matrix, piles, passes in AUTOMATA:
        where = ["--game", game, "--players", players, "--matrix", matrix]
        line = program("machine", *where, "--passes", passes, "--pile-count", piles, "--json")
        positions = []
        for _ in range(count):
            base = rng.choice([0, 0, 2 ** 20, 2 ** 40])
            sizes, first = [max(0, base + rng.randrange(-3, 20)) for _ in range(piles)], rng.randrange(players)
            solution = json.loads(program("solve", *where, "--passes", passes, "--piles", ",".join(map(str, sizes)), "--first", first,
                                          "--max-line", "2", "--json"))
            positions.append({"piles": sizes, "first": first, "winner": solution["winner"], "value": solution["value"]})
        yield {"line": line, "machine": json.loads(line), "positions": positions}


def explained(rng, count):
    """Random small positions, with the winners of every move, and the piles of which another size changes the winner."""
    for _ in range(count):
        players = rng.choice([2, 3, 3, 4])
        matrix, first = random_matrix(rng, players), rng.randrange(players)
        piles = [rng.randrange(5) for _ in range(rng.randrange(1, 5))]

        def winner(piles, first):
            return json.loads(program("solve", "--json", "--matrix", matrix, "--players", players, "--piles", ",".join(map(str, piles)),
                                      "--first", first))["winner"]

        def changed(j, size):
            return piles[:j] + [size] + piles[j + 1:]

        here = winner(piles, first)
        last = max((j for j, pile in enumerate(piles) if pile > 0), default=None)
        moves = []
        if last is not None:
            for left in reversed(range(piles[last])):
                reached = winner(changed(last, left), (first + 1) % players)
                moves.append({"left": left, "winner": reached, "isBest": reached == here})
        matters = [pile > 0 and any(winner(changed(j, size), first) != here for size in range(1, players + 2)) for j, pile in enumerate(piles)]
        yield {"question": {"matrix": matrix, "players": players, "piles": piles, "first": first, "passes": 0}, "moves": moves, "matters": matters}


def slices(rng, file, count):
    """Random slices of the tables of a file, with the values that h5py reads."""
    names = sorted(name for name in file if isinstance(file[name], h5py.Group))
    for _ in range(count):
        name = rng.choice(names)
        is_grundy = "grundy" in file[name]
        table = file[name]["grundy" if is_grundy else "value"]
        sizes = table.shape if is_grundy else table.shape[2:]
        axes = rng.sample(range(len(sizes)), min(2, len(sizes)))
        piles = [rng.randrange(size) for size in sizes]
        down, across = axes if len(axes) == 2 else (None, axes[0])
        place = [slice(None) if axis in axes else pile for axis, pile in enumerate(piles)]
        matrix, first = (None, None) if is_grundy else (rng.randrange(table.shape[0]), rng.randrange(table.shape[1]))
        values = table[tuple(place) if is_grundy else (matrix, first, *place)]
        if down is not None and down > across:
            values = values.T
        players = None if is_grundy else table.shape[1]
        piles_shown = [None if axis in axes else pile for axis, pile in enumerate(piles)]
        yield {"table": (f"{players} players, " if players else "") + f"{len(sizes)} pile" + ("s" if len(sizes) > 1 else ""),
               "players": players, "matrix": matrix, "first": first, "down": down, "across": across, "piles": piles_shown,
               "values": values.tolist() if down is not None else [values.tolist()]}


def main():
    browser = shutil.which("chromium")
    if not browser:
        skip("there is no chromium; scripts/setup --browser installs it")
    if not shutil.which("node"):
        skip("there is no node; scripts/setup --browser installs it")
    if not (MODULES / "playwright-core").is_dir():
        skip(f"there is no playwright-core in {MODULES}; scripts/setup --browser puts it there")
    pictures = PROGRAM.parent / "report-pictures"
    pictures.mkdir(exist_ok=True)
    rng = random.Random(7)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, text in SOURCES.items():
            pathlib.Path(name).write_text("nimsweep: 1\n" + text)
            program("run", name, "--quiet", codes=(0, 1))
        program("report", *SOURCES, "-o", "all.html")
        program("report", "last.yaml", "-o", "last.html")
        pathlib.Path("forms.yaml").write_text(forms("all", FORMS))
        pathlib.Path("bounded.yaml").write_text(forms("1..3", BOUNDED_FORMS, ", max: 4"))
        pathlib.Path("every.yaml").write_text("nimsweep: 1\n" + EVERY)
        program("run", "every.yaml", "--quiet")
        lines = program("run", "forms.yaml", "--json", "--quiet", codes=(1,))
        pathlib.Path("forms.jsonl").write_text(lines)
        for source in ["forms.yaml", "bounded.yaml", "every.yaml", "forms.jsonl"]:
            program("report", source, "-o", f"{source.replace('.yaml', '')}.html")
        pathlib.Path("proved.yaml").write_text("nimsweep: 1\n" + PROVED)
        program("report", "proved.yaml", "-o", "proved.html")
        pathlib.Path("open.yaml").write_text("nimsweep: 1\n" + OPEN)
        program("run", "open.yaml")
        program("report", "open.yaml", "-o", "open.html")
        pathlib.Path("known.jsonl").write_text("".join(json.dumps(line) + "\n" for line in KNOWN))
        program("report", "known.jsonl", "-o", "known.html")
        read = list(automata(rng, 40))
        pathlib.Path("automata.jsonl").write_text("".join(automaton.pop("line") for automaton in read))
        program("report", "automata.jsonl", "-o", "automata.html")
        pathlib.Path("digits.yaml").write_text("nimsweep: 1\n" + DIGITS)
        program("report", "digits.yaml", "-o", "digits.html")
        expected = {"evil": EVIL, "formulas": FORMULAS, "explained": list(explained(rng, 25)),
                    "evaluations": [{"text": text, "players": 2, "piles": piles, "value": value} for text, piles, value in EVALUATIONS], "positions": list(positions(rng, 200)), "machines": list(machines(rng, 20)), "slices": []}
        expected["proved"] = [line for line in map(json.loads, program("run", "proved.yaml", "--json", "--quiet").splitlines())
                              if line["type"] == "verdict"]
        expected["automata"] = read
        expected["forms"] = [line for line in map(json.loads, lines.splitlines()) if line["type"] == "verdict"]
        for section, name in enumerate(SOURCES):
            table = pathlib.Path(name).with_suffix(".h5")
            if name == "hunt.yaml":
                continue
            with h5py.File(table) as file:
                expected["slices"] += [{"section": section, **part} for part in slices(rng, file, 6)]
        run = program("run", "last.yaml", "--json", "--quiet", codes=(1,))
        expected["verdicts"] = [line for line in map(json.loads, run.splitlines()) if line["type"] == "verdict"]
        expected["hits"] = [hit for line in program("inspect", "hunt.h5", "--json").splitlines() for hit in json.loads(line)["kept"]]
        pathlib.Path("expected.json").write_text(json.dumps(expected))
        # The timeout ends a script that hangs.
        done = subprocess.run(["node", SCRIPT, MODULES, browser, folder, pictures], timeout=500)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
