// A table as a heat map: any two piles across and down, sliders for the others. Values of Last Nim
// are computed here, for piles of any size; those of other games are in the data.

const SHOWN_AT_FIRST = 12; // sizes of Last Nim
const SHOWN_AT_MOST = 100;
const STORED_SHOWN_AT_MOST = 1000; // values stored in the page
const LARGEST_CELL = 34;
const [MARGIN_LEFT, MARGIN_TOP] = [44, 38];

// The values of one case: at(piles) for the chosen matrix and first player, null if nobody wins.
class CaseValues {
  constructor(table, tableCase) {
    this.table = table;
    this.tableCase = tableCase;
    this.isGrundy = tableCase.grundy !== undefined;
    this.isLastNim = !this.isGrundy && tableCase.cells === undefined;
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
    return this.isLastNim
      ? this.tableCase.bounds.map(bound => Math.max(bound, SHOWN_AT_MOST))
      : this.tableCase.kept;
  }

  at(piles) {
    if (this.isLastNim)
      return (this.machine.winners(piles)[this.first] - this.first + this.players) % this.players;
    const cell = piles.reduce((sum, pile, k) => sum * (this.tableCase.kept[k] + 1) + pile, 0);
    if (this.isGrundy) return this.tableCase.grundy[cell];
    const cells = this.tableCase.cells[this.place];
    const digit = cells[this.first * (cells.length / this.players) + cell];
    return digit === "-" ? null : parseInt(digit, 16);
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

class HeatMap {
  constructor(table) {
    this.table = table;
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
    this.frame = element("div", {class: "scroll heat"}, this.canvas);
    this.node = element(
      "div",
      {class: "heat-map"},
      this.controls,
      element("figure", {}, this.frame, this.readout, this.legend),
    );
    new ResizeObserver(() => this.draw()).observe(this.frame);
    this.open(table.cases.length - 1);
  }

  open(number) {
    this.number = number;
    this.other = undefined; // the text of a matrix outside the list
    this.values = new CaseValues(this.table, this.table.cases[number]);
    const piles = this.values.bounds.length;
    this.across = piles - 1;
    this.down = piles > 1 ? piles - 2 : null;
    this.piles = this.values.bounds.map(bound => Math.min(bound, 2));
    this.shown = this.values.isLastNim
      ? Math.min(SHOWN_AT_FIRST, Math.max(...this.values.tableCase.bounds, this.values.players + 1))
      : Math.min(this.mostShown(), Math.max(...this.values.bounds));
    this.cursor = {row: 0, column: 0};
    this.drawControls();
    this.draw();
  }

  mostShown() {
    return this.values.isLastNim ? SHOWN_AT_MOST : STORED_SHOWN_AT_MOST;
  }

  sizes(axis) {
    return axis === null ? 1 : Math.min(this.values.bounds[axis], this.shown) + 1;
  }

  at(row, column) {
    const piles = [...this.piles];
    piles[this.across] = column;
    if (this.down !== null) piles[this.down] = row;
    return piles;
  }

  update() {
    this.drawControls();
    this.draw();
  }

  drawControls() {
    const focused = document.activeElement?.dataset?.control;
    const controls = [
      this.caseControl(),
      ...this.matrixControls(),
      this.firstControl(),
      ...this.axisControls(),
      ...this.sliders(),
    ];
    replaceContent(this.controls, controls);
    if (focused) this.controls.querySelector(`[data-control="${focused}"]`)?.focus();
  }

  caseControl() {
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
    if (isGrundy) return [];
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
          this.draw();
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
      controls.push(this.named("shown", field("Sizes up to", input)));
    }
    return controls;
  }

  sliders() {
    return this.piles.map((pile, axis) => {
      if (axis === this.across || axis === this.down) return null;
      const output = element("output", {}, String(pile));
      const most = this.values.isLastNim
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
    const room = Math.max(this.frame.clientWidth - MARGIN_LEFT - 2, 100);
    return Math.max(3, Math.min(LARGEST_CELL, Math.floor(room / this.sizes(this.across))));
  }

  draw() {
    const cell = this.cellSize();
    const [rows, columns] = [this.sizes(this.down), this.sizes(this.across)];
    const [width, height] = [MARGIN_LEFT + columns * cell + 2, MARGIN_TOP + rows * cell + 2];
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
    for (let row = 0; row < rows; ++row)
      for (let column = 0; column < columns; ++column) this.drawCell(context, cell, row, column);
    this.drawLegend();
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
    for (let column = 0; column < columns; column += every)
      context.fillText(String(column), MARGIN_LEFT + (column + 0.5) * cell, MARGIN_TOP - 10);
    context.textAlign = "left";
    context.fillText(`pile ${this.across + 1} →`, MARGIN_LEFT, 8);
    if (this.down === null) return;
    context.textAlign = "right";
    for (let row = 0; row < rows; row += every)
      context.fillText(String(row), MARGIN_LEFT - 8, MARGIN_TOP + (row + 0.5) * cell);
    context.save();
    context.translate(8, MARGIN_TOP);
    context.rotate(-Math.PI / 2);
    context.fillText(`← pile ${this.down + 1}`, 0, 0);
    context.restore();
  }

  drawCell(context, cell, row, column) {
    const value = this.values.at(this.at(row, column));
    const [x, y] = [MARGIN_LEFT + column * cell, MARGIN_TOP + row * cell];
    const gap = cell >= 12 ? 1 : 0;
    const colour = this.values.colour(value);
    context.fillStyle = colour;
    context.fillRect(x, y, cell - gap, cell - gap);
    context.fillStyle = inkOn(colour);
    if (this.values.isStriped(value)) context.fillRect(x, y, cell - gap, Math.max(1, cell / 8));
    if (cell < 14 || value > 999) return;
    context.font = `${Math.min(14, cell * 0.55)}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(value === null ? "–" : String(value), x + (cell - gap) / 2, y + cell / 2 + 0.5);
  }

  drawCursor(context, cell) {
    const [x, y] = [MARGIN_LEFT + this.cursor.column * cell, MARGIN_TOP + this.cursor.row * cell];
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
    );
  }

  legendEntry(value, text) {
    const swatch = element("span", {class: this.values.isStriped(value) ? "swatch stripe" : "swatch"});
    swatch.style.backgroundColor = this.values.colour(value);
    return element("li", {}, swatch, text);
  }

  say() {
    const piles = this.at(this.cursor.row, this.cursor.column);
    const {first, isGrundy, isLastNim, matrix, players} = this.values;
    const start = isGrundy ? "" : `, P_${first} moves first`;
    replaceContent(
      this.readout,
      `Piles ${piles.join(" ")}${start}: ${this.values.describe(this.values.at(piles))}. `,
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
      Math.floor((event.clientY - box.top - MARGIN_TOP) / cell),
      Math.floor((event.clientX - box.left - MARGIN_LEFT) / cell),
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
