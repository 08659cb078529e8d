#!/usr/bin/env python3
"""Checks that data flows one way: each module includes only modules it may see, each outside library
has one owner, and the pure modules neither print nor open files nor start threads.

    scripts/check_layers.py [ROOT]      prints one line per violation; exit 1 if there are any
"""
import pathlib
import re
import sys

PURE = ["base", "model", "automata", "games", "digits", "solve", "claims", "families", "hunt"]
MAY_INCLUDE = {module: PURE[: i + 1] for i, module in enumerate(PURE)}
MAY_INCLUDE["files"] = ["base", "files"]
MAY_INCLUDE["job"] = PURE + ["files", "job"]
MAY_INCLUDE["store"] = PURE + ["files", "store"]
MAY_INCLUDE["engine"] = PURE + ["files", "job", "store", "engine"]
MAY_INCLUDE["cluster"] = MAY_INCLUDE["engine"] + ["cluster"]
MAY_INCLUDE["records"] = MAY_INCLUDE["engine"] + ["records"]
MAY_INCLUDE["exports"] = MAY_INCLUDE["records"] + ["exports"]
MAY_INCLUDE["report"] = MAY_INCLUDE["records"] + ["report"]
MAY_INCLUDE["run"] = MAY_INCLUDE["cluster"] + ["records", "exports", "report", "run"]
MAY_INCLUDE["python"] = MAY_INCLUDE["run"] + ["python"]
MAY_INCLUDE["cli"] = MAY_INCLUDE["run"] + ["cli"]

# Header of an outside library -> the modules that may include it.
OWNERS = {
    r"CLI/": ["cli"],
    r"nlohmann/": ["records"],
    r"yaml-cpp/": ["job"],
    r"(H5|hdf5)": ["store"],
    r"(oneapi/|tbb/)": ["engine"],
    r"mpi\.h": ["cluster"],
    r"utf8\.h": ["base"],
    r"z3": ["families"],
    r"pybind11": ["python"],
}
# The headers that pure modules may include: nothing that prints, opens files or starts threads.
PURE_HEADERS = set("""algorithm array bit cassert cctype climits cmath compare concepts cstddef cstdint
cstring deque functional initializer_list iterator limits map memory memory_resource new numeric optional queue random ranges set
span stdexcept string string_view tuple type_traits unordered_map unordered_set utility variant vector
fmt/format.h fmt/ranges.h game_list.inc immintrin.h utf8.h z3++.h""".split())
PRINTS = re.compile(r"\b(fmt::print|std::(cout|cerr|clog|puts|printf|fprintf))\b")

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')


def module_of(path, root):
    """src/MODULE/.. or include/nimsweep/MODULE/..; None for anything else."""
    parts = path.relative_to(root).parts
    if parts[0] == "src" and len(parts) > 2:
        return parts[1]
    if parts[:2] == ("include", "nimsweep") and len(parts) > 3:
        return parts[2]
    return None


def violations_of(module, header):
    if module not in MAY_INCLUDE:
        yield f"module '{module}' is not in the list of scripts/check_layers.py"
        return
    if ".." in header.split("/"):
        yield f'"{header}": an include names its module'
    own = re.match(r"(?:nimsweep/)?(\w+)/", header)
    is_ours = own is not None and own.group(1) in MAY_INCLUDE
    if is_ours and own.group(1) not in MAY_INCLUDE[module]:
        yield f"{module} must not include {own.group(1)}"
    for pattern, owners in OWNERS.items():
        if re.match(pattern, header) and module not in owners:
            yield f"{module} must not include {header}: it belongs to {', '.join(owners)}"
    if module in PURE and not is_ours and header not in PURE_HEADERS:
        yield f"{module} is pure and must not include <{header}>"


def check(root):
    found = []
    files = [p for d in ("src", "include") for p in sorted((root / d).rglob("*"))
             if p.suffix in (".cpp", ".hpp", ".c", ".h", ".cc", ".hh", ".cxx", ".hxx")]
    for path in files:
        module = module_of(path, root)
        if module is None:
            found.append(f"{path.relative_to(root)}:1: does not belong to a module")
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            include = INCLUDE.match(line)
            for message in violations_of(module, include.group(1)) if include else ():
                found.append(f"{path.relative_to(root)}:{number}: {message}")
            if module != "cli" and PRINTS.search(line):
                found.append(f"{path.relative_to(root)}:{number}: only cli prints")
    if not files:
        found.append(f"{root}: no sources found")
    return found


if __name__ == "__main__":
    top = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    problems = check(top.resolve())
    print("\n".join(problems) if problems else "layers: every include flows one way")
    sys.exit(1 if problems else 0)
