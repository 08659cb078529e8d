// One position of Last Nim, with the shortest best play: the machine's recursion on pairs (winner,
// moves to the end). A player takes the best winner, then the shortest play, then the first option:
// larger piles come first, a pass comes last.

// The outcomes of a position: at(k, i) with k passes left and P_i to move.
class Outcomes {
  constructor(players, passes) {
    this.players = players;
    this.winners = new Uint8Array(players * (passes + 1));
    this.moves = new Float64Array(players * (passes + 1));
  }

  static ofEnd(players, passes) {
    const end = new Outcomes(players, passes);
    end.winners.forEach((_, cell) => (end.winners[cell] = cell % players));
    return end;
  }

  at(passes, player) {
    const cell = passes * this.players + player;
    return {winner: this.winners[cell], moves: this.moves[cell]};
  }

  set(passes, player, outcome) {
    const cell = passes * this.players + player;
    this.winners[cell] = outcome.winner;
    this.moves[cell] = outcome.moves;
  }

  equals(other) {
    return (
      this.winners.every((winner, cell) => winner === other.winners[cell]) &&
      this.moves.every((moves, cell) => moves === other.moves[cell])
    );
  }
}

class LastNimSolver {
  constructor(matrix, passes) {
    this.matrix = matrix;
    this.passes = passes;
  }

  better(player, a, b) {
    if (b === null || this.matrix.prefers(player, a.winner, b.winner)) return a;
    return a.winner === b.winner && a.moves < b.moves ? a : b;
  }

  // The outcomes of a prefix followed by 0, 1, 2, .. counters, up to `pile` or until nothing
  // changes.
  sizes(prefix, pile) {
    const players = this.matrix.players;
    const sizes = [prefix];
    const taking = new Outcomes(players, this.passes); // the best of all smaller sizes
    while (sizes.length <= pile) {
      const smaller = sizes.at(-1);
      const level = new Outcomes(players, this.passes);
      for (let k = 0; k <= this.passes; ++k)
        for (let i = 0; i < players; ++i) {
          const next = (i + 1) % players;
          const known = sizes.length > 1 ? taking.at(k, i) : null;
          const best = this.better(i, oneMoveMore(smaller.at(k, next)), known);
          taking.set(k, i, best);
          level.set(k, i, k === 0 ? best : this.better(i, oneMoveMore(level.at(k - 1, next)), best));
        }
      if (sizes.length > 1 && level.equals(smaller)) break;
      sizes.push(level);
    }
    return sizes;
  }

  // Piles are BigInts. Returns {winner, moves, line}: the line has the first `most` - 1 positions
  // of the play and the last one.
  solve(piles, first, most = Infinity) {
    const levels = [Outcomes.ofEnd(this.matrix.players, this.passes)];
    for (const pile of piles) levels.push(this.sizes(levels.at(-1), pile).at(-1));
    const turn = {player: first, piles: [...piles], passes: this.passes};
    const line = [];
    for (let j = piles.length - 1; j >= 0; --j) {
      const sizes = this.sizes(levels[j], turn.piles[j]);
      while (turn.piles[j] > 0n) {
        if (line.length + 1 < most) line.push({...turn, piles: [...turn.piles]});
        this.move(turn, j, sizes);
      }
    }
    line.push({...turn, piles: [...turn.piles]});
    return {...levels.at(-1).at(this.passes, first), line};
  }

  // The first option that leads to the outcome of the player to move.
  move(turn, j, sizes) {
    const largest = sizes.length - 1; // it stands for every larger size
    const size = turn.piles[j] < largest ? Number(turn.piles[j]) : largest;
    const wanted = sizes[size].at(turn.passes, turn.player);
    turn.player = (turn.player + 1) % this.matrix.players;
    const leads = left => {
      const outcome = sizes[left].at(turn.passes, turn.player);
      return outcome.winner === wanted.winner && outcome.moves === wanted.moves - 1;
    };
    if (turn.piles[j] > largest && leads(largest)) {
      turn.piles[j] -= 1n;
      return;
    }
    for (let left = Math.min(size - 1, largest); left >= 0; --left) {
      if (!leads(left)) continue;
      turn.piles[j] = BigInt(left);
      return;
    }
    turn.passes -= 1;
  }
}

function oneMoveMore(outcome) {
  return {winner: outcome.winner, moves: outcome.moves + 1};
}

// "1, 2, 2": as BigInts. Throws an Error that says what is expected.
function parsePiles(text) {
  return text
    .trim()
    .split(/\s*,\s*|\s+/)
    .map((entry, k) => {
      if (!/^\d{1,20}$/.test(entry) || BigInt(entry) >= 2n ** 64n)
        throw new Error(`pile ${k + 1} is '${entry}'; expected a whole number below 2^64`);
      return BigInt(entry);
    });
}
