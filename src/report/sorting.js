// Tables that sort by click or keyboard, and show only some rows at first.

const ROWS_AT_FIRST = 20;

// Compares numbers, strings of digits, or texts.
function compareCells(a, b) {
  if (typeof a === "string" && /^\d+$/.test(a) && /^\d+$/.test(b)) {
    const difference = BigInt(a) - BigInt(b);
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en", {numeric: true});
}

// Columns are {title, key(item), cell(item), numeric, long}. Rows sort by `key` and show `cell`, or
// the key without one; a long cell may wrap. details(item) makes a row of details when opened.
class SortedTable {
  constructor(caption, columns, items, details = null) {
    this.columns = columns;
    this.items = items;
    this.shown = items;
    this.details = details;
    this.most = ROWS_AT_FIRST;
    this.sorted = null;
    this.headers = columns.map(column => this.header(column));
    this.body = element("tbody");
    this.more = element("button", {
      type: "button",
      class: "quiet",
      click: () => {
        this.most = Infinity;
        this.draw();
      },
    });
    this.node = element(
      "div",
      {},
      scrollBox(
        element(
          "table",
          {class: "data"},
          element("caption", {class: "hidden"}, caption),
          element("thead", {}, element("tr", {}, this.headers)),
          this.body,
        ),
      ),
      this.more,
    );
    this.draw();
  }

  header(column) {
    return element(
      "th",
      {scope: "col", class: column.numeric ? "number" : ""},
      element("button", {type: "button", click: () => this.sortBy(column)}, column.title),
    );
  }

  sortBy(column) {
    const isDescending = this.sorted === column && !this.isDescending;
    this.sorted = column;
    this.isDescending = isDescending;
    const sign = isDescending ? -1 : 1;
    this.items = [...this.items].sort((a, b) => sign * compareCells(column.key(a), column.key(b)));
    this.columns.forEach((other, k) => {
      if (other !== column) this.headers[k].removeAttribute("aria-sort");
      else this.headers[k].setAttribute("aria-sort", isDescending ? "descending" : "ascending");
    });
    this.filter(this.wanted);
  }

  // Shows only items for which `wanted` is true.
  filter(wanted) {
    this.wanted = wanted;
    this.shown = wanted ? this.items.filter(wanted) : this.items;
    this.draw();
  }

  draw() {
    replaceContent(
      this.body,
      this.shown.slice(0, this.most).flatMap(item => this.rows(item)),
    );
    if (this.shown.length === 0)
      this.body.append(element("tr", {}, element("td", {colspan: this.columns.length}, "nothing to show")));
    this.more.hidden = this.shown.length <= this.most;
    this.more.textContent = `Show all ${grouped(this.shown.length)} rows`;
  }

  rows(item) {
    const cells = this.columns.map(column =>
      element(
        "td",
        {class: column.numeric ? "number" : column.long ? "long" : ""},
        column.cell ? column.cell(item) : String(column.key(item)),
      ),
    );
    const row = element("tr", {}, cells);
    if (!this.details || !item.hasDetails) return [row];
    const cell = element("td", {colspan: this.columns.length}, item.isOpen ? this.details(item) : null);
    const details = element("tr", {class: "details", hidden: !item.isOpen}, cell);
    const button = element("button", {
      type: "button",
      class: "disclosure",
      "aria-expanded": String(Boolean(item.isOpen)),
      "aria-label": "Details",
      click: () => {
        item.isOpen = !item.isOpen;
        if (!cell.hasChildNodes()) cell.append(this.details(item));
        details.hidden = !item.isOpen;
        button.setAttribute("aria-expanded", String(item.isOpen));
      },
    });
    cells[0].prepend(button);
    return [row, details];
  }
}
