"""Folders that others can write to, file systems without locks or with limits, and reads that fail: nothing elsewhere
is changed, nothing hangs, and no finished work is lost.

    hostile_folder_test.py PROGRAM [SHIM] [--all] [Planted ..]"""
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import socket
import stat
import subprocess
import tempfile
import threading
import time
import unittest

import h5py

import storage
from storage import ALL, BOTH, HUNTS, MERGE, PROGRAM, RUN, SCENARIOS, SCRATCH, SHIM, TABLES, Fault, nimsweep, well

needs_the_shim = unittest.skipUnless(SHIM, "needs the library that makes calls fail")


def plant_socket(place, _):
    here = os.getcwd()
    os.chdir(place.parent)  # the socket's name must be short
    with socket.socket(socket.AF_UNIX) as end:
        end.bind(place.name)
    os.chdir(here)


THINGS = {  # what may be where a file is expected; `outside` is somebody else's folder
    "fifo": lambda place, outside: os.mkfifo(place),
    "folder": lambda place, outside: place.mkdir(),
    "folder with a file": lambda place, outside: (place.mkdir(), (place / "file").write_text("text")),
    "socket": plant_socket,
    "device": lambda place, outside: os.mknod(place, stat.S_IFCHR | 0o666, os.makedev(1, 5)),
    "link to a device": lambda place, outside: place.symlink_to("/dev/zero"),
    "link to nothing": lambda place, outside: place.symlink_to(outside / "new"),
    "link to a file": lambda place, outside: place.symlink_to(outside / "canary"),
    "link to a table": lambda place, outside: place.symlink_to(outside / "canary.h5"),
    "link to a folder": lambda place, outside: place.symlink_to(outside / "folder"),
    "link to itself": lambda place, outside: place.symlink_to(place.name),
    "empty file": lambda place, outside: place.touch(),
    "text": lambda place, outside: place.write_text("text"),
}
if os.geteuid() != 0:
    del THINGS["device"]

NAMES = {
    "t.h5.parts": ["lock", "unfinished.h5", "replaces-the-table", "units-000000000000-000000000002.h5",
                   "units-000000000000-000000000002.h5.damaged", "lock-part-1-of-2", "unfinished-part-1-of-2.h5"],
    "h.h5.parts": ["lock", "unfinished.h5", "replaces-the-table", "saved-000000000000", "unsaved", "lock-part-1-of-2",
                   "unsaved-part-1-of-2"],
    ".": ["t.h5", "h.h5", "t.h5.parts", "h.h5.parts"],
}
COMMANDS = {
    "run": (lambda folder: storage.write_job(folder, BOTH), (*RUN, "--checkpoint", "0")),
    "run --fresh": (lambda folder: storage.write_job(folder, BOTH), (*RUN, "--fresh", "--checkpoint", "0")),
    "run --part": (lambda folder: storage.write_job(folder, BOTH), (*RUN, "--part", "1/2")),
    "merge": (storage.run_parts, MERGE),
    "merge --copy": (storage.run_parts, (*MERGE, "--copy")),
}


def limit_memory():
    """A reader of an endless device must notice soon."""
    if SHIM:  # sanitizers reserve much more
        resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))


class Neighbours:
    """A folder to work in, and somebody else's beside it, which must not change."""

    def __init__(self, template=None):
        self.root = tempfile.TemporaryDirectory(dir=SCRATCH)
        self.here, self.outside = pathlib.Path(self.root.name, "here"), pathlib.Path(self.root.name, "outside")
        (self.outside / "folder").mkdir(parents=True)
        (self.outside / "folder" / "file").write_text("precious")
        (self.outside / "canary").write_text("precious\n" * 100)
        with h5py.File(self.outside / "canary.h5", "w") as file:
            file["precious"] = range(100)
        self.before = self.outside_now()
        if template:
            shutil.copytree(template, self.here)
        else:
            self.here.mkdir()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.root.cleanup()

    def outside_now(self):
        return {name: (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_mode)
                for name, path in storage.files_below(self.outside).items()}

    def run(self, *words, plant=None):
        """The result, and kinds and descriptions of problems."""
        done = nimsweep(self.here, *words, seconds=20, preexec_fn=lambda: (limit_memory(), plant and plant()))
        problems = []
        if self.outside_now() != self.before:
            problems.append(("changed elsewhere", f"{storage.differences(self.outside_now(), self.before)}, {done}"))
        lines = [line for line in done.errors.splitlines() if not line.endswith("is damaged; its units are missing")]
        if done.died():
            problems.append(("died", done))
        elif done.code not in (0, 1, 2, 3) or len(lines) not in ((1,) if done.code else (0, 1)):
            problems.append(("not one line", done))
        return done, problems

    def outputs(self):
        """What h5py reads in the outputs of a job."""
        return {name: storage.readable(self.here / name) for name in ("t.h5", "h.h5") if (self.here / name).is_file()}


class Plant:
    """A command in whose folder something is planted before it starts."""

    def __init__(self, folder, command):
        prepare, self.words = COMMANDS[command]
        self.template = folder
        prepare(folder)
        with Neighbours(folder) as place:
            well(place.here, *self.words)
            self.expected = place.outputs()

    def __call__(self, case):
        folder, name, thing = case
        with Neighbours(self.template) as place:
            where = place.here / folder / name
            where.parent.mkdir(exist_ok=True)
            if where.is_dir():
                shutil.rmtree(where)
            where.unlink(missing_ok=True)
            THINGS[thing](where, place.outside)
            done, problems = place.run(*self.words)
            if done.code == 0 and place.outputs() != self.expected:
                problems.append(("wrong", storage.differences(place.outputs(), self.expected)))
            return f"exit {done.code}", problems, f"{folder}/{name} is a {thing}"


def planted_meanwhile(number):
    """Links are planted again and again while a run works."""
    is_over = threading.Event()

    def plant(here, target):
        places = [here / "t.h5.parts/unfinished.h5", here / "t.h5.parts/replaces-the-table",
                  here / "h.h5.parts/unfinished.h5", here / "h.h5.parts/unsaved"]
        while not is_over.wait(0.0001):
            for place in places:
                try:
                    place.symlink_to(target)
                except OSError:
                    pass

    with Neighbours() as place:
        storage.write_job(place.here, BOTH)
        planter = threading.Thread(target=plant, args=(place.here, place.outside / ("canary", "new")[number % 2]))
        planter.start()
        done, problems = place.run(*RUN, "--checkpoint", "0")
        is_over.set()
        planter.join()
        return f"exit {done.code}", problems, f"number {number}"


class Planted(storage.Scratch):
    def plant(self, command):
        # A user may keep the parts elsewhere, behind a link to a folder.
        cases = [(folder, name, thing) for folder, names in NAMES.items() for name in names for thing in THINGS
                 if not (name.endswith(".parts") and thing == "link to a folder")]
        self.try_cases(command, Plant(self.folder, command),
                     cases if ALL else random.Random(storage.number_of(command)).sample(cases, 80))

    def test_links_that_are_planted_while_a_run_works(self):
        self.try_cases("planted meanwhile", planted_meanwhile, range(200 if ALL else 20))


for command in COMMANDS:
    setattr(Planted, f"test_{command.replace(' --', '_')}", lambda self, command=command: self.plant(command))


class Outputs(storage.Scratch):
    FILES = {"report": "page.html", "plot": "p.svg", "certificate": "c.json"}

    def test_things_planted_under_temporary_names(self):
        for scenario, output in self.FILES.items():
            prepare, words = SCENARIOS[scenario]
            template = self.new_folder()
            prepare(template)
            findings = storage.Findings()
            for thing in THINGS:
                with Neighbours(template) as place:
                    file = place.here / output
                    before = file.read_bytes()
                    done, problems = place.run(  # planted by the process that becomes the program
                        *words, plant=lambda: THINGS[thing](pathlib.Path(f"{file}.{os.getpid()}.tmp"), place.outside))
                    if file.is_symlink() or not file.is_file():
                        problems.append(("no file", done))
                    elif (file.read_bytes() == before) != (done.code != 0):
                        problems.append(("not written, or not left", done))
                    findings.add(f"exit {done.code}", problems, f"{scenario}, {thing}")
            print(f"{scenario}: {findings}", flush=True)
            with self.subTest(scenario):
                findings.check(self)

    def certificate(self, folder, **options):
        return nimsweep(folder, *SCENARIOS["certificate"][1], **options)

    def test_only_a_certificate_is_replaced_by_a_certificate(self):
        storage.write_job(self.folder, "nimsweep: 1\nplayers: 3\npiles: {count: 3}\nmatrices: [{ssam: 1}]\n"
                                       "verify: [shifted-3.4]\n")
        well(self.folder, "run", "job.yaml", "--certificate", "c.json", "--quiet")
        for content in (b"precious\n", b"{}", b'{"type":"verdict"}\n', b"[1, 2]", b"\x89HDF\r\n\x1a\n" + bytes(100)):
            for words in (SCENARIOS["certificate"][1], ("run", "job.yaml", "--certificate", "c.json", "--quiet")):
                with self.subTest((content, words[0])):
                    (self.folder / "c.json").write_bytes(content)
                    self.assert_one_line(nimsweep(self.folder, *words), 2)
                    self.assertEqual((self.folder / "c.json").read_bytes(), content)
                    self.assertEqual([path.name for path in self.folder.glob("c.json*")], ["c.json"])

    def test_a_certificate_is_not_a_folder_or_fifo(self):
        for thing in ("folder", "fifo", "link to a file"):
            with self.subTest(thing), Neighbours() as place:
                THINGS[thing](place.here / "c.json", place.outside)
                done, problems = place.run(*SCENARIOS["certificate"][1])
                self.assert_one_line(done, 2)
                self.assertEqual(problems, [])

    def test_an_older_certificate_is_replaced_at_once(self):
        storage.older_certificate(self.folder)
        file = self.folder / "c.json"
        before = file.stat()
        self.assertEqual(self.certificate(self.folder).code, 0)
        self.assertNotEqual(file.stat().st_ino, before.st_ino)  # a reader of the old file keeps it
        self.assertEqual(json.loads(file.read_text())["proofs"][0]["players"], 3)

    @needs_the_shim
    def test_a_kill_leaves_the_older_certificate_or_the_new_one(self):
        storage.older_certificate(self.folder)
        older = (self.folder / "c.json").read_bytes()
        self.certificate(self.folder)
        newer = (self.folder / "c.json").read_bytes()
        for call in ("write", "writev", "close", "open", "rename"):
            for at in (1, 2, 3):
                for what in ("kill", "kill-after"):
                    (self.folder / "c.json").write_bytes(older)
                    self.certificate(self.folder, fault=Fault(call, at, what))
                    self.assertIn((self.folder / "c.json").read_bytes(), (older, newer), (call, at, what))


class Limits(storage.Scratch):
    def test_files_that_may_not_grow(self):
        for scenario, limit in [(name, 100) for name in SCENARIOS] + [("run", 5000), ("hunts", 5000), ("merge", 5000),
                                                                      ("merge_into_one_file", 12000)]:
            with self.subTest((scenario, limit)):
                trial = storage.Trial(self.new_folder(), scenario)
                with trial.copy() as there:
                    done = nimsweep(there, *trial.words, preexec_fn=lambda: resource.setrlimit(
                        resource.RLIMIT_FSIZE, (limit, limit)))
                    self.assert_one_line(done, 3)
                    self.assertEqual([name for name in storage.files_below(there)
                                      if re.search(r"unfinished|unsaved|tmp", name)], [])
                    self.assertEqual(list(trial.lost(there)), [])
                    well(there, *trial.words)
                    self.assertEqual(storage.differences(storage.state(there), trial.expected), [])


@needs_the_shim
class FailingReads(storage.Scratch):
    def read(self, prepare, parts, words):
        """Each read in the folder fails once."""
        folder = self.folder / "here"
        prepare(self.folder)
        finished = {name: path.read_bytes() for name, path in storage.files_below(self.folder).items()}
        finished = {name: content for name, content in finished.items() if "lock" not in name}

        def start_over():
            shutil.rmtree(folder, ignore_errors=True)
            for name, content in finished.items():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(content)

        start_over()
        reads = well(folder, *words, count=True, within=parts).counts["read"]
        self.assertGreater(reads, 0)
        findings = storage.Findings()
        for at in range(1, reads + 1):
            start_over()
            problems = []
            done = nimsweep(folder, *words, fault=Fault("read", at, "EIO"), within=parts)
            if (done.code != 3 or done.errors.count("\n") != 1) and not (done.code == 0 and words == MERGE):
                problems.append((f"exit {done.code}", done))
            now = {name: path.read_bytes() for name, path in storage.files_below(folder).items() if name in finished}
            if done.code != 0 and now != finished:
                problems.append(("lost", storage.differences(now, finished)))
            again = nimsweep(folder, *words)
            if again.code != 0:
                problems.append(("the next run fails", again))
            findings.add(f"exit {done.code}", problems, f"read {at}")
        print(f"{words[0]}, reads in {parts}: {findings}", flush=True)
        findings.check(self)

    def test_of_a_shard(self):
        self.read(lambda folder: storage.run_parts(folder, TABLES, [1]), "t.h5.parts", RUN)

    def test_of_saved_work(self):
        self.read(lambda folder: storage.run_parts(folder, HUNTS, [1]), "h.h5.parts", RUN)

    def test_of_shards_that_are_merged(self):
        self.read(lambda folder: storage.run_parts(folder, TABLES), "t.h5.parts", MERGE)

    def test_of_saved_work_that_is_merged(self):
        self.read(lambda folder: storage.run_parts(folder, HUNTS), "h.h5.parts", MERGE)


@needs_the_shim
class NoLocks(storage.Scratch):
    def no_locks(self, scenario):
        trial = storage.Trial(self.folder, scenario)
        for error in ("ENOLCK", "EOPNOTSUPP", "ENOSYS"):
            fault = Fault("flock", 1, error, goes_on=True)
            with self.subTest(error), trial.copy() as there:
                done = nimsweep(there, *trial.words, fault=fault)
                self.assert_one_line(done, 3)
                self.assertIn("--no-locks", done.errors)
                self.assertEqual(list(trial.lost(there)), [])
                well(there, *trial.words, "--no-locks", fault=fault)
                differences = storage.differences(storage.state(there), trial.expected)
                self.assertEqual([name for name in differences if "/lock" not in name], [])

    def test_reading_needs_none(self):
        storage.merged_table(self.folder)
        fault = Fault("flock", 1, "ENOLCK", goes_on=True)
        for words in (("inspect", "t.h5", "--check", "--quiet"), ("verify", "--table", "t.h5", "--quiet"),
                      ("get", "t.h5", "--case", "n3_N2", "--at", "1,0,*,*"), ("report", "t.h5", "--quiet")):
            with self.subTest(words[0]):
                done, undisturbed = nimsweep(self.folder, *words, fault=fault), nimsweep(self.folder, *words)
                self.assertEqual((done.code, done.output, done.errors),
                                 (undisturbed.code, undisturbed.output, undisturbed.errors))


for scenario in ("run", "run_by_shards", "run_a_part", "run_fresh_over_a_table", "hunts", "resume", "merge",
                 "merge_into_one_file", "copy_a_merged_table"):
    setattr(NoLocks, f"test_{scenario}", lambda self, scenario=scenario: self.no_locks(scenario))


class Overlaps(storage.Scratch):
    LONG = """nimsweep: 1
players: 5
matrices: [{range: {from: 0, count: 24000000}}]
results: {file: h.h5}
hunt: [{name: few, where: "states <= 4", keep: 50}]
"""

    def saved(self, folder):
        """The units that are saved."""
        units = set()
        for path in (folder / "h.h5.parts").glob("saved-*"):
            try:
                text = path.read_text()
            except FileNotFoundError:  # replaced by a larger one in the meantime
                continue
            first, last = re.match(r"[0-9a-f]{64}\n64:[0-9a-f]{64}(\d+) (\d+) ", text).groups()
            units |= set(range(int(first), int(last)))
        return units

    def assert_nothing_replaced(self, folder, part):
        before = self.saved(folder)
        done = nimsweep(folder, *RUN, "--part", part)
        self.assertIn(done.code, (0, 2), done)
        self.assertLessEqual(before, self.saved(folder))

    def start(self, folder, *options):
        process = subprocess.Popen([PROGRAM, *RUN, *options], cwd=folder, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def wait_until(self, process, condition):
        until = time.monotonic() + storage.TIMEOUT
        while not condition() and time.monotonic() < until and process.poll() is None:
            time.sleep(0.005)

    def test_what_a_whole_run_saved_is_not_replaced_by_less(self):
        whole = self.new_folder()
        storage.write_job(whole, self.LONG)
        process = self.start(whole, "--checkpoint", "0")
        self.wait_until(process, lambda: len(self.saved(whole)) >= 20)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(), 130)
        for part in ("1/40", "2/40", "1/300"):
            with self.subTest(part):
                self.assert_nothing_replaced(self.new_folder(whole), part)

    def test_a_part_that_is_late_replaces_nothing_by_less(self):
        storage.write_job(self.folder, self.LONG)
        late = self.start(self.folder, "--part", "1/40")
        self.wait_until(late, (self.folder / "h.h5.parts").exists)
        time.sleep(0.1)  # it has seen that there are no saves
        late.send_signal(signal.SIGSTOP)
        self.assertFalse(self.saved(self.folder))
        larger = nimsweep(self.folder, *RUN, "--part", "1/20")
        self.assertIn(larger.code, (0, 2), larger)  # 2: parts of 20 do not fit parts of 40
        before = self.saved(self.folder)
        late.send_signal(signal.SIGCONT)
        self.assertEqual(late.wait(), 0)
        self.assertLessEqual(before, self.saved(self.folder))

    def test_a_larger_part_is_not_replaced_by_a_smaller_one(self):
        storage.run_parts(self.folder, HUNTS, [1])
        self.assert_nothing_replaced(self.folder, "1/4")


if __name__ == "__main__":
    unittest.main(verbosity=0)
