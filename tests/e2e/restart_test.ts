// The panel goes away for a while, and the page that waits for it needs nothing from it.
import assert from "node:assert/strict";
import { freePort } from "../support/free_port.ts";
import { runStory, type Story, tellers } from "../support/stories.ts";

for (const options of tellers) {
  Deno.test(`restart: told to its end by a page that gets nothing from a panel that is away, in ${options.language}`, async () => {
    // One it is found at again.
    await runStory(options, restart, { flags: ["--port", String(freePort())] });
  });
}

async function restart({ page, w, at, panel, client }: Story): Promise<void> {
  const { startedAt } = await panel.json<{ startedAt: string }>("/api/system");
  let isAsked = false;
  await page.route("**/api/system/restart", async (route) => {
    isAsked = true;
    await route.continue();
  });
  // On a slow line the panel is gone before the page has asked for more of itself.
  await page.route(/\.js$/, (route) => isAsked ? route.abort() : route.continue());
  await page.goto(at("/setting/about"));
  await page.getByRole("button", { name: w.about.restart }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: w.about.restart }).click();
  await page.getByText(w.progress.doneRestart).waitFor();
  const after = await panel.json<{ startedAt: string }>("/api/system");
  assert.notEqual(after.startedAt, startedAt);
  assert.deepEqual(client.errors, []);
}
