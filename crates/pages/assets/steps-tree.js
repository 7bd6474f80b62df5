// A tree at one step of its search: what is known of each node, the window, the path, the table and the board.

const { board, element, squares, svg } = globalThis.plybench;

// Text is at least so many pixels high, in normal and in large type, and nodes grow no larger than this.
const LEAST = { normal: 11, large: 20 };
const LARGEST = 26;
// Two texts on the line of values need so much room.
const LABEL = 60;
// The height of a house, in units of the picture: that of card.rs.
const HOUSE = 44;
// The parts of a card: its outline before it is visited, its branch, its house, what is known when its node is entered, and what is known
// when it is left.
const PARTS = ["outline", "branch", "house", "question", "answer"];

// What is known after a step: which nodes were entered and left, the window of each and its best value so far, the path, and the table.
const stateAt = ({ nodes, moments }, step) => {
  const state = { entered: new Set(), left: new Set(), windows: new Map(), best: new Map(), path: [], entries: [] };
  for (const [node, kind, , window, , best, entry] of moments.slice(0, step + 1)) {
    state.windows.set(node, window);
    if (kind === "enters") {
      state.entered.add(node);
      state.path.push(node);
    }
    if (kind === "leaves" || kind === "cuts") {
      state.left.add(node);
      state.path.pop();
      if (best !== null) state.best.set(nodes[node][0], best);
    }
    if (entry) state.entries.push([node, ...entry]);
  }
  // An illegal move's node is entered and left by one step of the node above: it is known with the next node, or when that is left.
  const last = Math.max(-1, ...state.entered);
  nodes.forEach(([parent], node) => {
    const isKnown = node < last || state.left.has(parent);
    if (parent !== null && isKnown && !state.entered.has(node)) state.left.add(node);
  });
  return state;
};

// The window of a node as an interval on the line of all values of the tree, which stand at equal distances, in order.
const interval = ({ values }, window, value) => {
  const [width, height, line, edge] = [400, 44, 14, 20];
  const at = (rank) => edge + (rank * (width - 2 * edge)) / Math.max(values.length - 1, 1);
  const text = (rank, words, attributes) => {
    const made = svg("text", { x: at(rank), y: height - 6, "text-anchor": "middle", ...attributes });
    made.textContent = words;
    return made;
  };
  const drawing = svg("svg", { class: "interval", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  drawing.append(svg("line", { class: "line", x1: at(0), x2: at(values.length - 1), y1: line, y2: line }));
  values.forEach((_, rank) => {
    drawing.append(svg("line", { class: "line", x1: at(rank), x2: at(rank), y1: line - 3, y2: line + 3 }));
  });
  const [alpha, beta] = window;
  if (alpha < beta) drawing.append(svg("line", { class: "open", x1: at(alpha), x2: at(beta), y1: line, y2: line }));
  // Texts that would overlap stand outwards, and that of a value between them is left out.
  const isNarrow = beta !== alpha && at(beta) - at(alpha) < LABEL;
  for (const bound of new Set(window)) {
    drawing.append(svg("line", { class: "bound", x1: at(bound), x2: at(bound), y1: line - 9, y2: line + 9 }));
    const anchor = bound === alpha ? "end" : "start";
    drawing.append(text(bound, values[bound], isNarrow ? { "text-anchor": anchor } : {}));
  }
  if (value !== null) {
    drawing.append(svg("circle", { class: "value", cx: at(value), cy: line, r: 5 }));
    const isFree = window.every((bound) => Math.abs(at(bound) - at(value)) > LABEL / 2);
    if (isFree) drawing.append(text(value, values[value], { class: "value" }));
  }
  return drawing;
};

const player = (section, number) => {
  const data = JSON.parse(section.querySelector("script.steps").textContent);
  const { moments, nodes, places, boards, values } = data;
  const last = moments.length - 1;
  const frame = section.querySelector(".frame");
  const picture = section.querySelector(".picture");
  const drawing = picture.querySelector("svg");
  const groups = [...drawing.querySelectorAll("g")];
  places.forEach((_, at) => {
    groups[at].classList.add("ahead");
  });
  const part = (at, name) => groups[PARTS.indexOf(name) * places.length + at];
  const [small, large] = data.text;
  const [width, height] = data.size;

  // Over each house, the best value so far. The houses of MIN are wide above, those of MAX below.
  const layer = element("div", [], { class: "covers", "aria-hidden": "true" });
  const covers = places.map(([of, isSearched, left, top, wide]) => {
    const isMax = (nodes[of][1] === "MAX") === isSearched;
    const cover = element("div", [], { class: "cover" });
    const share = (units, whole) => `${(units / whole) * 100}%`;
    Object.assign(cover.style, {
      left: share(left, width),
      top: share(top + (isMax ? 20 : 3), height),
      width: share(wide, width),
      fontSize: `calc(${large} * 100cqw / ${width})`,
    });
    layer.append(cover);
    return cover;
  });
  picture.append(layer);

  const says = element("p", [], { class: "says", role: "status" });
  const count = element("span", [], { class: "count" });
  const heading = section.querySelector("h2");
  const title = heading.textContent;
  heading.append(" ", count);
  const where = element("figure", [], { class: "board" });
  const line = element("div", [], { class: "window" });
  const path = element("ol", [], { class: "path" });
  const table = element("div");
  const folded = element("details", [element("summary", data.table ? "Path and table" : "Path"), path, table], {
    class: "folded",
  });
  section
    .querySelector(".chart")
    .after(element("div", [element("div", [says, line]), where], { class: "now" }), folded);
  // What opens would lie below the bar of controls.
  folded.addEventListener("toggle", () => {
    if (folded.open) folded.scrollIntoView({ block: "end" });
  });
  let step = 0;

  const name = (node) => {
    const [, side, label, called] = nodes[node];
    return `node ${called}, ${side}${label ? `, ${label}` : ""}`;
  };
  const words = ([alpha, beta]) => `(${values[alpha]}, ${values[beta]})`;
  const bestOf = (node, state) => {
    const best = state.best.get(node);
    if (best === undefined) return "";
    return `${nodes[node][1] === "MAX" ? "≥" : "≤"} ${values[best]}`;
  };
  const cutAfter = (from) => moments.findIndex(([, kind], at) => at > from && kind === "cuts");
  const cutBefore = (from) => moments.findLastIndex(([, kind], at) => at < from && kind === "cuts");

  const showTable = (entries) => {
    if (!data.table) return;
    const heads = ["node", "value", "bound", "depth", "move"].map((text) => element("th", text, { scope: "col" }));
    const rows = entries.map(([node, value, bound, depth, move]) =>
      element(
        "tr",
        [nodes[node][3], value, bound, `${depth}`, move ?? "-"].map((text) => element("td", text)),
      ),
    );
    const whole = element("table", [element("thead", element("tr", heads)), element("tbody", rows.reverse())]);
    const scroll = {
      class: "scroll",
      role: "region",
      tabindex: 0,
      "aria-label": "Entries of the table, the latest first",
    };
    const meaning = "Values are those of MAX. Mates are counted from the node.";
    table.replaceChildren(element("p", meaning), element("div", whole, scroll));
  };

  // The first step of the node at a point of the window; -1 if there is none, or if it is hidden.
  const stepAt = ({ clientX, clientY }) => {
    const box = picture.getBoundingClientRect();
    const [x, y] = [((clientX - box.left) / box.width) * width, ((clientY - box.top) / box.height) * height];
    const hit = places.findIndex(
      ([, isSearched, left, top, wide]) => isSearched && x >= left && x <= left + wide && y >= top && y <= top + HOUSE,
    );
    const isHidden = () =>
      document.documentElement.classList.contains("hidden-ahead") && part(hit, "house").classList.contains("unknown");
    return hit < 0 || isHidden() ? -1 : moments.findIndex(([node]) => node === places[hit][0]);
  };

  // Texts stand above and below a house.
  const bringIntoView = (house) => {
    const [box, room] = [house.getBoundingClientRect(), frame.getBoundingClientRect()];
    if (box.left < room.left || box.right > room.right) {
      frame.scrollLeft += (box.left + box.right - room.left - room.right) / 2;
    }
    if (box.top - box.height / 2 < room.top || box.bottom + box.height > room.bottom) {
      frame.scrollTop += (box.top + box.bottom - room.top - room.bottom) / 2;
    }
  };

  // The whole tree if its text can be read, else as large as its text needs.
  const fit = () => {
    const least = document.documentElement.classList.contains("large") ? LEAST.large : LEAST.normal;
    const whole = Math.min(frame.clientWidth / width, frame.clientHeight / height);
    const scale = Math.max(least / small, Math.min(whole, LARGEST / small));
    picture.style.width = `${Math.floor(width * scale)}px`;
  };

  const show = (to) => {
    step = Math.min(Math.max(to, 0), last);
    const [node, kind, text, window, value] = moments[step];
    const state = stateAt(data, step);
    // No line is broken after a minus or within a window.
    const told = text.replaceAll(/-(?=[∞\d])/g, "−").replaceAll(/\((\S+), (\S+)\)/g, "($1,\u00a0$2)");
    says.textContent = `Step ${step + 1} of ${last + 1}: node ${nodes[node][3]} ${told}.`;
    const entered = Math.max(0, ...state.entered, ...state.left) + 1;
    count.textContent = data.proof ? "" : `${entered} of ${nodes.length} nodes entered`;
    const whose = element("span", `window of ${nodes[node][3]}`, { class: "whose" });
    line.replaceChildren(...(data.proof ? [] : [interval(data, window, value), whose]));
    const open = [...state.path];
    if (kind === "leaves" || kind === "cuts") open.push(node);
    path.replaceChildren(
      ...open.map((one) => {
        const best = bestOf(one, state);
        const asked = data.proof ? "" : `: window ${words(state.windows.get(one))}${best ? `, value ${best}` : ""}`;
        return element("li", `${name(one)}${asked}`);
      }),
    );
    showTable(state.entries);
    if (boards[node]) {
      const draw = data.chess ? board : squares;
      where.replaceChildren(draw(boards[node], `The board of node ${nodes[node][3]}`));
    }
    places.forEach(([of, isSearched], at) => {
      // A move that was never searched is known when its node is left.
      const isKnown = isSearched ? state.entered.has(of) || state.left.has(of) : state.left.has(of);
      const isOpen = isSearched && isKnown && !state.left.has(of);
      part(at, "outline").classList.toggle("unknown", isKnown);
      for (const name of ["branch", "house", "question"]) part(at, name).classList.toggle("unknown", !isKnown);
      part(at, "answer").classList.toggle("unknown", !isKnown || isOpen);
      part(at, "house").classList.toggle("open", isOpen);
      part(at, "house").classList.toggle("current", isSearched && of === node);
      part(at, "branch").classList.toggle("cut", !isSearched && of === node && kind === "cuts");
      covers[at].textContent = isOpen ? bestOf(of, state) : "";
    });
    drawing.classList.toggle("playing", step < last);
    bringIntoView(
      part(
        places.findIndex(([of, isSearched]) => isSearched && of === node),
        "house",
      ),
    );
  };
  addEventListener("resize", fit);
  fit();
  return {
    section,
    number,
    title,
    data,
    last,
    count,
    cutAfter,
    cutBefore,
    fit,
    picture,
    show,
    says,
    step: () => step,
    stepAt,
  };
};

Object.assign(globalThis.plybench, { player });
