// A headless browser with one page of a report, on files from disk.

import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const require = createRequire(import.meta.url);

/** The browser, by its path: playwright-core brings none. */
export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    // In a container there is no second sandbox.
    args: ["--no-sandbox"],
  });

/** The directory with the reports that scripts/test-pages has written. */
export const reports = process.env.REPORTS;

/** Where screenshots go, for people to look at. */
export const shots = process.env.SHOTS ?? path.join(reports, "shots");

export const address = (...parts) => pathToFileURL(path.join(reports, ...parts)).href;

/** Waits until a page that was packed has all its parts, and its script has run. */
const unpacked = (page) =>
  page.waitForFunction(
    () =>
      !document.querySelector("script.later") &&
      (globalThis.plybench || !document.querySelector("script[type=module]")),
  );

/** Opens a page, and keeps what the browser complains of and asks the network for. */
export const open = async (browser, parts, options = {}) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith("file:") && !request.url().startsWith("data:")) complaints.push(request.url());
  });
  page.on("dialog", (dialog) => {
    complaints.push(`dialog ${dialog.message()}`);
    dialog.dismiss();
  });
  await page.goto(address(...parts));
  await unpacked(page);
  return { page, complaints, context };
};

/** Waits until a page of large trees has drawn them. */
export const ready = (page) => page.waitForSelector("section.explorer[data-ready]", { timeout: 60000 });

/** Opens all that is closed at first, and waits until it is drawn. */
export const openAll = async (page) => {
  // With the keyboard: what the last one shows may move the next one from under the mouse, between pressing and releasing it.
  for (const summary of await page.locator("summary").all()) await summary.press("Enter");
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".cards")].every((list) => list.childElementCount > 0),
  );
};

/** The violations that axe-core finds, in a few words each. */
export const violations = async (page) => {
  // The page's policy refuses other scripts, so this one comes from outside of it.
  const client = await page.context().newCDPSession(page);
  await client.send("Page.setBypassCSP", { enabled: true });
  await page.reload();
  await unpacked(page);
  await openAll(page);
  await page.addScriptTag({ path: require.resolve("axe-core") });
  const found = await page.evaluate(() => window.axe.run());
  return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
};
