// The logs of all tasks on one page: followed, searched, compared, downloaded and deleted; by mouse, by
// keyboard, on a phone.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { formatLogHeader } from "../../server/contract/log_messages.ts";
import type { LogTree } from "../../server/contract/logs.ts";
import type { Run } from "../../server/contract/runs.ts";
import { choose } from "../support/choose.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { assertFits, phone, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("logs: all logs on one page", {
  "without logs, the page explains where they come from": seeNone,
  "a running task's log is followed and stopped from there": follow,
  "a log without a run is read and searched, and its first error is found": readLeftOver,
  "logs are found by name, by that of their task, and by content": search,
  "two logs of a folder are compared": compare,
  "a log and a folder are downloaded": download,
  "several are deleted after a confirmation with number and size": remove,
  "the log of an active run is not deleted": keepActiveLog,
  "a deleted log is reported": reportMissing,
});

testStory("logs: by keyboard", byKeys);

testStory("logs: on a phone", byThumb, { window: phone });

function put({ dataDir }: Story, path: string, content: string): void {
  const file = join(dataDir, "logs", path);
  Deno.mkdirSync(dirname(file), { recursive: true });
  Deno.writeTextFileSync(file, content);
}

function tree({ page, w }: Story) {
  return page.getByRole("tree", { name: w.logs.tree });
}

function item(story: Story, name: string) {
  return tree(story).getByRole("treeitem", { name: new RegExp(`^${name.replaceAll(".", "\\.")}(,|$)`) });
}

function lines({ page }: Story) {
  return page.getByRole("log");
}

async function seeNone({ page, w, at }: Story): Promise<void> {
  await page.goto(at("/log"));
  await page.getByText(w.logs.none, { exact: true }).first().waitFor();
  assert.equal(
    await page.getByRole("link", { name: w.logs.toTasks }).getAttribute("href"),
    new URL(at("/crontab")).pathname,
  );
}

async function follow(story: Story): Promise<void> {
  const { page, w, dataDir } = story;
  // The test controls its output; otherwise its amount would depend on the machine.
  const text = (word: string) =>
    `until [ -e ${join(dataDir, word)} ]; do sleep 0.1; done; echo ${word} words`;
  const release = (word: string) => Deno.writeTextFile(join(dataDir, word), "");
  const command = `echo first words; ${text("second")}; ${text("third")}; sleep 300`;
  const id = await story.add({ name: "Watcher", command, logFolder: "watch" });
  const runId = await story.run(id);
  // A live event makes the folder appear.
  await item(story, "watch, Watcher").click();
  const log = tree(story).getByRole("treeitem").nth(1);
  await log.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/).first().waitFor();
  await tree(story).getByRole("treeitem", { name: new RegExp(`^[\\d: -]+, .+, ${w.runs.stateRunning}$`) })
    .waitFor();
  await log.click();
  await lines(story).getByText("first words", { exact: true }).first().waitFor();
  await release("second");
  await lines(story).getByText("second words", { exact: true }).first().waitFor();
  await page.reload();
  await lines(story).getByText("second words", { exact: true }).first().waitFor();
  await release("third");
  await lines(story).getByText("third words", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: w.ui.delete, exact: true, disabled: true }).waitFor();
  await page.getByRole("button", { name: w.tasks.stop, exact: true }).click();
  await page.getByText(w.runs.stateStopped, { exact: true }).first().waitFor();
  await story.ended(runId);
  await page.getByRole("link", { name: w.logs.openRun.replace("{run}", String(runId)) }).click();
  await page.getByRole("dialog", { name: "Watcher" }).getByRole("log").getByText("third words", {
    exact: true,
  }).first().waitFor();
  await page.goBack();
  await page.getByRole("link", { name: "Watcher" }).click();
  await page.getByRole("heading", { name: "Watcher" }).waitFor();
}

async function readLeftOver(story: Story): Promise<void> {
  const { page, w, at } = story;
  const rows = Array.from({ length: 3000 }, (_, n) => `row ${n + 1}\n`);
  rows[1499] = "ValueError: 登录失败\n";
  // Its lines are numbered below the header, in the log and in search results.
  const header = formatLogHeader("2020-01-02 03:04:05", "zh");
  put(story, "left/2020-01-02-03-04-05-678.log", `${header}\n\n${rows.join("")}`);
  put(story, "left/2020-01-02-03-04-05-678.log.times", "");
  put(story, "left/2020-01-01-03-04-05-678.log", `${rows.slice(0, 10).join("")}another end\n`);
  await page.goto(at("/log?path=left%2F2020-01-02-03-04-05-678.log"));
  await lines(story).getByText("row 3000", { exact: true }).first().waitFor();
  await item(story, "2020-01-02 03:04:05").and(page.locator("[aria-current=true]")).waitFor();
  await item(story, "2020-01-01 03:04:05").waitFor();
  assert.equal(await tree(story).getByText("2020").count(), 2, "the file of line times is not a log");
  await page.getByRole("button", { name: w.log.firstError }).click();
  await lines(story).getByText("ValueError").first().waitFor();
  await lines(story).getByText("1500", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: w.log.searchKey }).click();
  await page.getByLabel(w.log.search, { exact: true }).fill("row 77");
  await lines(story).getByText("77", { exact: true }).first().waitFor();
  await page.keyboard.press("Escape");
}

async function search(story: Story): Promise<void> {
  const { page, w } = story;
  const field = page.getByRole("textbox", { name: w.logs.search });
  await field.fill("2020-01-01");
  await page.getByRole("button", { name: "left/2020-01-01-03-04-05-678.log" }).click();
  await lines(story).getByText("another end", { exact: true }).first().waitFor();
  await field.fill("watcher");
  const hit = page.getByRole("button", { name: `Watcher, ${w.runs.stateStopped}` });
  await hit.click();
  await lines(story).getByText("third words", { exact: true }).first().waitFor();
  assert.match(page.url(), /path=watch%2F/);
  await choose(page.getByRole("radio", { name: w.logs.inContents }));
  await field.fill("登录失败");
  await page.getByRole("button", { name: new RegExp(`^${w.logs.line.replace("{line}", "1500")}`) }).click();
  const found = lines(story).locator("mark[data-current]");
  await found.waitFor();
  assert.equal(await found.textContent(), "登录失败");
  await lines(story).getByText("1500", { exact: true }).first().waitFor();
  assert.match(page.url(), /path=left%2F2020-01-02/);
  await field.fill("nothing like this at all");
  await page.getByText(w.logs.noneFound, { exact: true }).first().waitFor();
  await field.press("Escape");
  await tree(story).waitFor();
}

async function compare({ page, w, at }: Story): Promise<void> {
  await page.goto(at("/log?path=left%2F2020-01-02-03-04-05-678.log"));
  await page.getByRole("button", { name: w.logs.compare }).click();
  await page.getByRole("menuitem", { name: /2020-01-01 03:04:05/ }).click();
  await page.waitForURL(/\/diff\?left=log%2Fleft%2F2020-01-01.*right=log%2Fleft%2F2020-01-02/);
  await page.getByText("another end").first().waitFor();
  await page.goBack();
}

async function download(story: Story): Promise<void> {
  const { page, w, at } = story;
  await lines(story).getByText("row 3000", { exact: true }).first().waitFor();
  const log = page.waitForEvent("download");
  await page.getByRole("link", { name: w.log.download }).click();
  assert.equal((await log).suggestedFilename(), "2020-01-02-03-04-05-678.log");
  assert.match(await Deno.readTextFile(await (await log).path()), /\nValueError: 登录失败\n/);
  await page.goto(at("/log?path=left"));
  await page.getByText("2 logs").first().waitFor();
  const archive = page.waitForEvent("download");
  await page.getByRole("link", { name: w.logs.downloadFolder }).click();
  assert.equal((await archive).suggestedFilename(), "left.tar.gz");
  const { stdout } = await new Deno.Command("tar", { args: ["tzf", await (await archive).path()] }).output();
  const names = new TextDecoder().decode(stdout).trim().split("\n").sort();
  assert.deepEqual(names, ["left/", "left/2020-01-01-03-04-05-678.log", "left/2020-01-02-03-04-05-678.log"]);
}

async function remove(story: Story): Promise<void> {
  const { page, w, at, dataDir } = story;
  for (let n = 0; n < 4; n++) put(story, `many/${n}.log`, "x".repeat(500));
  await page.goto(at("/log"));
  await item(story, "many").click();
  await item(story, "0.log").click({ modifiers: ["Control"] });
  await item(story, "1.log").click({ modifiers: ["Control"] });
  const chosen = page.getByRole("status").filter({ hasText: w.logs.selected.replace("{count}", "2") });
  await chosen.getByRole("button", { name: w.ui.delete, exact: true }).click();
  const confirmation = page.getByRole("alertdialog");
  await confirmation.getByText(/2 logs \(1 kB/).first().waitFor();
  await confirmation.getByRole("button", { name: w.ui.cancel }).click();
  await confirmation.waitFor({ state: "hidden" });
  assert.ok(existsSync(join(dataDir, "logs", "many", "0.log")));
  await chosen.getByRole("button", { name: w.ui.delete, exact: true }).click();
  await confirmation.getByRole("button", { name: w.ui.delete, exact: true }).click();
  await confirmation.waitFor({ state: "detached" });
  for (const name of ["0.log", "1.log"]) await item(story, name).waitFor({ state: "detached" });
  const left = () => [...Deno.readDirSync(join(dataDir, "logs", "many"))].map(({ name }) => name).sort();
  await until("they are deleted from disk", () => left().length === 2);
  assert.deepEqual(left(), ["2.log", "3.log"]);
  await item(story, "many").click({ button: "right" });
  await page.getByRole("menuitem", { name: w.ui.delete }).click();
  await confirmation.getByText(/2 logs \(1 kB/).first().waitFor();
  await confirmation.getByRole("button", { name: w.ui.delete, exact: true }).click();
  // While it is open, the tree behind it has no role.
  await confirmation.waitFor({ state: "detached" });
  await item(story, "many").waitFor({ state: "detached" });
  await until("the folder is gone", () => !existsSync(join(dataDir, "logs", "many")));
}

async function keepActiveLog(story: Story): Promise<void> {
  const { page, w, at, panel, dataDir } = story;
  const id = await story.add({ name: "Patient", command: "echo here; sleep 300", logFolder: "patient" });
  const runId = await story.run(id);
  await item(story, "patient, Patient").click({ button: "right" });
  await page.getByRole("menuitem", { name: w.ui.delete }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: w.ui.delete, exact: true }).click();
  await page.getByText(/still writing/).first().waitFor();
  const { logPath } = await panel.json<Run>(`/api/runs/${runId}`);
  assert.ok(existsSync(join(dataDir, "logs", logPath!)));
  await panel.json(`/api/runs/${runId}/stop`, { method: "POST" });
  await story.ended(runId);
  await page.goto(at(`/log?path=${encodeURIComponent(logPath!)}`));
  await lines(story).getByText("here", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: w.ui.delete, exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: w.ui.delete, exact: true }).click();
  await page.getByText(w.logs.choose, { exact: true }).first().waitFor();
  const { entries } = await panel.json<LogTree>("/api/logs/tree");
  assert.ok(!entries.some(({ name }) => name === "patient"));
  await page.goto(at(`/crontab/logModal?id=${id}`));
  await page.getByText(w.log.removed).first().waitFor();
}

async function reportMissing({ page, w, at }: Story): Promise<void> {
  await page.goto(at("/log?path=nowhere%2Fgone.log"));
  await page.getByText(w.logs.gone, { exact: true }).first().waitFor();
}

async function byKeys(story: Story): Promise<void> {
  const { page, w, at, dataDir } = story;
  put(story, "keys/2020-01-02-03-04-04-678.log", "older\n");
  put(story, "keys/2020-01-02-03-04-05-678.log", "opened by keys\n");
  await page.goto(at("/log"));
  await item(story, "keys").waitFor();
  await page.keyboard.press("/");
  await hasFocus(page.getByRole("textbox", { name: w.logs.search }));
  await page.keyboard.type("no such log");
  await page.getByText(w.logs.noneFound, { exact: true }).first().waitFor();
  await page.keyboard.press("Escape");
  await tree(story).waitFor();
  for (let step = 0; step < 6; step++) {
    if (await tree(story).evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("ArrowRight");
  await item(story, "2020-01-02 03:04:05").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await lines(story).getByText("opened by keys", { exact: true }).first().waitFor();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Delete");
  const confirmation = page.getByRole("alertdialog");
  await hasFocus(confirmation.getByRole("button", { name: w.ui.cancel }));
  await page.keyboard.press("Tab");
  await hasFocus(confirmation.getByRole("button", { name: w.ui.delete, exact: true }));
  await page.keyboard.press("Enter");
  await until("both are gone", () => !existsSync(join(dataDir, "logs", "keys")));
  await page.getByText(w.logs.choose, { exact: true }).first().waitFor();
}

async function byThumb(story: Story): Promise<void> {
  const { page, w, at } = story;
  const id = await story.add({ name: "Pocket", command: "seq 100; echo in the pocket", logFolder: "pocket" });
  await story.ended(await story.run(id));
  await page.goto(at("/log"));
  await item(story, "pocket, Pocket").tap();
  await tree(story).getByRole("treeitem").nth(1).tap();
  await lines(story).getByText("in the pocket", { exact: true }).first().waitFor();
  await tree(story).waitFor({ state: "detached" });
  await assertFits(story);
  await page.getByRole("button", { name: w.logs.back }).tap();
  await tree(story).waitFor();
  await page.goBack();
  await lines(story).getByText("in the pocket", { exact: true }).first().waitFor();
}
