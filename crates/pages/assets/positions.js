// Positions: each with its board, what the variants found, and the command that repeats a variant's search. Every command on
// the page can be copied.

const { board, element, squares } = globalThis.plybench;

const withCopy = (code) => {
  const button = element("button", "Copy", { type: "button", class: "copy", "aria-label": "Copy the command" });
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Not copied";
    }
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  });
  code.after(" ", button);
};

for (const code of document.querySelectorAll("code.command")) withCopy(code);

const mateText = (moves) => (moves < 0 ? `-M${-moves}` : `M${moves}`);

// The table of a card. `choose` shows the command of the variant in a row.
const findings = (data, found, choose) => {
  const hasMoves = found.some((one) => one?.[2]);
  const isJudged = found.some((one) => one?.[4]);
  const optional = [...(hasMoves ? ["move"] : []), ...(isJudged ? ["regret"] : [])];
  const heads = ["variant", "depth", data.result, ...optional, data.counted];
  const head = heads.map((text) =>
    element("th", text, { scope: "col", class: text === "variant" || text === "move" ? "" : "n" }),
  );
  const rows = data.variants.map(([name, command], at) => {
    const label = command === null ? name : element("button", name, { type: "button", class: "choose" });
    if (command !== null) label.addEventListener("click", () => choose(at));
    const row = element("tr", element("th", label, { scope: "row" }));
    const one = found[at];
    if (!one) {
      row.append(element("td", "no result", { colspan: heads.length - 1 }));
      return row;
    }
    const [depth, score, move, count, regret = "-"] = one;
    row.append(element("td", `${depth}`, { class: "n" }), element("td", score, { class: "n" }));
    if (hasMoves) row.append(element("td", move ?? "-"));
    if (isJudged) row.append(element("td", regret, { class: "n" }));
    row.append(element("td", `${count}`, { class: "n" }));
    return row;
  });
  return element("table", [element("thead", element("tr", head)), element("tbody", rows)]);
};

// A name in brackets comes after that of the category.
const article = (data, category, [name, root, found, mate = null, words = null, rows = null]) => {
  const card = element("article", element("h3", Array.isArray(name) ? category + name[0] : name));
  if (words) card.append(board(root, words));
  if (rows) card.append(squares(rows, "The board of the position"));
  const known = mate === null ? [] : [` · known mate ${mateText(mate)}`];
  card.append(element("p", [element("code", root), ...known], { class: "root" }));
  const code = element("code", [], { class: "command" });
  const buttons = () => [...card.querySelectorAll(".choose")];
  const choose = (at) => {
    const [chosen, command] = data.variants[at];
    code.textContent = `plybench search '${root}' ${data.limits} ${command}`;
    for (const button of buttons()) {
      button.setAttribute("aria-pressed", String(button.textContent === chosen));
    }
  };
  card.append(findings(data, found, choose));
  const first = data.variants.findIndex(([, command]) => command !== null);
  if (first >= 0) {
    card.append(element("p", code));
    withCopy(code);
    choose(first);
  }
  return card;
};

const source = document.querySelector("script.positions");
if (source) {
  const data = JSON.parse(source.textContent);
  for (const [category, cards] of data.categories) {
    const list = element("div", [], { class: "cards" });
    const details = element("details", [element("summary", `${category} (${cards.length})`), list]);
    // Drawn when it is opened: a report may have thousands of positions.
    details.addEventListener("toggle", () => {
      if (list.childElementCount === 0) list.append(...cards.map((card) => article(data, category, card)));
    });
    source.before(details);
  }
}
