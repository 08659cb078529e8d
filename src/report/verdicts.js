// Verdicts on claims, published values, and mined claims.

function isUnchecked(verdict) {
  return verdict.type === "unchecked";
}

function resultText(verdict) {
  if (isUnchecked(verdict)) return "not checked";
  if (verdict.holds) return "holds";
  const parts = [];
  if (verdict.disagreements !== "0") parts.push(`${grouped(verdict.disagreements)} disagree`);
  if (verdict.errors !== "0") parts.push(`${grouped(verdict.errors)} without a value`);
  return parts.join(", ");
}

function resultMark(status, text) {
  return element("span", {class: status}, `${MARKS[status]} ${text}`);
}

// "all pile sizes" or "piles <= 6" in plain words.
function scopeText(verdict) {
  if (isUnchecked(verdict)) return "—";
  if (verdict.table !== undefined) return `${verdict.scope.replace("piles <= ", "piles up to ")} in ${verdict.table}`;
  if (verdict.scope === "all pile sizes") return "every size";
  return verdict.scope.replace("piles <= ", "piles up to ");
}

// Verdicts on every number of piles count states instead of positions.
function isForAllPiles(verdict) {
  return verdict.piles === "all";
}

function isForAllPlayers(verdict) {
  return verdict.players === "all";
}

// A verdict for every number of players, as one for those of an example.
function verdictAt(verdict, {players, r, piles}) {
  if (!isForAllPlayers(verdict)) return verdict;
  const matrix = r === undefined ? verdict.matrix : `ssam:${r}`.replace("ssam:0", "sam");
  return {...verdict, players, piles: piles.length, matrix};
}

function describeProof(verdict) {
  const checked = grouped(verdict.checked);
  if (isForAllPlayers(verdict))
    return `every number of players and of nonempty piles in the claim's scope, of every size, by ${counted(verdict.checked, "statement")} of linear arithmetic`;
  if (isForAllPiles(verdict))
    return `every number of nonempty piles in the claim's scope, of every size: ${checked} states of machine and claim stand for all positions`;
  const positions = `every position of ${counted(verdict.piles, "nonempty pile")}`;
  return verdict.scope === "all pile sizes"
    ? `${positions}, of every size: the ${checked} smallest pairs of position and first player stand for all others`
    : `${positions}, ${scopeText(verdict)}: ${checked} pairs of position and first player`;
}

function describeScope(verdict) {
  return `Checked: ${describeProof(verdict)}.${verdict.note ? ` ${verdict.note}.` : ""}`;
}

// "0", "0 or 2", "0, 1 or 2".
function alternatives(list) {
  const others = list.slice(0, -1);
  return others.length === 0 ? String(list[0]) : `${others.join(", ")} or ${list.at(-1)}`;
}

function valuesText(values, first, players) {
  const winners = values.map(value => `P_${(first + value) % players}`);
  return `value ${alternatives(values)}, ${alternatives(winners)} wins`;
}

function foundText(value, first, players) {
  return value === null ? "nobody wins" : valuesText([value], first, players);
}

function claimedText({values, isNot}, first, players) {
  return isNot ? `not value ${alternatives(values)}` : valuesText(values, first, players);
}

function shortClaim({values, isNot}) {
  return `${isNot ? "not " : ""}${alternatives(values)}`;
}

function playView(play) {
  const turns = play.turns.map(turn => ({...turn, piles: pilesOf(turn.piles)}));
  return [element("h4", {}, `Best play, ${counted(play.moves, "move")}`), drawPlay(turns, play.left_out)];
}

// A position with the play that shows who wins it.
function proofView(game, piles, first, play) {
  const question = {passes: 0, ...game, piles, first};
  return [
    drawPiles(piles),
    play ? playView(play) : null,
    commandLine(solveCommand(question)),
    game.game === "last-nim" && isUnderstood(game.matrix)
      ? element(
          "p",
          {},
          element("a", {href: "#try", click: () => tryPosition(question)}, "Try it on this page"),
        )
      : null,
  ];
}

function othersText(others) {
  return `Also: ${others
    .map(example => {
      const {players, r, piles, first, found} = example;
      const claimed = shortClaim(claimedIn(example));
      const who = players === undefined ? "" : `n = ${players}, ${r === undefined ? "" : `r = ${r}, `}`;
      return `${who}${piles.join(" ")} (P_${first} first, claimed ${claimed}, found ${found ?? "nobody"})`;
    })
    .join("; ")}.`;
}

function counterexampleView(settled, statements) {
  const [smallest, ...others] = settled.counterexamples;
  const verdict = verdictAt(settled, smallest);
  const {first} = smallest;
  const {players} = verdict;
  return element(
    "div",
    {class: "counterexample"},
    element(
      "div",
      {},
      element("p", {class: "muted"}, `Smallest counterexample with ${caseText(verdict)}`),
      element("p", {class: "example"}, `Piles ${smallest.piles.join(" ")}, P_${first} moves first`),
      element(
        "dl",
        {class: "against"},
        element("dt", {}, "claimed"),
        element("dd", {class: "claimed"}, claimedText(claimedIn(smallest), first, players)),
        element("dt", {}, "found"),
        element("dd", {}, foundText(smallest.found, first, players)),
      ),
      proofView(verdict, pilesOf(smallest.piles), first, verdict.play),
      others.length > 0 ? element("p", {class: "muted"}, othersText(others)) : null,
    ),
    claimedMap(verdict, smallest, statements),
  );
}

function caseText({players, piles, matrix, game, passes}) {
  const other = game === "last-nim" ? "" : `, ${game}`;
  const count = piles === "all" ? "any number of piles" : counted(piles, "pile");
  return `${playersText([players])}, ${count}, matrix ${matrix}${other}${passesText(passes)}`;
}

// What is known of one verdict, with a picture where its claim, one of `statements`, fails.
function verdictDetails(verdict, statements) {
  if (isUnchecked(verdict)) return [element("p", {}, `Not checked, ${caseText(verdict)}: ${verdict.reason}.`)];
  const error = verdict.first_error;
  const hasExample = verdict.counterexamples?.length > 0;
  return [
    hasExample ? counterexampleView(verdict, statements) : null,
    error
      ? element("p", {}, `The claim has no value at ${error.piles.join(" ")}, P_${error.first} first: ${error.reason}.`)
      : null,
    element("p", {class: "muted"}, describeScope(verdict)),
  ];
}

// What `checked` counts, unless it is pairs.
function countedThings(verdict) {
  if (isForAllPlayers(verdict)) return " statements";
  return isForAllPiles(verdict) ? " states" : "";
}

const VERDICT_COLUMNS = [
  {title: "claim", key: verdict => verdict.claim, long: true},
  {
    title: "result",
    key: verdict => resultText(verdict),
    cell: verdict => resultMark(statusOf(verdict), resultText(verdict)),
  },
  {title: "players", key: verdict => verdict.players, numeric: true},
  {title: "piles", key: verdict => verdict.piles, numeric: true},
  {title: "matrix", key: verdict => verdict.matrix, long: true},
  {title: "game", key: verdict => verdict.game},
  {title: "checked", key: verdict => scopeText(verdict)},
  {
    title: "pairs",
    key: verdict => verdict.checked ?? "0",
    cell: verdict => `${grouped(verdict.checked ?? "—")}${countedThings(verdict)}`,
    numeric: true,
  },
];

function sumOf(counts, name) {
  return counts.reduce((sum, count) => sum + BigInt(count[name]), 0n);
}

// All verdicts, to sort and filter.
function verdictTable({claims, verdicts: {counts, list}}) {
  list.forEach(verdict => (verdict.hasDetails = true));
  const details = verdict =>
    element(
      "div",
      {class: "proof"},
      verdictDetails(
        verdict,
        claims.filter(({name}) => name === verdict.claim),
      ),
    );
  const table = new SortedTable("Verdicts on claims", VERDICT_COLUMNS, list, details);
  const text = element("input", {type: "search", placeholder: "claim, matrix, game…", input: () => filter()});
  const failures = element("input", {type: "checkbox", change: () => filter()});
  const filter = () => {
    const words = text.value
      .toLowerCase()
      .split(/\s+/)
      .filter(word => word !== "");
    table.filter(verdict => {
      const all = VERDICT_COLUMNS.map(column => column.key(verdict))
        .join(" ")
        .toLowerCase();
      return (!failures.checked || !verdict.holds) && words.every(word => all.includes(word));
    });
  };
  const total = ["hold", "fail", "unchecked"].reduce((sum, name) => sum + sumOf(counts, name), 0n);
  return element(
    "details",
    {class: "verdicts"},
    element("summary", {}, `${total === 1n ? "The verdict" : `All ${counted(total, "verdict")}`} as a table`),
    element(
      "div",
      {class: "controls"},
      field("Filter", text),
      element("label", {class: "check"}, failures, "Only failures"),
    ),
    table.node,
  );
}

function statementText({value = null, winner = null}) {
  if (value === null && winner === null) return "nobody wins";
  return [value === null ? "" : `value ${value}`, winner === null ? "" : `P_${winner} wins`]
    .filter(part => part !== "")
    .join(", ");
}

function rowText(row) {
  if (row.known_wrong) return row.agrees ? "agrees, though known to be wrong" : "wrong, as known";
  return row.agrees ? "agrees" : "differs";
}

const ROW_COLUMNS = [
  {title: "row", key: row => row.id, long: true},
  {title: "result", key: rowText, cell: row => resultMark(rowStatus(row), rowText(row))},
  {title: "published", key: row => statementText(row.expected)},
  {title: "found", key: row => statementText(row.found)},
];
const POSITION_COLUMNS = [
  {title: "piles", key: row => row.piles.join(" ")},
  {title: "first", key: row => `P_${row.first}`},
  {title: "matrix", key: row => row.matrix, long: true},
];

function rowsView({rows}) {
  if (rows.length === 0) return null;
  const hasPositions = rows.every(row => row.piles !== undefined);
  rows.forEach(row => (row.hasDetails = !row.agrees && row.piles !== undefined));
  const details = row =>
    element("div", {class: "proof"}, proofView(row, pilesOf(row.piles), row.first, row.play));
  const ordered = [...rows].sort((a, b) => STATUSES.indexOf(rowStatus(a)) - STATUSES.indexOf(rowStatus(b)));
  return element(
    "section",
    {class: "rows"},
    element("h3", {}, "Published values"),
    new SortedTable(
      "Published values",
      hasPositions ? [...ROW_COLUMNS, ...POSITION_COLUMNS] : ROW_COLUMNS,
      ordered,
      details,
    ).node,
  );
}

function minedView({mined, mining}) {
  if (mined.length === 0 && mining.length === 0) return null;
  return element(
    "section",
    {},
    element("h3", {}, "Mined claims"),
    mining.map(({name, claims, cases, covered}) =>
      element(
        "p",
        {class: "sum"},
        `${name}: ${counted(claims, "claim")}, which cover ${grouped(covered)} of ${counted(cases, "case")}`,
      ),
    ),
    element(
      "div",
      {class: "mined"},
      mined.map(({claim, fitted, checked, proved, for_all_players: isForAll}) =>
        element(
          "article",
          {class: "card"},
          element(
            "header",
            {},
            element("h4", {}, claim.name),
            element("p", {class: "status muted"}, `matrix ${claim.matrix}`),
          ),
          statementView(claim),
          element(
            "p",
            {class: "muted"},
            `Fitted to ${counted(fitted, "case")}, checked on ${checked}, proved for ${
              isForAll ? `${EVERY_PLAYER_COUNT}, ${EVERY_COUNT} and` : `all ${proved}, for`
            } piles of every size.`,
          ),
        ),
      ),
    ),
  );
}
