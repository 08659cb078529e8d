// A table as a heat map: any two piles across and down, sliders for the others. Values of Last Nim
// are computed here, for piles of any size, and so are those of an automaton over binary digits, whose
// map can begin at any size; values of other tables are in the data. Where a claim says something else,
// a cell is split: the claimed value above, the value found below.

const SHOWN_AT_MOST = 100; // sizes of Last Nim
const READ_AT_MOST = 255; // sizes that an automaton reads
const LARGEST_SIZE = 2 ** 50;
const STORED_SHOWN_AT_MOST = 1000; // values stored in the page
const LARGEST_CELL = 34;
const [MARGIN_LEFT, MARGIN_TOP] = [44, 38];
const EMPTY_GAP = 7; // between empty piles and the others

// Where a cell begins, and the cell at a place. The first one is apart if it is of an empty pile.
function cellStart(number, cell, isApart = true) {
  return number * cell + (number > 0 && isApart ? EMPTY_GAP : 0);
}

function cellAt(place, cell, isApart) {
  return Math.floor((place < cell + EMPTY_GAP / 2 || !isApart ? place : place - EMPTY_GAP) / cell);
}

// The values of one case: at(piles) for the chosen matrix and first player, null if nobody wins.
class CaseValues {
  constructor(table, tableCase) {
    this.table = table;
    this.tableCase = tableCase;
    this.isGrundy = tableCase.grundy !== undefined;
    this.automaton = tableCase.automaton ?? null;
    this.isLastNim = !this.isGrundy && this.automaton === null && tableCase.cells === undefined;
    this.isEndless = tableCase.cells?.some(cells => cells.includes("-")) ?? false;
    this.players = tableCase.players;
    this.first = 0;
    if (this.isGrundy) this.largest = tableCase.grundy.reduce((most, value) => Math.max(most, value), 1);
    else this.choose(0);
  }

  // One of the matrices in the data.
  choose(place) {
    this.place = place;
    this.use(AllianceMatrix.fromDigits(this.players, this.tableCase.matrices[place]));
  }

  use(matrix) {
    this.matrix = matrix;
    if (this.isLastNim) this.machine = new LastNimMachine(matrix, this.table.passes);
  }

  // The largest known sizes.
  get bounds() {
    if (this.automaton !== null) return this.tableCase.bounds.map(() => LARGEST_SIZE);
    return this.isLastNim
      ? this.tableCase.bounds.map(bound => Math.max(bound, SHOWN_AT_MOST))
      : this.tableCase.kept;
  }

  at(piles) {
    const machine = this.isLastNim ? this.machine : this.automaton;
    if (machine !== null) return (machine.winners(piles)[this.first] - this.first + this.players) % this.players;
    const cell = piles.reduce((sum, pile, k) => sum * (this.tableCase.kept[k] + 1) + pile, 0);
    if (this.isGrundy) return this.tableCase.grundy[cell];
    const cells = this.tableCase.cells[this.place];
    const digit = cells[this.first * (cells.length / this.players) + cell];
    return digit === "-" ? null : parseInt(digit, 16);
  }

  // What an expression of a claim may use.
  get parameters() {
    return {
      game: this.table.game,
      matrix: this.matrix,
      players: this.players,
      piles: this.tableCase.bounds.length,
    };
  }

  winner(value) {
    return (this.first + value) % this.players;
  }

  colour(value) {
    if (value === null) return NOBODY_COLOUR;
    return this.isGrundy ? scaleColour(value / this.largest) : seatColour(this.winner(value));
  }

  isStriped(value) {
    return value !== null && !this.isGrundy && hasStripe(this.winner(value));
  }

  describe(value) {
    if (value === null) return "nobody wins";
    return this.isGrundy ? `Grundy value ${value}` : `value ${value}, P_${this.winner(value)} wins`;
  }
}

// Is the matrix one of SSAM^r for every r, or the one that the verdict's family has for its players?
function isOfFamily({matrix}, verdict) {
  if (verdict.matrix === "ssam") return matrix.shift !== null;
  return /^s?sam\b/.test(verdict.matrix) && matrix.name === verdict.matrix;
}

// The claims that were checked for a case, by name: overlays of its heat map.
class Overlays {
  constructor(claims, verdicts) {
    this.claims = claims.map(claim => new ClaimValues(claim)).filter(claim => claim.isKnown);
    this.verdicts = verdicts;
    this.checked = null;
  }

  static key({players, piles, matrix, name}) {
    return `${players} ${piles} ${matrix} ${name}`;
  }

  isChecked({name}, parameters) {
    return (
      [parameters.piles, "all"].some(piles => this.checked.has(Overlays.key({...parameters, piles, name}))) ||
      this.verdicts.some(verdict => isForAllPlayers(verdict) && verdict.claim === name && isOfFamily(parameters, verdict))
    );
  }

  for(values) {
    if (values.isGrundy || this.claims.length === 0) return [];
    this.checked ??= new Set(
      this.verdicts.filter(verdict => !isForAllPlayers(verdict)).map(verdict =>
        Overlays.key({
          ...verdict,
          matrix: AllianceMatrix.parse(verdict.matrix, verdict.players),
          name: verdict.claim,
        }),
      ),
    );
    return this.claims.filter(
      claim => this.isChecked(claim, values.parameters) && claim.covers(values.parameters),
    );
  }
}

// Does the value depend on both piles, on one, or on none? Only sizes of nonempty piles count.
function interestOf(values, piles, down, across) {
  const most = axis => Math.min(values.bounds[axis], values.tableCase.bounds[axis], 5);
  const at = (row, column) => {
    const here = [...piles];
    [here[down], here[across]] = [row, column];
    return values.at(here);
  };
  let [byRow, byColumn] = [false, false];
  for (let row = 1; row <= most(down); ++row)
    for (let column = 1; column <= most(across); ++column) {
      byRow ||= row > 1 && at(row, column) !== at(row - 1, column);
      byColumn ||= column > 1 && at(row, column) !== at(row, column - 1);
    }
  return Number(byRow) + Number(byColumn);
}

// All pairs of axes, the last ones first.
function axisPairs(count) {
  const pairs = [];
  for (let across = count - 1; across > 0; --across)
    for (let down = across - 1; down >= 0; --down) pairs.push({down, across});
  return pairs;
}

// The smallest case with two piles that both matter, and these piles.
function smallestInteresting(table) {
  const order = table.cases.map((_, number) => number);
  const size = number => table.cases[number].bounds.length * 100 + (table.cases[number].players ?? 0);
  order.sort((a, b) => size(a) - size(b));
  let best = {interest: -1, number: order.at(-1)};
  for (const number of order) {
    const values = new CaseValues(table, table.cases[number]);
    const piles = values.bounds.map(bound => Math.min(bound, 2));
    for (const pair of axisPairs(piles.length)) {
      const interest = interestOf(values, piles, pair.down, pair.across);
      if (interest > best.interest) best = {interest, number, ...pair};
      if (interest === 2) return best;
    }
  }
  return best;
}

// A size such as 1000 or 2^20; null if it is not one, or too large.
function parseSize(text) {
  const [, digits, power] = /^\s*(?:(\d{1,16})|2\^(\d{1,2}))\s*$/.exec(text) ?? [];
  const size = power === undefined ? Number(digits) : 2 ** Number(power);
  return size <= LARGEST_SIZE ? size : null;
}

// What is claimed, in half a cell, where there is no room for several values.
function claimedLabel({values, isNot}) {
  if (values.length > 1) return isNot ? "≠" : "⋯";
  return `${isNot ? "≠" : ""}${values[0]}`;
}

class HeatMap {
  // `claims` and `verdicts` are for overlays; `start` has the case, axes and piles to open.
  constructor(table, {claims = [], verdicts = [], start = null} = {}) {
    this.table = table;
    this.isCompact = start !== null; // one case and one matrix
    this.overlays = new Overlays(claims, verdicts);
    this.picture = document.createElement("canvas"); // all but the cursor
    this.canvas = element("canvas", {
      tabindex: 0,
      role: "application",
      "aria-label": "Heat map of values; the arrow keys move from cell to cell",
      keydown: event => this.press(event),
      mousemove: event => this.point(event),
      click: event => this.point(event),
      focus: () => this.show(),
      blur: () => this.show(),
    });
    this.readout = element("output", {class: "readout", "aria-live": "polite"});
    this.legend = element("ul", {class: "legend"});
    this.controls = element("div", {class: "controls"});
    this.against = element("p", {class: "sum"});
    this.frame = scrollBox(this.canvas, "scroll heat");
    this.node = element(
      "div",
      {class: this.isCompact ? "heat-map compact" : "heat-map"},
      this.controls,
      element("figure", {}, this.against, this.frame, this.readout, this.legend),
    );
    new ResizeObserver(() => this.draw()).observe(this.frame);
    const {number, ...places} = start ?? smallestInteresting(table);
    this.open(number, places);
  }

  open(number, {down, across, piles, first} = {}) {
    this.number = number;
    this.other = undefined; // the text of a matrix outside the list
    this.values = new CaseValues(this.table, this.table.cases[number]);
    this.values.first = first ?? 0;
    const count = this.values.bounds.length;
    this.across = across ?? count - 1;
    this.down = down ?? (count > 1 ? count - 2 : null);
    this.piles = piles ? [...piles] : this.values.bounds.map(bound => Math.min(bound, 2));
    this.shown = Math.min(this.mostShown(), Math.max(1, ...this.values.tableCase.bounds));
    this.from = {down: 0, across: 0}; // the sizes of the first row and column
    this.cursor = {
      row: this.down === null ? 0 : (piles?.[this.down] ?? Math.min(1, this.sizes(this.down) - 1)),
      column: piles?.[this.across] ?? Math.min(1, this.sizes(this.across) - 1),
    };
    this.chooseClaim();
    this.drawControls();
    this.draw();
  }

  // The claim to compare with: the one asked for, if it is about this case, or else the first.
  chooseClaim() {
    this.possible = this.overlays.for(this.values);
    const asked = this.possible.find(({name}) => name === this.wanted);
    this.claim = this.wanted === "" ? null : (asked ?? this.possible[0] ?? null);
  }

  // What the claim says, if that is not what was found.
  contradiction(piles, found) {
    if (this.claim === null) return null;
    const claimed = this.claim.at(this.values.parameters, piles, this.values.first);
    return contradicts(claimed, found) ? claimed : null;
  }

  mostShown() {
    if (this.values.automaton !== null) return READ_AT_MOST;
    return this.values.isLastNim ? SHOWN_AT_MOST : STORED_SHOWN_AT_MOST;
  }

  sizes(axis) {
    return axis === null ? 1 : Math.min(this.values.bounds[axis], this.shown) + 1;
  }

  at(row, column) {
    const piles = [...this.piles];
    piles[this.across] = this.from.across + column;
    if (this.down !== null) piles[this.down] = this.from.down + row;
    return piles;
  }

  update() {
    this.chooseClaim();
    this.drawControls();
    this.draw();
  }

  drawControls() {
    const focused = document.activeElement?.dataset?.control;
    const controls = [
      this.caseControl(),
      ...this.matrixControls(),
      this.claimControl(),
      this.firstControl(),
      ...this.axisControls(),
      ...this.fromControls(),
      ...this.sliders(),
    ];
    replaceContent(this.controls, controls);
    if (focused) this.controls.querySelector(`[data-control="${focused}"]`)?.focus();
  }

  claimControl() {
    if (this.possible.length === 0) return null;
    const options = [["", "none"], ...this.possible.map(({name}) => [name, name])];
    return this.named(
      "claim",
      field(
        "Compare with the claim",
        select(options, this.claim?.name ?? "", value => {
          this.wanted = value;
          this.update();
        }),
      ),
    );
  }

  caseControl() {
    if (this.table.cases.length === 1 && this.isCompact) return null;
    const options = this.table.cases.map((tableCase, k) => [
      k,
      (tableCase.players ? `${tableCase.players} players, ` : "") + counted(tableCase.bounds.length, "pile"),
    ]);
    return this.named(
      "case",
      field(
        "Table",
        select(options, this.number, value => this.open(Number(value))),
      ),
    );
  }

  named(name, label) {
    label.querySelector("select, input").dataset.control = name;
    return label;
  }

  matrixControls() {
    const {tableCase, isGrundy, isLastNim, players} = this.values;
    if (isGrundy || this.isCompact) return [];
    const options = tableCase.matrices.map((digits, k) => [
      k,
      `${tableCase.numbers[k]}: ${AllianceMatrix.fromDigits(players, digits).name}`,
    ]);
    if (isLastNim) options.push(["other", "another…"]);
    const chosen = this.other === undefined ? this.values.place : "other";
    const controls = [
      this.named(
        "matrix",
        field(
          `Matrix, of ${grouped(tableCase.matrix_count)}`,
          select(options, chosen, value => {
            this.other = value === "other" ? this.values.matrix.name : undefined;
            if (value !== "other") this.values.choose(Number(value));
            this.update();
          }),
        ),
      ),
    ];
    if (this.other !== undefined && isLastNim) controls.push(this.otherMatrix());
    return controls;
  }

  otherMatrix() {
    const input = element("input", {
      type: "text",
      value: this.other,
      spellcheck: "false",
      change: () => {
        try {
          this.values.use(AllianceMatrix.parse(input.value, this.values.players));
          this.other = input.value;
          input.setCustomValidity("");
          this.update();
        } catch (error) {
          input.setCustomValidity(error.message);
          input.reportValidity();
        }
      },
    });
    return this.named("other", field("sam, ssam:R, index:K or rows", input));
  }

  firstControl() {
    if (this.values.isGrundy) return null;
    const options = Array.from({length: this.values.players}, (_, seat) => [seat, `P_${seat}`]);
    return this.named(
      "first",
      field(
        "First player",
        select(options, this.values.first, value => {
          this.values.first = Number(value);
          this.draw();
        }),
      ),
    );
  }

  axisControls() {
    const piles = this.values.bounds.length;
    const options = Array.from({length: piles}, (_, k) => [k, `pile ${k + 1}`]);
    const choose = (axis, other) => value => {
      if (Number(value) === this[other]) this[other] = this[axis];
      this[axis] = Number(value);
      this.cursor = {row: 0, column: 0};
      this.update();
    };
    const controls = [];
    if (piles > 1)
      controls.push(
        this.named("down", field("Down", select(options, this.down, choose("down", "across")))),
        this.named("across", field("Across", select(options, this.across, choose("across", "down")))),
      );
    if (this.values.isLastNim || Math.max(...this.values.bounds) > this.mostShown()) {
      const input = element("input", {
        type: "number",
        min: 1,
        max: this.mostShown(),
        value: this.shown,
        change: () => {
          this.shown = Math.min(Math.max(1, Math.floor(Number(input.value)) || 1), this.mostShown());
          this.cursor = {row: 0, column: 0};
          this.update();
        },
      });
      const label = this.values.automaton === null ? "Sizes up to" : "Sizes up to +";
      controls.push(this.named("shown", field(label, input)));
    }
    return controls;
  }

  // Where the map of an automaton begins.
  fromControls() {
    if (this.values.automaton === null) return [];
    return ["down", "across"].map(axis => {
      if (this[axis] === null) return null;
      const input = element("input", {
        type: "text",
        inputmode: "numeric",
        spellcheck: "false",
        autocomplete: "off",
        value: this.from[axis],
        change: () => {
          const size = parseSize(input.value);
          input.setCustomValidity(size === null ? "a whole number up to 2^50, or 2^K" : "");
          input.reportValidity();
          if (size === null) return;
          input.value = size;
          this.from[axis] = size;
          this.draw();
        },
      });
      return this.named(`from-${axis}`, field(`Pile ${this[axis] + 1} from`, input));
    });
  }

  sliders() {
    return this.piles.map((pile, axis) => {
      if (axis === this.across || axis === this.down) return null;
      const output = element("output", {}, String(pile));
      const isComputed = this.values.isLastNim || this.values.automaton !== null;
      const most = isComputed
        ? Math.max(this.values.tableCase.bounds[axis], this.shown)
        : this.values.bounds[axis];
      const slider = element("input", {
        type: "range",
        min: 0,
        max: most,
        value: pile,
        input: () => {
          this.piles[axis] = Number(slider.value);
          output.textContent = slider.value;
          this.draw();
        },
      });
      return this.named(`pile-${axis}`, field(`Pile ${axis + 1}`, slider, output));
    });
  }

  // Makes cells as large as fits.
  cellSize() {
    const room = Math.max(this.frame.clientWidth - MARGIN_LEFT - EMPTY_GAP - 2, 100);
    return Math.max(3, Math.min(LARGEST_CELL, Math.floor(room / this.sizes(this.across))));
  }

  // Where the cell of a row and column begins.
  placeOf(row, column, cell) {
    return [
      MARGIN_LEFT + cellStart(column, cell, this.from.across === 0),
      MARGIN_TOP + cellStart(row, cell, this.from.down === 0),
    ];
  }

  draw() {
    const cell = this.cellSize();
    const [rows, columns] = [this.sizes(this.down), this.sizes(this.across)];
    const [width, height] = this.placeOf(rows, columns, cell).map(end => end + 2);
    const scale = window.devicePixelRatio || 1;
    for (const canvas of [this.picture, this.canvas]) {
      canvas.width = width * scale;
      canvas.height = height * scale;
    }
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    const context = this.picture.getContext("2d");
    context.scale(scale, scale);
    this.drawAxes(context, cell, rows, columns);
    this.differing = 0;
    for (let row = 0; row < rows; ++row)
      for (let column = 0; column < columns; ++column) this.drawCell(context, cell, row, column);
    this.drawLegend();
    this.drawAgainst(rows, columns);
    this.show();
  }

  // Draws the picture and the cursor.
  show() {
    const scale = window.devicePixelRatio || 1;
    const context = this.canvas.getContext("2d");
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.drawImage(this.picture, 0, 0);
    context.scale(scale, scale);
    this.drawCursor(context, this.cellSize());
    this.say();
  }

  drawAxes(context, cell, rows, columns) {
    context.fillStyle = "#767676"; // readable on light and dark
    context.font = "12px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find(step => step * cell >= 22) ?? 2000;
    const label = (number, from) => (from === 0 ? String(number) : `+${number}`);
    const title = (axis, from) => `pile ${axis + 1}${from === 0 ? "" : ` from ${grouped(from)}`}`;
    for (let column = 0; column < columns; column += every)
      context.fillText(
        label(column, this.from.across),
        this.placeOf(0, column, cell)[0] + cell / 2,
        MARGIN_TOP - 10,
      );
    context.textAlign = "left";
    context.fillText(`${title(this.across, this.from.across)} →`, MARGIN_LEFT, 8);
    if (this.down === null) return;
    context.textAlign = "right";
    for (let row = 0; row < rows; row += every)
      context.fillText(
        label(row, this.from.down),
        MARGIN_LEFT - 8,
        this.placeOf(row, 0, cell)[1] + cell / 2,
      );
    context.save();
    context.translate(8, MARGIN_TOP);
    context.rotate(-Math.PI / 2);
    context.fillText(`← ${title(this.down, this.from.down)}`, 0, 0);
    context.restore();
  }

  drawCell(context, cell, row, column) {
    const value = this.values.at(this.at(row, column));
    const [x, y] = this.placeOf(row, column, cell);
    const gap = cell >= 12 ? 1 : 0;
    const colour = this.values.colour(value);
    context.fillStyle = colour;
    context.fillRect(x, y, cell - gap, cell - gap);
    context.fillStyle = inkOn(colour);
    if (this.values.isStriped(value)) context.fillRect(x, y, cell - gap, Math.max(1, cell / 8));
    const claimed = this.contradiction(this.at(row, column), value);
    if (claimed) this.drawContradiction(context, x, y, cell - gap, claimed);
    if (cell < (claimed ? 20 : 14) || value > 999) return;
    const place = claimed ? 0.27 : 0.5;
    const write = (text, ink, across, down) => {
      context.fillStyle = ink;
      context.font = `${Math.min(14, cell * (claimed ? 0.4 : 0.55))}px system-ui, sans-serif`;
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.fillText(text, x + (cell - gap) * across, y + (cell - gap) * down + 1);
    };
    write(value === null ? "–" : String(value), inkOn(colour), place, 1 - place);
    if (!claimed) return;
    write(claimedLabel(claimed), inkOn(this.claimedColour(claimed)), 1 - place, place);
  }

  claimedColour({values, isNot}) {
    return isNot || values.length > 1 ? NOBODY_COLOUR : this.values.colour(values[0]);
  }

  // The upper half of a cell in the colour of the claim.
  drawContradiction(context, x, y, side, claimed) {
    ++this.differing;
    const halve = () => {
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x + side, y + side);
    };
    halve();
    context.lineTo(x + side, y);
    context.fillStyle = this.claimedColour(claimed);
    context.fill();
    halve();
    context.strokeStyle = "#000000";
    context.lineWidth = side > 14 ? 1.5 : 0.75;
    context.stroke();
  }

  drawAgainst(rows, columns) {
    const nonemptyOf = (sizes, from) => (from === 0 ? sizes - 1 : sizes);
    const nonempty =
      (this.down === null ? 1 : nonemptyOf(rows, this.from.down)) * nonemptyOf(columns, this.from.across);
    const name = this.claim?.name;
    replaceContent(
      this.against,
      this.claim === null
        ? null
        : this.differing === 0
          ? resultMark("hold", `${name} agrees with all ${grouped(nonempty)} nonempty positions shown`)
          : resultMark(
              "fail",
              `${name} differs at ${grouped(this.differing)} of the ${grouped(nonempty)} nonempty positions shown`,
            ),
    );
    this.against.hidden = this.claim === null;
  }

  drawCursor(context, cell) {
    const [x, y] = this.placeOf(this.cursor.row, this.cursor.column, cell);
    const hasFocus = document.activeElement === this.canvas;
    context.lineWidth = 2;
    context.strokeStyle = "#ffffff";
    context.strokeRect(x - 1, y - 1, cell + 1, cell + 1);
    context.strokeStyle = "#000000";
    context.setLineDash(hasFocus ? [] : [3, 3]);
    context.strokeRect(x - 1, y - 1, cell + 1, cell + 1);
    context.setLineDash([]);
  }

  drawLegend() {
    if (this.values.isGrundy) {
      const values = new Set([0, 0.25, 0.5, 0.75, 1].map(part => Math.round(part * this.values.largest)));
      replaceContent(
        this.legend,
        [...values].map(value => this.legendEntry(value, value === 0 ? "0: whoever moves gets stuck" : String(value))),
      );
      return;
    }
    const values = Array.from({length: this.values.players}, (_, value) => value);
    replaceContent(
      this.legend,
      values.map(value => this.legendEntry(value, `P_${this.values.winner(value)} wins, value ${value}`)),
      this.values.isEndless ? this.legendEntry(null, "nobody wins: play never ends") : null,
      this.differing > 0
        ? element("li", {}, element("span", {class: "swatch split"}), "above: claimed, below: found")
        : null,
    );
  }

  legendEntry(value, text) {
    const swatch = element("span", {class: this.values.isStriped(value) ? "swatch stripe" : "swatch"});
    swatch.style.backgroundColor = this.values.colour(value);
    return element("li", {}, swatch, text);
  }

  say() {
    const piles = this.at(this.cursor.row, this.cursor.column);
    const {automaton, first, isGrundy, isLastNim, matrix, players} = this.values;
    const start = isGrundy ? "" : `, P_${first} moves first`;
    const found = this.values.at(piles);
    const contradiction = this.contradiction(piles, found);
    const claimed = contradiction && claimedText(contradiction, first, players);
    replaceContent(
      this.readout,
      `Piles ${piles.join(" ")}${start}: ${this.values.describe(found)}`,
      automaton === null ? "" : `, state ${automaton.stateOf(piles)}`,
      claimed ? `; claimed: ${claimed}. ` : ". ",
    );
    if (isLastNim)
      this.readout.append(
        element(
          "a",
          {
            href: "#try",
            click: () => tryPosition({matrix: matrix.name, players, piles, first, passes: this.table.passes}),
          },
          "Play it",
        ),
      );
  }

  point(event) {
    const box = this.canvas.getBoundingClientRect();
    const cell = this.cellSize();
    this.moveTo(
      cellAt(event.clientY - box.top - MARGIN_TOP, cell, this.from.down === 0),
      cellAt(event.clientX - box.left - MARGIN_LEFT, cell, this.from.across === 0),
    );
  }

  press(event) {
    const steps = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]};
    if (!(event.key in steps)) return;
    event.preventDefault();
    const [down, right] = steps[event.key];
    this.moveTo(this.cursor.row + down, this.cursor.column + right);
  }

  moveTo(row, column) {
    if (row < 0 || column < 0 || row >= this.sizes(this.down) || column >= this.sizes(this.across)) return;
    if (row === this.cursor.row && column === this.cursor.column) return;
    this.cursor = {row, column};
    this.show();
  }
}

// The piles whose heat map best tells where a claim holds from where it fails, the others being as
// they are.
function clearestAxes(values, claim, example, most) {
  let best = {contrast: -1};
  const at = (axes, row, column) => {
    const piles = [...example];
    [piles[axes.down], piles[axes.across]] = [row, column];
    return contradicts(claim.at(values.parameters, piles, values.first), values.at(piles));
  };
  for (const axes of axisPairs(example.length)) {
    let count = 0;
    for (let row = 1; row <= most; ++row)
      for (let column = 1; column <= most; ++column) count += Number(at(axes, row, column));
    const contrast = Math.min(count, most * most - count);
    if (contrast > best.contrast) best = {contrast, ...axes};
  }
  return {down: best.down, across: best.across};
}

const MOST_MAPPED_PILES = 12;

// A heat map around a counterexample in Last Nim: claimed against found. Null if it cannot be drawn.
function claimedMap(verdict, {piles, first}, statements) {
  const {players, game, passes = 0} = verdict;
  if (!isUnderstood(verdict.matrix)) return null;
  const claim = statements.length === 1 ? new ClaimValues(statements[0]) : null;
  const example = piles.map(Number);
  const most = Math.max(4, players + 1, ...example);
  const isLarge = piles.length > MOST_MAPPED_PILES || most > SHOWN_AT_MOST;
  if (game !== "last-nim" || !claim?.isKnown || isLarge) return null;
  const digits = AllianceMatrix.parse(verdict.matrix, players)
    .rows.flat()
    .map(offset => offset.toString(16))
    .join("");
  const bounds = example.map(() => most);
  const tableCase = {players, bounds, matrices: [digits], numbers: [0], matrix_count: "1"};
  const table = {game, passes, cases: [tableCase]};
  const values = new CaseValues(table, tableCase);
  values.first = first;
  const axes = clearestAxes(values, claim, example, Math.min(most, 6));
  const start = {number: 0, first, piles: example, ...axes};
  return new HeatMap(table, {claims: statements, verdicts: [verdict], start}).node;
}
