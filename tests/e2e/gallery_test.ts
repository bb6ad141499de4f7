// Every building block in every state, in builds for development: looks as in the stored pictures, is accessible, and fits
// a phone. `UPDATE_SCREENSHOTS=1` replaces the pictures.
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { buildPage } from "../../web/build.ts";
import { BrowserClient, type ClientOptions, launchBrowser } from "../support/browser.ts";
import { comparePictures, shrinkPicture } from "../support/compare_pictures.ts";
import { findAxeIssues } from "../support/find_axe_issues.ts";
import { listenOnLoopback } from "../support/listen_on_loopback.ts";
import { step } from "../support/step.ts";
import { TestApp } from "../support/test_app.ts";
import { until } from "../support/until.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const stored = join(import.meta.dirname!, "..", "gallery", "pictures");
const isUpdating = Deno.env.get("UPDATE_SCREENSHOTS") === "1";
/** Pixels of a picture that may differ: fewer than the border of a small button has. */
const MAX_PIXELS = 40;
const MAX_STORED_BYTES = 1_500_000;

// Letters are drawn alike whatever the machine's screen and font settings are.
const flags = ["--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb"];
const fixed = { timeZone: "UTC", reducedMotion: true, height: 900 } as const;
/** Higher than each section: for a taller one, the browser would be resized and forget that it is a phone. */
const HIGH = 7000;
const now = new Date("2026-11-23T12:00:00Z");

/** The views of which pictures are stored. They are English, because Chinese uses the fonts of the machine. */
const views: Record<string, ClientOptions & { width: number }> = {
  light: { ...fixed, width: 1440, colorScheme: "light" },
  dark: { ...fixed, width: 1440, colorScheme: "dark" },
  phone: { ...fixed, width: 390, colorScheme: "light", touch: true },
};

/** The gallery repeats landmarks to show their states; a real page has one of each. */
const repeated = /^landmark-unique:/;

Deno.test("gallery: looks as in the stored pictures, in both themes and on a phone", async (t) => {
  await withGallery(async (browser, address) => {
    const different: string[] = [];
    for (const [view, options] of Object.entries(views)) {
      await using client = await BrowserClient.open(browser, options);
      await openGallery(client, `${address}?lang=en`);
      await step(t, `${view}: each section`, async () => {
        await client.page.setViewportSize({ width: options.width, height: HIGH });
        await prepare(client.page);
        for (const section of await client.page.locator("section[id]").all()) {
          const name = await section.getAttribute("id");
          await section.evaluate(alignToPixels);
          different.push(...await compare(section, `${view}_${name}`));
          // A picture of something 16,384 pixels down the page is empty.
          await section.evaluate((element) => element.style.display = "none");
        }
      });
      await step(t, `${view}: each overlay`, async () => {
        await client.page.setViewportSize({ width: options.width, height: fixed.height });
        await client.page.locator("#overlays").evaluate((element) => element.style.display = "");
        for (const opener of await client.page.locator("[data-opens]").all()) {
          const name = await opener.getAttribute("data-opens");
          different.push(...await compareOverlay(client, opener, `${view}_opened_${name}`));
        }
      });
      assert.deepEqual(client.errors, []);
    }
    assert.deepEqual(different, [], "run with UPDATE_SCREENSHOTS=1 if the change is intended");
  });
  assert.ok(await storedBytes() < MAX_STORED_BYTES, "the stored pictures are too large");
});

Deno.test("gallery: axe finds nothing in both themes and languages, and nothing is wider than a phone", async (t) => {
  await withGallery(async (browser, address) => {
    for (const language of ["en", "zh"]) {
      for (const [view, options] of Object.entries(views)) {
        await step(t, `${language}, ${view}`, async () => {
          await using client = await BrowserClient.open(browser, options);
          await openGallery(client, `${address}?lang=${language}`);
          const issues = await findAxeIssues(client.page);
          assert.deepEqual(issues.filter((issue) => !repeated.test(issue)), []);
          assert.ok(await client.page.evaluate(() => document.body.scrollWidth <= document.body.clientWidth));
          assert.deepEqual(client.errors, []);
        });
      }
    }
  });
});

/** Builds the page for development, serves it and starts a browser. */
async function withGallery(test: (browser: Browser, address: string) => Promise<void>): Promise<void> {
  await using root = await temporaryFolder();
  await Deno.copyFile(join(stored, "..", "..", "..", "static", "index.html"), join(root.path, "index.html"));
  await buildPage({ outFolder: join(root.path, "assets"), compress: false, development: true });
  await using app = await TestApp.open({ pageRoot: root.path });
  const server = await listenOnLoopback(app.app);
  const browser = await launchBrowser({ flags, isWhole: true });
  try {
    await test(browser, `http://127.0.0.1:${server.address.port}/dev/gallery`);
  } finally {
    await browser.close();
    await server.close(0);
  }
}

async function openGallery(client: BrowserClient, address: string): Promise<void> {
  await client.page.clock.setFixedTime(now);
  const response = await client.page.goto(address);
  assert.equal(response?.status(), 200);
  await client.page.locator("section[id]").last().waitFor();
  await until("the fonts are loaded", () =>
    client.page.evaluate(() => {
      const fonts = [...document.fonts].filter(({ weight }) => weight === "100 900");
      return fonts.length === 2 && fonts.every(({ status }) => status === "loaded");
    }), 50);
  await client.settled();
}

/** Removes what differs between machines, and forces the states that need a pointer or the keyboard. */
async function prepare(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.caretColor = "transparent";
    for (const one of document.querySelectorAll("[data-chinese]")) one.remove();
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  const { root } = await devtools.send("DOM.getDocument");
  for (const state of ["hover", "active", "focus-visible"]) {
    const selector = `[data-force="${state}"] :is(button, input)`;
    const { nodeIds } = await devtools.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector });
    assert.ok(nodeIds.length > 0, `no example forces ${state}`);
    const forcedPseudoClasses = state === "focus-visible" ? ["focus", state] : [state];
    for (const nodeId of nodeIds) {
      await devtools.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses });
    }
  }
}

/** Runs in the page: moves a section to a whole pixel, so that it looks the same whatever is above. */
function alignToPixels(section: HTMLElement | SVGElement): void {
  const top = section.getBoundingClientRect().top + scrollY;
  section.style.marginTop = `${Math.ceil(top) - top}px`;
}

async function compareOverlay(client: BrowserClient, opener: Locator, name: string): Promise<string[]> {
  const { page } = client;
  await opener.click();
  const overlay = page.locator("[role=dialog], [role=alertdialog], [role=menu]");
  await overlay.waitFor();
  await client.settled();
  const different = await compare(overlay, name);
  await page.keyboard.press("Escape");
  // A form with changes asks first; those of the gallery have none.
  await overlay.waitFor({ state: "detached" });
  return different;
}

/** Compares an element with its stored picture, or replaces the picture. Returns what to report. */
async function compare(element: Locator, name: string): Promise<string[]> {
  const actual = shrinkPicture(await element.screenshot({ animations: "disabled", caret: "initial" }));
  const path = join(stored, `${name}.png`);
  const expected = await Deno.readFile(path).catch(() => null);
  const { pixels, diff } = expected ? comparePictures(expected, actual) : { pixels: Infinity, diff: actual };
  if (pixels <= MAX_PIXELS) return [];
  if (isUpdating) {
    await Deno.mkdir(stored, { recursive: true });
    await Deno.writeFile(path, actual);
    return [];
  }
  const folder = join(tmpdir(), "sundial-gallery-differences");
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeFile(join(folder, `${name}_actual.png`), actual);
  await Deno.writeFile(join(folder, `${name}_diff.png`), diff);
  return [`${name}: ${expected ? `${pixels} pixels differ` : "has no stored picture"}, see ${folder}`];
}

async function storedBytes(): Promise<number> {
  let bytes = 0;
  for await (const { name } of Deno.readDir(stored)) bytes += (await Deno.stat(join(stored, name))).size;
  return bytes;
}
