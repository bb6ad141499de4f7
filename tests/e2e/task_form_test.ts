// The task form: rare fields are collapsed, all values are saved, and errors appear at their fields.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Task, TaskDetail } from "../../server/contract/tasks.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("task form: rare fields, rejections and saved values", {
  "rare fields are collapsed, and stay expanded": unfold,
  "an invalid integer is marked at its field, and not sent": rejectFractions,
  "a nested task command is rejected at its field": rejectInvalid,
  "a rule with an uneven interval offers an even one": evenInterval,
  "every value is saved": create,
  "opening and saving it again changes nothing": saveAgain,
  "a new task is created and run, and its log opens": createAndRun,
  "a script is written in the form": writeScript,
  "the first channel is added in the form, and failures go to it": addChannel,
});

function form({ page }: Story) {
  return page.getByRole("dialog");
}

async function unfold(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/crontab/modal"));
  const advanced = form(story).getByRole("button", { name: w.task.advanced });
  const before = form(story).getByLabel(w.tasks.before);
  await advanced.waitFor();
  assert.equal(await before.isVisible(), false);
  await advanced.click();
  await before.waitFor();
  await page.reload();
  await before.waitFor();
}

async function evenInterval(story: Story): Promise<void> {
  const { w } = story;
  const rule = form(story).getByRole("textbox", { name: w.task.cronRule });
  const even = form(story).getByRole("button", { name: w.task.useRule.replace("{rule}", "@every 45m") });
  await rule.fill("*/15 * * * *");
  assert.equal(await even.count(), 0);
  await rule.fill("*/45 * * * *");
  await even.click();
  assert.equal(await rule.inputValue(), "@every 45m");
  assert.equal(await even.count(), 0);
  const next = form(story).getByRole("region", { name: w.tasks.nextRuns });
  const height = async () => (await next.boundingBox())?.height;
  const before = await height();
  assert.ok(before);
  await rule.fill("0 3 * * x");
  await next.getByText(w.task.nextAfterRule).first().waitFor();
  assert.equal(await height(), before, "a faulty rule keeps the room of the next runs");
  await rule.fill("@every 45m");
  await next.getByText(w.task.nextAfterRule).waitFor({ state: "detached" });
}

async function rejectInvalid(story: Story): Promise<void> {
  const { w } = story;
  await form(story).getByLabel(w.tasks.name, { exact: true }).fill("Everything 全部");
  await form(story).getByLabel(w.tasks.command, { exact: true }).fill("echo done");
  const before = form(story).getByLabel(w.tasks.before);
  await before.fill("cd /tmp && task other.js");
  await form(story).getByRole("button", { name: w.ui.create, exact: true }).click();
  await until("it is rejected", async () => await before.getAttribute("aria-invalid") === "true");
  await form(story).getByText(taskCommand[story.language]).first().waitFor();
  await before.fill("export STAGE=test");
  const after = form(story).getByRole("textbox", { name: new RegExp(`^${w.tasks.after}`) });
  await after.fill("task other.js; echo done");
  await form(story).getByRole("button", { name: w.ui.create, exact: true }).click();
  await until("it is rejected", async () => await after.getAttribute("aria-invalid") === "true");
  await form(story).getByText(taskCommand[story.language]).first().waitFor();
}

async function rejectFractions(story: Story): Promise<void> {
  const { w, panel } = story;
  const field = form(story).getByLabel(w.tasks.logKeepRuns);
  const message = form(story).getByText(
    w.controls.wrongType.replace("{label}", w.tasks.logKeepRuns).replace("{type}", w.controls.typeInteger),
  );
  await field.fill("1.5");
  await message.waitFor();
  await form(story).getByRole("button", { name: w.ui.create, exact: true }).click();
  await hasFocus(field);
  assert.equal((await panel.json<{ total: number }>("/api/tasks")).total, 0);
  await field.fill("");
  await message.waitFor({ state: "detached" });
}

const taskCommand = { en: /cannot contain the task command/, zh: /不能包含 task 命令/ };

async function create(story: Story): Promise<void> {
  const { page, w, panel } = story;
  const dialog = form(story);
  // Never due during the test: a run would change the task that is compared below.
  await dialog.getByRole("textbox", { name: w.task.cronRule }).fill("15 3 29 2 *");
  await dialog.getByRole("button", { name: w.task.addRule }).click();
  await dialog.getByRole("textbox", { name: w.task.cronRuleNumber.replace("{number}", "2") }).fill("@yearly");
  await dialog.getByLabel(w.tasks.serialGroup).fill("nightly");
  await dialog.getByLabel(new RegExp(`^${w.tasks.timeLimitMs}`)).fill("5");
  await choose(story, w.tasks.overlap, w.task.overlapQueue);
  await dialog.getByLabel(w.task.overlapWaiting).fill("4");
  await choose(story, w.tasks.missed, w.task.missedAll);
  await dialog.getByLabel(new RegExp(`^${w.task.missedLimit}`)).fill("3");
  await dialog.getByLabel(new RegExp(`^${w.task.missedDeadline}`)).fill("6");
  await dialog.getByLabel(w.tasks.retry, { exact: true }).fill("2");
  await choose(story, w.task.retryBackoff, w.task.backoffGrowing);
  await dialog.getByLabel(new RegExp(`^${w.tasks.randomDelayMs}`)).fill("2");
  await dialog.getByLabel(w.tasks.workingDirectory).fill("nightly");
  await dialog.getByRole("textbox", { name: new RegExp(`^${w.tasks.after}`) }).fill("echo over");
  await dialog.getByLabel(w.tasks.logFolder).fill("nightly/everything");
  await dialog.getByLabel(w.tasks.logKeepRuns).fill("25");
  await dialog.getByLabel(w.tasks.logKeepDays).fill("90");
  await choose(story, w.task.variablesSeen, w.task.variablesLabelled);
  await dialog.getByLabel(w.tasks.variableLabels).fill("production,");
  await dialog.getByRole("switch", { name: w.task.notifyOnFailure }).click();
  await dialog.getByLabel(w.task.notifyNotRunBy).fill("06:30");
  await dialog.getByRole("button", { name: w.ui.create, exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("row", { name: "Everything 全部" }).waitFor();
  const task = await panel.json<TaskDetail>("/api/tasks/1");
  assert.deepEqual(task.schedules, ["15 3 29 2 *", "@yearly"]);
  const { serialGroup, timeLimitMs, overlap, missed, variableLabels, before } = task;
  const { logFolder, logKeepRuns, logKeepDays } = task;
  assert.deepEqual({ logFolder, logKeepRuns, logKeepDays }, {
    logFolder: "nightly/everything",
    logKeepRuns: 25,
    logKeepDays: 90,
  });
  assert.deepEqual({ serialGroup, timeLimitMs, overlap, variableLabels, before }, {
    serialGroup: "nightly",
    timeLimitMs: 300_000,
    overlap: { policy: "queue", limit: 4 },
    variableLabels: ["production"],
    before: "export STAGE=test",
  });
  assert.deepEqual(missed, { policy: "all", limit: 3, deadlineMs: 6 * 3_600_000 });
  assert.deepEqual([task.retry.times, task.retry.backoff], [2, "exponential"]);
  assert.deepEqual([task.workingDirectory, task.after], ["nightly", "echo over"]);
  assert.ok(task.randomDelayMs > 0);
  assert.deepEqual([task.notify.onFailure, task.notify.notRunBy], [true, "06:30"]);
}

async function choose({ page, ...story }: Story, label: string, option: string): Promise<void> {
  await form({ page, ...story }).getByRole("combobox", { name: label, exact: true }).click();
  await page.getByRole("option", { name: option }).first().click();
}

async function saveAgain(story: Story): Promise<void> {
  const { page, w, at, panel } = story;
  const before = await panel.json<TaskDetail>("/api/tasks/1");
  await page.goto(at("/crontab/modal?id=1"));
  const name = form(story).getByLabel(w.tasks.name, { exact: true });
  await name.fill("Everything else");
  await form(story).getByRole("button", { name: w.ui.save, exact: true }).click();
  await form(story).waitFor({ state: "hidden" });
  const after = await panel.json<TaskDetail>("/api/tasks/1");
  const { version, updatedAt, lastChange, ...same } = before;
  assert.deepEqual({ ...after, version, updatedAt, lastChange }, {
    ...same,
    name: "Everything else",
    version,
    updatedAt,
    lastChange,
  });
}

async function createAndRun(story: Story): Promise<void> {
  const { page, w, at, panel } = story;
  await page.goto(at("/crontab"));
  await page.getByRole("button", { name: w.tasks.new }).click();
  const second = form(story).getByRole("button", { name: w.task.createAndRun });
  await second.click();
  const name = form(story).getByLabel(w.tasks.name, { exact: true });
  await until("it is rejected", async () => await name.getAttribute("aria-invalid") === "true");
  await hasFocus(name);
  await name.fill("At once");
  await form(story).getByLabel(w.tasks.command, { exact: true }).fill("echo output of $SUNDIAL_RUN_ID");
  await second.click();
  await page.waitForURL(/logModal\?.*run=\d+/);
  const run = new URL(page.url()).searchParams.get("run");
  await form(story).getByRole("log").getByText(`output of ${run}`, { exact: true }).first().waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL(at("/crontab"));
  // Enter in a field only creates.
  await page.getByRole("button", { name: w.tasks.new }).click();
  await form(story).getByLabel(w.tasks.command, { exact: true }).fill("echo later");
  await name.fill("Later");
  await name.press("Enter");
  await form(story).waitFor({ state: "hidden" });
  const { items } = await panel.json<{ items: Task[] }>("/api/tasks?q=Later");
  assert.deepEqual(items.map(({ name, lastRun }) => [name, lastRun]), [["Later", null]]);
}

async function writeScript(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/crontab"));
  await page.getByRole("button", { name: w.tasks.new, exact: true }).click();
  const open = form(story).getByRole("button", { name: w.task.newScript });
  await open.click();
  const dialog = page.getByRole("dialog", { name: w.task.newScript });
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  await form(story).waitFor();
  await open.click();
  await dialog.getByRole("radio", { name: "Python" }).check({ force: true });
  await dialog.getByLabel(w.files.fileName).fill("daily report");
  await dialog.getByRole("button", { name: w.task.newScriptSave }).click();
  await dialog.waitFor({ state: "detached" });
  const command = form(story).getByLabel(w.tasks.command, { exact: true });
  assert.equal(await command.inputValue(), "task 'daily report.py'");
  assert.equal(await form(story).getByLabel(w.tasks.name, { exact: true }).inputValue(), "daily report");
  const script = await Deno.readTextFile(join(story.dataDir, "scripts", "daily report.py"));
  assert.match(script, /print\("Hello from Sundial"\)/);
}

async function addChannel(story: Story): Promise<void> {
  const { page, w, panel } = story;
  await form(story).getByRole("button", { name: w.notifications.addChannel }).click();
  const dialog = page.getByRole("dialog", { name: w.notifications.addChannel });
  await dialog.getByLabel(w.notifications.name, { exact: true }).fill("Phone");
  await dialog.getByRole("combobox", { name: w.notifications.type }).click();
  await page.getByRole("option", { name: /^Webhook/ }).click();
  await dialog.getByLabel(/^(URL|请求地址)$/).fill("http://127.0.0.1:9/hook");
  await dialog.getByRole("button", { name: w.ui.create, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  const toggle = form(story).getByRole("switch", { name: w.task.notifyOnFailure });
  await until("failures are reported", async () => await toggle.isDisabled() && await toggle.isChecked());
  await form(story).getByText(/Phone/).first().waitFor();
  await form(story).getByRole("button", { name: w.ui.create, exact: true }).click();
  await page.getByRole("row", { name: "daily report" }).waitFor();
  const { items } = await panel.json<{ items: { name: string }[] }>("/api/notifications");
  assert.deepEqual(items.map(({ name }) => name), ["Phone"]);
}
