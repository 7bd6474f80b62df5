// The explorer: the picture of the tree, what is known of the selected node, and the ways to find a node.

const { below, board, countBefore, element, icicle, inThousands, labelOf, meanings, moveText, pathTo } =
  globalThis.plybench;
const { positionOf, positionWords, read, scoreText, sharesText, windowText, withNumber } = globalThis.plybench;
const { ACTS, NO_MOVE, NO_VALUE, REACHED } = globalThis.plybench;

// A node that is found by name is shown at least so wide.
const WIDTH_OF_FOUND = 60;

const KEYS =
  "Keys: ↑ the node above, ↓ the first below, ← and → its neighbours, Enter zooms in, Escape shows the whole tree, h goes to the " +
  "heaviest subtree, p to the end of the principal variation, n and N to the next and previous match.";

const section = document.querySelector("section.explorer");
const source = document.querySelector("script.nodes");
const tree = await read(source.textContent, JSON.parse(document.querySelector("script.head").textContent));
source.remove();

const isDifference = tree.names.length === 2;
const isCut = tree.count > 0 && below(tree, -1).some((root) => tree.size[root] !== tree.span[root]);
const state = { zoom: -1, selected: 0, coloring: "", matches: null };

const canvas = element("canvas", [], {
  tabindex: 0,
  role: "application",
  "aria-label": "Tree",
  "aria-describedby": "keys",
});
const says = element("p", [], { class: "says", role: "status" });
const path = element("ol", [], { class: "crumbs", "aria-label": "Path from the root" });
const legend = element("ul", [], { class: "legend", "aria-label": "Colours" });
const where = element("figure", [], { class: "board" });
const about = element("div", [], { class: "scroll", role: "region", tabindex: 0, "aria-label": "The selected node" });
const picture = icicle(canvas, tree, state);

// The searches of the root: a driver may search it several times.
const roots = below(tree, -1);
const namePath = (node) => {
  const [root, ...path] = pathTo(tree, node).map((one) => labelOf(tree, one));
  if (path.length > 0) return path.join(" ");
  return roots.length === 1 ? `the ${root}` : `the ${root}, search ${roots.indexOf(node) + 1} of ${roots.length}`;
};

const techniqueText = (by) => (tree.techniques[by] ? ` by ${tree.techniques[by]}` : "");
// The value of an entry counts a mate from the node, as its side sees it, so that of the other side turns over.
const BOUNDS = [
  ["at least", "at most", "exactly"],
  ["at most", "at least", "exactly"],
];
const entryText = (of, name, ply) => {
  const value = of(`${name}Value`);
  if (value === NO_VALUE) return "none";
  const bound = BOUNDS[ply % 2][of(`${name}Bound`)];
  return `${bound} ${scoreText(value, ply)}, depth ${of(`${name}Depth`)}, move ${moveText(tree, of(`${name}Move`))}`;
};
const SIGNS = [
  ["", "≥", "≤"],
  ["", "≤", "≥"],
];
const plural = (count, what) => `${inThousands(count)} ${what}${count === 1 ? "" : "s"}`;

// What is known of a node in one search, by name.
const facts = (of) => {
  const ply = of("ply");
  const entry = windowText(of("alpha"), of("beta"), ply);
  const narrowed = windowText(of("narrowedAlpha"), of("narrowedBeta"), ply);
  const by = techniqueText(of("narrowedBy"));
  const value = of("value");
  const sign = SIGNS[ply % 2][of("certainty")];
  return {
    "window on entry": entry,
    "window after narrowing": by === "" ? "not narrowed" : narrowed === entry ? `closed${by}` : `${narrowed}${by}`,
    depth: of("quiescence")
      ? "quiescence"
      : of("needed") < of("depth")
        ? `${of("depth")}, only ${of("needed")} needed${techniqueText(of("neededBy"))}`
        : `${of("depth")}`,
    extension: of("extended")
      ? plural(of("extended"), "ply").replace("plys", "plies") + techniqueText(of("extendedBy"))
      : "none",
    reduction: of("reduced")
      ? plural(of("reduced"), "ply").replace("plys", "plies") + techniqueText(of("reducedBy"))
      : "none",
    "place in the order of visit": `${of("place") + 1}`,
    evaluation: scoreText(of("evaluation"), ply),
    "table entry (mates counted from this node)": entryText(of, "hit", ply),
    value: value === NO_VALUE ? "none" : `${sign} ${scoreText(value, ply)}`.trim(),
    "how it ended": `${tree.ends[of("end")]}${techniqueText(of("endedBy"))}`,
    "failed high on": of("refuted") === NO_MOVE ? "no move" : moveText(tree, of("refuted")),
    "moves skipped": of("skipped") ? `${of("skipped")}${techniqueText(of("skippedBy"))}` : "none",
    "stored in the table (mates counted from this node)": entryText(of, "stored", ply),
    "nodes in its subtree": inThousands(of("size")),
  };
};

const factsOf = (node) =>
  ["a", "b"].slice(0, tree.names.length).map((which) => {
    const at = tree.at[which][node];
    return at < 0 ? null : facts((name) => tree.columns[which][name][at]);
  });

const describe = (node) => {
  const both = factsOf(node);
  const names = Object.keys(both.find((one) => one));
  const head = ["node", ...tree.names].map((text) => element("th", text, { scope: "col" }));
  const rows = names.map((name) => {
    const values = both.map((one) => one?.[name] ?? "not entered");
    const differs = values.length === 2 && values[0] !== values[1];
    const heading = element("th", differs ? `≠ ${name}` : name, { scope: "row" });
    return element("tr", [heading, ...values.map((text) => element("td", text))], differs ? { class: "differs" } : {});
  });
  about.replaceChildren(element("table", [element("thead", element("tr", head)), element("tbody", rows)]));
};

const draw = () => {
  picture.draw();
  const { names, colors, isUsed = () => true } = state.meaning;
  const shown = isDifference || state.coloring !== "search" ? names : [];
  const isSearch = state.coloring === "search";
  const meaning = (kind, name, color = "") => {
    const swatch = element("span", [], { class: `swatch ${kind}` });
    swatch.style.backgroundColor = color;
    return element("li", [swatch, name]);
  };
  const colored = [...shown.keys()]
    .filter(isUsed)
    .map((at) => meaning(isSearch && at < 2 ? `stripes-${at}` : "", shown[at], colors[at]));
  const filled = element(
    "li",
    "In a node of both, the coloured parts are the shares of its subtree that only one search has.",
  );
  legend.replaceChildren(
    ...colored,
    meaning("line", "principal variation"),
    meaning("selected", "selected node"),
    ...(isSearch && isDifference ? [filled] : []),
  );
};

const show = () => {
  const node = state.selected;
  const leftOut = tree.size[node] - tree.span[node];
  const left = leftOut > 0 ? `, ${inThousands(leftOut)} of them left out` : "";
  says.textContent = `${namePath(node)}: ${plural(tree.size[node], "node")}${sharesText(tree, node)}${left}.`;
  canvas.setAttribute("aria-label", `Tree, at ${says.textContent}`);
  path.replaceChildren(
    ...pathTo(tree, node).map((one) => {
      const button = element("button", labelOf(tree, one), { type: "button" });
      button.addEventListener("click", () => select(one, one));
      return element("li", button);
    }),
  );
  if (tree.chess) {
    const fen = positionOf(tree, node);
    where.replaceChildren(board(fen, positionWords(fen)));
  }
  describe(node);
  draw();
};

// Selects a node, and perhaps zooms in to another one; the address names the selected one. Steps with the keyboard, and nodes that
// an address names, add no entry to the browser's history.
let entry = "pushState";
const select = (node, zoom = state.zoom) => {
  if (node < 0 || node >= tree.count) return;
  state.selected = node;
  state.zoom = zoom;
  show();
  const address = `#node=${node}`;
  try {
    if (location.hash !== address) history[entry](null, "", address);
  } catch {
    // Some browsers refuse it if a key is held.
  }
};
const withoutEntry = (act) => {
  entry = "replaceState";
  act();
  entry = "pushState";
};

// Zooms so that a node is wide enough to be seen.
const find = (node) => {
  let zoom = node;
  const most = (tree.size[node] * canvas.clientWidth) / WIDTH_OF_FOUND;
  while (tree.parent[zoom] >= 0 && tree.size[tree.parent[zoom]] <= most) zoom = tree.parent[zoom];
  const isWhole = tree.parent[zoom] < 0;
  select(node, isWhole ? -1 : zoom);
};

const isWithin = (node, zoom) => zoom < 0 || (node >= zoom && node < zoom + tree.span[zoom]);
const step = (node) => {
  if (node === undefined || node < 0) return;
  withoutEntry(() => (isWithin(node, state.zoom) ? select(node) : find(node)));
};
const neighbour = (by) => {
  const beside = below(tree, tree.parent[state.selected]);
  return beside[beside.indexOf(state.selected) + by];
};
const heaviest = () => {
  const nodes = below(tree, state.selected);
  if (nodes.length === 0) {
    says.textContent = "There are no nodes below this one.";
    return;
  }
  const node = nodes.reduce((most, one) => (tree.size[one] > tree.size[most] ? one : most));
  select(node, node);
};

const principalVariation = () => {
  let last = -1;
  for (let node = 0; node < tree.count; node += 1) if (tree.inLine[node]) last = node;
  if (last >= 0) find(last);
};

// The first node after these moves, of all searches of the root and of each move.
const afterMoves = (text) => {
  const wanted = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  let nodes = roots;
  for (const [at, word] of wanted.entries()) {
    nodes = nodes
      .flatMap((node) => below(tree, node))
      .filter((node) => labelOf(tree, node).toLowerCase().split(" ")[0] === word);
    if (nodes.length === 0) {
      const before = wanted.slice(0, at).join(" ") || "the root";
      says.textContent = `There is no node for ${word} after ${before}; write moves as in ${tree.chess ? "e2e4" : moveText(tree, 0)}, with spaces between them.`;
      return;
    }
  }
  find(nodes[0]);
};

// What nodes can be searched for: which search has them, how they ended, and what a technique did. Each is a test, made when it is
// wanted.
const reasons = () => {
  const differences = [
    [`only ${tree.names[0]}`, () => (node) => tree.has[node] === 1],
    [`only ${tree.names[1]}`, () => (node) => tree.has[node] === 2],
    ["different values", () => (node) => tree.has[node] === 3 && differs(node, "value")],
  ];
  return [
    ...(isDifference ? differences : []),
    ...tree.ends.map((name, at) => [`ended: ${name}`, () => withNumber(tree, ["end"], at)]),
    ...tree.techniques
      .map((name, at) => [`technique: ${name}`, () => withNumber(tree, ACTS, at), at])
      .filter(([, , at]) => tree.acted[at] === 1),
    ["searched again", () => withNumber(tree, ["reached"], REACHED.again)],
    [
      "table entry found",
      () => {
        const { a, b } = tree.columns;
        const [first, second] = [tree.at.a, tree.at.b];
        const has = (column, at) => at >= 0 && column.hitBound[at] !== 255;
        return (node) => has(a, first[node]) || has(b, second[node]);
      },
    ],
    ["quiescence", () => withNumber(tree, ["quiescence"], 1)],
  ];
};
const differs = (node, name) => tree.columns.a[name][tree.at.a[node]] !== tree.columns.b[name][tree.at.b[node]];

// The next node that is found, or the one before, round the tree.
const nextMatch = (by) => {
  const { matches } = state;
  if (!matches || matches[tree.count] === 0) {
    says.textContent = matches ? "No node was found." : "Choose what to find first.";
    return;
  }
  let node = state.selected;
  do node = (node + by + tree.count) % tree.count;
  while (matches[node + 1] === matches[node]);
  find(node);
};

const choice = (label, options, act) => {
  const select = element(
    "select",
    options.map((text) => element("option", text)),
  );
  select.addEventListener("change", () => act(select.selectedIndex));
  return element("label", [`${label} `, select]);
};
const button = (label, act) => {
  const made = element("button", label, { type: "button" });
  made.addEventListener("click", act);
  return made;
};

// What the colours can stand for: the name, the kind, and whose it is of nodes that both searches have.
const KINDS = ["end", "technique", "score"];
const colorings = isDifference
  ? [
      ["search", "search", "a"],
      ...tree.names.flatMap((name, at) => KINDS.map((kind) => [`${kind} in ${name}`, kind, "ab"[at]])),
    ]
  : KINDS.map((kind) => [kind, kind, "a"]);
const color = (at) => {
  const [, kind, which] = colorings[at];
  state.coloring = kind;
  state.meaning = meanings[kind](tree, which);
};
color(0);

const found = reasons();
const search = element("input", [], {
  type: "search",
  "aria-label": "Moves from the root",
  placeholder: tree.chess ? "e2e4 e7e5" : `${moveText(tree, 0)} ${moveText(tree, 1)}`,
});
search.addEventListener("keydown", (event) => {
  if (event.key === "Enter") afterMoves(search.value);
});
section.append(
  element(
    "div",
    [
      choice(
        "Colour by",
        colorings.map(([name]) => name),
        (at) => {
          color(at);
          draw();
        },
      ),
      choice("Find", ["nothing", ...found.map(([name]) => name)], (at) => {
        state.matches = at > 0 ? countBefore(tree.count, found[at - 1][1]()) : null;
        draw();
        says.textContent =
          at > 0 ? `${plural(state.matches[tree.count], "node")} found${isCut ? " among those shown" : ""}.` : "";
      }),
      button("Previous match", () => nextMatch(-1)),
      button("Next match", () => nextMatch(1)),
      element("label", ["Moves ", search]),
      button("Go", () => afterMoves(search.value)),
      button("Whole tree", () => select(state.selected, -1)),
      button("Zoom in", () => select(state.selected, state.selected)),
      button("Heaviest subtree", heaviest),
      button("Principal variation", principalVariation),
    ],
    { class: "controls" },
  ),
  legend,
  element("div", canvas, { class: "canvas" }),
  element("p", KEYS, { id: "keys" }),
  says,
  path,
  element("div", [], { class: "columns" }),
);
// On a broad screen the divergences stand to the left of the selected node.
const node = element("div", tree.chess ? [where, about] : [about], { class: "beside" });
const list = document.querySelector("#divergences");
section.querySelector(".columns").append(...(list ? [list, node] : [node]));
section.querySelector(".columns").classList.toggle("two", list !== null);

canvas.addEventListener("click", (event) => {
  const node = picture.nodeAt(event.offsetX, event.offsetY);
  if (node >= 0) select(node);
});
canvas.addEventListener("dblclick", (event) => {
  const node = picture.nodeAt(event.offsetX, event.offsetY);
  if (node >= 0) select(node, node);
});
canvas.addEventListener("pointermove", (event) => {
  const node = picture.nodeAt(event.offsetX, event.offsetY);
  canvas.title = node < 0 ? "" : `${namePath(node)}: ${plural(tree.size[node], "node")}`;
});
const keys = {
  ArrowUp: () => step(tree.parent[state.selected]),
  ArrowDown: () => step(below(tree, state.selected)[0]),
  ArrowLeft: () => step(neighbour(-1)),
  ArrowRight: () => step(neighbour(1)),
  Enter: () => select(state.selected, state.selected),
  Escape: () => select(state.selected, -1),
  h: heaviest,
  p: principalVariation,
  n: () => nextMatch(1),
  N: () => nextMatch(-1),
};
canvas.addEventListener("keydown", (event) => {
  const act = keys[event.key];
  if (!act || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  act();
});

// The lists of the page lead to nodes of the tree.
for (const link of document.querySelectorAll("button.node")) {
  const node = Number(link.dataset.node);
  link.textContent = namePath(node);
  link.addEventListener("click", () => {
    find(node);
    canvas.focus();
    section.scrollIntoView();
  });
}

const follow = () => {
  const node = Number.parseInt(new URLSearchParams(location.hash.slice(1)).get("node") ?? "", 10);
  if (node >= 0 && node < tree.count) {
    withoutEntry(() => find(node));
    return;
  }
  state.selected = roots.reduce((most, one) => (tree.size[one] > tree.size[most] ? one : most));
  show();
};
addEventListener("hashchange", follow);
new ResizeObserver(() => draw()).observe(canvas.parentElement);
new MutationObserver(() => draw()).observe(document.documentElement, { attributeFilter: ["data-theme"] });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => draw());
follow();
// For tests: all is there.
section.dataset.ready = "true";
