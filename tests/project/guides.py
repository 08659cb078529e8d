"""The guides of the project: README.md and the Markdown files beside what they describe."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("bench", "include", "jobs", "scripts", "src", "tests")
GUIDES = [ROOT / "README.md", *sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.md"))]


def name_of(guide):
    return str(guide.relative_to(ROOT))


def blocks(text, language):
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


def links(text):
    """What a guide links to or shows, relative to its folder; without places on other sites."""
    targets = re.findall(r"\]\(([^)\s]+)\)", re.sub(r"^```.*?^```$|`[^`\n]*`", "", text, flags=re.M | re.S))
    return [target for target in targets if "://" not in target]


def headings(text):
    """The names by which sections can be linked to."""
    titles = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", title).lower().replace(" ", "-") for title in titles}
