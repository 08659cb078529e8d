"""A job that several processes share, and the contents of its files."""
import hashlib

import h5py

JOB = """nimsweep: 1
players: 4
matrices: [{range: {from: 1000, count: 60000}}]
piles: {count: 1..3, max: 4}
tables: {file: t.h5}
results: {file: h.h5}
hunt:
- {name: top, top: {by: states, count: 9}}
- {name: few, where: "states < 9", keep: 77}
verify: [{name: standard-n=N+1, matrix: sam}]
"""


def contents(path):
    """All numbers in a file except the checksums of stored chunks: only the values are guaranteed to be equal, and stored
    bytes have been seen to differ. `inspect --check` tests that they hold these values."""
    found = {}

    def collect(name, thing):
        if isinstance(thing, h5py.Dataset) and name != "header" and not name.endswith("/checksums"):
            value = thing[()]
            found[name] = value if isinstance(value, bytes) else hashlib.sha256(value.tobytes()).hexdigest()

    with h5py.File(path) as file:
        file.visititems(collect)
    return found
