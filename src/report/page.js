// Puts the page together from its data.

const data = JSON.parse(document.getElementById("data").textContent);

function factsView(facts) {
  return element(
    "dl",
    {class: "facts"},
    facts
      .filter(([, value]) => value !== undefined && value !== "")
      .map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))),
  );
}

function rangeText(numbers) {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least === most ? String(least) : `${least} to ${most}`;
}

function tableFacts(table) {
  const values = table.cases.reduce((sum, tableCase) => sum + BigInt(tableCase.values), 0n);
  const players = table.cases.filter(tableCase => tableCase.players).map(tableCase => tableCase.players);
  return [
    ["game", table.game],
    ["passes", table.passes > 0 ? String(table.passes) : ""],
    ["players", players.length > 0 ? rangeText(players) : ""],
    ["piles", rangeText(table.cases.map(tableCase => tableCase.bounds.length))],
    ["pile sizes", `0 to ${rangeText(table.cases.flatMap(tableCase => tableCase.bounds)).replace(/^.* /, "")}`],
    ["values", grouped(values)],
    ["file", table.file],
    ["size", bytesText(table.bytes)],
    ["computed", `${timeText(table.created)}, by nimsweep ${table.version}`],
    ["signature", table.signature],
  ];
}

// A table known only from the output of the run that wrote it.
function runFacts(run) {
  return [
    ["file", run.file],
    ["size", bytesText(run.bytes)],
    ["positions", grouped(run.positions)],
    ["values", grouped(run.values)],
    ["time", secondsText(run.seconds)],
    ["peak memory", bytesText(run.peak_memory_bytes)],
    ["signature", run.signature],
  ];
}

function timeText(iso) {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? iso : `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

function tableView({table, tables}) {
  if (table === null)
    return tables.map(run => element("section", {}, element("h3", {}, "Table"), factsView(runFacts(run))));
  return element(
    "section",
    {},
    element("h3", {}, table.cases[0]?.grundy ? "Grundy values" : "Values"),
    factsView(tableFacts(table)),
    table.cases.length > 0 ? new HeatMap(table).node : null,
  );
}

function listView(title, lines) {
  return lines.length === 0
    ? null
    : element(
        "aside",
        {class: "note"},
        element("h3", {}, title),
        element(
          "ul",
          {},
          lines.map(line => element("li", {}, line)),
        ),
      );
}

function jobView({job}) {
  return job === ""
    ? null
    : element(
        "details",
        {class: "job"},
        element("summary", {}, "The job"),
        element("pre", {}, element("code", {}, job)),
      );
}

// A page with one section takes its title.
function nameOf(section) {
  return data.sections.length === 1 ? "Results" : section.title;
}

const KINDS = {job: "Job", table: "Table file", hunts: "Hunt results", lines: "Output of a run"};

function sectionView(section, number) {
  const made = section.hunts_made
    ? `; hunts made ${timeText(section.hunts_made.created)}, by nimsweep ${section.hunts_made.version}`
    : "";
  return element(
    "article",
    {id: `section-${number}`, "aria-labelledby": `title-${number}`},
    element("h2", {id: `title-${number}`}, nameOf(section)),
    element("p", {class: "muted"}, `${KINDS[section.kind]} `, element("code", {}, section.source), made),
    jobView(section),
    verdictsView(section),
    rowsView(section),
    tableView(section),
    huntsView(section),
    minedView(section),
    listView("Remarks", section.remarks),
    listView("What this page leaves out", section.left_out),
  );
}

function badge(isGood, text) {
  return element(
    "li",
    {class: isGood === null ? "" : isGood ? "good" : "bad"},
    `${isGood === null ? "" : isGood ? "✓ " : "✗ "}${text}`,
  );
}

// A section's summary for the contents.
function badgesOf({verdicts, rows, table, hunts, mined}) {
  const badges = [];
  const [hold, fail] = [sumOf(verdicts.counts, "hold"), sumOf(verdicts.counts, "fail")];
  if (hold > 0n) badges.push(badge(true, counted(hold, "verdict holds", "verdicts hold")));
  if (fail > 0n) badges.push(badge(false, counted(fail, "verdict fails", "verdicts fail")));
  const unchecked = sumOf(verdicts.counts, "unchecked");
  if (unchecked > 0n) badges.push(badge(false, counted(unchecked, "check not made", "checks not made")));
  const wrong = rows.filter(row => !row.agrees).length;
  if (rows.length > wrong)
    badges.push(
      badge(true, counted(rows.length - wrong, "published value agrees", "published values agree")),
    );
  if (wrong > 0)
    badges.push(badge(false, counted(wrong, "published value differs", "published values differ")));
  if (table) badges.push(badge(null, counted(table.cases.length, "table")));
  if (hunts.length > 0) badges.push(badge(null, counted(hunts.length, "hunt")));
  if (mined.length > 0) badges.push(badge(null, counted(mined.length, "mined claim")));
  return badges;
}

function contentsView() {
  const entries = data.sections.map((section, number) =>
    element(
      "li",
      {},
      element("a", {href: `#section-${number}`}, nameOf(section)),
      element("ul", {class: "badges"}, badgesOf(section)),
    ),
  );
  return element("ol", {}, entries, element("li", {}, element("a", {href: "#try"}, "Try a position")));
}

// A first example: a failing claim's position, or a matrix of the first table.
function firstQuestion() {
  const fallback = {matrix: "0 2 1 / 0 1 2 / 0 2 1", players: 3, piles: [1, 2, 2], first: 0, passes: 0};
  for (const {verdicts, table} of data.sections) {
    const failing = verdicts.list.find(
      verdict => verdict.game === "last-nim" && verdict.counterexamples?.length > 0,
    );
    if (failing) {
      const [{piles, first}] = failing.counterexamples;
      return {passes: 0, ...failing, piles: pilesOf(piles), first};
    }
    const tableCase =
      table?.game === "last-nim" && table.cases.find(({bounds, players}) => players && bounds.length === 3);
    if (tableCase) {
      const matrix = AllianceMatrix.fromDigits(tableCase.players, tableCase.matrices[0]);
      return {...fallback, matrix: matrix.name, players: tableCase.players, passes: table.passes};
    }
  }
  return fallback;
}

document.title = data.sections.length === 1 ? `${data.sections[0].title} – nimsweep` : "nimsweep report";
document.getElementById("title").textContent =
  data.sections.length === 1 ? data.sections[0].title : `${data.sections.length} reports`;
document.getElementById("made").textContent =
  `nimsweep ${data.version}, ${timeText(data.made)}; ${data.processor}, ${counted(data.cores, "core")}, ${data.system}`;
replaceContent(document.getElementById("contents"), contentsView());
replaceContent(document.getElementById("sections"), data.sections.map(sectionView));
tryPosition(firstQuestion());
