"""Fails single allocations, once or from then on. The program ends with one line and exit code 3, and the next run
completes; or it succeeds. Death by a signal, or a hang, is tolerated (and counted) only before the program starts, while
CLI11 starts, or inside HDF5 and TBB, which do not check all their allocations.

    malloc_test.py PROGRAM SHIM [--all]"""
import re
import shutil
import subprocess
import tempfile
import unittest

import storage
from storage import ALL, PROGRAM, RUN, SCRATCH, Fault, nimsweep, well

RUNS = 1000 if ALL else 40  # of each command
COMMANDS = {
    "solve": ("solve", "--matrix", "0 2 1 / 0 1 2 / 0 2 1", "--piles", "1,2,2"),
    "run": (*RUN, "--fresh"),
    "get": ("get", "t.h5", "--case", "n3_N2", "--at", "1,0,*,*"),
    "inspect": ("inspect", "t.h5", "--check", "--quiet"),
}
HDF5_STARTS = re.compile(r"H5_init_library|H5open|H5\w+_init_(package|interface)")


def stack_of(report):
    """The functions that led to the allocation, innermost first, with the program's own by symbol."""
    frames = re.findall(r"^(.*?)\((.*?)\)\[", report, re.MULTILINE)
    own = [place[1:] for file, place in frames if file == PROGRAM and place.startswith("+")]
    lines = subprocess.run(["addr2line", "-Cfe", PROGRAM, *own], stdin=subprocess.DEVNULL, capture_output=True,
                           text=True)
    names = iter(lines.stdout.splitlines()[::2])
    return [next(names, "?") if file == PROGRAM and place.startswith("+") else place.split("+")[0]
            for file, place in frames]


def where(report):
    """Which startup phase or functions: those that died, or else those whose allocation failed."""
    if "before main" in report:
        return "before main"
    _, _, death = report.partition("died\n")
    stack = [re.sub(r"\(.*", "", name.replace("(anonymous namespace)::", "")) for name in stack_of(death or report)]
    if any(HDF5_STARTS.search(name) for name in stack):
        return "while HDF5 starts"
    calls = [name for name in stack if re.search(r"^(nimsweep|CLI|tbb)::|^H5|^main$", name)]
    for start, library in (("H5", "HDF5"), ("tbb::", "TBB")):
        if calls and calls[0].startswith(start):
            return f"inside {library}"
    return "while CLI11 starts" if calls and calls[0].startswith("CLI::") else " < ".join(calls[:3] or stack[:8])


class Starved:
    def __init__(self, folder, command):
        self.folder, self.words = folder, COMMANDS[command]
        storage.run_job(folder)
        done = well(folder, *self.words, count=True)
        self.output, self.count = done.output, done.counts["malloc"]
        self.expected = storage.state(folder)

    def cases(self):
        return [Fault("malloc", 1 + number * self.count // RUNS, "ENOMEM", goes_on=number % 2 == 1)
                for number in range(min(RUNS, self.count))]

    def __call__(self, fault):
        with tempfile.TemporaryDirectory(dir=SCRATCH) as there:
            shutil.copytree(self.folder, there, dirs_exist_ok=True)
            done = nimsweep(there, *self.words, fault=fault)
            end, problems = f"exit {done.code}", []
            if done.died():
                place = where(done.reached)
                end = f"died {place}" if re.match("before|while|inside", place) else "died elsewhere"
                if end == "died elsewhere":
                    problems.append((f"died in {place}", done))
            elif done.code not in (0, 3):
                problems.append((f"exit {done.code}", f"{done} {where(done.reached)}"))
            elif done.errors.startswith("HDF5-DIAG:"):
                end = "exit 3, and HDF5 talks"  # it cannot be silenced before it has started
            elif done.errors.count("\n") != (done.code == 3):
                problems.append(("not one line", done))
            elif done.code == 3 and "memory" not in done.errors:
                end = "exit 3, for another reason"
            elif done.code == 0 and self.words[0] != "run" and done.output != self.output:
                problems.append(("wrong", done.output))
            if self.words[0] == "run":
                if done.code != 0:
                    well(there, *self.words)
                wrong = storage.differences(storage.state(there), self.expected)
                if wrong:
                    problems.append(("wrong", f"{wrong}; {done}"))
            return end, problems, fault


class OutOfMemory(storage.Scratch):
    def starve(self, command):
        starved = Starved(self.folder, command)
        self.try_cases(f"{command}, {starved.count} allocations", starved, starved.cases())


for command in COMMANDS:
    setattr(OutOfMemory, f"test_{command}", lambda self, command=command: self.starve(command))


if __name__ == "__main__":
    unittest.main(verbosity=0)
