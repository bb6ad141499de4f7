// A task from a sample: what it asks for, its secret, and that it runs.
import assert from "node:assert/strict";
import type { List } from "../../server/contract/shapes.ts";
import type { Task } from "../../server/contract/tasks.ts";
import type { Variable } from "../../server/contract/variables.ts";
import { findAxeIssues } from "../support/find_axe_issues.ts";
import { phone, runSteps, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("samples: a task starts from a sample", async (story, t) => {
  await runSteps(t, story, {
    "a sample asks for what it needs, and rejects anything else": fillDisk,
    "the task runs": runDisk,
    "a secret becomes a variable, once": storeSecret,
    "a sample for working days asks for the calendar": followCalendar,
  });
});

testStory("samples: on a phone", async (story) => {
  const { page, w } = story;
  await openSamples(story);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= phone.width, `${width} px wide`);
  await page.getByRole("button", { name: w.taskSamples.oldFiles }).tap();
  await page.getByRole("button", { name: w.taskSamples.back }).tap();
  await page.getByRole("button", { name: w.taskSamples.http }).waitFor();
}, { language: "zh", window: phone });

async function openSamples({ page, w, at }: Story): Promise<void> {
  await page.goto(at("/crontab/modal"));
  await page.getByRole("button", { name: w.taskSamples.open }).click();
  await page.getByRole("dialog", { name: w.taskSamples.title }).waitFor();
}

async function fillDisk(story: Story): Promise<void> {
  const { page, w, client } = story;
  await openSamples(story);
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await page.getByRole("button", { name: w.taskSamples.disk }).click();
  const dialog = page.getByRole("dialog", { name: w.taskSamples.disk });
  await dialog.getByLabel(w.taskSamples.folder, { exact: true }).fill("/");
  const limit = dialog.getByLabel(w.taskSamples.percent, { exact: true });
  await limit.fill("none");
  await dialog.getByRole("button", { name: w.taskSamples.use }).click();
  await dialog.getByText(w.taskSamples.number).first().waitFor();
  await limit.fill("101");
  await dialog.getByText("exit ($5 + 0 >= 101)").first().waitFor();
  await dialog.getByRole("button", { name: w.taskSamples.use }).click();
  const name = page.getByRole("dialog", { name: w.task.createTitle }).getByLabel(w.tasks.name, {
    exact: true,
  });
  await until("the name is filled in", async () => await name.inputValue() === w.taskSamples.disk);
}

async function runDisk({ page, w, panel, run, ended }: Story): Promise<void> {
  await page.getByRole("button", { name: w.ui.create, exact: true }).click();
  await page.getByRole("row", { name: w.taskSamples.disk }).waitFor();
  const { items: [task] } = await panel.json<List<Task>>("/api/tasks");
  assert.deepEqual(task?.schedules, ["0 * * * *"]);
  const { state, exitCode } = await ended(await run(task.id));
  assert.deepEqual([state, exitCode], ["succeeded", 0]);
}

async function storeSecret(story: Story): Promise<void> {
  const { page, w, panel } = story;
  for (const value of ["first", "second"]) {
    await openSamples(story);
    await page.getByRole("button", { name: w.taskSamples.signIn }).click();
    await page.getByLabel(/^SIGN_IN_TOKEN/).fill(value);
    await page.getByRole("button", { name: w.taskSamples.use }).click();
    const message = value === "first" ? w.taskSamples.secretStored : w.taskSamples.secretExists;
    await page.getByText(message.replace("{name}", "SIGN_IN_TOKEN")).first().waitFor();
  }
  const { items } = await panel.json<List<Variable>>("/api/variables");
  assert.deepEqual(items.map(({ name, secret, value }) => [name, secret, value]), [[
    "SIGN_IN_TOKEN",
    true,
    "***",
  ]]);
  await page.getByRole("button", { name: w.ui.create, exact: true }).click();
  const row = page.getByRole("row", { name: w.taskSamples.signIn });
  await row.waitFor();
  const { items: tasks } = await panel.json<List<Task>>("/api/tasks");
  assert.equal(tasks.find(({ name }) => name === w.taskSamples.signIn)?.randomDelayMs, 30 * 60_000);
}

async function followCalendar(story: Story): Promise<void> {
  const { page, w, panel } = story;
  await panel.json("/api/calendars", { json: { name: "Office", timeZone: "UTC" } });
  await openSamples(story);
  await page.getByRole("button", { name: w.taskSamples.workingDays }).click();
  const dialog = page.getByRole("dialog", { name: w.taskSamples.workingDays });
  await dialog.getByRole("combobox", { name: w.tasks.calendar }).click();
  await page.getByRole("option", { name: "Office" }).click();
  await dialog.getByRole("button", { name: w.taskSamples.use }).click();
  await page.getByRole("button", { name: w.ui.create, exact: true }).click();
  const row = page.getByRole("row", { name: w.taskSamples.workingDays });
  await row.waitFor();
  const { items } = await panel.json<List<Task>>("/api/tasks");
  const task = items.find(({ name }) => name === w.taskSamples.workingDays);
  assert.deepEqual(task?.schedules, ["0 20 * * *"]);
  assert.equal(task.onDayOff, "skip");
  assert.ok(task.calendarId);
}
