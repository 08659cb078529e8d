"""Results for other programs. Machines: each format is read back by a reader that shares nothing with the writer, runs
on random positions and agrees with `solve`. Tables: comma-separated values agree with h5py. LaTeX is compiled where
pdflatex is installed."""
import csv
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

import h5py

PROGRAM = os.path.abspath(sys.argv.pop(1))

# Machines that read pile sizes: game, arguments, number of players.
SIZES = [("last-nim", ["--players", "3", "--matrix", "ssam:1"], 3),
         ("last-nim", ["--players", "4", "--matrix", "index:5000"], 4),
         ("last-nim", ["--players", "3", "--matrix", "index:99", "--passes", "2"], 3),
         ("last-nim", ["--matrix", "1 0 / 1 0"], 2),
         ("small-nim", ["--players", "3", "--matrix", "ssam:1"], 3),
         ("small-nim", ["--players", "4", "--matrix", "index:77777", "--passes", "1"], 4)]
# Machines that read digits: also the number of piles.
DIGITS = [("nim", ["--players", "3", "--matrix", "ssam:1"], 3, 2),
          ("nim", ["--players", "3"], 3, 3),
          ("subtraction:1,3", ["--players", "3", "--passes", "1"], 3, 1),
          ("zero-move", ["--players", "2"], 2, 2),
          ("last-nim", ["--players", "3", "--matrix", "index:99"], 3, 3)]


def output(*words):
    return subprocess.run([PROGRAM, *words], check=True, capture_output=True, text=True).stdout


def winner(game, words, piles, first):
    line = output("solve", "--game", game, *words, "--piles", ",".join(map(str, piles)), "--first", str(first), "--json")
    return json.loads(line)["winner"]


def random_positions(game, piles=None, count=12):
    """Rows of pile sizes; in Small Nim descending, as its machine reads them."""
    for _ in range(count):
        row = [random.choice((0, 1, 2, 3, 5, 9, 30)) for _ in range(piles)] if piles else \
            [random.choice((1, 1, 2, 2, 3, 4, 5, 17)) for _ in range(random.randrange(6))]
        yield sorted(row, reverse=True) if game == "small-nim" else row


def digits_of(piles):
    """The digits of all piles at once, most significant first, after two leading zeros."""
    length = max(piles).bit_length() + 2
    return [tuple(pile >> place & 1 for pile in piles) for place in reversed(range(length))]


class Hoa:
    """A reader of the part of HOA v1 that labels are written in: disjunctions of conjunctions of literals."""

    def __init__(self, text):
        head, body = text.split("--BODY--\n")
        lines = head.splitlines()
        assert lines[0] == "HOA: v1"
        headers = dict(line.split(": ", 1) for line in lines)
        count, *names = headers["AP"].split()
        self.propositions = [name.strip('"') for name in names]
        assert len(names) == int(count)
        assert headers["Acceptance"] == "0 t" and headers["acc-name"] == "all"
        self.start = int(headers["Start"])
        self.properties = headers["properties"].split()
        self.winners, self.edges = {}, {}
        assert body.endswith("--END--\n")
        for line in body.splitlines()[:-1]:
            if state := re.fullmatch(r'State: (\d+) "([^"]*)"', line):
                here = int(state[1])
                self.winners[here] = [[int(word) for word in row.split()] for row in state[2].split("|")]
                self.edges[here] = []
            else:
                label, target = re.fullmatch(r"\[(.*)\] (\d+)", line).groups()
                self.edges[here].append((self.terms(label), int(target)))
        assert sorted(self.winners) == list(range(int(headers["States"])))

    def terms(self, label):
        """A dictionary of what each term says of propositions."""
        if label == "t":
            return [{}]
        return [{int(literal.lstrip("!")): not literal.startswith("!") for literal in term.strip().split("&")}
                for term in label.split("|")]

    def targets(self, state, valuation):
        return [target for terms, target in self.edges[state]
                if any(all(valuation[k] == value for k, value in term.items()) for term in terms)]

    def run(self, word):
        state = self.start
        for valuation in word:
            state, = self.targets(state, valuation)
        return self.winners[state]


def size_code(size, bits):
    code = min(size - 1, 2 ** bits - 1)
    return [code >> k & 1 == 1 for k in range(bits)]


class Walnut:
    """A reader of Walnut's text files."""

    def __init__(self, text):
        lines = [line for line in text.splitlines() if line.strip()]
        self.alphabets = re.findall(r"msd_2|\{[\d,]+\}", lines[0])
        assert " ".join(self.alphabets) == lines[0]
        self.outputs, self.next = {}, {}
        for line in lines[1:]:
            if "->" in line:
                letters, target = line.split("->")
                letters = tuple(map(int, letters.split()))
                assert len(letters) == len(self.alphabets) and letters not in self.next[here]
                self.next[here][letters] = int(target)
            else:
                here, seat = map(int, line.split())
                self.outputs[here], self.next[here] = seat, {}

    def run(self, word):
        state = 0
        for letters in word:
            state = self.next[state][letters]
        return self.outputs[state]


class Machines(unittest.TestCase):
    def setUp(self):
        random.seed(self.id())

    def test_hoa_of_machines_that_read_sizes_agrees_with_solve(self):
        for game, words, players in SIZES:
            with self.subTest(game=game, words=words):
                hoa = Hoa(output("machine", "--game", game, *words, "--format", "hoa"))
                bits = len(hoa.propositions)
                self.assertEqual(hoa.propositions, [f"b{k}" for k in range(bits)])
                self.assertEqual("complete" in hoa.properties, game == "last-nim")
                for piles in random_positions(game):
                    first = random.randrange(players)
                    got = hoa.run(size_code(size, bits) for size in piles)[0][first]
                    self.assertEqual(got, winner(game, words, piles or [0], first), (piles, first))

    def test_hoa_of_digit_machines_agrees_with_solve(self):
        for game, words, players, piles in DIGITS:
            with self.subTest(game=game, words=words):
                hoa = Hoa(output("machine", "--game", game, *words, "--pile-count", str(piles), "--format", "hoa"))
                self.assertEqual(hoa.propositions, [f"x{j + 1}" for j in range(piles)])
                for position in random_positions(game, piles):
                    first = random.randrange(players)
                    self.assertEqual(hoa.run(digits_of(position))[0][first],
                                     winner(game, words, position, first), (position, first))

    def test_hoa_is_deterministic_and_complete_as_it_says(self):
        for words in (["--players", "4", "--matrix", "index:5000"], ["--game", "small-nim", "--players", "3"],
                      ["--game", "nim", "--players", "3", "--pile-count", "3"]):
            hoa = Hoa(output("machine", *words, "--format", "hoa"))
            for state in hoa.winners:
                for code in range(2 ** len(hoa.propositions)):
                    targets = hoa.targets(state, [code >> k & 1 == 1 for k in range(len(hoa.propositions))])
                    self.assertLessEqual(len(targets), 1)
                    self.assertTrue(targets or "complete" not in hoa.properties)

    def test_walnut_of_machines_that_read_sizes_agrees_with_solve(self):
        for game, words, players in SIZES:
            first = random.randrange(players)
            with self.subTest(game=game, words=words, first=first):
                walnut = Walnut(output("machine", "--game", game, *words, "--first", str(first), "--format", "walnut"))
                letters = [int(letter) for letter in walnut.alphabets[0].strip("{}").split(",")]
                self.assertEqual(letters, list(range(1, len(letters) + 1)))
                for piles in random_positions(game):
                    got = walnut.run((min(size, letters[-1]),) for size in piles)
                    self.assertEqual(got, winner(game, words, piles or [0], first), piles)

    def test_walnut_of_digit_machines_agrees_with_solve(self):
        for game, words, players, piles in DIGITS:
            first = random.randrange(players)
            with self.subTest(game=game, words=words, first=first):
                walnut = Walnut(output("machine", "--game", game, *words, "--pile-count", str(piles),
                                       "--first", str(first), "--format", "walnut"))
                self.assertEqual(walnut.alphabets, ["msd_2"] * piles)
                self.assertEqual(walnut.next[0][(0,) * piles], 0)  # leading zeros do not count
                for position in random_positions(game, piles):
                    self.assertEqual(walnut.run(digits_of(position)), winner(game, words, position, first), position)

    def test_the_minimal_digit_machine_is_not_larger(self):
        words = ["machine", "--game", "nim", "--players", "3", "--pile-count", "3"]
        states = json.loads(output(*words, "--json"))["states"]
        for first in range(3):
            walnut = Walnut(output(*words, "--first", str(first), "--format", "walnut"))
            self.assertLessEqual(len(walnut.outputs), len(states))
            self.assertEqual(set(walnut.outputs.values()), {state["winners"][first] for state in states})

    def test_tikz_has_every_state_and_arrow_in_columns_by_distance(self):
        for words in (["--players", "4", "--matrix", "index:5000"],
                      ["--game", "nim", "--players", "3", "--pile-count", "2"]):
            text = output("machine", *words, "--format", "tikz")
            hoa = Hoa(output("machine", *words, "--format", "hoa"))
            nodes = {int(node): (int(x), label) for node, x, label in
                     re.findall(r"\\node\[state.*?\] \(s(\d+)\) at \((\d+), -\d+\) \{(.*)\};", text)}
            arrows = {(int(a), int(b)) for a, b in
                      re.findall(r"\\path \(s(\d+)\) edge\[[^]]*\] node \{[^}]*\} \(s(\d+)\);", text)}
            self.assertEqual(arrows, {(state, target) for state, edges in hoa.edges.items() for _, target in edges})
            distance, waiting = {0: 0}, [0]
            for state in waiting:
                for _, target in hoa.edges[state]:
                    if target not in distance:
                        distance[target] = distance[state] + 1
                        waiting.append(target)
            self.assertEqual({state: x for state, (x, _) in nodes.items()}, distance)
            for state, (_, label) in nodes.items():
                self.assertEqual([int(seat) for seat in re.findall(r"P_\{(\d+)\}", label)], hoa.winners[state][0])


class CommaSeparatedValues(unittest.TestCase):
    """Every line of `get --csv` against h5py."""

    def rows(self, job, at, case):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "job.yaml").write_text("nimsweep: 1\n" + job + "tables: {file: t.h5}\n")
            subprocess.run([PROGRAM, "run", "job.yaml", "--quiet"], cwd=folder, check=True, capture_output=True)
            text = subprocess.run([PROGRAM, "get", "t.h5", "--at", at, "--csv"], cwd=folder, check=True,
                                  capture_output=True, text=True).stdout
            with h5py.File(pathlib.Path(folder) / "t.h5") as file:
                dataset, = (file[case][name] for name in ("value", "grundy") if name in file[case])
                self.stored = dataset[...]
        names, *rows = csv.reader(text.splitlines())
        return names, rows

    def test_values(self):
        names, rows = self.rows("players: 3\nmatrices: [sam, {ssam: 1}]\npiles: {max: [4, 30, 60]}\n",
                                "*,1..2,0..3,*,7..60", "n3_N3")
        self.assertEqual(names, ["matrix", "first", "x1", "x2", "x3", "value"])
        places = list(itertools.product(range(2), (1, 2), range(4), range(31), range(7, 61)))
        self.assertEqual([tuple(map(int, row[:-1])) for row in rows], places)
        self.assertEqual([int(row[-1]) for row in rows], [self.stored[place] for place in places])

    def test_grundy_values(self):
        names, rows = self.rows("game: wythoff\nquantity: grundy\npiles: {count: 2, max: 12}\n", "*,3..5", "N2")
        self.assertEqual(names, ["x1", "x2", "grundy"])
        self.assertEqual([list(map(int, row)) for row in rows],
                         [[x, y, self.stored[x, y]] for x in range(13) for y in (3, 4, 5)])

    def test_a_value_is_empty_where_nobody_wins(self):
        _, rows = self.rows("game: northcott-two-way:4\nplayers: 2\nmatrices: [sam]\npiles: {count: 2, max: 2}\n",
                            "0,*,*,*", "n2_N2")
        stored = ["" if value == 255 else str(value) for value in self.stored[0].flatten()]
        self.assertIn("", stored)
        self.assertEqual([row[-1] for row in rows], stored)


class Theorems(unittest.TestCase):
    """What `--latex` states, against the verdicts of `--json`."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def nimsweep(self, *words):
        return subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, text=True)

    def environments(self, name):
        """Of the written file: the title and the text of each."""
        text = (self.folder / "it.tex").read_text()
        return re.findall(rf"\\begin\{{{name}\}}\[\{{([^\n]*)\}}\]\n(.*?)\\end\{{{name}\}}", text, re.S)

    def test_each_proved_claim_is_a_theorem_with_its_scope(self):
        done = self.nimsweep("verify", "--claim", "all", "--players", "3..4", "--json", "--latex", "it.tex")
        verdicts = [json.loads(line) for line in done.stdout.splitlines()]
        theorems = self.environments("theorem")
        self.assertEqual({title.split(";")[0] for title, _ in theorems}, {verdict["claim"] for verdict in verdicts})
        self.assertIn(f"it.tex has {len(theorems)} theorems and 0 remarks", done.stderr)
        (_, text), = (theorem for theorem in theorems if theorem[0].startswith("shifted-3.4;"))
        self.assertIn(r"Last Nim under $\mathrm{SSAM}^{1}$, where $d \geq 0 \text{ and } n \geq d + 2$,", text)
        self.assertIn(r"g = d & \text{if } x_n = 1\\", text)
        self.assertIn(r"g = d + 1 & \text{otherwise}\\", text)
        self.assertIn(r"for $n = 3\ldots 4$, $N = n\ldots 2n-2$, every pile size.", text)

    def test_a_bounded_check_is_a_proposition(self):
        self.nimsweep("verify", "--claim", "shifted-3.4", "--players", "3", "--max", "3", "--latex", "it.tex")
        self.assertEqual(self.environments("theorem"), [])
        (_, text), = self.environments("proposition")
        self.assertIn(r"pile sizes $\leq 3$.", text)

    def test_a_refuted_claim_is_a_remark_with_its_smallest_counterexample(self):
        done = self.nimsweep("verify", "--claim", "shifted-3.4", "--matrix", "sam", "--players", "3..5", "--json",
                             "--latex", "it.tex")
        self.assertEqual(done.returncode, 1)
        failing = [verdict for verdict in map(json.loads, done.stdout.splitlines()) if not verdict["holds"]]
        players, counters, piles = min((verdict["players"], sum(example["piles"]), example["piles"])
                                       for verdict in failing for example in verdict["counterexamples"])
        (title, text), = self.environments("remark")
        self.assertTrue(title.startswith("shifted-3.4;"))
        self.assertIn(f"$({', '.join(map(str, piles))})$ for $n = {players}$ under $\\mathrm{{SAM}}$", text)
        self.assertIn(f"fails in {len(failing)} of ", text)

    def test_mined_claims_are_theorems(self):
        (self.folder / "job.yaml").write_text("nimsweep: 1\nmine:\n"
                                              "  - {name: shifted, family: {ssam: 1}, players: 3..5, piles: 1..8}\n"
                                              "  - {name: nim, game: nim, family: {ssam: 1}, players: 2..3, piles: 1..2}\n")
        done = self.nimsweep("run", "job.yaml", "--json", "--latex", "it.tex")
        mined = [line for line in map(json.loads, done.stdout.splitlines()) if line["type"] == "mined"]
        self.assertTrue(mined, done.stderr)
        theorems = self.environments("theorem")
        self.assertEqual(sorted(title for title, _ in theorems), sorted(line["claim"]["name"] for line in mined))
        self.assertTrue(all("every pile size." in text for _, text in theorems))
        self.assertIn(r"for $n = 2\ldots 4$, $N = 1\ldots \operatorname{min}(n-1, 2)$, every", dict(theorems)["nim 1"])

    def test_another_file_is_not_overwritten(self):
        (self.folder / "it.tex").write_text("\\documentclass{article}")
        done = self.nimsweep("verify", "--claim", "shifted-3.4", "--players", "3", "--latex", "it.tex")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("--latex: it.tex exists and is not a file of LaTeX theorems; choose another name", done.stderr)
        (self.folder / "it.tex").unlink()
        for _ in range(2):
            done = self.nimsweep("verify", "--claim", "shifted-3.4", "--players", "3", "--latex", "it.tex")
            self.assertEqual(done.returncode, 0, done.stderr)


@unittest.skipUnless(shutil.which("pdflatex"), "pdflatex is not installed")
class Latex(unittest.TestCase):
    def compiles(self, text):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "it.tex").write_text(text)
            done = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "it.tex"], cwd=folder,
                                  capture_output=True, text=True, errors="replace")
            self.assertEqual(done.returncode, 0, done.stdout[-2000:])
            return done.stdout

    def test_tikz_is_a_page(self):
        for words in (["--players", "4", "--matrix", "index:5000"],
                      ["--game", "small-nim", "--players", "3", "--passes", "1"],
                      ["--game", "nim", "--players", "3", "--pile-count", "2", "--first", "1"]):
            with self.subTest(words=words):
                said = self.compiles(output("machine", *words, "--format", "tikz"))
                self.assertIn("(1 page, ", said)
                self.assertNotIn("Overfull", said)

    def test_theorems_compile(self):
        with tempfile.TemporaryDirectory() as folder:
            for words in (["--claim", "all", "--players", "2..4", "--max", "3"],
                          ["--claim", "all", "--players", "2..4", "--matrix", "reverse"],
                          ["--game", "nim", "--players", "3", "--piles", "2", "--matrix", "ssam:1",
                           "--when", "xor(x) == 0 and digitsum(3) >= 1", "--not", "[0, n - 1]", "--winner", "first"]):
                subprocess.run([PROGRAM, "verify", *words, "--latex", "it.tex"], cwd=folder, capture_output=True)
                self.compiles((pathlib.Path(folder) / "it.tex").read_text())


if __name__ == "__main__":
    unittest.main()
