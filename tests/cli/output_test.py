"""The output of the commands: the JSON that other programs rely on, pictures, long lines, failing output."""
import itertools
import json
import math
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree

sys.path.insert(0, os.path.dirname(__file__))
from definition import moore, nim, rows_of_teams, small_nim, subtraction, winner, winners, wythoff

PROGRAM = os.path.abspath(sys.argv.pop(1))
ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = ["--matrix", "0 2 1 / 0 1 2 / 0 2 1", "--piles", "1,2,2"]
MATRIX = [[0, 2, 1], [0, 1, 2], [0, 2, 1]]


def run(*arguments, **options):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, **options)


def output(*arguments):
    done = run(*arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def svg_texts(*command):
    """The texts of a picture, those above the graph first."""
    root = xml.etree.ElementTree.fromstring(output(*command, "--format", "svg"))
    return [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]


class Solve(unittest.TestCase):
    def test_the_worked_example_is_won_by_p2(self):
        solution = json.loads(output("solve", *EXAMPLE, "--json"))
        line = [[1, 2, 2], [1, 2, 1], [1, 2, 0], [1, 1, 0], [1, 0, 0], [0, 0, 0]]
        self.assertEqual(solution, {
            "type": "solution", "game": "last-nim", "players": 3, "matrix": MATRIX,
            "piles": [1, 2, 2], "passes": 0, "first": 0, "value": 2, "winner": 2, "moves": 5,
            "line_complete": True,
            "line": [{"player": i % 3, "piles": piles} for i, piles in enumerate(line)]})
        self.assertTrue(output("solve", *EXAMPLE).startswith("P_2 wins, value 2\n"))

    def test_passes_left_are_part_of_the_line(self):
        solution = json.loads(output("solve", *EXAMPLE, "--passes", "1", "--json"))
        self.assertEqual(solution["passes"], 1)
        self.assertEqual(solution["line"][0], {"player": 0, "piles": [1, 2, 2], "passes": 1})
        self.assertIn("1 2 2, 1 pass\n", output("solve", *EXAMPLE, "--passes", "1"))

    def test_what_a_game_keeps_besides_piles_is_part_of_the_line(self):
        solution = json.loads(output("solve", "--game", "zero-move", "--players", "2", "--piles", "1", "--json"))
        self.assertEqual(solution["line"], [{"player": 0, "piles": [1], "state": [1]},
                                            {"player": 1, "piles": [1], "state": [0]},
                                            {"player": 0, "piles": [0], "state": [0]}])

    def test_nobody_wins_a_play_without_end(self):
        question = ["solve", "--game", "northcott-two-way:4", "--players", "2", "--piles", "1,2"]
        solution = json.loads(output(*question, "--json"))
        self.assertEqual({key: solution[key] for key in ("value", "winner", "moves", "line_complete", "line")},
                         {"value": None, "winner": None, "moves": None, "line_complete": True, "line": []})
        self.assertTrue(output(*question).startswith("nobody wins: play never ends\n"))

    def test_a_published_position_of_seven_piles(self):
        piles = [14, 13, 11, 8, 7, 4, 3]
        solution = json.loads(output("solve", "--game", "nim", "--players", "4", "--matrix", "ssam:1",
                                     "--piles", ",".join(map(str, piles)), "--json"))
        self.assertEqual((solution["value"], solution["winner"]), (0, 0))
        self.assertEqual(solution["moves"] % 4, 0)
        self.assertEqual(len(solution["line"]), solution["moves"] + 1)
        self.assertEqual(solution["line"][-1], {"player": 0, "piles": [0] * 7})

    def test_grundy_values(self):
        question = ["solve", "--game", "zero-move", "--piles", "6,4,8", "--grundy"]
        self.assertEqual(output(*question, "--json"),
                         '{"type":"grundy","game":"zero-move","piles":[6,4,8],"grundy":1}\n')
        self.assertTrue(output(*question).startswith("Grundy value 1\n"))
        # With a pass the game is no longer a sum: the pass turns a lost position into a won one.
        passing = json.loads(output("solve", "--game", "nim", "--piles", "1,1", "--passes", "1", "--grundy", "--json"))
        self.assertEqual(passing["passes"], 1)
        self.assertNotEqual(passing["grundy"], 0)

    def test_a_pile_of_ten_to_the_eighteen(self):
        piles = [10**18, 3, 10**18]
        solution = json.loads(
            output("solve", "--players", "5", "--piles", ",".join(map(str, piles)), "--json"))
        self.assertEqual(solution["line"][0]["piles"], piles)
        self.assertEqual(solution["line"][-1], {"player": solution["winner"], "piles": [0, 0, 0]})
        self.assertEqual(len(solution["line"]), solution["moves"] + 1)
        self.assertTrue(solution["line_complete"])

    def test_small_nim_of_any_size(self):
        question = ["solve", "--game", "small-nim", "--players", "3", "--matrix", "index:77", "--passes", "1"]
        for first in range(3):
            huge = json.loads(output(*question, "--piles", f"{10**12},5,{2**64 - 1},7", "--first", str(first),
                                     "--moves", "--json"))
            rows = huge["matrix"]
            self.assertEqual(huge["winner"], winners(small_nim, rows)((8, 5, 9, 7), 1, first))
            self.assertEqual(huge["line"][0]["piles"], [10**12, 5, 2**64 - 1, 7])
            self.assertEqual(huge["line"][-1]["piles"], [0] * 4)
            self.assertEqual(len(huge["line"]), huge["moves"] + 1)
            for before, after in zip(huge["line"], huge["line"][1:]):
                if before["passes"] == after["passes"]:
                    changed = [j for j in range(4) if before["piles"][j] != after["piles"][j]]
                    self.assertEqual(len(changed), 1)
                    self.assertEqual(before["piles"][changed[0]], min(x for x in before["piles"] if x > 0))
            self.assertEqual([option["piles"][1] for option in huge["options"]], [4, 3, 2, 1, 0, 5])

    def test_ten_thousand_piles_with_a_capped_line(self):
        piles = [1 + j % 5 for j in range(10_000)]
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "piles.txt"
            file.write_text(",".join(map(str, piles)) + "\n")
            question = ["solve", "--players", "7", "--matrix", "ssam:3", "--piles", f"@{file}"]
            solution = json.loads(output(*question, "--json"))
            text = output(*question)
            short = json.loads(output(*question, "--json", "--max-line", "2"))
        self.assertGreaterEqual(solution["moves"], 10_000)
        self.assertFalse(solution["line_complete"])
        self.assertEqual(len(solution["line"]), 100)
        self.assertEqual(solution["line"][0]["piles"], piles)
        self.assertEqual(solution["line"][-1]["piles"], [0] * 10_000)
        self.assertEqual(solution["line"][-1]["player"], solution["winner"])
        self.assertEqual(short["line"], [solution["line"][0], solution["line"][-1]])
        self.assertLess(len(text), 10_000)
        shown = [row for row in text.splitlines() if row.startswith("  P_")]
        self.assertEqual(len(set(row[8:] for row in shown)), len(shown), "rows look alike")
        self.assertEqual(len(text.splitlines()), 30 + 8)

    def test_a_line_of_just_the_allowed_length_is_complete(self):
        for most in (6, 7):
            solution = json.loads(output("solve", *EXAMPLE, "--json", "--max-line", str(most)))
            self.assertTrue(solution["line_complete"])
        solution = json.loads(output("solve", *EXAMPLE, "--json", "--max-line", "5"))
        self.assertFalse(solution["line_complete"])
        self.assertEqual(len(solution["line"]), 5)


    def test_moves_have_the_winners_of_the_definition(self):
        rng = random.Random(5)
        for trial in range(60):
            n, passes = rng.randint(2, 4), rng.choice([0, 0, 1, 2])
            rows = [rng.sample(range(n), n) for _ in range(n)]
            piles = [rng.randint(0, 4) for _ in range(rng.randint(1, 3))]
            first = rng.randrange(n)
            game, w = rng.choice([("last-nim", lambda p, left, i: winner(rows, p, left, i)),
                                  ("nim", winners(nim, rows)), ("moore:2", winners(moore(2), rows)),
                                  ("small-nim", winners(small_nim, rows))])
            solution = json.loads(output("solve", "--game", game, "--matrix", json.dumps(rows), "--passes", str(passes),
                                         "--first", str(first), "--piles", ",".join(map(str, piles)), "--moves",
                                         "--json"))
            self.assertTrue(solution["options_complete"])
            for option in solution["options"]:
                keys = ["piles", "passes"] if passes else ["piles"]
                self.assertEqual(list(option), [*keys, "winner", "value", "best"])
                found = w(tuple(option["piles"]), option.get("passes", 0), (first + 1) % n)
                self.assertEqual(option["winner"], found)
                self.assertEqual(option["value"], (found - first) % n)
                self.assertEqual(option["best"], found == solution["winner"])
            self.assertEqual(any(option["best"] for option in solution["options"]), any(piles))
            if len(solution["line"]) > 1:
                after = {key: solution["line"][1][key] for key in keys}
                self.assertIn(after, [{key: option[key] for key in keys} for option in solution["options"]
                                      if option["best"]])

    def test_moves_as_text(self):
        text = output("solve", *EXAMPLE, "--moves")
        self.assertIn("\n2 moves of P_0; * marks the best\n  * 1 2 1  -> P_2 wins, value 2\n"
                      "    1 2 0  -> P_1 wins, value 1\n", text)
        self.assertIn("\nP_0 has no move\n", output("solve", "--players", "3", "--piles", "0", "--moves"))
        self.assertIn("-> nobody wins\n", output("solve", "--game", "northcott-two-way:4", "--players", "2",
                                                 "--piles", "1,2", "--moves"))
        self.assertIn("1 pass", output("solve", *EXAMPLE, "--passes", "1", "--moves").split("moves of")[1])

    def test_too_many_moves_are_one_for_each_winner(self):
        question = ["solve", "--players", "4", "--matrix", "index:77", "--piles", f"3,1,{10**18}", "--moves"]
        solution = json.loads(output(*question, "--json"))
        self.assertFalse(solution["options_complete"])
        found = [option["winner"] for option in solution["options"]]
        self.assertEqual(len(found), len(set(found)))
        self.assertIn(solution["winner"], found)
        self.assertIn("P_0 has too many moves to list; here is one for each winner", output(*question))

    def test_the_piles_that_matter(self):
        rng = random.Random(6)
        for trial in range(30):
            n, passes = rng.randint(2, 4), rng.choice([0, 0, 1])
            rows = [rng.sample(range(n), n) for _ in range(n)]
            piles = [rng.randint(0, 4) for _ in range(rng.randint(1, 4))]
            first = rng.randrange(n)
            solution = json.loads(output("solve", "--matrix", json.dumps(rows), "--passes", str(passes), "--first",
                                         str(first), "--piles", ",".join(map(str, piles)), "--why", "--json"))
            self.assertEqual([entry["pile"] for entry in solution["why"]], list(range(1, len(piles) + 1)))
            for j, entry in enumerate(solution["why"]):
                self.assertEqual(list(entry), ["pile", "winners", "matters"])
                self.assertEqual(entry["winners"], [winner(rows, piles[:j + 1], passes, i) for i in range(n)])
                sizes = range(1, n + 4) if piles[j] else ()
                others = {winner(rows, piles[:j] + [x] + piles[j + 1:], passes, first) for x in sizes}
                self.assertEqual(entry["matters"], bool(others - {solution["winner"]}))

    def test_the_piles_that_matter_in_small_nim(self):
        rng = random.Random(8)
        for trial in range(30):
            n, passes = rng.randint(2, 4), rng.choice([0, 0, 1])
            rows = [rng.sample(range(n), n) for _ in range(n)]
            w = winners(small_nim, rows)
            piles = tuple(rng.randint(0, 4) for _ in range(rng.randint(1, 4)))
            first = rng.randrange(n)
            solution = json.loads(output("solve", "--game", "small-nim", "--matrix", json.dumps(rows), "--passes",
                                         str(passes), "--first", str(first), "--piles", ",".join(map(str, piles)),
                                         "--why", "--json"))
            order = [entry["pile"] - 1 for entry in solution["why"]]
            self.assertEqual(sorted(order), list(range(len(piles))))
            self.assertEqual([piles[j] for j in order], sorted(piles, reverse=True))
            for k, (j, entry) in enumerate(zip(order, solution["why"])):
                so_far = tuple(piles[i] for i in order[:k + 1])
                self.assertEqual(entry["winners"], [w(so_far, passes, i) for i in range(n)])
                sizes = range(1, n + 4) if piles[j] else ()
                others = {w(piles[:j] + (x,) + piles[j + 1:], passes, first) for x in sizes}
                self.assertEqual(entry["matters"], bool(others - {solution["winner"]}))

    def test_why_is_quick_for_many_piles(self):
        rng = random.Random(7)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "piles.txt"
            rows = ([rng.randint(1, 9) for _ in range(20_000)], [1] * 20_000, [2, 1] * 10_000)
            for game, piles in itertools.product(("last-nim", "small-nim"), rows):
                file.write_text(",".join(map(str, piles)))
                question = ["solve", "--game", game, "--players", "8", "--matrix", "index:123456789012345678901234567", "--piles",
                            f"@{file}", "--why"]
                begin = time.monotonic()
                why = json.loads(output(*question, "--json", "--max-line", "2"))["why"]
                self.assertEqual(len(why), 20_000)
                text = output(*question)
                self.assertLess(time.monotonic() - begin, 60)
                self.assertLess(len(text.splitlines()), 100)
                count = sum(entry["matters"] for entry in why)
                self.assertIn(f"why: {count:,} of 20,000 piles matter", text)

    def test_why_as_text(self):
        self.assertIn("\nwhy: 1 of 3 piles matters: another size of it changes the winner\n"
                      "winners: who wins the piles up to this one when P_0, P_1, .. moves first\n"
                      "  pile  counters  winners\n"
                      "     1         1  1 2 0\n"
                      "     2         2  2 0 1\n"
                      "     3         2  1 2 0    matters\n",
                      output("solve", "--players", "3", "--matrix", "ssam:1", "--piles", "1,2,2", "--why"))


class Matrices(unittest.TestCase):
    """Each form against rows made here."""

    def expect(self, matrix, rows, *options):
        piles, first = [3, 2, 4], len(rows) - 1
        solution = json.loads(output("solve", "--matrix", matrix, "--piles", "3,2,4", "--first", str(first),
                                     "--json", *options))
        self.assertEqual(solution["matrix"], rows, matrix)
        self.assertEqual(solution["winner"], winner(rows, piles, 0, first), matrix)

    def test_by_formula(self):
        rng = random.Random(6)
        for n in (2, 3, 4, 5, 16):
            players = ("--players", str(n))
            reverse = [0, *range(n - 1, 0, -1)]
            self.expect("reverse", [reverse] * n, *players)
            self.expect("formula:-j", [reverse] * n, *players)
            a, b, c = rng.choice([a for a in range(1, 50) if math.gcd(a, n) == 1]), rng.randrange(50), rng.randrange(50)
            rows = [[(a * j - b * i + c) % n for j in range(n)] for i in range(n)]
            self.expect(f"formula:({a}*j - {b} * i + {c}) mod n", rows, *players)
            self.expect(f"formula:{a}*j-{b}*i+{c}", rows, *players)

    def test_by_teams_and_by_one_row(self):
        rng = random.Random(7)
        for n in (2, 3, 4, 5, 7):
            seats = rng.sample(range(n), n)
            cut = rng.randrange(1, n)
            teams = [seats[:cut], seats[cut:]]
            text = "/".join(",".join(map(str, team)) for team in teams)
            self.expect(f"teams:{text}", rows_of_teams(teams))
            self.expect(f"teams:{text}", rows_of_teams(teams), "--players", str(n))
            self.expect(f"teams:self:{text}".replace(",", " "), rows_of_teams(teams))
            self.expect(f"teams:shared:{text}", rows_of_teams(teams, shared=True))
            self.expect("equal:" + ",".join(map(str, seats)), [seats] * n)

    def test_a_formula_may_fit_some_numbers_of_players_only(self):
        question = ("verify", "--value", "1", "--piles", "1", "--max", "1", "--matrix", "formula:2*j")
        verdicts = [json.loads(line) for line in output(*question, "--players", "3,5", "--json").splitlines()]
        self.assertEqual([verdict["matrix"] for verdict in verdicts],
                         [" / ".join([" ".join(str(2 * j % n) for j in range(n))] * n) for n in (3, 5)])
        done = run(*question, "--players", "3..5")
        self.assertEqual((done.returncode, done.stderr),
                         (2, "nimsweep: --matrix: formula '2*j' with 4 players: row 1 (of P_0) is '0 2 0 2', which has "
                             "0 twice; expected a permutation of 0..3\n"))


class Tree(unittest.TestCase):
    def test_all_formats_have_the_same_number_of_nodes(self):
        for piles, nodes in (("1,2,2", 14), ("3,1,2", 20), ("0", 1), ("1,1,1,1", 5)):
            question = ["tree", "--players", "3", "--piles", piles]
            tree = json.loads(output(*question, "--json"))
            self.assertEqual(tree["type"], "tree")
            self.assertEqual(tree["node_count"], nodes)
            self.assertEqual(len(tree["nodes"]), nodes)
            text = output(*question)
            self.assertEqual(len(re.findall(r"P_\d  .* -> P_\d", text)), nodes)
            dot = output(*question, "--format", "dot")
            self.assertEqual(len(re.findall(r"^  n\d+ \[", dot, re.M)), nodes)
            svg = output(*question, "--format", "svg")
            self.assertEqual(svg.count('class="node"'), nodes)
            xml.etree.ElementTree.fromstring(svg)

    def test_a_picture_says_what_it_shows(self):
        rows = "0 2 1 / 0 1 2 / 0 2 1"
        texts = svg_texts("tree", "--matrix", rows, "--piles", "1,2,2", "--first", "1")
        self.assertEqual(texts[:3], ["All plays of last-nim from 1 2 2", f"matrix {rows}",
                                     "3 players, P_1 moves first: P_2 wins; 14 nodes, 4 plays"])
        self.assertIn("thick: the best line of play", texts)

    def test_parents_make_it_a_tree_of_plays(self):
        nodes = json.loads(output("tree", *EXAMPLE, "--json"))["nodes"]
        self.assertIsNone(nodes[0]["parent"])
        for node in nodes[1:]:
            parent = nodes[node["parent"]]
            self.assertEqual(node["player"], (parent["player"] + 1) % 3)
            self.assertLess(node["piles"], parent["piles"])
            self.assertEqual(node["best"], node["winner"] == parent["winner"])
        line = [node["piles"] for node in nodes if node["line"]]
        solution = json.loads(output("solve", *EXAMPLE, "--json"))
        self.assertEqual(line, [turn["piles"] for turn in solution["line"]])

    def test_a_deep_tree_is_fine(self):
        tree = json.loads(
            output("tree", "--players", "2", "--piles", ",".join(["1"] * 500), "--json"))
        self.assertEqual(tree["node_count"], 501)


class Machine(unittest.TestCase):
    def test_the_json_is_the_machine(self):
        machine = json.loads(output("machine", "--matrix", "0 2 1 / 0 1 2 / 0 2 1", "--json"))
        self.assertEqual(
            list(machine),
            ["type", "game", "players", "matrix", "passes", "letters", "minimal_states", "states"])
        self.assertEqual(machine["game"], "last-nim")
        self.assertEqual(machine["matrix"], MATRIX)
        self.assertEqual(machine["states"][0]["winners"], [0, 1, 2])
        for piles in ([1, 2, 2], [3, 1, 9, 4], [2] * 10):
            state = 0
            for pile in piles:
                letter = min(pile, machine["letters"])
                state = machine["states"][state]["next"][letter - 1]
            for first in range(3):
                solution = json.loads(output(
                    "solve", "--matrix", "0 2 1 / 0 1 2 / 0 2 1", "--first", str(first),
                    "--piles", ",".join(map(str, piles)), "--json"))
                self.assertEqual(machine["states"][state]["winners"][first], solution["winner"])

    def test_the_json_is_the_machine_of_small_nim(self):
        for matrix, passes in (("index:77", 0), ("index:200", 1), ("sam", 2)):
            machine = json.loads(output("machine", "--game", "small-nim", "--players", "3", "--matrix", matrix,
                                        "--passes", str(passes), "--json"))
            self.assertEqual(machine["game"], "small-nim")
            self.assertEqual(machine["states"][0]["last"], machine["letters"])
            for state in machine["states"]:
                self.assertEqual(list(state), ["winners", *(["winners_by_passes"] if passes else []), "last", "next"])
                self.assertEqual([machine["states"][k]["last"] for k in state["next"]],
                                 list(range(1, state["last"] + 1)))
            w = winners(small_nim, machine["matrix"])
            for piles in itertools.combinations_with_replacement(range(8, 0, -1), 3):
                state = machine["states"][0]
                for pile in piles:
                    state = machine["states"][state["next"][min(pile, machine["letters"]) - 1]]
                self.assertEqual(state["winners"], [w(piles, passes, i) for i in range(3)])

    def test_the_json_of_a_digit_machine_is_the_game(self):
        for game, moves, matrix, piles, passes, bound in (
                ("nim", nim, "index:77", 2, 0, 20), ("nim", nim, "ssam:2", 3, 0, 9), ("nim", nim, "sam", 2, 1, 15),
                ("wythoff", wythoff, "ssam:1", 2, 0, 20), ("moore:2", moore(2), "index:200", 3, 0, 7),
                ("subtraction:1,2,4", subtraction(1, 2, 4), "teams:0/1,2", 1, 0, 90)):
            with self.subTest(game=game, matrix=matrix):
                machine = json.loads(output("machine", "--game", game, "--players", "3", "--matrix", matrix,
                                            "--pile-count", str(piles), "--passes", str(passes), "--json"))
                self.assertEqual((machine["type"], machine["piles"], machine["base"]), ("digit_machine", piles, 2))
                self.assertEqual(machine["states"][0]["next"][0], 0)
                w = winners(moves, machine["matrix"])
                for position in itertools.product(range(bound + 1), repeat=piles):
                    state = machine["states"][0]
                    for place in reversed(range(max(position).bit_length())):
                        letter = int("".join(str(pile >> place & 1) for pile in position), 2)
                        state = machine["states"][state["next"][letter]]
                    self.assertEqual(state["winners"], [w(position, passes, i) for i in range(3)])

    def test_digit_machines_that_are_not_shown(self):
        for game, piles, more, code, message in (
                ("nim", "2", ["--max-states", "3"], 2, "--max-states: the automaton has 6 states; expected at most 3"),
                ("nim", "3", ["--matrix", "equal:0,2,1"], 1, "no automaton was found in boxes of side up to 128"),
                ("subtraction:1,4194304", "1", [], 1, "no period was found among 4,194,304 pile sizes"),
                ("subtraction:1,4194305", "1", [], 2, "4,194,305 is too large a number to look for a period")):
            done = subprocess.run([PROGRAM, "machine", "--game", game, "--players", "3", "--pile-count", piles, *more],
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertIn(message, done.stderr)

    def test_a_digit_machine_is_drawn(self):
        texts = svg_texts("machine", "--game", "nim", "--players", "3", "--matrix", "ssam:1", "--pile-count", "2")
        self.assertEqual(texts[0], "nim with 2 piles, 3 players")
        self.assertIn("proved for every pile size, in 9 combinations", texts)
        self.assertIn("any", texts)

    def test_minimal_machines_have_the_sizes_told(self):
        for game, matrix in itertools.product(("last-nim", "small-nim"), ("index:77", "index:200", "sam")):
            for passes in ("0", "1"):
                question = ["machine", "--game", game, "--players", "3", "--matrix", matrix, "--passes", passes]
                machine = json.loads(output(*question, "--json"))
                for first, size in enumerate(machine["minimal_states"]):
                    minimal = json.loads(output(*question, "--json", "--first", str(first)))
                    self.assertEqual(minimal["type"], "minimal_machine")
                    self.assertEqual(minimal["game"], game)
                    self.assertEqual(len(minimal["states"]), size)
                    self.assertEqual(minimal["letters"], machine["letters"])

    def test_states_with_passes_list_every_number_of_passes(self):
        machine = json.loads(output("machine", "--players", "3", "--passes", "2", "--json"))
        for state in machine["states"]:
            self.assertEqual(len(state["winners_by_passes"]), 3)
            self.assertEqual(state["winners_by_passes"][-1], state["winners"])

    def test_all_formats_have_the_same_number_of_states(self):
        for options in ([], ["--first", "1"], ["--passes", "1"], ["--game", "small-nim"],
                        ["--game", "small-nim", "--first", "1"]):
            question = ["machine", "--matrix", "0 2 1 / 0 1 2 / 0 2 1", *options]
            states = len(json.loads(output(*question, "--json"))["states"])
            text = output(*question)
            self.assertEqual(len(re.findall(r"^ *\d+  [P0-9]", text, re.M)), states)
            dot = output(*question, "--format", "dot")
            self.assertEqual(len(re.findall(r"^  s\d+ \[", dot, re.M)), states)
            self.assertEqual(output(*question, "--format", "svg").count('class="node"'), states)

    def test_a_picture_says_what_it_shows(self):
        rows = "0 2 1 / 0 1 2 / 0 2 1"
        texts = svg_texts("machine", "--matrix", rows, "--passes", "1")
        self.assertEqual(texts[:2], ["Last Nim machine, 3 players, 1 pass", f"matrix {rows}"])
        self.assertRegex(texts[2], r"^\d+ states and \d+ letters$")
        self.assertIn("a state: its number, and who wins when P_0, P_1, .. moves first, with 1 down to 0 passes left", texts)
        self.assertIn("an arrow: one more pile of that size; 2+ is 2 or more", svg_texts("machine", "--players", "3"))
        texts = svg_texts("machine", "--game", "small-nim", "--players", "3")
        self.assertEqual(texts[0], "Small Nim machine, 3 players")
        self.assertIn("a state: its number, the size of the last pile, and who wins when P_0, P_1, .. moves first", texts)
        self.assertIn("an arrow: one more pile of that size, not larger than the last; 2+ is 2 or more", texts)
        self.assertIn("1: after 1", texts)
        self.assertEqual(svg_texts("machine", "--players", "7", "--matrix", "ssam:1", "--first", "0")[:3],
                         ["Last Nim machine, 7 players", "matrix", "1 2 3 4 5 6 0"])


class Everything(unittest.TestCase):
    def test_examples_in_help_texts_work(self):
        commands = re.findall(r"^  (\w+) ", output("--help").split("Subcommands:")[1], re.M)
        self.assertEqual(sorted(commands), ["generate", "get", "inspect", "list", "machine", "merge", "plan", "report", "run",
                                            "solve", "status", "tree", "verify"])
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(ROOT / "jobs", pathlib.Path(folder) / "jobs")
            for command in commands:
                text = output(command, "--help")
                examples = re.findall(r"^  (nimsweep .*)$", text.split("Example:")[1], re.M)
                self.assertTrue(examples, command)
                for example in examples:
                    line = example.replace("nimsweep", shlex.quote(PROGRAM), 1)
                    subprocess.run(line, shell=True, check=True, cwd=folder,
                                   stdout=subprocess.DEVNULL)

    def test_list_explains_everything_it_names(self):
        lines = [json.loads(line) for line in output("list", "--json").splitlines()]
        for line in lines:
            name = line.get("name") or line["syntax"].split(":")[0]
            name = "rows" if name.startswith('"') else name
            self.assertIn(line, [json.loads(found) for found in output("list", name, "--json").splitlines()])
            text = output("list", name)
            self.assertIn(line["source"] if line["type"] == "claim" else line["summary"], text)
            for example in re.findall(r"^  (?:example|in options) +(nimsweep .*)$", text, re.M):
                fails = name == "northcott" and " verify " in example
                self.assertEqual(run(*shlex.split(example)[1:]).returncode, int(fails), example)
            self.assertEqual("nimsweep" in text, line["type"] != "property", name)
        for name, types in (("takeaway", ["game", "claim"]), ("moore:2", ["game"]), ("SSAM^1", ["family"]),
                            ("always_wins(0, 1)", ["property"])):
            found = [json.loads(line)["type"] for line in output("list", name, "--json").splitlines()]
            self.assertEqual(found, types)

    def test_list_says_what_a_claim_says(self):
        text = output("list")
        self.assertIn("\n  shifted-3.4             SSAM^1, d >= 0, n >= d + 2:  g = d if x_n = 1, else d + 1\n", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 110)
        claims = [json.loads(line) for line in output("list", "--json").splitlines() if '"type":"claim"' in line]
        for claim in claims:
            recurrence = ["start", "each"] if claim["name"] == "shifted-all" else []
            self.assertEqual(list(claim), ["type", "name", "source", "game", "matrix", "given", *recurrence, "cases",
                                           "statement"])
        claim = next(claim for claim in claims if claim["name"] == "shifted-3.4")
        self.assertEqual(claim["cases"], [{"when": "x[n] == 1", "value": "d"}, {"value": "d + 1"}])
        properties = [json.loads(line) for line in output("list", "--json").splitlines() if '"type":"property"' in line]
        self.assertEqual(properties[2]["syntax"], "pile_independent(t)")

    def test_list_names_games_and_matrices(self):
        lines = [json.loads(line) for line in output("list", "--json").splitlines()]
        games = [line["name"] for line in lines if line["type"] == "game"]
        self.assertEqual(games, sorted(games))
        self.assertLessEqual({"last-nim", "nim", "northcott-two-way", "zero-move"}, set(games))
        self.assertIn("ssam:R", [line["syntax"] for line in lines if line["type"] == "family"])

    def test_output_that_cannot_be_written_is_an_error(self):
        for arguments in (["list"], ["tree", *EXAMPLE, "--json"], ["--help"], ["--version"],
                          ["solve", "--help"]):
            with open("/dev/full", "w") as full:
                done = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE,
                                      text=True)
            self.assertEqual(done.returncode, 3, arguments)
            self.assertEqual(done.stderr, "nimsweep: cannot write to standard output: "
                                          "No space left on device\n")

    def test_errors_that_cannot_be_reported_do_not_crash(self):
        with open("/dev/full", "w") as full:
            self.assertEqual(subprocess.run([PROGRAM, "slove"], stderr=full).returncode, 2)
        self.assertEqual(subprocess.run(["sh", "-c", f"{shlex.quote(PROGRAM)} slove 2>&-"]).returncode, 2)

    def test_without_graphviz_only_svg_is_missing(self):
        with tempfile.TemporaryDirectory() as empty:
            environment = {**os.environ, "PATH": empty}
            for command in (["tree", *EXAMPLE], ["machine", "--players", "3"]):
                done = run(*command, "--format", "svg", env=environment)
                self.assertEqual(done.returncode, 3)
                self.assertEqual(done.stdout, "")
                self.assertIn("svg needs Graphviz, but its program dot is not on PATH",
                              done.stderr)
                for form in ("text", "json", "dot"):
                    self.assertEqual(run(*command, "--format", form, env=environment).returncode, 0)

    def test_a_failing_dot_is_reported(self):
        with tempfile.TemporaryDirectory() as folder:
            dot = pathlib.Path(folder) / "dot"
            dot.write_text("#!/bin/sh\necho no layout today >&2\nexit 7\n")
            dot.chmod(0o755)
            done = run("machine", "--players", "3", "--format", "svg",
                       env={**os.environ, "PATH": folder})
        self.assertEqual(done.returncode, 3)
        self.assertEqual(done.stderr, "nimsweep: dot failed (exit 7): 'no layout today'; "
                                      "--format dot needs no drawing\n")


if __name__ == "__main__":
    unittest.main()
