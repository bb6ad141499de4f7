// Days off of a task and maintenance windows, by role and label.
import assert from "node:assert/strict";
import { findAxeIssues } from "../support/find_axe_issues.ts";
import { assertFits, phone, runSteps, type Story, testStory } from "../support/stories.ts";

testStory("maintenance: a task follows a calendar, and windows hold tasks", async (story, t) => {
  await runSteps(t, story, {
    "the form says what a calendar moves and drops": followCalendar,
    "the page of the task names the calendar": seeCalendar,
    "maintenance starts in the overview, and ends in the banner": startAndEnd,
    "a window that repeats is created, changed and deleted": repeatWindow,
    "what is missing is said at its field": refuseMissing,
  });
});

testStory("maintenance: on a phone, in Chinese", usePhone, { window: phone, language: "zh" });

async function makeCalendar({ panel }: Story): Promise<void> {
  const year = new Date().getFullYear();
  const days = Array.from(
    { length: 2 },
    (_, index) => ({ date: `${year + index}-12-25`, kind: "off", name: "Christmas" }),
  );
  await panel.json("/api/calendars", {
    json: {
      name: "Office",
      timeZone: "UTC",
      weekendDays: [6, 7],
      sources: [],
      days,
    },
  });
}

async function followCalendar(story: Story): Promise<void> {
  const { page, w, at, client } = story;
  await makeCalendar(story);
  await page.goto(at("/crontab/modal"));
  const dialog = page.getByRole("dialog", { name: w.task.createTitle });
  await dialog.getByLabel(w.tasks.name, { exact: true }).fill("Payroll");
  await dialog.getByLabel(w.tasks.command, { exact: true }).fill("true");
  await dialog.getByRole("textbox", { name: w.task.cronRule }).fill("0 10 24-26 12 *");
  await dialog.getByRole("button", { name: w.task.advanced }).click();
  await dialog.getByRole("combobox", { name: w.tasks.calendar, exact: true }).click();
  await page.getByRole("option", { name: "Office" }).click();
  await dialog.getByText(`${w.tasks.droppedNamedDay.replace("{day}", "Christmas")}`).first().waitFor();
  await dialog.getByRole("combobox", { name: w.tasks.onDayOff }).click();
  await page.getByRole("option", { name: w.tasks.dayOffNext, exact: true }).click();
  await dialog.getByText("Christmas").first().waitFor();
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await dialog.getByRole("button", { name: w.ui.create, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

async function seeCalendar({ page, w, at }: Story): Promise<void> {
  await page.goto(at("/crontab/detail?id=1"));
  await page.getByRole("link", { name: "Office" }).waitFor();
  await page.getByText(w.tasks.dayOffNext).first().waitFor();
}

async function startAndEnd({ page, w, at, format, client }: Story): Promise<void> {
  await page.goto(at("/dashboard"));
  await page.getByRole("button", { name: w.windows.start }).click();
  await page.getByRole("menuitem", { name: format("windows.startFor", { count: 2 }) }).click();
  const end = page.getByRole("button", { name: /^End now/ });
  await end.waitFor();
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await end.click();
  await end.waitFor({ state: "detached" });
}

async function repeatWindow({ page, w, at, format, client }: Story): Promise<void> {
  await page.goto(at("/calendar/windows"));
  await page.getByRole("button", { name: w.windows.create }).click();
  const dialog = page.getByRole("dialog", { name: w.windows.createTitle });
  await dialog.getByLabel(w.windows.name, { exact: true }).fill("Sunday night");
  await dialog.getByText(w.windows.repeated, { exact: true }).click();
  await dialog.getByLabel(w.windows.schedule, { exact: true }).fill("0 2 * * SUN");
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await dialog.getByRole("button", { name: w.ui.create, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  const name = "Sunday night";
  await page.getByRole("button", { name: format("windows.editOne", { name }) }).click();
  const edit = page.getByRole("dialog", { name: w.windows.editTitle });
  await edit.getByRole("combobox", { name: w.windows.effect }).click();
  await page.getByRole("option", { name: w.windows.effectSkip }).click();
  await edit.getByRole("button", { name: w.ui.save, exact: true }).click();
  await edit.waitFor({ state: "detached" });
  await page.getByText(w.windows.effectSkip).waitFor();
  await page.getByRole("button", { name: format("windows.removeOne", { name }) }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: w.windows.remove, exact: true }).click();
  await page.getByText(name, { exact: true }).first().waitFor({ state: "detached" });
}

async function refuseMissing({ page, w, format }: Story): Promise<void> {
  await page.getByRole("button", { name: w.windows.create }).first().click();
  const dialog = page.getByRole("dialog", { name: w.windows.createTitle });
  await dialog.getByRole("button", { name: w.ui.create, exact: true }).click();
  await dialog.getByText(format("ui.required", { label: w.windows.name })).waitFor();
  await page.keyboard.press("Escape");
}

async function usePhone({ page, w, at, panel, client }: Story): Promise<void> {
  const now = Date.now();
  const [from, to] = [new Date(now).toISOString(), new Date(now + 7_200_000).toISOString()];
  await panel.json("/api/windows", { json: { name: "数据库升级", from, to, scope: { labels: ["db"] } } });
  await page.goto(at("/calendar/windows"));
  await page.getByText("数据库升级").first().waitFor();
  await assertFits({ client, page });
  await page.getByRole("button", { name: w.windows.create }).click();
  await page.getByRole("dialog", { name: w.windows.createTitle }).waitFor();
  await assertFits({ client, page });
}
