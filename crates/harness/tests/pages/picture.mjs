// Takes the picture of README: the icicle of a page, with its colours. `node picture.mjs PAGE PICTURE`

import { launch, open, ready } from "./browser.mjs";

const [from, to] = process.argv.slice(2);
const browser = await launch();
const { page } = await open(browser, [from], { viewport: { width: 1040, height: 900 }, deviceScaleFactor: 1.5 });
await ready(page);
const legend = await page.locator(".explorer .legend").boundingBox();
const canvas = await page.locator(".explorer canvas").boundingBox();
const margin = 4;
const clip = {
  x: canvas.x - margin,
  y: legend.y - margin,
  width: canvas.width + 2 * margin,
  height: canvas.y + canvas.height - legend.y + 2 * margin,
};
await page.screenshot({ path: to, fullPage: true, clip });
await browser.close();
