"""Real mining: the output of jobs/mine-*.yaml goes under `verify:` unchanged, and is proved there."""
import functools
import itertools
import json
import operator
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(__file__))
from definition import moore, nim, small_nim, subtraction, winner, winners, wythoff

PROGRAM = os.path.abspath(sys.argv.pop(1))
ROOT = pathlib.Path(__file__).resolve().parents[2]


def parts(text):
    """What is printed for each entry of `mine:`: keys of a job, claims in YAML."""
    for part in re.split(r"^# (?=.*: \d+ claims? mined from )", text, flags=re.M)[1:]:
        keys = "".join(line[4:] + "\n" for line in part.splitlines()
                       if re.match(r"#   (game|players|matrices|piles|passes): ", line))
        yield keys, "".join(line + "\n" for line in part.splitlines()[1:])


def read_claims(text):
    """The claims in the output; its strings are JSON strings."""
    claims = []
    for line in text.splitlines():
        if line.startswith("- name: "):
            claims.append({"name": json.loads(line[8:])})
        elif found := re.fullmatch(r"  (matrix|given|max|start|piles): (.*)", line):
            value = found.group(2)
            claims[-1][found.group(1)] = json.loads(value) if value.startswith('"') else value
        elif line in ("  cases:", "  each:"):
            entries = claims[-1][line.strip(" :")] = []
        elif line.startswith("    - "):
            entries.append(json.loads(re.sub(r"(when|value|not|winner): ", r'"\1": ', line[6:])))
        else:
            assert re.match(" *#", line), line
    return claims


class Mine(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def nimsweep(self, *arguments, code=0):
        done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, cwd=self.folder)
        self.assertEqual(done.returncode, code, done.stderr)
        self.stderr = done.stderr
        return done.stdout

    def objects(self, *arguments):
        return [json.loads(line) for line in self.nimsweep(*arguments, "--json").splitlines()]

    def job(self, text):
        path = self.folder / "job.yaml"
        path.write_text("nimsweep: 1\n" + text)
        return str(path)

    def verify(self, keys, claims):
        """Verdicts on printed claims, pasted into a job."""
        return self.objects("run", self.job(keys + "verify:\n" + claims))


class Jobs(Mine):
    def check(self, name, entries, fewest=4):
        path = str(ROOT / "jobs" / name)
        text = self.nimsweep("run", path)
        self.assertRegex(self.stderr, r"\A(mining +[\d.]+%.*\n)*\Z")  # progress, if the machine is slow
        self.assertEqual(self.nimsweep("run", path), text)
        objects = self.objects("run", path)
        mined = [o for o in objects if o["type"] == "mined"]
        sums = [o for o in objects if o["type"] == "mining"]
        found = list(parts(text))
        self.assertEqual(len(found), entries)
        self.assertEqual(len(sums), entries)
        for (keys, claims), total in zip(found, sums):
            with self.subTest(name=total["name"]):
                of_total = [o for o in mined if o["name"] == total["name"]]
                game = "small-nim" if "small" in name else "last-nim"
                self.assertEqual({o["game"] for o in [*of_total, total]}, {game})
                self.assertEqual({o["for_all_players"] for o in of_total}, {"shifted" in name})
                self.assertEqual(read_claims(claims), [o["claim"] for o in of_total])
                self.assertEqual(len(of_total), total["claims"])
                self.assertGreaterEqual(len(of_total), fewest)
                verdicts = self.verify(keys, claims)
                self.assertTrue(all(v["holds"] and v["scope"] == "all pile sizes" for v in verdicts))
                recurrences = [o for o in of_total if "each" in o["claim"]]
                self.assertEqual(len(recurrences), total["recurrences"])
                for o in recurrences:
                    about = [v for v in verdicts if v["claim"] == o["claim"]["name"]]
                    self.assertEqual({v["piles"] for v in about}, {"all"})
                    self.assertEqual(len(about), int(o["proved"]))
                    self.assertEqual(o["piles"], "all")
                recurrent = {(v["players"], v["matrix"]) for v in verdicts if v["piles"] == "all"}
                of_total = [o for o in of_total if "each" not in o["claim"]]
                verdicts = [v for v in verdicts if v["piles"] != "all"]
                for o in of_total:
                    about = [v for v in verdicts if v["claim"] == o["claim"]["name"]]
                    self.assertEqual(len(about), int(o["proved"]))
                    self.assertEqual(int(o["proved"]), int(o["fitted"]) + int(o["checked"]))
                    self.assertEqual(sorted({v["players"] for v in about}), o["players"])
                    self.assertEqual(sorted({v["piles"] for v in about}), o["piles"])
                # Every case has a list of cases, a recurrence, or a reason.
                covered = {(v["players"], v["matrix"], v["piles"]) for v in verdicts}
                if recurrent:
                    self.assertEqual(total["covered"], total["cases"])
                    self.assertNotIn("no_recurrence", total)
                else:
                    self.assertEqual(len(covered), int(total["covered"]))
                    self.assertNotEqual(total["no_recurrence"], "")
                left = sum(len(group["piles"]) for group in total["uncovered"])
                self.assertEqual(int(total["covered"]) + left, int(total["cases"]))
        return found

    def test_shifted(self):
        found = self.check("mine-shifted.yaml", 3)
        steps = {"sam": "n - 2", "ssam:1": "n - 1", "ssam": "(r - 2) mod n"}
        for _, claims in found:
            recurrence = read_claims(claims)[0]
            self.assertEqual(recurrence["each"],
                             [{"when": f"x > 1 and v == {steps[recurrence['matrix']]}", "value": "v + 2"}, {"value": "v + 1"}])
        # The cases of the papers' claims are covered, with the same values: both are proved.
        for (keys, claims), matrix in ((found[0], "sam"), (found[1], "ssam:1"), (found[2], None)):
            covered = {(v["matrix"], v["players"], v["piles"]) for v in self.verify(keys, claims) if v["piles"] != "all"}
            for verdict in self.objects("verify", "--players", "3..8", "--piles", "1..15"):
                if matrix is None or verdict["matrix"] == matrix:
                    if verdict["claim"] == "shifted-all" or verdict["claim"] == "standard-6-3" and matrix is None:
                        continue  # needs more piles to be learned from
                    self.assertIn((verdict["matrix"], verdict["players"], verdict["piles"]), covered)

    def test_passes(self):
        found = self.check("mine-passes.yaml", 3)
        # Compared with the definition where positions are few: a case list says what the first player gets.
        claims = read_claims(found[1][1])
        n, r = 3, 1
        rows = [[(j + r) % n for j in range(n)]] * n
        for N in range(1, 5):
            claim, = [c for c in claims
                      if eval(c.get("given", "True"), {"n": n, "N": N, "d": N - n, "r": r})]
            for position in itertools.product(range(1, 4), repeat=N):
                names = {"n": n, "N": N, "d": N - n, "r": r, "x": (None, *position)}
                value = next(eval(c["value"], names) for c in claim["cases"]
                             if eval(c.get("when", "True"), names))
                for first in range(n):
                    self.assertEqual((winner(rows, position, 1, first) - first) % n, value % n)

    def test_small_nim(self):
        found = self.check("mine-small-nim.yaml", 3, fewest=2)
        cases = {claim["given"]: claim["cases"] for claim in read_claims(found[2][1]) if "given" in claim}
        # Only here: in descending order a largest pile comes first, so x[1] == 1 says that all piles are single counters.
        self.assertEqual(cases["r == 2 and N <= n - 1"], [{"when": "x[1] == 1", "value": "N"}, {"value": "N + 1"}])
        self.assertIn("r == 5 and N >= 4 and N <= n + 2", cases)
        for given, values in cases.items():
            for n, r, N in itertools.product((3, 4), range(4), range(1, 5)):
                if r >= n or not eval(given, {"n": n, "N": N, "r": r}):
                    continue
                by_definition = winners(small_nim, [[(j + r) % n for j in range(n)]] * n)
                for position in itertools.combinations_with_replacement((3, 2, 1), N):
                    names = {"n": n, "N": N, "r": r, "x": (None, *position)}
                    value = next(eval(c["value"], names) for c in values if eval(c.get("when", "True"), names))
                    for first in range(n):
                        self.assertEqual((by_definition(position, 0, first) - first) % n, value % n, (given, position))

    def test_plan(self):
        text = self.nimsweep("plan", str(ROOT / "jobs/mine-shifted.yaml"))
        self.assertIn("mine    shifted by one: 44 cases with 4 matrices to learn from, "
                      "46 cases with 6 to check on\n", text)
        plan, = self.objects("plan", str(ROOT / "jobs/mine-shifted.yaml"))
        self.assertEqual(plan["mining"][1], {"name": "shifted by one", "matrices": "6",
                                             "cases": "90", "fitted": "44"})


def circular(most):
    """One or more of `most` consecutive piles."""
    def moves(piles):
        N = len(piles)
        windows = [{(j + k) % N for k in range(most)} for j in range(N)]
        for option in itertools.product(*(range(pile + 1) for pile in piles)):
            lowered = {j for j in range(N) if option[j] < piles[j]}
            if lowered and any(lowered <= window for window in windows):
                yield option
    return moves


def said(claim, parameters, first, piles):
    """What the text of a claim says about a position, evaluated here: (kind, value)."""
    n = parameters["n"]

    def digitsum(q):
        return sum(sum(pile >> place & 1 for pile in piles) % q << place for place in range(8))

    names = {**parameters, "d": parameters["N"] - n, "first": first, "x": (None, *piles), "digitsum": digitsum,
             "sum": lambda _: sum(piles), "min": lambda _: min(piles), "max": lambda _: max(piles),
             "xor": lambda _: functools.reduce(operator.xor, piles), "count": lambda c: sum(map(c, piles))}

    def value(text):
        text = re.sub(r"count\(", "count(lambda x: ", text.replace(" mod ", " % ").replace(" / ", " // "))
        return eval(text, {"__builtins__": {}}, names) if "lambda" not in text else eval(text, {"__builtins__": {}, **names})

    case = next(case for case in claim["cases"] if value(case.get("when", "True")))
    kind, = case.keys() - {"when"}
    return kind, value(case[kind]) % n


class Games(Mine):
    """jobs/mine-games.yaml: what is found, again under `verify:`, and by the definition of the games."""

    MOVES = {"nim": nim, "moore:2": moore(2), "wythoff": wythoff, "subtraction:1,2,3": subtraction(1, 2, 3),
             "circular:2": circular(2)}

    def rows(self, claim, n):
        if claim["matrix"] in ("sam", "ssam:1"):
            r = 0 if claim["matrix"] == "sam" else 1
            return [[(j + r) % n for j in range(n)]] * n
        return [[int(a) for a in row.split()] for row in claim["matrix"].split(" / ")]

    def compare(self, o):
        """With values by the definition, on a box."""
        claim, compared = o["claim"], 0
        for n, N in itertools.product(o["players"], o["piles"]):
            parameters = {"n": n, "N": N, "r": None, "k": 2}
            if N > 4 or n > 4 or not eval(claim.get("given", "True"), dict(parameters)):
                continue
            w = winners(self.MOVES[o["game"]], self.rows(claim, n))
            for piles in itertools.product(range(1, {1: 20, 2: 8, 3: 5, 4: 3}[N] + 1), repeat=N):
                for first in range(n):
                    found = w(piles, 0, first)
                    kind, number = said(claim, parameters, first, piles)
                    agrees = {"value": number == (found - first) % n, "not": number != (found - first) % n,
                              "winner": number == found}
                    self.assertTrue(agrees[kind], (claim, n, piles, first, found))
                    compared += 1
        return compared

    def test_all_claims_hold(self):
        path = str(ROOT / "jobs/mine-games.yaml")
        text = self.nimsweep("run", path, "--quiet")
        objects = self.objects("run", path, "--quiet")
        sums = [o for o in objects if o["type"] == "mining"]
        found = list(parts(text))
        self.assertEqual(len(found), len(sums))
        self.assertGreater(len(sums), 5)
        for (keys, claims), total in zip(found, sums):
            with self.subTest(name=total["name"]):
                mined = [o for o in objects if o["type"] == "mined" and o["name"] == total["name"]]
                self.assertIn(f'game: "{total["game"]}"', keys)
                self.assertEqual(read_claims(claims), [o["claim"] for o in mined])
                verdicts = self.verify(keys, claims)
                self.assertTrue(all(v["holds"] and v["scope"] == "all pile sizes" for v in verdicts))
                for o in mined:
                    about = [v for v in verdicts if v["claim"] == o["claim"]["name"]]
                    self.assertEqual(len(about), int(o["proved"]))
                    self.assertEqual(sorted({v["players"] for v in about}), o["players"])
                    self.assertEqual(sorted({v["piles"] for v in about}), o["piles"])
                    self.assertGreater(self.compare(o), 0)
                covered = {(v["players"], v["matrix"], v["piles"]) for v in verdicts}
                self.assertEqual(len(covered), int(total["covered"]))
                left = sum(len(group["piles"]) for group in total["uncovered"])
                self.assertEqual(int(total["covered"]) + left, int(total["cases"]))
        by_name = {o["claim"]["name"]: o["claim"] for o in objects if o["type"] == "mined"}
        self.assertEqual(by_name["Nim 3"]["cases"], [{"when": "digitsum(n) == 0", "value": "0"}, {"not": "0"}])
        self.assertNotIn("given", by_name["Nim 3"])
        self.assertEqual(by_name["Wythoff 2"]["given"], "n >= 3 and N == 2")
        self.assertEqual(by_name["Wythoff 2"]["cases"], [{"when": "x[1] == x[2]", "value": "1"}, {"value": "2"}])

    def test_what_has_no_form(self):
        job = self.job("mine: [{name: a, game: 'subtraction:1,2,3', family: {ssam: 1}, players: 3, piles: 2, "
                       "check: {players: 4}}]\n")
        text = self.nimsweep("run", job, "--quiet")
        self.assertIn("#   no short form was found\n#     n = 3: N = 2; 101 states\n", text)
        command = re.search(r"`nimsweep (.*)` shows an automaton", text).group(1)
        words = command.replace("players n", "players 3").replace(" M ", " ssam:1 ").replace("count N", "count 2").split()
        machine, = self.objects(*words)
        self.assertEqual(len(machine["states"]), 101)
        total, = self.objects("run", job, "--quiet")
        self.assertEqual(total["uncovered"][-1], {"players": 3, "piles": [2], "reason": "no short form was found", "states": 101})

    def test_the_page_of_a_job_shows_what_was_mined(self):
        mine = "mine: [{name: doubled, game: nim, family: sam, players: 2, piles: 1..2}]\nreport: {file: %s.html}\n"
        for name, results in (("alone", ""), ("kept", "results: {file: r.h5}\n")):
            with self.subTest(results=results):
                path = self.job(mine % name + results)
                for _ in range(2):  # the second time with results: from the file
                    self.nimsweep("run", path, "--quiet")
                    page = pathlib.Path(path).with_name(name + ".html").read_text()
                    self.assertIn('"type":"mined"', page)
                    self.assertIn('"type":"mining"', page)
                    self.assertNotIn("mined claims leave no file", self.stderr + page)

    def test_each_matrix_by_itself(self):
        path = self.job("mine: [{name: a, game: nim, family: all, players: 2, piles: 1..2}]\n")
        (keys, claims), = parts(self.nimsweep("run", path, "--quiet"))
        self.assertIn("matrices: [all]", keys)
        self.assertEqual({claim["matrix"] for claim in read_claims(claims)}, {"0 1 / 0 1", "0 1 / 1 0", "1 0 / 0 1", "1 0 / 1 0"})
        self.assertTrue(all(v["holds"] for v in self.verify(keys, claims)))

    def test_bad_entries(self):
        for entry, message in (
                ("game: wythoff, family: sam, players: 3, piles: 3", "mine: 3 piles; expected one or two in wythoff"),
                ("game: nim, family: sam, players: 3, piles: 9", "mine: nim has no automata over digits: "),
                ("game: 'northcott:4', family: sam, players: 2, piles: 1", "mine: northcott:4 has no automata over digits: "),
                ("game: chess, family: sam, players: 3, piles: 1", "chess"),
                ("game: nim, family: all, players: 4, piles: 1", "all matrices of 4 players; expected two or three")):
            self.nimsweep("run", self.job(f"mine: [{{name: a, {entry}}}]\n"), code=2)
            self.assertIn(message, self.stderr)
            self.assertRegex(self.stderr, r"\A.*job.yaml:2:\d+: .*\n\Z")


class Families(Mine):
    def test_listed_matrices(self):
        rows = [[1, 0, *range(2, n)] for n in range(3, 10)]
        for family in ({"equal_rows": rows}, {"rows": [[row] * len(row) for row in rows]}):
            text = self.nimsweep("run", self.job(
                f"mine: [{{name: 'a \"b\"', family: {json.dumps(family)}, players: 3..7, piles: 1..12}}]\n"))
            (keys, claims), = parts(text)
            self.assertEqual([claim["name"] for claim in read_claims(claims)][:2], ['a "b" recurrence', 'a "b" 1'])
            verdicts = self.verify(keys, claims)
            self.assertGreater(len(verdicts), 50)
            self.assertTrue(all(v["holds"] and v["scope"] == "all pile sizes" for v in verdicts))

    def test_some_shifts(self):
        text = self.nimsweep("run", self.job(
            "mine: [{name: a, family: {ssam: [0, 2]}, players: 3..6, piles: 1..9}]\n"))
        (keys, claims), = parts(text)
        once = len(self.verify(keys, claims))
        # They apply to these shifts only, whatever else the job has.
        more = self.verify(keys.replace("{ssam: [0, 2]}", "{ssam: all}"), claims)
        self.assertEqual(len(more), once)
        self.assertTrue(all(v["holds"] for v in more))

    def test_nothing_to_find(self):
        lines = self.objects("run", self.job(
            "mine: [{name: a, players: 3, piles: 1..3,\n"
            "  family: {rows: [[[0,2,1],[0,1,2],[0,2,1]], [[0,1,2,3],[0,2,1,3],[3,2,1,0],[0,1,3,2]]]}}]\n"))
        self.assertEqual([line["type"] for line in lines], ["mining"])
        self.assertEqual(lines[0]["claims"], 0)
        self.assertEqual(lines[0]["covered"], "0")
        self.assertIn({"players": 3, "piles": [1, 2, 3, 4],
                       "reason": "the value depends on who moves first"}, lines[0]["uncovered"])

    def test_with_claims_and_tables(self):
        text = self.nimsweep("run", self.job(
            "mine: [{name: a, family: {ssam: 1}, players: 3..5, piles: 1..6}]\n"
            "players: 3\npiles: {count: 3, max: 3}\ntables: {file: t.h5}\nverify: [shifted-3.4]\n"))
        self.assertRegex(text, r"(?s)^t.h5: complete\n.*\n\n# a: \d+ claims mined .*\n\nshifted-3.4 holds .* all hold\n$")

    def test_there_is_nothing_for_a_certificate(self):
        job = self.job("mine: [{name: a, family: sam, players: 3, piles: 1..3}]\n")
        text = self.nimsweep("run", job, "--certificate", "c.json", code=2)
        self.assertIn("# a: ", text)  # what was mined is shown all the same
        self.assertEqual(self.stderr,
                         "nimsweep: nothing was proved that has a certificate; c.json was not written\n")
        self.assertFalse((self.folder / "c.json").exists())

    def test_interrupted(self):
        job = self.job("mine: [{name: a, family: {ssam: all}, players: 3..12, piles: 1..70}]\n")
        process = subprocess.Popen([PROGRAM, "run", job], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True, cwd=self.folder)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, out), (130, ""))
        self.assertEqual(err, "nimsweep: interrupted while mining\n")


if __name__ == "__main__":
    unittest.main()
