// Automata that read the binary digits of all piles at once, most significant first, and say who wins.
// Each is shown as a card, with a picture, a table, and a heat map of the values that it reads.

const MOST_DRAWN_DIGIT_STATES = 16;
const MOST_DRAWN_DIGITS = 4; // piles
const MOST_TABLE_ARROWS = 20_000;
const FIRST_SHOWN = 31;

class DigitMachine {
  constructor({states, piles}) {
    this.states = states;
    this.piles = piles;
  }

  // Where the digits of piles lead. Sizes are below 2^53.
  stateOf(piles) {
    let power = 1;
    while (power * 2 <= Math.max(...piles)) power *= 2;
    let state = 0;
    for (; power >= 1; power /= 2) {
      const letter = piles.reduce((sum, pile) => sum * 2 + (Math.floor(pile / power) % 2), 0);
      state = this.states[state].next[letter];
    }
    return state;
  }

  winners(piles) {
    return this.states[this.stateOf(piles)].winners;
  }
}

// A letter as the digits of all piles, pile 1 first.
function digitsText(letter, piles) {
  return letter.toString(2).padStart(piles, "0");
}

function patternsOf(piles) {
  return piles === 0 ? [""] : patternsOf(piles - 1).flatMap(rest => ["*", "0", "1"].map(digit => rest + digit));
}

// "0*, 11": few patterns that stand for these letters and no others; * is any digit.
function digitPatterns(letters, piles) {
  const wanted = new Set(letters.map(letter => digitsText(letter, piles)));
  const lettersOf = pattern => {
    const [before, ...after] = pattern.split("*");
    return after.length === 0
      ? [pattern]
      : ["0", "1"].flatMap(digit => lettersOf(before + digit + after.join("*")));
  };
  const possible = patternsOf(piles)
    .map(pattern => ({pattern, letters: lettersOf(pattern)}))
    .filter(entry => entry.letters.every(letter => wanted.has(letter)));
  const left = new Set(wanted);
  const chosen = [];
  const gain = entry => entry.letters.filter(letter => left.has(letter)).length;
  while (left.size > 0) {
    const best = possible.reduce((a, b) => (gain(b) > gain(a) ? b : a));
    chosen.push(best.pattern);
    for (const letter of best.letters) left.delete(letter);
  }
  return chosen.sort().join(", ");
}

function digitAlphabet(piles) {
  return {
    label: letters => digitPatterns(letters, piles),
    words: text => `digits ${text}`,
    headings: () => Array.from({length: 2 ** piles}, (_, letter) => digitsText(letter, piles)),
    winners: winners => winners.map(seatMark),
  };
}

function digitGameText({game, players, piles, passes}) {
  return `${game}, ${counted(players, "player")}, ${counted(piles, "pile")}${passesText(passes)}`;
}

function machineCommand({game, players, matrix, piles, passes}) {
  const words = ["nimsweep", "machine", "--game", game, "--players", players, "--matrix", matrix];
  if (passes > 0) words.push("--passes", passes);
  return [...words, "--pile-count", piles].map(word => shellWord(String(word))).join(" ");
}

// The values that the automaton reads, compared with the first claim about them.
function digitMap(machine, {claims, verdicts}) {
  const {game, players, matrix, piles, passes} = machine;
  const digits = AllianceMatrix.parse(matrix, players)
    .rows.flat()
    .map(offset => offset.toString(16))
    .join("");
  const bounds = Array.from({length: piles}, () => FIRST_SHOWN);
  const tableCase = {
    players,
    bounds,
    matrices: [digits],
    numbers: [0],
    matrix_count: "1",
    automaton: new DigitMachine(machine),
  };
  const start = {number: 0, piles: bounds.map(() => 1), first: 0};
  const sameGame = verdict => verdict.game === game && (verdict.passes ?? 0) === passes;
  return new HeatMap(
    {game, passes, cases: [tableCase]},
    {claims, verdicts: verdicts.list.filter(sameGame), start},
  ).node;
}

function digitPicture(machine) {
  const {states, piles} = machine;
  const alphabet = digitAlphabet(piles);
  const isDrawn = states.length <= MOST_DRAWN_DIGIT_STATES && piles <= MOST_DRAWN_DIGITS;
  return [
    isDrawn ? drawMachine(machine, [], alphabet) : null,
    states.length * 2 ** piles <= MOST_TABLE_ARROWS
      ? machineTable(machine, alphabet)
      : element("p", {class: "muted"}, "It is too large for a table; the command below prints it."),
  ];
}

function digitCard(machine, section, id) {
  const {states, combinations, matrix, passes, game, period} = machine;
  const left = game === "zero-move" ? "zero moves" : passes > 0 ? "passes" : null;
  return element(
    "article",
    {class: "card automaton", id},
    element(
      "header",
      {},
      element("h4", {}, digitGameText(machine), ", ", element("code", {}, matrix)),
      element(
        "p",
        {class: "status hold"},
        `${counted(states.length, "state")}, `,
        `proved for every pile size in ${counted(combinations, period === undefined ? "combination" : "pile size")}`,
      ),
    ),
    left === null ? null : element("p", {class: "muted"}, `The winners are those with all ${left} left.`),
    period === undefined
      ? null
      : element(
          "p",
          {class: "muted"},
          period.from > 0 ? `From ${counted(period.from, "counter")} on, the` : "The",
          ` winners repeat every ${counted(period.length, "counter")}.`,
        ),
    digitPicture(machine),
    digitMap(machine, section),
    commandLine(machineCommand(machine)),
  );
}

function digitCardId(number, k) {
  return `automaton-${number}-${k}`;
}

function digitMachinesView(section, number) {
  if (section.machines.length === 0) return null;
  return element(
    "section",
    {class: "automata"},
    element("h3", {}, "Automata over binary digits"),
    element(
      "p",
      {class: "muted notation"},
      "An automaton reads the binary digits of all piles at once, most significant first; shorter piles ",
      "begin with zeros. ",
      "An arrow reads one digit of each pile, pile 1 first; * is any digit. ",
      "The state in which it ends says who wins when P_0, P_1, … moves first, for piles of every size.",
    ),
    section.machines.map((machine, k) => digitCard(machine, section, digitCardId(number, k))),
  );
}

// Links from a claim to the automata by which it was settled.
function digitLinks(verdicts, {machines}, number) {
  const keyOf = ({game, matrix, players, piles, passes = 0}) =>
    JSON.stringify([game, matrix, players, piles, passes]);
  const settled = new Set(verdicts.filter(({scope}) => scope === "all pile sizes").map(keyOf));
  const links = machines.flatMap((machine, k) =>
    settled.has(keyOf(machine))
      ? [
          element(
            "a",
            {href: `#${digitCardId(number, k)}`},
            `${digitGameText(machine)}, ${machine.matrix}: ${counted(machine.states.length, "state")}`,
          ),
        ]
      : [],
  );
  if (links.length === 0) return null;
  return element(
    "p",
    {class: "muted"},
    links.length === 1 ? "By the automaton of " : "By the automata of ",
    links.flatMap((link, k) => (k === 0 ? [link] : ["; ", link])),
    ".",
  );
}
