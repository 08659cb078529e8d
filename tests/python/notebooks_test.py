"""The notebooks of jobs/notebooks run from beginning to end and show what their text says.

    notebooks_test.py MODULE_FOLDER

Each runs in a new folder, with this Python and without the settings of the user.
"""
import importlib.util
import json
import os
import pathlib
import sys
import tempfile
import unittest

MODULE = pathlib.Path(sys.argv.pop(1)).resolve()
NOTEBOOKS = pathlib.Path(__file__).resolve().parents[2] / "jobs/notebooks"
NEEDED = ("nbconvert", "ipykernel", "pandas", "matplotlib")

missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
if missing:
    print(f"skipped: there is no {', '.join(missing)} for {sys.executable}; scripts/setup --python installs them")
    sys.exit(77)


def prepare(folder):
    """Lets the kernel be this Python, which finds the module, and settings be looked for in `folder` only."""
    kernel = folder / "kernels/python3"
    kernel.mkdir(parents=True)
    (kernel / "kernel.json").write_text(json.dumps({
        "argv": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
        "display_name": "Python 3", "language": "python"}))
    places = ("JUPYTER_PATH", "HOME", "IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "MPLCONFIGDIR")
    os.environ.update({name: str(folder) for name in places}, PYTHONPATH=str(MODULE))


def run(name, folder):
    """The notebook after all of its cells; raises an exception with the traceback of the first that fails."""
    import nbformat
    from nbconvert.preprocessors import ExecutePreprocessor
    notebook = nbformat.read(NOTEBOOKS / name, as_version=4)
    ExecutePreprocessor(timeout=300, kernel_name="python3").preprocess(notebook, {"metadata": {"path": str(folder)}})
    return notebook


def outputs(notebook):
    """What the cells show: a dict from kinds such as "text/html" to texts, for each output."""
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            yield output.get("data", {"text/plain": output.get("text", "")})


class Notebooks(unittest.TestCase):
    def check(self, name, texts, pictures):
        with tempfile.TemporaryDirectory() as folder:
            shown = list(outputs(run(name, pathlib.Path(folder))))
            self.assertEqual(os.listdir(folder), [])
        everything = "\n".join(text for output in shown for kind, text in output.items() if kind.startswith("text/"))
        for text in texts:
            self.assertIn(text, everything)
        self.assertEqual(sum("image/svg+xml" in output or "image/png" in output for output in shown), pictures)

    def test_the_theorems_hold_and_the_variant_does_not(self):
        self.check("theorems.ipynb", [
            "P_2 wins, value 2",
            "81,000 winners agree",
            "<shifted-3.4, n = 5, N = 8: holds, all pile sizes>",
            *(f"<shifted-3.{number}, every n, every N: holds, all pile sizes>" for number in (3, 4, 5)),
            "<3.4, bolder, every n, every N: does not hold, all pile sizes>",
            "n = 2, piles 1, 2, 2, P_0 first: expected 0, found 1",
            "<3.5 for n >= 2, every n, every N: holds, all pile sizes>",
            "<shifted-all, every n, every N: holds, all pile sizes>",
        ], pictures=2)

    def test_three_player_nim_is_solved(self):
        self.check("three-player-nim.ipynb", [
            "216 matrices agree",
            "216 of 216 matrices have an automaton; 138 are different, 50 up to rotation of the players",
            "213 of 216 matrices have an automaton",
            ">1, 8, 44, 161, 678, 2729</td>",
            "no automaton was found",
        ], pictures=4)


class Sources(unittest.TestCase):
    def test_have_no_results_in_them(self):
        for path in sorted(NOTEBOOKS.glob("*.ipynb")):
            with self.subTest(path.name):
                notebook = json.loads(path.read_text())
                code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
                self.assertTrue(all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code))
                self.assertEqual(notebook["metadata"]["kernelspec"]["name"], "python3")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as settings:
        prepare(pathlib.Path(settings))
        done = unittest.main(exit=False)
    sys.exit(0 if done.result.wasSuccessful() else 1)
