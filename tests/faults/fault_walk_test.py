"""Runs every command that reads or writes files with each single system call on them failing, once or from then on. Either
the command fails in one line and loses nothing, and the next run completes; or it succeeds with correct files.

    fault_walk_test.py PROGRAM SHIM [--all] [Walk.test_merge ..]

Tries a sample of the faults, or all of them with --all."""
import unittest

import storage
from storage import Fault

STRIDE = 7
ON_AND_ONCE = (False, True)
ONCE = (False,)  # a call that is retried would be retried forever
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


class Walk(storage.Scratch):
    all_ends = storage.Findings()

    @classmethod
    def tearDownClass(cls):
        print(f"faults: {cls.all_ends}")

    def walk(self, scenario):
        trial = storage.Trial(self.folder, scenario)
        findings = storage.Findings()
        for found in storage.try_all(trial, list(faults(scenario, trial.counts))):
            findings.add(*found)
            self.all_ends.add(*found)
        print(f"{scenario}: {findings}", flush=True)
        findings.check(self)


for scenario in storage.SCENARIOS | storage.READING:
    setattr(Walk, f"test_{scenario}", lambda self, scenario=scenario: self.walk(scenario))


if __name__ == "__main__":
    unittest.main(verbosity=0)
