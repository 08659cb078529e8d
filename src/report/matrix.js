// Alliance matrices: row i is P_i's order of preference over winners, as seat offsets.

const MIN_PLAYERS = 2;
const MAX_PLAYERS = 16;
const MAX_INDEXED_PLAYERS = 8;

class AllianceMatrix {
  constructor(rows) {
    this.rows = rows;
    this.players = rows.length;
    // ranks[i][w]: the place of winner w in P_i's order; 0 is the best.
    this.ranks = rows.map((row, i) => {
      const ranks = new Array(row.length);
      row.forEach((offset, place) => (ranks[(i + offset) % row.length] = place));
      return ranks;
    });
  }

  prefers(player, a, b) {
    return this.ranks[player][a] < this.ranks[player][b];
  }

  static shifted(players, r) {
    const row = Array.from({length: players}, (_, j) => (j + r) % players);
    return new AllianceMatrix(Array.from({length: players}, () => row));
  }

  // The index written in base n! has the ranks of the rows as digits, row 0 first.
  static fromIndex(players, index) {
    const base = factorial(players);
    const rows = [];
    for (let i = 0; i < players; ++i) {
      rows.unshift(permutationOfRank(players, index % base));
      index /= base;
    }
    return new AllianceMatrix(rows);
  }

  // "012021012": the form in the data, one hexadecimal digit per entry.
  static fromDigits(players, digits) {
    const offsets = Array.from(digits, digit => parseInt(digit, 16));
    return new AllianceMatrix(
      Array.from({length: players}, (_, i) => offsets.slice(i * players, (i + 1) * players)),
    );
  }

  // "sam", "ssam:R", "index:K", or rows. Throws an Error that says what is expected.
  static parse(text, players) {
    const trimmed = text.trim();
    if (!/^[a-z]/i.test(trimmed)) return parseRows(trimmed, players);
    if (trimmed === "sam") return AllianceMatrix.shifted(players, 0);
    const [, family, digits] = /^(ssam|index):(\d{1,60})$/.exec(trimmed) ?? [];
    if (!family) throw new Error("expected sam, ssam:R, index:K, or rows such as 0 1 / 1 0");
    if (family === "index" && players > MAX_INDEXED_PLAYERS)
      throw new Error(`only matrices of up to ${MAX_INDEXED_PLAYERS} players have an index`);
    const count = family === "ssam" ? BigInt(players) : factorial(players) ** BigInt(players);
    const number = BigInt(digits);
    if (number >= count)
      throw new Error(`expected ${family}:0 to ${family}:${count - 1n} for ${players} players`);
    return family === "ssam"
      ? AllianceMatrix.shifted(players, Number(number))
      : AllianceMatrix.fromIndex(players, number);
  }

  toString() {
    return this.rows.map(row => row.join(" ")).join(" / ");
  }

  // The r of SSAM^r; null for any other matrix.
  get shift() {
    const r = this.rows[0][0];
    return this.toString() === AllianceMatrix.shifted(this.players, r).toString() ? r : null;
  }

  // "sam", "ssam:R", or else the rows.
  get name() {
    const r = this.shift;
    return r === null ? this.toString() : r === 0 ? "sam" : `ssam:${r}`;
  }
}

// Families by formula are left to the program.
function isUnderstood(text) {
  return !/^(formula|reverse)/.test(text);
}

function factorial(n) {
  let product = 1n;
  for (let k = 2n; k <= BigInt(n); ++k) product *= k;
  return product;
}

// In lexicographic order.
function permutationOfRank(n, rank) {
  const left = Array.from({length: n}, (_, k) => k);
  const permutation = [];
  for (let k = n; k > 0; --k) {
    const rest = factorial(k - 1);
    permutation.push(...left.splice(Number(rank / rest), 1));
    rank %= rest;
  }
  return permutation;
}

function parseRows(text, players) {
  const rows = text.split("/").map(row => row.trim().split(/\s+/));
  if (rows.length !== players)
    throw new Error(`${counted(rows.length, "row")} for ${players} players; expected one row per player`);
  return new AllianceMatrix(
    rows.map((row, i) => {
      const offsets = row.map(entry => (/^\d{1,2}$/.test(entry) ? Number(entry) : NaN));
      const isPermutation =
        offsets.length === players &&
        new Set(offsets).size === players &&
        offsets.every(offset => offset < players);
      if (!isPermutation) throw new Error(`row ${i}: expected a permutation of 0..${players - 1}`);
      return offsets;
    }),
  );
}
