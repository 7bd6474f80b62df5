// The board of a position, drawn with the shapes that the page has once.

const { svg } = globalThis.plybench;

// The measures of `#board`.
const { square, left, top, width, height } = { square: 45, left: 22, top: 6, width: 406, height: 388 };

const board = (fen, words) => {
  const [placement, side] = fen.split(" ");
  const drawing = svg("svg", {
    class: "board",
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "aria-label": words,
  });
  drawing.append(svg("use", { href: "#board" }));
  placement.split("/").forEach((rank, row) => {
    let file = 0;
    for (const letter of rank) {
      if (letter >= "1" && letter <= "8") {
        file += Number(letter);
        continue;
      }
      const transform = `translate(${left + file * square} ${top + row * square}) scale(${square / 1000})`;
      drawing.append(svg("use", { href: `#piece-${letter}`, transform }));
      file += 1;
    }
  });
  drawing.append(
    svg("circle", {
      cx: left + 8 * square + 12,
      cy: top + (side === "w" ? 7.5 : 0.5) * square,
      r: 7,
      fill: side === "w" ? "#fff" : "#000",
      stroke: "currentColor",
      "stroke-width": 1.5,
    }),
  );
  return drawing;
};

// The board of another game, from rows with `/` between them: discs of two sides, letters for other men.
const squares = (rows, words) => {
  const lines = rows.split("/");
  const [columns, edge] = [Math.max(...lines.map((line) => [...line].length)), 4];
  const size = (count) => count * square + 2 * edge;
  const drawing = svg("svg", {
    class: "board squares",
    viewBox: `0 0 ${size(columns)} ${size(lines.length)}`,
    role: "img",
    "aria-label": words,
  });
  lines.forEach((line, row) => {
    [...line].forEach((man, column) => {
      const [x, y] = [edge + column * square, edge + row * square];
      const [cx, cy] = [x + square / 2, y + square / 2];
      drawing.append(svg("rect", { x, y, width: square, height: square, fill: "none", stroke: "currentColor" }));
      if (man === "-") return;
      if (man === "X" || man === "O") {
        const fill = man === "X" ? "#1c1f24" : "#fff";
        drawing.append(svg("circle", { cx, cy, r: 0.38 * square, fill, stroke: "currentColor", "stroke-width": 2 }));
        return;
      }
      const letter = svg("text", {
        x: cx,
        y: cy + 0.25 * square,
        "text-anchor": "middle",
        "font-size": 0.7 * square,
        fill: "currentColor",
      });
      letter.textContent = man;
      drawing.append(letter);
    });
  });
  return drawing;
};

Object.assign(globalThis.plybench, { board, squares });
