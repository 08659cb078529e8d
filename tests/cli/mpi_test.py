"""The same job by mpirun on one, two and three ranks, and with a rank killed: real MPI, real files."""
import json
import os
import pathlib
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
        self.assertEqual(found[0].pop("shards", None) is None, not shards.exists())  # several ranks keep them
        shutil.rmtree(shards, ignore_errors=True)
        for name in ("t.h5", "h.h5"):
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

    def test_other_commands_are_run_once(self):
        done = subprocess.run(self.command(3, "solve", "--players", "3", "--piles", "1,2,2", "--json"),
                              capture_output=True, text=True)
        self.assertEqual(done.stdout.count("\n"), 1)


if __name__ == "__main__":
    unittest.main()
