"""The same job under mpirun with one, two and three ranks, and with a killed rank: real MPI, real files."""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(__file__))
from shared_work import JOB, contents

PROGRAM = os.path.abspath(sys.argv.pop(1))
MPI_PROGRAM = PROGRAM + "-mpi"
MPIRUN = ["mpirun", "--oversubscribe", "--bind-to", "none"] + (["--allow-run-as-root"] if os.getuid() == 0 else [])

CLAIMS = """nimsweep: 1
players: 3..4
matrices: [sam, {ssam: all}, {sample: {count: 40, seed: 5}}]
piles: {count: 2..4, max: 5}
verify:
- shifted-3.4
- standard-3a
- {name: fails, cases: [{when: "x[1] == 1", value: "1"}, {value: "0"}]}
- {name: position by position, max: 5, cases: [{when: "x[1] == x[2]", value: "1"}, {value: "x[1]"}]}
- {name: over digits, matrix: sam, piles: 2, cases: [{when: "x[1] == x[2]", value: "1"}, {value: "x[1]"}]}
- {name: some have none, cases: [{when: "x[1] == 1", value: "1"}]}
- {name: large, matrix: sam, given: "n == 3 and N == 3", max: 250, cases: [{when: "x[1] == x[2]", value: "1"}, {value: "x[1]"}]}
- {name: podium-nim-k, game: "moore:2", matrix: "ssam:1"}
- {name: takeaway, game: "subtraction:1,2", piles: 2, cases: [{when: "x[1] mod 3 == 0", value: "1"}, {value: "0"}]}
values:
- {id: one, game: nim, players: 4, matrix: "ssam:1", piles: [14, 13, 11, 8, 7, 4, 3], value: 0}
- {id: two, players: 3, piles: [1, 2, 2], value: 0}
"""
PROOFS = """nimsweep: 1
players: 2..6
matrices: [sam]
piles: {count: 1..11}
verify:
- standard-many-players
- standard-n=N+1
- standard-3a
- {name: standard-3b, piles: all}
- standard-3c
- {name: shifted-all, piles: all}
- {name: who, start: first, each: [{when: "x > 1 and v == (first - 2) mod n", value: "v + 2"}, {value: "v + 1"}],
   winner: "v", piles: all}
- {name: any, cases: [{when: "sum(x) mod 2 == 0", value: "[0, 1]"}, {value: "[1, 2]"}], players: 2, piles: 1..3}
"""
MANY = """nimsweep: 1
players: 4
matrices: [{range: {from: 5, count: 70000}}]
piles: {count: 2}
verify: [{name: first or last, cases: [{when: "x[2] == 1", value: "1"}, {value: "2"}]}]
"""
MINES = """nimsweep: 1
mine:
- {name: standard, family: sam, players: 3..4, piles: 1..6}
- {name: shifted, family: {ssam: 1}, players: 3..4, piles: 1..5}
- {name: standard again, family: sam, players: 3..4, piles: 1..5}
"""
HARD = """nimsweep: 1
players: 10
matrices: [{sample: {count: 1, seed: 3}}]
piles: {count: [1, 60]}
verify:
- {name: standard-many-players, matrix: sam}
- {name: heavy, given: "N == 60", cases: [{when: "x[60] == 1", value: "first"}, {value: "1"}]}
- {name: of no number, given: "n == 9", cases: [{value: "1"}]}
"""
LONG = """nimsweep: 1
players: 5
matrices: [{range: {from: 1000, count: 100000000}}]
piles: {count: 6}
verify: [{name: first or last, cases: [{when: "x[2] == 1", value: "1"}, {value: "2"}]}]
"""


HUNT = """nimsweep: 1
players: 5
matrices: [{sample: {count: COUNT, seed: 1}}]
results: {file: h.h5}
hunt: [{name: top, top: {by: states, count: 9}}]
"""


def our_lines(errors):
    """The messages, without mpirun's own."""
    return [line for line in errors.splitlines() if re.match(r"(nimsweep|rank \d+|\S+\.yaml):", line)]


def is_prepared(process):
    """Does it catch SIGTERM?"""
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    caught, = (line.split()[1] for line in status.splitlines() if line.startswith("SigCgt"))
    return int(caught, 16) >> (signal.SIGTERM - 1) & 1 == 1


@unittest.skipUnless(os.path.exists(MPI_PROGRAM), "nimsweep-mpi was not built: there is no MPI here")
@unittest.skipUnless(shutil.which("mpirun"), "there is no mpirun here")
class Mpi(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "job.yaml").write_text(JOB)

    def command(self, ranks, *words):
        return [*MPIRUN, "-n", str(ranks), MPI_PROGRAM, *words]

    def run_job(self, command):
        done = subprocess.run(command + ["--json", "--quiet", "--threads", "1"], cwd=self.folder, capture_output=True,
                              text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        for line in lines:
            for key in ("seconds", "peak_memory_bytes", "bytes", "shards"):
                line.pop(key, None)
        return lines

    def take_results(self):
        subprocess.run([PROGRAM, "inspect", "t.h5", "--check", "--quiet"], cwd=self.folder, check=True,
                       stdout=subprocess.DEVNULL)
        found = contents(self.folder / "t.h5"), contents(self.folder / "h.h5")
        shards = self.folder / "t.h5.parts"
        for name in ("shards", "shards_byte"):
            self.assertEqual(found[0].pop(name, None) is None, not shards.exists())  # several ranks keep them
        shutil.rmtree(shards, ignore_errors=True)
        for name in ("t.h5", "h.h5", "h.h5.claims"):
            (self.folder / name).unlink()
            self.assertFalse((self.folder / (name + ".parts")).exists())
        return found

    def test_any_number_of_ranks_makes_the_same(self):
        expected_lines = self.run_job([PROGRAM, "run", "job.yaml"])
        expected = self.take_results()
        for ranks in (1, 2, 3):
            self.assertEqual(self.run_job(self.command(ranks, "run", "job.yaml")), expected_lines)
            self.assertEqual(self.take_results(), expected)

    def test_a_killed_rank_loses_only_what_it_had_not_finished(self):
        expected_lines = self.run_job([PROGRAM, "run", "job.yaml"])
        expected = self.take_results()
        (self.folder / "job.yaml").write_text(JOB)
        process = subprocess.Popen(self.command(3, "run", "job.yaml", "--quiet", "--threads", "1", "--checkpoint", "0"),
                                   cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   start_new_session=True)
        until = time.monotonic() + 60
        while time.monotonic() < until and not list(self.folder.glob("t.h5.parts/units-*")):
            time.sleep(0.002)
        ranks = subprocess.run(["pgrep", "-f", "-x", f"{MPI_PROGRAM} run job.yaml.*"], capture_output=True, text=True)
        for pid in ranks.stdout.split()[-1:]:
            os.kill(int(pid), signal.SIGKILL)
        process.wait(timeout=120)
        self.assertEqual(self.run_job(self.command(2, "run", "job.yaml")), expected_lines)
        self.assertEqual(self.take_results(), expected)

    def run_claims(self, command, *options):
        """Output, exit code and messages, without mpirun's own and without progress, which depends on time."""
        done = subprocess.run([*command, *options], cwd=self.folder, capture_output=True, text=True, timeout=300)
        messages = [line for line in done.stderr.splitlines() if line.startswith("nimsweep:")]
        return done.stdout, done.returncode, messages

    def compare_ranks(self, *options, expected_code):
        expected = self.run_claims([PROGRAM, "run", "job.yaml"], *options, "--threads", "2")
        self.assertEqual(expected[1], expected_code, expected)
        for ranks in (1, 2, 3):
            found = self.run_claims(self.command(ranks, "run", "job.yaml"), *options, "--threads", str(ranks))
            self.assertEqual(found, expected, f"{ranks} ranks")
        return expected

    def test_claims_are_shared(self):
        (self.folder / "job.yaml").write_text(CLAIMS)
        text, _, messages = self.compare_ranks(expected_code=1)
        self.assertIn("of 904 verdicts do not hold; 1 of 2 published rows does not agree", messages[-1])
        for part in ("every pile size", "piles <= 5", "piles <= 250", "have no value", "disagree", "holds", "row two"):
            self.assertIn(part, text)
        lines, _, _ = self.compare_ranks("--json", expected_code=1)
        kinds = [json.loads(line)["type"] for line in lines.splitlines()]
        self.assertEqual((kinds.count("verdict"), kinds.count("row")), (904, 2))

    def test_claims_with_a_file_are_shared_and_saved(self):
        """A large check is done in slices by all ranks."""
        job = CLAIMS.replace("max: 250", "max: 350") + "results: {file: r.h5}\n"
        (self.folder / "job.yaml").write_text(job.replace("results: {file: r.h5}\n", ""))
        expected = {option: self.run_claims([PROGRAM, "run", "job.yaml"], *option) for option in ((), ("--json",))}
        (self.folder / "job.yaml").write_text(job)
        for ranks in (1, 2, 3):
            for option in ((), ("--json",)):
                found = self.run_claims(self.command(ranks, "run", "job.yaml"), *option, "--threads", "1")
                self.assertEqual(found, expected[option], f"{ranks} ranks")
                self.assertEqual([path.name for path in self.folder.glob("r.h5*")], ["r.h5.claims"])
            (self.folder / "r.h5.claims").unlink()

    def test_certificates_are_the_same(self):
        certificates = set()
        for results, command in ((results, command) for results in ("", "results: {file: r.h5}\n")
                                 for command in ([PROGRAM, "run", "job.yaml"],
                                                 *(self.command(ranks, "run", "job.yaml") for ranks in (1, 2, 3)))):
            (self.folder / "job.yaml").write_text(PROOFS + results)
            _, code, _ = self.run_claims(command, "--certificate", "c.json", "--threads", "1")
            self.assertEqual(code, 0)
            certificates.add((self.folder / "c.json").read_text())
            (self.folder / "c.json").unlink()
        self.assertEqual(len(certificates), 1)

    def test_more_checks_than_are_done_at_a_time(self):
        (self.folder / "job.yaml").write_text(MANY)
        text, _, _ = self.compare_ranks(expected_code=1)
        self.assertIn("70,000 verdicts", text)
        self.compare_ranks("--json", expected_code=1)

    def test_mining_is_shared(self):
        (self.folder / "job.yaml").write_text(MINES)
        text, _, _ = self.compare_ranks(expected_code=0)
        self.assertEqual([line for line in text.splitlines() if line.startswith("- name")],
                         [f'- name: "{name} {k}"' for name in ("standard", "shifted", "standard again")
                          for k in ("recurrence", 1, 2)])
        self.compare_ranks("--json", expected_code=0)

    def test_checks_that_cannot_be_made_and_claims_without_verdict(self):
        (self.folder / "job.yaml").write_text(HARD)
        text, _, messages = self.compare_ranks("--json", expected_code=1)
        self.assertEqual(sum('"unchecked"' in line for line in text.splitlines()), 1)
        self.assertEqual(len(messages), 2, messages)
        self.assertIn("of no number: no verdict", messages[0])
        self.assertEqual(messages[1], "nimsweep: 1 check could not be made")

    def test_interrupted_checks(self):
        (self.folder / "job.yaml").write_text(LONG)
        for signal_to_send in (signal.SIGINT, signal.SIGTERM):
            process = subprocess.Popen(self.command(2, "run", "job.yaml", "--quiet", "--threads", "1"), cwd=self.folder,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            ranks = []
            until = time.monotonic() + 60
            while time.monotonic() < until and (len(ranks) < 2 or not all(map(is_prepared, ranks))):
                time.sleep(0.05)
                found = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True)
                ranks = found.stdout.split()
            time.sleep(0.5)  # they are working, for minutes
            for rank in ranks:
                os.kill(int(rank), signal_to_send)
            _, errors = process.communicate(timeout=120)
            self.assertEqual(process.returncode, 130, errors)
            self.assertEqual(errors.count("nimsweep:"), 1, errors)

    def test_output_that_cannot_be_written_ends_all(self):
        (self.folder / "job.yaml").write_text(MANY)
        command = self.command(3, "run", "job.yaml", "--json", "--quiet", "--threads", "1")
        into_full_disk = ["sh", "-c", 'exec "$0" "$@" > /dev/full']
        start = command.index(MPI_PROGRAM)
        done = subprocess.run(command[:start] + into_full_disk + command[start:], cwd=self.folder, capture_output=True,
                              text=True, timeout=300)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(done.stderr.count("cannot write to standard output"), 1, done.stderr)

    def test_what_is_wrong_is_told_once(self):
        (self.folder / "job.yaml").write_text("nimsweep: 1\nplayers: x\n")
        done = subprocess.run(self.command(3, "run", "job.yaml"), cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.count("job.yaml:2:10:"), 1, done.stderr)
        (self.folder / "job.yaml").write_text(JOB)
        for option, part in ((["--part", "1/2"], "share its work by themselves"), (["--fresh"], "a run of one process")):
            done = subprocess.run(self.command(2, "run", "job.yaml", *option), cwd=self.folder, capture_output=True,
                                  text=True)
            self.assertEqual(done.returncode, 2)
            self.assertEqual(done.stderr.count(part), 1, done.stderr)

    def test_what_is_wrong_for_one_rank_ends_all(self):
        (self.folder / "job.yaml").write_text(JOB)
        start = self.command(1, "run", "job.yaml", "--quiet")
        for wrong, code, part in ((["run", "job.yaml", "--memory", "1K"], 2, "of memory needed"),
                                  (["run", "missing.yaml"], 3, "cannot open missing.yaml")):
            other = ["-n", "2", MPI_PROGRAM, *wrong, "--quiet"]
            for command in (start + [":"] + other, [*MPIRUN, *other, ":"] + start[len(MPIRUN):]):
                done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=60)
                self.assertEqual(done.returncode, code, done.stderr)
                self.assertEqual(done.stderr.count(part), 1, done.stderr)
                self.assertEqual(len(our_lines(done.stderr)), 1, done.stderr)

    def test_what_only_rank_0_reads(self):
        """mpirun passes its input to rank 0 only."""
        done = subprocess.run(self.command(2, "solve", "--players", "3", "--piles", "@/dev/stdin"), cwd=self.folder,
                              input="1,2,2", capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("wins, value"), 1)

    def test_a_warning_of_the_batch_system_saves(self):
        """mpirun passes SIGUSR1 to all ranks, and waits for them."""
        (self.folder / "job.yaml").write_text(HUNT.replace("COUNT", "900000000"))
        process = subprocess.Popen(self.command(2, "run", "job.yaml", "--quiet", "--threads", "1", "--checkpoint", "0"),
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        until = time.monotonic() + 60
        while time.monotonic() < until and len(list(self.folder.glob("h.h5.parts/saved-*"))) < 2:
            time.sleep(0.05)
        for _ in range(3):
            process.send_signal(signal.SIGUSR1)
            time.sleep(0.02)
        _, errors = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 130, errors)
        self.assertEqual(len(our_lines(errors)), 1, errors)
        self.assertTrue(list(self.folder.glob("h.h5.parts/saved-*")))

    def test_the_time_is_that_of_all_the_work(self):
        (self.folder / "job.yaml").write_text(HUNT.replace("COUNT", "400000"))
        begun = time.monotonic()
        done = subprocess.run(self.command(2, "run", "job.yaml", "--quiet", "--threads", "1"), cwd=self.folder,
                              capture_output=True, text=True, timeout=300)
        elapsed = time.monotonic() - begun
        self.assertEqual(done.returncode, 0, done.stderr)
        seconds, = re.findall(r"^time +([\d.]+) s$", done.stdout, re.M)
        # How much of the time is spent starting the ranks depends on the machine; the work takes more than a blink.
        self.assertLess(0, float(seconds), f"{elapsed} s in all")
        self.assertLess(float(seconds), elapsed)

    def test_the_program_without_mpi_says_what_to_do(self):
        command = self.command(3, "run", "job.yaml")
        command[command.index(MPI_PROGRAM)] = PROGRAM
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(our_lines(done.stderr), ["nimsweep: run: 3 independent copies were started; expected "
                                                  "nimsweep-mpi (with srun: --mpi=pmix), or a --part of the job for each"])
        self.assertEqual([path.name for path in self.folder.iterdir()], ["job.yaml"])

    def test_other_commands_are_run_once(self):
        done = subprocess.run(self.command(3, "solve", "--players", "3", "--piles", "1,2,2", "--json"),
                              capture_output=True, text=True)
        self.assertEqual(done.stdout.count("\n"), 1)


if __name__ == "__main__":
    unittest.main()
