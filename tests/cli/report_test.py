"""The report command: its page agrees with h5py, `run --json` and `solve --json`, stays small, and escapes what it shows.
It refuses what it cannot report, in one line."""
import base64
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import h5py

PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
JOBS = pathlib.Path(__file__).resolve().parents[2] / "jobs"
LIMIT = 2_000_000


def data_of(html):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.S).group(1))


class Report(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def run_program(self, *arguments, code=0):
        done = subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.path, capture_output=True, text=True)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def write(self, name, text):
        (self.path / name).write_text(text)
        return name

    def job(self, name, text, code=0):
        """A finished job."""
        self.write(name, "nimsweep: 1\n" + text)
        self.run_program("run", name, "--quiet", code=code)
        return name

    def report(self, *sources):
        done = self.run_program("report", *sources, "-o", "r.html")
        self.said = done.stderr
        self.html = (self.path / "r.html").read_text()
        return data_of(self.html)["sections"]

    def refuse(self, code, message, *arguments):
        done = self.run_program("report", *arguments, code=code)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn(message, done.stderr)

    def check_values(self, case, group):
        """All cells of a case in the page equal those of the table."""
        kept = tuple(slice(0, bound + 1) for bound in case["kept"])
        for number, digits, cells in zip(case["numbers"], case["matrices"], case["cells"]):
            self.assertEqual("".join(f"{entry:x}" for entry in group["matrices"][number].flatten()), digits)
            values = group["value"][(number, slice(None), *kept)].flatten()
            self.assertEqual("".join("-" if value == 255 else f"{value:x}" for value in values), cells)

    def test_a_table_of_another_game_has_its_values(self):
        self.job("nim.yaml", "title: Nim\ngame: nim\nplayers: 2..3\nmatrices: [{ssam: all}, {sample: {count: 3, seed: 1}}]\n"
                             "piles: {count: 1..3, max: 5}\ntables: {file: nim.h5}\n")
        for source in ("nim.yaml", "nim.h5"):
            (section,) = self.report(source)
            self.assertEqual((section["title"], section["left_out"]), ("Nim", []))
            self.assertEqual(self.said, "")
            with h5py.File(self.path / "nim.h5") as file:
                self.assertEqual(section["job"], file["job"][()].decode())
                self.assertEqual(len(section["table"]["cases"]), 6)
                for case in section["table"]["cases"]:
                    self.assertEqual(case["bounds"], case["kept"])
                    self.assertEqual(len(case["cells"]), file[case["name"]]["matrices"].shape[0])
                    self.check_values(case, file[case["name"]])

    def test_a_table_in_shards_has_its_values(self):
        self.write("s.yaml", "nimsweep: 1\ngame: nim\nplayers: 3\nmatrices: [{ssam: all}]\npiles: {count: 1..3, max: 4}\ntables: {file: s.h5}\n")
        for part in ("1/2", "2/2"):
            self.run_program("run", "s.yaml", "--quiet", "--part", part)
        self.run_program("merge", "s.yaml", "--quiet")
        (section,) = self.report("s.yaml")
        files = [self.path / "s.h5", *(self.path / "s.h5.parts").rglob("*.h5")]
        self.assertGreater(len(files), 1)
        self.assertEqual(section["table"]["bytes"], str(sum(path.stat().st_size for path in files)))
        with h5py.File(self.path / "s.h5") as file:
            for case in section["table"]["cases"]:
                self.check_values(case, file[case["name"]])

    def machine(self, *arguments):
        return json.loads(self.run_program("machine", *arguments, "--json").stdout)

    def test_lines_of_machine_are_automata(self):
        given = [self.machine("--game", "nim", "--players", 3, "--matrix", "sam", "--pile-count", 2),
                 self.machine("--game", "subtraction:1,3,4", "--players", 2, "--matrix", "ssam:1", "--pile-count", 1)]
        self.write("m.jsonl", "".join(json.dumps(line) + "\n" for line in given))
        (section,) = self.report("m.jsonl")
        self.assertEqual((section["left_out"], section["remarks"], self.said), ([], [], ""))
        self.assertEqual([machine["matrix"] for machine in section["machines"]], ["sam", "ssam:1"])
        for shown, line in zip(section["machines"], given):
            self.assertEqual({**shown, "matrix": line["matrix"]},
                             {key: value for key, value in line.items() if key not in ("type", "base")})

    def test_a_claim_about_another_game_has_its_automata(self):
        self.job("n.yaml", "game: nim\nplayers: 2\nmatrices: [{ssam: 1}]\npiles: {count: 1..3}\nverify: [bouton]\n"
                           "report: {file: own.html}\n")
        lines = self.run_program("run", "n.yaml", "--json", "--quiet").stdout
        self.write("n.jsonl", lines)
        own = data_of((self.path / "own.html").read_text())["sections"]
        for (section,) in (own, self.report("n.yaml"), self.report("n.jsonl")):
            self.assertEqual([machine["piles"] for machine in section["machines"]], [1, 2, 3])
            for machine in section["machines"]:
                line = self.machine("--game", "nim", "--players", 2, "--matrix", "ssam:1", "--pile-count", machine["piles"])
                self.assertEqual(machine["states"], line["states"])
        (section,) = self.report(JOBS / "my-conjecture.yaml")
        self.assertEqual(section["machines"], [])

    def test_a_play_without_end_is_a_dash(self):
        self.job("n.yaml", "game: northcott-two-way:5\nplayers: 2\nmatrices: [sam]\npiles: {count: 2, max: 3}\ntables: {file: n.h5}\n")
        (case,) = self.report("n.h5")[0]["table"]["cases"]
        self.assertIn("-", case["cells"][0])
        with h5py.File(self.path / "n.h5") as file:
            self.check_values(case, file[case["name"]])

    def test_a_table_of_last_nim_has_its_matrices_and_no_values(self):
        self.job("l.yaml", "players: 4\nmatrices: [{range: {from: 1000, count: 50000}}]\npiles: {count: 2..3, max: 3}\ntables: {file: l.h5}\n")
        cases = self.report("l.yaml")[0]["table"]["cases"]
        with h5py.File(self.path / "l.h5") as file:
            for case in cases:
                self.assertNotIn("cells", case)
                self.assertEqual(case["matrix_count"], "50000")
                self.assertEqual(len(case["numbers"]), 300)
                self.assertEqual((case["numbers"][0], case["numbers"][-1]), (0, 49999))
                gaps = {b - a for a, b in zip(case["numbers"], case["numbers"][1:])}
                self.assertEqual(gaps, {167, 168} & gaps)
                for number, digits in zip(case["numbers"], case["matrices"]):
                    matrix = file[case["name"]]["matrices"][number].flatten()
                    self.assertEqual("".join(map(str, matrix)), digits)
        self.assertIn("l.yaml: n4_N2: 300 of 50,000 matrices are here, evenly spread\n", self.said)
        self.assertLess(len(self.html), 200_000)

    def test_what_is_too_large_is_sampled_and_said(self):
        self.job("b.yaml", "game: nim\nplayers: 3..4\nmatrices: [{range: {from: 0, count: 200}}]\npiles: {count: 1..3, max: 20}\ntables: {file: b.h5}\n")
        (section,) = self.report("b.h5")
        self.assertLess(len(self.html), LIMIT)
        self.assertGreater(len(self.html), LIMIT / 2)
        self.assertEqual([f"nimsweep: b.h5: {what}" for what in section["left_out"]], self.said.splitlines())
        self.assertTrue(any(re.search(r"n4_N3: \d+ of 200 matrices are here", what) for what in section["left_out"]))
        with h5py.File(self.path / "b.h5") as file:
            for case in section["table"]["cases"]:
                self.check_values(case, file[case["name"]])

    def test_one_matrix_that_is_too_large_is_clipped(self):
        self.job("c.yaml", "game: nim\nplayers: 3\npiles: {max: [150, 150, 90]}\ntables: {file: c.h5}\n")
        (case,) = self.report("c.h5")[0]["table"]["cases"]
        self.assertLess(len(self.html), LIMIT)
        self.assertLess(case["kept"], case["bounds"])
        self.assertGreater(len(case["cells"][0]), LIMIT / 4)
        self.assertIn("positions up to", self.said)
        with h5py.File(self.path / "c.h5") as file:
            self.check_values(case, file["n3_N3"])

    def test_grundy_values(self):
        self.job("g.yaml", "game: wythoff\nquantity: grundy\npiles: {count: 1..2, max: 20}\ntables: {file: g.h5}\n")
        with h5py.File(self.path / "g.h5") as file:
            for case in self.report("g.yaml")[0]["table"]["cases"]:
                self.assertEqual(case["grundy"], file[case["name"]]["grundy"][()].flatten().tolist())

    def lines(self, *arguments, code=0):
        return [json.loads(line) for line in self.run_program(*arguments, "--json", code=code).stdout.splitlines()]

    def check_verdict(self, shown, line):
        self.assertEqual({key: value for key, value in shown.items() if key != "play"}, line)
        if line["holds"]:
            return
        smallest = line["counterexamples"][0]
        (solution,) = self.lines("solve", "--game", line["game"], "--players", line["players"], "--matrix", line["matrix"],
                                 "--piles", ",".join(map(str, smallest["piles"])), "--first", smallest["first"],
                                 "--passes", line.get("passes", 0))
        self.assertEqual(solution["value"], smallest["found"])
        self.assertEqual(shown["play"], {"winner": solution["winner"], "moves": solution["moves"], "left_out": 0,
                                         "turns": solution["line"]})

    def test_verdicts_are_those_of_the_run_with_plays_of_solve(self):
        self.write("v.yaml", "nimsweep: 1\nplayers: 2..4\nmatrices: [sam, {ssam: 1}, {sample: {count: 2, seed: 3}}]\npasses: 1\n"
                             "piles: {count: 1..4}\nverify:\n  - {name: shifted-3.4, matrix: any}\n"
                             "  - {name: mine, game: nim, cases: [{when: 'x[1] == 2', not: 0}, {value: N}], max: 3}\n")
        run = self.run_program("run", "v.yaml", "--json", "--quiet", code=1)
        all_lines = [json.loads(line) for line in run.stdout.splitlines()]
        lines = {(line["claim"], line["players"], line["piles"], line["matrix"]): line for line in all_lines}  # samples repeat
        self.write("v.jsonl", run.stdout)
        by_job, by_lines = self.report("v.yaml", "v.jsonl")
        self.assertEqual(by_job["verdicts"], by_lines["verdicts"])
        shown = by_job["verdicts"]["list"]
        self.assertEqual(len(shown), len(all_lines))
        self.assertIn({False}, [{verdict["holds"]} for verdict in shown])
        self.assertIn({True}, [{verdict["holds"]} for verdict in shown])
        for verdict in shown:
            self.check_verdict(verdict, lines[verdict["claim"], verdict["players"], verdict["piles"], verdict["matrix"]])
        for count in by_job["verdicts"]["counts"]:
            of_claim = [line["holds"] for line in all_lines if line["claim"] == count["claim"]]
            self.assertEqual((count["hold"], count["fail"]), (str(of_claim.count(True)), str(of_claim.count(False))))
        self.assertEqual([claim["name"] for claim in by_job["claims"]], ["shifted-3.4", "mine"])
        self.assertEqual(by_job["claims"][1]["cases"], [{"when": "x[1] == 2", "not": "0"}, {"value": "N"}])

    def test_published_values_that_differ_have_their_play(self):
        self.write("v.yaml", "nimsweep: 1\nvalues:\n" + (JOBS / "theorems.yaml").read_text().split("\nvalues:\n")[1])
        (section,) = self.report("v.yaml")
        wrong = [row for row in section["rows"] if not row["agrees"]]
        self.assertEqual([row["id"] for row in wrong], ["1.1", "3.1", "6.5"])
        self.assertEqual(len(section["rows"]), 30)
        for row in wrong:
            self.assertEqual(row["play"]["winner"], row["found"]["winner"])
            self.assertEqual(row["play"]["turns"][0]["piles"], row["piles"])

    def test_a_source_that_cannot_be_reported_does_not_lose_the_page(self):
        self.write("m.yaml", "nimsweep: 1\nmine: [{name: a, family: sam, players: 3, piles: 1..3}]\n")
        self.write("v.yaml", "nimsweep: 1\nplayers: 3\npiles: {count: 1}\nverify: [shifted-3.3]\n")
        self.write("e.jsonl", "")
        done = self.run_program("report", "m.yaml", "v.yaml", "e.jsonl", "-o", "r.html", code=2)
        self.assertEqual([s["source"] for s in data_of((self.path / "r.html").read_text())["sections"]], ["v.yaml"])
        self.assertTrue(done.stdout.startswith("r.html: 1 source, "))
        self.assertRegex(done.stderr, r"\Animsweep: m.yaml:1:1: mined claims leave no file.*\nnimsweep: e.jsonl: .*\n\Z")
        (self.path / "r.html").unlink()
        self.refuse(2, "m.yaml:1:1: mined claims leave no file", "m.yaml", "-o", "r.html")
        self.refuse(3, "cannot open none.yaml", "v.yaml", "none.yaml", "-o", "r.html")  # perhaps it will be there later
        self.assertFalse((self.path / "r.html").exists())

    def test_hunts_and_mined_claims(self):
        self.job("h.yaml", "players: 3\nmatrices: [all]\nresults: {file: h.h5}\nhunt:\n  - {name: games, behaviours: true}\n"
                           "  - {name: few, where: states < 5, keep: 7}\n")
        self.write("h.jsonl", self.run_program("run", "h.yaml", "--json", "--quiet").stdout)
        sections = self.report("h.yaml", "h.h5", "h.jsonl")
        lines = [json.loads(line) for line in (self.path / "h.jsonl").read_text().splitlines()]
        for hit in (hit for line in lines for hit in line["kept"]):
            del hit["matrix"]  # the page knows it by its index
        for section in sections:
            self.assertEqual(section["hunts"], lines)
        self.write("m.yaml", "nimsweep: 1\nmine:\n  - {name: one, family: {ssam: 1}, players: 3..4, piles: 1..5}\n")
        self.write("m.jsonl", self.run_program("run", "m.yaml", "--json", "--quiet").stdout)
        (section,) = self.report("m.jsonl")
        self.assertGreater(len(section["mined"]), 0)
        self.assertEqual(section["mining"][0]["claims"], len(section["mined"]))
        self.write("g.yaml", "nimsweep: 1\nmine:\n  - {name: podium, game: nim, family: {ssam: 1}, players: 3, piles: 3}\n")
        self.write("g.jsonl", self.run_program("run", "g.yaml", "--json", "--quiet").stdout)
        (section,) = self.report("g.jsonl")
        self.assertIn({"not": "0"}, section["mined"][-1]["claim"]["cases"])
        self.refuse(2, "m.yaml:1:1: mined claims leave no file", "m.yaml", "-o", "x.html")

    def test_sequences_are_left_to_the_run(self):
        claims = "players: 3\npiles: {count: 2}\nverify: [shifted-3.3]\n"
        self.job("h.yaml", claims + "matrices: [all]\nresults: {file: h.h5}\nhunt: [{name: games, behaviours: true}]\n"
                                    "sequence: [{file: b.txt, hunt: games, count: behaviours}]\n")
        self.job("l.yaml", claims + "sequence: [{file: l.txt, players: 3, matrix: sam, piles: [x, 2], max: 5}]\n")
        for job, file in (("h.yaml", "b.txt"), ("l.yaml", "l.txt")):
            (self.path / file).unlink()
            (section,) = self.report(job)
            self.assertEqual(len(section["verdicts"]["list"]), 1)
            self.assertFalse((self.path / file).exists())

    def test_a_page_lets_nothing_in_or_out(self):
        title = "</script><script>alert('x')</script>"
        self.write("t.yaml", f"nimsweep: 1\ntitle: \"{title}\"\nplayers: 3\nverify:\n  - shifted-3.4\npiles: {{count: 3}}\n")
        (section,) = self.report("t.yaml")
        self.assertEqual(section["title"], title)
        self.assertNotIn("<script>alert", self.html)
        policy = re.search(r'http-equiv="Content-Security-Policy" content="(.*?)"', self.html).group(1)
        self.assertIn("default-src 'none'", policy)
        for tag, directive in (("style", "style-src"), ("script", "script-src")):
            content = re.search(rf"<{tag}>(.*?)</{tag}>", self.html, re.S).group(1)
            digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
            self.assertIn(f"{directive} 'sha256-{digest}'", policy)
        links = re.sub(r'<script type="application/json".*?</script>', "", self.html, flags=re.S)
        self.assertEqual(set(re.findall(r"https?://[^\s\"']+", links)), {"http://www.w3.org/2000/svg"})

    def test_commands_are_quoted_for_a_shell(self):
        self.report(JOBS / "my-conjecture.yaml")
        script = re.search(r"<script>(.*?)</script>", self.html, re.S).group(1)
        functions = re.search(r"function shellWord.*?\n}\n.*?function solveCommand.*?\n}\n", script, re.S)
        if shutil.which("node") is None:
            self.skipTest("there is no node here")
        texts = ["nim", "moore:2", "0 1 / 1 0", "nim $(touch pwn)", "`touch pwn`", "it's; touch pwn", "'", "a\\'b", "", "~", "*", "!!",
                 "\"$HOME\"", "a\nb", "-x", "#", "é"]
        for text in texts:
            question = {"game": text, "matrix": text, "players": 3, "passes": 1, "piles": ["1", "2"], "first": 2}
            made = subprocess.run(["node", "-e", f"{functions.group(0)};process.stdout.write(solveCommand({json.dumps(question)}))"],
                                  capture_output=True, text=True, check=True).stdout
            words = subprocess.run(["sh", "-c", f"nimsweep() {{ printf '%s\\0' \"$@\"; }}; {made}"], cwd=self.path,
                                   capture_output=True, text=True, check=True).stdout.split("\0")[:-1]
            game = ["--game", text] if text else []
            self.assertEqual(words, ["solve", *game, "--players", "3", "--matrix", text, "--piles", "1,2", "--first", "2",
                                     "--passes", "1"], made)
        self.assertFalse((self.path / "pwn").exists())

    def test_games_that_do_not_exist_are_refused(self):
        lines = self.run_program("run", JOBS / "my-conjecture.yaml", "--json", "--quiet", code=1).stdout
        name = self.write("evil.jsonl", "\n" + lines.replace('"game":"last-nim"', '"game":"nim $(touch pwn)"'))
        self.refuse(2, "evil.jsonl:2: unknown game 'nim $(touch pwn)'; expected one of: circular,", name)

    def test_what_was_not_run_or_changed_since_is_refused(self):
        job = "nimsweep: 1\nplayers: 3\npiles: {count: 2, max: 2}\ntables: {file: t.h5}\nresults: {file: h.h5}\nhunt: [{name: a}]\n"
        self.write("j.yaml", job)
        self.refuse(2, "j.yaml:4:16: t.h5 is not there; run the job first", "j.yaml")
        self.run_program("run", "j.yaml", "--quiet")
        self.report("j.yaml")
        (self.path / "h.h5").unlink()
        self.refuse(2, "j.yaml:5:17: h.h5 is not there; run the job first", "j.yaml")
        self.write("j.yaml", job.replace("max: 2", "max: 3"))
        self.refuse(2, "j.yaml:4:16: t.h5 was made by another job", "j.yaml")
        self.assertFalse((self.path / "report.html").exists())

    def test_what_is_not_a_source_is_refused(self):
        self.refuse(3, "cannot open nowhere: No such file or directory", "nowhere")
        self.refuse(2, ". is not a regular file", ".")
        self.refuse(2, "/dev/null is not a regular file", "/dev/null")
        self.refuse(2, "empty: an empty file; expected a job", self.write("empty", " \n"))
        self.refuse(2, "bad.jsonl:1: this is not JSON", self.write("bad.jsonl", "{oops\n"))
        self.refuse(2, "other.jsonl: nothing to report", self.write("other.jsonl", '{"type":"case"}\n'))
        self.refuse(2, "no.yaml:1:1: ", self.write("no.yaml", "just text"))
        (self.path / "cut.h5").write_bytes(b"\x89HDF\r\n\x1a\nrest")
        self.assertIn("cut.h5", self.run_program("report", "cut.h5", code=1).stderr)
        self.write("none.yaml", "nimsweep: 1\nplayers: 3\npiles: {count: 2}\n")
        self.refuse(2, "none.yaml:1:1: nothing to report", "none.yaml")

    def test_a_killed_run_is_shown_as_far_as_it_got(self):
        lines = self.run_program("run", JOBS / "my-conjecture.yaml", "--json", "--quiet", code=1).stdout
        self.write("run.jsonl", lines + lines[:40])
        (section,) = self.report("run.jsonl")
        self.assertEqual(section["remarks"], [f"line {lines.count(chr(10)) + 1}, the last, is cut off"])
        self.refuse(2, "cut.jsonl:1: this is not JSON", self.write("cut.jsonl", lines[:40]))

    def test_the_page_is_written_whole_or_not_at_all(self):
        source = JOBS / "my-conjecture.yaml"
        self.run_program("report", source)
        self.assertEqual([path.name for path in self.path.iterdir()], ["report.html"])
        (line,) = self.lines("report", source, source)
        self.assertEqual(line, {"type": "report", "file": "report.html", "sources": 2, "left_out": [], "failed": [],
                                "bytes": str((self.path / "report.html").stat().st_size)})
        self.assertEqual(len(data_of((self.path / "report.html").read_text())["sections"]), 2)
        self.write("precious.txt", "mine")
        self.refuse(2, "--output: precious.txt exists and is not a report; choose another name", source, "-o", "precious.txt")
        self.assertEqual((self.path / "precious.txt").read_text(), "mine")
        self.refuse(2, "--output: /dev/null exists and is not a report; choose another name", source, "-o", "/dev/null")
        self.write("empty.html", "")
        self.run_program("report", source, "-o", "empty.html")
        self.refuse(3, "cannot write nowhere/r.html: No such file or directory", source, "-o", "nowhere/r.html")


if __name__ == "__main__":
    unittest.main()
