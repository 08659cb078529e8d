"""Every command that writes, with every single system call about its files failing, once or from then on: it either
fails in one line and loses nothing, and the next run completes, or it succeeds with files that are right.

    fault_walk_test.py PROGRAM SHIM [--all] [Walk.test_merge ..]

A sample of the faults, unless all of them are wanted."""
import pathlib
import shutil
import sys
import tempfile
import unittest

import storage
from storage import BOTH, HUNTS, SCRATCH, TABLES, Fault, holds, is_checked, nimsweep, run_parts, well

STRIDE = 7
ON_AND_ONCE = (False, True)
ONCE = (False,)  # what is tried again for ever would go on for ever
WAYS = {
    "write": {"EIO": ON_AND_ONCE, "ENOSPC": ON_AND_ONCE, "EINTR": ONCE, "short": ON_AND_ONCE},
    "read": {"EIO": ON_AND_ONCE, "EINTR": ONCE, "short": ON_AND_ONCE},
    "open": {"EIO": ON_AND_ONCE, "ENOSPC": ON_AND_ONCE, "EMFILE": ON_AND_ONCE},
}
WAYS["pwrite"] = WAYS["writev"] = WAYS["write"]
for call in ("fsync", "fdatasync", "rename", "close", "unlink", "ftruncate", "flock", "mkdir"):
    WAYS[call] = {"EIO": ON_AND_ONCE, "ENOSPC": ON_AND_ONCE}


def faults(scenario, counts):
    for call, ways in WAYS.items():
        for what, modes in ways.items():
            for goes_on in modes:
                for at in storage.sampled(counts[call], STRIDE, scenario, call, what, goes_on):
                    yield Fault(call, at, what, goes_on)


class Trial:
    """A command, the files it finds, and those it leaves if nothing goes wrong."""

    def __init__(self, folder, name, words):
        self.name, self.words, self.before = name, words, folder
        with self.copy() as there:
            self.counts = well(there, *words, count=True).counts
            self.expected = storage.state(there)
        with self.copy() as there:
            well(there, *words)
            assert storage.state(there) == self.expected, "two runs make different files"
        assert all(isinstance(found, (bytes, dict)) for found in self.expected.values()), "h5py cannot read them"

    def copy(self):
        there = tempfile.TemporaryDirectory(dir=SCRATCH)
        shutil.copytree(self.before, there.name, dirs_exist_ok=True)
        return there

    def is_final(self, folder, name):
        """The file is what the command should have made of it."""
        return (name in self.expected and pathlib.Path(folder, name).exists()
                and (".h5" != name[-3:] or ".parts/" in name or is_checked(folder, name))
                and holds(folder, name) == self.expected[name])

    def lost(self, folder):
        """Files that were there before, are no longer, and whose work is not in a finished file either."""
        for name, path in storage.files_below(self.before).items():
            now = pathlib.Path(folder, name)
            output = name.split(".parts/")[0]
            if "/lock" not in name and not (now.exists() and now.read_bytes() == path.read_bytes()) \
                    and not self.is_final(folder, output):
                yield name

    def problems(self, folder, fault, done):
        """Kinds and descriptions of what is not as it should be."""
        if done.died():
            yield "died", done
        elif done.code not in (0, 1, 3):
            yield f"exit {done.code}", done
        elif done.errors.count("\n") not in ((0, 1) if done.code == 0 else (1,)):
            yield "not one line", done
        elif not done.reached and done.code != 0:
            yield "failed without the fault", done
        strangers = [name for name in storage.files_below(folder)
                     if ".parts/" not in name and name not in self.expected]
        if strangers and fault.call != "unlink":
            yield "left behind", f"{strangers} ({done})"
        if done.code == 0:
            wrong = [name for name in self.expected if not self.is_final(folder, name)]
            if wrong:
                yield "wrong, and exit 0", wrong
        else:
            lost = list(self.lost(folder))
            if lost:
                yield "lost", f"{lost} ({done})"
        again = nimsweep(folder, *self.words)
        if again.code != 0:
            yield "the next run fails", f"{again}; before {done}"
            return
        found = storage.state(folder)
        wrong = [name for name in found.keys() | self.expected.keys() if found.get(name) != self.expected.get(name)]
        if wrong:
            yield "wrong after the next run", f"{wrong}; before {done}"
        elif not all(is_checked(folder, name) for name in found if name.endswith(".h5") and ".parts/" not in name):
            yield "damaged after the next run", done

    def __call__(self, fault):
        with self.copy() as there:
            done = nimsweep(there, *self.words, fault=fault)
            end = f"exit {done.code}" if done.reached else "not reached"
            return end, list(self.problems(there, fault, done)), fault


def write_job(folder, text=TABLES):
    (folder / "job.yaml").write_text(text)


def run_job(folder, text):
    write_job(folder, text)
    well(folder, "run", "job.yaml", "--quiet")


class Walk(storage.Scratch):
    all_ends = storage.Findings()

    @classmethod
    def tearDownClass(cls):
        print(f"faults: {cls.all_ends}")

    def walk(self, *words):
        if words[0] != "get":
            words += ("--quiet",)
        trial = Trial(self.folder, self.id().rpartition("test_")[2], words)
        findings = storage.Findings()
        for found in storage.try_all(trial, list(faults(trial.name, trial.counts))):
            findings.add(*found)
            self.all_ends.add(*found)
        print(f"{trial.name}: {findings}", flush=True)
        findings.check(self)

    def test_run(self):
        write_job(self.folder)
        self.walk("run", "job.yaml", "--threads", "1")

    def test_run_by_shards(self):
        write_job(self.folder)
        self.walk("run", "job.yaml", "--threads", "1", "--checkpoint", "0")

    def test_run_a_part(self):
        write_job(self.folder, BOTH)
        self.walk("run", "job.yaml", "--threads", "1", "--part", "2/2")

    def test_run_fresh_over_a_table(self):
        run_job(self.folder, TABLES.replace("small", "older").replace("seed: 5", "seed: 6"))
        write_job(self.folder)
        self.walk("run", "job.yaml", "--threads", "1", "--fresh")

    def test_hunts(self):
        write_job(self.folder, HUNTS)
        self.walk("run", "job.yaml", "--threads", "1", "--checkpoint", "0")

    def test_resume(self):
        write_job(self.folder, BOTH)
        well(self.folder, "run", "job.yaml", "--threads", "1", "--quiet", "--part", "1/2")
        self.walk("run", "job.yaml", "--threads", "1")

    def test_merge(self):
        write_job(self.folder, BOTH)
        run_parts(self.folder)
        self.walk("merge", "job.yaml")

    def test_merge_into_one_file(self):
        write_job(self.folder, BOTH)
        run_parts(self.folder)
        self.walk("merge", "job.yaml", "--copy")

    def test_copy_a_merged_table(self):
        write_job(self.folder)
        run_parts(self.folder)
        well(self.folder, "merge", "job.yaml", "--quiet")
        self.walk("merge", "job.yaml", "--copy")

    def test_report(self):
        run_job(self.folder, BOTH)
        well(self.folder, "report", "t.h5", "-o", "page.html", "--quiet")
        self.walk("report", "t.h5", "h.h5", "-o", "page.html", "--threads", "1")

    def test_certificate(self):
        well(self.folder, "verify", "--claim", "shifted-3.4", "--players", "4", "--certificate", "c.json", "--quiet")
        self.walk("verify", "--claim", "shifted-3.4", "--players", "3", "--certificate", "c.json", "--threads", "1")

    def test_plot(self):
        run_job(self.folder, TABLES)
        well(self.folder, "get", "t.h5", "--case", "n3_N2", "--at", "0,0,*,*", "--plot", "p.svg")
        self.walk("get", "t.h5", "--case", "n3_N2", "--at", "1,0,*,*", "--plot", "p.svg")


if __name__ == "__main__":
    unittest.main(argv=sys.argv, verbosity=0)
