// Last Nim as a finite machine. The rest of a play depends only on who wins the piles in front, for
// each player who might move. These vectors are states, and pile sizes are letters. With k passes a
// state has k+1 vectors, one per number of passes left.

class LastNimMachine {
  constructor(matrix, passes) {
    this.matrix = matrix;
    this.passes = passes;
    this.known = new Map(); // states by their key
    const seats = Array.from({length: matrix.players}, (_, i) => i);
    this.start = this.state(Array.from({length: passes + 1}, () => seats));
  }

  // A state is {vectors, winners, after}: `winners` is the vector with all passes left; after()
  // fills `after`.
  state(vectors) {
    const key = vectors.join("|");
    if (!this.known.has(key)) this.known.set(key, {vectors, winners: vectors[this.passes], after: null});
    return this.known.get(key);
  }

  // The states after one more pile of 1, 2, .. counters; the last stands for every larger pile.
  after(prefix) {
    prefix.after ??= this.grown(prefix);
    return prefix.after;
  }

  grown(prefix) {
    const states = [];
    let best = null;
    for (let smaller = prefix; ;) {
      best = this.withOptions(best, smaller);
      const next = this.state(this.withPasses(best));
      if (next === states.at(-1)) return states;
      states.push(next);
      smaller = next;
    }
  }

  // What each player can get from the sizes so far and one more, where the next player moves.
  withOptions(best, size) {
    return size.vectors.map((vector, k) =>
      vector.map((_, i) => {
        const option = vector[(i + 1) % vector.length];
        return best !== null && !this.matrix.prefers(i, option, best[k][i]) ? best[k][i] : option;
      }),
    );
  }

  // The same with the option to pass: the next player gets the pile, with one pass less.
  withPasses(best) {
    const vectors = [];
    best.forEach((vector, k) =>
      vectors.push(
        vector.map((winner, i) => {
          const option = k > 0 ? vectors[k - 1][(i + 1) % vector.length] : winner;
          return this.matrix.prefers(i, option, winner) ? option : winner;
        }),
      ),
    );
    return vectors;
  }

  // The pile may be a BigInt.
  step(state, pile) {
    if (Number(pile) === 0) return state;
    const states = this.after(state);
    return states[Math.min(Number(pile), states.length) - 1];
  }

  // Who wins when P_0, P_1, .. moves first.
  winners(piles) {
    return piles.reduce((state, pile) => this.step(state, pile), this.start).winners;
  }

  // All states that play can reach, breadth first, and the number of letters; null if there are
  // more than `most`.
  reachable(most) {
    const states = [this.start];
    const numbers = new Map([[this.start, 0]]);
    let letters = 1;
    for (let at = 0; at < states.length; ++at) {
      letters = Math.max(letters, this.after(states[at]).length);
      for (const next of this.after(states[at])) {
        if (numbers.has(next)) continue;
        if (states.length === most) return null;
        numbers.set(next, states.length);
        states.push(next);
      }
    }
    return {
      letters,
      states: states.map(state => ({
        winners: state.winners,
        next: Array.from({length: letters}, (_, k) => numbers.get(this.step(state, k + 1))),
      })),
    };
  }
}
