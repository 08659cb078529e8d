// The Last Nim machine as a picture. A state shows who wins when P_0, P_1, .. moves first; its
// column is the number of piles it takes to reach it. An arrow adds one pile.

const MOST_DRAWN_STATES = 40;
const MOST_COUNTED_STATES = 1000;
const CELL = 20;
const TIP = 7; // of an arrow

// "1", "2..3", "4+", or "any": the letters that lead to one state.
function letterText(letters, count) {
  if (letters.length === count) return "any";
  const runs = [];
  for (const letter of letters) {
    const run = runs.at(-1);
    if (run && run[1] === letter - 1) run[1] = letter;
    else runs.push([letter, letter]);
  }
  return runs
    .map(([from, to]) => (to === count ? `${from}+` : from === to ? `${from}` : `${from}–${to}`))
    .join(", ");
}

function arrowsOf(machine) {
  return machine.states.flatMap((state, from) => {
    const targets = new Map();
    state.next.forEach((to, k) => targets.set(to, [...(targets.get(to) ?? []), k + 1]));
    return [...targets].map(([to, letters]) => ({from, to, text: letterText(letters, machine.letters)}));
  });
}

// The states in columns, each ordered so that few arrows cross.
function columnsOf(machine, arrows) {
  const depth = [0];
  for (const {from, to} of arrows) depth[to] ??= depth[from] + 1; // states come breadth first
  const columns = [];
  depth.forEach((column, state) => (columns[column] ??= []).push(state));
  const place = [];
  const settle = column => column.forEach((state, k) => (place[state] = k - (column.length - 1) / 2));
  columns.forEach(settle);
  const mean = state => {
    const near = arrows
      .filter(({from, to}) => from !== to && (from === state || to === state))
      .map(({from, to}) => place[from === state ? to : from]);
    return near.length === 0 ? 0 : near.reduce((sum, at) => sum + at, 0) / near.length;
  };
  for (let round = 0; round < 8; ++round)
    for (const column of columns) {
      const wanted = new Map(column.map(state => [state, mean(state)]));
      column.sort((a, b) => wanted.get(a) - wanted.get(b));
      settle(column);
    }
  return columns;
}

// The place of each state: its column, and the middle of its row of winners.
function placesOf(columns, players) {
  const tallest = Math.max(...columns.map(column => column.length));
  const [across, down] = [players * CELL + (tallest > 3 ? 120 : 80), tallest > 8 ? 58 : 76];
  const places = [];
  columns.forEach((column, c) =>
    column.forEach(
      (state, k) =>
        (places[state] = {
          column: c,
          x: 20 + (players * CELL) / 2 + c * across,
          y: 50 + (k + (tallest - column.length) / 2) * down,
        }),
    ),
  );
  return places;
}

// The sides at which an arrow leaves and enters: it goes forward between columns, back below them,
// or beside its own column.
function sidesOf(a, b) {
  if (b.column > a.column) return {out: "right", into: "left"};
  return a.column === b.column ? {out: "right", into: "right"} : {out: "below", into: "below"};
}

// The ends of arrows, spread along the sides of states: {start, end} per arrow.
function portsOf(arrows, places) {
  const sides = new Map();
  const add = (state, side, port) => {
    const key = `${state} ${side}`;
    if (!sides.has(key)) sides.set(key, []);
    sides.get(key).push(port);
  };
  const ports = arrows.map(() => ({start: 0, end: 0}));
  arrows.forEach(({from, to}, k) => {
    if (from === to) return;
    const [a, b] = [places[from], places[to]];
    const {out, into} = sidesOf(a, b);
    add(from, out, {k, which: "start", order: out === "below" ? b.x : b.y});
    add(to, into, {k, which: "end", order: into === "below" ? a.x : a.y});
  });
  for (const list of sides.values()) {
    list.sort((a, b) => a.order - b.order);
    const gap = Math.min(8, 18 / list.length);
    list.forEach(({k, which}, n) => (ports[k][which] = (n - (list.length - 1) / 2) * gap));
  }
  return ports;
}

// The point of a port, and the direction of a curve from there.
function endOf({x, y}, side, port, half, reach, tip) {
  if (side === "below")
    return [
      [x + port, y + CELL / 2 + tip],
      [x + port, y + CELL / 2 + tip + reach],
    ];
  const sign = side === "right" ? 1 : -1;
  return [
    [x + sign * (half + tip), y + port],
    [x + sign * (half + tip + reach), y + port],
  ];
}

// The curve of an arrow and the place of its label.
function curveOf({from, to}, {start, end}, places, half) {
  const [a, b] = [places[from], places[to]];
  if (from === to)
    return {
      d: `M${a.x + 4},${a.y - 10} C${a.x + 8},${a.y - 40} ${a.x + 44},${a.y - 40} ${a.x + 26},${a.y - 18}`,
      x: a.x + 24,
      y: a.y - 34,
      right: a.x + half,
      bottom: a.y,
    };
  const {out, into} = sidesOf(a, b);
  const reach =
    out === "below" ? 22 + (a.x - b.x) / 8 : out === into ? 20 + Math.abs(b.y - a.y) / 4 : (b.x - a.x) / 2.6;
  const [p0, p1] = endOf(a, out, start, half, reach, 0);
  const [p3, p2] = endOf(b, into, end, half, reach, TIP);
  const t = out !== into ? 0.3 : out === "below" ? 0.2 : 0.5;
  const at = axis =>
    (1 - t) ** 3 * p0[axis] +
    3 * (1 - t) ** 2 * t * p1[axis] +
    3 * (1 - t) * t ** 2 * p2[axis] +
    t ** 3 * p3[axis];
  return {
    d: `M${p0} C${p1} ${p2} ${p3}`,
    x: at(0),
    y: at(1),
    right: Math.max(p1[0], p2[0]),
    bottom: Math.max(p1[1], p2[1]),
  };
}

function drawState(state, number, {x, y}) {
  const left = x - (state.winners.length * CELL) / 2;
  const cells = state.winners.flatMap((winner, i) => [
    svgElement("rect", {
      x: left + i * CELL,
      y: y - CELL / 2,
      width: CELL,
      height: CELL,
      fill: seatColour(winner),
    }),
    svgElement(
      "text",
      {class: "winner", x: left + (i + 0.5) * CELL, y: y + 4, fill: inkOn(seatColour(winner))},
      String(winner),
    ),
  ]);
  return [
    ...cells,
    svgElement("rect", {
      class: "frame",
      x: left,
      y: y - CELL / 2,
      width: state.winners.length * CELL,
      height: CELL,
      rx: 3,
    }),
    svgElement(
      "text",
      {class: "name", x: left - 3, y: y - CELL / 2 - 4},
      number === 0 ? "0 start" : String(number),
    ),
  ];
}

function describeState(machine, number, arrows) {
  const ways = arrows
    .filter(({from}) => from === number)
    .map(({to, text}) => `${text === "any" ? "any pile" : `a pile of ${text}`} leads to state ${to}`);
  return `State ${number}: the winners are ${machine.states[number].winners.map(seat => `P_${seat}`).join(", ")}; ${ways.join("; ")}.`;
}

function drawMachine(machine) {
  const players = machine.states[0].winners.length;
  const half = (players * CELL) / 2;
  const arrows = arrowsOf(machine);
  const places = placesOf(columnsOf(machine, arrows), players);
  const ports = portsOf(arrows, places);
  const curves = arrows.map((arrow, k) => curveOf(arrow, ports[k], places, half));
  const width = Math.max(...places.map(({x}) => x + half), ...curves.map(({right}) => right)) + 20;
  const height = Math.max(...places.map(({y}) => y), ...curves.map(({bottom}) => bottom)) + 20;
  const picture = svgElement(
    "svg",
    {class: "machine", role: "group", "aria-label": "State diagram", viewBox: `0 0 ${width} ${height}`},
    svgElement(
      "defs",
      {},
      svgElement(
        "marker",
        {id: "tip", viewBox: "0 0 8 8", refX: 1, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto"},
        svgElement("path", {d: "M0,0 L8,4 L0,8 z"}),
      ),
    ),
  );
  picture.style.setProperty("--full", `${width}px`);
  const lines = arrows.map((arrow, k) => ({
    arrow,
    line: svgElement("path", {class: "arrow", d: curves[k].d, "marker-end": "url(#tip)"}),
    label: svgElement("text", {class: "letter", x: curves[k].x, y: curves[k].y + 4}, arrow.text),
  }));
  picture.append(...lines.map(({line}) => line), ...lines.map(({label}) => label));
  const readout = element(
    "p",
    {class: "readout", "aria-live": "polite"},
    "Point at a state, or move to it with Tab, to follow its arrows.",
  );
  machine.states.forEach((state, number) => {
    const follow = isOn => () => {
      picture.classList.toggle("following", isOn);
      for (const {arrow, line, label} of lines)
        for (const node of [line, label]) node.classList.toggle("followed", isOn && arrow.from === number);
      if (isOn) readout.textContent = describeState(machine, number, arrows);
    };
    picture.append(
      svgElement(
        "g",
        {
          class: "state",
          tabindex: 0,
          role: "img",
          "aria-label": describeState(machine, number, arrows),
          mouseenter: follow(true),
          mouseleave: follow(false),
          focus: follow(true),
          blur: follow(false),
        },
        ...drawState(state, number, places[number]),
      ),
    );
  });
  return element("div", {}, element("div", {class: "scroll"}, picture), readout);
}

function machineTable(machine) {
  const letters = Array.from({length: machine.letters}, (_, k) =>
    k + 1 === machine.letters ? `${k + 1}+` : `${k + 1}`,
  );
  return element(
    "details",
    {},
    element("summary", {}, "The machine as a table"),
    element(
      "div",
      {class: "scroll"},
      element(
        "table",
        {class: "data"},
        element("caption", {class: "hidden"}, "States, their winners, and the state after one more pile"),
        element(
          "thead",
          {},
          element(
            "tr",
            {},
            element("th", {scope: "col", class: "number"}, "state"),
            element("th", {scope: "col"}, "winners"),
            letters.map(letter => element("th", {scope: "col", class: "number"}, letter)),
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
              element("td", {}, state.winners.join(" ")),
              state.next.map(to => element("td", {class: "number"}, String(to))),
            ),
          ),
        ),
      ),
    ),
  );
}

// What the page says about the machine of a matrix.
function machineView(matrix, passes) {
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
    drawMachine(machine),
    machineTable(machine),
  ];
}
