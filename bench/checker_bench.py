#!/usr/bin/env python3
"""How many states of machines nimsweep-check checks in a second, beside scripts/check_certificate.py, on the same
certificate in one run: 60 random matrices of six players, every number of piles. Times are those of the whole programs.

    bench/checker_bench.py [BUILD_FOLDER]     # default: build
"""
import json
import pathlib
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build").resolve()
ROUNDS = 5
JOB = {"nimsweep": 1, "title": "any value", "players": 6, "matrices": [{"sample": {"count": 60, "seed": 7}}],
       "piles": {"count": "all"}, "verify": [{"name": "any value", "value": "[0, 1, 2, 3, 4, 5]"}]}


def seconds_of(*command):
    """Processor time; the verdict must be right."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0 or not done.stdout.endswith("proofs: 60, rejected: 0\n"):
        sys.exit(f"{command}: {done.stdout[-300:]}{done.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


with tempfile.TemporaryDirectory() as folder:
    job, certificate = pathlib.Path(folder) / "job.yaml", pathlib.Path(folder) / "certificate.json"
    job.write_text(json.dumps(JOB))
    subprocess.run([BUILD / "nimsweep", "run", job, "--certificate", certificate, "--quiet"], check=True, cwd=folder,
                   stdout=subprocess.DEVNULL)
    states = certificate.read_text().count('"winners"')
    programs = {"nimsweep-check": [BUILD / "nimsweep-check"],
                "check_certificate.py": [sys.executable, ROOT / "scripts/check_certificate.py"]}
    best = {name: min(seconds_of(*command, certificate) for _ in range(ROUNDS)) for name, command in programs.items()}

for name, seconds in best.items():
    print(f"{name:<21} {states} states in {seconds:.2f} s: {states / seconds:,.0f} states/s")
print(f"ratio: {best['check_certificate.py'] / best['nimsweep-check']:.1f}")
