// Tables: sorting by a column, filtering by some, and copying what is shown.

const value = (cell) => cell.dataset.v ?? cell.textContent;
const cellsOf = (row) => [...row.cells];

// Numbers by size, names by letters and the numbers in them; what is missing comes last either way.
const byNames = new Intl.Collator("en", { numeric: true });
const compare = (one, other, down) => {
  const isMissing = [one, other].map((text) => text === "");
  if (isMissing[0] || isMissing[1]) return isMissing[0] - isMissing[1];
  const [a, b] = [Number(one), Number(other)];
  const order = Number.isNaN(a) || Number.isNaN(b) ? byNames.compare(one, other) : a - b;
  return down ? -order : order;
};

// Columns that are shown on demand, and those that are the same in all rows since they are filtered. Returns what hides and shows them.
const columns = (table, controls) => {
  const heads = cellsOf(table.tHead.rows[0]);
  const onDemand = heads.map((head) => head.dataset.more !== undefined);
  let isWhole = false;
  const show = (fixed) => {
    const isHidden = heads.map((_, at) => !isWhole && (onDemand[at] || fixed.has(at)));
    for (const row of table.rows) {
      for (const [at, cell] of cellsOf(row).entries()) cell.hidden = isHidden[at];
    }
  };
  let last = new Set();
  const apply = (fixed) => {
    last = fixed;
    show(fixed);
  };
  if (onDemand.some(Boolean)) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "All columns";
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => {
      isWhole = !isWhole;
      button.setAttribute("aria-pressed", `${isWhole}`);
      show(last);
    });
    controls.append(button);
  }
  return apply;
};

// The rows that the page lists without repetition, as rows of the table.
const addListed = (wrapper, table) => {
  const list = wrapper.querySelector("script.rows");
  if (!list) return;
  const { texts, rows } = JSON.parse(list.textContent);
  const isNumber = cellsOf(table.tHead.rows[0]).map((head) => head.classList.contains("n"));
  for (const numbers of rows) {
    const row = table.tBodies[0].insertRow();
    numbers.forEach((number, column) => {
      const cell = row.insertCell();
      const [shown, forPrograms] = [texts[number]].flat();
      cell.textContent = shown;
      if (forPrograms !== undefined) cell.dataset.v = forPrograms;
      if (isNumber[column]) cell.className = "n";
    });
  }
};

const sortable = (table, announce) => {
  const body = table.tBodies[0];
  const heads = cellsOf(table.tHead.rows[0]);
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const key = (row) => value(row.cells[column]);
      body.append(...[...body.rows].sort((one, other) => compare(key(one), key(other), down)));
      announce(`Sorted by ${button.textContent}, ${down ? "largest" : "smallest"} first.`);
    });
  });
};

const filters = (table, controls, announce, showColumns) => {
  const heads = cellsOf(table.tHead.rows[0]);
  const rows = [...table.tBodies[0].rows];
  const chosen = new Map();
  const names = heads.map((head) => head.textContent);
  const apply = () => {
    const isShown = (row) =>
      [...chosen].every(([column, text]) => text === "" || row.cells[column].textContent === text);
    for (const row of rows) {
      row.hidden = !isShown(row);
      // On a narrow screen, a row is a list of its cells, each with its name.
      if (row.hidden) continue;
      for (const [at, cell] of cellsOf(row).entries()) cell.dataset.name = names[at];
    }
    showColumns(new Set([...chosen].filter(([, text]) => text !== "").map(([column]) => column)));
    announce(`${rows.filter((row) => !row.hidden).length} of ${rows.length} rows.`);
  };
  heads.forEach((head, column) => {
    if (head.dataset.filter === undefined) return;
    const select = document.createElement("select");
    const texts = [...new Set(rows.map((row) => row.cells[column].textContent))];
    select.append(new Option("all values", ""), ...texts.map((text) => new Option(text, text)));
    select.value = head.dataset.filter;
    chosen.set(column, select.value);
    select.addEventListener("change", () => {
      chosen.set(column, select.value);
      apply();
    });
    const label = document.createElement("label");
    label.append(`${head.textContent} `, select);
    controls.append(label);
  });
  if (chosen.size > 0) apply();
  else showColumns(new Set());
};

const asMarkdown = (rows) => {
  // Nothing in a cell is markup.
  const escaped = (cell) => cell.textContent.replace(/[\\`*_[\]|~#<>&]/g, (mark) => `\\${mark}`);
  const seen = (row) => cellsOf(row).filter((cell) => !cell.hidden);
  const lines = rows.map((row) => `| ${seen(row).map(escaped).join(" | ")} |`);
  const rule = seen(rows[0]).map((head) => (head.classList.contains("n") ? "--:" : "---"));
  lines.splice(1, 0, `|${rule.join("|")}|`);
  return `${lines.join("\n")}\n`;
};

const asCsv = (rows) => {
  const quoted = (text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const cells = (row) => cellsOf(row).map((cell) => cell.dataset.key ?? value(cell));
  return rows.map((row) => `${cells(row).map(quoted).join(",")}\n`).join("");
};

const copies = (table, controls, announce) => {
  const forms = { "Copy as Markdown": asMarkdown, "Copy as CSV": asCsv };
  for (const [name, form] of Object.entries(forms)) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    button.addEventListener("click", async () => {
      const rows = [...table.rows].filter((row) => !row.hidden);
      try {
        await navigator.clipboard.writeText(form(rows));
        announce(`Copied ${rows.length - 1} rows.`);
      } catch {
        announce("The browser did not let the page copy.");
      }
    });
    controls.append(button);
  }
};

for (const wrapper of document.querySelectorAll("div.table")) {
  const table = wrapper.querySelector("table");
  const controls = document.createElement("div");
  controls.className = "controls";
  const status = document.createElement("span");
  status.setAttribute("role", "status");
  const announce = (text) => {
    status.textContent = text;
  };
  addListed(wrapper, table);
  filters(table, controls, announce, columns(table, controls));
  sortable(table, announce);
  copies(table, controls, announce);
  controls.append(status);
  wrapper.prepend(controls);
}
