"""The Python module, against the definition of the games and against the command line.

    module_test.py PROGRAM MODULE_FOLDER
"""
import doctest
import itertools
import json
import os
import pathlib
import pickle
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
MODULE = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(MODULE))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))

import numpy  # noqa: E402

import nimsweep  # noqa: E402
import definition  # noqa: E402


def last_nim(piles):
    last = max((j for j, pile in enumerate(piles) if pile > 0), default=None)
    if last is not None:
        for left in range(piles[last]):
            yield piles[:last] + (left,) + piles[last + 1:]


GAMES = {"last-nim": last_nim, "small-nim": definition.small_nim, "nim": definition.nim, "moore:2": definition.moore(2),
         "wythoff": definition.wythoff, "subtraction:1,3,4": definition.subtraction(1, 3, 4)}
MOST_PILES = {"wythoff": 2, "fibonacci": 1}
SEED = 20


def command(*words, check=True):
    done = subprocess.run([str(PROGRAM), *map(str, words)], capture_output=True, text=True)
    if check:
        assert done.returncode in (0, 1), done.stderr
    return done


def lines(*words):
    return [json.loads(line) for line in command(*words, "--json").stdout.splitlines()]


def random_matrix(rng, players):
    rows = [list(range(players)) for _ in range(players)]
    for row in rows:
        rng.shuffle(row)
    return nimsweep.Matrix(rows)


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        before = os.getcwd()
        os.chdir(folder.name)
        self.addCleanup(os.chdir, before)


class Matrices(unittest.TestCase):
    def test_are_made_in_many_ways(self):
        shifted = nimsweep.Matrix.ssam(3, 1)
        self.assertEqual(shifted.rows.tolist(), [[1, 2, 0]] * 3)
        self.assertEqual(shifted, nimsweep.Matrix("ssam:1", players=3))
        self.assertEqual(shifted, nimsweep.Matrix(shifted.rows))
        self.assertEqual(shifted, nimsweep.Matrix.formula("(j + 1) mod n", 3))
        self.assertEqual(shifted, nimsweep.Matrix.from_index(3, shifted.index))
        self.assertEqual(nimsweep.Matrix.sam(4), nimsweep.Matrix("sam", 4))
        self.assertEqual(str(nimsweep.Matrix.teams([[0, 2], [1]])), "0 2 1 / 0 1 2 / 0 1 2")
        self.assertEqual(shifted.name, "ssam:1")
        self.assertEqual(pickle.loads(pickle.dumps(shifted)), shifted)
        self.assertEqual(len({shifted, nimsweep.Matrix.ssam(3, 1), nimsweep.Matrix.sam(3)}), 2)
        self.assertNotEqual(shifted, "ssam:1")

    def test_all_of_them_come_in_order(self):
        everything = list(nimsweep.Matrix.all(3))
        self.assertEqual([matrix.index for matrix in everything], list(range(216)))
        permutations = list(itertools.permutations(range(3)))
        self.assertEqual([tuple(map(tuple, matrix.rows.tolist())) for matrix in everything],
                         list(itertools.product(permutations, repeat=3)))
        self.assertEqual(nimsweep.Matrix.all(6).count, 720 ** 6)
        self.assertEqual(nimsweep.Matrix.from_index(8, nimsweep.Matrix.all(8).count - 1).index, 40320 ** 8 - 1)

    def test_rotating_renames_the_players(self):
        matrix = nimsweep.Matrix("0 2 1 / 0 1 2 / 1 2 0")
        self.assertEqual(str(matrix.rotated()), "0 1 2 / 1 2 0 / 0 2 1")


class Positions(unittest.TestCase):
    def test_a_thousand_are_solved_as_by_the_definition_and_the_command_line(self):
        rng = random.Random(SEED)
        for number in range(1000):
            game = rng.choice(list(GAMES))
            players = rng.randint(2, 4)
            matrix = random_matrix(rng, players)
            piles = tuple(rng.randint(0, 4) for _ in range(rng.randint(1, MOST_PILES.get(game, 3))))
            first = rng.randrange(players)
            with self.subTest(game=game, matrix=str(matrix), piles=piles, first=first):
                found = nimsweep.solve(game, matrix, piles, first)
                self.assertEqual(found.winner,
                                 definition.winners(GAMES[game], matrix.rows.tolist())(piles, 0, first))
                self.assertEqual(found.value, (found.winner - first) % players)
                said = lines("solve", "--game", game, "--matrix", matrix, "--piles", ",".join(map(str, piles)),
                             "--first", first, "--moves")[0]
                self.assertEqual(said["winner"], found.winner)
                self.assertEqual([(turn["player"], tuple(turn["piles"])) for turn in said["line"]], found.line)
                self.assertEqual([(tuple(move["piles"]), move["winner"], move["value"], move["best"])
                                  for move in said["options"]],
                                 [(move.piles, move.winner, move.value, move.best)
                                  for move in nimsweep.moves(game, matrix, piles, first)])

    def test_piles_may_be_huge_and_of_any_type(self):
        self.assertEqual(nimsweep.solve("nim", "ssam:1", (2 ** 64 - 1, 5), players=3).piles, (2 ** 64 - 1, 5))
        for piles in ([1, 2, 2], (1, 2, 2), numpy.array([1, 2, 2]), numpy.array([1, 2, 2], dtype="uint8"), range(1, 4)):
            self.assertIn(nimsweep.solve("last-nim", "sam", piles, players=3).winner, (0, 1, 2))

    def test_nobody_wins_where_play_goes_on_forever(self):
        found = nimsweep.solve("northcott-two-way:6", "sam", (2,), players=2)
        said = lines("solve", "--game", "northcott-two-way:6", "--players", 2, "--piles", 2)[0]
        self.assertEqual((found.winner, found.value), (said["winner"], said["value"]))
        with self.assertRaisesRegex(nimsweep.InputError, "^nobody wins, so there is no value$"):
            int(found)

    def test_without_piles_the_first_player_is_stuck(self):
        for game in ("last-nim", "small-nim", "nim", "moore:2", "takeaway", "nimble", "zero-move"):
            with self.subTest(game=game):
                found = nimsweep.solve(game, "ssam:1", (), 1, players=3)
                self.assertEqual((found.winner, found.line, found.options), (1, [(1, ())], []))
                self.assertEqual(nimsweep.table(game, "ssam:1", (), players=3).tolist(), [0, 0, 0])

    def test_several_threads_may_ask_one_solution(self):
        for pile in range(20, 30):
            found = nimsweep.solve("nim", "0 2 1 / 0 1 2 / 0 2 1", (60, 50, pile))
            answers = []
            threads = [threading.Thread(target=lambda: answers.append((found.line, len(found.options))))
                       for _ in range(6)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(len(answers), 6)
            self.assertTrue(all(answer == (found.line, 110 + pile) for answer in answers))

    def test_passes_roles_and_grundy_values(self):
        self.assertEqual(nimsweep.solve("last-nim", "sam", (1, 2), players=3, passes=2).winner,
                         lines("solve", "--players", 3, "--piles", "1,2", "--passes", 2)[0]["winner"])
        said = lines("solve", "--players", 3, "--piles", "4,2,7", "--why")[0]["why"]
        found = nimsweep.solve("last-nim", "sam", (4, 2, 7), players=3).roles
        self.assertEqual([(entry["pile"] - 1, entry["winners"], entry["matters"]) for entry in said],
                         [(role.pile, role.winners, role.matters) for role in found])
        self.assertEqual(nimsweep.grundy("zero-move", (6, 4, 8)), 1)

    def test_the_tree_is_that_of_the_command_line(self):
        said = lines("tree", "--players", 3, "--piles", "1,2")[0]
        tree = nimsweep.tree("last-nim", "sam", (1, 2), players=3)
        self.assertEqual([{**node, "piles": list(node["piles"])} for node in tree.nodes], said["nodes"])
        self.assertEqual((len(tree), tree.plays, tree.winner),
                         (said["node_count"], said["play_count"], said["winner"]))
        self.assertIn("digraph", tree.to_dot())
        self.assertTrue(tree._repr_svg_().startswith("<svg"))
        self.assertRegex(tree._repr_html_(),
                         '^<img alt="&lt;6 nodes, 2 plays&gt;" src="data:image/svg.xml;base64,[A-Za-z0-9+/=]+">$')
        self.assertTrue(tree.to_svg().startswith("<?xml"))

    def test_wrong_arguments_get_one_clear_line(self):
        for call, message in {
            lambda: nimsweep.solve("chess", "sam", (1,), players=3): r"^game: .*chess",
            lambda: nimsweep.solve("nim", "sam", (1,)): r"^matrix: .*players",
            lambda: nimsweep.solve("nim", "sam", (1, -2), players=3): r"^piles: pile 2 is -2; expected",
            lambda: nimsweep.solve("nim", "sam", (1, 2.5), players=3): r"^piles: pile 2 is 2.5; expected",
            lambda: nimsweep.solve("nim", "sam", (1, 2 ** 64), players=3): r"^piles: pile 2 is 1844.*; expected",
            lambda: nimsweep.solve("nim", "sam", "1,2", players=3): r"^piles: '1,2'; expected a sequence",
            lambda: nimsweep.solve("nim", "sam", 5, players=3): r"^piles: 5; expected a sequence",
            lambda: nimsweep.solve("nim", "sam", (1,), 3, players=3): r"^first: 3; expected a seat, 0 to 2",
            lambda: nimsweep.solve("nim", "sam", (1,), players=3, passes=256): r"^passes: 256; expected 0 to 255",
            lambda: nimsweep.solve("nim", [[0, 1], [0, 0]], (1,)): r"^matrix: row 2",
            lambda: nimsweep.solve("nim", 7, (1,)): r"^matrix: 7; expected a Matrix",
            lambda: nimsweep.solve("nim", nimsweep.Matrix.sam(3), (1,), players=2): r"^players: 2, but the matrix has 3",
            lambda: nimsweep.table("nim", "sam", (10 ** 6, 10 ** 6), players=3): r"bytes; expected fewer or smaller",
            lambda: nimsweep.table("last-nim", "sam", (10 ** 18, 10 ** 18), players=3): r"bytes; expected fewer",
            lambda: nimsweep.machine("sam", players=3, game="nim"): r"^game: nim; expected last-nim or small-nim",
            lambda: nimsweep.digit_machine("nim", "sam", 9, players=3): r"^piles: 9; expected 1 to 8",
            lambda: nimsweep.machine("sam", players=3)([[1, -1]]): r"^piles: a negative number",
            lambda: nimsweep.machine("sam", players=3)([[1.5, 1]]): r"^piles: ",
            lambda: nimsweep.machine("sam", players=3)(7): r"^piles: expected a sequence",
            lambda: nimsweep.digit_machine("nim", "sam", 2, players=2)((1, 2, 3)): r"^piles: 3 of them; expected 2",
            lambda: nimsweep.Matrix.from_index(3, -1): r"^index: -1; expected",
        }.items():
            with self.subTest(message), self.assertRaisesRegex(nimsweep.InputError, message):
                call()
        self.assertTrue(issubclass(nimsweep.InputError, ValueError))
        self.assertTrue(issubclass(nimsweep.FileError, OSError))


class Tables(Folder):
    def test_fifty_arrays_are_what_the_command_line_writes(self):
        import h5py
        rng = random.Random(SEED)
        for number in range(50):
            game = rng.choice([*GAMES, "circular:2", "zero-move", "nimble", "fibonacci"])
            players = rng.randint(2, 4)
            matrix = random_matrix(rng, players)
            most = [rng.randint(1, 5) for _ in range(rng.randint(1, MOST_PILES.get(game, 3)))]
            passes = rng.choice([0, 0, 1]) if game in ("last-nim", "nim", "wythoff") else 0
            with self.subTest(game=game, matrix=str(matrix), max=most, passes=passes):
                job = {"nimsweep": 1, "game": game, "players": players, "matrices": [{"rows": matrix.rows.tolist()}],
                       "piles": {"max": most}, "passes": passes, "tables": {"file": f"t{number}.h5"}}
                pathlib.Path("job.yaml").write_text(json.dumps(job))
                self.assertEqual(command("run", "job.yaml", "--quiet").returncode, 0)
                with h5py.File(f"t{number}.h5") as file:
                    expected = file[f"n{players}_N{len(most)}/value"][0]
                found = nimsweep.table(game, matrix, most, passes=passes)
                numpy.testing.assert_array_equal(found, expected)
                stored = nimsweep.Table(f"t{number}.h5")[f"n{players}_N{len(most)}"]
                numpy.testing.assert_array_equal(stored[0], expected)

    def test_an_array_has_no_copy_behind_it(self):
        values = nimsweep.table("nim", "ssam:1", (30, 30), players=3)
        self.assertFalse(values.flags.owndata)
        self.assertEqual(values.shape, (3, 31, 31))
        first = values[0]
        del values
        self.assertEqual(first[3, 5], nimsweep.solve("nim", "ssam:1", (3, 5), players=3).value)

    def make_table(self):
        job = {"players": [2, 3], "matrices": ["all"], "piles": {"count": "1..3", "max": 4},
               "tables": {"file": "t.h5"}, "title": "small"}
        return nimsweep.run(job, progress=False)

    def test_files_are_read_by_slices(self):
        import h5py
        done = self.make_table()
        self.assertEqual([record.file for record in done.tables], ["t.h5"])
        table = nimsweep.Table("t.h5")
        self.assertEqual(table.signature, done.tables[0].signature)
        self.assertEqual((table.title, table.game, table.passes, len(table)), ("small", "last-nim", 0, 6))
        self.assertEqual(table.cases, list(table))
        case = table["n3_N2"]
        self.assertEqual((case.shape, case.labels, case.ndim), ((216, 3, 5, 5), ["matrix", "first", "x1", "x2"], 4))
        with h5py.File("t.h5") as file:
            whole = file["n3_N2/value"][()]
            numpy.testing.assert_array_equal(case.matrices, file["n3_N2/matrices"][()])
        rng = random.Random(SEED)

        def index(extent):
            kind = rng.randrange(4)
            if kind == 0:
                return rng.randrange(-extent, extent)
            if kind == 1:
                return slice(None)
            ends = [rng.choice([None, rng.randint(-extent - 2, extent + 2)]) for _ in range(2)]
            return slice(*ends, rng.choice([None, 1, 2, -1, -3]))

        for _ in range(300):
            place = [index(extent) for extent in case.shape[:rng.randint(0, 4)]]
            if rng.random() < 0.3:
                place.insert(rng.randint(0, len(place)), ...)
            place = tuple(place)
            if place.count(...) and len(place) > 1 and place[-1] is not ...:
                tail = len(place) - 1 - place.index(...)
                place = place[:-tail] + tuple(index(extent) for extent in case.shape[-tail:])
            with self.subTest(place=place):
                numpy.testing.assert_array_equal(case[place], whole[place])
        numpy.testing.assert_array_equal(numpy.asarray(case), whole)
        self.assertEqual(case.find("ssam:1"), nimsweep.Matrix.ssam(3, 1).index)
        self.assertEqual(case.matrix(-1).index, 215)
        self.assertIsInstance(case[0, 0, 1, 2].item(), int)
        self.assertIn("<svg", case._repr_svg_())
        self.assertIn("<svg", case.to_svg((5, 1, slice(None), slice(1, 4))))
        self.assertEqual(case.to_csv((5, slice(0, 2), slice(1, 3), 4)),
                         command("get", "t.h5", "--case", "n3_N2", "--at", "5,0..1,1..2,4", "--csv").stdout)
        for wrong in ((216,), (0, 0, 0, 0, 0)):
            with self.assertRaises(IndexError):
                case[wrong]
        for wrong in (None, "a", 1.5, True, [0, 1], numpy.array([0, 1])):
            with self.subTest(wrong=wrong), self.assertRaisesRegex(IndexError, "^axis 0: .*; expected a number, a slice"):
                case[wrong]
        with self.assertRaisesRegex(IndexError, r"^axis 0: 1180591620717411303424; expected within 0\.\.215"):
            case[2 ** 70]
        with self.assertRaises(KeyError):
            table["n9_N9"]
        for empty in ((slice(0, 0),), (0, slice(0, 0)), (0, 0, slice(2, 2))):
            self.assertEqual(case.to_csv(empty), "matrix,first,x1,x2,value\n")
            with self.assertRaisesRegex(nimsweep.InputError, "^no values; expected at least one"):
                case.to_svg(empty)
        for export in (case.to_svg, case.to_csv):
            with self.assertRaisesRegex(nimsweep.InputError, "^index: a slice with a step; expected slices without"):
                export((0, 0, slice(None, None, 2), 0))
        for progress in (None, False, lambda what, done, total: None):
            nimsweep.check(pathlib.Path("t.h5"), progress=progress)
        self.assertEqual(nimsweep.Table(pathlib.Path("t.h5")).path, "t.h5")

    def test_damage_is_an_exception_with_the_name_of_the_chunk(self):
        self.make_table()
        content = bytearray(pathlib.Path("t.h5").read_bytes())
        found = 0
        for place in range(2000, len(content), len(content) // 60):
            damaged = bytearray(content)
            damaged[place] ^= 4
            pathlib.Path("d.h5").write_bytes(damaged)
            with self.assertRaises((nimsweep.DamageError, nimsweep.InputError)):
                nimsweep.check("d.h5")
            try:
                table = nimsweep.Table("d.h5")
                same = all(numpy.array_equal(table[name][...], nimsweep.Table("t.h5")[name][...]) for name in table)
                self.assertTrue(same, place)
            except (nimsweep.DamageError, nimsweep.InputError):
                found += 1
        self.assertGreater(found, 0)
        with self.assertRaises(nimsweep.FileError):
            nimsweep.Table("missing.h5")
        pathlib.Path("text.h5").write_text("no table")
        with self.assertRaises(nimsweep.InputError):
            nimsweep.Table("text.h5")


class Machines(unittest.TestCase):
    def test_are_those_of_the_command_line(self):
        for game in ("last-nim", "small-nim"):
            for passes in (0, 1):
                said = lines("machine", "--game", game, "--players", 3, "--matrix", "0 2 1 / 0 1 2 / 0 2 1", "--passes",
                             passes)[0]
                found = nimsweep.machine("0 2 1 / 0 1 2 / 0 2 1", game=game, passes=passes)
                self.assertEqual((found.letters, found.minimal_states), (said["letters"], said["minimal_states"]))
                self.assertEqual(found.winners.tolist(), [state["winners"] for state in said["states"]])
                self.assertEqual([[target for target in row if target >= 0] for row in found.next.tolist()],
                                 [state["next"] for state in said["states"]])
                self.assertTrue(found._repr_svg_().startswith("<svg"))
                self.assertTrue(found.to_svg(first=1).startswith("<?xml"))
                self.assertIn("digraph", found.to_dot(first=1))

    def test_without_graphviz_notebooks_show_the_text(self):
        found = nimsweep.machine("ssam:1", players=3)
        before = os.environ["PATH"]
        self.addCleanup(os.environ.__setitem__, "PATH", before)
        os.environ["PATH"] = "/nowhere"
        self.assertIsNone(found._repr_svg_())
        self.assertIsNone(found._repr_html_())
        with self.assertRaisesRegex(nimsweep.FileError, "install the package graphviz"):
            found.to_svg()

    def test_automata_are_those_of_the_command_line(self):
        for game, passes in (("nim", 0), ("nim", 1), ("wythoff", 0), ("zero-move", 0)):
            said = lines("machine", "--game", game, "--players", 3, "--matrix", "ssam:1", "--pile-count", 2, "--passes",
                         passes)[0]
            found = nimsweep.digit_machine(game, "ssam:1", 2, players=3, passes=passes)
            self.assertEqual(found.winners.tolist(), [state["winners"] for state in said["states"]])
            self.assertEqual(found.next.tolist(), [state["next"] for state in said["states"]])
            self.assertEqual(found.combinations, said["combinations"])
            self.assertTrue(found._repr_svg_().startswith("<svg"))
            self.assertTrue(found.to_svg().startswith("<?xml"))
        self.assertEqual(nimsweep.digit_machine("subtraction:1,3,4", "ssam:1", 1, players=3).period[1], 9)
        self.assertIsNone(found.period)

    def test_exports_are_those_of_the_command_line(self):
        of_sizes = nimsweep.machine("0 2 1 / 0 1 2 / 0 2 1")
        of_digits = nimsweep.digit_machine("nim", "ssam:1", 2, players=3)
        for machine, words in ((of_sizes, ["--matrix", "0 2 1 / 0 1 2 / 0 2 1"]),
                               (of_digits, ["--game", "nim", "--players", 3, "--matrix", "ssam:1", "--pile-count", 2])):
            for form, export in (("dot", machine.to_dot), ("hoa", machine.to_hoa), ("tikz", machine.to_tikz),
                                 ("walnut", machine.to_walnut)):
                if form != "walnut":
                    self.assertEqual(export(), command("machine", *words, "--format", form).stdout)
                said = command("machine", *words, "--format", form, "--first", 1).stdout
                self.assertEqual(export(1), said)
            with self.assertRaisesRegex(nimsweep.InputError, "^first: 3; expected a seat, 0 to 2"):
                machine.to_hoa(3)

    def test_calls_take_single_positions_and_arrays(self):
        rng = numpy.random.default_rng(SEED)
        machines = [nimsweep.machine("0 2 1 / 0 1 2 / 0 2 1"),
                    nimsweep.machine("0 2 1 / 0 1 2 / 0 2 1", game="small-nim"),
                    nimsweep.machine("0 2 1 / 0 1 2 / 0 2 1", passes=1),
                    nimsweep.digit_machine("nim", "ssam:1", 3, players=3),
                    nimsweep.digit_machine("nim", "ssam:1", 3, players=2),
                    nimsweep.digit_machine("moore:2", "0 2 1 / 0 1 2 / 0 2 1", 3)]
        for machine in machines:
            piles = rng.integers(0, 7, size=(4, 5, 3))
            players = machine.matrix.players
            winners = machine(piles)
            self.assertEqual(winners.shape, (4, 5, players))
            for place in numpy.ndindex(4, 5):
                for first in range(players):
                    solved = nimsweep.solve(machine.game, machine.matrix, piles[place], first, passes=machine.passes)
                    self.assertEqual(winners[place][first], solved.winner)
                    self.assertEqual(machine(piles, first)[place], solved.winner)
                    self.assertEqual(machine.value(piles[place], first), solved.value)
                    self.assertEqual(machine(piles[place].tolist(), first=first), solved.winner)
            numpy.testing.assert_array_equal(machine(piles.astype("uint8")[:, ::2]), winners[:, ::2])
            self.assertEqual(machine(numpy.zeros((0, 3), dtype=int)).shape, (0, players))

    def test_piles_up_to_the_largest_number_are_read_exactly(self):
        nim = nimsweep.digit_machine("nim", "ssam:1", 2, players=2)
        self.assertEqual(nim([2 ** 64 - 1, 2 ** 64 - 1], 0), 0)
        self.assertEqual(nim([2 ** 64 - 1, 2 ** 64 - 2], 0), 1)
        self.assertEqual(nim([[2 ** 64 - 1, 1], [2 ** 63, 2 ** 63]], 0).tolist(), [1, 0])

    def test_a_game_without_an_automaton_says_so(self):
        with self.assertRaisesRegex(nimsweep.Error, "blocks of side 4|within the limits|no automat"):
            nimsweep.digit_machine("nim", "2 1 0 / 2 1 0 / 2 1 0", 3)


class Claims(Folder):
    def compare(self, found, said):
        self.assertEqual([record.to_dict() for record in found], said)

    def test_verdicts_are_those_of_the_command_line(self):
        self.compare(nimsweep.verify("shifted-3.4", "3..4"), lines("verify", "--claim", "shifted-3.4", "--players", "3..4"))
        self.compare(nimsweep.verify("shifted-3.4", "3..4", matrix="sam"),
                     lines("verify", "--claim", "shifted-3.4", "--players", "3..4", "--matrix", "sam"))
        own = {"given": "N < n", "value": "N"}
        self.compare(nimsweep.verify(own, range(3, 7), matrix="ssam:1"),
                     lines("verify", "--matrix", "ssam:1", "--given", "N < n", "--value", "N", "--players", "3..6"))
        self.compare(nimsweep.verify("shifted-all", "2..4", "all"),
                     lines("verify", "--claim", "shifted-all", "--players", "2..4", "--piles", "all"))
        self.compare(nimsweep.verify("podium-nim", [3], [2], game="nim"),
                     lines("verify", "--claim", "podium-nim", "--players", "3", "--piles", "2"))

    def test_a_claim_may_say_its_players_piles_and_sizes(self):
        own = {"value": "N", "matrix": nimsweep.Matrix.ssam(3, 1), "players": 3, "piles": [1, 2], "max": 4}
        found = nimsweep.verify(own)
        self.assertEqual([(v.players, v.piles, v.scope) for v in found], [(3, 1, "piles <= 4"), (3, 2, "piles <= 4")])
        found = nimsweep.verify({**own, "matrix": "ssam:1"}, numpy.array([4, 5]), 1, max="all")
        self.assertEqual([(v.players, v.piles, v.scope) for v in found],
                         [(4, 1, "all pile sizes"), (5, 1, "all pile sizes")])
        self.assertEqual(len(nimsweep.verify("shifted-3.3", numpy.array([3]))), 2)

    def test_names_may_have_any_characters(self):
        name = "\U0001f600 é \u2028 \" : # \\"
        job = {"title": name, "players": 3, "piles": {"count": 1, "max": 2}, "tables": {"file": "\U0001f600.h5"}}
        self.assertEqual(nimsweep.run(job).tables[0].file, "\U0001f600.h5")
        self.assertEqual(nimsweep.Table("\U0001f600.h5").title, name)

    def test_claims_are_checked_against_tables(self):
        job = {"players": "3..4", "matrices": ["sam", {"ssam": 1}], "piles": {"count": "2..4", "max": 3},
               "tables": {"file": "t.h5"}}
        nimsweep.run(job)
        for claim in ("shifted-3.4", "standard-3a"):
            said = lines("verify", "--table", "t.h5", "--claim", claim)
            self.assertGreater(len(said), 0)
            self.compare(nimsweep.verify_table("t.h5", claim), said)
        own = {"value": "0", "matrix": "any"}
        self.assertFalse(all(nimsweep.verify_table("t.h5", own)))

    def test_a_verdict_is_true_if_the_claim_holds(self):
        right, = nimsweep.verify("shifted-3.3", 3, 2)
        self.assertTrue(right)
        self.assertIsInstance(right.checked, int)
        wrong, = nimsweep.verify("shifted-3.4", 3, 3, matrix=nimsweep.Matrix.sam(3))
        self.assertEqual(nimsweep.verify("shifted-3.4", 3, 3, matrix=[[0, 1, 2]] * 3), [wrong])
        self.assertFalse(wrong)
        self.assertEqual(wrong.counterexamples[0].piles, [1, 1, 2])
        with self.assertRaisesRegex(AttributeError, "verdict has no hits; it has type, claim"):
            wrong.hits

    def test_a_wrong_claim_or_job_is_told_with_its_place_in_a_file(self):
        job = {"players": 77, "piles": {"count": 2}, "verify": ["shifted-3.3"]}
        for call, message in {
            lambda: nimsweep.verify("no-such-claim", 3): "^verify: unknown claim 'no-such-claim'; ",
            lambda: nimsweep.run({"players": 3, "piles": 2}): "^piles: expected a map",
            lambda: nimsweep.run({**job, "players": 3, "matrices": 3}): "^matrices: '3'; expected",
            lambda: nimsweep.run(job): "^players: '77'; expected",
            lambda: nimsweep.plan(job): "^players: '77'; expected",
            lambda: nimsweep.status(job): "^players: '77'; expected",
        }.items():
            with self.assertRaisesRegex(nimsweep.JobError, message):
                call()
        pathlib.Path("job.yaml").write_text(json.dumps({"nimsweep": 1, **job}))
        with self.assertRaisesRegex(nimsweep.JobError, r"^job\.yaml:1:\d+: players: '77'; expected"):
            nimsweep.run("job.yaml")
        with self.assertRaises(nimsweep.InputError):
            nimsweep.verify("shifted-3.4", "three")
        with self.assertRaises(nimsweep.FileError):
            nimsweep.run("missing.yaml")

    def test_hunts_count_what_a_loop_over_all_matrices_counts(self):
        found, = nimsweep.hunt(3, "equal_rows and states < 7")
        counted = sum(1 for matrix in nimsweep.Matrix.all(3)
                      if len({tuple(row) for row in matrix.rows.tolist()}) == 1 and nimsweep.machine(matrix).states < 7)
        self.assertEqual((found.hits, found.total), (counted, 216))
        states = {}
        for matrix in nimsweep.Matrix.all(3):
            size = nimsweep.machine(matrix).states
            states[size] = states.get(size, 0) + 1
        self.assertEqual(found.histograms["states"], states)

    def test_hunts_take_matrices_as_jobs_do_and_as_objects(self):
        sam, shifted = nimsweep.Matrix.sam(3), nimsweep.Matrix.ssam(3, 1)
        for matrices, total in (("all", 216), (["all"], 216), ({"ssam": "all"}, 3), (sam, 1), ([sam, shifted], 2)):
            with self.subTest(matrices=matrices):
                self.assertEqual(nimsweep.hunt(3, "equal_rows", matrices=matrices)[0].total, total)
        two_piles, = nimsweep.hunt(3, behaviours=True, game="nim", piles=2)
        automata = {(machine.winners.tobytes(), machine.next.tobytes())
                    for machine in (nimsweep.digit_machine("nim", matrix, 2) for matrix in nimsweep.Matrix.all(3))}
        self.assertEqual(two_piles.behaviours, len(automata))

    def test_mined_forms_hold_for_more_players(self):
        forms = nimsweep.mine({"ssam": 1}, "2..4", "1..3")
        self.assertGreater(len(forms), 0)
        for form in forms:
            for verdict in nimsweep.verify(form.claim.to_dict(), 6):
                self.assertTrue(verdict, verdict)

    def test_jobs_give_the_records_of_the_command_line(self):
        job = {"title": "all kinds", "players": 3, "matrices": ["sam", {"ssam": 1}], "piles": {"count": "1..3", "max": 3},
               "tables": {"file": "t.h5"}, "verify": ["shifted-3.4"], "results": {"file": "h.h5"},
               "hunt": [{"name": "few", "where": "states < 9"}],
               "sequence": [{"file": "s.txt", "hunt": "few", "count": "states"}],
               "values": [{"id": "one", "players": 3, "piles": [1, 2, 2], "value": 0}],
               "mine": [{"name": "m", "family": "sam", "players": "2..3", "piles": "1..2"}],
               "report": {"file": "page.html"}}
        plan = nimsweep.plan(job)
        self.assertEqual(plan[-1].type, "plan")
        self.assertEqual([entry.complete for entry in nimsweep.status(job)], [False] * 3)
        seen = []
        done = nimsweep.run(job, progress=lambda *now: seen.append(now))
        self.assertFalse(done.holds)  # the published value is wrong
        self.assertRegex(repr(done), r"^<run: 1 table, 1 hunt, 1 sequence, \d+ mined, .*, 1 row, 1 page; not all hold>$")
        self.assertEqual([entry.complete for entry in nimsweep.status(job)], [True] * 3)
        pathlib.Path("job.yaml").write_text(json.dumps({"nimsweep": 1, **job}, sort_keys=True))  # the same text
        said = lines("run", "job.yaml")
        volatile = {"was_there", "seconds", "peak_memory_bytes", "bytes"}

        def steady(members):
            return {key: value for key, value in members.items() if key not in volatile}

        self.assertEqual([steady(record.to_dict()) for record in done.records], [steady(members) for members in said])
        self.assertEqual((len(done.rows), len(done.sequences)), (1, 1))
        self.assertIn("<table>", done._repr_html_())
        self.assertEqual(nimsweep.hunts("h.h5")[0].hits, done.hunts[0].hits)
        self.assertIn("<html", pathlib.Path("page.html").read_text())
        self.assertEqual(nimsweep.report("t.h5", "other.html").sources, 1)

    def test_options_that_cannot_be_are_refused(self):
        job = {"players": 3, "piles": {"count": 2, "max": 3}, "tables": {"file": "t.h5"}}
        for options, message in (({"threads": -1}, "^-1 threads; expected"),
                                 ({"checkpoint": -1}, "^a checkpoint after -1 seconds; expected"),
                                 ({"checkpoint": float("nan")}, "seconds; expected 0 or more"),
                                 ({"part": (1, 0)}, "^part 1; expected 1 to 0"), ({"part": (3, 2)}, "^part 3; expected")):
            with self.subTest(message), self.assertRaisesRegex(nimsweep.InputError, message):
                nimsweep.run(job, **options)

    def test_parts_are_merged(self):
        job = {"players": 3, "matrices": ["all"], "piles": {"count": 2, "max": 3}, "tables": {"file": "t.h5"},
               "results": {"file": "h.h5"}, "hunt": [{"name": "few", "where": "states < 9"}]}
        nimsweep.run(job, part=(1, 2))
        with self.assertRaisesRegex(nimsweep.DamageError, "t.h5: missing work units"):
            nimsweep.merge(job)
        nimsweep.run(job, part=(2, 2))
        merged = nimsweep.merge(job)
        self.assertEqual([(record.type, record.file) for record in merged], [("merged", "t.h5"), ("merged", "h.h5")])
        whole = nimsweep.run({**job, "tables": {"file": "w.h5"}, "results": {"file": "wh.h5"}})
        self.assertEqual(merged[0].signature, whole.tables[0].signature)
        nimsweep.check("t.h5")

    def test_proofs_are_written_as_by_the_command_line(self):
        nimsweep.verify("shifted-3.4", 3, certificate="python.json")
        command("verify", "--claim", "shifted-3.4", "--players", 3, "--certificate", "cli.json")
        self.assertEqual(pathlib.Path("python.json").read_text(), pathlib.Path("cli.json").read_text())
        nimsweep.verify("shifted-3.4", 3, latex=pathlib.Path("python.tex"))
        command("verify", "--claim", "shifted-3.4", "--players", 3, "--latex", "cli.tex")
        self.assertEqual(pathlib.Path("python.tex").read_text(), pathlib.Path("cli.tex").read_text())

    def test_records_become_data_frames(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("pandas is not installed")
        frame = nimsweep.verify("shifted-3.4", "3..4").to_frame()
        self.assertEqual(frame["holds"].tolist(), [True] * 5)
        self.assertIn("name", nimsweep.games().to_frame().columns)
        self.assertEqual(len(nimsweep.hunt(3, "equal_rows and states < 5")[0].kept.to_frame()), 6)

    def test_notebooks_show_tables_that_people_can_read(self):
        wrong = nimsweep.verify("shifted-3.4", 3, 3, matrix="sam")
        shown = wrong._repr_html_()
        self.assertIn(">piles 1, 1, 2, P_0 first: expected 1, found 0</td>", shown)
        self.assertNotIn("disagreements", shown)
        self.assertIn("<th>disagreements</th>", wrong[0]._repr_html_())
        self.assertIn("n = 2, piles", nimsweep.verify({"value": "0", "matrix": "ssam:1"}, "all")._repr_html_())
        self.assertIn(": expected not 1, found 1</td>", nimsweep.verify({"not": "1"}, 3, 1, matrix="sam")._repr_html_())
        hunted = nimsweep.hunt(3, "equal_rows and states < 5")
        self.assertNotIn("kept", hunted._repr_html_())
        self.assertIn(">0 1 2 / 0 1 2 / 0 1 2</td>", hunted[0]._repr_html_())
        self.assertIn(">statement</th>", nimsweep.claims()._repr_html_())
        self.assertIn(">N &lt;= n - 1: N</td>", nimsweep.mine({"ssam": 1}, "2..4", "1..3")._repr_html_())
        self.assertNotIn("<td", nimsweep.Records()._repr_html_())

    def test_lists_are_those_of_the_command_line(self):
        said = lines("list")
        for kind, found in (("game", nimsweep.games()), ("family", nimsweep.families()), ("claim", nimsweep.claims()),
                            ("property", nimsweep.properties())):
            self.compare(found, [members for members in said if members["type"] == kind])


LONG_HUNT = """
import sys
sys.path.insert(0, {module!r})
import nimsweep
def tell(what, done, total):
    print(done, flush=True)
try:
    nimsweep.hunt(5, behaviours=True, up_to_piles=3, keep=0, file="h.h5", progress=tell, checkpoint=0.1)
    print("complete", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


class LongWork(Folder):
    def test_ctrl_c_in_a_long_hunt_keeps_its_work(self):
        script = LONG_HUNT.format(module=str(MODULE))
        work = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
        for line in work.stdout:
            if line.strip().isdigit() and int(line) > 0 and list(self.folder.glob("h.h5.parts/saved-*")):
                break
        work.send_signal(signal.SIGINT)
        ended = work.communicate()[0].splitlines()
        self.assertEqual(work.returncode, 0)
        self.assertEqual(ended[-1], "interrupted")
        self.assertTrue(list(self.folder.glob("h.h5.parts/saved-*")))
        job = {"players": 5, "matrices": ["all"], "results": {"file": "h.h5"},
               "hunt": [{"name": "hunt", "behaviours": True, "keep": 0, "piles": 3}]}
        self.assertGreater(nimsweep.status(job)[0].done, 0)

    def test_other_threads_go_on_meanwhile(self):
        ticks = []
        done = threading.Event()

        def tick():
            while not done.is_set():
                ticks.append(time.monotonic())
                time.sleep(0.005)

        thread = threading.Thread(target=tick)
        thread.start()
        nimsweep.hunt(4, behaviours=True, threads=1)
        done.set()
        thread.join()
        self.assertGreater(len(ticks), 3)

    def test_an_exception_in_the_progress_function_stops_the_work(self):
        def fail(what, done, total):
            raise RuntimeError("enough")

        with self.assertRaisesRegex(RuntimeError, "enough"):
            nimsweep.hunt(5, behaviours=True, up_to_piles=3, keep=0, progress=fail)

    def test_results_come_from_several_threads_at_once(self):
        found = []
        threads = [threading.Thread(target=lambda: found.append(nimsweep.hunt(3, behaviours=True)[0].behaviours))
                   for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [216] * 4)


class Documentation(Folder):
    def test_examples_in_docstrings_are_right(self):
        tried = 0
        names = {name: getattr(nimsweep, name) for name in nimsweep.__all__}
        objects = {"nimsweep": nimsweep, **names}
        runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
        for name, item in objects.items():
            text = item.__doc__ or ""
            if ">>>" not in text:
                continue
            test = doctest.DocTestParser().get_doctest(text, {**names, "nimsweep": nimsweep}, name, None, 0)
            report = []
            runner.run(test, out=report.append)
            self.assertEqual("".join(report), "")
            tried += len(test.examples)
        self.assertGreater(tried, 15)

    def test_everything_public_has_a_docstring(self):
        for name in nimsweep.__all__:
            self.assertTrue((getattr(nimsweep, name).__doc__ or "").strip(), name)


if __name__ == "__main__":
    unittest.main()
