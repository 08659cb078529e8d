"""Runs the guides: in every ```console block, each line after "$ " is a command, and the lines up to the next command
are its exact output. Each guide has a folder of its own, with jobs/ in it. Also checks links, and that the
specifications of files and of JSON name what there is.

    guides_test.py PROGRAM
"""
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import h5py

from guides import GUIDES, ROOT, blocks, headings, links, name_of

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
PYTHON_PRELOAD = os.environ.get("PYTHON_PRELOAD")  # a sanitizer's library: CMakeLists.txt says why
PROGRESS = re.compile(r"^\w+ +[\d.]+%.*\n", re.M)  # shown on slow machines
README = (ROOT / "README.md").read_text()
ANSWERS = re.findall(r"^\| .*\? \| `(nimsweep .*)` \| `(.*)` \|$", README, re.M)  # commands, and calls in Python
HAS_PYTHON = any((PROGRAM.parent / "python/nimsweep").glob("_core.*.so"))


def transcripts(text):
    for block in blocks(text, "console"):
        for entry in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, expected = entry.partition("\n")
            yield command, expected


class Workplace(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.use_new_folder()

    def use_new_folder(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        os.symlink(ROOT / "jobs", self.folder / "jobs")

    def run_shell(self, command):
        path = f"{PROGRAM.parent}:{os.environ['PATH']}"
        return subprocess.run(command, shell=True, cwd=self.folder, text=True, env={**os.environ, "PATH": path},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def check_python(self, script):
        """Comments are not compared, but the script must print one line per print."""
        missing = [name for name in re.findall(r"^import (\w+)$", script, re.M)
                   if name != "nimsweep" and not importlib.util.find_spec(name)]
        if missing:
            self.skipTest(f"{missing[0]} is missing; scripts/setup --python installs it")
        settings = {"PYTHONPATH": f"{PROGRAM.parent / 'python'}:{os.environ.get('PYTHONPATH', '')}"}
        if PYTHON_PRELOAD:
            settings |= {"LD_PRELOAD": PYTHON_PRELOAD, "ASAN_OPTIONS": "detect_leaks=0"}
        done = subprocess.run([sys.executable, "-c", script], cwd=self.folder, text=True, capture_output=True,
                              env={**os.environ, **settings})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("\n"), script.count("print("))


class Guides(Workplace):
    def test_commands_print_what_they_say(self):
        found = 0
        for guide in GUIDES:
            self.use_new_folder()
            for command, expected in transcripts(guide.read_text()):
                with self.subTest(guide=name_of(guide), command=command):
                    self.assertEqual(PROGRESS.sub("", self.run_shell(command).stdout), expected)
                found += 1
            for script in blocks(guide.read_text(), "python"):
                if "import nimsweep" in script and not HAS_PYTHON:
                    continue
                with self.subTest(guide=name_of(guide), script=script):
                    self.check_python(script)
        self.assertGreaterEqual(found, 15)

    def test_links_lead_to_other_guides_and_pictures(self):
        for guide in GUIDES:
            for link in links(guide.read_text()):
                with self.subTest(guide=name_of(guide), link=link):
                    path, _, section = link.partition("#")
                    target = (guide.parent / path).resolve() if path else guide
                    if target.suffix in (".png", ".svg"):
                        self.assertTrue(target.exists())
                    else:
                        self.assertIn(target, GUIDES)
                    if section:
                        self.assertIn(section, headings(target.read_text()))


class Readme(Workplace):
    def test_names_the_two_commands_first(self):
        self.assertEqual([line.split()[0] for line in blocks(README, "sh")[0].splitlines()],
                         ["scripts/run", "scripts/test"])
        self.assertLess(README.index("```sh"), README.index("```console"))

    def test_cites_the_version_that_this_is(self):
        version = re.search(r"project\(nimsweep VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
        self.assertIn(f"\nversion: {version}\n", (ROOT / "CITATION.cff").read_text())
        self.assertIn(f" Version {version}, ", README)

    def test_is_short_and_leads_to_every_guide(self):
        self.assertLessEqual(README.count("\n"), 200)
        self.assertLessEqual({name_of(guide) for guide in GUIDES} - {"README.md"}, set(links(README)))

    def test_commands_that_answer_questions_work(self):
        self.run_shell("nimsweep run jobs/theorems.yaml")  # some questions are about its table
        commands = [command for command, _ in ANSWERS]
        self.assertGreaterEqual(len(commands), 10)
        for command in commands:
            with self.subTest(command=command):
                done = self.run_shell(command)
                self.assertIn(done.returncode, (0, 1), done.stdout)  # 1: what was asked for does not hold


    @unittest.skipUnless(HAS_PYTHON, "the Python module is not built")
    def test_so_do_those_in_python(self):
        self.run_shell("nimsweep run jobs/theorems.yaml")
        for _, call in ANSWERS:
            with self.subTest(call=call):
                self.check_python(f"from nimsweep import *\n{call}\n")


JOB = """
nimsweep: 1
players: 3
matrices: [all]
piles: {count: 1..2, max: 3}
tables: {file: t.h5}
results: {file: h.h5}
hunt:
  - {name: few, where: "states < 9"}
  - {name: games, behaviours: true}
  - {name: games of few piles, behaviours: true, piles: 1..2}
sequence: [{file: b.txt, hunt: games, count: behaviours}]
"""
DIGITS_JOB = """
nimsweep: 1
game: wythoff
players: 3
matrices: [{equal_rows: [0, 2, 1]}]
piles: {count: 2}
results: {file: d.h5}
hunt: [{name: open, where: not automatic, box: 1000}]
"""
GRUNDY_JOB = """
nimsweep: 1
game: nim
quantity: grundy
piles: {count: 2, max: 3}
tables: {file: g.h5}
"""

BLOCKS_JOB = """
nimsweep: 1
game: nim
players: 3
piles: {count: 2, max: 5000}
tables: {file: b.h5}
"""


SCALE_ATTRIBUTES = {"DIMENSION_LIST", "CLASS", "NAME", "REFERENCE_LIST"}  # of every axis; FORMAT.md says it once


def names_in(path):
    """The datasets and attributes of a file, with one name for all cases, all hunts and all piles."""
    names = set()

    def collect(name, thing):
        place = re.sub(r"^/hunt/[^/]+/n\d+(_N\d+)?", "/HUNT", re.sub(r"^/(n\d+_)?N\d+\b", "/CASE", "/" + name))
        place = re.sub(r"^(/CASE/x)\d+$", r"\g<1>1", place)
        place = re.sub(r"^(/HUNT/)\w+_row$", r"\g<1>states_row", place)
        if isinstance(thing, h5py.Dataset):
            names.add(place)
        names.update(f"{place}@{attribute}" for attribute in thing.attrs.keys() - SCALE_ATTRIBUTES)

    with h5py.File(path) as file:
        collect("", file)
        file.visititems(collect)
    return names


def specified_names():
    """The names that FORMAT.md lists, one on a line."""
    names = set()
    for name in re.findall(r"^    (/\S*)", (ROOT / "src/store/FORMAT.md").read_text(), re.M):
        names.add(name)
        if name.startswith("/CASE/value@"):
            names.add(name.replace("value", "grundy"))
    return names


class FormatSpecification(Workplace):
    def test_names_what_is_in_files_and_nothing_else(self):
        (self.folder / "job.yaml").write_text(JOB)
        (self.folder / "grundy.yaml").write_text(GRUNDY_JOB)
        (self.folder / "blocks.yaml").write_text(BLOCKS_JOB)
        (self.folder / "digits.yaml").write_text(DIGITS_JOB)
        for command in ("run grundy.yaml", "run blocks.yaml", "run digits.yaml", "run job.yaml --part 1/2",
                        "run job.yaml --part 2/2", "merge job.yaml"):
            done = self.run_shell(f"nimsweep {command}")
            self.assertEqual(done.returncode, 0, done.stdout)
        files = [*(self.folder / f"{name}.h5" for name in "tgbhd"),
                 *(self.folder / "t.h5.parts").glob("units-*.h5")]
        self.assertEqual(len(files), 7)
        self.assertEqual(set.union(*map(names_in, files)), specified_names())


JSON_COMMANDS = """\
solve --game northcott-two-way:4 --players 2 --matrix ssam:1 --piles 1,2
solve --game nim --piles 2,3 --passes 1 --grundy
tree --players 3 --piles 1,2 --passes 1
machine --players 3 --passes 1
machine --players 3 --first 0
machine --game zero-move --players 2 --pile-count 1
machine --game subtraction:1,3,4 --players 3 --pile-count 1
machine --game nim --players 2 --pile-count 1 --passes 1
solve --game nim --players 3 --piles 1000000000000,1000000000001
plan job.yaml --ranks 2
plan grundy.yaml
plan jobs/mine-shifted.yaml
run grundy.yaml
run digits.yaml
run job.yaml --part 1/1
status job.yaml
merge job.yaml
run job.yaml
run jobs/mine-shifted.yaml
run jobs/my-conjecture.yaml
run jobs/theorems.yaml
verify --claim bouton --players 2 --piles 2 --max 4
get g.h5 --at 0,*
get t.h5 --case n3_N2 --at 0,0,*,* --plot slice.svg
inspect t.h5 --check
inspect h.h5
report jobs/my-conjecture.yaml
list"""


def keys_in(thing):
    """The keys of an object and of those in it; numbers are the values of a histogram."""
    if isinstance(thing, dict):
        yield from (key for key in thing if not key.isdigit())
        thing = list(thing.values())
    if isinstance(thing, list):
        for each in thing:
            yield from keys_in(each)


class JsonSpecification(Workplace):
    def test_names_every_type_and_every_key(self):
        (self.folder / "job.yaml").write_text(JOB)
        (self.folder / "grundy.yaml").write_text(GRUNDY_JOB)
        (self.folder / "digits.yaml").write_text(DIGITS_JOB)
        text = (ROOT / "src/cli/JSON.md").read_text()
        types = {"unchecked"}  # takes long; cli/verify_test.py sees it
        for command in JSON_COMMANDS.splitlines():
            with self.subTest(command=command):
                done = subprocess.run([PROGRAM, *command.split(), "--json"], cwd=self.folder, text=True,
                                      capture_output=True)
                self.assertNotEqual(done.stdout, "", done.stderr)
                for record in map(json.loads, done.stdout.splitlines()):
                    types.add(record["type"])
                    for key in keys_in(record):
                        self.assertRegex(text, f'["`]{key}["`]')
        self.assertEqual(types, set(re.findall(r'"type":"(\w+)"', text)))


if __name__ == "__main__":
    unittest.main()
