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

await test("a title with markup shows as text", async () => {
  assert.equal(await last.page.textContent("#title"), expected.evil);
  assert.equal(await last.page.title(), `${expected.evil} – nimsweep`);
  assert.equal(await all.page.textContent("#title-0"), expected.evil);
  assert.equal(await all.page.locator("#sections b").count(), 0);
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

// Chooses a slice with the controls, and reads every cell by pointing at it, and its colour.
function readSlice({section, table, matrix, first, down, across, piles, values}) {
  const view = document.querySelector(`#section-${section} .heat-map`);
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
  const cell = (canvas.width / scale - MARGIN_LEFT - 2) / columns;
  const texts = values.map((row, r) =>
    row.map((_, c) => {
      canvas.dispatchEvent(
        new MouseEvent("click", {
          clientX: box.left + MARGIN_LEFT + (c + 0.5) * cell,
          clientY: box.top + MARGIN_TOP + (r + 0.5) * cell,
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
      colour: colourAt(MARGIN_LEFT + (c + 0.15) * cell, MARGIN_TOP + (r + 0.85) * cell),
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
    /Smallest counterexample: piles [\d ]+, P_\d moves first\. Claimed: value/,
  );
  assert.ok((await details.locator("svg.piles circle").count()) > 0);
  assert.match(await details.locator(".play tr").last().textContent(), /has no move left, and wins/);
  assert.match(await details.locator(".command code").textContent(), /^nimsweep solve --players/);
  await details.getByText("Try it on this page").click();
  assert.equal(await last.page.textContent("#try-problem"), "");
});

await test("the keyboard moves through heat maps and sliders", async () => {
  const view = last.page.locator(".heat-map");
  await view.locator("canvas").focus();
  const before = await view.locator(".readout").textContent();
  await last.page.keyboard.press("ArrowRight");
  await last.page.keyboard.press("ArrowDown");
  assert.match(before, /^Piles 2 2 0 0, /);
  assert.match(await view.locator(".readout").textContent(), /^Piles 2 2 1 1, /);
  await view.locator("[data-control=pile-0]").focus();
  await last.page.keyboard.press("ArrowRight");
  assert.match(await view.locator(".readout").textContent(), /^Piles 3 2 1 1, /);
  await view.locator("a").click();
  assert.equal(await last.page.inputValue("#try-form [name=piles]"), "3, 2, 1, 1");
});

await test("a heat map takes any matrix of Last Nim", async () => {
  const view = last.page.locator(".heat-map");
  await view.locator("[data-control=matrix]").selectOption("other");
  await view.locator("[data-control=other]").fill("index:99");
  await last.page.keyboard.press("Tab");
  await view.locator("[data-control=shown]").fill("30");
  await last.page.keyboard.press("Tab");
  const text = await view.locator(".readout").textContent();
  const winner = Number(/P_(\d) wins/.exec(text)[1]);
  const found = await last.page.evaluate(
    () => new LastNimSolver(AllianceMatrix.parse("index:99", 4), 0).solve([3n, 2n, 1n, 1n], 0).winner,
  );
  assert.equal(winner, found);
});

await test("the cursor stays in a heat map that gets smaller, and a list of matrices is of its table", async () => {
  const view = last.page.locator(".heat-map");
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

await test("pages fit wide and narrow screens, light and dark, and print", async () => {
  for (const width of [1280, 390])
    for (const colorScheme of ["light", "dark"]) {
      const {page, problems, close} = await open("all.html", {width, colorScheme});
      assert.ok(
        (await page.evaluate(() => document.documentElement.scrollWidth)) <= width,
        `wider than ${width}`,
      );
      await page.screenshot({path: path.join(pictures, `${width}-${colorScheme}.png`), fullPage: true});
      assert.deepEqual(problems, []);
      await close();
    }
  await last.page.emulateMedia({media: "print", colorScheme: "dark"});
  assert.equal(await last.page.locator("#try-form").isVisible(), false);
  await last.page.screenshot({path: path.join(pictures, "print.png"), fullPage: true});
});

await test("nothing is complained about, and nothing is fetched", () => {
  assert.deepEqual([...all.problems, ...last.problems], []);
});

await browser.close();
process.exit(failures > 0 ? 1 : 0);
