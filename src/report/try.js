// "Try a position": Last Nim under any matrix, answered as `nimsweep solve` does, and the machine
// of the matrix.

const MOST_TURNS = 200;
const MOST_SIZES = 20_000; // pile sizes in all turns
const MOST_OUTCOMES = 2e6; // kept while a position is solved

const tryForm = document.getElementById("try-form");

function fieldNumber(name, min, max) {
  const text = tryForm.elements[name].value.trim();
  if (!/^\d{1,9}$/.test(text) || Number(text) < min || Number(text) > max)
    throw new Error(`${name}: expected a whole number from ${min} to ${max}`);
  return Number(text);
}

function readQuestion() {
  const players = fieldNumber("players", MIN_PLAYERS, MAX_PLAYERS);
  const at = (name, parse) => {
    try {
      return parse(tryForm.elements[name].value);
    } catch (error) {
      throw new Error(`${name}: ${error.message}`);
    }
  };
  const question = {
    matrix: at("matrix", text => AllianceMatrix.parse(text, players)),
    players,
    piles: at("piles", parsePiles),
    first: fieldNumber("first", 0, players - 1),
    passes: fieldNumber("passes", 0, 255),
  };
  if (question.piles.length * (question.passes + 1) * players > MOST_OUTCOMES)
    throw new Error("piles: too many for this page; `nimsweep solve` takes them");
  return question;
}

function solve({matrix, piles, first, passes}) {
  const most = Math.max(2, Math.min(MOST_TURNS, Math.floor(MOST_SIZES / piles.length)));
  return new LastNimSolver(matrix, passes).solve(piles, first, most);
}

function answerView({matrix, players, piles, first, passes}, {winner, moves, line}) {
  const turns = line.map(turn => (passes > 0 ? turn : {player: turn.player, piles: turn.piles}));
  return [
    element("p", {class: "answer"}, seatMark(winner), ` wins: value ${(winner - first + players) % players}`),
    piles.length <= 30 ? drawPiles(piles) : null,
    element("h4", {}, `Best play, ${counted(moves, "move")}`),
    drawPlay(turns, moves + 1 - turns.length),
    commandLine(solveCommand({matrix: matrix.name, players, piles, first, passes})),
  ];
}

function answer() {
  const problem = document.getElementById("try-problem");
  try {
    const question = readQuestion();
    problem.textContent = "";
    const solution = solve(question);
    replaceContent(document.getElementById("try-answer"), answerView(question, solution));
    replaceContent(document.getElementById("try-moves"), movesView(question, solution.winner));
    replaceContent(document.getElementById("try-why"), whyView(question));
    replaceContent(document.getElementById("try-matrix"), matrixView(question.matrix));
    replaceContent(document.getElementById("try-machine"), machineView(question));
  } catch (error) {
    problem.textContent = error.message;
    for (const id of ["try-answer", "try-moves", "try-why", "try-matrix", "try-machine"])
      document.getElementById(id).replaceChildren();
  }
}

// Whom each player wants to win, best first.
function matrixView(matrix) {
  return matrix.rows.map((row, i) =>
    element(
      "li",
      {},
      seatMark(i),
      " likes ",
      row.map(offset => seatMark((i + offset) % matrix.players)),
    ),
  );
}

// Fills in the form and answers.
function tryPosition({matrix, players, piles, first, passes}) {
  const values = {matrix, players, piles: piles.join(", "), first, passes};
  for (const [name, value] of Object.entries(values)) tryForm.elements[name].value = value;
  answer();
}

tryForm.addEventListener("submit", event => {
  event.preventDefault();
  answer();
});
