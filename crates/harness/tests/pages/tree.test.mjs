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

  test("covers what is not known yet", async () => {
    const { page, context } = await open(browser, ["tree.html"]);
    const covered = () => page.locator("#tree-1 .cover.unknown").count();
    assert.equal(await covered(), 0);
    await page.keyboard.press("Home");
    const first = await covered();
    assert.equal(first, (await page.locator("#tree-1 .cover").count()) - 1);
    await page.keyboard.press("c");
    assert.ok((await covered()) < first);
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
    await page.locator("#tree-2").getByRole("button", { name: "First" }).click();
    assert.equal(await rows(), 0);
    await context.close();
  });
});
