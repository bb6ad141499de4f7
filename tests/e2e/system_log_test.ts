// What the panel says of itself is read, narrowed down, followed live, taken away and cleared.
import assert from "node:assert/strict";
import { runStory, type Story, tellers } from "../support/stories.ts";

for (const options of tellers) {
  Deno.test(`system log: read, narrowed down, followed, taken away and cleared (${options.language})`, async () => {
    await runStory(options, run, { flags: ["--log-level", "debug"] });
  });
}

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
  await page.getByText(systemLog.noMatch, { exact: true }).waitFor();
  // A line that is written now appears by itself.
  await (await panel.fetch("/api/views")).body?.cancel();
  await lines.first().waitFor();
  await lines.first().getByRole("button").click();
  await page.getByRole("dialog").getByText("/api/views").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: ui.close }).last().click();

  // Held still, it does not.
  await page.getByRole("switch", { name: systemLog.follow }).click();
  await client.settled(); // it asks once more when it is held
  const held = await lines.count();
  // Somebody who follows it beside sees the line, which is told to both at once.
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
  await page.getByText(systemLog.cleared).waitFor();
  const { items } = await panel.json<{ items: { time: string }[] }>("/api/system-log?q=the panel is set up");
  assert.deepEqual(items, []);
  assert.deepEqual(client.errors, []);
}
