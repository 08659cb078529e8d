"""Random jobs of tables, hunts, claims, values and mining, done by parts, ranks and whole runs that are killed: `status` is
never wrong, and in the end the output is that of one undisturbed process. With --all, 200 jobs instead of 20."""
import contextlib
import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
ALL = "--all" in sys.argv and (sys.argv.remove("--all") or True)
MPI_PROGRAM = PROGRAM + "-mpi"
MPIRUN = ["mpirun", "--oversubscribe", "--bind-to", "none"] + (["--allow-run-as-root"] if os.getuid() == 0 else [])
HAS_MPI = os.path.exists(MPI_PROGRAM) and shutil.which("mpirun") is not None

CLAIMS = ["shifted-3.4", "standard-3a", "{name: shifted-all, piles: all}",
          '{name: fails, cases: [{when: "x[1] == 1", value: "1"}, {value: "0"}]}',
          '{name: by position, max: 5, cases: [{when: "x[1] * x[2] == 2", value: "1"}, {value: "x[1]"}], piles: 2..3}',
          '{name: digits, matrix: sam, piles: 2, cases: [{when: "x[1] == x[2]", value: "1"}, {value: "x[1]"}]}',
          '{name: no value, cases: [{when: "x[1] == 1", value: "1"}]}',
          '{name: takeaway, game: "subtraction:1,2", piles: 2, cases: [{when: "x[1] mod 3 == 0", value: "1"}, {value: "0"}]}']
LARGE = ('{name: large, matrix: sam, piles: 3, players: 3, max: 260, '
         'cases: [{when: "x[1] == x[2]", value: "1"}, {value: "x[1] * x[3]"}]}')  # several slices
VALUES = ["{id: one, players: 3, piles: [1, 2, 2], value: 0}", "{id: two, game: nim, players: 3, piles: [3, 5, 6], value: 1}"]
HUNTS = ["{name: top, top: {by: states, count: 9}}", '{name: few, where: "states < 9", keep: 77}']
MINES = ["{name: standard, family: sam, players: 3..4, piles: 1..5}", "{name: shifted, family: {ssam: 1}, players: 3..4, piles: 1..4}"]


def some(rng, items):
    return rng.sample(items, rng.randint(1, len(items)))


def random_job(rng):
    lines = ["nimsweep: 1", f"players: {rng.choice(['3', '3..4'])}",
             f"matrices: [sam, {{ssam: all}}, {{sample: {{count: {rng.choice([5, 20, 60])}, seed: {rng.randrange(99)}}}}}]",
             f"piles: {{count: 2..3, max: {rng.randint(3, 6)}}}", "results: {file: r.h5}"]
    kinds = some(rng, ["tables", "hunt", "verify", "values", "mine"][:5 if rng.random() < 0.2 else 4])
    if kinds == ["tables"]:
        kinds.append("verify")
    if "tables" in kinds:
        lines.append("tables: {file: t.h5}")
    for key, items in (("hunt", HUNTS), ("verify", CLAIMS), ("values", VALUES), ("mine", MINES)):
        if key in kinds:
            lines += [f"{key}:"] + [f"- {item}" for item in some(rng, items)]
    if "verify" in kinds and rng.random() < 0.1:
        lines.insert(lines.index("verify:") + 1, f"- {LARGE}")
    return "\n".join(lines) + "\n"


def is_whole(path):
    """Is a save as it was written? A shard is, under its name."""
    if path.suffix == ".h5":
        return True
    begin, _, rest = path.read_bytes().partition(b"\n")
    return hashlib.sha256(rest).hexdigest().encode() == begin


def best_choice(ranges):
    """Disjoint ranges with the most units; there are few that overlap."""
    best = {0: 0}
    for begin, end in sorted(ranges, key=lambda units: units[1]):
        most = max(done for last, done in best.items() if last <= begin) + end - begin
        if most > max(best.values()):
            best[end] = most
    return max(best.values())


class Status(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        self.folder = self.top / "job"
        self.folder.mkdir()

    def start(self, command, *options):
        return subprocess.Popen([*command, "run", "job.yaml", "--quiet", "--threads", "1", "--checkpoint", "0", *options],
                                cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def status(self):
        done = subprocess.run([PROGRAM, "status", "job.yaml", "--json"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        text = subprocess.run([PROGRAM, "status", "job.yaml"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual((text.returncode, text.stderr), (0, ""))
        return [json.loads(line) for line in done.stdout.splitlines()]

    def everything(self):
        return {path: path.lstat()[:10] for path in self.folder.rglob("*")}

    def check_nobody_at_work(self):
        """What status says is what the folders hold, and what merge misses."""
        before = self.everything()
        lines = self.status()
        self.assertEqual({path: facts[:7] + facts[8:] for path, facts in self.everything().items()},
                         {path: facts[:7] + facts[8:] for path, facts in before.items()})  # but for times of access
        for line in lines:
            folder = self.folder / (line["file"] + ".parts")
            files = [path for path in folder.glob("*") if re.fullmatch(r"(saved|units)-\d+-\d+(\.h5)?", path.name)]
            whole = [path for path in files if is_whole(path) and f"{line['file']}.parts/{path.name}" not in line["damaged"]]
            is_there = (self.folder / line["file"]).exists()
            self.assertEqual(line["complete"], is_there, line)
            done = int(line["of"]) if is_there else best_choice([[int(k) for k in re.findall(r"\d{12}", path.name)] for path in whole])
            self.assertEqual(int(line["done"]), done, line)
            self.assertEqual(sum(int(units["count"]) for units in line["missing"]), int(line["of"]) - done, line)
            if not is_there:
                self.assertLessEqual({f"{line['file']}.parts/{path.name}" for path in files if not is_whole(path)}, set(line["damaged"]))
            self.assertFalse(any(worker["at_work"] for worker in line["workers"]), line)
            self.assertIsNone(line["seconds_left"])
        copy = self.top / "copy"
        shutil.copytree(self.folder, copy)
        merged = subprocess.run([PROGRAM, "merge", "job.yaml", "--quiet"], cwd=copy, capture_output=True, text=True)
        shutil.rmtree(copy)
        missing = [line for line in lines if line["missing"]]
        self.assertEqual(merged.returncode, 1 if missing else 0, merged.stderr)
        if missing:
            ranges = [(int(units["from"]), int(units["from"]) + int(units["count"]) - 1) for units in missing[0]["missing"]]
            shown = [f"{first}..{last}" if first < last else f"{first}" for first, last in ranges][:5]
            self.assertIn(f"missing work units {', '.join(shown)}", merged.stderr)
            self.assertIn(f"{missing[0]['file']}: ", merged.stderr)
        return lines

    def damage(self, rng):
        """Cuts a file of unfinished work short."""
        files = sorted(path for path in self.folder.glob("*.parts/*") if path.name.startswith(("saved-", "units-"))
                       and path.suffix != ".damaged")  # those are set aside
        files = [path for path in files if not (self.folder / path.parent.name[:-len(".parts")]).exists()]
        if not files:
            return
        path = rng.choice(files)
        path.write_bytes(path.read_bytes()[:path.stat().st_size // 2])
        line, = (line for line in self.status() if line["file"] + ".parts" == path.parent.name)
        self.assertIn(f"{path.parent.name}/{path.name}", line["damaged"])

    def work_and_kill(self, rng, parts):
        """One to three processes, killed after a moment."""
        how = rng.choice(["parts", "parts", "whole"] + (["ranks"] if HAS_MPI else []))
        if how == "parts":
            processes = [self.start([PROGRAM], "--part", f"{k}/{parts}") for k in rng.sample(range(1, parts + 1), rng.randint(1, min(2, parts)))]
        elif how == "whole":
            processes = [self.start([PROGRAM])]
        else:
            processes = [self.start([*MPIRUN, "-n", "2", MPI_PROGRAM])]
        until = time.monotonic() + rng.choice([0.05, 0.2, 0.5]) + (0.5 if how == "ranks" else 0)
        done = {}
        while time.monotonic() < until and any(process.poll() is None for process in processes):
            for line in self.status():
                self.assertGreaterEqual(int(line["done"]), done.get(line["file"], 0))
                done[line["file"]] = int(line["done"])
        ranks = []
        if how == "ranks":
            found = subprocess.run(["pgrep", "-P", str(processes[0].pid)], capture_output=True, text=True)
            ranks = [int(pid) for pid in found.stdout.split()]
        for pid in ranks[-1:]:
            with contextlib.suppress(ProcessLookupError):  # it has just ended
                os.kill(pid, signal.SIGKILL)
        for process in processes:
            if how != "ranks":
                process.send_signal(signal.SIGKILL)
            _, errors = process.communicate(timeout=120)
            self.assertNotIn("ncaught", errors)
        for pid in ranks:
            while os.path.exists(f"/proc/{pid}"):
                time.sleep(0.01)

    def output(self, folder, *options):
        done = subprocess.run([PROGRAM, "run", "job.yaml", "--quiet", *options], cwd=folder, capture_output=True, text=True)
        if "--json" not in options:
            return done.stdout, done.returncode, done.stderr
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        for line in lines:
            for key in ("seconds", "peak_memory_bytes", "bytes", "shards", "was_there"):
                line.pop(key, None)
        return lines, done.returncode, done.stderr

    def try_job(self, seed):
        rng = random.Random(seed)
        text = random_job(rng)
        alone = self.top / "alone"
        for folder in (alone, self.folder):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            (folder / "job.yaml").write_text(text)
        is_text = "tables:" not in text and "hunt:" not in text and rng.random() < 0.5
        options = [] if is_text else ["--json"]
        expected = self.output(alone, *options)
        parts = rng.randint(1, 4)
        for _ in range(rng.randint(1, 4)):
            self.work_and_kill(rng, parts)
            self.check_nobody_at_work()
            if rng.random() < 0.3:
                self.damage(rng)
        if rng.random() < 0.5:
            for k in range(1, parts + 1):
                self.start([PROGRAM], "--part", f"{k}/{parts}").communicate()
            self.assertFalse(any(line["missing"] for line in self.check_nobody_at_work()))
            merged = subprocess.run([PROGRAM, "merge", "job.yaml", "--quiet"], cwd=self.folder, capture_output=True, text=True)
            self.assertEqual(merged.returncode, 0, merged.stderr)
        found = self.output(self.folder, *options)
        self.assertEqual(found, expected)
        self.assertEqual(self.output(self.folder, *options), expected)  # from the files
        for line in self.check_nobody_at_work():
            self.assertEqual((line["complete"], line["done"], line["missing"], line["damaged"]), (True, line["of"], [], []))

    def test_random_jobs_with_kills(self):
        for seed in range(200 if ALL else 20):
            with self.subTest(seed=seed):
                self.try_job(seed)

    def test_who_is_at_work(self):
        (self.folder / "job.yaml").write_text("nimsweep: 1\nplayers: 4\nmatrices: [all]\npiles: {count: 3}\nresults: {file: r.h5}\n"
                                              'verify: [{name: c, cases: [{when: "x[2] == 1", value: "1"}, {value: "2"}]}]\n')
        line, = self.status()
        self.assertEqual((line["file"], line["what"], line["done"], line["workers"]), ("r.h5.claims", "claims", "0", []))
        self.assertFalse(list(self.folder.glob("*.parts")))
        begun = time.time()
        process = self.start([PROGRAM], "--part", "1/2")
        while not list(self.folder.glob("*.parts/saved-*")):
            self.assertIsNone(process.poll())
            time.sleep(0.001)
        process.send_signal(signal.SIGSTOP)
        for _ in range(2):  # asking does not change the answer
            line, = self.status()
            worker, = line["workers"]
            self.assertEqual((worker["worker"], worker["process"], worker["at_work"]), ("part-1-of-2", process.pid, True))
            self.assertGreater(line["seconds_left"], 0)
            self.assertEqual(line["missing_parts"], [1, 2])
            since = time.mktime(time.strptime(worker["since"], "%Y-%m-%dT%H:%M:%SZ")) - time.timezone
            self.assertLess(abs(since - begun), 60)
        process.kill()
        process.communicate()
        line, = self.status()
        self.assertEqual([worker["at_work"] for worker in line["workers"]], [False])
        self.assertIsNone(line["seconds_left"])

    def test_looking_never_keeps_a_run_out(self):
        (self.folder / "job.yaml").write_text("nimsweep: 1\nplayers: 3\npiles: {count: 3}\nverify: [shifted-3.4]\nresults: {file: r.h5}\n")
        lookers = [subprocess.Popen(["sh", "-c", 'while "$0" status job.yaml > out; do :; done', PROGRAM], cwd=self.folder,
                                    stderr=subprocess.DEVNULL) for _ in range(2)]
        try:
            for _ in range(30):
                done = subprocess.run([PROGRAM, "run", "job.yaml", "--quiet", "--fresh"], cwd=self.folder, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual([looker.poll() for looker in lookers], [None, None])  # none has failed
        finally:
            for looker in lookers:
                looker.kill()
                looker.wait()

    def test_a_file_in_place_of_the_lock_stays_as_it_is(self):
        (self.folder / "job.yaml").write_text("nimsweep: 1\nplayers: 3\npiles: {count: 3}\nverify: [shifted-3.4]\nresults: {file: r.h5}\n")
        folder = self.folder / "r.h5.claims.parts"
        folder.mkdir(mode=0o755)
        (self.folder / "mine.txt").write_text("12 apples\n")
        os.link(self.folder / "mine.txt", folder / "lock-part-1-of-2")
        (folder / "lock-part-2-of-2").write_text("my notes\n")
        for part in ("1/2", "2/2"):
            self.start([PROGRAM], "--part", part).communicate()
        self.assertEqual((self.folder / "mine.txt").read_text(), "12 apples\n")
        self.assertEqual((folder / "lock-part-2-of-2").read_text(), "my notes\n")
        self.assertEqual([worker["worker"] for worker in self.status()[0]["workers"]], ["part-1-of-2"])

    def test_work_of_another_job(self):
        job = "nimsweep: 1\nplayers: 3\npiles: {count: 3}\nverify: [shifted-3.4, standard-3a]\nresults: {file: r.h5}\n"
        (self.folder / "job.yaml").write_text(job)
        self.start([PROGRAM], "--part", "1/2").communicate()
        self.assertFalse(self.status()[0]["of_another_job"])
        (self.folder / "job.yaml").write_text(job + "# changed\n")
        line, = self.status()
        self.assertEqual((line["of_another_job"], line["done"]), (True, "0"))
        refused = subprocess.run([PROGRAM, "run", "job.yaml"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(refused.returncode, 2)
        self.assertIn("holds work of another job", refused.stderr)
        done = subprocess.run([PROGRAM, "run", "job.yaml", "--fresh"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(self.status()[0]["complete"])
        (self.folder / "job.yaml").write_text(job)
        self.assertEqual([line["of_another_job"] for line in self.status()], [True])
        refused = subprocess.run([PROGRAM, "run", "job.yaml"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(refused.returncode, 2)
        self.assertIn("does not hold this job's verdicts", refused.stderr)

    def test_empty_parts_are_never_missing(self):
        (self.folder / "job.yaml").write_text("nimsweep: 1\nplayers: 3\nmatrices: [{ssam: 0..1}]\npiles: {count: 1, max: 3}\n"
                                              "verify: [standard-many-players, shifted-3.3]\nresults: {file: r.h5}\n")
        for k in range(1, 6):
            self.start([PROGRAM], "--part", f"{k}/5").communicate()
            line, = self.status()
            self.assertTrue(all(part > k for part in line["missing_parts"]), (k, line))

    def test_what_was_mined_is_shown_again(self):
        (self.folder / "job.yaml").write_text("nimsweep: 1\nresults: {file: r.h5}\nmine:\n"
                                              "  - {name: m, game: nim, family: {rows: [[[0,2,1],[0,2,1],[0,2,1]], [[1,0,2],[1,0,2],[1,0,2]]]}, players: 3, piles: 2}\n")
        shown = [subprocess.run([PROGRAM, "run", "job.yaml", "--quiet", *json], cwd=self.folder, capture_output=True, text=True)
                 for json in ((), (), ("--json",), ("--json",))]
        self.assertEqual([done.returncode for done in shown], [0] * 4, shown[0].stderr)
        self.assertEqual(re.sub(r"time .*|r\.h5\.claims.*", "", shown[0].stdout),
                         re.sub(r"time .*|r\.h5\.claims.*", "", shown[1].stdout))
        self.assertIn("states", shown[0].stdout)
        done = subprocess.run([PROGRAM, "report", "job.yaml", "-o", "page.html"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_damaged_file_is_told(self):
        (self.folder / "job.yaml").write_text("nimsweep: 1\nplayers: 3\npiles: {count: 3}\nverify: [shifted-3.4]\nresults: {file: r.h5}\n")
        self.start([PROGRAM]).communicate()
        path = self.folder / "r.h5.claims"
        path.write_bytes(path.read_bytes()[:-1])
        line, = self.status()
        self.assertEqual((line["complete"], line["damaged"]), (False, ["r.h5.claims"]))
        refused = subprocess.run([PROGRAM, "run", "job.yaml"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("r.h5.claims is damaged", refused.stderr)

    def test_a_job_without_files(self):
        (self.folder / "job.yaml").write_text("nimsweep: 1\nplayers: 3\npiles: {count: 3}\nverify: [shifted-3.4]\n")
        done = subprocess.run([PROGRAM, "status", "job.yaml"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("no file to look at", done.stderr)


if __name__ == "__main__":
    unittest.main()
