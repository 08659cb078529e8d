#!/usr/bin/env python3
"""Compares one process with two threads and two MPI ranks with one thread each, on a hunt, a table and claims that are
checked position by position. They run in turns, and results are compared before a time is printed. The time of two
ranks includes what mpirun and MPI take to start and to end, which is printed once; the ratio is printed with and
without it. Open MPI is told not to look for fast networks, which takes 0.2 s: the ranks share a machine.

    bench/cluster_bench.py BUILD_FOLDER [REPETITIONS]
"""
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

BUILD = pathlib.Path(sys.argv[1]).resolve()
REPETITIONS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
MPIRUN = ["mpirun", "--oversubscribe", "--bind-to", "none", "--mca", "pml", "ob1",
          *(["--allow-run-as-root"] if os.getuid() == 0 else [])]
ONE = [str(BUILD / "nimsweep"), "run", "job.yaml", "--json", "--quiet", "--threads", "2"]
TWO = [*MPIRUN, "-n", "2", str(BUILD / "nimsweep-mpi"), "run", "job.yaml", "--json", "--threads", "1"]
JOBS = {
    "hunt": """nimsweep: 1
players: 5
matrices: [{sample: {count: 20000000, seed: 1}}]
results: {file: h.h5}
hunt: [{name: top, top: {by: states, count: 9}}]
""",
    "table": """nimsweep: 1
players: 4
matrices: [all]
piles: {count: 4, max: 14}
tables: {file: t.h5}
""",
    "positions": """nimsweep: 1
players: 3..10
matrices: [{ssam: 1}]
piles: {count: 3, max: 300}
verify:
- {name: podium-nim, max: 300}
- {name: podium-nim-k, game: "moore:2", max: 300}
- {name: podium-nim, max: 290}
- {name: podium-nim-k, game: "moore:2", max: 290}
- {name: podium-nim, max: 280}
- {name: podium-nim-k, game: "moore:2", max: 280}
""",
}


def run(command, folder):
    """Wall time, CPU time of all processes, the cost of sharing the work, and the output that must not vary between runs."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.perf_counter()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode not in (0, 1):  # 1: a claim does not hold
        sys.exit(done.stderr)
    wall = time.perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    for line in lines:
        for key in ("seconds", "peak_memory_bytes", "bytes", "shards"):
            line.pop(key, None)
    for file in pathlib.Path(folder).glob("*.h5"):
        file.unlink()
        shutil.rmtree(f"{file}.parts", ignore_errors=True)
    sharing = [line for line in done.stderr.splitlines() if "asked for work" in line]
    return wall, cpu, sharing, lines


NO_WORK = "nimsweep: 1\nplayers: 3\nmatrices: [sam]\npiles: {count: 1, max: 1}\nverify: [standard-many-players]\n"


def seconds_of_mpi():
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "job.yaml").write_text(NO_WORK)
        return min(run(TWO, folder)[0] for _ in range(REPETITIONS))


mpi_alone = seconds_of_mpi()
print(f"MPI alone: {mpi_alone:.2f} s")
for name, job in JOBS.items():
    best = {}
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "job.yaml").write_text(job)
        answers = []
        for _ in range(REPETITIONS):
            for way, command in (("one process, two threads", ONE), ("two ranks, one thread each", TWO)):
                wall, cpu, sharing, lines = run(command, folder)
                answers.append(lines)
                best[way] = min(best.get(way, (1e9, 1e9, [])), (wall, cpu, sharing))
    if any(answer != answers[0] for answer in answers):
        sys.exit(f"{name}: different results")
    print(name)
    for way, (wall, cpu, sharing) in best.items():
        print(f"  {way:28} {wall:7.2f} s wall {cpu:7.2f} s cpu")
        for line in sharing:
            print(f"  {line.removeprefix('nimsweep: ')}")
    (one, one_cpu, _), (two, two_cpu, _) = best.values()
    print(f"  two ranks / one process: {two / one:.2f} by wall, {(two - mpi_alone) / one:.2f} without MPI alone, "
          f"{two_cpu / one_cpu:.2f} by cpu")
