// Why a position of Last Nim has its winner: every move with the winner it leads to, the state of the
// machine after each pile, and the piles that matter.

const MOST_MOVES_LISTED = 12;
const MOST_PILES_EXPLAINED = 60;

// The state after each pile, from the start.
function statesAlong(machine, piles) {
  const states = [machine.start];
  for (const pile of piles) states.push(machine.step(states.at(-1), pile));
  return states;
}

// Every move of the first player as {from, to, winner}, where `from` to `to` counters are left, or
// {isPass, winner}. Sizes that the machine does not tell apart make one move if there are many.
function movesOf(machine, piles, first) {
  const last = piles.findLastIndex(pile => pile > 0n);
  if (last < 0) return [];
  const before = statesAlong(machine, piles.slice(0, last)).at(-1);
  const next = (first + 1) % machine.matrix.players;
  const winnerOf = (size, passes) => machine.step(before, size).vectors[passes][next];
  const sizes = machine.after(before).length; // this size stands for every larger one
  const isLong = piles[last] > MOST_MOVES_LISTED && piles[last] > sizes + 1;
  const moves = [];
  let least = piles[last];
  if (isLong) {
    moves.push({pile: last, from: BigInt(sizes), to: least - 1n, winner: winnerOf(sizes, machine.passes)});
    least = BigInt(sizes);
  }
  for (let left = least - 1n; left >= 0n; --left)
    moves.push({pile: last, from: left, to: left, winner: winnerOf(left, machine.passes)});
  if (machine.passes > 0)
    moves.push({isPass: true, winner: winnerOf(piles[last], machine.passes - 1)});
  return moves.map(move => ({...move, size: piles[last]}));
}

// A pile matters if another size of it, at least 1, would change the winner.
function pilesThatMatter(machine, piles, first) {
  const states = statesAlong(machine, piles);
  const winnerOf = state => state.vectors[machine.passes][first];
  return piles.map((pile, j) => {
    if (pile === 0n) return false;
    const end = state => piles.slice(j + 1).reduce((at, size) => machine.step(at, size), state);
    return machine.after(states[j]).some(state => winnerOf(end(state)) !== winnerOf(states.at(-1)));
  });
}

function moveText({isPass, pile, from, to, size}) {
  if (isPass) return "passes";
  const taken = from === to ? grouped(size - from) : `${grouped(size - to)} to ${grouped(size - from)}`;
  return `takes ${taken} from pile ${pile + 1}, leaves ${grouped(from)}${from === to ? "" : " or more"}`;
}

function movesView({matrix, passes, piles, first}, winner) {
  const moves = movesOf(new LastNimMachine(matrix, passes), piles, first);
  if (moves.length === 0) return null;
  return [
    element("h4", {}, `Every move of P_${first}`),
    scrollBox(
      element(
        "table",
        {class: "play moves"},
        element(
          "tbody",
          {},
          moves.map(move =>
            element(
              "tr",
              {class: move.winner === winner ? "best" : ""},
              element("td", {}, moveText(move)),
              element("td", {}, seatMark(move.winner), " wins"),
              element("td", {class: "remark"}, move.winner === winner ? "best" : ""),
            ),
          ),
        ),
      ),
    ),
  ];
}

// "Piles 2 and 4 matter: .."
function mattersText(matters) {
  const names = matters.flatMap((does, j) => (does ? [String(j + 1)] : []));
  if (names.length === 0) return "No pile matters: whatever size but 0 any one of them has, the same player wins.";
  const last = names.pop();
  const list = names.length > 0 ? `Piles ${names.join(", ")} and ${last} matter` : `Pile ${last} matters`;
  const others = matters.every(Boolean) ? "" : " Any one other pile may have any size but 0.";
  return `${list}: with another size, another player may win.${others}`;
}

function stateMarks(winners, first) {
  return winners.map((winner, i) => {
    const mark = seatMark(winner);
    if (i === first) mark.classList.add("chosen");
    return mark;
  });
}

function whyView({matrix, players, passes, piles, first}) {
  if (piles.length > MOST_PILES_EXPLAINED) return null;
  const machine = new LastNimMachine(matrix, passes);
  const matters = pilesThatMatter(machine, piles, first);
  const states = statesAlong(machine, piles);
  const row = (name, size, state, does) =>
    element(
      "tr",
      {class: does ? "matters" : ""},
      element("th", {scope: "row"}, name),
      element("td", {class: "number"}, size),
      element("td", {class: "position"}, stateMarks(state.winners, first)),
      element("td", {class: "remark"}, does ? "matters" : ""),
    );
  return [
    element("h4", {}, "Pile by pile"),
    element("p", {}, mattersText(matters)),
    scrollBox(
      element(
        "table",
        {class: "play why"},
        element(
          "thead",
          {},
          element(
            "tr",
            {},
            element("th", {scope: "col"}, "after"),
            element("th", {scope: "col", class: "number"}, "size"),
            element("th", {scope: "col"}, `winner if P_0 … P_${players - 1} begins`),
            element("th", {scope: "col"}, ""),
          ),
        ),
        element(
          "tbody",
          {},
          row("no pile", "", states[0], false),
          piles.map((pile, j) => row(`pile ${j + 1}`, grouped(pile), states[j + 1], matters[j])),
        ),
      ),
    ),
  ];
}
