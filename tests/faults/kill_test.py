"""Kills runs, hunts and merges at random moments and at every critical step, or stops them with signals: the next run
completes them with the same files, and repeats no finished work.

    kill_test.py PROGRAM [SHIM] [--all] [Killed ..]"""
import os
import pty
import random
import re
import select
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import storage
from storage import ALL, PROGRAM, SCRATCH, SHIM, Fault, nimsweep, well

MOMENTS = 1000 if ALL else 50
STRIDE = 7
TABLES = """nimsweep: 1
players: 4
matrices: [{range: {from: 1000, count: 40000}}]
piles: {count: 1..3, max: 4}
tables: {file: t.h5}
"""
HUNTS = """nimsweep: 1
players: 4
matrices: [all]
results: {file: h.h5}
hunt:
- {name: few, where: "states <= 14", keep: 50, lazy: false}
- {name: games, behaviours: true, keep: 30}
"""
CLAIMS = """nimsweep: 1
players: 3..7
matrices: [sam, {ssam: 1}]
piles: {count: 1..12}
results: {file: h.h5}
verify: [standard-n=N+1, shifted-3.3, shifted-3.4, shifted-3.5, standard-3a]
"""
LONG_TABLES = TABLES.replace("players: 4", "players: 5").replace("count: 40000", "count: 2700000")
LONG_HUNTS = """nimsweep: 1
players: 5
matrices: [{range: {from: 0, count: 24000000}}]
results: {file: h.h5}
hunt: [{name: few, where: "states <= 4", keep: 50}]
"""
RUN = ("run", "job.yaml", "--quiet", "--checkpoint", "0", "--threads")
COMMANDS = {
    "tables by one thread": (lambda folder: storage.write_job(folder, TABLES), (*RUN, "1")),
    "tables by two threads": (lambda folder: storage.write_job(folder, TABLES), (*RUN, "2")),
    "hunts by one thread": (lambda folder: storage.write_job(folder, HUNTS), (*RUN, "1")),
    "hunts by two threads": (lambda folder: storage.write_job(folder, HUNTS), (*RUN, "2")),
    "claims by two threads": (lambda folder: storage.write_job(folder, CLAIMS), (*RUN, "2")),
    "merge": (lambda folder: storage.run_parts(folder, TABLES), storage.MERGE),
    "merge into one file": (lambda folder: storage.run_parts(folder, TABLES), (*storage.MERGE, "--copy")),
    "copy a merged table": (lambda folder: storage.merged_table(folder, TABLES), (*storage.MERGE, "--copy")),
}


class KilledAtAnyMoment:
    """A command, its duration, and what it makes."""

    def __init__(self, folder, name):
        prepare, self.words = COMMANDS[name]
        self.before = folder
        prepare(folder)
        with self.copy() as there:
            begun = time.monotonic()
            well(there, *self.words)
            self.seconds = time.monotonic() - begun
            self.expected = storage.state(there)

    def copy(self):
        there = tempfile.TemporaryDirectory(dir=SCRATCH)
        shutil.copytree(self.before, there.name, dirs_exist_ok=True)
        return there

    def __call__(self, number):
        rng = random.Random(number)
        kills = 0
        with self.copy() as there:
            for _ in range(rng.randint(1, 2)):
                process = subprocess.Popen([PROGRAM, *self.words], cwd=there, stdout=subprocess.DEVNULL,
                                           stderr=subprocess.DEVNULL)
                try:
                    process.wait(timeout=rng.uniform(0, self.seconds))
                except subprocess.TimeoutExpired:
                    process.kill()
                kills += process.wait() == -signal.SIGKILL
            return f"killed {kills} times", list(self.problems(there)), f"moment {number}"

    def problems(self, there):
        done = nimsweep(there, *self.words)
        if done.code != 0 or done.errors:
            yield "the next run fails", done
        else:
            wrong = storage.differences(storage.state(there), self.expected)
            if wrong:
                yield "wrong after the next run", wrong


class Killed(storage.Scratch):
    def test_at_random_moments(self):
        for number, name in enumerate(COMMANDS):
            with self.subTest(name):
                killed = KilledAtAnyMoment(self.new_folder(), name)
                self.try_cases(name, killed, range(number, MOMENTS, len(COMMANDS)))

    @unittest.skipUnless(SHIM, "needs the library that kills")
    def test_before_and_after_what_counts(self):
        for scenario in ("run_by_shards", "run_fresh_over_a_table", "hunts", "claims", "resume", "resume_claims", "merge",
                         "merge_claims", "merge_into_one_file", "copy_a_merged_table"):
            with self.subTest(scenario):
                trial = storage.Trial(self.new_folder(), scenario)
                self.try_cases(scenario, trial, [
                    Fault(call, at, what)
                    for call in ("rename", "fsync", "pwrite", "write", "unlink")
                    for what in ("kill", "kill-after")
                    for at in storage.sampled(trial.counts[call], STRIDE, scenario, call, what)])


class Watched:
    """A run on a terminal, whose progress is read."""

    def __init__(self, folder, *options):
        self.terminal, terminal = pty.openpty()
        self.process = subprocess.Popen([PROGRAM, "run", "job.yaml", *options], cwd=folder, stdout=subprocess.DEVNULL,
                                        stderr=terminal, start_new_session=True)
        os.close(terminal)
        self.shown = ""

    def percent(self, least=0.0):
        """The first progress shown that is at least this; None if the run ends first."""
        until = time.monotonic() + storage.TIMEOUT
        while time.monotonic() < until:
            found = [float(text) for text in re.findall(r"([\d.]+)%", self.shown)]
            if found and found[-1] >= least:
                return found[-1]
            try:
                if select.select([self.terminal], [], [], 0.1)[0]:
                    self.shown += os.read(self.terminal, 4096).decode(errors="replace")
            except OSError:  # the other end is closed
                return None
        return None

    def end(self):
        """The exit code; None if it does not end."""
        try:
            code = self.process.wait(timeout=storage.TIMEOUT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            code = None
        os.close(self.terminal)
        return code


def stopped(case):
    """Stops a job with several signals in quick succession, and restarts it."""
    text, signals, options, pause = case
    problems = []
    with tempfile.TemporaryDirectory(dir=SCRATCH) as folder:
        storage.write_job(folder, text)
        run = Watched(folder, *options)
        before = run.percent(least=3)
        for number in signals:
            if run.process.poll() is None:
                run.process.send_signal(number)
                time.sleep(pause)
        code = run.end()
        if before is None:
            problems.append(("too fast", run.shown[-200:]))
        if code != 130:
            problems.append((f"exit {code}", ""))
        again = Watched(folder, *options)
        after = again.percent()
        again.process.kill()
        again.end()
        if before is not None and (after is None or after < before):
            problems.append(("done again", f"{before}% were done, it began again at {after}%"))
        temporary = [name for name in storage.files_below(folder) if ".parts/" not in name and name != "job.yaml"]
        if temporary:
            problems.append(("left behind", temporary))
    names = " ".join(signal.Signals(number).name for number in signals)
    return f"exit {code}", problems, f"{'hunts' if 'hunt:' in text else 'tables'}, {names} {options} {pause}"


class Stopped(storage.Scratch):
    def test_signals_in_quick_succession_lose_nothing(self):
        series = [(signal.SIGINT,), (signal.SIGTERM,), (signal.SIGUSR1,), (signal.SIGINT,) * 3,
                  (signal.SIGUSR1, signal.SIGTERM, signal.SIGINT), (signal.SIGTERM, signal.SIGUSR1, signal.SIGTERM)]
        cases = [(text, signals, ("--threads", "1", *options), pause)
                 for text in (LONG_TABLES, LONG_HUNTS) for signals in series
                 for options in ((), ("--checkpoint", "0")) for pause in (0.0005, 0.005, 0.03)]
        self.try_cases("signals", stopped, cases if ALL else random.Random(1).sample(cases, 14))


if __name__ == "__main__":
    unittest.main(verbosity=0)
