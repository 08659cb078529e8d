"""n-player Nim games under any alliance matrix: who wins, for piles of every size; theorems proved or refuted.

>>> import nimsweep
>>> nimsweep.solve('last-nim', '0 2 1 / 0 1 2 / 0 2 1', (1, 2, 2))
<P_2 wins, value 2: last-nim, 3 players, P_0 moves first>
"""
from ._core import (Case, DigitMachine, EveryMatrix, Machine, Matrix, Move, PileRole, Solution, Table, Tree, __version__,
                    digit_machine, grundy, machine, moves, solve, table, tree)
from .display import picture_html as _picture_html
from .errors import DamageError, Error, FileError, InputError, Interrupted, JobError
from .jobs import (Run, check, claims, families, games, hunt, hunts, merge, mine, plan, properties, report, run, status,
                   verify, verify_table)
from .records import Hunt, Record, Records, Verdict

__all__ = [
    "Case", "DamageError", "DigitMachine", "Error", "EveryMatrix", "FileError", "Hunt", "InputError", "Interrupted",
    "JobError", "Machine", "Matrix", "Move", "PileRole", "Record", "Records", "Run", "Solution", "Table", "Tree",
    "Verdict", "check", "claims", "digit_machine", "families", "games", "grundy", "hunt", "hunts", "machine", "merge",
    "mine", "moves", "plan", "properties", "report", "run", "solve", "status", "table", "tree", "verify",
    "verify_table",
]

for _kind in (Case, DigitMachine, Machine, Tree):
    _kind._repr_html_ = _picture_html
