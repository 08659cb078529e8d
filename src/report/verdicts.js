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

function resultMark(isGood, text) {
  return element("span", {class: isGood ? "good" : "bad"}, `${isGood ? "✓" : "✗"} ${text}`);
}

// "all pile sizes" or "piles <= 6" in plain words.
function scopeText(verdict) {
  if (isUnchecked(verdict)) return "—";
  if (verdict.scope === "all pile sizes") return "every pile size";
  return verdict.scope.replace("piles <= ", "piles up to ");
}

function describeScope(verdict) {
  const piles = counted(verdict.piles, "nonempty pile");
  const proof =
    verdict.scope === "all pile sizes"
      ? `every position of ${piles}, of every size: the ${grouped(verdict.checked)} smallest pairs of position and first player stand for all others`
      : `every position of ${piles}, ${scopeText(verdict)}: ${grouped(verdict.checked)} pairs of position and first player`;
  return `Checked: ${proof}.${verdict.note ? ` ${verdict.note}.` : ""}`;
}

function valueText(value, first, players) {
  return value === null ? "nobody wins" : `value ${value}, P_${(first + value) % players} wins`;
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
    game.game === "last-nim"
      ? element(
          "p",
          {},
          element("a", {href: "#try", click: () => tryPosition(question)}, "Try it on this page"),
        )
      : null,
  ];
}

function counterexampleView(verdict) {
  const [smallest, ...others] = verdict.counterexamples;
  const {first} = smallest;
  const {players} = verdict;
  const claimed =
    smallest.expected === undefined
      ? `not value ${smallest.expected_not}`
      : valueText(smallest.expected, first, players);
  return [
    element(
      "p",
      {},
      element("strong", {}, "Smallest counterexample: "),
      `piles ${smallest.piles.join(" ")}, P_${first} moves first. `,
      `Claimed: ${claimed}; found: ${valueText(smallest.found, first, players)}.`,
    ),
    proofView(verdict, pilesOf(smallest.piles), first, verdict.play),
    others.length > 0
      ? element(
          "p",
          {class: "muted"},
          `Also: ${others
            .map(
              other =>
                `${other.piles.join(" ")} (P_${other.first} first, claimed ${other.expected ?? `not ${other.expected_not}`}, found ${other.found ?? "nobody"})`,
            )
            .join("; ")}.`,
        )
      : null,
  ];
}

function verdictDetails(verdict) {
  if (isUnchecked(verdict)) return element("p", {class: "proof"}, `Not checked: ${verdict.reason}.`);
  const error = verdict.first_error;
  return element(
    "div",
    {class: "proof"},
    element("p", {}, describeScope(verdict)),
    verdict.counterexamples?.length > 0 ? counterexampleView(verdict) : null,
    error
      ? element("p", {}, `The claim has no value at ${error.piles.join(" ")}, P_${error.first} first: ${error.reason}.`)
      : null,
  );
}

const VERDICT_COLUMNS = [
  {title: "claim", key: verdict => verdict.claim, long: true},
  {
    title: "result",
    key: verdict => resultText(verdict),
    cell: verdict => resultMark(verdict.holds, resultText(verdict)),
  },
  {title: "players", key: verdict => verdict.players, numeric: true},
  {title: "piles", key: verdict => verdict.piles, numeric: true},
  {title: "matrix", key: verdict => verdict.matrix, long: true},
  {title: "game", key: verdict => verdict.game},
  {title: "checked", key: verdict => scopeText(verdict)},
  {
    title: "pairs",
    key: verdict => verdict.checked ?? "0",
    cell: verdict => grouped(verdict.checked ?? "—"),
    numeric: true,
  },
];

function claimView(claim) {
  const cases = claim.cases.map(({when, value, not}) =>
    element(
      "li",
      {},
      element("code", {}, value ?? `not ${not}`),
      when ? [" if ", element("code", {}, when)] : " otherwise",
    ),
  );
  return element(
    "div",
    {class: "claim"},
    element("h4", {}, claim.name),
    claim.source ? element("p", {class: "muted"}, claim.source) : null,
    claim.given ? element("p", {}, "where ", element("code", {}, claim.given)) : null,
    element("ul", {}, cases),
  );
}

function sumOf(counts, name) {
  return counts.reduce((sum, count) => sum + BigInt(count[name]), 0n);
}

function verdictsView(section) {
  const {counts, list} = section.verdicts;
  if (counts.length === 0) return null;
  const hold = sumOf(counts, "hold");
  const all = hold + sumOf(counts, "fail") + sumOf(counts, "unchecked");
  list.forEach(verdict => (verdict.hasDetails = true));
  if (list[0] && !list[0].holds) list[0].isOpen = true;
  const table = new SortedTable("Verdicts on claims", VERDICT_COLUMNS, list, verdictDetails);
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
  const claims = section.claims.map(claimView);
  return element(
    "section",
    {class: "verdicts"},
    element("h3", {}, "Verdicts"),
    element(
      "p",
      {class: "sum"},
      resultMark(
        hold === all,
        hold === all
          ? `all ${counted(all, "verdict")} hold`
          : `${grouped(all - hold)} of ${counted(all, "verdict")} do not hold`,
      ),
    ),
    claims.length > 0 ? element("details", {}, element("summary", {}, "What the claims say"), claims) : null,
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

const ROW_COLUMNS = [
  {title: "row", key: row => row.id, long: true},
  {
    title: "result",
    key: row => (row.agrees ? "agrees" : "differs"),
    cell: row => resultMark(row.agrees, row.agrees ? "agrees" : "differs"),
  },
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
  const wrong = rows.filter(row => !row.agrees).length;
  const hasPositions = rows.every(row => row.piles !== undefined);
  rows.forEach(row => (row.hasDetails = !row.agrees && row.piles !== undefined));
  const details = row =>
    element("div", {class: "proof"}, proofView(row, pilesOf(row.piles), row.first, row.play));
  return element(
    "section",
    {},
    element("h3", {}, "Published values"),
    element(
      "p",
      {class: "sum"},
      resultMark(
        wrong === 0,
        wrong === 0
          ? `all ${counted(rows.length, "row")} agree`
          : `${grouped(wrong)} of ${counted(rows.length, "row")} differ`,
      ),
    ),
    new SortedTable(
      "Published values",
      hasPositions ? [...ROW_COLUMNS, ...POSITION_COLUMNS] : ROW_COLUMNS,
      rows,
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
      {class: "claims"},
      mined.map(({claim, fitted, checked, proved}) =>
        element(
          "div",
          {},
          claimView({...claim, source: `matrix ${claim.matrix}`}),
          element(
            "p",
            {class: "muted"},
            `Fitted to ${counted(fitted, "case")}, checked on ${checked}, proved for all ${proved}, for piles of every size.`,
          ),
        ),
      ),
    ),
  );
}
