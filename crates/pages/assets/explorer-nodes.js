// The nodes of one search or of two, as arrays of numbers. A node of the tree is a number from 0; in `at.a` and `at.b` it has its
// place in the columns of each search, or -1.

const arrays = { u32: Uint32Array, u16: Uint16Array, i16: Int16Array, u8: Uint8Array };
const NO_MOVE = 65535;
const NO_VALUE = -32768;
const MATE = 30000;
const UNBOUNDED = MATE + 1;
const LARGEST_EVALUATION = 20000;
// The columns that name the technique which did something.
const ACTS = ["endedBy", "narrowedBy", "neededBy", "askedBy", "reducedBy", "extendedBy", "skippedBy"];

const bytesOf = (text) => {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const decoded = atob(text);
  const bytes = new Uint8Array(decoded.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = decoded.charCodeAt(at);
  return bytes;
};

const unpacked = (text) => {
  const packed = new Blob([bytesOf(text)]).stream();
  return new Response(packed.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
};

const columnsOf = (buffer, layout) => {
  const parts = { tree: {}, a: {}, b: {} };
  let offset = 0;
  for (const [part, name, kind, length] of layout) {
    const column = new arrays[kind](buffer, offset, length);
    parts[part][name] = column;
    offset += Math.ceil(column.byteLength / 4) * 4;
  }
  return parts;
};

// For each node the one above it, or -1. Nodes stand in the order of a walk, so the open ones are a stack.
const above = (span) => {
  const parent = new Int32Array(span.length);
  const open = [];
  for (let node = 0; node < span.length; node += 1) {
    while (open.length > 0 && open.at(-1) + span[open.at(-1)] <= node) open.pop();
    parent[node] = open.at(-1) ?? -1;
    if (span[node] > 1) open.push(node);
  }
  return parent;
};

// Reads the page's block. `head` says what its columns are.
const read = async (text, head) => {
  const { tree, a, b } = columnsOf(await unpacked(text), head.layout);
  const count = tree.span.length;
  const at = { a: new Int32Array(count).fill(-1), b: new Int32Array(count).fill(-1) };
  const inLine = new Uint8Array(count);
  for (let node = 0, first = 0, second = 0; node < count; node += 1) {
    if (tree.has[node] & 1) {
      if (a.line[first]) inLine[node] = 1;
      at.a[node] = first++;
    }
    if (tree.has[node] & 2) {
      if (b.line[second]) inLine[node] = 1;
      at.b[node] = second++;
    }
  }
  const { size, span, has } = tree;
  // How many nodes of each subtree only the first search has, and only the second, with those that are left out.
  const only = [tree.onlyA, tree.onlyB];
  // For each technique whether it did something.
  const acted = new Uint8Array(256);
  for (const columns of [a, b]) {
    for (const act of ACTS) for (const by of columns[act] ?? []) acted[by] = 1;
  }
  return { ...head, count, at, columns: { a, b }, inLine, size, span, has, only, acted, parent: above(span) };
};

// For each node, and for the end, how many nodes before it are such.
const countBefore = (count, is) => {
  const before = new Uint32Array(count + 1);
  for (let node = 0; node < count; node += 1) before[node + 1] = before[node] + (is(node) ? 1 : 0);
  return before;
};

// The nodes of which one of these columns has this number, in either search, as a test.
const withNumber = (tree, names, value) => {
  const marked = Object.fromEntries(
    ["a", "b"].map((which) => {
      const columns = names.map((name) => tree.columns[which][name] ?? []);
      const marks = new Uint8Array(columns[0].length);
      for (const column of columns)
        for (let at = 0; at < column.length; at += 1) if (column[at] === value) marks[at] = 1;
      return [which, marks];
    }),
  );
  const { a, b } = tree.at;
  return (node) => (a[node] >= 0 && marked.a[a[node]] === 1) || (b[node] >= 0 && marked.b[b[node]] === 1);
};

// The number in a column of a search: the one that is asked for, or the only one that has the node.
const number = (tree, node, name, which = "a") => {
  const own = tree.at[which][node] >= 0 ? which : { a: "b", b: "a" }[which];
  return tree.columns[own][name][tree.at[own][node]];
};

// The nodes right below one, or the roots below -1.
const below = (tree, node) => {
  const found = [];
  const end = node < 0 ? tree.count : node + tree.span[node];
  for (let next = node + 1; next < end; next += tree.span[next]) found.push(next);
  return found;
};

const squareName = (square) => "abcdefgh"[square & 7] + ((square >> 3) + 1);

const moveText = (tree, move) => {
  if (move === NO_MOVE) return "-";
  if (!tree.chess) return tree.moves[move] ?? `${move}`;
  return squareName(move >> 9) + squareName((move >> 3) & 63) + ["", "n", "b", "r", "q"][move & 7];
};

// What leads to a node: the move, or what a technique asks for.
const REACHED = { root: 0, move: 1, again: 2, pass: 3, same: 4, without: 5 };
const labelOf = (tree, node) => {
  const move = moveText(tree, number(tree, node, "move"));
  const by = number(tree, node, "askedBy");
  const technique = tree.techniques[by] ? ` (${tree.techniques[by]})` : "";
  switch (number(tree, node, "reached")) {
    case REACHED.root:
      return "root";
    case REACHED.again:
      return `${move} again`;
    case REACHED.pass:
      return `pass${technique}`;
    case REACHED.same:
      return `same node${technique}`;
    case REACHED.without:
      return `without ${move}${technique}`;
    default:
      return move + technique;
  }
};

// The nodes from the root to one.
const pathTo = (tree, node) => {
  const path = [];
  for (let one = node; one >= 0; one = tree.parent[one]) path.unshift(one);
  return path;
};

// A value of the side to move at a ply, as the side to move at the root sees it.
const scoreText = (value, ply) => {
  if (value === NO_VALUE) return "-";
  const score = ply % 2 === 0 ? value : -value;
  if (Math.abs(score) === UNBOUNDED) return score < 0 ? "-∞" : "∞";
  const plies = MATE - Math.abs(score);
  if (Math.abs(score) <= LARGEST_EVALUATION) return `${score}`;
  if (score > 0) return `M${Math.floor((plies + 1) / 2)}`;
  return plies === 0 ? "mated" : `-M${Math.floor(plies / 2)}`;
};

// A window of the side to move at a ply.
const windowText = (alpha, beta, ply) =>
  ply % 2 === 0
    ? `(${scoreText(alpha, ply)}, ${scoreText(beta, ply)})`
    : `(${scoreText(beta, ply)}, ${scoreText(alpha, ply)})`;

const piecesOf = (placement) =>
  placement
    .split("/")
    .reverse()
    .flatMap((rank) => [...rank].flatMap((letter) => (/\d/.test(letter) ? Array(Number(letter)).fill("") : [letter])));

// Makes a move on the 64 squares from a1 to h8.
const play = (pieces, move) => {
  const [from, to, promotion] = [move >> 9, (move >> 3) & 63, move & 7];
  const man = pieces[from];
  const isPawn = man.toLowerCase() === "p";
  if (isPawn && (from & 7) !== (to & 7) && pieces[to] === "") pieces[(from & 56) | (to & 7)] = "";
  pieces[from] = "";
  if (man.toLowerCase() === "k" && Math.abs((from & 7) - (to & 7)) === 2) {
    const [corner, beside] = to > from ? [from | 7, to - 1] : [from & 56, to + 1];
    [pieces[beside], pieces[corner]] = [pieces[corner], ""];
  }
  const promoted = "nbrq"[promotion - 1];
  pieces[to] = promoted && isPawn ? (man === "P" ? promoted.toUpperCase() : promoted) : man;
};

// The position of a node: pieces and side to move, as of FEN.
const positionOf = (tree, node) => {
  const [placement, side] = tree.root.split(" ");
  const pieces = piecesOf(placement);
  let turns = side === "w" ? 0 : 1;
  for (const one of pathTo(tree, node)) {
    const reached = number(tree, one, "reached");
    const isMove = reached === REACHED.move || reached === REACHED.again;
    if (isMove) play(pieces, number(tree, one, "move"));
    if (isMove || reached === REACHED.pass) turns += 1;
  }
  const ranks = [];
  for (let rank = 7; rank >= 0; rank -= 1) {
    const row = pieces.slice(rank * 8, rank * 8 + 8).map((man) => man || " ");
    ranks.push(row.join("").replace(/ +/g, (free) => free.length));
  }
  return `${ranks.join("/")} ${turns % 2 === 0 ? "w" : "b"}`;
};

const positionWords = (fen) => {
  const [placement, side] = fen.split(" ");
  const men = piecesOf(placement).flatMap((man, square) => (man ? [[man, squareName(square)]] : []));
  const list = (is) => men.filter(([man]) => is(man)).map(([man, square]) => man.toUpperCase() + square);
  const white = list((man) => man === man.toUpperCase()).join(", ");
  const black = list((man) => man === man.toLowerCase()).join(", ");
  return `White: ${white}. Black: ${black}. ${side === "w" ? "White" : "Black"} to move.`;
};

const inThousands = (count) => count.toLocaleString("en-US");

// Whose the nodes of a subtree are, if the tree is of two searches.
const sharesText = (tree, node) => {
  if (tree.names.length < 2) return "";
  const only = tree.only.map((each) => each[node]);
  const both = tree.size[node] - only[0] - only[1];
  const shares = [[both, "in both"], ...only.map((count, at) => [count, `only in ${tree.names[at]}`])];
  const texts = shares.filter(([count]) => count > 0).map(([count, where]) => `${inThousands(count)} ${where}`);
  return ` (${texts.join(", ")})`;
};

Object.assign(globalThis.plybench, {
  ACTS,
  NO_MOVE,
  NO_VALUE,
  REACHED,
  below,
  countBefore,
  inThousands,
  labelOf,
  moveText,
  number,
  pathTo,
  positionOf,
  positionWords,
  read,
  scoreText,
  sharesText,
  windowText,
  withNumber,
});
