// What the explorer shows of a node, counted again here from the columns of the page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { launch, open, ready, reports } from "./browser.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

// The nodes of a page, each with what is above it and its row of each search.
const nodesOf = (file) => {
  const page = readFileSync(path.join(reports, file), "utf8");
  const head = JSON.parse(/class="head">(.*?)<\/script>/s.exec(page)[1]);
  const bytes = gunzipSync(Buffer.from(/class="nodes">(.*?)<\/script>/s.exec(page)[1], "base64"));
  const readers = { u32: "readUInt32LE", u16: "readUInt16LE", i16: "readInt16LE", u8: "readUInt8" };
  const parts = { tree: [], a: [], b: [] };
  let offset = 0;
  for (const [part, name, kind, length] of head.layout) {
    const width = Number(kind.slice(1)) / 8;
    for (let at = 0; at < length; at += 1) {
      parts[part][at] ??= {};
      parts[part][at][name] = bytes[readers[kind]](offset + at * width);
    }
    offset += Math.ceil((length * width) / 4) * 4;
  }
  const open = [];
  const nodes = parts.tree.map((node, at) => {
    while (open.length > 0 && at >= open[0].end) open.shift();
    const rows = ["a", "b"].map((part, bit) => (node.has & (bit + 1) ? parts[part].shift() : null));
    const one = { ...node, at, rows, row: rows[0] ?? rows[1], end: at + node.span, above: open[0] ?? null, below: [] };
    open[0]?.below.push(one);
    open.unshift(one);
    return one;
  });
  return { ...head, nodes, roots: nodes.filter((node) => !node.above) };
};

const square = (number) => `${"abcdefgh"[number % 8]}${Math.floor(number / 8) + 1}`;
const moveName = (tree, move) => {
  if (move === 65535) return "-";
  if (!tree.chess) return String(move);
  return square(Math.floor(move / 512)) + square(Math.floor(move / 8) % 64) + ["", "n", "b", "r", "q"][move % 8];
};
const by = (tree, place) => (place < tree.techniques.length ? ` by ${tree.techniques[place]}` : "");
const scoreName = (value, ply) => {
  if (value === -32768) return "-";
  const score = ply % 2 ? 0 - value : value;
  if (score === 30001) return "∞";
  if (score === -30001) return "-∞";
  if (score > 20000) return `M${Math.ceil((30000 - score) / 2)}`;
  if (score === -30000) return "mated";
  return score < -20000 ? `-M${(30000 + score - ((30000 + score) % 2)) / 2}` : String(score);
};
const windowName = (alpha, beta, ply) => {
  const ends = [scoreName(alpha, ply), scoreName(beta, ply)];
  return `(${(ply % 2 ? ends.reverse() : ends).join(", ")})`;
};
// What a bound of the side to move says to the side to move at the root.
const turned = (bound, ply) => (ply % 2 && bound < 2 ? 1 - bound : bound);
const entry = (tree, row, what) => {
  const bound = row[`${what}Bound`];
  if (bound === 255) return "none";
  const says = ["at least", "at most", "exactly"][turned(bound, row.ply)];
  const score = scoreName(row[`${what}Value`], row.ply);
  return `${says} ${score}, depth ${row[`${what}Depth`]}, move ${moveName(tree, row[`${what}Move`])}`;
};
const plies = (count) => (count === 1 ? "1 ply" : `${count} plies`);

const expected = (tree, row) => {
  const entryWindow = windowName(row.alpha, row.beta, row.ply);
  const narrowed = windowName(row.narrowedAlpha, row.narrowedBeta, row.ply);
  const sign = row.certainty === 0 ? "" : ["≥ ", "≤ "][turned(row.certainty - 1, row.ply)];
  const isNarrowed = row.narrowedBy < tree.techniques.length;
  const score = scoreName(row.value, row.ply);
  const needed = row.needed < row.depth ? `, only ${row.needed} needed${by(tree, row.neededBy)}` : "";
  return {
    "window on entry": entryWindow,
    "window after narrowing": isNarrowed
      ? `${narrowed === entryWindow ? "closed" : narrowed}${by(tree, row.narrowedBy)}`
      : "not narrowed",
    depth: row.quiescence ? "quiescence" : `${row.depth}${needed}`,
    extension: row.extended ? plies(row.extended) + by(tree, row.extendedBy) : "none",
    reduction: row.reduced ? plies(row.reduced) + by(tree, row.reducedBy) : "none",
    "place in the order of visit": String(row.place + 1),
    evaluation: scoreName(row.evaluation, row.ply),
    "table entry (mates counted from this node)": entry(tree, row, "hit"),
    value: score === "-" ? "none" : `${sign}${score}`,
    "how it ended": tree.ends[row.end] + by(tree, row.endedBy),
    "failed high on": row.refuted === 65535 ? "no move" : moveName(tree, row.refuted),
    "moves skipped": row.skipped ? row.skipped + by(tree, row.skippedBy) : "none",
    "stored in the table (mates counted from this node)": entry(tree, row, "stored"),
    "nodes in its subtree": row.size.toLocaleString("en-US"),
  };
};

const label = (tree, { row }) => {
  const move = moveName(tree, row.move);
  const credit = row.askedBy < tree.techniques.length ? ` (${tree.techniques[row.askedBy]})` : "";
  return ["root", move + credit, `${move} again`, `pass${credit}`, `same node${credit}`, `without ${move}${credit}`][
    row.reached
  ];
};
const wayTo = (tree, node) => {
  if (!node.above) {
    const number = tree.roots.indexOf(node) + 1;
    return tree.roots.length === 1 ? "the root" : `the root, search ${number} of ${tree.roots.length}`;
  }
  const labels = [];
  for (let one = node; one.above; one = one.above) labels.unshift(label(tree, one));
  return labels.join(" ");
};
const counted = (count) => `${count.toLocaleString("en-US")} node${count === 1 ? "" : "s"}`;
const says = (tree, node) => {
  const left = node.size - node.span;
  let shares = "";
  if (tree.names.length === 2) {
    const all = [
      [node.size - node.onlyA - node.onlyB, "in both"],
      [node.onlyA, `only in ${tree.names[0]}`],
      [node.onlyB, `only in ${tree.names[1]}`],
    ];
    const some = all.filter(([count]) => count > 0).map(([count, what]) => `${count.toLocaleString("en-US")} ${what}`);
    shares = ` (${some.join(", ")})`;
  }
  const leftOut = left > 0 ? `, ${left.toLocaleString("en-US")} of them left out` : "";
  return `${wayTo(tree, node)}: ${counted(node.size)}${shares}${leftOut}.`;
};

// One node of each kind that the rows tell apart, and some more.
const sample = (tree) => {
  const kinds = new Map();
  for (const node of tree.nodes) {
    for (const row of node.rows.filter(Boolean)) {
      const same = ["reached", "end", "endedBy", "certainty", "hitBound", "storedBound", "narrowedBy", "neededBy"];
      const kind = [...same, "reducedBy", "extendedBy", "skippedBy"].map((name) => row[name]);
      const key = [...kind, row.ply % 2, Math.abs(row.value) > 20000, node.has].join();
      if (!kinds.has(key)) kinds.set(key, node.at);
    }
  }
  const every = tree.nodes.filter(({ at }) => at % Math.ceil(tree.nodes.length / 20) === 0).map(({ at }) => at);
  return [...new Set([...kinds.values()].slice(0, 150).concat(every))];
};

for (const file of ["difference.html", "kept.html", "uniform.html", "techniques.html", "moves.html"]) {
  describe(`the numbers of ${file}`, () => {
    test("of nodes agree with a recount", async () => {
      const tree = nodesOf(file);
      const { page, complaints, context } = await open(browser, [file]);
      await ready(page);
      const shown = await page.evaluate(
        (places) =>
          places.map((at) => {
            location.hash = `#node=${at}`;
            dispatchEvent(new Event("hashchange"));
            const rows = [...document.querySelectorAll(".explorer .beside tbody tr")];
            const cells = rows.map((row) => [...row.cells].map((cell) => cell.textContent.replace("≠ ", "")));
            const marks = rows.map((row) => row.className === "differs");
            return [document.querySelector(".explorer .says").textContent, cells, marks];
          }),
        sample(tree),
      );
      for (const [which, at] of sample(tree).entries()) {
        const node = tree.nodes[at];
        const [said, cells, marks] = shown[which];
        assert.equal(said, says(tree, node), `node ${at}`);
        const facts = node.rows.slice(0, tree.names.length).map((row) => row && expected(tree, row));
        const names = Object.keys(facts.find(Boolean));
        const wanted = names.map((name) => [name, ...facts.map((one) => one?.[name] ?? "not entered")]);
        assert.deepEqual(cells, wanted, `node ${at}`);
        assert.deepEqual(
          marks,
          wanted.map(([, ...values]) => values.length === 2 && values[0] !== values[1]),
        );
      }
      assert.deepEqual(complaints, []);
      await context.close();
    });

    test("of what can be found agree with a recount", async () => {
      const tree = nodesOf(file);
      const { page, context } = await open(browser, [file]);
      await ready(page);
      const found = await page.evaluate(() => {
        const select = document.querySelectorAll(".explorer select")[1];
        return [...select.options].slice(1).map(({ text }, at) => {
          select.selectedIndex = at + 1;
          select.dispatchEvent(new Event("change"));
          return [text, Number(/^[\d,]+/.exec(document.querySelector(".says").textContent)[0].replaceAll(",", ""))];
        });
      });
      const acts = ["endedBy", "narrowedBy", "neededBy", "askedBy", "reducedBy", "extendedBy", "skippedBy"];
      const is = {
        ...Object.fromEntries(tree.ends.map((name, at) => [`ended: ${name}`, (row) => row.end === at])),
        ...Object.fromEntries(
          tree.techniques.map((name, at) => [`technique: ${name}`, (row) => acts.some((act) => row[act] === at)]),
        ),
        "searched again": (row) => row.reached === 2,
        "table entry found": (row) => row.hitBound !== 255,
        quiescence: (row) => row.quiescence === 1,
      };
      for (const [text, count] of found) {
        const only = tree.names.findIndex((name) => text === `only ${name}`);
        const matches = tree.nodes.filter(({ has, rows: [a, b] }) => {
          if (text === "different values") return a && b && a.value !== b.value;
          if (only >= 0) return has === only + 1;
          return [a, b].some((row) => row && is[text](row));
        });
        assert.equal(count, matches.length, text);
      }
      assert.ok(found.length > 10);
      await context.close();
    });

    test("give each node its width, its place and its colour", async () => {
      const tree = nodesOf(file);
      const { page, context } = await open(browser, [file]);
      await ready(page);
      const canvas = page.locator("canvas");
      const { width } = await canvas.evaluate((one) => ({ width: one.clientWidth }));
      const total = tree.roots.reduce((sum, { size }) => sum + size, 0);
      // The middle of each node that is wide enough, of the first rows.
      const places = [];
      const lay = (nodes, from, row) => {
        let left = from;
        for (const node of nodes) {
          const wide = (node.size / total) * width;
          if (wide > 12 && row < 12) {
            places.push({ node, x: left + wide / 2, left: left + 2, right: left + wide - 3, y: row * 18 + 9 });
            lay(node.below, left, row + 1);
          }
          left += wide;
        }
      };
      lay(tree.roots, 0, 0);
      assert.ok(places.length > 5);
      const titles = await canvas.evaluate(
        (one, points) => {
          const { left, top } = one.getBoundingClientRect();
          return points.map(({ xs, y }) =>
            xs.map((x) => {
              const at = { clientX: left + x, clientY: top + y, bubbles: true };
              one.dispatchEvent(new PointerEvent("pointermove", at));
              return one.title;
            }),
          );
        },
        places.map(({ x, left, right, y }) => ({ xs: [left, x, right], y })),
      );
      for (const [at, { node }] of places.entries()) {
        const title = `${wayTo(tree, node)}: ${counted(node.size)}`;
        assert.deepEqual(titles[at], [title, title, title]);
      }
      // Colours, below the labels and the line of the principal variation; in the last rows of pixels of each node.
      const options = await page.getByLabel("Colour by").locator("option").allInnerTexts();
      const colorAt = (points) =>
        canvas.evaluate((one, all) => {
          const copy = new OffscreenCanvas(one.width, one.height).getContext("2d", { willReadFrequently: true });
          copy.drawImage(one, 0, 0);
          return all.map(({ x, y }) => [...copy.getImageData(Math.round(x), y, 1, 1).data].slice(0, 3).join());
        }, points);
      for (const option of options.filter((text) => text !== "search")) {
        await page.getByLabel("Colour by").selectOption(option);
        const kind = option.split(" ")[0];
        const which = tree.names.findIndex((name) => option === `${kind} in ${name}`);
        const legend = await page.locator(".legend li").evaluateAll((all) =>
          all.map((one) => {
            const [, red, green, blue] = /(\d+), (\d+), (\d+)/.exec(one.firstChild.style.backgroundColor) ?? [];
            return [one.textContent, `${red},${green},${blue}`];
          }),
        );
        const colors = await colorAt(places.map(({ left, y }) => ({ x: left + 1, y: y + 6 })));
        for (const [at, { node }] of places.entries()) {
          if (node.at === 0 || !node.above) continue;
          const row = node.rows[Math.max(which, 0)] ?? node.row;
          const score = row.ply % 2 ? 0 - row.value : row.value;
          const acts = ["endedBy", "narrowedBy", "neededBy", "askedBy", "reducedBy", "extendedBy", "skippedBy"];
          const act = acts.map((name) => row[name]).find((place) => place < tree.techniques.length);
          const bands = ["mated", "below -300", "-300 to -25", "-25 to 25", "25 to 300", "above 300", "mates"];
          const limits = [-20000, -300, -25, 25, 300, 20000];
          const name = {
            end: tree.ends[row.end],
            technique: tree.techniques[act] ?? "no technique",
            score: row.value === -32768 ? "no value" : bands[limits.filter((limit) => score > limit).length],
          }[kind];
          const wanted = legend.find(([text]) => text === name)[1];
          assert.equal(colors[at], wanted, `${option}: ${name} at ${wayTo(tree, node)}`);
        }
      }
      await context.close();
    });
  });
}

test("the difference's picture shows which search has each node", async () => {
  for (const file of ["difference.html", "kept.html"]) {
    const tree = nodesOf(file);
    const { page, context } = await open(browser, [file]);
    await ready(page);
    // The frame of the selected node would cover the root's ends.
    await page.locator("canvas").press("ArrowDown");
    const columns = await page.locator("canvas").evaluate((one) => {
      const copy = new OffscreenCanvas(one.width, one.height).getContext("2d", { willReadFrequently: true });
      copy.drawImage(one, 0, 0);
      const { data } = copy.getImageData(one.width >> 1, 0, 1, 18);
      return Array.from({ length: 18 }, (_, row) => [data[row * 4], data[row * 4 + 2]]);
    });
    const root = tree.roots.reduce((most, one) => (one.size > most.size ? one : most));
    const isOrange = ([red, blue]) => red > blue + 60;
    const isBlue = ([red, blue]) => blue > red + 60;
    const pixels = [columns.filter(isOrange).length, columns.filter(isBlue).length];
    for (const [which, only] of [root.onlyA, root.onlyB].entries()) {
      const wanted = (only / root.size) * 17;
      assert.ok(Math.abs(pixels[which] - wanted) <= 3, `${file}: ${pixels} of 17 pixels, ${which} has ${wanted}`);
    }
    await context.close();
  }
});

test("the board is that of the moves", async () => {
  const { page, complaints, context } = await open(browser, ["moves.html"]);
  await ready(page);
  for (const [moves, board] of [
    ["e1g1", "White: Rf1, Kg1, Pc5, Pg7. Black: Pb5, Ra8, Ke8. Black to move."],
    ["e1g1 e8c8", "White: Rf1, Kg1, Pc5, Pg7. Black: Pb5, Kc8, Rd8. White to move."],
    ["c5b6", "White: Ke1, Rh1, Pb6, Pg7. Black: Ra8, Ke8. Black to move."],
    ["g7g8n b5b4", "White: Ke1, Rh1, Pc5, Ng8. Black: Pb4, Ra8, Ke8. White to move."],
  ]) {
    await page.getByRole("searchbox").fill(moves);
    await page.getByRole("searchbox").press("Enter");
    assert.equal(await page.locator(".explorer svg.board").getAttribute("aria-label"), board);
  }
  assert.deepEqual(complaints, []);
  await context.close();
});
