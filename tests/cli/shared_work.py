"""A job that several processes do together, and what its files hold."""
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
    """All numbers in a file but the checksums of chunks as they are stored: only the values are promised to be the
    same, and stored bytes were once seen to differ. That they hold these values is for `inspect --check` to say."""
    found = {}

    def collect(name, thing):
        if isinstance(thing, h5py.Dataset) and name != "header" and not name.endswith("/checksums"):
            value = thing[()]
            found[name] = value if isinstance(value, bytes) else hashlib.sha256(value.tobytes()).hexdigest()

    with h5py.File(path) as file:
        file.visititems(collect)
    return found
