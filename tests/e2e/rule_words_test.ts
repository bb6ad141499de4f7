// The choices of a rule: what they write, and what they read of a text.
import assert from "node:assert/strict";
import type { Task } from "../../server/contract/tasks.ts";
import { findAxeIssues } from "../support/find_axe_issues.ts";
import { assertFits, phone, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("rule words: a task gets its rules by choices", {
  "each kind writes its rule and shows when it is due": writeEach,
  "a missing choice is reported, and nothing is saved": refuseMissing,
  "a rule typed as text changes the choices": readText,
  "a saved rule is opened as choices": saveAndOpen,
});
testStory("rule words: on a phone, in Chinese", usePhone, { window: phone, language: "zh" });

function form({ page }: Story) {
  return page.getByRole("dialog");
}

function rule(story: Story) {
  return form(story).getByRole("textbox", { name: story.w.task.cronRule, exact: true });
}

async function choose(story: Story, label: string, option: string): Promise<void> {
  await form(story).getByRole("combobox", { name: label, exact: true }).click();
  await story.page.getByRole("option", { name: option, exact: true }).click();
}

async function enter(story: Story, label: string, value: string): Promise<void> {
  await form(story).getByRole("textbox", { name: label, exact: true }).fill(value);
}

async function hasRule(story: Story, expected: string): Promise<void> {
  await until(`the rule is ${expected}`, async () => await rule(story).inputValue() === expected);
}

async function writeEach(story: Story): Promise<void> {
  const { page, w, at, format, client } = story;
  await page.goto(at("/crontab/modal"));
  await enter(story, w.task.whenTime, "07:30");
  await hasRule(story, "30 7 * * *");
  await choose(story, w.task.whenKind, w.task.whenWorkdays);
  await hasRule(story, "30 7 * * 1-5");
  await form(story).getByText(w.task.whenWorkdaysHelp).first().waitFor();
  await choose(story, w.task.whenKind, w.task.whenNthWorkday);
  await hasRule(story, "@workday last 07:30");
  const times = form(story).getByRole("region", { name: w.tasks.nextRuns }).getByRole("listitem");
  await until("ten times are visible", async () => await times.count() === 10);
  await choose(story, w.task.whenKind, w.task.whenMonthly);
  await choose(story, w.task.whenDay, format("task.whenDayNumber", { day: 31 }));
  await form(story).getByText(w.task.whenMonthlyHelp).first().waitFor();
  await hasRule(story, "30 7 31 * *");
  await choose(story, w.task.whenKind, w.task.whenWeekly);
  const days = form(story).getByRole("group", { name: w.task.whenWeekdays }).getByRole("checkbox");
  for (const day of [4, 5, 6]) await days.nth(day).click();
  await hasRule(story, "30 7 * * 1,5-7");
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await choose(story, w.task.whenKind, w.task.whenInterval);
  await form(story).getByRole("spinbutton", { name: w.task.whenEvery, exact: true }).fill("90");
  await hasRule(story, "@every 90m");
  await form(story).getByRole("textbox", { name: new RegExp(`^${w.task.whenStart}`) }).fill("08:00");
  await hasRule(story, "@every 90m from 08:00");
}

async function refuseMissing(story: Story): Promise<void> {
  const { w, panel, format } = story;
  await form(story).getByLabel(w.tasks.name, { exact: true }).fill("by words");
  await form(story).getByLabel(w.tasks.command, { exact: true }).fill("true");
  await choose(story, w.task.whenKind, w.task.whenOnce);
  await hasRule(story, "");
  await form(story).getByRole("button", { name: w.ui.create, exact: true }).click();
  await form(story).getByText(format("ui.required", { label: w.task.cronRule })).first().waitFor();
  assert.equal((await panel.json<{ total: number }>("/api/tasks")).total, 0);
}

async function readText(story: Story): Promise<void> {
  const { w } = story;
  const kind = form(story).getByRole("combobox", { name: w.task.whenKind, exact: true });
  await rule(story).fill("15 3 29 2 *");
  await until("an expression", async () => await kind.innerText() === w.task.whenCron);
  await choose(story, w.task.whenKind, w.task.whenOnce);
  await rule(story).fill("0 9 * * 1-5");
  await until("working days", async () => await kind.innerText() === w.task.whenWorkdays);
  const time = form(story).getByRole("textbox", { name: w.task.whenTime, exact: true });
  assert.equal(await time.inputValue(), "09:00");
}

async function saveAndOpen(story: Story): Promise<void> {
  const { page, w, at, panel } = story;
  await choose(story, w.task.whenKind, w.task.whenAfter);
  await form(story).getByRole("spinbutton", { name: w.task.whenAfterCount, exact: true }).fill("2");
  await choose(story, w.task.whenUnit, w.task.unitHour);
  await hasRule(story, "@after 2h");
  await form(story).getByRole("button", { name: w.ui.create, exact: true }).click();
  await form(story).waitFor({ state: "detached" });
  const [task] = (await panel.json<{ items: Task[] }>("/api/tasks")).items;
  assert.deepEqual(task?.schedules, ["@after 2h"]);
  await page.goto(at(`/crontab/modal?id=${task.id}`));
  const kind = form(story).getByRole("combobox", { name: w.task.whenKind, exact: true });
  await until("its kind", async () => await kind.innerText() === w.task.whenAfter);
}

async function usePhone(story: Story): Promise<void> {
  const { page, at, w, client } = story;
  await page.goto(at("/crontab/modal"));
  await choose(story, w.task.whenKind, w.task.whenNthWorkday);
  await enter(story, w.task.whenTime, "18:00");
  await hasRule(story, "@workday last 18:00");
  await choose(story, w.task.whenKind, w.task.whenWeekly);
  await assertFits({ client, page });
}
