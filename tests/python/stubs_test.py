"""The type hints say what the module has: the same names, the same members, the same parameters and defaults.

    stubs_test.py MODULE_FOLDER
"""
import ast
import inspect
import pathlib
import re
import sys
import unittest

MODULE = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(MODULE))

import nimsweep  # noqa: E402

STUBS = ast.parse((MODULE / "nimsweep/__init__.pyi").read_text())
HINTS = {node.name: node for node in STUBS.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
INHERITED = set(dir(object)) | {"__module__", "__dict__", "__weakref__", "__annotations__", "__doc__", "__match_args__"}
# How objects are shown and stored is not for users to call.
NOT_HINTED = {"__repr__", "__str__", "__init__", "__getstate__", "__setstate__", "__reduce__", "__array__", "__int__",
              "__hash__", "__eq__"}


def said(function):
    """Names of parameters, those that must be named, and defaults, as the hints have them."""
    given = function.args
    names = [entry.arg for entry in given.args if entry.arg != "self"]
    named = [entry.arg for entry in given.kwonlyargs]
    defaults = dict(zip(names[len(names) - len(given.defaults):], map(ast.literal_eval, given.defaults)))
    defaults |= {name: ast.literal_eval(value) for name, value in zip(named, given.kw_defaults) if value is not None}
    return names, named, defaults


def in_docstring(text):
    """The same of a function that is not written in Python: its docstring begins with its signature."""
    line = text.splitlines()[0]
    inside = re.fullmatch(r"\w+\((.*)\) -> .*", line).group(1)
    without_types = re.sub(r": [^,=]*(?:\[[^]]*\])?[^,=]*", "", inside)
    return said(ast.parse(f"def f({without_types}): ...").body[0])


def of_python(function):
    names, named, defaults = [], [], {}
    for name, parameter in inspect.signature(function).parameters.items():
        if name == "self" or parameter.kind is parameter.VAR_KEYWORD:
            continue
        (named if parameter.kind is parameter.KEYWORD_ONLY else names).append(name)
        if parameter.default is not parameter.empty:
            defaults[name] = parameter.default
    return names, named, defaults


def in_module(function):
    return of_python(function) if inspect.isfunction(function) else in_docstring(function.__doc__)


def members(hint):
    names = {node.name for node in hint.body if isinstance(node, ast.FunctionDef)}
    return names | {node.target.id for node in hint.body if isinstance(node, ast.AnnAssign)}


class Stubs(unittest.TestCase):
    maxDiff = None

    def test_name_everything_public_and_nothing_else(self):
        self.assertEqual(set(HINTS), set(nimsweep.__all__))

    def test_functions_have_the_same_parameters_and_defaults(self):
        for name in nimsweep.__all__:
            if not inspect.isclass(getattr(nimsweep, name)):
                with self.subTest(name):
                    self.assertEqual(said(HINTS[name]), in_module(getattr(nimsweep, name)))

    def test_classes_have_the_same_members(self):
        for name in nimsweep.__all__:
            real = getattr(nimsweep, name)
            if not inspect.isclass(real) or issubclass(real, nimsweep.Error):
                continue
            with self.subTest(name):
                bases = {member for base in real.__mro__[1:] for member in vars(base)}
                own = {member for member in vars(real)
                       if not member.startswith("_") or (member.startswith("__") and member not in INHERITED)}
                own = {member for member in own if "pybind" not in member}
                hinted = members(HINTS[name])
                self.assertEqual(own - NOT_HINTED - (bases - hinted), hinted - NOT_HINTED - {"records", "summary", "remarks"})

    def test_methods_have_the_same_parameters(self):
        tried = 0
        for name, hint in HINTS.items():
            if not isinstance(hint, ast.ClassDef):
                continue
            for node in hint.body:
                is_property = isinstance(node, ast.FunctionDef) and any(
                    getattr(mark, "id", "") == "property" for mark in node.decorator_list)
                if not isinstance(node, ast.FunctionDef) or is_property or node.name.startswith("__"):
                    continue
                with self.subTest(f"{name}.{node.name}"):
                    real = inspect.getattr_static(getattr(nimsweep, name), node.name)
                    real = real.__func__ if isinstance(real, staticmethod) else real
                    names, named, defaults = in_module(real)
                    self.assertEqual(said(node), ([entry for entry in names if entry != "self"], named, defaults))
                    tried += 1
        self.assertGreater(tried, 10)


if __name__ == "__main__":
    unittest.main()
