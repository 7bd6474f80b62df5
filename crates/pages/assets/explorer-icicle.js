// The tree as an icicle: a row for each step from the root, the width of a node by the size of its subtree, what a node leads to in
// the order of visit. What is narrower than a pixel is not drawn one by one, so a picture takes as long for a million nodes as for
// a thousand.

const { ACTS, NO_VALUE, labelOf, number } = globalThis.plybench;

const ROW = 18;
const NARROWEST = 0.7;
const WIDTH_OF_TEXT = 34;
const STRIPED = 6;
const MOST_ROWS = 400;
const BOTH = 3;

// The colours of series differ in lightness, too (M. Okabe and K. Ito, 2008).
const SERIES = [
  "#0072b2",
  "#e69f00",
  "#009e73",
  "#cc79a7",
  "#56b4e9",
  "#d55e00",
  "#f0e442",
  "#8a8a8a",
  "#7b4ea3",
  "#5c7a29",
];
const TECHNIQUES = [...SERIES.filter((color) => color !== "#8a8a8a"), "#000000", "#a65628", "#9e0142"];

// What the colours can stand for: for each node a number, the name of each number and, where the legend lacks some, which it has.
// Of nodes that both searches have, `which` tells whose end, technique or score it is.
const meanings = {
  search: (tree) => ({
    of: (node) => tree.has[node] - 1,
    names: [`only ${tree.names[0]}`, `only ${tree.names[1]}`, "both"],
    colors: ["#e69f00", "#56b4e9", "#8a8a8a"],
  }),
  end: (tree, which) => ({
    of: (node) => number(tree, node, "end", which),
    names: tree.ends,
    colors: SERIES,
  }),
  technique: (tree, which) => {
    const names = [...tree.techniques, "no technique"];
    const last = names.length - 1;
    return {
      isUsed: (at) => at === last || tree.acted[at] === 1,
      of: (node) => {
        for (const act of ACTS) {
          const by = number(tree, node, act, which);
          if (by < last) return by;
        }
        return last;
      },
      names,
      colors: names.map((_, at) => (at === last ? "#8a8a8a" : TECHNIQUES[at % TECHNIQUES.length])),
    };
  },
  score: (tree, which) => {
    const names = ["mated", "below -300", "-300 to -25", "-25 to 25", "25 to 300", "above 300", "mates", "no value"];
    const bounds = [-20000, -300, -25, 25, 300, 20000];
    return {
      of: (node) => {
        const value = number(tree, node, "value", which);
        if (value === NO_VALUE) return 7;
        const score = number(tree, node, "ply", which) % 2 === 0 ? value : -value;
        const at = bounds.findIndex((bound) => score <= bound);
        return at < 0 ? 6 : at;
      },
      names,
      colors: ["#8c2d04", "#d95f0e", "#fec44f", "#bdbdbd", "#9ecae1", "#3182bd", "#08306b", "#8a8a8a"],
    };
  },
};

// Stripes tell the two searches apart without colour.
const striped = (context, color, isRising) => {
  const tile = document.createElement("canvas");
  [tile.width, tile.height] = [6, 6];
  const drawing = tile.getContext("2d");
  drawing.fillStyle = color;
  drawing.fillRect(0, 0, 6, 6);
  drawing.strokeStyle = "rgb(0 0 0 / 35%)";
  drawing.beginPath();
  for (const from of [-6, 0, 6]) {
    drawing.moveTo(from, isRising ? 6 : 0);
    drawing.lineTo(from + 6, isRising ? 0 : 6);
  }
  drawing.stroke();
  return context.createPattern(tile, "repeat");
};

// A picture on a canvas. `state` has what is shown: `zoom`, `selected`, `meaning`, and `matches`, the number of found nodes before
// each node, or null.
const icicle = (canvas, tree, state) => {
  const context = canvas.getContext("2d");
  // What is drawn, row by row from left to right, so that the node below the pointer is found.
  let rows = [];

  const draw = () => {
    const width = canvas.clientWidth;
    const scale = globalThis.devicePixelRatio || 1;
    const { backgroundColor: paper, color: ink } = getComputedStyle(canvas);
    const { of, colors } = state.meaning;
    const isSearch = state.coloring === "search";
    rows = [];

    // First where everything is, since the height follows from it.
    const open = [];
    const push = (node, left, size, row) => {
      if (row >= MOST_ROWS) return;
      rows[row] ??= { left: [], size: [], node: [] };
      rows[row].left.push(left);
      rows[row].size.push(size);
      rows[row].node.push(node);
      if (tree.span[node] > 1) open.push(node, left, size, row);
    };
    // Neighbours that are too narrow share a place, which the largest of them has.
    const lay = (first, end, left, unit, row) => {
      let [from, to, largest] = [left, left, -1];
      for (let node = first; node < end; node += tree.span[node]) {
        if (largest < 0 || tree.size[node] > tree.size[largest]) largest = node;
        to += tree.size[node] * unit;
        if (to - from >= NARROWEST) {
          push(largest, from, to - from, row);
          [from, largest] = [to, -1];
        }
      }
      if (largest >= 0) push(largest, from, NARROWEST, row);
    };
    if (state.zoom < 0) {
      let all = 0;
      for (let node = 0; node < tree.count; node += tree.span[node]) all += tree.size[node];
      lay(0, tree.count, 0, width / all, 0);
    } else {
      push(state.zoom, 0, width, 0);
    }
    while (open.length > 0) {
      const [row, size, left, node] = [open.pop(), open.pop(), open.pop(), open.pop()];
      lay(node + 1, node + tree.span[node], left, size / tree.size[node], row + 1);
    }
    // The stack is emptied from its end, so nodes of a row are put in order here.
    for (const row of rows) {
      const order = row.left.map((_, at) => at).sort((one, other) => row.left[one] - row.left[other]);
      for (const name of ["left", "size", "node"]) row[name] = order.map((at) => row[name][at]);
    }

    const height = Math.max(rows.length * ROW, 4 * ROW);
    canvas.style.height = `${height}px`;
    [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.fillStyle = paper;
    context.fillRect(0, 0, width, height);
    const patterns = isSearch
      ? colors.map((color, at) => (at < 2 ? striped(context, color, at === 0) : color))
      : colors;
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    const { matches } = state;
    rows.forEach(({ left, size, node }, row) => {
      const top = row * ROW;
      for (let at = 0; at < node.length; at += 1) {
        const one = node[at];
        const meaning = of(one);
        const gap = size[at] > 3 ? 1 : 0;
        // Stripes are seen on what is wide enough, and take long to draw.
        const fills = size[at] > STRIPED ? patterns : colors;
        if (matches) {
          const isMatch = matches[one + 1] > matches[one];
          const hasMatch = matches[one + tree.span[one]] > matches[one];
          context.globalAlpha = isMatch ? 1 : hasMatch ? 0.35 : 0.1;
        }
        context.fillStyle = fills[meaning];
        context.fillRect(left[at], top, size[at] - gap, ROW - 1);
        if (isSearch && tree.has[one] === BOTH) share(one, fills, left[at], top, size[at] - gap);
        if (size[at] > WIDTH_OF_TEXT) label(labelOf(tree, one), left[at] + 3, top, size[at] - 7, paper, ink);
      }
      context.globalAlpha = 1;
    });
    frame(ink);
  };

  // A label on a plate of paper, so that it can be read on every colour.
  const label = (text, left, top, most, paper, ink) => {
    const width = Math.min(context.measureText(text).width, most);
    context.globalAlpha = 0.85;
    context.fillStyle = paper;
    context.fillRect(left - 1, top + 3, width + 2, ROW - 7);
    context.globalAlpha = 1;
    context.fillStyle = ink;
    context.fillText(text, left, top + ROW / 2, most);
  };

  // What each search alone has below a node of both: from the bottom, as much of its height as is its part of the subtree.
  const share = (node, fills, left, top, width) => {
    let bottom = top + ROW - 1;
    tree.only.forEach((only, which) => {
      const height = (only[node] / tree.size[node]) * (ROW - 1);
      context.fillStyle = fills[which];
      context.fillRect(left, bottom - height, width, height);
      bottom -= height;
    });
  };

  // The principal variation above the row, and the selected node around it.
  const frame = (ink) => {
    rows.forEach(({ left, size, node }, row) => {
      for (let at = 0; at < node.length; at += 1) {
        const one = node[at];
        if (tree.inLine[one]) {
          context.fillStyle = ink;
          context.fillRect(left[at], row * ROW, size[at] - 1, 2);
        }
        if (one === state.selected) {
          context.strokeStyle = ink;
          context.lineWidth = 2;
          context.strokeRect(left[at] + 1, row * ROW + 1, Math.max(size[at] - 2, 2), ROW - 3);
        }
      }
    });
  };

  // The node at a place of the canvas, or -1.
  const nodeAt = (x, y) => {
    const row = rows[Math.floor(y / ROW)];
    if (!row) return -1;
    let [low, high] = [0, row.left.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (row.left[middle] <= x) low = middle;
      else high = middle - 1;
    }
    return row.left[low] <= x && x < row.left[low] + row.size[low] ? row.node[low] : -1;
  };

  return { draw, nodeAt };
};

Object.assign(globalThis.plybench, { icicle, meanings });
