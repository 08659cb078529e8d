// Draws positions and plays.

const TALLEST_STACK = 10;

// Large sizes are strings of decimal digits.
function pilesOf(sizes) {
  return sizes.map(BigInt);
}

// Stacks of counters with their sizes below; a tall stack has a gap.
function drawPiles(piles) {
  const [step, radius, ground] = [26, 5, 6 + TALLEST_STACK * 11];
  const tallest = piles.reduce((most, pile) => (pile > most ? pile : most), 1n);
  const stacks = tallest > TALLEST_STACK ? TALLEST_STACK : Number(tallest);
  const top = ground - stacks * 11;
  const label = `${counted(piles.length, "pile")}: ${piles.join(", ")}`;
  const width = piles.reduce((sum, pile) => sum + Math.max(step, String(pile).length * 8 + 8), 0);
  const picture = svgElement("svg", {
    class: "piles",
    role: "img",
    "aria-label": label,
    width,
    height: ground - top + 22,
    viewBox: `0 ${top - 2} ${width} ${ground - top + 22}`,
  });
  let left = 0;
  for (const pile of piles) {
    const wide = Math.max(step, String(pile).length * 8 + 8);
    const middle = left + wide / 2;
    const isTall = pile > TALLEST_STACK;
    const counters = isTall ? TALLEST_STACK : Number(pile);
    for (let k = 0; k < counters; ++k) {
      if (isTall && k === TALLEST_STACK - 3) continue;
      picture.append(
        svgElement("circle", {class: "counter", cx: middle, cy: ground - 6 - k * 11, r: radius}),
      );
    }
    if (isTall)
      picture.append(svgElement("text", {x: middle, y: ground - 2 - (TALLEST_STACK - 3) * 11}, "⋮"));
    picture.append(
      svgElement("line", {class: "ground", x1: left + 4, x2: left + wide - 4, y1: ground, y2: ground}),
      svgElement("text", {x: middle, y: ground + 15}, String(pile)),
    );
    left += wide;
  }
  return picture;
}

// The move between two positions.
function describeMove(before, after) {
  if (after.passes !== undefined && after.passes < before.passes) return "passes";
  const taken = [];
  before.piles.forEach((pile, k) => {
    if (after.piles[k] < pile) taken.push(`${pile - after.piles[k]} from pile ${k + 1}`);
  });
  return taken.length > 0 ? `takes ${taken.join(" and ")}` : "moves";
}

function pileCells(before, turn) {
  return turn.piles.flatMap((pile, k) => [
    k > 0 ? " " : null,
    before && before.piles[k] !== pile ? element("strong", {}, String(pile)) : String(pile),
  ]);
}

// The turns of a play; `leftOut` counts those missing before the last.
function drawPlay(turns, leftOut) {
  const rows = turns.map((turn, k) => {
    const isLast = k === turns.length - 1;
    const before = k > 0 && !(isLast && leftOut > 0) ? turns[k - 1] : null;
    const remark = isLast
      ? "has no move left, and wins"
      : k === turns.length - 2 && leftOut > 0
        ? "…"
        : describeMove(turn, turns[k + 1]);
    return element(
      "tr",
      {},
      element("td", {}, seatMark(turn.player)),
      element("td", {class: "position"}, pileCells(before, turn), turn.state ? ` [${turn.state.join(" ")}]` : null),
      turn.passes !== undefined ? element("td", {}, counted(turn.passes, "pass", "passes")) : null,
      element("td", {}, remark),
    );
  });
  if (leftOut > 0)
    rows.splice(-1, 0, element("tr", {}, element("td", {colspan: 4}, `… ${counted(leftOut, "position")}`)));
  return scrollBox(element("table", {class: "play"}, element("tbody", {}, rows)));
}

// Quotes a word of a command for the shell.
function shellWord(text) {
  return /^[\w:.,=/+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function solveCommand({game, matrix, players, passes, piles, first}) {
  const words = ["nimsweep", "solve"];
  if (game && game !== "last-nim") words.push("--game", game);
  words.push("--players", players, "--matrix", matrix, "--piles", piles.join(","));
  if (Number(first) > 0) words.push("--first", first);
  if (Number(passes) > 0) words.push("--passes", passes);
  return words.map(word => shellWord(String(word))).join(" ");
}
