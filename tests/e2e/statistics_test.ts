// A task's page about its runs and about missing ones: numbers, chart, hours, due times, explanations.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import type { Run, RunState } from "../../server/contract/runs.ts";
import type { List } from "../../server/contract/shapes.ts";
import { choose } from "../support/choose.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("statistics: the runs on a task's page", {
  "numbers, chart and hours match the runs": seeOutcomes,
  "the chart is read by keyboard and as a table": readChart,
  "runs are filtered by failure, also after a reload": filterRuns,
  "a click on a run opens its log": openFromRow,
  "the next due times mark those moved by a clock change": seeClockChange,
  "a run skipped because of an active one is explained": askOverlap,
  "any moment can be queried": askMoment,
});

async function seeOutcomes(story: Story): Promise<void> {
  const { page, w, at } = story;
  const stone = join(story.dataDir, "stone");
  const id = await story.add({ name: "Now and then", command: `test ! -e ${stone} || exit 3` });
  await story.ended(await story.run(id));
  await Deno.writeTextFile(stone, "");
  const failed = await story.ended(await story.run(id));
  assert.equal(failed.exitCode, 3);
  await page.goto(at(`/crontab/detail?id=${id}`));
  await page.getByText("50%", { exact: true }).first().waitFor();
  await page.getByText(story.format("statistics.of", { succeeded: 1, ended: 2 }), { exact: true }).first()
    .waitFor();
  const hours = page.getByRole("table", { name: w.statistics.heatKeys });
  await hours.getByRole("button").nth(7 * 24 - 1).waitFor();
  assert.equal(await hours.getByRole("button").count(), 7 * 24);
  const both = hours.getByRole("button", {
    name: new RegExp(`${w.runs.stateSucceeded} 1, ${w.runs.stateFailed} 1`),
  });
  // The two runs may be on both sides of an hour.
  const one = hours.getByRole("button", { name: new RegExp(w.runs.stateFailed) });
  await both.or(one).first().waitFor();
  const memory = page.getByRole("table", { name: w.runs.title }).getByRole("columnheader", {
    name: w.statistics.memory,
  });
  await memory.waitFor();
}

async function readChart({ page, w }: Story): Promise<void> {
  const chart = page.getByRole("group", { name: w.statistics.chartKeys });
  const runs = chart.getByRole("button");
  await runs.nth(1).waitFor();
  assert.equal(await runs.count(), 2);
  await runs.last().focus();
  await page.keyboard.press("ArrowLeft");
  await hasFocus(chart.getByRole("button", { name: w.runs.stateSucceeded }));
  await page.keyboard.press("End");
  await hasFocus(chart.getByRole("button", { name: `${w.runs.stateFailed} (3)` }));
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/crontab\/logModal\?id=1&run=2$/);
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL(/\/crontab\/detail\?id=1$/);
  await page.getByRole("button", { name: w.statistics.chartTable }).click();
  const table = page.getByRole("table", { name: w.statistics.chart });
  await table.getByRole("row", { name: new RegExp(w.runs.stateFailed) }).waitFor();
}

async function filterRuns({ page, w }: Story): Promise<void> {
  const table = page.getByRole("table", { name: w.runs.title, exact: true });
  await choose(page.getByRole("radio", { name: w.statistics.problems }));
  await page.waitForURL(/runs=problems/);
  await table.getByText(w.runs.stateSucceeded, { exact: true }).first().waitFor({ state: "hidden" });
  await table.getByText(w.runs.stateFailed, { exact: true }).first().waitFor();
  await page.reload();
  await table.getByText(w.runs.stateFailed, { exact: true }).first().waitFor();
  assert.equal(await table.getByText(w.runs.stateSucceeded, { exact: true }).count(), 0);
  await choose(page.getByRole("radio", { name: w.statistics.allRuns, exact: true }));
  await table.getByText(w.runs.stateSucceeded, { exact: true }).first().waitFor();
}

async function openFromRow({ page, w }: Story): Promise<void> {
  const table = page.getByRole("table", { name: w.runs.title, exact: true });
  await table.getByText(w.runs.stateFailed, { exact: true }).click();
  await page.waitForURL(/\/crontab\/logModal\?id=1&run=2$/);
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL(/\/crontab\/detail\?id=1$/);
}

async function seeClockChange(story: Story): Promise<void> {
  const { page, at } = story;
  const id = await story.add({
    name: "On the night the clocks go forward",
    command: "true",
    schedules: ["30 2 * 3 SUN#L"],
    timeZone: "Europe/Berlin",
  });
  await page.goto(at(`/crontab/detail?id=${id}`));
  const warning = story.format("tasks.shiftedByGap", { time: "02:30" });
  await page.getByText(warning).nth(9).waitFor();
  assert.equal(await page.getByText(warning).count(), 10);
  await page.getByText(/Europe\/Berlin/).first().waitFor();
}

async function askOverlap(story: Story): Promise<void> {
  const { page, w, at } = story;
  const id = await story.add({ name: "Too slow", command: "sleep 300", schedules: ["* * * * * *"] });
  const skipped = await until("one is skipped", async () => {
    const { items } = await story.panel.json<List<Run>>(`/api/tasks/${id}/runs?state=skipped`);
    return items[0] ?? null;
  });
  const blocker = Number(skipped.blockedBy);
  await page.goto(at(`/crontab/detail?id=${id}`));
  const runs = page.getByRole("table", { name: w.runs.title, exact: true });
  const row = runs.getByRole("row", { name: w.runs.stateSkipped }).first();
  await row.waitFor();
  assert.equal(await row.getByRole("cell").count(), 6);
  await page.getByRole("button", { name: w.statistics.why }).click();
  const dialog = page.getByRole("dialog", { name: w.statistics.why });
  const sentence = story.format("statistics.whyOverlapBy", { time: "|", blocker }).split("|")[1]!;
  await dialog.getByText(sentence).first().waitFor();
  await dialog.getByRole("link", { name: `#${blocker}` }).click();
  await page.waitForURL(new RegExp(`/crontab/logModal\\?id=${id}&run=${blocker}$`));
  await page.getByRole("dialog").getByRole("button", { name: w.tasks.stop, exact: true }).click();
  await hasState(story, blocker, "stopped");
  await story.panel.json("/api/tasks/disable", { json: { ids: [id] } });
  await page.keyboard.press("Escape");
  await page.waitForURL(new RegExp(`/crontab/detail\\?id=${id}$`));
}

async function hasState({ panel }: Story, runId: number, state: RunState): Promise<void> {
  await until(`run ${runId} is ${state}`, async () => {
    return (await panel.json<Run>(`/api/runs/${runId}`)).state === state;
  });
}

async function askMoment(story: Story): Promise<void> {
  const { page, w } = story;
  await page.getByRole("button", { name: w.statistics.why }).click();
  const dialog = page.getByRole("dialog", { name: w.statistics.why });
  await choose(dialog.getByRole("radio", { name: w.statistics.askMoment }));
  const moment = dialog.getByLabel(w.statistics.moment, { exact: true });
  await moment.fill("2001-02-03T04:05:06");
  await pickDay(story, dialog, moment);
  await dialog.getByRole("button", { name: w.statistics.ask }).click();
  await dialog.getByText(pattern(w.statistics.why_before_task)).first().waitFor();
  await moment.fill("2999-02-03T04:05:06");
  await page.keyboard.press("Enter");
  await dialog.getByText(pattern(w.statistics.why_in_future)).first().waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
}

/** Selects another day in the calendar by keyboard; the time stays. */
async function pickDay({ page, w }: Story, dialog: Locator, moment: Locator): Promise<void> {
  const name = w.controls.chooseDate.replace("{label}", w.statistics.moment);
  const button = dialog.getByRole("button", { name });
  const calendar = page.getByRole("dialog", { name });
  await button.click();
  await calendar.getByRole("gridcell", { selected: true }).getByText("3", { exact: true }).first().waitFor();
  for (const key of ["PageDown", "Home", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await calendar.waitFor({ state: "hidden" });
  assert.match(await moment.inputValue(), /^2001-03-0[45] 04:05:06$/); // Sunday or Monday is the first weekday
  await button.press("Enter");
  await calendar.waitFor();
  await page.keyboard.press("Escape");
  await calendar.waitFor({ state: "hidden" });
  await dialog.waitFor();
}

/** Returns a pattern for a message with any values. */
function pattern(text: string): RegExp {
  return new RegExp(text.split(/\{\w+\}/).map((part) => part.replace(/[.?()]/g, "\\$&")).join(".+"));
}
