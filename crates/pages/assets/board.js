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

Object.assign(globalThis.plybench, { board });
