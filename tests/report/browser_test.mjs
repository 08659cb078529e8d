// Checks reports in a headless Chromium; browser_test.py makes them and says what they must show.
//   node browser_test.mjs MODULES CHROMIUM FOLDER PICTURES
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import path from "node:path";

const [, , modules, executablePath, folder, pictures] = process.argv;
const {chromium} = createRequire(`${modules}/`)("playwright-core");
const expected = JSON.parse(readFileSync(path.join(folder, "expected.json"), "utf8"));
const COLOURS = ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#999999"];

const browser = await chromium.launch({executablePath, args: ["--no-sandbox"]});
let failures = 0;

async function open(name, {width = 1280, colorScheme = "light"} = {}) {
  const context = await browser.newContext({viewport: {width, height: 900}, colorScheme});
  const page = await context.newPage();
  const problems = [];
  page.on("console", message => problems.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", error => problems.push(String(error)));
  page.on("request", request => {
    if (!request.url().startsWith("file:")) problems.push(`asks for ${request.url()}`);
  });
  await page.goto(`file://${path.join(folder, name)}`);
  return {page, problems, close: () => context.close()};
}

async function test(name, run) {
  const begun = Date.now();
  try {
    await run();
    console.log(`ok    ${name} (${Date.now() - begun} ms)`);
  } catch (error) {
    ++failures;
    console.log(`FAIL  ${name}\n${error.stack}`);
  }
}

const all = await open("all.html");
const last = await open("last.html");
const proved = await open("proved.html");
const forms = await open("forms.html");
const bounded = await open("bounded.html");
const every = await open("every.html");

await test("a title with markup shows as text", async () => {
  assert.equal(await last.page.textContent("#job"), expected.evil);
  assert.equal(await last.page.title(), `${expected.evil} – nimsweep`);
  assert.equal(await all.page.textContent("#title-0"), expected.evil);
  assert.equal(await all.page.locator("#sections b").count(), 0);
});

await test("the verdict is the heading, and machine names are in the footer", async () => {
  const names = [...new Set(expected.verdicts.map(({claim}) => claim))];
  const holds = name => expected.verdicts.every(verdict => verdict.claim !== name || verdict.holds);
  const sentence = `${names.filter(holds).length} of ${names.length} claims hold`;
  assert.equal(await last.page.textContent("#title"), `✗${sentence}`);
  assert.equal(await proved.page.textContent("#title"), "✓3 of 3 claims hold");
  assert.equal(await proved.page.title(), "Proved – nimsweep");
  assert.match(await proved.page.textContent("#lead"), /^\d+ cases for piles of every size: 2 to 4 players, 1 to 7 piles\.$/);
  assert.match(await last.page.textContent("#lead"), /1 of 2 published values agree/);
  assert.match(await last.page.textContent("footer"), /nimsweep .* core/);
  assert.doesNotMatch(await last.page.textContent("header"), /core/);
});

await test("what is known to be wrong is a finding, and a failure if it holds", async () => {
  const {page, problems, close} = await open("known.html");
  assert.equal(await page.textContent("#title"), "✗1 of 1 claims hold");
  assert.deepEqual(await page.locator("#lead .sentences li").allTextContents(), [
    "✗1 claim holds though known to be wrong",
    "✓1 of 1 published values agree",
    "✗1 published value agrees though known to be wrong",
    "✗1 claim is known to be wrong, as found",
    "✗1 published value is known to be wrong, as found",
  ]);
  assert.deepEqual(
    await page.locator(".card header").evaluateAll(list => list.map(header => [...header.children].slice(1).map(part => part.textContent))),
    [
      ["surprising", "known to be wrong, but holds in its only case"],
      ["wrong", "known to be wrong: fails in its only case, as found"],
      ["right", "holds in its only case, for piles of every size"],
    ],
  );
  const right = page.locator(".card").last();
  assert.equal(await right.locator(".grid .mark").count(), 1);
  assert.equal(await right.locator(".says").textContent(), "The values in t.h5 agree in its only case.");
  assert.deepEqual(problems, []);
  await close();
});

await test("how far verdicts reach is said", async () => {
  const every = "all pile sizes";
  const cases = [
    [[every, every], "for piles of every size"],
    [["piles <= 16", "piles <= 16"], "for piles of up to 16 counters"],
    [["piles <= 64", "piles <= 3", "piles <= 5,1000,20"], "for piles of up to 3 to 1,000 counters"],
    [["piles <= 6", every], "for piles of up to 6 counters, some for piles of every size"],
    [[], ""],
  ];
  const found = await last.page.evaluate(
    lists => lists.map(scopes => reachText(scopes.map(scope => ({type: "verdict", scope})))),
    cases.map(([scopes]) => scopes),
  );
  assert.deepEqual(
    found,
    cases.map(([, text]) => text),
  );
});

// The text of a formula, with _ before an index.
await test("claims are typeset", async () => {
  const found = await last.page.evaluate(
    texts =>
      texts.map(text => {
        const node = formula(text);
        for (const index of node.querySelectorAll("sub")) index.prepend("_");
        return node.textContent.replaceAll("\u00a0", " ");
      }),
    expected.formulas.map(([text]) => text),
  );
  assert.deepEqual(
    found,
    expected.formulas.map(([, shown]) => shown),
  );
  const statement = proved.page.locator(".card", {hasText: "shifted-3.4"}).locator(".statement");
  assert.equal(
    (await statement.innerText()).replace(/\s+/g, " "),
    "where d ≥ 0 and n ≥ d + 2 g = d if xn = 1 d + 1 otherwise (mod n)",
  );
  const statements = await forms.page
    .locator(".card")
    .evaluateAll(cards =>
      cards.map(card => [card.querySelector("h4"), card.querySelector(".statement")].map(part => part.innerText.replace(/\s+/g, " "))),
    );
  assert.deepEqual(Object.fromEntries(statements), {
    "several values": "g ∈ {0, n − 1} (mod n)",
    "none of several": "g ∉ {0, 2}",
    "the winner": "winner = first + N (mod n)",
    "one of two winners": "winner ∈ {0, first} (mod n)",
    "mixed cases":
      "g ∈ {1, 2} if (xi > 1 for all i) and N > 2 " +
      "g ≠ ⌊N/2⌋ if #{i : xi > 1 and i < 3} mod 2 = 0 or ((xi = 1 and i > 2) for some i) " +
      "winner = 0 if (x1 + ⋯ + xN) mod 3 = 1 and min(x) < 2 " +
      "g = ⌊(N + 1)/2⌋ + #{i : xi = 1} otherwise (mod n)",
    "a range":
      "v = first + 1 at first; for each pile of x counters " +
      "v → 2 · v + x if x = 1 or v > 6 v − r if x = 2 v + 5 otherwise (mod 12) " +
      "g = ⌊v/2⌋ if v > 3 and xN = 1 v otherwise (mod n)",
  });
});

// What the claims of a page say at the counterexamples of verdicts.
async function claimedAt({page}, verdicts) {
  return page.evaluate(
    list =>
      list.map(({claim, game, matrix, players, counterexamples}) => {
        const values = new ClaimValues(data.sections[0].claims.find(({name}) => name === claim));
        return counterexamples.map(({piles, first}) => {
          const parameters = {game, players, piles: piles.length, matrix: AllianceMatrix.parse(matrix, players)};
          return {covers: values.covers(parameters), ...values.at(parameters, piles, first)};
        });
      }),
    verdicts,
  );
}

await test("a claim has the same value here as in the program", async () => {
  for (const [opened, verdicts] of [[last, expected.verdicts], [forms, expected.forms]])
    assert.deepEqual(
      await claimedAt(opened, verdicts),
      verdicts.map(({counterexamples}) =>
        counterexamples.map(({expected: claimed, expected_not: other}) => ({
          covers: true,
          values: [claimed ?? other].flat(),
          isNot: other !== undefined,
        })),
      ),
    );
  assert.deepEqual(
    await last.page.evaluate(
      questions =>
        questions.map(({text, players, piles}) => {
          const where = {...parametersOf({game: "moore:2", matrix: AllianceMatrix.shifted(players, 1), players, piles: piles.length}), first: 0n, piles: piles.map(BigInt)};
          return Number(evaluate(parseExpression(text), where));
        }),
      expected.evaluations,
    ),
    expected.evaluations.map(({value}) => value),
  );
});

await test("a claim disagrees here as often as in the program", async () => {
  const {found, counted} = await bounded.page.evaluate(() => {
    const positions = (count, most) =>
      count === 0
        ? [[]]
        : positions(count - 1, most).flatMap(piles => Array.from({length: most}, (_, k) => [...piles, k + 1]));
    const disagreements = ({claim, game, matrix: text, players, piles: count, bound}) => {
      const matrix = AllianceMatrix.parse(text, players);
      const values = new ClaimValues(data.sections[0].claims.find(({name}) => name === claim));
      const machine = new LastNimMachine(matrix, 0);
      const differs = (piles, winner, first) =>
        contradicts(
          values.at({game, matrix, players, piles: count}, piles, first),
          (winner - first + players) % players,
        );
      return positions(count, bound).flatMap(piles =>
        machine.winners(piles).filter((winner, first) => differs(piles, winner, first)),
      ).length;
    };
    const {list} = data.sections[0].verdicts;
    return {
      found: list.map(verdict => [verdict.claim, verdict.matrix, verdict.piles, disagreements(verdict)]),
      counted: list.map(verdict => [verdict.claim, verdict.matrix, verdict.piles, Number(verdict.disagreements)]),
    };
  });
  assert.ok(found.length > 100);
  assert.deepEqual(found, counted);
});

await test("verdicts on every number of piles are told from others", async () => {
  assert.equal(await every.page.textContent("#title"), "✓2 of 2 claims hold");
  assert.match(
    await every.page.textContent("#lead"),
    /^\d+ cases for piles of every size: 2 to 10 players, 2 to 5 piles, some for every number of piles\./,
  );
  const cards = await every.page.locator(".card").evaluateAll(list =>
    list.map(card => ({
      status: card.querySelector(".status").textContent,
      caption: card.querySelector("figcaption").textContent,
      rows: [...card.querySelectorAll(".grid tr")].map(row => [...row.cells].map(cell => cell.textContent).join(" ")),
      last: [...card.querySelectorAll(".grid .mark")].at(-1).getAttribute("aria-label"),
    })),
  );
  assert.deepEqual(cards, [
    {
      status: "holds in all 8 cases, for piles of every size, some for every number of piles",
      caption: "ssam:1",
      rows: ["n\u2009\\\u2009N 2 3 4 5 all", "2 ✓ · · · ✓", "3 · ✓ ✓ · ✓", "4 · · ✓ ✓ ✓"],
      last: "4 players, every number of piles: holds, every size",
    },
    {
      status: "holds in all 54 cases, for every number of piles and piles of every size",
      caption: "ssam, every r",
      rows: ["N\u2009\\\u2009n 2 3 4 5 6 7 8 9 10", "all ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓"],
      last: "10 players, every number of piles: holds for 10 of 10 matrices",
    },
  ]);
  assert.match(await every.page.textContent(".notation"), /r is the shift of the matrix ssam:r\./);
});

await test("verdicts on every number of piles sort last, and count states", async () => {
  await every.page.locator(".verdicts > summary").click();
  await every.page.getByLabel("Filter").fill("shifted-3.4");
  const table = every.page.locator(".verdicts table.data");
  await table.locator("thead th").nth(3).locator("button").click();
  const rows = await table
    .locator("> tbody > tr:not(.details)")
    .evaluateAll(list => list.map(row => [row.cells[3].textContent, /^[\d,]+ states$/.test(row.cells[7].textContent)]));
  assert.deepEqual(
    rows,
    ["2", "3", "4", "4", "5", "all", "all", "all"].map(piles => [piles, piles === "all"]),
  );
  await table.locator(".disclosure").last().click();
  assert.match(
    await table.locator("tr.details:visible").textContent(),
    /^Checked: every number of nonempty piles in the claim's scope, of every size: \d+ states of machine and claim stand for all positions\.$/,
  );
});

await test("a claim for every number of piles is compared with a table", async () => {
  const view = every.page.locator(".heat-map");
  const tables = await view.locator("[data-control=case] option").count();
  for (let k = 0; k < tables; ++k) {
    await view.locator("[data-control=case]").selectOption(String(k));
    await view.locator("[data-control=claim]").selectOption("shifted-all");
    assert.match(await view.locator(".sum").textContent(), /^✓ shifted-all agrees with all \d+ nonempty positions shown$/);
  }
});

await test("claims of several values and about winners show what was claimed", async () => {
  const lines = await open("forms.jsonl.html");
  for (const {page} of [forms, lines]) {
    const card = name => page.locator(".card", {has: page.locator(`h4:text-is("${name}")`)});
    const proof = async name => (await card(name).locator(".counterexample > div").first().innerText()).replace(/\s+/g, " ");
    const place = "^Smallest counterexample with 3 players, any number of piles, matrix sam Piles ";
    assert.match(
      await proof("several values"),
      RegExp(`${place}1, P_0 moves first claimed value 0 or 2, P_0 or P_2 wins found value 1, P_1 wins`),
    );
    assert.match(await proof("several values"), /Best play, 1 move.*Also: 1 \(P_1 first, claimed 0 or 2, found 1\)/);
    assert.match(await proof("none of several"), RegExp(`${place}1 1, P_0 moves first claimed not value 0 or 2 found`));
    assert.match(await proof("the winner"), RegExp(`${place}1 2, P_0 moves first claimed value 2, P_2 wins found`));
    assert.match(await page.textContent("#lead"), /piles 1 1 with 3 players: the value is 2, claimed not to be 0 or 2\./);
  }
  assert.match(await forms.page.textContent("#lead"), /several values fails at piles 1 .*: the value is 1, not 0 or 2\./);
  assert.match(
    await forms.page.locator(".heat-map .readout").nth(1).textContent(),
    /^Piles 1 1, P_0 moves first: value 2, P_2 wins; claimed: not value 0 or 2\./,
  );
  assert.deepEqual(lines.problems, []);
  await lines.close();
});

await test("a grid has a mark for each verdict", async () => {
  const cards = await proved.page.locator(".card").evaluateAll(list =>
    list.map(card => ({
      name: card.querySelector("h4").textContent,
      labels: [...card.querySelectorAll(".grid .mark")].map(mark => mark.getAttribute("aria-label")),
      columns: [...card.querySelectorAll(".grid thead th")].slice(1).map(cell => cell.textContent),
      rows: [...card.querySelectorAll(".grid tbody tr")].map(row => [...row.cells].map(cell => cell.textContent)),
    })),
  );
  assert.deepEqual(cards.map(({name}) => name).sort(), [...new Set(expected.proved.map(({claim}) => claim))].sort());
  for (const {name, labels, columns, rows} of cards) {
    const verdicts = expected.proved.filter(({claim}) => claim === name);
    assert.equal(labels.length, verdicts.length);
    for (const [players, ...cells] of rows)
      cells.forEach((text, k) => {
        const isThere = verdicts.some(verdict => `${verdict.players} ${verdict.piles}` === `${players} ${columns[k]}`);
        assert.equal(text, isThere ? "✓" : "·", `${name} ${players} ${columns[k]}`);
      });
    assert.ok(labels.every(label => /^\d players, \d piles?: holds, every size$/.test(label)), labels.join());
  }
});

await test("a failing cell opens its counterexample, claimed against found", async () => {
  const card = last.page.locator(".card", {hasText: "shifted-3.4"}).first();
  assert.match(await card.locator(".proof").textContent(), /Smallest counterexample with \d players, \d piles/);
  const cell = card.locator(".grid button").last();
  const [, players, piles] = /^(\d) players, (\d) pile/.exec(await cell.getAttribute("aria-label"));
  await cell.click();
  assert.match(await card.locator(".proof").textContent(), new RegExp(`with ${players} players, ${piles} piles`));
  const map = card.locator(".heat-map.compact");
  assert.match(await map.locator(".sum").textContent(), /differs at [1-9]\d* of the \d+ nonempty positions shown/);
  assert.match(await map.locator(".readout").textContent(), /value \d, P_\d wins; claimed: value \d, P_\d wins\./);
});

await test("every move has the winner of the position it leads to, and piles that matter are marked", async () => {
  for (const {question, moves, matters} of expected.explained) {
    const found = await last.page.evaluate(asked => {
      tryPosition(asked);
      return {
        moves: [...document.querySelectorAll("#try-moves tr")].map(row => [...row.cells].map(cell => cell.textContent)),
        matters: [...document.querySelectorAll("#try-why tbody tr")].slice(1).map(row => row.cells[3].textContent === "matters"),
      };
    }, question);
    const pile = question.piles.findLastIndex(size => size > 0);
    const best = moves.find(({isBest}) => isBest)?.winner;
    assert.deepEqual(
      found.moves,
      moves.map(({left, winner}) => [
        `takes ${question.piles[pile] - left} from pile ${pile + 1}, leaves ${left}`,
        `P_${winner} wins`,
        winner === best ? "best" : "",
      ]),
      JSON.stringify(question),
    );
    assert.deepEqual(found.matters, matters, JSON.stringify(question));
  }
});

await test("long lists of moves are short", async () => {
  const found = await last.page.evaluate(() => {
    tryPosition({matrix: "sam", players: 3, piles: [1, "18446744073709551615"], first: 0, passes: 1});
    return [...document.querySelectorAll("#try-moves tr")].map(row => row.cells[0].textContent);
  });
  assert.match(found[0], /^takes 1 to 18,446,744,073,709,551,61\d from pile 2, leaves \d or more$/);
  assert.equal(found.at(-1), "passes");
  assert.ok(found.length < 8);
});

await test("the path of a position is drawn in its machine", async () => {
  const machine = expected.machines.find(({states, letters}) => states.length > 5 && states.length <= 40 && letters > 1);
  const piles = [1, 2, 0, 1, 7];
  const path = [0];
  for (const pile of piles)
    if (pile > 0) path.push(Number(machine.states[path.at(-1)][Math.min(pile, machine.letters)]));
  const found = await last.page.evaluate(
    ({matrix, players, passes, piles}) => {
      tryPosition({matrix, players, passes, piles, first: 0});
      const numbers = selector =>
        [...document.querySelectorAll(`.machine .state${selector} .name`)].map(name => parseInt(name.textContent));
      return {states: numbers(".on-path"), end: numbers(".end"), arrows: document.querySelectorAll(".machine path.on-path").length};
    },
    {...machine, piles},
  );
  assert.deepEqual(found.states, [...new Set(path)].sort((a, b) => a - b));
  assert.deepEqual(found.end, [path.at(-1)]);
  assert.equal(found.arrows, new Set(path.slice(1).map((to, k) => `${path[k]} ${to}`)).size);
});

await test("states of a machine do not overlap, and arrows touch the states they join", async () => {
  const drawn = expected.machines.filter(({states}) => states.length <= 40);
  for (const machine of drawn) {
    const {boxes, ends, width, height} = await last.page.evaluate(({matrix, players, passes}) => {
      tryPosition({matrix, players, passes, piles: [1], first: 0});
      const picture = document.querySelector("#try-machine .machine");
      const numbers = node => ["x", "y", "width", "height"].map(name => Number(node.getAttribute(name)));
      const ends = [...picture.querySelectorAll("path.arrow")].flatMap(path =>
        [path.getPointAtLength(0), path.getPointAtLength(path.getTotalLength())].map(({x, y}) => [x, y]),
      );
      return {
        boxes: [...picture.querySelectorAll(".frame")].map(numbers),
        ends,
        width: picture.viewBox.baseVal.width,
        height: picture.viewBox.baseVal.height,
      };
    }, machine);
    const where = JSON.stringify(machine);
    boxes.forEach(([x, y, w, h], k) => {
      assert.ok(x >= 0 && y >= 0 && x + w <= width && y + h <= height, where);
      for (const [x2, y2, w2, h2] of boxes.slice(0, k))
        assert.ok(x + w < x2 || x2 + w2 < x || y + h < y2 || y2 + h2 < y, where);
    });
    const near = ([px, py]) =>
      boxes.some(([x, y, w, h]) => px > x - 9 && px < x + w + 9 && py > y - 9 && py < y + h + 9);
    assert.ok(ends.every(near), where);
  }
});

await test("positions have the answer and the line of solve", async () => {
  const found = await last.page.evaluate(
    questions =>
      questions.map(question => {
        const form = document.getElementById("try-form");
        for (const name of ["matrix", "players", "first", "passes"])
          form.elements[name].value = question[name];
        form.elements.piles.value = question.piles.join(",");
        form.requestSubmit();
        const answer = document.getElementById("try-answer");
        const rows = [...answer.querySelectorAll(".play tr")].map(row =>
          [...row.cells].map(cell => cell.textContent),
        );
        return {
          problem: document.getElementById("try-problem").textContent,
          answer: answer.querySelector(".answer").textContent,
          moves: answer.querySelector("h4").textContent,
          line: rows.map(cells => ({
            player: Number(cells[0].slice(2)),
            piles: cells[1],
            passes: cells.length > 3 ? parseInt(cells[2]) : null,
          })),
        };
      }),
    expected.positions,
  );
  expected.positions.forEach((question, k) => {
    const {winner, value, moves, line} = question;
    assert.deepEqual(
      found[k],
      {
        problem: "",
        answer: `P_${winner} wins: value ${value}`,
        moves: `Best play, ${moves.toLocaleString("en")} move${moves === 1 ? "" : "s"}`,
        line,
      },
      JSON.stringify(question),
    );
  });
});

await test("what is wrong in the box is said", async () => {
  const fill = async values => {
    for (const [name, value] of Object.entries(values))
      await last.page.fill(`#try-form [name=${name}]`, value);
    await last.page.press("#try-form [name=piles]", "Enter");
    return last.page.textContent("#try-problem");
  };
  const good = {matrix: "sam", players: "3", piles: "1, 2", first: "0", passes: "0"};
  assert.equal(await fill(good), "");
  for (const [bad, message] of [
    [{matrix: "ssam:3"}, "matrix: expected ssam:0 to ssam:2 for 3 players"],
    [{matrix: "index:216"}, "matrix: expected index:0 to index:215 for 3 players"],
    [{matrix: "teams:0,1/2"}, "matrix: expected sam, ssam:R, index:K, or rows such as 0 1 / 1 0"],
    [{matrix: "0 1 2 / 0 1 1 / 0 1 2"}, "matrix: row 1: expected a permutation of 0..2"],
    [{matrix: "0 1 / 1 0"}, "matrix: 2 rows for 3 players; expected one row per player"],
    [{matrix: "<img src=x>"}, "matrix: 1 row for 3 players; expected one row per player"],
    [{players: "17"}, "players: expected a whole number from 2 to 16"],
    [{first: "3"}, "first: expected a whole number from 0 to 2"],
    [
      {piles: "1, 18446744073709551616"},
      "piles: pile 2 is '18446744073709551616'; expected a whole number below 2^64",
    ],
    [{piles: ""}, "piles: pile 1 is ''; expected a whole number below 2^64"],
  ])
    assert.equal(await fill({...good, ...bad}), message);
  assert.equal(await fill(good), "");
  assert.match(
    await last.page.textContent("#try-answer .command code"),
    /^nimsweep solve --players 3 --matrix sam --piles 1,2$/,
  );
});

await test("machines are those of the program", async () => {
  for (const machine of expected.machines) {
    const found = await last.page.evaluate(({matrix, players, passes}) => {
      tryPosition({matrix, players, passes, piles: [1], first: 0});
      const view = document.getElementById("try-machine");
      return {
        text: view.querySelector("p").textContent,
        drawn: view.querySelectorAll(".machine .state").length,
        rows: [...view.querySelectorAll("tbody tr")].map(row =>
          [...row.cells].slice(1).map(cell => cell.textContent),
        ),
      };
    }, machine);
    const {length} = machine.states;
    assert.ok(
      found.text.startsWith(`${length} state${length === 1 ? "" : "s"} and ${machine.letters} letter`),
      `${found.text} ${JSON.stringify(machine)}`,
    );
    assert.equal(found.drawn, length <= 40 ? length : 0);
    if (length <= 40) assert.deepEqual(found.rows, machine.states, JSON.stringify(machine));
  }
});

await test("automata over binary digits are those of the program", async () => {
  const {page, problems, close} = await open("automata.html");
  assert.equal(await page.textContent("#title"), `${expected.automata.length} automata over binary digits`);
  const cards = await page.locator(".automaton").evaluateAll(list =>
    list.map(card => ({
      title: card.querySelector("h4").textContent,
      status: card.querySelector(".status").textContent,
      drawn: card.querySelectorAll(".machine .state").length,
      arrows: [...card.querySelectorAll(".machine .state")].map(state => state.getAttribute("aria-label")),
      headings: [...card.querySelectorAll("thead th")].slice(2).map(cell => cell.textContent),
      rows: [...card.querySelectorAll("tbody tr")].map(row => [...row.cells].map(cell => cell.textContent)),
      command: card.querySelector(".command code").textContent,
    })),
  );
  const digits = (letter, piles) => letter.toString(2).padStart(piles, "0");
  const stands = (pattern, text) => [...pattern].every((digit, k) => digit === "*" || digit === text[k]);
  expected.automata.forEach(({machine}, k) => {
    const {states, piles, combinations, period} = machine;
    const looked = period === undefined ? "combinations" : "pile sizes";
    const {title, status, drawn, arrows, headings, rows} = cards[k];
    assert.ok(title.startsWith(`${machine.game}, ${machine.players} players, ${piles} pile`), title);
    assert.equal(status, `${states.length} states, proved for every pile size in ${combinations} ${looked}`);
    assert.deepEqual(headings, Array.from({length: 2 ** piles}, (_, letter) => digits(letter, piles)));
    assert.deepEqual(
      rows,
      states.map(({winners, next}, number) => [`${number}`, winners.map(seat => `P_${seat}`).join(""), ...next.map(String)]),
    );
    assert.equal(drawn, states.length <= 16 ? states.length : 0);
    arrows.forEach((text, number) => {
      const ways = [...text.matchAll(/digits ([01*, ]+) leads to state (\d+)/g)].map(([, patterns, to]) => [patterns.split(", "), Number(to)]);
      states[number].next.forEach((to, letter) => {
        const found = ways.filter(([patterns]) => patterns.some(pattern => stands(pattern, digits(letter, piles))));
        assert.deepEqual(found.map(([, target]) => target), [to], `${title} ${text}`);
      });
    });
  });
  assert.equal(cards[3].command, "nimsweep machine --game nim --players 3 --matrix '1 0 2 / 2 0 1 / 2 0 1' --passes 1 --pile-count 2");
  assert.match(await page.locator(".automaton").nth(5).textContent(), /The winners repeat every 9 counters\./);
  assert.deepEqual(problems, []);
  await close();
});

// One cell, reached by the fields for the first sizes.
async function readAutomaton(card, {piles, first}) {
  const control = name => card.locator(`[data-control="${name}"]`);
  await control("first").selectOption(String(first));
  const last = piles.length - 1;
  await control("from-across").fill(String(piles[last]));
  if (last > 0) await control("from-down").fill(String(piles[last - 1]));
  await control(last > 0 ? "from-down" : "from-across").press("Tab");
  for (let axis = 0; axis < last - 1; ++axis) await control(`pile-${axis}`).fill(String(piles[axis]));
  // What has been resized is drawn again within two frames.
  await card.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  await card.locator("canvas").click({position: {x: 49, y: 43}});
  return card.locator(".heat-map .readout").textContent();
}

await test("an automaton's heat map begins anywhere, with the winners of solve", async () => {
  const {page, problems, close} = await open("automata.html");
  for (const [k, {machine, positions}] of expected.automata.entries()) {
    const read = await page.evaluate(
      ([number, asked]) => {
        const automaton = new DigitMachine(data.sections[0].machines[number]);
        return asked.map(({piles, first}) => automaton.winners(piles)[first]);
      },
      [k, positions],
    );
    assert.deepEqual(read, positions.map(({winner}) => winner), JSON.stringify(machine));
    const card = page.locator(".automaton").nth(k);
    const reachable = positions.filter(({piles}) => piles.slice(0, -2).every(pile => pile <= 31)).slice(0, 6);
    for (const position of reachable) {
      const {piles, first, winner, value} = position;
      const text = await readAutomaton(card, position);
      assert.ok(text.startsWith(`Piles ${piles.join(" ")}, P_${first} moves first: value ${value}, P_${winner} wins, state `), text);
    }
  }
  const card = page.locator(".automaton").first();
  const from = card.locator("[data-control=from-across]");
  await from.fill("2^40");
  await from.press("Tab");
  assert.equal(await from.inputValue(), String(2 ** 40));
  for (const wrong of ["2^51", "-1", "", "1e3", "9999999999999999"]) {
    await from.fill(wrong);
    await from.press("Tab");
    assert.equal(await from.evaluate(input => input.validity.valid), false, wrong);
  }
  await card.locator("canvas").focus();
  await page.keyboard.press("ArrowRight");
  assert.match(await card.locator(".heat-map .readout").textContent(), new RegExp(`^Piles \\d+ ${2 ** 40 + 1}, `));
  assert.deepEqual(problems, []);
  await close();
});

await test("a claim leads to the automata that settle it, which are compared with it", async () => {
  const {page, problems, close} = await open("digits.html");
  const links = name =>
    page
      .locator(".claims .card", {has: page.locator(`h4:text-is("${name}")`)})
      .locator("a[href^='#automaton']")
      .evaluateAll(list => list.map(link => [link.textContent, document.querySelector(link.hash).querySelector(".sum").textContent]));
  assert.deepEqual(await links("bouton"), [
    ["nim, 2 players, 2 piles, ssam:1: 2 states", "✓ bouton agrees with all 961 nonempty positions shown"],
    ["nim, 2 players, 3 piles, ssam:1: 2 states", "✓ bouton agrees with all 961 nonempty positions shown"],
  ]);
  const [[text, sum]] = await links("wrong");
  assert.equal(text, "nim, 3 players, 2 piles, ssam:1: 4 states");
  assert.match(sum, /^✗ wrong differs at 961 of the 961 nonempty positions shown$/);
  assert.deepEqual(problems, []);
  await close();
});

// Chooses a slice with the controls, and reads every cell by pointing at it, and its colour.
function readSlice({section, table, matrix, first, down, across, piles, values}) {
  const view = document.querySelector(`#section-${section} .heat-map:not(.compact)`);
  const canvas = view.querySelector("canvas");
  const control = name => view.querySelector(`[data-control="${name}"]`);
  const choose = (name, value, event) => {
    control(name).value = value;
    control(name).dispatchEvent(new Event(event));
  };
  choose("case", [...control("case").options].find(option => option.textContent === table).value, "change");
  if (matrix !== null)
    choose(
      "matrix",
      [...control("matrix").options].find(option => option.textContent.startsWith(`${matrix}: `)).value,
      "change",
    );
  if (control("claim")) choose("claim", "", "change");
  if (first !== null) choose("first", first, "change");
  if (down !== null) choose("down", down, "change");
  if (down !== null) choose("across", across, "change");
  if (down !== null) choose("down", down, "change");
  piles.forEach((pile, axis) => {
    if (pile !== null) choose(`pile-${axis}`, pile, "input");
  });
  const scale = devicePixelRatio;
  const box = canvas.getBoundingClientRect();
  const columns = control("shown") ? Number(control("shown").value) + 1 : values[0].length;
  const cell = (canvas.width / scale - MARGIN_LEFT - EMPTY_GAP - 2) / columns;
  const texts = values.map((row, r) =>
    row.map((_, c) => {
      canvas.dispatchEvent(
        new MouseEvent("click", {
          clientX: box.left + MARGIN_LEFT + cellStart(c, cell) + 0.5 * cell,
          clientY: box.top + MARGIN_TOP + cellStart(r, cell) + 0.5 * cell,
        }),
      );
      return view.querySelector(".readout").textContent;
    }),
  );
  const copy = Object.assign(document.createElement("canvas"), {width: canvas.width, height: canvas.height});
  const context = copy.getContext("2d", {willReadFrequently: true});
  context.drawImage(canvas, 0, 0);
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  const colourAt = (x, y) => {
    const from = 4 * (Math.floor(y * scale) * pixels.width + Math.floor(x * scale));
    return `#${[...pixels.data.slice(from, from + 3)].map(part => part.toString(16).padStart(2, "0")).join("")}`;
  };
  return texts.map((row, r) =>
    row.map((text, c) => ({
      text,
      colour: colourAt(
        MARGIN_LEFT + cellStart(c, cell) + 0.15 * cell,
        MARGIN_TOP + cellStart(r, cell) + 0.85 * cell,
      ),
    })),
  );
}

await test("heat maps show what h5py reads", async () => {
  for (const slice of expected.slices) {
    const cells = await all.page.evaluate(readSlice, slice);
    slice.values.forEach((row, r) =>
      row.forEach((value, c) => {
        const piles = slice.piles.map((pile, axis) =>
          axis === slice.down ? r : axis === slice.across ? c : pile,
        );
        const winner = slice.players && (slice.first + value) % slice.players;
        const says =
          slice.players === null
            ? `: Grundy value ${value}.`
            : `, P_${slice.first} moves first: ${value === 255 ? "nobody wins" : `value ${value}, P_${winner} wins`}.`;
        const where = JSON.stringify({...slice, values: undefined, r, c});
        assert.ok(
          cells[r][c].text.startsWith(`Piles ${piles.join(" ")}${says}`),
          `${cells[r][c].text} ${says} ${where}`,
        );
        if (slice.players !== null && value !== 255) assert.equal(cells[r][c].colour, COLOURS[winner], where);
      }),
    );
  }
});

await test("verdicts are those of the run, sort and filter", async () => {
  await last.page.locator(".verdicts > summary").click();
  const table = last.page.locator(".verdicts table.data");
  const more = last.page.locator(".verdicts > div > button.quiet");
  if (await more.isVisible()) await more.click();
  const read = column =>
    table
      .locator("> tbody > tr:not(.details)")
      .evaluateAll((rows, k) => rows.map(row => row.cells[k].textContent), column);
  assert.equal((await read(0)).length, expected.verdicts.length);
  const results = verdict =>
    verdict.holds ? "✓ holds" : `✗ ${Number(verdict.disagreements).toLocaleString("en")} disagree`;
  assert.deepEqual((await read(1)).sort(), expected.verdicts.map(results).sort());
  const header = table.locator("thead th").nth(3);
  await header.locator("button").focus();
  await last.page.keyboard.press("Enter");
  assert.equal(await header.getAttribute("aria-sort"), "ascending");
  const piles = (await read(3)).map(Number);
  assert.deepEqual(
    piles,
    [...piles].sort((a, b) => a - b),
  );
  await last.page.keyboard.press("Enter");
  assert.equal(await header.getAttribute("aria-sort"), "descending");
  assert.deepEqual((await read(3)).map(Number), [...piles].reverse());
  await table.locator("thead th").nth(7).locator("button").click();
  assert.equal(await header.getAttribute("aria-sort"), null);
  const pairs = (await read(7)).map(text => Number(text.replaceAll(",", "")));
  assert.deepEqual(
    pairs,
    [...pairs].sort((a, b) => a - b),
  );

  await last.page.getByLabel("Filter").fill("shifted-3.4 ssam:1");
  const wanted = verdict => verdict.claim === "shifted-3.4" && verdict.matrix === "ssam:1";
  assert.equal((await read(0)).length, expected.verdicts.filter(wanted).length);
  await last.page.getByLabel("Filter").fill("");
  await last.page.getByLabel("Only failures").focus();
  await last.page.keyboard.press("Space");
  assert.equal((await read(0)).length, expected.verdicts.filter(verdict => !verdict.holds).length);
  await last.page.getByLabel("Filter").fill("no such thing");
  assert.equal(await table.locator("tbody").textContent(), "nothing to show");
  await last.page.getByLabel("Filter").fill("");
});

await test("a failure opens by keyboard and shows its counterexample", async () => {
  const button = last.page.locator(".verdicts .disclosure[aria-expanded=false]").first();
  await button.focus();
  await last.page.keyboard.press("Enter");
  const details = last.page.locator(".verdicts tr.details:visible").last();
  assert.match(
    await details.textContent(),
    /Piles [\d ]+, P_\d moves firstclaimedvalue \d, P_\d winsfoundvalue/,
  );
  assert.ok((await details.locator("svg.piles circle").count()) > 0);
  assert.match(await details.locator(".play tr").last().textContent(), /has no move left, and wins/);
  assert.match(await details.locator(".command code").textContent(), /^nimsweep solve --players/);
  await details.getByText("Try it on this page").click();
  assert.equal(await last.page.textContent("#try-problem"), "");
});

await test("the keyboard moves through heat maps and sliders", async () => {
  const view = last.page.locator(".heat-map:not(.compact)");
  // It opens on the smallest case in which two piles matter, with the sizes of the table.
  assert.equal(await view.locator("[data-control=shown]").inputValue(), "5");
  assert.notEqual(await view.locator("[data-control=case]").inputValue(), "7");
  await view.locator("[data-control=case]").selectOption("7");
  await view.locator("canvas").focus();
  const before = await view.locator(".readout").textContent();
  await last.page.keyboard.press("ArrowRight");
  await last.page.keyboard.press("ArrowDown");
  assert.match(before, /^Piles 2 2 1 1, /);
  assert.match(await view.locator(".readout").textContent(), /^Piles 2 2 2 2, /);
  await view.locator("[data-control=pile-0]").focus();
  await last.page.keyboard.press("ArrowRight");
  assert.match(await view.locator(".readout").textContent(), /^Piles 3 2 2 2, /);
  await view.locator("a").click();
  assert.equal(await last.page.inputValue("#try-form [name=piles]"), "3, 2, 2, 2");
});

await test("a heat map takes any matrix of Last Nim", async () => {
  const view = last.page.locator(".heat-map:not(.compact)");
  await view.locator("[data-control=matrix]").selectOption("other");
  await view.locator("[data-control=other]").fill("index:99");
  await last.page.keyboard.press("Tab");
  await view.locator("[data-control=shown]").fill("30");
  await last.page.keyboard.press("Tab");
  const text = await view.locator(".readout").textContent();
  const winner = Number(/P_(\d) wins/.exec(text)[1]);
  const found = await last.page.evaluate(
    () => new LastNimSolver(AllianceMatrix.parse("index:99", 4), 0).solve([3n, 2n, 2n, 2n], 0).winner,
  );
  assert.equal(winner, found);
});

await test("the cursor stays in a heat map that gets smaller, and a list of matrices is of its table", async () => {
  const view = last.page.locator(".heat-map:not(.compact)");
  await view.locator("canvas").focus();
  for (let k = 0; k < 9; ++k) await last.page.keyboard.press("ArrowDown");
  await view.locator("[data-control=shown]").fill("3");
  await last.page.keyboard.press("Tab");
  await view.locator("canvas").focus();
  await last.page.keyboard.press("ArrowDown");
  assert.match(await view.locator(".readout").textContent(), /^Piles \d+ \d+ 1 0, /);
  await view.locator("[data-control=case]").selectOption("0");
  assert.equal(await view.locator("[data-control=matrix]").inputValue(), "0");
  assert.equal(await view.locator("[data-control=other]").count(), 0);
});

await test("thousands of piles are answered", async () => {
  const found = await last.page.evaluate(() => {
    tryPosition({matrix: "sam", players: 3, piles: Array(20000).fill(5), first: 0, passes: 0});
    return document.getElementById("try-problem").textContent + document.querySelector("#try-answer h4").textContent;
  });
  assert.match(found, /^Best play, [\d,]+ moves$/);
});

await test("hunts list their hits", async () => {
  const hunt = all.page.locator(".hunt");
  await hunt.getByText(/Show all/).click();
  const rows = await hunt
    .locator("tbody tr")
    .evaluateAll(list => list.map(row => row.lastElementChild.textContent));
  assert.deepEqual(
    rows,
    expected.hits.map(hit => hit.matrix.map(row => row.join(" ")).join(" / ")),
  );
  assert.ok((await hunt.locator("svg.histogram rect").count()) > 3);
  await hunt.locator("tbody a").last().click();
  assert.equal(await all.page.inputValue("#try-form [name=matrix]"), rows.at(-1));
});

await test("hunts for digit machines tell what is open", async () => {
  const {page, close} = await open("open.html");
  const hunt = page.locator(".hunt");
  assert.match(await hunt.locator("summary").textContent(), /^open, wythoff, 3 players, 2 piles: 3 of 216$/);
  assert.equal(await hunt.locator("svg.histogram").count(), 1);
  const rows = await hunt
    .locator("tbody tr")
    .evaluateAll(list => list.map(row => [...row.children].map(cell => cell.textContent)));
  assert.deepEqual(rows[0], ["43", "1", "open", "1 4 10 19 30", "0 2 1 / 0 2 1 / 0 2 1"]);
  assert.equal(rows.length, 3);
  await close();
});

await test("pages fit wide and narrow screens, light and dark, and print", async () => {
  for (const name of ["bounded.html", "every.html", "automata.html"]) {
    const {page, close} = await open(name, {width: 390});
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, name);
    await close();
  }
  for (const width of [1280, 390])
    for (const colorScheme of ["light", "dark"]) {
      const {page, problems, close} = await open("all.html", {width, colorScheme});
      assert.ok(
        (await page.evaluate(() => document.documentElement.scrollWidth)) <= width,
        `wider than ${width}`,
      );
      const fades = await page.locator(".scroll.more-right").count();
      assert.ok(width > 390 || fades > 0, "nothing shows that tables scroll");
      await page.screenshot({path: path.join(pictures, `${width}-${colorScheme}.png`), fullPage: true});
      assert.deepEqual(problems, []);
      await close();
    }
  await last.page.emulateMedia({media: "print", colorScheme: "dark"});
  assert.equal(await last.page.locator("#try-form").isVisible(), false);
  await last.page.screenshot({path: path.join(pictures, "print.png"), fullPage: true});
});

await test("nothing is complained about, and nothing is fetched", () => {
  assert.deepEqual(
    [all, last, proved, forms, bounded, every].flatMap(({problems}) => problems),
    [],
  );
});

await browser.close();
process.exit(failures > 0 ? 1 : 0);
