// The language of claims: parses an expression, evaluates it, and typesets it. The parser accepts
// what the program's parser accepts; a text that it does not know is shown as it stands.

const OPERATORS = [
  ["or"],
  ["and"],
  ["==", "!=", "<", "<=", ">", ">="],
  ["+", "-"],
  ["*", "/", "mod"],
]; // from loosest to tightest
const SYMBOLS = {"==": "=", "!=": "≠", "<=": "≤", ">=": "≥", "-": "−", "*": "·"};
const PARAMETERS = ["n", "N", "d", "r", "k", "first", "v"];
const TERMS_OF_SIZES = ["sum", "min", "max"];
const TERMS_OF_CONDITIONS = ["count", "all", "any"];

// What x alone stands for: in a step of a recurrence, and in a condition on each pile.
const SIZE_IN_STEP = {op: "parameter", value: "x"};
const SIZE_IN_CONDITION = {op: "pile", parts: [{op: "parameter", value: "i"}]};

class ExpressionParser {
  constructor(text, size = null) {
    this.tokens = text.match(/\d+|[A-Za-z_]\w*|[=!<>]=|\S/g) ?? [];
    this.at = 0;
    this.size = size;
  }

  // A tree of {op, parts}, or of {op, value} for integers and parameters; throws on anything else.
  parse() {
    const tree = this.chain(0);
    this.end();
    return tree;
  }

  // A list of trees: "[0, n - 1]" has two.
  parseSeveral() {
    const trees = this.take("[") ? this.list("]") : [this.chain(0)];
    this.end();
    return trees;
  }

  end() {
    if (this.at < this.tokens.length) throw new Error(`'${this.tokens[this.at]}'`);
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
    if (token === "x" && this.tokens[this.at] === "[") return {op: "pile", parts: this.bracketed("[", "]")};
    if (token === "x" && this.size !== null) return this.size;
    if (token === "i" && this.size === SIZE_IN_CONDITION) return {op: "parameter", value: "i"};
    return this.term(token);
  }

  term(name) {
    if (name === "digitsum") return {op: name, parts: this.bracketed("(", ")")};
    if (name === "xor") return this.exclusiveOr();
    if (TERMS_OF_SIZES.includes(name)) return this.ofSizes(name);
    if (TERMS_OF_CONDITIONS.includes(name)) return this.ofCondition(name);
    throw new Error(`'${name}'`);
  }

  // xor(x) is of all piles, unless x is one of them.
  exclusiveOr() {
    const isOfAll = this.size === null && this.tokens[this.at + 1] === "x" && this.tokens[this.at + 2] === ")";
    if (isOfAll) return this.ofSizes("nimsum");
    this.expect("(");
    return {op: "xor", parts: this.list(")")};
  }

  ofSizes(op) {
    for (const token of ["(", "x", ")"]) this.expect(token);
    return {op, parts: []};
  }

  ofCondition(op) {
    this.size = SIZE_IN_CONDITION;
    const parts = this.bracketed("(", ")");
    this.size = null;
    return {op, parts};
  }

  bracketed(open, close) {
    this.expect(open);
    const parts = [this.chain(0)];
    this.expect(close);
    return parts;
  }

  // What follows an opening bracket.
  list(close) {
    const parts = [this.chain(0)];
    while (this.take(",")) parts.push(this.chain(0));
    this.expect(close);
    return parts;
  }
}

// Null if the text is not an expression. `size` is what x alone stands for, if it may be used.
function parseExpression(text, size = null) {
  try {
    return new ExpressionParser(text, size).parse();
  } catch {
    return null;
  }
}

// The same for one or several values.
function parseValues(text) {
  try {
    return new ExpressionParser(text).parseSeveral();
  } catch {
    return null;
  }
}

// In 0..b-1.
function modulo(a, b) {
  if (b < 1n) throw new Error("the modulus is less than 1");
  return ((a % b) + b) % b;
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
  "/": (a, b) => (a - modulo(a, b)) / b, // rounded down
  mod: modulo,
};

const OF_SIZES = {
  nimsum: (a, b) => a ^ b,
  sum: (a, b) => a + b,
  min: (a, b) => (a < b ? a : b),
  max: (a, b) => (a > b ? a : b),
};

const OF_CONDITIONS = {
  count: truths => BigInt(truths.filter(Boolean).length),
  all: truths => truths.every(Boolean),
  any: truths => truths.some(Boolean),
};

function digitSum(piles, q) {
  if (q < 1n) throw new Error("the modulus is less than 1");
  let sum = 0n;
  for (let place = 0n; piles.some(pile => pile >> place > 0n); ++place)
    sum += (BigInt(piles.filter(pile => (pile >> place) & 1n).length) % q) << place;
  return sum;
}

// A BigInt or a boolean. `where` has the parameters, with x and v of a recurrence, and the piles, all
// BigInts. Throws where the expression has no value.
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
  if (op in OF_SIZES) return where.piles.reduce(OF_SIZES[op]);
  if (op in OF_CONDITIONS)
    return OF_CONDITIONS[op](where.piles.map((_, k) => evaluate(parts[0], {...where, i: BigInt(k + 1)})));
  if (op === "xor") return parts.map((_, k) => part(k)).reduce((a, b) => a ^ b);
  if (op === "digitsum") return digitSum(where.piles, part(0));
  return OPERATIONS[op](part(0), part(1));
}

function variable(name, index = null) {
  return [element("var", {}, name), index === null ? null : element("sub", {}, index)];
}

function math(...parts) {
  return element("span", {class: "math"}, ...parts);
}

function word(text) {
  return element("span", {class: "word"}, text);
}

const SUMS = {nimsum: "⊕", sum: "+"};
const QUANTIFIERS = {all: " for all ", any: " for some "};

// They need parentheses beside an operator.
const LOOSE_NUMBERS = [...Object.keys(SUMS), "xor"];
const LOOSE_CONDITIONS = Object.keys(QUANTIFIERS);

// Nodes that show an expression as a formula. Comparisons without long terms stay on one line;
// `isTight` leaves out spaces, for an index.
function typeset({op, parts, value}, isTight = false) {
  const part = (k, tight = isTight) => typeset(parts[k], tight);
  if (op === "integer") return [String(value)];
  if (op === "parameter") return value === "first" ? ["first"] : variable(value);
  if (op === "pile") return variable("x", part(0, true));
  if (op === "digitsum") return ["digitsum", element("sub", {}, part(0, true)), "(", variable("x"), ")"];
  if (op in SUMS) return typesetSum(SUMS[op]);
  if (op === "min" || op === "max") return [op, "(", variable("x"), ")"];
  if (op === "count") return long("#{", variable("i"), "\u00a0: ", part(0), "}");
  if (op in QUANTIFIERS) return [enclosed(parts[0], ["and", "or", "not"]), word(QUANTIFIERS[op]), variable("i")];
  if (op === "xor") return parts.flatMap((_, k) => [k > 0 ? spaced("⊕", isTight) : null, part(k)]);
  if (op === "group") return ["(", part(0), ")"];
  return typesetOperator({op, parts}, isTight);
}

function typesetSum(sign) {
  return long(variable("x", "1"), ` ${sign} ⋯ ${sign} `, variable("x", element("var", {}, "N")));
}

function typesetOperator({op, parts}, isTight) {
  const part = (k, loose) => enclosed(parts[k], loose, isTight);
  if (op === "not") return [word("not "), part(0, LOOSE_CONDITIONS)];
  if (op === "and" || op === "or") return [part(0, LOOSE_CONDITIONS), word(` ${op} `), part(1, LOOSE_CONDITIONS)];
  if (op === "negate") return ["−", part(0, LOOSE_NUMBERS)];
  if (op === "mod") return [part(0, LOOSE_NUMBERS), "\u00a0mod\u00a0", part(1, LOOSE_NUMBERS)];
  if (op === "/") return ["⌊", part(0, [...LOOSE_NUMBERS, "mod"]), "/", part(1, LOOSE_NUMBERS), "⌋"];
  const isComparison = OPERATORS[2].includes(op);
  const loose = isComparison ? [] : LOOSE_NUMBERS;
  const sides = [part(0, loose), spaced(SYMBOLS[op] ?? op, isTight), part(1, loose)];
  return isComparison ? [element("span", {class: "comparison"}, sides)] : sides;
}

function long(...parts) {
  return [element("span", {class: "long"}, ...parts)];
}

function spaced(sign, isTight) {
  return isTight ? sign : `\u00a0${sign} `;
}

// In parentheses if it is one of `ops`.
function enclosed(tree, ops, isTight = false) {
  const inner = typeset(tree, isTight);
  return ops.includes(tree.op) ? ["(", inner, ")"] : inner;
}

// The same from its text; `size` is what x alone stands for.
function formula(text, size = null) {
  const tree = parseExpression(text, size);
  return tree === null ? element("code", {}, text) : math(typeset(tree));
}
