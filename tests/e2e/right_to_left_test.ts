// The layout from right to left, which `?lang=` of some languages selects: code, paths, addresses, times and numbers are
// still read from left to right.
import assert from "node:assert/strict";
import { filledAddresses, fillPanel } from "../support/filled_panel.ts";
import { testStory } from "../support/stories.ts";

testStory("right to left: code, paths, addresses, times and numbers keep their direction", async (story) => {
  const { page, panel, client } = story;
  await fillPanel(panel, story.dataDir);
  const reversed: string[] = [];
  let checked = 0;
  for (const address of await filledAddresses(panel)) {
    const url = new URL(panel.address + address);
    url.searchParams.set("lang", "ar");
    await page.goto(url.href);
    await page.locator("h1, h2").first().waitFor();
    await client.answered();
    assert.equal(await page.evaluate(() => document.documentElement.dir), "rtl");
    const found = await page.evaluate(readReversed);
    checked += found.checked;
    reversed.push(...found.reversed.map((text) => `${address}: ${text}`));
  }
  assert.deepEqual(reversed, []);
  assert.ok(checked > 200, `${checked} texts`);
}, { window: { reducedMotion: true } });

/** Runs in the page: returns the texts whose order matters and which are displayed in another one. */
function readReversed(): { checked: number; reversed: string[] } {
  // Cron rules, dates, times, paths, addresses, options of commands, ranges, numbers with a unit or a sign.
  const ordered = /\d[\d ]*[:/.,%–-] ?\d|[\d*] [\d*]|\w\/\w|:\/\/|--\w|\d \w|[#+]\d|\w\.\w{1,4}$/;
  const rightToLeft = /[\u0590-\u08ff]/;
  const reversed: string[] = [];
  let checked = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const boxOf = (node: Node, at: number) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  };
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? "";
    if (!ordered.test(text) || rightToLeft.test(text)) continue;
    const visible = [...text.matchAll(/\S/g)].map(({ index }) => boxOf(node, index));
    const lines = Map.groupBy(visible.filter(({ width }) => width > 0), ({ bottom }) => Math.round(bottom));
    if (lines.size === 0) continue;
    checked++;
    const isOrdered = [...lines.values()].every((boxes) =>
      boxes.every(({ left }, at) => at === 0 || left >= boxes[at - 1]!.left - 1)
    );
    if (!isOrdered) reversed.push(text);
  }
  for (const input of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")) {
    if (!ordered.test(input.value) || /radio|checkbox|hidden/.test(input.type)) continue;
    checked++;
    // What starts with a letter has the direction of that letter.
    const { direction, unicodeBidi } = getComputedStyle(input);
    if (direction !== "ltr" && !(unicodeBidi === "plaintext" && /^[a-z\u3400-\u9fff]/i.test(input.value))) {
      reversed.push(input.value);
    }
  }
  return { checked, reversed };
}
