"""Games by their definition, in Python."""
import functools
import itertools


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


def rows_of_teams(teams, shared=False):
    """The alliance matrix of teams of seats."""
    n = sum(map(len, teams))
    rows = []
    for i in range(n):
        team, = (team for team in teams if i in team)
        in_order = [(seat + (team[0] if shared else i)) % n for seat in range(n)]
        members = team if shared else [seat for seat in in_order if seat in team]
        others = [seat for seat in in_order if seat not in team]
        rows.append([(seat - i) % n for seat in [*members, *others]])
    return rows


def nim(piles):
    for j, pile in enumerate(piles):
        for left in range(pile):
            yield piles[:j] + (left,) + piles[j + 1:]


def moore(most):
    def moves(piles):
        for option in itertools.product(*(range(pile + 1) for pile in piles)):
            if 1 <= sum(x < y for x, y in zip(option, piles)) <= most:
                yield option
    return moves


def wythoff(piles):
    yield from nim(piles)
    for by in range(1, min(piles) + 1):
        yield tuple(pile - by for pile in piles)


def subtraction(*steps):
    def moves(piles):
        return (option for option in nim(piles) if sum(piles) - sum(option) in steps)
    return moves


def small_nim(piles):
    smallest = min((pile for pile in piles if pile > 0), default=0)
    for j, pile in enumerate(piles):
        if pile == smallest:
            for left in range(pile):
                yield piles[:j] + (left,) + piles[j + 1:]


def grundy_values(moves):
    """The definition, for any moves: a function of piles and passes left."""

    @functools.lru_cache(maxsize=None)
    def g(piles, left):
        options = list(moves(piles))
        values = {g(option, left) for option in options}
        if options and left > 0:
            values.add(g(piles, left - 1))
        return next(k for k in itertools.count() if k not in values)

    return g


def winners(moves, rows):
    """The definition, for any moves: a function of piles, passes left and the player to move."""
    n = len(rows)

    @functools.lru_cache(maxsize=None)
    def w(piles, left, i):
        options = list(moves(piles))
        if not options:
            return i
        reachable = {w(option, left, (i + 1) % n) for option in options}
        if left > 0:
            reachable.add(w(piles, left - 1, (i + 1) % n))
        return next((i + a) % n for a in rows[i] if (i + a) % n in reachable)

    return w
