// What a claim says: as a formula, and about a position.

const SVG_BRACE = "M9,1 Q5,1 5,9 L5,42 Q5,50 1,50 Q5,50 5,58 L5,91 Q5,99 9,99";

function brace() {
  return svgElement(
    "svg",
    {class: "brace", viewBox: "0 0 10 100", preserveAspectRatio: "none", "aria-hidden": "true"},
    svgElement("path", {d: SVG_BRACE, "vector-effect": "non-scaling-stroke"}),
  );
}

const KINDS_OF_CASES = ["value", "not", "winner"];

// {kind, text, values}: the values are parsed; null if they are not understood here.
function resultOf(claimCase) {
  const kind = KINDS_OF_CASES.find(name => claimCase[name] !== undefined);
  return {kind, text: claimCase[kind], values: parseValues(claimCase[kind])};
}

// "g =", "g ∉" or "winner =".
function relationOf({kind, values}) {
  const isSet = values?.length > 1;
  return {
    subject: kind === "winner" ? "winner" : "g",
    sign: kind === "not" ? (isSet ? "∉" : "≠") : isSet ? "∈" : "=",
  };
}

function relationView({subject, sign}) {
  return math(subject === "g" ? variable(subject) : subject, `\u00a0${sign} `);
}

// "d + 1", or "{0, 2}".
function resultView({text, values}) {
  if (values === null) return element("code", {}, text);
  const list = values.flatMap((value, k) => [k > 0 ? ", " : null, typeset(value)]);
  return math(values.length > 1 ? ["{", list, "}"] : list);
}

// The condition is a formula; null stands for all other positions.
function caseView(result, condition) {
  const shown = condition === null ? "otherwise" : [word("if "), condition];
  return [element("span", {class: "result"}, result), element("span", {class: "condition"}, shown)];
}

function equationView(left, right, modulus) {
  return element(
    "div",
    {class: "equation"},
    left,
    right,
    modulus === null ? null : element("span", {class: "modulus"}, "(mod ", modulus, ")"),
  );
}

function isOnlyCase(cases) {
  return cases.length === 1 && !cases[0].when;
}

function casesView(rows) {
  return element("div", {class: "cases"}, brace(), rows);
}

// "v = 0 at first", and what each pile does to v.
function recurrenceView({start, each, range}) {
  const of = text => formula(text, SIZE_IN_STEP);
  const rows = each.map(({when, value}) => caseView(of(value), when ? of(when) : null));
  return [
    element(
      "p",
      {},
      math(variable("v"), " = "),
      of(start),
      word(" at first; for each pile of "),
      of("x"),
      word(" counters"),
    ),
    equationView(
      math(variable("v"), "\u00a0→ "),
      isOnlyCase(each) ? of(each[0].value) : casesView(rows),
      range === undefined ? variable("n") : String(range),
    ),
  ];
}

// "g = N", or the cases in a brace, mod n.
function resultsView({cases, each, range}) {
  const results = cases.map(resultOf);
  const relations = results.map(relationOf);
  const isReduced = each && range === undefined; // v is from 0 to n - 1
  const isPlain = results.every(({text}) => /^[[\]\d, ]+$/.test(text) || (isReduced && text === "v"));
  const modulus = isPlain ? null : variable("n");
  if (isOnlyCase(cases)) return equationView(relationView(relations[0]), resultView(results[0]), modulus);
  const isShared = new Set(relations.map(({subject, sign}) => subject + sign)).size === 1;
  const rows = cases.map(({when}, k) =>
    caseView([isShared ? null : relationView(relations[k]), resultView(results[k])], when ? formula(when) : null),
  );
  return equationView(isShared ? relationView(relations[0]) : null, casesView(rows), modulus);
}

// What a claim says: "where n > N + 1", the recurrence if it is one, and the value or winner.
function statementView(claim) {
  return element(
    "div",
    {class: "statement"},
    claim.given ? element("p", {class: "given"}, word("where "), formula(claim.given)) : null,
    claim.each ? recurrenceView(claim) : null,
    resultsView(claim),
  );
}

// The first entry whose condition holds.
function applicable(entries, where) {
  const found = entries.find(({when}) => when === undefined || evaluate(when, where));
  if (!found) throw new Error("no case covers it");
  return found;
}

// A claim that can be evaluated; `isKnown` is false if part of it is not understood here.
class ClaimValues {
  constructor(claim) {
    const parsed = (text, size) => (text ? parseExpression(text, size) : undefined);
    this.name = claim.name;
    this.given = parsed(claim.given);
    this.cases = claim.cases.map(claimCase => ({...resultOf(claimCase), when: parsed(claimCase.when)}));
    this.start = parsed(claim.start);
    this.steps = claim.each?.map(({when, value}) => ({
      when: parsed(when, SIZE_IN_STEP),
      value: parsed(value, SIZE_IN_STEP),
    }));
    this.range = claim.range;
    const parts = [this, ...this.cases, ...(this.steps ?? [])];
    this.isKnown = parts.every(part => !Object.values(part).includes(null));
  }

  // The first player and the piles do not matter to `given`.
  covers(game) {
    try {
      return this.given === undefined || evaluate(this.given, parametersOf(game));
    } catch {
      return false;
    }
  }

  // What is claimed as {values, isNot}: the value is one of these, or none of them. Null where the
  // claim says nothing: about empty piles, for example.
  at(game, piles, first) {
    if (piles.some(pile => pile === 0)) return null;
    const where = {...parametersOf(game), first: BigInt(first), piles: piles.map(BigInt)};
    try {
      if (this.steps) where.v = this.recur(where);
      const {kind, values} = applicable(this.cases, where);
      const seat = kind === "winner" ? where.first : 0n;
      const found = values.map(value => Number(modulo(evaluate(value, where) - seat, where.n)));
      return {values: [...new Set(found)].sort((a, b) => a - b), isNot: kind === "not"};
    } catch {
      return null;
    }
  }

  // v after the last pile.
  recur(where) {
    const modulus = this.range === undefined ? where.n : BigInt(this.range);
    return where.piles.reduce(
      (v, x) => {
        const here = {...where, v, x};
        return modulo(evaluate(applicable(this.steps, here).value, here), modulus);
      },
      modulo(evaluate(this.start, where), modulus),
    );
  }
}

// What an expression may use: `game` is {game, matrix, players, piles}, piles being their number.
function parametersOf({game, matrix, players, piles}) {
  const shift = matrix.shift;
  const argument = /:(\d+)$/.exec(game);
  return {
    n: BigInt(players),
    N: BigInt(piles),
    d: BigInt(piles - players),
    r: shift === null ? undefined : BigInt(shift),
    k: argument ? BigInt(argument[1]) : undefined,
    piles: [],
  };
}

function contradicts(claimed, found) {
  return claimed !== null && claimed.values.includes(found) === claimed.isNot;
}

// What a counterexample's record says was claimed.
function claimedIn({expected, expected_not: other}) {
  return {values: [expected ?? other].flat(), isNot: expected === undefined};
}
