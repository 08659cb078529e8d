// The language of claims: parses an expression, evaluates it, and typesets it. The parser accepts
// what the program's parser accepts; a text that it does not know is shown as it stands.

const OPERATORS = [
  ["or"],
  ["and"],
  ["==", "!=", "<", "<=", ">", ">="],
  ["+", "-"],
  ["*", "mod"],
]; // from loosest to tightest
const SYMBOLS = {"==": "=", "!=": "≠", "<=": "≤", ">=": "≥", "-": "−", "*": "·"};
const PARAMETERS = ["n", "N", "d", "r", "k", "first"];

class ExpressionParser {
  constructor(text) {
    this.tokens = text.match(/\d+|[A-Za-z_]\w*|[=!<>]=|\S/g) ?? [];
    this.at = 0;
  }

  // A tree of {op, parts}, or of {op, value} for integers and parameters; throws on anything else.
  parse() {
    const tree = this.chain(0);
    if (this.at < this.tokens.length) throw new Error(`'${this.tokens[this.at]}'`);
    return tree;
  }

  take(token) {
    if (this.tokens[this.at] !== token) return false;
    ++this.at;
    return true;
  }

  expect(token) {
    if (!this.take(token)) throw new Error(`expected '${token}'`);
  }

  chain(level) {
    if (level === OPERATORS.length) return this.prefix();
    if (level === 2 && this.take("not")) return {op: "not", parts: [this.chain(2)]};
    let tree = this.chain(level + 1);
    while (OPERATORS[level].includes(this.tokens[this.at]))
      tree = {op: this.tokens[this.at++], parts: [tree, this.chain(level + 1)]};
    return tree;
  }

  prefix() {
    if (this.take("-")) return {op: "negate", parts: [this.prefix()]};
    if (this.take("(")) {
      const inner = this.chain(0);
      this.expect(")");
      return {op: "group", parts: [inner]};
    }
    const token = this.tokens[this.at++] ?? "";
    if (/^\d+$/.test(token)) return {op: "integer", value: BigInt(token)};
    if (PARAMETERS.includes(token)) return {op: "parameter", value: token};
    if (token === "x") return {op: "pile", parts: this.bracketed("[", "]")};
    if (token === "digitsum") return {op: "digitsum", parts: this.bracketed("(", ")")};
    if (token !== "xor") throw new Error(`'${token}'`);
    this.expect("(");
    if (this.take("x") && this.take(")")) return {op: "nimsum", parts: []};
    if (this.tokens[this.at - 1] === "x") --this.at;
    const parts = [this.chain(0)];
    while (this.take(",")) parts.push(this.chain(0));
    this.expect(")");
    return {op: "xor", parts};
  }

  bracketed(open, close) {
    this.expect(open);
    const parts = [this.chain(0)];
    this.expect(close);
    return parts;
  }
}

// Null if the text is not an expression.
function parseExpression(text) {
  try {
    return new ExpressionParser(text).parse();
  } catch {
    return null;
  }
}

const OPERATIONS = {
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  mod: (a, b) => {
    if (b < 1n) throw new Error("the modulus is less than 1");
    return ((a % b) + b) % b;
  },
};

function digitSum(piles, q) {
  if (q < 1n) throw new Error("the modulus is less than 1");
  let sum = 0n;
  for (let place = 0n; piles.some(pile => pile >> place > 0n); ++place)
    sum += (BigInt(piles.filter(pile => (pile >> place) & 1n).length) % q) << place;
  return sum;
}

// A BigInt or a boolean. `where` has the parameters and the piles, all BigInts. Throws where the
// expression has no value.
function evaluate({op, parts, value}, where) {
  const part = k => evaluate(parts[k], where);
  if (op === "integer") return value;
  if (op === "parameter" || op === "pile") {
    const found = op === "pile" ? where.piles[Number(part(0)) - 1] : where[value];
    if (found === undefined) throw new Error("there is no such number here");
    return found;
  }
  if (op === "group") return part(0);
  if (op === "not") return !part(0);
  if (op === "negate") return -part(0);
  if (op === "and") return part(0) && part(1);
  if (op === "or") return part(0) || part(1);
  if (op === "nimsum") return where.piles.reduce((sum, pile) => sum ^ pile, 0n);
  if (op === "xor") return parts.map((_, k) => part(k)).reduce((a, b) => a ^ b);
  if (op === "digitsum") return digitSum(where.piles, part(0));
  return OPERATIONS[op](part(0), part(1));
}

function variable(name, index = null) {
  return [element("var", {}, name), index === null ? null : element("sub", {}, index)];
}

// Nodes that show an expression as a formula. Comparisons stay on one line; `isTight` leaves out
// spaces, for an index.
function typeset({op, parts, value}, isTight = false) {
  const part = (k, tight = isTight) => typeset(parts[k], tight);
  const around = text => (isTight ? text : `\u00a0${text} `);
  if (op === "integer") return [String(value)];
  if (op === "parameter") return value === "first" ? ["first"] : variable(value);
  if (op === "pile") return variable("x", part(0, true));
  if (op === "digitsum") return ["digitsum", element("sub", {}, part(0, true)), "(", variable("x"), ")"];
  if (op === "nimsum") return [variable("x", "1"), " ⊕ ⋯ ⊕ ", variable("x", element("var", {}, "N"))];
  if (op === "xor") return parts.flatMap((_, k) => [k > 0 ? around("⊕") : null, part(k)]);
  if (op === "group") return ["(", part(0), ")"];
  if (op === "negate") return ["−", part(0)];
  if (op === "not") return [element("span", {class: "word"}, "not "), part(0)];
  if (op === "and" || op === "or")
    return [part(0), element("span", {class: "word"}, ` ${op} `), part(1)];
  if (op === "mod") return [part(0), "\u00a0mod\u00a0", part(1)];
  const sides = [part(0), around(SYMBOLS[op] ?? op), part(1)];
  return OPERATORS[2].includes(op) ? [element("span", {class: "comparison"}, sides)] : sides;
}

// The same from its text.
function formula(text) {
  const tree = parseExpression(text);
  return tree === null ? element("code", {}, text) : element("span", {class: "math"}, typeset(tree));
}
