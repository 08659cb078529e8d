"""Jobs done in parts by independent processes: killed, at the same time, in any order."""
import fcntl
import json
import os
import pathlib
import random
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


def is_locked(path):
    with open(path) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


class Parts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "job.yaml").write_text(JOB)

    def start(self, *options):
        return subprocess.Popen([PROGRAM, "run", "job.yaml", "--json", "--quiet", *options], cwd=self.folder,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run_job(self, *options, code=0):
        process = self.start(*options)
        output, errors = process.communicate()
        self.assertEqual(process.returncode, code, errors)
        return [json.loads(line) for line in output.splitlines()] if code == 0 else errors

    def take_results(self):
        """The results of a complete run; leaves the folder empty."""
        subprocess.run([PROGRAM, "inspect", "t.h5", "--check", "--quiet"], cwd=self.folder, check=True,
                       stdout=subprocess.DEVNULL)
        found = contents(self.folder / "t.h5"), contents(self.folder / "h.h5")
        for name in ("t.h5", "h.h5", "h.h5.claims"):
            (self.folder / name).unlink()
            self.assertFalse((self.folder / (name + ".parts")).exists())
        return found

    def assert_same_lines(self, lines, expected):
        def stripped(line):
            return {key: value for key, value in line.items() if key not in ("seconds", "peak_memory_bytes", "bytes", "shards")}
        self.assertEqual([stripped(line) for line in lines], [stripped(line) for line in expected])

    def test_parts_in_any_order_make_the_same_files(self):
        expected_lines = self.run_job()
        expected = self.take_results()
        for parts, threads in ((1, "2"), (4, "1"), (7, "2")):
            order = list(range(1, parts + 1))
            random.Random(parts).shuffle(order)
            for k in order:
                lines = self.run_job("--part", f"{k}/{parts}", "--threads", threads)
                self.assertEqual([(line["type"], line["file"], line["part"]) for line in lines],
                                 [("part", name, f"{k}/{parts}") for name in ("t.h5", "h.h5", "h.h5.claims")])
                self.assertFalse((self.folder / "t.h5").exists())
            self.assert_same_lines(self.run_job(), expected_lines)
            self.assertEqual(self.take_results(), expected)

    def test_parts_at_the_same_time_killed_and_left_out(self):
        expected_lines = self.run_job()
        expected = self.take_results()
        rng = random.Random(1)
        for _ in range(4):
            processes = [self.start("--part", f"{k}/3", "--threads", "1", "--checkpoint", "0") for k in (1, 3)]
            time.sleep(rng.uniform(0.01, 0.4))
            processes[0].send_signal(signal.SIGKILL)
            for process in processes:
                process.communicate()
        self.assert_same_lines(self.run_job(), expected_lines)  # does everything left
        self.assertEqual(self.take_results(), expected)

    def stop_at_work(self):
        """A process that does part 1 of 2, stopped while it holds the lock of its part of the tables."""
        lock = self.folder / "t.h5.parts" / "lock-part-1-of-2"
        for _ in range(100):
            process = self.start("--part", "1/2", "--checkpoint", "0")
            while process.poll() is None and not lock.exists():
                time.sleep(0.001)
            process.send_signal(signal.SIGSTOP)
            os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
            if process.poll() is None and is_locked(lock):
                return process
            # It was stopped before it had the lock, or after it had done its part: try again from the beginning.
            process.send_signal(signal.SIGKILL)
            process.communicate()
            for work in self.folder.glob("*.parts"):
                shutil.rmtree(work)
        self.fail("never stopped while at work")

    def test_who_may_work_at_the_same_time(self):
        process = self.stop_at_work()
        self.assertIn("another run is working", self.run_job("--part", "1/2", code=2))
        self.assertIn("another run is working", self.run_job(code=2))
        self.run_job("--part", "2/2")
        process.send_signal(signal.SIGCONT)
        _, errors = process.communicate()
        self.assertEqual(process.returncode, 0, errors)
        self.run_job()

    def test_a_part_has_no_proofs_to_write(self):
        for option in ("--certificate", "--coq", "--smt2"):
            self.assertIn("--part: proofs are written by the run that completes the job",
                          self.run_job("--part", "1/2", option, "c", code=2))
            self.assertFalse((self.folder / "c").exists())

    def test_what_cannot_be_split_into_parts(self):
        for part in ("0/2", "3/2", "1", "1/2/3", "a/b", "1/0", "-1/2"):
            self.assertIn(f"--part: '{part}'; expected K/M", self.run_job(f"--part={part}", code=2))
        self.assertIn("--fresh would discard", self.run_job("--part", "1/2", "--fresh", code=2))
        (self.folder / "job.yaml").write_text(JOB.replace("results: {file: h.h5}\n", ""))
        self.assertIn("the hunts have no file", self.run_job("--part", "1/2", code=2))
        (self.folder / "job.yaml").write_text("nimsweep: 1\nplayers: 3\npiles: {count: 3}\nverify: [shifted-3.4]\n")
        self.assertIn("the claims have no file", self.run_job("--part", "1/2", code=2))


if __name__ == "__main__":
    unittest.main()
