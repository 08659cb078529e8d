// What a claim says: as a formula, and its value at a position.

const SVG_BRACE = "M9,1 Q5,1 5,9 L5,42 Q5,50 1,50 Q5,50 5,58 L5,91 Q5,99 9,99";

function brace() {
  return svgElement(
    "svg",
    {class: "brace", viewBox: "0 0 10 100", preserveAspectRatio: "none", "aria-hidden": "true"},
    svgElement("path", {d: SVG_BRACE, "vector-effect": "non-scaling-stroke"}),
  );
}

function caseView({when, value, not}) {
  const result = [not === undefined ? null : "not ", formula(value ?? not)];
  const condition = when ? [element("span", {class: "word"}, "if "), formula(when)] : "otherwise";
  return [element("span", {class: "result"}, result), element("span", {class: "condition"}, condition)];
}

// "where n > N + 1", and "g = N" or the cases in a brace, mod n.
function statementView({given, cases}) {
  const isOnly = cases.length === 1 && !cases[0].when;
  const isNot = isOnly && cases[0].not !== undefined;
  const isPlain = cases.every(({value, not}) => /^\d+$/.test(value ?? not));
  const body = isOnly
    ? formula(cases[0].value ?? cases[0].not)
    : element("div", {class: "cases"}, brace(), cases.map(caseView));
  return element(
    "div",
    {class: "statement"},
    given ? element("p", {class: "given"}, element("span", {class: "word"}, "where "), formula(given)) : null,
    element(
      "div",
      {class: "equation"},
      element("span", {class: "math"}, variable("g"), isNot ? " ≠ " : " = "),
      body,
      isPlain ? null : element("span", {class: "modulus"}, "(mod ", variable("n"), ")"),
    ),
  );
}

// A claim that can be evaluated; `isKnown` is false if part of it is not understood here.
class ClaimValues {
  constructor(claim) {
    const parsed = text => (text ? parseExpression(text) : undefined);
    this.name = claim.name;
    this.given = parsed(claim.given);
    this.cases = claim.cases.map(({when, value, not}) => ({
      when: parsed(when),
      value: parsed(value ?? not),
      isNot: not !== undefined,
    }));
    this.isKnown = this.given !== null && this.cases.every(each => each.when !== null && each.value !== null);
  }

  // The first player and the piles do not matter to `given`.
  covers(game) {
    try {
      return this.given === undefined || evaluate(this.given, parametersOf(game));
    } catch {
      return false;
    }
  }

  // {value} or {not}, or null where the claim says nothing: about empty piles, for example.
  at(game, piles, first) {
    if (piles.some(pile => pile === 0)) return null;
    const where = {...parametersOf(game), first: BigInt(first), piles: piles.map(BigInt)};
    try {
      const found = this.cases.find(({when}) => when === undefined || evaluate(when, where));
      if (!found) return null;
      const value = Number(OPERATIONS.mod(evaluate(found.value, where), BigInt(game.players)));
      return found.isNot ? {not: value} : {value};
    } catch {
      return null;
    }
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
  return claimed !== null && (claimed.value !== undefined ? claimed.value !== found : claimed.not === found);
}
