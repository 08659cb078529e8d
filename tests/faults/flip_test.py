"""Flips single bits of small files of each kind, or truncates them: it is noticed, or no reader sees a difference.

    flip_test.py PROGRAM [SHIM] FLIP_CHECKER [--all] [Flips.test_table ..]

The program tries a sample of the bits. With --all, flip_checker tries all of them, making the same checks for many in
one process; the program then tries those that it did not notice."""
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import h5py

import storage
from storage import ALL, SCRATCH, nimsweep, well

FLIP_CHECKER = os.path.abspath(sys.argv.pop(1))
FLIPS, CUTS, AT_ONCE = 200, 20, 2000
TABLES = """nimsweep: 1
title: tiny
players: 3
matrices: [sam, {ssam: 1}]
piles: {count: 1..2, max: 2}
tables: {file: t.h5}
"""
HUNTS = """nimsweep: 1
title: tiny
players: 2
matrices: [all]
results: {file: h.h5}
hunt: [{name: few, where: "states < 6", keep: 3}]
"""
GRUNDY = storage.GRUNDY.replace("count: 1..2, max: 3", "count: 2, max: 2")
EVERYTHING = re.compile(r"(?!)")  # excludes nothing


def shard_of(folder):
    return str(min(pathlib.Path(folder, "t.h5.parts").glob("units-*")).relative_to(folder))


def saved_of(folder, parts="h.h5.parts"):
    return str(min(pathlib.Path(folder, parts).glob("saved-*")).relative_to(folder))


def without_the_table(folder):
    storage.merged_table(folder, TABLES)
    pathlib.Path(folder, "t.h5").unlink()


def half_a_hunt(folder):
    storage.run_parts(folder, storage.HUNTS, parts=[1])


CHECK = ("inspect", "t.h5", "--check", "--quiet")
KINDS = {  # how to make the files, which one to damage, and the command that must notice
    "table": (lambda folder: storage.run_job(folder, TABLES), lambda _: "t.h5", CHECK),
    "grundy_values": (lambda folder: storage.run_job(folder, GRUNDY), lambda _: "t.h5", CHECK),
    "results_of_hunts": (lambda folder: storage.run_job(folder, HUNTS), lambda _: "h.h5",
                         ("inspect", "h.h5", "--check", "--quiet")),
    "virtual_table": (lambda folder: storage.merged_table(folder, TABLES), lambda _: "t.h5", CHECK),
    "shard_of_a_virtual_table": (lambda folder: storage.merged_table(folder, TABLES), shard_of, CHECK),
    "shard_of_a_run": (without_the_table, shard_of, storage.RUN),
    "saved_work_of_a_hunt": (half_a_hunt, saved_of, storage.RUN),
    "answers_about_claims": (lambda folder: storage.run_job(folder, storage.CLAIMS), lambda _: "h.h5.claims", storage.RUN),
    "saved_answers_about_claims": (lambda folder: storage.run_parts(folder, storage.CLAIMS, parts=[1]),
                                   lambda folder: saved_of(folder, "h.h5.claims.parts"), storage.RUN),
}


def flipped(content, bit):
    changed = bytearray(content)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


class Damage:
    """Damages a file, and reports what happens."""

    def __init__(self, folder, kind):
        prepare, name_of, self.words = KINDS[kind]
        prepare(folder)
        self.folder, self.name, self.seed = folder, name_of(folder), storage.number_of(kind)
        self.content = pathlib.Path(folder, self.name).read_bytes()
        self.expected = self.seen_in(folder)
        with self.copy() as there:
            well(there, *self.words)
            self.made = storage.state(there)

    def cases(self):
        bits, cuts = range(8 * len(self.content)), range(len(self.content))
        if not (ALL and self.is_small()):
            rng = random.Random(self.seed)
            bits, cuts = rng.sample(bits, min(FLIPS, len(bits))), rng.sample(cuts, min(CUTS, len(cuts)))
        return [("bit", bit) for bit in bits] + [("cut to", size) for size in cuts]

    def is_small(self):
        return len(self.content) < 1000

    def every_case(self):
        """Case numbers, as in flip_checker."""
        count = 9 * len(self.content)
        return [(k, min(k + AT_ONCE, count)) for k in range(0, count, AT_ONCE)]

    def check_range(self, numbers):
        with self.copy() as there:
            done = subprocess.run([FLIP_CHECKER, self.name, *map(str, numbers)], cwd=there, capture_output=True,
                                  text=True)
        about = f"cases {numbers[0]}..{numbers[1]}"
        if done.returncode != 0:
            return "", [("the checker failed", f"exit {done.returncode}, {done.stderr!r}")], about
        bits = 8 * len(self.content)
        problems = []
        for number in map(int, done.stdout.split()):
            _, found, where = self(("bit", number) if number < bits else ("cut to", number - bits))
            problems += [(kind, f"{where}: {text}") for kind, text in found]
        return f"times up to {AT_ONCE}, {len(done.stdout.split())} of them not noticed by flip_checker", problems, about

    def copy(self):
        there = tempfile.TemporaryDirectory(dir=SCRATCH)
        shutil.copytree(self.folder, there.name, dirs_exist_ok=True)
        return there

    def seen_in(self, folder):
        """What h5py reads in a table and its shards."""
        return {name: storage.readable(path, EVERYTHING) for name, path in storage.files_below(folder).items()
                if name.endswith(".h5")}

    def problems(self, there, done):
        if done.died():
            yield "died", done
        elif done.code == 0 and done.errors.count("\n") > 1 or done.code != 0 and done.errors.count("\n") != 1:
            yield "not one line", done
        if done.code == 0:
            found, expected = ((storage.state(there), self.made) if self.words[0] == "run" else
                               (self.seen_in(there), self.expected))
            wrong = storage.differences(found, expected)
            if wrong:
                yield "not noticed", wrong
        elif done.code != 1 and not done.died():
            yield f"exit {done.code}", done

    def __call__(self, case):
        how, where = case
        with self.copy() as there:
            pathlib.Path(there, self.name).write_bytes(
                flipped(self.content, where) if how == "bit" else self.content[:where])
            done = nimsweep(there, *self.words)
            return f"exit {done.code}", list(self.problems(there, done)), f"{how} {where} of {8 * len(self.content)}"


class Flips(storage.Scratch):
    def flip(self, kind):
        damage = Damage(self.folder, kind)
        self.try_cases(f"{kind}, {len(damage.content)} bytes", damage, damage.cases())
        if ALL and not damage.is_small():
            self.try_cases(f"{kind}, every bit and every length", damage.check_range, damage.every_case())


for kind in KINDS:
    setattr(Flips, f"test_{kind}", lambda self, kind=kind: self.flip(kind))


class ReadValues:
    """Commands that read values of a table in which a bit of a value is flipped."""

    def __init__(self, folder, name, case, quantity):
        self.folder, self.name, self.case = folder, name, case
        with h5py.File(folder / name) as file:
            values = file[case][quantity]
            chunk = values.id.get_chunk_info(0)
            at = ",".join("*" * values.ndim)
        self.bits = range(8 * chunk.byte_offset, 8 * (chunk.byte_offset + chunk.size))
        self.content = (folder / name).read_bytes()
        self.commands = [("get", "t.h5", "--case", case, "--at", at),
                         ("report", "t.h5", "-o", "page.html", "--quiet")]
        if quantity == "value":
            self.commands.append(("verify", "--table", "t.h5", "--quiet"))
        with tempfile.TemporaryDirectory(dir=SCRATCH) as there:
            self.expected = [self.seen(there, command, folder / name) for command in self.commands]

    def seen(self, there, command, file):
        shutil.copytree(self.folder, there, dirs_exist_ok=True)
        shutil.copy(file, pathlib.Path(there, self.name))
        done = nimsweep(there, *command)
        return done, {name: what for name, what in storage.state(there).items() if name == "page.html"}

    def __call__(self, bit):
        problems = []
        with tempfile.TemporaryDirectory(dir=SCRATCH) as there:
            file = pathlib.Path(there, "flipped")
            file.write_bytes(flipped(self.content, bit))
            for command, (expected, page) in zip(self.commands, self.expected):
                done, found = self.seen(there, command, file)
                if done.code == 0 and command[0] != "get":  # they need not read everything
                    if (done.output, found) != (expected.output, page):
                        problems.append(("wrong", f"{command[0]} {done}"))
                elif (done.code != 1 or done.errors.count("\n") != 1 or "chunk" not in done.errors
                      or self.case not in done.errors):
                    problems.append(("not told", f"{command[0]}, {done}, {done.output!r}"))
                elif not set(done.output.splitlines()) <= set(expected.output.splitlines()):
                    problems.append(("wrong, but told", f"{command[0]}, {done}, {done.output!r}"))
        return f"by {len(self.commands)} commands", problems, f"{self.name}, {self.case}, bit {bit}"


class Values(storage.Scratch):
    def read(self, name, case, quantity="value"):
        values = ReadValues(self.folder, name, case, quantity)
        bits = values.bits if ALL else random.Random(3).sample(values.bits, min(20, len(values.bits)))
        self.try_cases(f"values of {name}, {case}", values, bits)

    def test_of_a_table(self):
        storage.run_job(self.folder, TABLES)
        for case in ("n3_N1", "n3_N2"):
            with self.subTest(case):
                self.read("t.h5", case)

    def test_of_grundy_values(self):
        storage.run_job(self.folder, GRUNDY)
        self.read("t.h5", "N2", "grundy")

    def test_of_a_shard(self):
        storage.merged_table(self.folder, TABLES)
        self.read(shard_of(self.folder), "n3_N1")


if __name__ == "__main__":
    unittest.main(verbosity=0)
