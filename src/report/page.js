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

function tableView({table, tables, claims, verdicts}) {
  if (table === null)
    return tables.map(run => element("section", {}, element("h3", {}, "Table"), factsView(runFacts(run))));
  return element(
    "section",
    {},
    element("h3", {}, table.cases[0]?.grundy ? "Grundy values" : "Values"),
    table.cases.length > 0 ? new HeatMap(table, {claims, verdicts: verdicts.list}).node : null,
    factsView(tableFacts(table)),
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

const KINDS = {job: "Job", table: "Table file", hunts: "Hunt results", lines: "Output of a run"};

// A page with one section has its title and its verdict at the top.
const isSingle = data.sections.length === 1;

function sectionView(section, number) {
  const made = section.hunts_made
    ? `; hunts made ${timeText(section.hunts_made.created)}, by nimsweep ${section.hunts_made.version}`
    : "";
  return element(
    "article",
    {id: `section-${number}`, class: "section", "aria-labelledby": `title-${number}`},
    element("h2", {id: `title-${number}`, class: isSingle ? "hidden" : ""}, section.title),
    isSingle ? null : element("ul", {class: "sentences"}, sentenceViews(sectionSentences([section]))),
    claimsView(section, number),
    rowsView(section),
    tableView(section),
    digitMachinesView(section, number),
    huntsView(section),
    minedView(section),
    listView("Remarks", section.remarks),
    listView("What this page leaves out", section.left_out),
    element("p", {class: "muted"}, `${KINDS[section.kind]} `, element("code", {}, section.source), made),
    jobView(section),
  );
}

const MOST_FAILURES_NAMED = 3;

// What sections have besides claims and published values.
function otherSentences(sections) {
  const sentences = [];
  const say = text => sentences.push(["plain", text]);
  const tables = sections.filter(({table}) => table !== null).map(({table}) => table);
  const cases = tables.flatMap(table => table.cases);
  if (cases.length > 0) say(`${grouped(sumOf(cases, "values"))} values in ${counted(cases.length, "table")}`);
  const written = sections.flatMap(section => (section.table === null ? section.tables : []));
  if (written.length > 0)
    say(`${grouped(sumOf(written, "values"))} values in ${counted(written.length, "file")}`);
  const hunts = sections.flatMap(section => section.hunts);
  if (hunts.length > 0)
    say(`${counted(hunts.length, "hunt")}, ${counted(sumOf(hunts, "hits"), "hit")}`);
  const mined = sections.flatMap(section => section.mined).length;
  if (mined > 0) say(`${counted(mined, "claim")} mined`);
  const machines = sections.flatMap(section => section.machines).length;
  if (machines > 0) say(counted(machines, "automaton over binary digits", "automata over binary digits"));
  return sentences;
}

function sectionSentences(sections) {
  return [...sentencesOf(sections), ...otherSentences(sections)];
}

function sentenceViews(sentences) {
  return sentences.map(([status, text]) =>
    element("li", {class: status}, status === "plain" ? null : mark(status), text),
  );
}

function contentsView() {
  const entries = data.sections.map((section, number) =>
    element(
      "li",
      {},
      element("a", {href: `#section-${number}`}, section.title),
      element("ul", {class: "sentences"}, sentenceViews(sectionSentences([section]))),
    ),
  );
  return element("ol", {}, entries);
}

// Which claims fail, and where: the most important thing to know.
function failuresView() {
  const cards = data.sections.flatMap(section => section.cards);
  const open = cards.filter(({status}) => status === "fail" || status === "unchecked");
  const lines = open.slice(0, MOST_FAILURES_NAMED).map(card => {
    const verdict = smallestFailure([...card.verdicts, ...card.stored]);
    const example = verdict?.counterexamples?.[0];
    const name = element("strong", {}, card.name);
    if (!example) return element("p", {}, name, `: ${statusText(card)}.`);
    const found = example.found === null ? "nobody wins" : `the value is ${example.found}`;
    const {values, isNot} = claimedIn(example);
    const claimed = `${isNot ? "claimed not to be" : "not"} ${alternatives(values)}`;
    const where = `piles ${example.piles.join(" ")} with ${example.players ?? verdict.players} players`;
    return element("p", {}, name, ` fails at ${where}: ${found}, ${claimed}.`);
  });
  const more = open.length - lines.length;
  return more > 0 ? [...lines, element("p", {}, `${counted(more, "more claim")} below.`)] : lines;
}

function leadView(rest) {
  const cards = data.sections.flatMap(section => section.cards);
  const verdicts = cards.flatMap(card => card.verdicts);
  const total = cards.reduce((sum, card) => sum + card.total, 0n);
  return [
    failuresView(),
    verdicts.length > 0 ? element("p", {class: "muted"}, `${extentText(verdicts, total)}.`) : null,
    rest.length > 0 ? element("ul", {class: "sentences"}, sentenceViews(rest)) : null,
  ];
}

// The first screen: the title, and the verdict as its heading.
function drawHeader() {
  const title = isSingle ? data.sections[0].title : `${data.sections.length} reports`;
  const [[status, sentence] = ["plain", "Report"], ...rest] = sectionSentences(data.sections);
  document.title = `${title} – nimsweep`;
  document.getElementById("job").textContent = title;
  replaceContent(document.getElementById("title"), status === "plain" ? null : mark(status), sentence);
  replaceContent(document.getElementById("lead"), leadView(rest));
  replaceContent(document.getElementById("contents"), isSingle ? null : contentsView());
  const computer = `${data.processor}, ${counted(data.cores, "core")}, ${data.system}`;
  document.getElementById("made").textContent =
    `Made by nimsweep ${data.version} on ${timeText(data.made)}; ${computer}`;
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

for (const section of data.sections) section.cards = claimsOf(section);
drawHeader();
replaceContent(document.getElementById("sections"), data.sections.map(sectionView));
tryPosition(firstQuestion());
