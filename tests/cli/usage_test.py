"""Runs every line of usage.txt: checks the exit code and the one line on standard error."""
import pathlib
import shlex
import subprocess
import sys
import unittest

PROGRAM = sys.argv.pop(1)
TABLE = pathlib.Path(__file__).with_name("usage.txt")


def rows():
    for number, line in enumerate(TABLE.read_text().splitlines(), 1):
        if line and not line.startswith("#"):
            code, message, arguments = (part.strip() for part in line.split("|", 2))
            yield number, int(code), message, shlex.split(arguments)


class Usage(unittest.TestCase):
    def test_every_line(self):
        for number, code, message, arguments in rows():
            with self.subTest(line=number, arguments=arguments):
                done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
                self.assertEqual(done.returncode, code, done.stderr)
                if code == 0:
                    self.assertEqual(done.stderr, "")
                    self.assertNotEqual(done.stdout, "")
                else:
                    self.assertEqual(done.stdout, "")
                    self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                    self.assertTrue(done.stderr.startswith("nimsweep: " + message), done.stderr)


if __name__ == "__main__":
    unittest.main()
