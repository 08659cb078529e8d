#!/usr/bin/env python3
"""What calling the library from Python costs.

    bench/python_bench.py [BUILD_FOLDER]     # default: build

Compares `solve` with a loop over the same positions inside the library (a machine called with an array), and an array
of positions with a loop of calls. Answers are compared before any time is printed.
"""
import pathlib
import sys
import time

BUILD = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build").resolve()
sys.path.insert(0, str(BUILD / "python"))

import numpy  # noqa: E402

import nimsweep  # noqa: E402


def best_of(repetitions, work):
    """The shortest time in seconds, and what the work returned."""
    times = []
    for _ in range(repetitions):
        begun = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - begun)
    return min(times), result


def calls():
    matrix = nimsweep.Matrix("0 2 1 / 0 1 2 / 0 2 1")
    machine = nimsweep.machine(matrix)
    positions = numpy.random.default_rng(1).integers(0, 9, size=(100_000, 3))
    as_tuples = [tuple(position) for position in positions.tolist()]
    one_by_one, found = best_of(3, lambda: [nimsweep.solve("last-nim", matrix, piles).winner for piles in as_tuples])
    inside, expected = best_of(3, lambda: machine(positions, first=0))
    assert found == expected.tolist()
    print(f"solve, Last Nim with three piles: {1e6 * one_by_one / len(positions):.2f} microseconds a call, "
          f"{1e6 * inside / len(positions):.3f} inside the library")
    nothing, _ = best_of(3, lambda: [len(piles) for piles in as_tuples])
    print(f"  len(piles) in the same loop: {1e6 * nothing / len(positions):.3f} microseconds")


def arrays():
    nim = nimsweep.digit_machine("nim", "ssam:1", 2, players=3)
    positions = numpy.random.default_rng(2).integers(0, 2 ** 20, size=(1_000_000, 2))
    some = 20_000
    at_once, winners = best_of(3, lambda: nim(positions, first=0))
    as_lists = positions[:some].tolist()
    one_by_one, found = best_of(3, lambda: [nim(piles, first=0) for piles in as_lists])
    assert found == winners[:some].tolist()
    ratio = (one_by_one / some) / (at_once / len(positions))
    print(f"an automaton of two-pile Nim on 10^6 positions: {1e3 * at_once:.1f} ms at once, {ratio:.0f} times as fast "
          "as a loop of calls")


if __name__ == "__main__":
    calls()
    arrays()
