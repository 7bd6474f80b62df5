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

describe("the page of a tree", () => {
  for (const [width, colorScheme] of [
    [390, "light"],
    [1440, "dark"],
  ]) {
    test(`is sound at ${width} px, ${colorScheme}`, async () => {
      const { page, complaints, context } = await open(browser, ["tree.html"], {
        viewport: { width, height: 900 },
        colorScheme,
      });
      const [whole, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(whole <= window, `${whole} px are wider than ${window}`);
      await page.screenshot({ path: path.join(shots, `tree-${width}-${colorScheme}.png`), fullPage: true });
      assert.deepEqual(await violations(page), []);
      assert.deepEqual(complaints, []);
      await context.close();
    });
  }

  test("is played with the keyboard, forward, back and to cuts", async () => {
    const { page, complaints, context } = await open(browser, ["tree.html"]);
    await page.keyboard.press("Home");
    assert.match(await says(page), /^Step 1 of \d+: node 1 is entered at depth 2, with the window \(-inf, inf\)\.$/);
    assert.equal(await page.locator("#tree-1 .path li").count(), 1);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.match(await says(page), /^Step 3 of \d+: node 2 is entered/);
    assert.equal(await page.locator("#tree-1 .path li").count(), 2);
    await page.keyboard.press("ArrowLeft");
    assert.match(await says(page), /^Step 2 /);
    await page.keyboard.press("c");
    // The textbook's cut: the second move of MAX is refuted by its first reply.
    assert.match(await says(page), /node 6 has the value ≤ 2: alpha cutoff\.$/);
    await page.screenshot({ path: path.join(shots, "tree-cut.png"), fullPage: true });
    assert.match(await page.locator("#tree-1 .path li").last().innerText(), /^node 6, MIN.*: window \(3, inf\)$/);
    const step = Number(/Step (\d+) /.exec(await says(page))[1]);
    assert.equal(await page.evaluate(() => location.hash), `#step=${step}`);
    await page.keyboard.press("End");
    assert.match(await says(page), /node 1 has the value 3\.$/);
    await page.keyboard.press("Shift+C");
    assert.match(await says(page), new RegExp(`^Step ${step} `));
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test("hides what is not known yet: cards, branches and the best line", async () => {
    const { page, context } = await open(browser, ["tree.html"]);
    const cards = await page.locator("#tree-1 .cover").count();
    // For each card its branch and itself.
    assert.equal(await page.locator("#tree-1 svg g").count(), 2 * cards);
    const hidden = () =>
      page.evaluate(() => {
        const shapes = [...document.querySelectorAll("#tree-1 svg g *")];
        return shapes.filter((shape) => getComputedStyle(shape).visibility === "hidden").length;
      });
    const broad = () =>
      page.evaluate(() => {
        const lines = [...document.querySelectorAll("#tree-1 svg g [stroke-width='3']")];
        return lines.filter((line) => getComputedStyle(line).strokeWidth === "3px").length;
      });
    assert.equal(await hidden(), 0);
    assert.ok((await broad()) > 0);
    await page.keyboard.press("Home");
    assert.equal(await page.locator("#tree-1 g.unknown").count(), 2 * (cards - 1));
    assert.equal(await broad(), 0);
    const first = await hidden();
    // The crosses of moves that are never searched are drawn on their branches.
    const crosses = page.locator("#tree-1 g.unknown [stroke='#D55E00']");
    assert.ok((await crosses.count()) > 0);
    await page.keyboard.press("c");
    assert.ok((await hidden()) < first);
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

  test("draws a tree of a position so large that it can be read, and follows the search", async () => {
    const { page, complaints, context } = await open(browser, ["fen.html"], { viewport: { width: 390, height: 900 } });
    const [whole, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(whole <= window, `${whole} px are wider than ${window}`);
    const smallest = await page.evaluate(() =>
      Math.min(
        ...[...document.querySelectorAll(".picture svg text")].map((text) => text.getBoundingClientRect().height),
      ),
    );
    assert.ok(smallest >= 9, `text of ${smallest} px`);
    await page.keyboard.press("Home");
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press("ArrowRight");
      const [left, right, end] = await page.evaluate(() => {
        const frame = document.querySelector(".frame").getBoundingClientRect();
        const card = document.querySelector(".cover.current").getBoundingClientRect();
        return [card.left - frame.left, card.right - frame.left, frame.width];
      });
      assert.ok(left >= -1 && right <= end + 1, `the card is at ${left} to ${right} of ${end}`);
    }
    await page.screenshot({ path: path.join(shots, "tree-fen-390.png"), fullPage: true });
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test("has a link to each step of each tree", async () => {
    const { page, context } = await open(browser, ["tree.html"]);
    await page.goto(`${address("tree.html")}#tree=2&step=2`);
    await page.reload();
    assert.match(await says(page, 2), /^Step 2 /);
    assert.match(await says(page, 1), /node 1 has the value 3\.$/);
    await page.evaluate(() => {
      location.hash = "#step=4";
    });
    await page.waitForFunction(() => document.querySelector("#tree-1 .says").textContent.startsWith("Step 4 "));
    await context.close();
  });

  test("shows the table as it fills", async () => {
    const { page, context } = await open(browser, ["tree.html"]);
    assert.match(await page.locator("#tree-1 .beside").innerText(), /This search has no table\./);
    const rows = () => page.locator("#tree-2 tbody tr").count();
    const all = await rows();
    assert.ok(all > 0);
    // A node of MIN that was refuted is worth at most what its picture says.
    const texts = await page.locator("#tree-2 tbody tr").allInnerTexts();
    assert.ok(
      texts.some((text) => text.includes("at most")),
      String(texts),
    );
    await page.locator("#tree-2").getByRole("button", { name: "First" }).click();
    assert.equal(await rows(), 0);
    await context.close();
  });
});
