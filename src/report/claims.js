// Claims: what became of each, as a sentence and as cards. A card has the claim's statement, a grid
// of marks with a row per number of players and a column per number of piles, and the smallest
// counterexample if there is one.

const MOST_GRIDS = 8; // matrices with a grid each; more share one

// What became of a claim or a case, those that matter most first. A claim that is known to be wrong
// is a finding if it fails, and a failure if it holds.
const STATUSES = ["fail", "unchecked", "known", "hold"];
const MARKS = {hold: "✓", fail: "✗", unchecked: "?", known: "✗"};

function statusOf(verdict) {
  if (isUnchecked(verdict)) return "unchecked";
  if (verdict.known_wrong) return verdict.holds ? "hold" : "known";
  return verdict.holds ? "hold" : "fail";
}

function claimStatus({hold, fail, unchecked}, isKnownWrong) {
  if (isKnownWrong) return fail > 0n ? "known" : unchecked > 0n ? "unchecked" : "fail";
  return fail > 0n ? "fail" : unchecked > 0n || hold === 0n ? "unchecked" : "hold";
}

// A job may check one claim of several games.
function distinctClaims(claims) {
  return [...new Map(claims.map(claim => [JSON.stringify(claim), claim])).values()];
}

function countsOf(verdicts) {
  const counts = {hold: 0n, fail: 0n, unchecked: 0n};
  for (const verdict of verdicts) ++counts[isUnchecked(verdict) ? "unchecked" : verdict.holds ? "hold" : "fail"];
  return counts;
}

// A claim with its verdicts. Those that compare it with the values of a table are apart, unless there
// are no others.
function claimOf(count, list, claims) {
  const name = count.claim;
  const all = Object.fromEntries(["hold", "fail", "unchecked"].map(key => [key, BigInt(count[key])]));
  const isStored = list.every(({table}) => table !== undefined);
  const verdicts = isStored ? list : list.filter(({table}) => table === undefined);
  const stored = isStored ? [] : list.filter(({table}) => table !== undefined);
  const apart = countsOf(stored);
  const counts = Object.fromEntries(Object.entries(all).map(([key, number]) => [key, number - apart[key]]));
  const isKnownWrong = list.some(verdict => verdict.known_wrong);
  return {
    name,
    statements: distinctClaims(claims.filter(claim => claim.name === name)),
    verdicts,
    stored,
    counts,
    total: counts.hold + counts.fail + counts.unchecked,
    isKnownWrong,
    status: claimStatus(all, isKnownWrong),
  };
}

// The claims of a section with their verdicts, those that fail first.
function claimsOf({claims, verdicts}) {
  const byName = groupedBy(verdicts.list, verdict => verdict.claim);
  const places = new Map(claims.map(({name}, k) => [name, k]).reverse());
  const order = claim => STATUSES.indexOf(claim.status) * 1e6 + (places.get(claim.name) ?? 1e5);
  return verdicts.counts
    .map(count => claimOf(count, byName.get(count.claim) ?? [], claims))
    .sort((a, b) => order(a) - order(b));
}

// Published values: how many agree of those that should, and those known to be wrong.
function rowCounts(rows) {
  const usual = rows.filter(row => !row.known_wrong);
  const known = rows.filter(row => row.known_wrong);
  return {
    usual: usual.length,
    agree: usual.filter(row => row.agrees).length,
    known: known.filter(row => !row.agrees).length,
    unexpected: known.filter(row => row.agrees).length,
  };
}

function rowStatus(row) {
  if (row.known_wrong) return row.agrees ? "fail" : "known";
  return row.agrees ? "hold" : "fail";
}

// "6 of 6 claims hold", and what else there is to say, as [status, text]; what is wrong comes first.
function sentencesOf(sections) {
  const claims = sections.flatMap(section => section.cards);
  const usual = claims.filter(claim => !claim.isKnownWrong);
  const count = (list, status) => list.filter(claim => claim.status === status).length;
  const rows = rowCounts(sections.flatMap(section => section.rows));
  const sentences = [];
  const say = (status, number, singular, plural) => {
    if (number > 0) sentences.push([status, counted(number, singular, plural)]);
  };
  const surprising = count(claims, "fail") - count(usual, "fail");
  say("fail", surprising, "claim holds though known to be wrong", "claims hold though known to be wrong");
  if (rows.usual > 0)
    sentences.push([
      rows.agree === rows.usual ? "hold" : "fail",
      `${grouped(rows.agree)} of ${grouped(rows.usual)} published values agree`,
    ]);
  say(
    "fail",
    rows.unexpected,
    "published value agrees though known to be wrong",
    "published values agree though known to be wrong",
  );
  say(
    "known",
    count(claims, "known"),
    "claim is known to be wrong, as found",
    "claims are known to be wrong, as found",
  );
  say(
    "known",
    rows.known,
    "published value is known to be wrong, as found",
    "published values are known to be wrong, as found",
  );
  if (usual.length === 0) return sentences;
  const hasFailed = sentences.some(([status]) => status === "fail");
  const worst = hasFailed ? "fail" : STATUSES.find(status => count(usual, status) > 0);
  return [[worst, `${grouped(count(usual, "hold"))} of ${grouped(usual.length)} claims hold`], ...sentences];
}

function rangeText(numbers) {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least === most ? String(least) : `${least} to ${most}`;
}

// "for piles of every size" or "for piles of up to 6 counters": how far verdicts reach.
function reachText(verdicts) {
  const checked = verdicts.filter(verdict => !isUnchecked(verdict));
  const largest = scope => (scope.match(/\d+/g) ?? ["0"]).sort(compareCells).at(-1);
  const bounds = checked.filter(({scope}) => scope !== "all pile sizes").map(({scope}) => largest(scope));
  if (checked.length === 0) return "";
  if (bounds.length === 0) return "for piles of every size";
  const [least, ...others] = [...new Set(bounds)].sort(compareCells);
  const upTo = others.length === 0 ? grouped(least) : `${grouped(least)} to ${grouped(others.at(-1))}`;
  return `for piles of up to ${upTo} counters${bounds.length < checked.length ? ", some for piles of every size" : ""}`;
}

const EVERY_COUNT = "every number of piles";

// "1 to 15 piles", "every number of piles", or both.
function countsText(verdicts) {
  const counts = verdicts.filter(verdict => !isForAllPiles(verdict)).map(({piles}) => piles);
  if (counts.length === 0) return EVERY_COUNT;
  const range = rangeText(counts);
  const more = counts.length < verdicts.length ? `, some for ${EVERY_COUNT}` : "";
  return `${range === "1" ? "1 pile" : `${range} piles`}${more}`;
}

const EVERY_PLAYER_COUNT = "every number of players";

// "2 to 8 players", "every number of players", or both.
function playersText(list) {
  const numbers = list.filter(players => players !== "all");
  if (numbers.length === 0) return EVERY_PLAYER_COUNT;
  return `${rangeText(numbers)} players${numbers.length < list.length ? `, some for ${EVERY_PLAYER_COUNT}` : ""}`;
}

// What was checked: "62 cases for piles of every size: 2 to 8 players, 1 to 15 piles".
function extentText(verdicts, total) {
  const players = playersText(verdicts.map(verdict => verdict.players));
  const reach = reachText(verdicts);
  return `${counted(total, "case")}${reach && ` ${reach}`}: ${players}, ${countsText(verdicts)}`;
}

// The same without the numbers that are in the grid.
function holdingText(verdicts) {
  const reach = reachText(verdicts);
  const isForAll = verdicts.map(isForAllPiles);
  if (verdicts.every(isForAllPlayers))
    return reach.replace("for ", `for ${EVERY_PLAYER_COUNT}, ${EVERY_COUNT} and `);
  if (isForAll.every(Boolean)) return reach.replace("for ", `for ${EVERY_COUNT} and `);
  return isForAll.some(Boolean) ? `${reach}, some for ${EVERY_COUNT}` : reach;
}

function statusText({status, counts, total, isKnownWrong, verdicts}) {
  const cases = counted(total, "case");
  const all = total === 1n ? "its only case" : `all ${cases}`;
  const failing = counts.fail === total ? all : `${grouped(counts.fail)} of ${cases}`;
  if (status === "unchecked") return `${grouped(counts.unchecked)} of ${cases} not checked`;
  if (status === "known") return `known to be wrong: fails in ${failing}, as found`;
  if (status === "fail" && !isKnownWrong && counts.fail === 0n) return "differs from a table";
  if (status === "fail") return isKnownWrong ? `known to be wrong, but holds in ${all}` : `fails in ${failing}`;
  const reach = holdingText(verdicts);
  return `holds in ${all}${reach && `, ${reach}`}`;
}

function mark(status) {
  return element("span", {class: `mark ${status}`, "aria-hidden": "true"}, MARKS[status]);
}

// A cell stands for one verdict, or for those of many matrices. Cells that fail open their verdict.
function gridCell(verdicts, open) {
  if (verdicts.length === 0)
    return element("td", {class: "none"}, element("span", {role: "img", "aria-label": "not covered"}, "·"));
  const {players, piles} = verdicts[0];
  const statuses = verdicts.map(statusOf);
  const worst = STATUSES.find(status => statuses.includes(status));
  const holding = statuses.filter(status => status === "hold").length;
  const isMixed = holding > 0 && holding < verdicts.length;
  const isProved = verdicts.every(({scope}) => scope === "all pile sizes");
  const text = isMixed ? `${holding}/${verdicts.length}` : MARKS[worst];
  const what =
    verdicts.length === 1
      ? `${resultText(verdicts[0])}, ${scopeText(verdicts[0])}`
      : `holds for ${grouped(holding)} of ${counted(verdicts.length, "matrix", "matrices")}`;
  const label = `${playersText([players])}, ${piles === "all" ? EVERY_COUNT : counted(piles, "pile")}: ${what}`;
  const kind = `mark ${worst}${isProved ? "" : " bounded"}${isMixed ? " mixed" : ""}`;
  const chosen = verdicts[statuses.indexOf(worst)];
  const named = {class: kind, title: label, "aria-label": label};
  return element(
    "td",
    {},
    worst === "hold"
      ? element("span", {...named, role: "img"}, text)
      : element("button", {...named, type: "button", click: () => open(chosen)}, text),
  );
}

// Items by their key, in order.
function groupedBy(items, key) {
  const groups = new Map();
  for (const item of items) {
    if (!groups.has(key(item))) groups.set(key(item), []);
    groups.get(key(item)).push(item);
  }
  return groups;
}

function gridView(title, verdicts, open) {
  const distinct = key => [...new Set(verdicts.map(key))].sort(compareCells); // "all" comes last
  const [players, piles] = [distinct(verdict => verdict.players), distinct(verdict => verdict.piles)];
  const isFlat = piles.every(count => count === "all"); // a column alone lies down
  const [down, across] = isFlat ? [piles, players] : [players, piles];
  const [ofRow, ofColumn] = isFlat ? ["piles", "players"] : ["players", "piles"];
  const letters = {players: "n", piles: "N"};
  const cells = groupedBy(verdicts, verdict => `${verdict[ofRow]} ${verdict[ofColumn]}`);
  const corner = [variable(letters[ofRow]), "\u2009\\\u2009", variable(letters[ofColumn])];
  return element(
    "figure",
    {class: "grid"},
    element("figcaption", {}, title),
    scrollBox(
      element(
        "table",
        {},
        element(
          "thead",
          {},
          element(
            "tr",
            {},
            element("th", {scope: "col", class: "corner", title: `${ofRow} down, ${ofColumn} across`}, corner),
            across.map(column => element("th", {scope: "col"}, String(column))),
          ),
        ),
        element(
          "tbody",
          {},
          down.map(row =>
            element(
              "tr",
              {},
              element("th", {scope: "row"}, String(row)),
              across.map(column => gridCell(cells.get(`${row} ${column}`) ?? [], open)),
            ),
          ),
        ),
      ),
    ),
  );
}

function passesText(passes) {
  return Number(passes ?? 0) > 0 ? `, ${counted(passes, "pass", "passes")}` : "";
}

// Are these the verdicts on all SSAM^r, for each number of players?
function isEveryShift(verdicts) {
  return [...groupedBy(verdicts, ({players}) => players)].every(([players, list]) => {
    const matrices = new Set(list.map(({matrix}) => matrix));
    if (players === "all") return list.every(({matrix}) => matrix === "ssam");
    return matrices.size === players && [...matrices].every(matrix => /^s?sam\b/.test(matrix));
  });
}

// "12 matrices", or "ssam, every r".
function matricesText(verdicts) {
  const count = new Set(verdicts.map(({matrix}) => matrix)).size;
  return isEveryShift(verdicts) ? "ssam, every r" : counted(count, "matrix", "matrices");
}

// One grid per matrix, or one for all of many.
function gridsView(verdicts, open) {
  const gameOf = ({game, passes}) => `${game}${passesText(passes)}`;
  const hasManyGames = new Set(verdicts.map(gameOf)).size > 1;
  const byMatrix = groupedBy(verdicts, verdict =>
    hasManyGames ? `${gameOf(verdict)}, ${verdict.matrix}` : verdict.matrix,
  );
  const isShared = byMatrix.size > MOST_GRIDS;
  const groups = isShared ? groupedBy(verdicts, gameOf) : byMatrix;
  const titleOf = (name, list) => (isShared ? `${hasManyGames ? `${name}, ` : ""}${matricesText(list)}` : name);
  return element(
    "div",
    {class: "grids"},
    [...groups]
      .sort(([a], [b]) => compareCells(a, b))
      .map(([name, list]) => gridView(titleOf(name, list), list, open)),
  );
}

function countersIn({piles}) {
  return pilesOf(piles).reduce((sum, pile) => sum + pile, 0n);
}

// The failing verdict with the smallest counterexample.
function smallestFailure(verdicts) {
  let best = null;
  for (const verdict of verdicts) {
    if (isUnchecked(verdict) || verdict.holds) continue;
    const size = verdict.counterexamples?.length > 0 ? countersIn(verdict.counterexamples[0]) : null;
    const isSmaller = size !== null && (best === null || best.size === null || size < best.size);
    if (best === null || isSmaller) best = {verdict, size};
  }
  return best?.verdict ?? null;
}

// How a claim compares with the values of tables.
function storedView(stored, open) {
  return [...groupedBy(stored, verdict => verdict.table)].map(([file, list]) => {
    const {fail} = countsOf(list);
    const cases = list.length === 1 ? "its only case" : `all ${counted(list.length, "case")}`;
    const table = element("code", {}, file);
    if (fail === 0n) return element("p", {class: "muted"}, "The values in ", table, ` agree in ${cases}.`);
    return [
      element("p", {}, "The values in ", table, ` differ in ${grouped(fail)} of ${counted(list.length, "case")}.`),
      gridsView(list, open),
    ];
  });
}

function cardView(claim, section, number) {
  const {name, status, statements, verdicts, stored, total} = claim;
  const proof = element("div", {class: "proof", "aria-live": "polite"});
  const open = verdict => replaceContent(proof, verdictDetails(verdict, statements));
  const first = smallestFailure([...verdicts, ...stored]) ?? verdicts.find(isUnchecked);
  const sources = [...new Set(statements.map(({source}) => source).filter(Boolean))];
  if (first) open(first);
  return element(
    "article",
    {class: `card ${status}`},
    element(
      "header",
      {},
      mark(status),
      element("h4", {}, name),
      element("p", {class: `status ${status}`}, statusText(claim)),
    ),
    element(
      "div",
      {class: "card-body"},
      element(
        "div",
        {class: "says"},
        statements.map(statementView),
        sources.length > 0 ? element("p", {class: "muted"}, sources.join("; ")) : null,
        storedView(stored, open),
        digitLinks(verdicts, section, number),
      ),
      gridsView(verdicts, open),
    ),
    BigInt(verdicts.length) < total
      ? element(
          "p",
          {class: "muted"},
          `The grid shows the ${counted(verdicts.length, "verdict")} listed on this page, of ${grouped(total)}.`,
        )
      : null,
    proof,
  );
}

function legendOfMarks(verdicts) {
  const seen = new Set(verdicts.map(statusOf));
  const holds = verdicts.filter(verdict => verdict.holds);
  const isShared = new Set(verdicts.map(({matrix}) => matrix)).size > MOST_GRIDS;
  const entries = [
    ["hold", "", "holds for piles of every size", holds.some(({scope}) => scope === "all pile sizes")],
    ["hold", " bounded", "holds up to the size checked", holds.some(({scope}) => scope !== "all pile sizes")],
    ["fail", "", "fails", seen.has("fail")],
    ["fail", " mixed", "holds for 1 of 2 matrices", isShared && seen.has("fail") && holds.length > 0, "1/2"],
    ["known", "", "fails, as known", seen.has("known")],
    ["unchecked", "", "not checked", seen.has("unchecked")],
  ];
  return element(
    "ul",
    {class: "legend marks"},
    entries
      .filter(([, , , isThere]) => isThere)
      .map(([status, more, text, , shown = MARKS[status]]) =>
        element(
          "li",
          {},
          element("span", {class: `mark ${status}${more}`, "aria-hidden": "true"}, shown),
          text,
        ),
      ),
    element(
      "li",
      {},
      element("span", {class: "none", "aria-hidden": "true"}, "·"),
      "not covered by the claim",
    ),
  );
}

// The texts of a claim's expressions.
function expressionsOf({given = "", start = "", each = [], cases}) {
  return [given, start, ...[...each, ...cases].flatMap(Object.values)];
}

// Letters that few claims use.
function rareNotation(claims) {
  const uses = name => claims.flatMap(expressionsOf).some(text => new RegExp(`\\b${name}\\b`).test(text));
  const hasWinner = claims.some(({cases}) => cases.some(({winner}) => winner !== undefined));
  return [
    uses("r") ? [" ", math(variable("r")), " is the shift of the matrix ", element("code", {}, "ssam:r"), "."] : null,
    hasWinner || uses("first") ? " The first player and the winner are given by their seats, from 0." : null,
  ];
}

function notationView(claims) {
  if (claims.length === 0) return null;
  return element(
    "p",
    {class: "muted notation"},
    math(variable("n")),
    " players, ",
    math(variable("N")),
    " piles ",
    math(variable("x", "1")),
    ", …, ",
    math(variable("x", element("var", {}, "N"))),
    ", all nonempty; ",
    math(variable("d"), " = ", variable("N"), " − ", variable("n")),
    ". The value is ",
    math(variable("g")),
    " if the winner sits ",
    math(variable("g")),
    " seats after the first player.",
    rareNotation(claims),
  );
}

function claimsView(section, number) {
  const {cards} = section;
  if (cards.length === 0) return null;
  return element(
    "section",
    {class: "claims"},
    element("h3", {}, "Claims"),
    notationView(section.claims),
    cards.map(card => cardView(card, section, number)),
    legendOfMarks(cards.flatMap(({verdicts}) => verdicts)),
    verdictTable(section),
  );
}
