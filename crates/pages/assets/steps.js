// Trees whose searches are played step by step, side by side: the bar, the keyboard and the address.

const { element, player } = globalThis.plybench;

// A step takes so long at speed 1, in milliseconds.
const STEP = 1600;
const SPEEDS = [0.5, 1, 2, 4, 8];

const players = [...document.querySelectorAll("section.tree")].map((section, at) => player(section, at + 1));
const longest = Math.max(...players.map(({ last }) => last));
const isOne = players.length === 1;
let inStep = true;
let chosen = players[0];

// In step, the step of all that have not ended; else that of the chosen tree.
const now = () => (inStep ? Math.max(...players.map(({ step }) => step())) : chosen.step());
const end = () => (inStep ? longest : chosen.last);
const played = () => (inStep ? players : [chosen]);

const slider = element("input", [], { type: "range", min: 0, "aria-label": "Step" });
const speed = element(
  "select",
  SPEEDS.map((times) => element("option", `${times}×`, { value: times })),
  { "aria-label": "Speed" },
);
speed.value = 1;
const told = element("p", [], { class: "told", role: "status" });

// At the end, what a search saves against the one that enters the most nodes.
const most = players.reduce((one, other) => (other.data.nodes.length > one.data.nodes.length ? other : one));
const showSaving = ({ count, data, last, step }) => {
  const fewer = most.data.nodes.length - data.nodes.length;
  if (step() < last || fewer === 0 || data.proof || most.data.proof) return;
  count.textContent = `${data.nodes.length} nodes entered, ${fewer} fewer than ${most.title}`;
};

const show = (to) => {
  const step = Math.min(Math.max(to, 0), end());
  for (const one of played()) {
    one.show(step);
    showSaving(one);
  }
  slider.max = end();
  slider.value = step;
  slider.setAttribute(
    "aria-valuetext",
    played()
      .map(({ says }) => says.textContent)
      .join(" "),
  );
  told.textContent = "";
};
const go = (to) => {
  show(to);
  try {
    history.replaceState(null, "", inStep ? `#step=${now() + 1}` : `#tree=${chosen.number}&step=${now() + 1}`);
  } catch {
    // Some browsers refuse it if a search is played fast.
  }
};
const choose = (one) => {
  chosen = one;
  for (const other of players) other.section.classList.toggle("chosen", other === one);
};

let timer = null;
const pause = () => {
  clearTimeout(timer);
  timer = null;
  playing.textContent = "Play";
  playing.setAttribute("aria-pressed", "false");
};
const tick = () => {
  go(now() + 1);
  if (now() >= end()) pause();
  else timer = setTimeout(tick, STEP / Number(speed.value));
};
const play = () => {
  if (timer !== null) return pause();
  if (now() >= end()) go(0);
  playing.textContent = "Pause";
  playing.setAttribute("aria-pressed", "true");
  timer = setTimeout(tick, STEP / Number(speed.value));
};

// The nearest cut of any of the trees that are played.
const cut = (isForward) => {
  const found = played()
    .map((one) => (isForward ? one.cutAfter(now()) : one.cutBefore(now())))
    .filter((at) => at >= 0);
  if (found.length > 0) return go(isForward ? Math.min(...found) : Math.max(...found));
  const where = inStep ? "" : ` in ${chosen.title}`;
  told.textContent = `There is no ${isForward ? "later" : "earlier"} cut${where}.`;
};

const root = document.documentElement;
const button = (label, act, attributes = {}) => {
  const made = element("button", label, { type: "button", ...attributes });
  made.addEventListener("click", act);
  return made;
};
// A button that changes the page and stays pressed.
const toggle = (label, act) => {
  const made = button(label, () => press(), { "aria-pressed": "false" });
  const press = () => {
    const isPressed = made.getAttribute("aria-pressed") !== "true";
    made.setAttribute("aria-pressed", `${isPressed}`);
    act(isPressed);
  };
  return { made, press };
};
const manually = (act) => () => {
  pause();
  act();
};
const back = manually(() => go(now() - 1));
const forward = manually(() => go(now() + 1));
const first = manually(() => go(0));
const lastStep = manually(() => go(end()));
const nextCut = manually(() => cut(true));
const cutBefore = manually(() => cut(false));
const playing = button("Play", play, { "aria-pressed": "false", class: "play" });
const large = toggle("Large type", (isLarge) => {
  root.classList.toggle("large", isLarge);
  for (const one of players) one.fit();
  show(now());
});
const hide = toggle("Hide ahead", (isHidden) => root.classList.toggle("hidden-ahead", isHidden));
const together = toggle("In step", (isTogether) => {
  // All go on from the step of the one that is furthest.
  const step = isTogether ? Math.max(...players.map(({ step }) => step())) : now();
  inStep = isTogether;
  root.classList.toggle("apart", !inStep);
  choose(chosen);
  go(step);
});
const screen = button("Full screen", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.querySelector("main").requestFullscreen();
});
together.made.setAttribute("aria-pressed", "true");
screen.hidden = !document.fullscreenEnabled;

slider.addEventListener("input", () => {
  pause();
  go(Number(slider.value));
});
document
  .querySelector(".player")
  .append(
    element(
      "div",
      [
        button("First", first),
        button("Back", back),
        playing,
        button("Forward", forward),
        button("Next cut", nextCut),
        button("Last", lastStep),
        slider,
        element("label", ["Speed ", speed]),
        ...(isOne ? [] : [together.made]),
        hide.made,
        large.made,
        screen,
      ],
      { class: "controls" },
    ),
    told,
  );
// Each at its own pace: the tree that is clicked or has the focus is played.
for (const one of players) {
  const select = () => {
    if (isOne || inStep || chosen === one) return;
    choose(one);
    show(now());
  };
  one.section.addEventListener("focusin", select);
  // A click on a node leads to its first step. What is pressed is found before the tree can move.
  let pressed = -1;
  one.section.addEventListener("pointerdown", (event) => {
    pressed = one.stepAt(event);
    select();
  });
  one.picture.addEventListener("click", () => {
    if (pressed >= 0) manually(() => go(pressed))();
  });
}

const keys = {
  ArrowRight: forward,
  ArrowLeft: back,
  Home: first,
  End: lastStep,
  c: nextCut,
  C: cutBefore,
  " ": play,
  s: () => isOne || together.press(),
  h: hide.press,
  l: large.press,
  f: () => screen.click(),
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, select")) return;
  // A button, a summary and a link have the space for themselves.
  if (event.key === " " && event.target.matches("button, summary, a")) return;
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

// The address names the step, and the tree if each goes at its own pace, so that a step can be linked.
const follow = () => {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const step = Number.parseInt(wanted.get("step") ?? "1", 10) - 1;
  const tree = players[Number(wanted.get("tree")) - 1];
  show(0);
  if (tree && !isOne) {
    if (inStep) together.press();
    choose(tree);
  } else if (!inStep) {
    together.press();
  }
  const to = Number.isInteger(step) ? step : 0;
  if (location.hash) go(to);
  else show(to);
};
addEventListener("hashchange", follow);
follow();
