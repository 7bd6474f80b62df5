// A tree whose search is played step by step.

const { element } = globalThis.plybench;

// What is known after a step: which nodes were entered and left, the window of each, the path, and the table.
const stateAt = ({ nodes, moments }, step) => {
  const state = { entered: new Set(), left: new Set(), windows: new Map(), path: [], entries: [] };
  for (const [node, kind, , window, entry] of moments.slice(0, step + 1)) {
    state.windows.set(node, window);
    if (kind === "enters") {
      state.entered.add(node);
      state.path.push(node);
    }
    if (kind === "leaves" || kind === "cuts") {
      state.left.add(node);
      state.path.pop();
    }
    if (entry) state.entries.push([node, ...entry]);
  }
  // An illegal move's node is entered and left by one step of the node above.
  const last = Math.max(-1, ...state.entered);
  for (let node = 0; node <= last; node += 1) {
    if (!state.entered.has(node) && nodes[node][0] !== null) state.left.add(node);
  }
  return state;
};

const player = (section, number) => {
  const data = JSON.parse(section.querySelector("script.steps").textContent);
  const { moments, nodes, places } = data;
  const last = moments.length - 1;
  const layer = element("div", [], { class: "covers", "aria-hidden": "true" });
  const covers = places.map(([, , left, top, width, height]) => {
    const cover = element("div", [], { class: "cover" });
    Object.assign(cover.style, { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` });
    layer.append(cover);
    return cover;
  });
  const picture = section.querySelector(".picture");
  const frame = picture.parentElement;
  picture.append(layer);
  // The branch of each card, then each card.
  const svg = picture.querySelector("svg");
  const parts = [...svg.querySelectorAll("g")];

  const says = element("p", [], { class: "says", role: "status" });
  const slider = element("input", [], { type: "range", min: 0, max: last, "aria-label": "Step" });
  const path = element("ol", [], { class: "path" });
  const table = element("div");
  let step = last;

  const name = (node) => {
    const [, side, label] = nodes[node];
    return `node ${node + 1}, ${side}${label ? `, ${label}` : ""}`;
  };
  const cutAfter = (from) => moments.findIndex(([, kind], at) => at > from && kind === "cuts");
  const cutBefore = (from) => moments.findLastIndex(([, kind], at) => at < from && kind === "cuts");

  const showTable = (entries) => {
    if (!data.table) {
      table.replaceChildren(element("p", "This search has no table."));
      return;
    }
    const heads = ["node", "value", "bound", "depth", "move"].map((text) => element("th", text, { scope: "col" }));
    const rows = entries.map(([node, value, bound, depth, move]) =>
      element(
        "tr",
        [`${node + 1}`, value, bound, `${depth}`, move ?? "-"].map((text) => element("td", text)),
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

  const bringIntoView = ({ offsetLeft, offsetWidth }) => {
    const hidden = offsetLeft < frame.scrollLeft || offsetLeft + offsetWidth > frame.scrollLeft + frame.clientWidth;
    if (hidden) frame.scrollLeft = offsetLeft + (offsetWidth - frame.clientWidth) / 2;
  };

  const show = (to) => {
    step = Math.min(Math.max(to, 0), last);
    const [node, kind, text] = moments[step];
    const state = stateAt(data, step);
    says.textContent = `Step ${step + 1} of ${last + 1}: node ${node + 1} ${text}.`;
    slider.value = step;
    slider.setAttribute("aria-valuetext", says.textContent);
    const open = [...state.path];
    if (kind === "leaves" || kind === "cuts") open.push(node);
    path.replaceChildren(...open.map((one) => element("li", `${name(one)}: window ${state.windows.get(one)}`)));
    showTable(state.entries);
    places.forEach(([of, isSearched], at) => {
      // A move that was never searched is known when its node is left.
      const isKnown = isSearched ? state.entered.has(of) || state.left.has(of) : state.left.has(of);
      for (const part of [parts[at], parts[places.length + at]]) part.classList.toggle("unknown", !isKnown);
      // The picture has the final value, so an open node shows its move and its window instead.
      const isOpen = isSearched && isKnown && !state.left.has(of);
      covers[at].classList.toggle("open", isOpen);
      parts[places.length + at].classList.toggle("covered", isOpen);
      covers[at].textContent = isOpen ? `${nodes[of][2]}\n${state.windows.get(of)}`.trim() : "";
      covers[at].classList.toggle("current", isSearched && of === node);
    });
    svg.classList.toggle("playing", step < last);
    const current = covers[places.findIndex(([of, isSearched]) => isSearched && of === node)];
    if (current) bringIntoView(current);
  };
  const go = (to) => {
    show(to);
    history.replaceState(null, "", number === 1 ? `#step=${step + 1}` : `#tree=${number}&step=${step + 1}`);
  };

  const moves = [
    ["First", () => 0],
    ["Back", () => step - 1],
    ["Forward", () => step + 1],
    ["Next cut", () => cutAfter(step)],
    ["Last", () => last],
  ];
  const buttons = moves.map(([label, to]) => {
    const button = element("button", label, { type: "button" });
    button.addEventListener("click", () => {
      const at = to();
      if (at >= 0 || label === "Back") go(at);
      else says.textContent = "There is no later cut.";
    });
    return button;
  });
  slider.addEventListener("input", () => go(Number(slider.value)));
  section.querySelector(".player").append(
    element("div", [...buttons, slider], { class: "controls" }),
    says,
    element("div", [element("div", [element("h3", "Path"), path]), element("div", [element("h3", "Table"), table])], {
      class: "beside",
    }),
  );
  return {
    section,
    show,
    keys: {
      ArrowRight: () => go(step + 1),
      ArrowLeft: () => go(step - 1),
      Home: () => go(0),
      End: () => go(last),
      c: () => cutAfter(step) >= 0 && go(cutAfter(step)),
      C: () => cutBefore(step) >= 0 && go(cutBefore(step)),
    },
  };
};

const players = [...document.querySelectorAll("section.tree")].map((section, at) => player(section, at + 1));

// The address names the tree and the step, so that a step can be linked.
const follow = () => {
  const wanted = new URLSearchParams(location.hash.slice(1));
  players.forEach((one, at) => {
    const isThis = Number(wanted.get("tree") ?? 1) === at + 1;
    const step = isThis && Number.parseInt(wanted.get("step") ?? "", 10);
    one.show(Number.isInteger(step) ? step - 1 : Number.MAX_SAFE_INTEGER);
  });
};
addEventListener("hashchange", follow);
follow();

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, select")) return;
  // The tree with the focus, or the one that is seen first.
  const seen = ({ section }) => section.getBoundingClientRect().bottom > 80;
  const one = players.find(({ section }) => section.contains(event.target)) ?? players.find(seen);
  const act = one?.keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});
