"""The Coq development of src/proofs, compiled once for the tests of one module."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLOSED = "Closed under the global context"


def compile_development():
    """Into a folder that is removed after the tests. Call it in setUpModule."""
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    done = subprocess.run([ROOT / "scripts/prove", folder.name], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(done.stdout + done.stderr)
    return pathlib.Path(folder.name)


def coqc(folder, path):
    """Compiles a file that may import the development."""
    return subprocess.run(["coqc", "-q", "-Q", folder, "Nimsweep", path], capture_output=True, text=True, cwd=folder)


def skip_without_coq():
    if shutil.which("coqc") is None:
        print("skipped: coqc is missing; scripts/setup --proofs installs it", file=sys.stderr)
        sys.exit(77)
