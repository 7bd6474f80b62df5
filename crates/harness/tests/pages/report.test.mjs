import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { address, launch, open, openAll, reports, shots, violations } from "./browser.mjs";

let browser;
before(async () => {
  fs.mkdirSync(shots, { recursive: true });
  browser = await launch();
});
after(() => browser.close());

const PAGES = ["run", "games", "hostile", "krk-mdp", "packed"];

const widths = (page) => page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);

for (const name of PAGES) {
  describe(`the page of ${name}`, () => {
    for (const [width, colorScheme] of [
      [390, "light"],
      [1440, "light"],
      [1440, "dark"],
    ]) {
      test(`is sound at ${width} px, ${colorScheme}`, async () => {
        const options = { viewport: { width, height: 900 }, colorScheme };
        const { page, complaints, context } = await open(browser, [name, "index.html"], options);
        await openAll(page);
        const [whole, window] = await widths(page);
        assert.ok(whole <= window, `${whole} px are wider than ${window}`);
        await page.evaluate(() => scrollTo(0, 0));
        await page.screenshot({ path: path.join(shots, `${name}-${width}-${colorScheme}.png`) });
        assert.deepEqual(await violations(page), []);
        assert.deepEqual(complaints, []);
        await context.close();
      });
    }

    test("prints, light whatever the screen is, and links what stands beside it", async () => {
      const { page, context } = await open(browser, [name, "index.html"], { colorScheme: "dark" });
      await page.emulateMedia({ media: "print" });
      const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      assert.equal(paper, "rgb(255, 255, 255)");
      // The width of A4 without its margins.
      await page.setViewportSize({ width: 718, height: 1000 });
      const cut = await page.locator("table").evaluateAll((all) => {
        const right = all.map((table) => Math.ceil(table.getBoundingClientRect().right));
        return right.filter((end) => end > innerWidth);
      });
      assert.deepEqual(cut, []);
      const pdf = await page.pdf({ path: path.join(shots, `${name}.pdf`), format: "A4" });
      assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
      for (const link of await page.locator("a[href]").all()) {
        const href = await link.getAttribute("href");
        if (href.startsWith("#")) assert.equal(await page.locator(href).count(), 1, href);
        else assert.ok(fs.existsSync(path.join(reports, name, decodeURIComponent(href))), href);
      }
      await context.close();
    });
  });
}

describe("boards of other games", () => {
  test("are drawn with their men", async () => {
    const { page, complaints, context } = await open(browser, ["other", "index.html"]);
    await openAll(page);
    const boards = page.locator("svg.squares");
    assert.deepEqual(
      await boards.evaluateAll((all) =>
        all.map((one) => [one.querySelectorAll("rect").length, one.querySelectorAll("circle").length]),
      ),
      [
        [64, 4],
        [42, 0],
      ],
    );
    await page.screenshot({ path: path.join(shots, "other-games.png"), fullPage: true });
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(complaints, []);
    await context.close();
  });
});

describe("tables", () => {
  const cells = (page, column) =>
    page
      .locator(`#table tbody tr:visible td:nth-child(${column})`)
      .evaluateAll((all) => all.map((cell) => cell.innerText));

  test("are sorted by a column, numbers by size, from the keyboard too", async () => {
    const { page, context } = await open(browser, ["run", "index.html"]);
    const sort = page.locator("#table th", { hasText: "positions" }).first().getByRole("button");
    await page.locator("#table select").last().selectOption("");
    await sort.focus();
    await page.keyboard.press("Enter");
    const up = (await cells(page, 4)).map(Number);
    assert.ok(up.length > 5 && new Set(up).size > 2, `${up}`);
    assert.deepEqual(
      up,
      up.toSorted((a, b) => a - b),
    );
    await page.keyboard.press("Enter");
    const down = (await cells(page, 4)).map(Number);
    assert.deepEqual(down, up.toReversed());
    assert.equal(await page.locator("#table th[aria-sort]").getAttribute("aria-sort"), "descending");
    await context.close();
  });

  test("have few columns at first, the others on demand, and those that are filtered only where they differ", async () => {
    const { page, context } = await open(browser, ["run", "index.html"]);
    const heads = () => page.locator("#table th:visible").allInnerTexts();
    const few = await heads();
    assert.ok(few.length <= 10 && few.includes("ratio") && !few.includes("p") && !few.includes("depth"), `${few}`);
    await page.locator("#table").getByRole("button", { name: "All columns" }).click();
    const all = await heads();
    assert.ok(all.includes("p, Holm") && all.includes("depth") && all.includes("ties"), `${all}`);
    await page.locator("#table").getByRole("button", { name: "All columns" }).click();
    await page.locator("#table select").last().selectOption("");
    assert.ok((await heads()).includes("depth"));
    // A name stands on one line.
    const [height, line] = await page.evaluate(() => {
      const cell = document.querySelector("#table tbody tr:not([hidden]) td");
      return [cell.getBoundingClientRect().height, Number.parseFloat(getComputedStyle(cell).lineHeight)];
    });
    assert.ok(height < 2 * line, `${height}`);
    await context.close();
  });

  test("show the ratio on a phone without scrolling sideways", async () => {
    const { page, context } = await open(browser, ["run", "index.html"], { viewport: { width: 390, height: 844 } });
    const row = page.locator("#table tbody tr:visible").first();
    const ratio = await row.locator("td[data-name='ratio']").boundingBox();
    assert.ok(ratio.x >= 0 && ratio.x + ratio.width <= 390);
    const [whole, room] = await page.evaluate(() => {
      const scroll = document.querySelector("#table .scroll");
      return [scroll.scrollWidth, scroll.clientWidth];
    });
    assert.ok(whole <= room, `${whole} of ${room}`);
    // The chart that answers is seen whole, too.
    const [chart, frame] = await page.evaluate(() => {
      const figure = document.querySelector("figure.chart");
      const seen = [...figure.querySelectorAll("svg.picture")].filter((one) => one.getBoundingClientRect().width > 0);
      return [seen.map((one) => one.getBoundingClientRect().width), figure.clientWidth];
    });
    assert.equal(chart.length, 1);
    assert.ok(chart[0] > 250 && chart[0] <= frame, `${chart} of ${frame}`);
    await page.screenshot({ path: path.join(shots, "table-390.png"), fullPage: true });
    await context.close();
  });

  test("are filtered by variant, category and depth, and begin with the ranking", async () => {
    const { page, context } = await open(browser, ["run", "index.html"]);
    const csv = fs
      .readFileSync(path.join(reports, "run", "table.csv"), "utf8")
      .trim()
      .split("\n")
      .slice(1);
    const ranked = csv.map((line) => line.split(",")[0]);
    assert.deepEqual(await cells(page, 1), ranked);
    const [variant, category, depth] = await page.locator("#table select").all();
    await variant.selectOption(ranked[1]);
    assert.deepEqual(await cells(page, 1), [ranked[1]]);
    await depth.selectOption("2");
    assert.deepEqual(await cells(page, 3), ["2"]);
    await category.selectOption("");
    assert.ok((await cells(page, 2)).length > 1);
    assert.match(await page.locator("#table [role=status]").innerText(), /^\d+ of \d+ rows\.$/);
    await context.close();
  });

  test("are copied as CSV with the values of table.csv, and as Markdown", async () => {
    const permissions = ["clipboard-read", "clipboard-write"];
    const { page, context } = await open(browser, ["run", "index.html"], { permissions });
    const copied = async (name) => {
      await page.locator("#table").getByRole("button", { name }).click();
      await page.waitForFunction(() => document.querySelector("#table [role=status]").textContent.startsWith("Copied"));
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const rows = (text) =>
      text
        .trim()
        .split("\n")
        .map((line) => line.split(","));
    const [head, ...body] = rows(await copied("Copy as CSV"));
    const [wantedHead, ...wanted] = rows(fs.readFileSync(path.join(reports, "run", "table.csv"), "utf8"));
    for (const column of ["variant", "ratio", "low", "high", "p_holm"]) {
      const of = (line, names) => line[names.indexOf(column)];
      assert.deepEqual(
        body.map((line) => of(line, head)),
        wanted.map((line) => of(line, wantedHead)),
      );
    }
    const markdown = (await copied("Copy as Markdown")).split("\n");
    // What is seen, while the CSV has all.
    assert.match(markdown[0], /^\| variant \| positions \| ratio \| low \| high \| total ratio \| wins \| losses \|/);
    assert.match(markdown[1], /^\|---\|--:\|--:/);
    assert.equal(markdown.length, body.length + 3);
    await context.close();
  });
});

describe("charts", () => {
  const csvAt = (depth) => {
    const lines = fs
      .readFileSync(path.join(reports, "run", "by-depth.csv"), "utf8")
      .trim()
      .split("\n");
    const [head, ...rows] = lines.map((line) => line.split(","));
    const row = rows.find((cells) => cells[head.indexOf("depth")] === depth);
    return { variant: row[0], ratio: row[head.indexOf("ratio")] };
  };

  test("show a mark's exact values on hover and on focus, and arrow keys go on", async () => {
    const { page, context } = await open(browser, ["run", "index.html"]);
    const chart = page.locator("#chart-ratio-by-depth");
    const { ratio } = csvAt("3");
    const mark = chart.locator(`.mark[aria-label*=": ${ratio}"]`).first();
    await mark.scrollIntoViewIfNeeded();
    const box = await mark.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const tip = page.locator(".tip");
    assert.ok((await tip.innerText()).includes(ratio));
    await page.screenshot({ path: path.join(shots, "hover.png") });
    await page.mouse.move(0, 0);
    assert.ok(await tip.isHidden());
    // The mark is on the point: the picture has the same place.
    const first = chart.locator(".mark").first();
    await first.focus();
    assert.ok(await tip.isVisible());
    const before = await tip.innerText();
    await page.keyboard.press("ArrowRight");
    assert.notEqual(await tip.innerText(), before);
    await page.keyboard.press("End");
    assert.equal(
      await chart
        .locator(".mark")
        .last()
        .evaluate((last) => last === document.activeElement),
      true,
    );
    await page.keyboard.press("Escape");
    assert.ok(await tip.isHidden());
    await context.close();
  });

  test("have their marks on the points of the picture", async () => {
    const { page, context } = await open(browser, ["run", "index.html"]);
    const near = await page.locator("#chart-ratio-by-depth").evaluate((figure) => {
      // Circles and markers of the first series are discs.
      const discs = [...figure.querySelectorAll("svg circle")].map((disc) => disc.getBoundingClientRect());
      const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
      const marks = [...figure.querySelectorAll(".mark")].map((mark) => middle(mark.getBoundingClientRect()));
      const distances = marks.map(([x, y]) => Math.min(...discs.map(middle).map(([a, b]) => Math.hypot(x - a, y - b))));
      return distances.filter((distance) => distance < 1.5).length;
    });
    // The first series has a point at each depth that keeps a fifth of the positions.
    const [head, ...lines] = fs
      .readFileSync(path.join(reports, "run", "by-depth.csv"), "utf8")
      .trim()
      .split("\n")
      .map((line) => line.split(","));
    const of = (name) => head.indexOf(name);
    const numbers = lines.filter((line) => line[0] === lines[0][0]).map((line) => Number(line[of("positions")]));
    const drawn = numbers.filter((number) => number * 5 >= Math.max(...numbers)).length;
    assert.ok(drawn > 2 && near >= drawn, `${near} of ${drawn} marks are on a disc`);
    await context.close();
  });

  test("have a table with every value behind them", async () => {
    const { page, context } = await open(browser, ["run", "index.html"]);
    const chart = page.locator("#chart-ratio-by-depth");
    await chart.locator("summary").click();
    const rows = await chart.locator("tbody tr").count();
    assert.equal(rows, await chart.locator(".mark").count());
    await context.close();
  });
});

describe("positions", () => {
  test("have a board, every variant's result, and a command that gives it", async () => {
    const { page, context } = await open(browser, ["run", "index.html"]);
    await page.locator("#positions summary").first().click();
    const card = page.locator("#positions article").first();
    assert.match(await card.locator("svg.board").getAttribute("aria-label"), /^White: king .* to move\.$/);
    const second = card.locator(".choose").nth(1);
    const cells = await card.locator("tbody tr").nth(1).locator("td").allTextContents();
    await second.click();
    assert.equal(await second.getAttribute("aria-pressed"), "true");
    const command = await card.locator("code.command").innerText();
    fs.writeFileSync(path.join(reports, "command.json"), JSON.stringify({ command, cells }));
    await context.close();
  });
});

describe("an answer", () => {
  test("tells each variant's saving with its interval and its cost, best first", async () => {
    const { page, context } = await open(browser, ["run", "index.html"]);
    const sentences = await page.locator("#answer li").allInnerTexts();
    const told = sentences.filter((one) =>
      / needs [\d.]+ times the nodes of "off" \(95 % interval [\d.]+ to [\d.]+\), /.test(one),
    );
    assert.equal(told.length, 3, String(sentences));
    const ratios = told.map((one) => Number(/needs ([\d.]+)/.exec(one)[1]));
    assert.deepEqual(
      ratios,
      ratios.toSorted((a, b) => a - b),
    );
    // The chart below shows the same.
    assert.equal(await page.locator("#picture figure").first().getAttribute("id"), "chart-ratio-by-variant");
    await context.close();
  });
});

describe("a page of ten thousand positions", () => {
  test("is small, and says what it leaves to the export", async () => {
    const file = path.join(reports, "many", "index.html");
    assert.ok(fs.statSync(file).size < 400_000);
    const { page, complaints, context } = await open(browser, ["many", "index.html"]);
    const about = await page.locator("#positions p").first().innerText();
    assert.match(about, /These are 500 of the 10,000 positions.*`?plybench export`? writes all/);
    await openAll(page);
    assert.equal(await page.locator("#positions article").count(), 500);
    assert.deepEqual(complaints, []);
    await context.close();
  });
});

describe("a page of many variants", () => {
  test("is packed, and has all its parts when it is opened", async () => {
    const file = path.join(reports, "packed", "index.html");
    const written = fs.readFileSync(file, "utf8");
    assert.ok(fs.statSync(file).size < 400_000);
    // Without a script there are the answer, the first chart, and a note.
    assert.match(written, /<section id="picture">/);
    assert.match(written, /<noscript><p>The rest is unpacked/);
    assert.doesNotMatch(written, /<section id="table">/);
    const { page, complaints, context } = await open(browser, ["packed", "index.html"]);
    for (const part of ["table", "charts", "tables", "settings", "positions", "notes", "repeat"]) {
      assert.equal(await page.locator(`section#${part}`).count(), 1, part);
    }
    const table = page.locator("#table");
    assert.equal(await table.locator("tbody tr:visible").count(), 63);
    await table.locator("button.sort", { hasText: "total ratio" }).click();
    const ratios = await table.locator("tbody tr:visible td[data-name='total ratio']").allInnerTexts();
    assert.ok(ratios.length === 63 && ratios.every((ratio, at) => at === 0 || Number(ratio) >= Number(ratios[at - 1])));
    // What is too long for one line is shown under the pointer.
    const name = table.locator("tbody tr:visible td:first-child").first();
    const height = async () => (await name.boundingBox()).height;
    const before = await height();
    await name.hover();
    assert.ok((await height()) > before);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test("leads to a part that was packed", async () => {
    const { page, context } = await open(browser, ["run", "index.html"]);
    await page.goto(`${address("packed", "index.html")}#positions`);
    await page.waitForFunction(() => {
      const part = document.querySelector("section#positions");
      return part && Math.abs(part.getBoundingClientRect().top) < 100;
    });
    await context.close();
  });
});

describe("the reports as they are published", () => {
  test("have pages for their texts, and no link that leads nowhere", async () => {
    const site = path.join(reports, "site");
    const { page, complaints, context } = await open(browser, ["site", "index.html"]);
    const cards = await page.locator("h3 a").evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    assert.ok(cards.length >= 30 && cards.every((one) => one.endsWith(".html")), String(cards));
    const waiting = ["index.html", "README.html", ...cards];
    const seen = new Set();
    while (waiting.length > 0) {
      const name = path.normalize(waiting.pop());
      if (seen.has(name)) continue;
      seen.add(name);
      const text = fs.readFileSync(path.join(site, name), "utf8");
      for (const [, kind, href] of text.matchAll(/<(a|img)[^>]* (?:href|src)="([^"]*)"/g)) {
        if (/^(https?:|#|data:)/.test(href)) continue;
        const to = path.join(path.dirname(name), decodeURIComponent(href.split("#")[0]));
        assert.ok(!to.startsWith("..") && fs.existsSync(path.join(site, to)), `${kind} ${href} of ${name}`);
        if (to.endsWith(".html")) waiting.push(to);
      }
    }
    assert.ok(seen.size > 60, `${seen.size}`);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  for (const [width, colorScheme] of [
    [390, "light"],
    [1366, "dark"],
  ]) {
    test(`show a text at ${width} px, ${colorScheme}`, async () => {
      const options = { viewport: { width, height: 844 }, colorScheme };
      const { page, complaints, context } = await open(browser, ["site", "techniques", "README.html"], options);
      const [whole, window] = await widths(page);
      assert.ok(whole <= window, `${whole} px are wider than ${window}`);
      await page.screenshot({ path: path.join(shots, `text-${width}-${colorScheme}.png`) });
      assert.deepEqual(await violations(page), []);
      await page.getByRole("link", { name: "Definitions and methods" }).click();
      await page.waitForURL(/README\.html$/);
      assert.ok((await page.locator("h2[id]").count()) > 10);
      assert.deepEqual(complaints, []);
      await context.close();
    });
  }
});

describe("the pages of this project's reports", () => {
  test("have at most 400 kB each", () => {
    const gallery = path.join(reports, "gallery");
    const pages = fs.readdirSync(gallery).map((name) => path.join(gallery, name, "index.html"));
    const sizes = pages.filter((page) => fs.existsSync(page)).map((page) => [page, fs.statSync(page).size]);
    assert.ok(sizes.length >= 9);
    assert.deepEqual(
      sizes.filter(([, size]) => size > 400_000),
      [],
    );
  });
});

describe("positions of a data set with categories in their names", () => {
  test("have their whole names", async () => {
    const { page, context } = await open(browser, ["uniform-trees.html"]);
    const category = page.locator("#positions summary").first();
    await category.click();
    // What lies off the screen has no inner text.
    const name = await page.locator("#positions article h3").first().textContent();
    assert.match(name, /^breadth-and-density\/branching=\d+,/);
    await context.close();
  });
});

describe("the page as a whole", () => {
  test("runs nothing that a name carries", async () => {
    const { page, complaints, context } = await open(browser, ["hostile", "index.html"]);
    await openAll(page);
    const text = await page.locator("body").innerText();
    assert.ok(text.includes("<script>alert(1)</script>") && text.includes("javascript:alert"), "the names are shown");
    assert.equal(await page.locator("a[href^='javascript']").count(), 0);
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test("has a button for its colours, which lasts", async () => {
    const { page, context } = await open(browser, ["run", "index.html"], { colorScheme: "light" });
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(await paper(), "rgb(255, 255, 255)");
    const button = page.getByRole("button", { name: /^Colours/ });
    await button.click();
    await button.click();
    assert.equal(await paper(), "rgb(21, 24, 29)");
    // The browser stores the choice a moment later; on a busy machine a reload at once can come first.
    await page.waitForTimeout(1000);
    await page.reload();
    assert.equal(await paper(), "rgb(21, 24, 29)");
    await context.close();
  });

  test("is used with the keyboard alone, in the order in which it is read", async () => {
    const { page, context } = await open(browser, ["run", "index.html"]);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to the contents");
    const places = [];
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press("Tab");
      places.push(await page.evaluate(() => document.activeElement.getBoundingClientRect().top + scrollY));
    }
    // Marks of one chart stand above and below each other; parts of the page do not.
    const parts = places.filter((top, at) => at === 0 || top < places[at - 1] - 600);
    assert.equal(parts.length, 1, `${places}`);
    await context.close();
  });
});

describe("the page over reports", () => {
  test("leads to each of them", async () => {
    const { page, complaints, context } = await open(browser, ["index.html"]);
    const links = await page.locator("h3 a").all();
    // Those above, and the two of other games and of many positions.
    assert.equal(links.length, PAGES.length + 2);
    assert.deepEqual(await violations(page), []);
    await page.screenshot({ path: path.join(shots, "index.png"), fullPage: true });
    await page.locator("h3 a").first().click();
    await page.waitForURL(/index\.html$/);
    assert.ok(await page.locator("#notes").isVisible());
    assert.deepEqual(complaints, []);
    await context.close();
  });

  for (const [width, colorScheme] of [
    [390, "light"],
    [1366, "light"],
    [1440, "dark"],
  ]) {
    test(`shows the pictures of this project's reports at ${width} px, ${colorScheme}`, async () => {
      const options = { viewport: { width, height: 900 }, colorScheme };
      const { page, complaints, context } = await open(browser, ["gallery", "index.html"], options);
      const [whole, window] = await widths(page);
      assert.ok(whole <= window, `${whole} px are wider than ${window}`);
      const pictures = await page.locator(".card img").all();
      assert.ok(pictures.length > 20, `${pictures.length}`);
      for (const picture of pictures) {
        await picture.scrollIntoViewIfNeeded();
        const isShown = (image) => image.decode().then(() => image.naturalWidth > 0);
        assert.ok(await picture.evaluate(isShown), await picture.getAttribute("src"));
      }
      assert.deepEqual(await violations(page), []);
      await page.screenshot({ path: path.join(shots, `gallery-${width}-${colorScheme}.png`) });
      assert.deepEqual(complaints, []);
      await context.close();
    });
  }
});
