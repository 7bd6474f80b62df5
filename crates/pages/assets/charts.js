// Charts: the values of a mark are shown while the pointer is over it or it has the focus. Arrow keys go from mark to mark.

const tip = document.createElement("div");
tip.className = "tip";
tip.hidden = true;
document.body.append(tip);

const described = (heads, row) => {
  const cells = [...row.cells].map((cell, at) => [heads[at], cell.textContent]);
  return cells.filter(([, text]) => text !== "-").map(([head, text]) => `${head}: ${text}`);
};

const place = (mark) => {
  const box = mark.getBoundingClientRect();
  const width = tip.offsetWidth;
  const left = Math.min(Math.max(box.left + box.width / 2 - width / 2, 4), innerWidth - width - 4);
  const above = box.top - tip.offsetHeight - 8;
  tip.style.left = `${left + scrollX}px`;
  tip.style.top = `${(above > 0 ? above : box.bottom + 8) + scrollY}px`;
};

const show = (mark, lines) => {
  tip.replaceChildren(
    ...lines.map((line) => {
      const paragraph = document.createElement("p");
      paragraph.textContent = line;
      return paragraph;
    }),
  );
  tip.hidden = false;
  place(mark);
};

const hide = () => {
  tip.hidden = true;
};

// What the pointer is over: where marks lie on each other, all of them, a line each.
const under = (mark, lines) => {
  const near = (other) =>
    Math.hypot(other.offsetLeft - mark.offsetLeft, other.offsetTop - mark.offsetTop) < mark.offsetWidth / 2;
  const all = [...mark.parentElement.children].filter(near);
  return all.length === 1 ? lines : all.map((other) => other.getAttribute("aria-label"));
};

const marksOf = (figure) => {
  const table = figure.querySelector("table");
  const heads = [...table.tHead.rows[0].cells].map((head) => head.textContent);
  const places = figure.dataset.places.split(" ");
  return [...table.tBodies[0].rows].flatMap((row, at) => {
    if (!places[at]) return [];
    const [x, y] = places[at].split(",").map(Number);
    const mark = document.createElement("button");
    mark.type = "button";
    mark.className = "mark";
    mark.tabIndex = -1;
    mark.style.left = `${x / 100}%`;
    mark.style.top = `${y / 100}%`;
    const lines = described(heads, row);
    mark.setAttribute("aria-label", lines.join(", "));
    mark.addEventListener("pointerenter", () => show(mark, under(mark, lines)));
    mark.addEventListener("pointerleave", hide);
    mark.addEventListener("focus", () => show(mark, lines));
    mark.addEventListener("blur", hide);
    return [mark];
  });
};

for (const figure of document.querySelectorAll("figure.chart")) {
  const marks = marksOf(figure);
  if (marks.length === 0) continue;
  const layer = document.createElement("div");
  layer.className = "marks";
  layer.setAttribute("role", "group");
  layer.setAttribute("aria-label", "Values: arrow keys go from one to the next");
  layer.append(...marks);
  marks[0].tabIndex = 0;
  layer.addEventListener("keydown", (event) => {
    const from = marks.indexOf(document.activeElement);
    const steps = { ArrowRight: from + 1, ArrowDown: from + 1, ArrowLeft: from - 1, ArrowUp: from - 1 };
    const to = { ...steps, Home: 0, End: marks.length - 1 }[event.key];
    if (event.key === "Escape") hide();
    if (to === undefined || from < 0) return;
    event.preventDefault();
    const next = marks[Math.min(Math.max(to, 0), marks.length - 1)];
    marks[from].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
  figure.querySelector(".picture").append(layer);
}
