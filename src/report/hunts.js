// Hunt results: totals, histograms and the matrices kept.

const MOST_BARS = 60;

// At most MOST_BARS bars of equal width: [{from, to, count}].
function barsOf(histogram) {
  const counts = Object.entries(histogram).map(([value, count]) => [Number(value), BigInt(count)]);
  if (counts.length === 0) return [];
  const values = counts.map(([value]) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const width = Math.ceil((most - least + 1) / MOST_BARS);
  const bars = Array.from({length: Math.ceil((most - least + 1) / width)}, (_, k) => ({
    from: least + k * width,
    to: Math.min(most, least + (k + 1) * width - 1),
    count: 0n,
  }));
  for (const [value, count] of counts) bars[Math.floor((value - least) / width)].count += count;
  return bars;
}

function drawHistogram(title, histogram) {
  const bars = barsOf(histogram);
  if (bars.length === 0) return null;
  const largest = bars.reduce((most, {count}) => (count > most ? count : most), 1n);
  const [step, tall, left, top] = [Math.max(9, Math.min(44, Math.floor(560 / bars.length))), 120, 8, 20];
  const width = left * 2 + bars.length * step;
  const name = ({from, to}) => (from === to ? String(from) : `${from}–${to}`);
  const every = Math.ceil(26 / step) * (bars[0].to > bars[0].from ? 2 : 1);
  const picture = svgElement("svg", {
    class: "histogram",
    role: "img",
    width,
    height: top + tall + 22,
    viewBox: `0 0 ${width} ${top + tall + 22}`,
    "aria-label": `${title}: ${bars
      .filter(bar => bar.count > 0n)
      .map(bar => `${name(bar)}: ${grouped(bar.count)}`)
      .join("; ")}`,
  });
  bars.forEach((bar, k) => {
    const height =
      bar.count === 0n ? 0 : Math.max(1, (tall * Number((bar.count * 10000n) / largest)) / 10000);
    const x = left + k * step;
    picture.append(
      svgElement(
        "rect",
        {class: "bar", x, y: top + tall - height, width: step - 1.5, height},
        svgElement("title", {}, `${name(bar)}: ${counted(bar.count, "matrix", "matrices")}`),
      ),
    );
    if (k % every === 0)
      picture.append(svgElement("text", {x: x + step / 2, y: top + tall + 15}, String(bar.from)));
    if (bars.length <= 8)
      picture.append(svgElement("text", {x: x + step / 2, y: top + tall - height - 5}, grouped(bar.count)));
  });
  return element("figure", {}, element("figcaption", {}, title), scrollBox(picture));
}

function hitsOf(hunt) {
  return hunt.kept.map(hit => ({
    ...hit,
    matrix: AllianceMatrix.fromIndex(hunt.players, BigInt(hit.index)).toString(),
  }));
}

// The box to try positions plays Last Nim.
function matrixCell(hunt, {matrix}) {
  if (hunt.game !== "last-nim") return element("span", {class: "matrix"}, matrix);
  const position = {matrix, players: hunt.players, piles: [2, 2, 2], first: 0, passes: hunt.passes ?? 0};
  return element("a", {href: "#try", class: "matrix", click: () => tryPosition(position)}, matrix);
}

function hitColumns(hunt) {
  const columns = [
    {title: "index", key: hit => hit.index, cell: hit => grouped(hit.index), numeric: true},
    {title: "orbit", key: hit => hit.orbit, numeric: true},
    {title: "states", key: hit => hit.states ?? 0, cell: hit => String(hit.states ?? "open"), numeric: true},
  ];
  if (hunt.piles === undefined)
    columns.push({title: "letters", key: hit => hit.letters ?? 0, cell: hit => String(hit.letters ?? ""), numeric: true});
  if (hunt.behaviours !== undefined)
    columns.push({title: "alike", key: hit => hit.alike, cell: hit => grouped(hit.alike), numeric: true});
  if (hunt.kept.some(hit => hit.blocks?.length > 0))
    columns.push({
      title: "different blocks of side 4 in boxes of side 4, 8, ..",
      key: hit => Math.max(0, ...(hit.blocks ?? [])),
      cell: hit => (hit.blocks ?? []).join(" "),
    });
  columns.push({
    title: "matrix",
    key: hit => hit.matrix,
    cell: hit => matrixCell(hunt, hit),
  });
  return columns;
}

// Where machines read digits, positions have a fixed number of piles; elsewhere there may be a largest number.
function placesOf(hunt) {
  const piles = hunt.piles !== undefined ? `, ${counted(hunt.piles, "pile")}`
    : hunt.max_piles !== undefined ? `, up to ${counted(hunt.max_piles, "pile")}` : "";
  const passes = hunt.passes > 0 ? `, ${counted(hunt.passes, "pass", "passes")}` : "";
  return piles + passes;
}

function huntView(hunt, isOpen) {
  const facts = [
    ["matrices", grouped(hunt.total)],
    ["hits", grouped(hunt.hits)],
  ];
  if (hunt.open !== undefined) facts.push(["open", grouped(hunt.open)]);
  if (hunt.behaviours !== undefined)
    facts.push(
      ["behaviours", grouped(hunt.behaviours)],
      ["up to rotation", grouped(hunt.behaviours_up_to_rotation)],
    );
  return element(
    "details",
    {class: "hunt", open: isOpen},
    element(
      "summary",
      {},
      element("strong", {}, hunt.name),
      `, ${hunt.game === "last-nim" ? "" : `${hunt.game}, `}${hunt.players} players${placesOf(hunt)}: ${grouped(hunt.hits)} of ${grouped(hunt.total)}`,
    ),
    element(
      "dl",
      {class: "facts"},
      facts.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))),
    ),
    element(
      "div",
      {class: "histograms"},
      drawHistogram("Matrices by states of their machine", hunt.histograms.states),
      hunt.piles === undefined ? drawHistogram("Matrices by letters", hunt.histograms.letters) : null,
    ),
    hunt.kept.length > 0
      ? new SortedTable(`Hits of ${hunt.name}`, hitColumns(hunt), hitsOf(hunt)).node
      : null,
    hunt.left_out !== "0"
      ? element("p", {class: "muted"}, `${grouped(hunt.left_out)} more were counted and not kept.`)
      : null,
  );
}

function huntsView({hunts}) {
  if (hunts.length === 0) return null;
  return element(
    "section",
    {},
    element("h3", {}, "Hunts"),
    hunts.map((hunt, k) => huntView(hunt, k === 0)),
  );
}
