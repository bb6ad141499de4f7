// Sequences of keys lead to pages. Their second keys act on rows: R runs a task, S stops it. After G, they never do.
import assert from "node:assert/strict";
import type { List } from "../../server/contract/shapes.ts";
import type { Run } from "../../server/contract/runs.ts";
import type { Page } from "playwright-core";
import { fillPanel } from "../support/filled_panel.ts";
import { type Story, testStory } from "../support/stories.ts";

/** Second keys, and the pages that they lead to; X, E and Delete belong to no sequence. */
const sequences = { o: "/dashboard", t: "/crontab", r: "/runs", s: "/setting", x: null, e: null };
const lists = ["/crontab", "/runs", "/subscription", "/env", "/dependence?type=deno"];

testStory("key sequences: they change nothing in any list", async (story) => {
  await fillPanel(story.panel, story.dataDir);
  const changes = recordChanges(story.page);
  const runs = await countRuns(story);
  for (const list of lists) {
    for (const [key, target] of Object.entries(sequences)) await press(story, list, key, target);
  }
  assert.deepEqual(changes, []);
  assert.equal(await countRuns(story), runs);
});

function recordChanges(page: Page): string[] {
  const changes: string[] = [];
  page.on("request", (request) => {
    // What a rule means is asked for by POST; the panel remembers where a user was.
    if (request.method() === "GET" || /\/api\/(cron\/|auth\/session$)/.test(request.url())) return;
    changes.push(`${request.method()} ${request.url()} on ${page.url()}`);
  });
  return changes;
}

async function countRuns({ panel }: Story): Promise<number> {
  return (await panel.json<List<Run>>("/api/runs?pageSize=1")).total;
}

async function press(
  { page, panel, client, at }: Story,
  list: string,
  key: string,
  target: string | null,
): Promise<void> {
  await page.goto(at(list));
  await page.locator("tbody tr[data-index]").first().waitFor();
  await client.settled();
  await page.keyboard.press("ArrowDown");
  await page.locator("tr[data-index]:focus").waitFor();
  // G twice is G: nobody counts while a page does not seem to react.
  await page.keyboard.press("g");
  await page.keyboard.press("g");
  const before = page.url();
  await page.keyboard.press(key);
  if (target !== null) return await page.waitForURL((url) => url.href.startsWith(at(target)));
  await client.settled();
  assert.equal(page.url(), before, `${key} on ${list} of ${panel.address}`);
}
