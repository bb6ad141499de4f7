// The panel restarts, and the page that waits for it requests nothing from it.
import assert from "node:assert/strict";
import { freePort } from "../support/free_port.ts";
import { testStory } from "../support/stories.ts";

// On a fixed port, so that the page finds it again.
const flags = ["--port", String(freePort())];

testStory("restart: the page follows it to the end without requests to a stopped panel", async (story) => {
  const { page, w, at, panel } = story;
  const { startedAt } = await panel.json<{ startedAt: string }>("/api/system");
  let isRequested = false;
  await page.route("**/api/system/restart", async (route) => {
    isRequested = true;
    await route.continue();
  });
  // On a slow connection, the panel stops before the page has loaded further chunks.
  await page.route(/\.js$/, (route) => isRequested ? route.abort() : route.continue());
  await page.goto(at("/setting/about"));
  await page.getByRole("button", { name: w.about.restart }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: w.about.restart }).click();
  await page.getByText(w.progress.doneRestart).first().waitFor();
  const after = await panel.json<{ startedAt: string }>("/api/system");
  assert.notEqual(after.startedAt, startedAt);
}, { flags });
