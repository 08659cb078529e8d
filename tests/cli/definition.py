"""Last Nim by its definition, in Python."""
import functools


def winner(rows, piles, passes, player):
    """The definition, for Last Nim with passes."""
    n = len(rows)

    @functools.lru_cache(maxsize=None)
    def w(position, left, i):
        last = next((j for j in reversed(range(len(position))) if position[j] > 0), None)
        if last is None:
            return i
        reachable = {w(position[:last] + (x,) + position[last + 1:], left, (i + 1) % n)
                     for x in range(position[last])}
        if left > 0:
            reachable.add(w(position, left - 1, (i + 1) % n))
        return next((i + a) % n for a in rows[i] if (i + a) % n in reachable)

    return w(tuple(piles), passes, player)
