// Machines as pictures, with the labels of `nimsweep machine --format svg`. A state shows who wins when
// P_0, P_1, .. moves first. In the Last Nim machine an arrow adds one pile. The piles of a position lead
// along a path, which is drawn in colour.

const MOST_DRAWN_STATES = 40;
const MOST_COUNTED_STATES = 1000;
const [CELL_WIDTH, CELL_HEIGHT, NAME_HEIGHT, LOOP_HEIGHT] = [30, 22, 16, 26];
const TIP = 7; // of an arrow
const BETWEEN_LAYERS = 74;
const MANY_LAYERS = 6;
const BETWEEN_MANY_LAYERS = 58;
const LONG_LABEL = 7;

// "1", "2-3", "4+": the letters that lead to one state.
function letterText(letters, count) {
  const runs = [];
  for (const letter of letters) {
    const run = runs.at(-1);
    if (run && run[1] === letter - 1) run[1] = letter;
    else runs.push([letter, letter]);
  }
  return runs
    .map(([from, to]) => (to === count ? `${from}+` : from === to ? `${from}` : `${from}-${to}`))
    .join(", ");
}

// What the letters of a machine are: the label of an arrow for some of them, an arrow in words, and the
// headings of a table; and how the table shows winners.
const PILE_SIZES = {
  label: (letters, machine) =>
    letterText(
      letters.map(letter => letter + 1),
      machine.letters,
    ),
  words: text => `a pile of ${text}`,
  headings: ({letters}) =>
    Array.from({length: letters}, (_, k) => (k + 1 === letters ? `${k + 1}+` : `${k + 1}`)),
  winners: winners => winners.join(" "),
};

function arrowsOf(machine, alphabet) {
  return machine.states.flatMap((state, from) => {
    const targets = new Map();
    state.next.forEach((to, letter) => targets.set(to, [...(targets.get(to) ?? []), letter]));
    return [...targets].map(([to, letters]) => ({from, to, text: alphabet.label(letters, machine)}));
  });
}

// The states that a position's piles lead through, from the start.
function pathOf(machine, piles) {
  const path = [0];
  for (const pile of piles) {
    const letter = pile < BigInt(machine.letters) ? Number(pile) : machine.letters;
    if (letter > 0) path.push(machine.states[path.at(-1)].next[letter - 1]);
  }
  return path;
}

// Where states and arrows are: places of states, and of each arrow its curve and label.
class MachineDrawing {
  constructor(machine, alphabet) {
    this.arrows = arrowsOf(machine, alphabet);
    this.wide = machine.states[0].winners.length * CELL_WIDTH;
    const longest = Math.max(0, ...this.arrows.map(({from, to, text}) => (from === to ? 0 : text.length)));
    this.labelRoom = longest > LONG_LABEL ? longest * 7 + 40 : 0;
    const loops = new Set(this.arrows.filter(({from, to}) => from === to).map(({from}) => from));
    const heights = machine.states.map(
      (_, state) => NAME_HEIGHT + CELL_HEIGHT + 16 + (loops.has(state) ? LOOP_HEIGHT : 0),
    );
    this.layout = new LayeredLayout(heights, this.arrows, 20);
    // The middle of the row of winners; the name is above, a loop below.
    this.places = this.layout.items.map(({layer, y, height}) => ({
      x: this.columnOf(layer),
      y: y - height / 2 + NAME_HEIGHT + CELL_HEIGHT / 2 + 4,
    }));
    this.ports = this.portsOf();
    this.labels = []; // boxes that are taken
    this.curves = this.arrows.map((_, k) => this.curveOf(k));
  }

  columnOf(layer) {
    const between = this.layout.layers.length > MANY_LAYERS ? BETWEEN_MANY_LAYERS : BETWEEN_LAYERS;
    return 12 + this.wide / 2 + layer * (this.wide + Math.max(between, this.labelRoom));
  }

  get width() {
    return this.columnOf(this.layout.layers.length - 1) + this.wide / 2 + 16;
  }

  get height() {
    const bends = this.layout.bends().map(({y}) => y);
    return Math.max(...this.layout.items.map(({y, height}) => y + height / 2), ...bends) + 8;
  }

  yOf(item) {
    return item.node === null ? item.y : this.places[item.node].y;
  }

  // The ends of arrows, spread along the sides of states.
  portsOf() {
    const sides = new Map();
    const add = (item, side, k, neighbour) => {
      const key = `${item.node} ${side}`;
      sides.set(key, [...(sides.get(key) ?? []), {k, side, order: this.yOf(neighbour)}]);
    };
    for (const [k, items] of this.layout.chains) {
      add(items[0], "right", k, items[1]);
      add(items.at(-1), "left", k, items.at(-2));
    }
    const ports = new Map();
    for (const list of sides.values()) {
      list.sort((a, b) => a.order - b.order || a.k - b.k);
      const gap = Math.min(8, (CELL_HEIGHT - 4) / list.length);
      list.forEach(({k, side}, at) => ports.set(`${k} ${side}`, (at - (list.length - 1) / 2) * gap));
    }
    return ports;
  }

  // A loop begins and ends below its state.
  loopOf(k) {
    const {x, y} = this.places[this.arrows[k].from];
    const [left, right, bottom] = [x - 13, x + 13, y + CELL_HEIGHT / 2];
    const under = bottom + 34;
    return {
      d: `M${right},${bottom} C${right + 6},${under} ${left - 6},${under} ${left},${bottom + TIP}`,
      x,
      y: under - 9,
    };
  }

  // From the right of one state to the left of another, level through the layers between; an arrow
  // that leads back has its tip at the other end.
  curveOf(k) {
    if (this.arrows[k].from === this.arrows[k].to) return this.loopOf(k);
    const items = this.layout.chains.get(k);
    const isBack = this.layout.backward.has(k);
    const points = [];
    items.forEach((item, at) => {
      const [x, y] = [this.columnOf(item.layer), this.yOf(item)];
      if (at > 0)
        points.push({
          x: x - this.wide / 2 - (item.node !== null && !isBack ? TIP : 0),
          y: y + (item.node === null ? 0 : this.ports.get(`${k} left`)),
        });
      if (at < items.length - 1)
        points.push({
          x: x + this.wide / 2 + (item.node !== null && isBack ? TIP : 0),
          y: y + (item.node === null ? 0 : this.ports.get(`${k} right`)),
        });
    });
    if (isBack) points.reverse();
    const bow = this.bowOf(k);
    let d = `M${points[0].x},${points[0].y}`;
    for (let at = 1; at < points.length; ++at) {
      const [a, b] = [points[at - 1], points[at]];
      const bend = (b.x - a.x) * 0.45;
      d +=
        at % 2 === 1
          ? ` C${a.x + bend},${a.y + bow} ${b.x - bend},${b.y + bow} ${b.x},${b.y}`
          : ` L${b.x},${b.y}`;
    }
    return {d, ...this.labelPlace(points[0], points[1], bow, this.arrows[k].text)};
  }

  // Two arrows between neighbours, there and back, bend away from each other.
  bowOf(k) {
    const {from, to} = this.arrows[k];
    const back = this.arrows.findIndex(arrow => arrow.from === to && arrow.to === from);
    if (back < 0 || this.layout.chains.get(k).length > 2) return 0;
    return this.ports.get(`${k} right`) < this.ports.get(`${back} right`) ? -14 : 14;
  }

  // On the first stretch of an arrow, where no other label is.
  labelPlace(a, b, bow, text) {
    const half = 4 + text.length * 3.2;
    let place = null;
    for (const t of [0.36, 0.5, 0.26, 0.62, 0.74, 0.18]) {
      const ease = t * t * (3 - 2 * t);
      place = {x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * ease + 3 * t * (1 - t) * bow};
      const isFree = this.labels.every(
        other => Math.abs(other.x - place.x) > half + other.half || Math.abs(other.y - place.y) > 13,
      );
      if (isFree) break;
    }
    this.labels.push({...place, half});
    return place;
  }
}

function drawState(state, number, {x, y}, isEnd) {
  const wide = state.winners.length * CELL_WIDTH;
  const [left, top] = [x - wide / 2, y - CELL_HEIGHT / 2];
  const cells = state.winners.flatMap((winner, i) => [
    svgElement("rect", {
      x: left + i * CELL_WIDTH,
      y: top,
      width: CELL_WIDTH,
      height: CELL_HEIGHT,
      fill: seatColour(winner),
    }),
    svgElement(
      "text",
      {class: "winner", x: left + (i + 0.5) * CELL_WIDTH, y: y + 4, fill: inkOn(seatColour(winner))},
      `P_${winner}`,
    ),
  ]);
  const remarks = [...(number === 0 ? ["start"] : []), ...(isEnd ? ["end"] : [])].join(", ");
  return [
    ...cells,
    svgElement("rect", {class: "frame", x: left, y: top, width: wide, height: CELL_HEIGHT}),
    svgElement("text", {class: "name", x: left, y: top - 5}, `${number}${remarks && `: ${remarks}`}`),
  ];
}

function describeState(machine, number, arrows, alphabet) {
  const ways = arrows
    .filter(({from}) => from === number)
    .map(({to, text}) => `${alphabet.words(text)} leads to state ${to}`);
  return `State ${number}: the winners are ${machine.states[number].winners.map(seat => `P_${seat}`).join(", ")}; ${ways.join("; ")}.`;
}

function tipMarker(id, name) {
  return svgElement(
    "marker",
    {
      id,
      class: name,
      viewBox: "0 0 8 8",
      refX: 1,
      refY: 4,
      markerWidth: 7,
      markerHeight: 7,
      markerUnits: "userSpaceOnUse",
      orient: "auto",
    },
    svgElement("path", {d: "M0,0 L8,4 L0,8 z"}),
  );
}

let drawnMachines = 0;

function drawMachine(machine, path, alphabet = PILE_SIZES) {
  const drawing = new MachineDrawing(machine, alphabet);
  const tips = {plain: `tip-${drawnMachines}`, onPath: `path-tip-${drawnMachines++}`};
  const {arrows, curves, places, width, height} = drawing;
  const picture = svgElement(
    "svg",
    {
      class: "machine",
      role: "group",
      "aria-label": "State diagram",
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
    },
    svgElement("defs", {}, tipMarker(tips.plain, "tip"), tipMarker(tips.onPath, "path-tip")),
  );
  picture.style.setProperty("--full", `${width}px`);
  const steps = new Set(path.slice(1).map((to, k) => `${path[k]} ${to}`));
  const lines = arrows.map((arrow, k) => {
    const isOn = steps.has(`${arrow.from} ${arrow.to}`);
    const name = isOn ? "on-path" : "";
    return {
      arrow,
      isOn,
      line: svgElement("path", {
        class: `arrow ${name}`,
        d: curves[k].d,
        "marker-end": `url(#${isOn ? tips.onPath : tips.plain})`,
      }),
      label: svgElement("text", {class: `letter ${name}`, x: curves[k].x, y: curves[k].y + 4}, arrow.text),
    };
  });
  lines.sort((a, b) => Number(a.isOn) - Number(b.isOn));
  picture.append(...lines.map(({line}) => line), ...lines.map(({label}) => label));
  const readout = element(
    "p",
    {class: "readout muted", "aria-live": "polite"},
    "Point at a state, or move to it with Tab, to follow its arrows.",
  );
  machine.states.forEach((state, number) => {
    const follow = isOn => () => {
      picture.classList.toggle("following", isOn);
      for (const {arrow, line, label} of lines)
        for (const node of [line, label]) node.classList.toggle("followed", isOn && arrow.from === number);
      if (isOn) readout.textContent = describeState(machine, number, arrows, alphabet);
    };
    const isEnd = path.at(-1) === number;
    const kinds = ["state", ...(path.includes(number) ? ["on-path"] : []), ...(isEnd ? ["end"] : [])];
    picture.append(
      svgElement(
        "g",
        {
          class: kinds.join(" "),
          tabindex: 0,
          role: "img",
          "aria-label": describeState(machine, number, arrows, alphabet),
          mouseenter: follow(true),
          mouseleave: follow(false),
          focus: follow(true),
          blur: follow(false),
        },
        ...drawState(state, number, places[number], isEnd),
      ),
    );
  });
  return element("div", {}, scrollBox(picture), readout);
}

function machineTable(machine, alphabet = PILE_SIZES) {
  return element(
    "details",
    {},
    element("summary", {}, "The machine as a table"),
    scrollBox(
      element(
        "table",
        {class: "data"},
        element("caption", {class: "hidden"}, "States, their winners, and the state after one more letter"),
        element(
          "thead",
          {},
          element(
            "tr",
            {},
            element("th", {scope: "col", class: "number"}, "state"),
            element("th", {scope: "col"}, "winners"),
            alphabet.headings(machine).map(letter => element("th", {scope: "col", class: "number"}, letter)),
          ),
        ),
        element(
          "tbody",
          {},
          machine.states.map((state, number) =>
            element(
              "tr",
              {},
              element("td", {class: "number"}, String(number)),
              element("td", {}, alphabet.winners(state.winners)),
              state.next.map(to => element("td", {class: "number"}, String(to))),
            ),
          ),
        ),
      ),
    ),
  );
}

// What the page says about the machine of a matrix, and about the path of the piles through it.
function machineView({matrix, passes, piles}) {
  const machine = new LastNimMachine(matrix, passes).reachable(MOST_COUNTED_STATES);
  if (machine === null)
    return [element("p", {}, `More than ${grouped(MOST_COUNTED_STATES)} states, too many to show here.`)];
  const size = `${counted(machine.states.length, "state")} and ${counted(machine.letters, "letter")}`;
  if (machine.states.length > MOST_DRAWN_STATES)
    return [element("p", {}, `${size}: too many to draw; up to ${MOST_DRAWN_STATES} states are drawn.`)];
  return [
    element(
      "p",
      {},
      `${size}: a pile of ${machine.letters} or more counters is as good as one of ${machine.letters}.`,
      passes > 0 ? " The picture shows the winners with all passes left." : "",
    ),
    drawMachine(machine, pathOf(machine, piles)),
    machineTable(machine),
  ];
}
