"""The output of the commands: the JSON that other programs rely on, pictures, long lines, failing output."""
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

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
            ["type", "players", "matrix", "passes", "letters", "minimal_states", "states"])
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

    def test_minimal_machines_have_the_sizes_told(self):
        for matrix in ("index:77", "index:200", "sam"):
            for passes in ("0", "1"):
                question = ["machine", "--players", "3", "--matrix", matrix, "--passes", passes]
                machine = json.loads(output(*question, "--json"))
                for first, size in enumerate(machine["minimal_states"]):
                    minimal = json.loads(output(*question, "--json", "--first", str(first)))
                    self.assertEqual(minimal["type"], "minimal_machine")
                    self.assertEqual(len(minimal["states"]), size)
                    self.assertEqual(minimal["letters"], machine["letters"])

    def test_states_with_passes_list_every_number_of_passes(self):
        machine = json.loads(output("machine", "--players", "3", "--passes", "2", "--json"))
        for state in machine["states"]:
            self.assertEqual(len(state["winners_by_passes"]), 3)
            self.assertEqual(state["winners_by_passes"][-1], state["winners"])

    def test_all_formats_have_the_same_number_of_states(self):
        for options in ([], ["--first", "1"], ["--passes", "1"]):
            question = ["machine", "--matrix", "0 2 1 / 0 1 2 / 0 2 1", *options]
            states = len(json.loads(output(*question, "--json"))["states"])
            text = output(*question)
            self.assertEqual(len(re.findall(r"^ *\d+  [P0-9]", text, re.M)), states)
            dot = output(*question, "--format", "dot")
            self.assertEqual(len(re.findall(r"^  s\d+ \[", dot, re.M)), states)
            self.assertEqual(output(*question, "--format", "svg").count('class="node"'), states)


class Everything(unittest.TestCase):
    def test_examples_in_help_texts_work(self):
        commands = re.findall(r"^  (\w+) ", output("--help").split("Subcommands:")[1], re.M)
        self.assertEqual(sorted(commands), ["generate", "get", "inspect", "list", "machine", "merge", "plan", "report", "run",
                                            "solve", "tree", "verify"])
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
        self.assertEqual(done.stderr, "nimsweep: dot failed (exit 7): 'no layout today'\n")


if __name__ == "__main__":
    unittest.main()
