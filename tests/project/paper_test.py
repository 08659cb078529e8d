"""The paper has the form that the Journal of Open Source Software asks for, and its pictures are made by src/paper/figures.
Its commands are run by guides_test.py.

    paper_test.py PROGRAM
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from guides import ROOT, links

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
FOLDER = ROOT / "src/paper"
_, HEADER, TEXT = (FOLDER / "paper.md").read_text().split("---\n", 2)
ENTRIES = (FOLDER / "paper.bib").read_text()


class Paper(unittest.TestCase):
    def test_has_the_sections_and_the_length_that_are_asked_for(self):
        for key in ("title", "tags", "authors", "affiliations", "date", "bibliography"):
            self.assertRegex(HEADER, rf"(?m)^{key}:")
        sections = re.findall(r"^# (.*)$", TEXT, re.M)
        for name in ("Summary", "Statement of need", "Related software", "Acknowledgements", "References"):
            self.assertIn(name, sections)
        words = len(re.sub(r"^```.*?^```$", "", TEXT, flags=re.M | re.S).split())
        self.assertTrue(750 <= words <= 1500, words)

    def test_cites_what_its_bibliography_has(self):
        cited = set(re.findall(r"@(\w+)", TEXT))
        self.assertEqual(cited, set(re.findall(r"^@\w+\{(\w+),$", ENTRIES, re.M)))

    def test_its_pictures_can_be_made_anew(self):
        pictures = set(links(TEXT))
        self.assertEqual(pictures, {path.name for path in FOLDER.glob("*.svg")})
        with tempfile.TemporaryDirectory() as folder:
            path = f"{PROGRAM.parent}:{os.environ['PATH']}"
            subprocess.run([FOLDER / "figures"], cwd=folder, env={**os.environ, "PATH": path}, check=True)
            self.assertEqual(pictures, set(os.listdir(folder)))
            for name in pictures - {"automaton.svg"}:  # Graphviz measures texts with the fonts that it finds
                self.assertEqual((pathlib.Path(folder) / name).read_text(), (FOLDER / name).read_text())


if __name__ == "__main__":
    unittest.main()
