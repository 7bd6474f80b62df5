import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { address, launch, open, shots, violations } from "./browser.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const says = (page, tree = 1) => page.locator(`#tree-${tree} .says`).innerText();
const counts = (page) => page.locator(".count").allInnerTexts();
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
// The parts of a card, as steps-tree.js has them.
const PARTS = ["outline", "branch", "house", "question", "answer"];
const cards = async (page, tree = 1) => (await page.locator(`#tree-${tree} svg.picture g`).count()) / PARTS.length;

describe("the page of a tree", () => {
  for (const [width, height, colorScheme] of [
    [390, 844, "light"],
    [1366, 768, "light"],
    [1440, 900, "dark"],
  ]) {
    for (const file of ["tree.html", "letters.html", "fen.html", "uniform-tree.html", "proof.html"]) {
      test(`${file} is sound at ${width} px, ${colorScheme}`, async () => {
        const { page, complaints, context } = await open(browser, [file], {
          viewport: { width, height },
          colorScheme,
        });
        const [whole, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(whole <= window, `${whole} px are wider than ${window}`);
        const [inner, outer] = await page.evaluate(() =>
          ["svg.picture", "div.picture"].map((one) => document.querySelector(one).getBoundingClientRect().width),
        );
        assert.ok(Math.abs(inner - outer) < 1, `a picture of ${inner} px in ${outer}`);
        await page.keyboard.press("c");
        await page.screenshot({ path: path.join(shots, `${file}-${width}-${colorScheme}.png`) });
        assert.deepEqual(await violations(page), []);
        assert.deepEqual(complaints, []);
        await context.close();
      });
    }
  }

  test("shows tree, sentence, window and bar on a projector's screen, and opens on the first step", async () => {
    const { page, context } = await open(browser, ["letters.html"], { viewport: { width: 1366, height: 768 } });
    assert.match(await says(page), /^Step 1 of \d+: node A is entered at depth 2, with the window \(−∞,\s∞\)\.$/);
    const boxes = await page.evaluate(() =>
      [".picture", ".says", ".interval", ".player"].flatMap((selector) =>
        [...document.querySelectorAll(`main ${selector}`)].map((one) => {
          const { top, bottom, width } = one.getBoundingClientRect();
          return [selector, top, bottom, width];
        }),
      ),
    );
    assert.equal(boxes.length, 9);
    for (const [selector, top, bottom, width] of boxes) {
      assert.ok(top >= 0 && bottom <= 768 && width > 0, `${selector}: ${top} to ${bottom}`);
    }
    // The trees take most of the height that the sentences and the bar leave.
    const [frame] = await page.evaluate(() =>
      [...document.querySelectorAll(".frame")].map((one) => one.getBoundingClientRect().height),
    );
    assert.ok(frame > 768 * 0.55, `${frame} px`);
    // Two trees side by side can be read from the last row.
    const type = await page.evaluate(() =>
      [...document.querySelectorAll("svg.picture text")].map(
        (text) => text.getScreenCTM().a * Number(text.getAttribute("font-size")),
      ),
    );
    assert.ok(type.length > 50 && Math.min(...type) >= 18, `${Math.min(...type)} px`);
    await context.close();
  });

  test("is played with the keyboard, forward, back and to cuts", async () => {
    const { page, complaints, context } = await open(browser, ["letters.html"]);
    const windows = () =>
      page.locator("#tree-2 .path li").evaluateAll((items) => items.map((item) => item.textContent));
    assert.deepEqual(await windows(), ["node A, MAX: window (-∞, ∞)"]);
    await page.keyboard.press("ArrowRight");
    assert.match(await says(page), /^Step 2 of \d+: node B is entered/);
    await page.keyboard.press("ArrowLeft");
    assert.match(await says(page), /^Step 1 /);
    await page.keyboard.press("c");
    // The textbook's cut: the second move of MAX is refuted by its first reply.
    const sentence = "MIN already has 2, MAX has 3 elsewhere: the rest cannot matter";
    assert.ok((await says(page, 2)).endsWith(`node C has the value ≤ 2: alpha cutoff. ${sentence}.`));
    assert.deepEqual(await windows(), [
      "node A, MAX: window (-∞, ∞), value ≥ 3",
      "node C, MIN: window (3, ∞), value ≤ 2",
    ]);
    // The crosses appear with the cut, and not before.
    const crosses = () =>
      page.evaluate(() => {
        const found = [...document.querySelectorAll("#tree-2 svg.picture g [stroke='#D55E00']")];
        return found.filter((one) => getComputedStyle(one).visibility === "visible").length;
      });
    assert.equal(await crosses(), 2);
    assert.equal(await page.locator("#tree-2 svg.picture g.cut").count(), 2);
    const step = Number(/Step (\d+) /.exec(await says(page, 2))[1]);
    assert.equal(await page.evaluate(() => location.hash), `#step=${step}`);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await crosses(), 0);
    await page.keyboard.press("End");
    assert.match(await says(page, 2), /node A has the value 3\.$/);
    await page.keyboard.press("Shift+C");
    assert.match(await says(page, 2), new RegExp(`^Step ${step} `));
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test("plays by itself, faster on demand, and pauses", async () => {
    const { page, context } = await open(browser, ["letters.html"]);
    await page.getByLabel("Speed").selectOption("8");
    await press(page, "Play");
    await page.waitForFunction(() => document.querySelector("#tree-1 .says").textContent.startsWith("Step 4 "));
    await press(page, "Pause");
    const paused = await says(page);
    await page.waitForTimeout(500);
    assert.equal(await says(page), paused);
    // To the end, where it stops by itself and begins again.
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await page.locator("h1").click();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    assert.match(await says(page), /node A has the value 3\.$/);
    await press(page, "Play");
    await page.waitForFunction(() => /^Step [12] /.test(document.querySelector("#tree-1 .says").textContent));
    await context.close();
  });

  test("shows a node that is open as a house of its side, with its best value so far", async () => {
    const { page, context } = await open(browser, ["letters.html"]);
    for (let step = 1; step < 8; step += 1) await page.keyboard.press("ArrowRight");
    // After B, MAX has 3; the houses of the path are open, and the one in hand is marked.
    const open_ = await page.locator("#tree-2 g.open").count();
    assert.equal(open_, 2);
    assert.equal(await page.locator("#tree-2 g.current").count(), 1);
    const best = () => page.locator("#tree-2 .cover").allInnerTexts();
    assert.deepEqual((await best()).filter(Boolean), ["≤ 3"]);
    await page.keyboard.press("ArrowRight");
    assert.deepEqual((await best()).filter(Boolean), ["≥ 3"]);
    // The house keeps its shape: nothing of it is hidden, and the value stands inside of it.
    const inside = await page.evaluate(() => {
      const cover = [...document.querySelectorAll("#tree-2 .cover")].find((one) => one.textContent);
      const house = document.querySelector("#tree-2 g.open path, #tree-2 g.open polygon");
      const [a, b] = [cover.getBoundingClientRect(), house.getBoundingClientRect()];
      return a.left >= b.left - 2 && a.right <= b.right + 2 && a.top >= b.top && a.bottom <= b.bottom + 2;
    });
    assert.ok(inside);
    await context.close();
  });

  test("shows the window of the node in hand on the line of all values", async () => {
    const { page, context } = await open(browser, ["letters.html"]);
    const texts = () => page.locator("#tree-2 .interval text").allTextContents();
    assert.deepEqual(await texts(), ["-∞", "∞"]);
    await page.keyboard.press("c");
    assert.deepEqual(await texts(), ["3", "∞", "2"]);
    const [alpha, beta] = await page.evaluate(() => {
      const line = document.querySelector("#tree-2 .interval .open");
      return [line.getAttribute("x1"), line.getAttribute("x2")].map(Number);
    });
    const value = Number(await page.locator("#tree-2 .interval circle").getAttribute("cx"));
    assert.ok(value < alpha && alpha < beta, `${value}, ${alpha}, ${beta}`);
    await context.close();
  });

  test("draws what is not visited as outlines, which can be hidden", async () => {
    const { page, context } = await open(browser, ["tree.html"]);
    const all = await cards(page);
    const visible = (part) =>
      page.evaluate(
        ([at, parts]) => {
          const groups = [...document.querySelectorAll("#tree-1 svg.picture g")];
          const own = groups.slice((at * groups.length) / parts, ((at + 1) * groups.length) / parts);
          const isSeen = (group) => getComputedStyle(group).visibility === "visible";
          return own.filter(isSeen).length;
        },
        [PARTS.indexOf(part), PARTS.length],
      );
    assert.equal(await visible("outline"), all - 1);
    assert.equal(await visible("house"), 1);
    assert.equal(await visible("answer"), 0);
    await press(page, "Hide ahead");
    assert.equal(await visible("outline"), 0);
    assert.equal(await visible("house"), 1);
    await page.keyboard.press("h");
    await page.keyboard.press("End");
    assert.equal(await visible("outline"), 0);
    assert.equal(await visible("answer"), all);
    await context.close();
  });

  test("plays two searches in step, or each at its own pace, with their nodes counted", async () => {
    const { page, context } = await open(browser, ["letters.html"]);
    assert.deepEqual(await counts(page), ["1 of 13 nodes entered", "1 of 11 nodes entered"]);
    await page.keyboard.press("End");
    assert.deepEqual(await counts(page), ["13 of 13 nodes entered", "11 nodes entered, 2 fewer than minimax"]);
    await page.keyboard.press("Home");
    assert.deepEqual(await counts(page), ["1 of 13 nodes entered", "1 of 11 nodes entered"]);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("s");
    await page.locator("#tree-2 .says").click();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.match(await says(page, 1), /^Step 2 /);
    assert.match(await says(page, 2), /^Step 4 /);
    assert.equal(await page.evaluate(() => location.hash), "#tree=2&step=4");
    await page.locator("#tree-1 .says").click();
    await page.keyboard.press("ArrowRight");
    assert.match(await says(page, 1), /^Step 3 /);
    assert.match(await says(page, 2), /^Step 4 /);
    await context.close();
  });

  test("has a link to each step", async () => {
    const { page, context } = await open(browser, ["letters.html"]);
    await page.goto(`${address("letters.html")}#tree=2&step=3`);
    await page.reload();
    assert.match(await says(page, 2), /^Step 3 /);
    assert.match(await says(page, 1), /^Step 1 /);
    assert.equal(await page.evaluate(() => location.hash), "#tree=2&step=3");
    // All go on from the one that is furthest.
    await page.keyboard.press("s");
    assert.match(await says(page, 1), /^Step 3 /);
    assert.equal(await page.evaluate(() => location.hash), "#step=3");
    await page.goto(`${address("letters.html")}#step=4`);
    await page.reload();
    assert.match(await says(page, 1), /^Step 4 /);
    assert.match(await says(page, 2), /^Step 4 /);
    await page.evaluate(() => {
      location.hash = "#step=5";
    });
    await page.waitForFunction(() => document.querySelector("#tree-1 .says").textContent.startsWith("Step 5 "));
    await context.close();
  });

  test("goes to the first step of a node that is clicked", async () => {
    const { page, complaints, context } = await open(browser, ["letters.html"]);
    const clickHouse = async (of) => {
      const at = (await cards(page, 2)) * PARTS.indexOf("outline") + of;
      const { x, y, width, height } = await page.locator("#tree-2 svg.picture g").nth(at).boundingBox();
      // The outline of a card begins with its branch.
      await page.mouse.click(x + width / 2, y + height - 5);
    };
    await page.keyboard.press("End");
    await clickHouse(0);
    assert.match(await says(page, 2), /^Step 1 of/);
    // The first reply to the first move.
    await clickHouse(2);
    assert.match(await says(page, 2), /^Step 3 of \d+: node B1 is entered/);
    await page.mouse.click(5, (await page.locator("#tree-2 .frame").boundingBox()).y + 5);
    assert.match(await says(page, 2), /^Step 3 of/, "there is no node");
    // A node ahead is found while its outline is seen, and not while it is hidden.
    await page.keyboard.press("h");
    await page.keyboard.press("Home");
    await clickHouse(2);
    assert.match(await says(page, 2), /^Step 1 of/, "it is hidden");
    await page.keyboard.press("h");
    // Each at its own pace: the click chooses the tree, and moves it alone.
    await page.keyboard.press("s");
    await clickHouse(2);
    assert.match(await says(page, 2), /^Step 3 of/);
    assert.match(await says(page, 1), /^Step 1 of/);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test("has large type, and a tree that fills the whole screen", async () => {
    const { page, context } = await open(browser, ["letters.html"], { viewport: { width: 1366, height: 768 } });
    const smallest = () =>
      page.evaluate(() =>
        Math.min(
          ...[...document.querySelectorAll("svg.picture text")].map((text) => text.getBoundingClientRect().height),
        ),
      );
    const normal = await smallest();
    await press(page, "Large type");
    assert.ok((await smallest()) >= 18, `${await smallest()} px`);
    assert.ok((await smallest()) > normal);
    await page.keyboard.press("f");
    await page.waitForFunction(() => document.fullscreenElement?.id === "main");
    await context.close();
  });

  test("turns over every grey on dark paper", async () => {
    const { page, context } = await open(browser, ["tree.html"], { colorScheme: "dark" });
    const stay = await page.evaluate(() => {
      const found = new Set();
      for (const shape of document.querySelectorAll(".picture svg *")) {
        for (const what of ["fill", "stroke"]) {
          const [, red, green, blue] = /^#(..)(..)(..)$/.exec(shape.getAttribute(what) ?? "") ?? [];
          const is = `rgb(${[red, green, blue].map((part) => Number.parseInt(part, 16)).join(", ")})`;
          if (red && red === green && green === blue && getComputedStyle(shape)[what] === is)
            found.add(`${what} ${is}`);
        }
      }
      return [...found];
    });
    assert.deepEqual(stay, []);
    await context.close();
  });

  test("draws a tree of a position so large that it can be read, follows the search and shows its board", async () => {
    const { page, complaints, context } = await open(browser, ["fen.html"], { viewport: { width: 390, height: 844 } });
    const smallest = await page.evaluate(() =>
      Math.min(
        ...[...document.querySelectorAll("svg.picture text")].map((text) => text.getBoundingClientRect().height),
      ),
    );
    assert.ok(smallest >= 9, `text of ${smallest} px`);
    const men = () =>
      page.locator("#tree-1 figure.board use").evaluateAll((uses) => uses.map((one) => one.getAttribute("transform")));
    const first = await men();
    assert.equal(first.length, 4);
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press("ArrowRight");
      const [left, right, top, bottom, wide, high] = await page.evaluate(() => {
        const frame = document.querySelector(".frame").getBoundingClientRect();
        const card = document.querySelector("g.current").getBoundingClientRect();
        return [
          card.left - frame.left,
          card.right - frame.left,
          card.top - frame.top,
          card.bottom - frame.top,
          frame.width,
          frame.height,
        ];
      });
      assert.ok(left >= -1 && right <= wide + 1, `the card is at ${left} to ${right} of ${wide}`);
      assert.ok(top >= -1 && bottom <= high + 1, `the card is at ${top} to ${bottom} of ${high}`);
    }
    assert.notDeepEqual(await men(), first);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test("shows the board of another game", async () => {
    const { page, complaints, context } = await open(browser, ["tic-tac-toe.html"]);
    const men = () =>
      page
        .locator("svg.squares circle")
        .evaluateAll((all) => all.map((one) => `${one.getAttribute("fill")} ${one.getAttribute("cx")}`));
    assert.deepEqual(await men(), []);
    await page.keyboard.press("ArrowRight");
    assert.equal((await men()).length, 1);
    await page.keyboard.press("ArrowRight");
    const two = await men();
    assert.equal(new Set(two.map((one) => one.split(" ")[0])).size, 2);
    await page.screenshot({ path: path.join(shots, "tree-tic-tac-toe.png") });
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test("shows the table as it fills", async () => {
    const { page, context } = await open(browser, ["tree.html"]);
    assert.equal(await page.locator("#tree-1 table").count(), 0);
    await page.locator("#tree-2 summary").click();
    const rows = () => page.locator("#tree-2 tbody tr").count();
    assert.equal(await rows(), 0);
    await page.keyboard.press("End");
    assert.ok((await rows()) > 0);
    // A node of MIN that was refuted is worth at most what its picture says.
    const texts = await page.locator("#tree-2 tbody tr").allInnerTexts();
    assert.ok(
      texts.some((text) => text.includes("at most")),
      String(texts),
    );
    await context.close();
  });
});
