// Reading the system log: filter, follow, download and clear.
import assert from "node:assert/strict";
import { type Story, testStory } from "../support/stories.ts";

testStory("system log: read, filtered, followed, downloaded and cleared", run, {
  flags: ["--log-level", "debug"],
});

async function run({ w: { systemLog, ui }, page, panel, at, client }: Story): Promise<void> {
  const lines = page.getByRole("list", { name: systemLog.tab }).getByRole("listitem");
  await page.goto(at("/setting/systemLog"));
  await lines.first().waitFor();

  await page.getByRole("button", { name: systemLog.info, exact: true }).click();
  await page.waitForURL(/level=info/);
  await lines.filter({ hasText: "the panel is set up" }).waitFor();
  await lines.filter({ hasText: "request" }).first().waitFor({ state: "detached" });
  await page.getByRole("button", { name: systemLog.info, exact: true }).click();

  const search = page.getByRole("textbox", { name: systemLog.search });
  await search.fill("/api/views");
  await page.waitForURL(/q=/);
  await page.getByText(systemLog.noMatch, { exact: true }).first().waitFor();
  // A new line appears by itself.
  await (await panel.fetch("/api/views")).body?.cancel();
  await lines.first().waitFor();
  await lines.first().getByRole("button").click();
  await page.getByRole("dialog").getByText("/api/views").first().waitFor();
  await page.getByRole("dialog").getByRole("button", { name: ui.close }).last().click();

  // While paused, it does not.
  await page.getByRole("switch", { name: systemLog.follow }).click();
  await client.settled(); // pausing sends one last request
  const held = await lines.count();
  // A second tab that follows sees the line, which is published to both.
  const beside = await page.context().newPage();
  await beside.goto(page.url());
  const theirs = beside.getByRole("list", { name: systemLog.tab }).getByRole("listitem");
  await theirs.nth(held - 1).waitFor();
  await (await panel.fetch("/api/views")).body?.cancel();
  await theirs.nth(held).waitFor();
  await beside.close();
  assert.equal(await lines.count(), held);

  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: systemLog.download }).click();
  const download = await downloading;
  assert.match(download.suggestedFilename(), /^sundial-log.*\.jsonl$/);
  const text = await Deno.readTextFile(await download.path());
  assert.ok(text.trim().split("\n").every((line) => JSON.parse(line).time));

  await page.getByRole("button", { name: systemLog.clear }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: systemLog.clear }).click();
  await page.getByText(systemLog.cleared).first().waitFor();
  const { items } = await panel.json<{ items: { time: string }[] }>("/api/system-log?q=the panel is set up");
  assert.deepEqual(items, []);
}
