"""Runs README.md: in every ```console block, each line after "$ " is a command, and the lines up to the
next command are its exact output."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRESS = re.compile(r"^\w+ +[\d.]+%.*\n", re.M)  # shown on slow machines


def transcripts():
    for block in re.findall(r"^```console\n(.*?)^```$", (ROOT / "README.md").read_text(), re.M | re.S):
        for entry in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, expected = entry.partition("\n")
            yield command, expected


class Readme(unittest.TestCase):
    maxDiff = None

    def test_names_the_two_commands_first(self):
        blocks = re.findall(r"^```(\w+)\n(.*?)^```$", (ROOT / "README.md").read_text(), re.M | re.S)
        self.assertEqual(blocks[0][0], "sh")
        self.assertEqual([line.split()[0] for line in blocks[0][1].splitlines()],
                         ["scripts/run", "scripts/test"])

    def test_commands_print_what_it_says(self):
        found = list(transcripts())
        self.assertGreaterEqual(len(found), 4)
        path = f"{PROGRAM.parent}:{os.environ['PATH']}"
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(ROOT / "jobs", pathlib.Path(folder) / "jobs")
            for command, expected in found:
                with self.subTest(command=command):
                    done = subprocess.run(command, shell=True, cwd=folder, text=True,
                                          env={**os.environ, "PATH": path},
                                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                    self.assertEqual(PROGRESS.sub("", done.stdout), expected)
            self.run_python(folder)

    def run_python(self, folder):
        """Comments are not compared, but the script must print one line per print."""
        scripts = re.findall(r"^```python\n(.*?)^```$", (ROOT / "README.md").read_text(), re.M | re.S)
        self.assertEqual(len(scripts), 1)
        done = subprocess.run([sys.executable, "-c", scripts[0]], cwd=folder, text=True, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("\n"), scripts[0].count("print("))


if __name__ == "__main__":
    unittest.main()
