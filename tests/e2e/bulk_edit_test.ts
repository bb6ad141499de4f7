// Fields of several tasks at once, and times moved apart: choosing, the preview, Undo, and errors at their fields.
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { List } from "../../server/contract/shapes.ts";
import type { Task } from "../../server/contract/tasks.ts";
import { assertFits, runSteps, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("bulk edit: several tasks are changed and moved apart, after a preview", async (story, t) => {
  for (const name of ["Alpha", "Beta", "Gamma"]) {
    await story.add({ name, command: "true", schedules: ["0 3 * * *"] });
  }
  await story.add({ name: "Manual", command: "true" });
  await runSteps(t, story, {
    "nothing is sent before a field is chosen": choose,
    "an invalid rule is marked at its field": reject,
    "the preview has each task, and Back keeps what was entered": preview,
    "the change is applied, and undone": apply,
    "approval is required of all, with the time it waits": approve,
    "times are moved apart with a live preview": spread,
    "on a phone the dialogs fit": onPhone,
  });
});

const dialog = ({ page }: Story) => page.getByRole("dialog");

async function tasks({ panel }: Story): Promise<Task[]> {
  return (await panel.json<List<Task>>("/api/tasks?sort=name")).items;
}

async function open({ page, w, at }: Story, button: "editSeveral" | "spread"): Promise<void> {
  await page.goto(at("/crontab?sort=name"));
  await page.getByRole("checkbox", { name: w.ui.selectAll }).check();
  const bar = page.getByRole("toolbar", { name: w.tasks.batch });
  const action = bar.getByRole("button", { name: w.tasks[button] });
  await bar.waitFor();
  if (await action.isVisible()) return await action.click();
  await bar.getByRole("button", { name: w.ui.more }).click();
  await page.getByRole("menuitem", { name: w.tasks[button] }).click();
}

async function choose(story: Story): Promise<void> {
  const { w, format } = story;
  await open(story, "editSeveral");
  await dialog(story).getByText(format("bulk.title", { count: 4, name: "" })).first().waitFor();
  const button = dialog(story).getByRole("button", { name: w.bulk.preview });
  assert.ok(await button.isDisabled());
  await dialog(story).getByRole("checkbox", { name: w.tasks.retry }).check();
  assert.ok(await button.isEnabled());
}

async function reject(story: Story): Promise<void> {
  const { w } = story;
  await dialog(story).getByRole("checkbox", { name: w.tasks.schedule }).check();
  const rule = dialog(story).getByLabel(w.task.cronRule, { exact: true });
  assert.equal(await rule.inputValue(), "0 0 * * *"); // the tasks differ
  await rule.fill("61 4 * * *");
  await dialog(story).getByRole("button", { name: w.bulk.preview }).click();
  await until("the rule is marked", async () => await rule.getAttribute("aria-invalid") === "true");
  await rule.fill("30 4 * * *");
}

async function preview(story: Story): Promise<void> {
  const { w, format } = story;
  await dialog(story).getByRole("spinbutton", { name: w.tasks.retry }).fill("3");
  await dialog(story).getByRole("button", { name: w.bulk.preview }).click();
  await dialog(story).getByText(format("bulk.summary", { changed: 4, total: 4, failed: 0 })).first()
    .waitFor();
  const first = dialog(story).getByRole("listitem").first();
  const text = await first.innerText();
  for (const part of ["Alpha", "0 3 * * *", "30 4 * * *", "3 times, 1m apart"]) {
    assert.ok(text.includes(part), text);
  }
  await dialog(story).getByRole("button", { name: w.ui.back }).click();
  assert.equal(await dialog(story).getByRole("spinbutton", { name: w.tasks.retry }).inputValue(), "3");
  assert.deepEqual((await tasks(story)).map(({ version }) => version), [1, 1, 1, 1]);
}

async function apply(story: Story): Promise<void> {
  const { page, w, format } = story;
  await dialog(story).getByRole("button", { name: w.bulk.preview }).click();
  await press(dialog(story).getByRole("button", { name: format("bulk.apply", { count: 4 }) }));
  await page.getByText(format("bulk.done", { count: 4 })).first().waitFor();
  assert.deepEqual(
    (await tasks(story)).map(({ schedules, retry }) => [schedules, retry.times]),
    Array.from({ length: 4 }, () => [["30 4 * * *"], 3]),
  );
  await press(page.getByRole("button", { name: w.ui.undo, exact: true }));
  await page.getByText(w.bulk.undone).first().waitFor();
  assert.deepEqual(
    (await tasks(story)).map(({ schedules, retry }) => [schedules, retry.times]),
    [...Array.from({ length: 3 }, () => [["0 3 * * *"], 0]), ["manual", 0]],
  );
}

async function approve(story: Story): Promise<void> {
  const { page, w, format } = story;
  await open(story, "editSeveral");
  await dialog(story).getByRole("checkbox", { name: w.approvals.requires }).check();
  const requires = dialog(story).getByRole("switch", { name: w.approvals.requires });
  assert.equal(await dialog(story).getByRole("spinbutton", { name: w.approvals.lapse }).count(), 0);
  await requires.click();
  await dialog(story).getByRole("spinbutton", { name: w.approvals.lapse }).fill("2");
  await dialog(story).getByRole("button", { name: w.bulk.preview }).click();
  const first = dialog(story).getByRole("listitem").first();
  await first.getByText(w.approvals.lapse).first().waitFor();
  await press(dialog(story).getByRole("button", { name: format("bulk.apply", { count: 4 }) }));
  await page.getByText(format("bulk.done", { count: 4 })).last().waitFor();
  assert.deepEqual(
    (await tasks(story)).map(({ requiresApproval, approvalLapseMs }) => [requiresApproval, approvalLapseMs]),
    Array.from({ length: 4 }, () => [true, 2 * 24 * 3_600_000]),
  );
}

async function press(button: Locator): Promise<void> {
  await button.waitFor();
  await button.press("Enter");
}

async function spread(story: Story): Promise<void> {
  const { page, w, format } = story;
  await open(story, "spread");
  await dialog(story).getByText(format("bulk.summary", { changed: 2, total: 4, failed: 1 })).first()
    .waitFor(); // Alpha stays at 3:00
  await dialog(story).getByLabel(w.bulk.from, { exact: true }).fill("23:00");
  await dialog(story).getByRole("spinbutton", { name: w.bulk.every }).fill("20");
  await dialog(story).getByText(format("bulk.summary", { changed: 3, total: 4, failed: 1 })).first()
    .waitFor();
  await dialog(story).getByText("40 23 * * *").first().waitFor();
  await press(dialog(story).getByRole("button", { name: format("bulk.apply", { count: 3 }) }));
  await page.getByText(format("bulk.done", { count: 3 })).first().waitFor();
  assert.deepEqual((await tasks(story)).map(({ schedules }) => schedules), [
    ["0 23 * * *"],
    ["20 23 * * *"],
    ["40 23 * * *"],
    "manual",
  ]);
}

async function onPhone(story: Story): Promise<void> {
  const { page, w } = story;
  await page.setViewportSize({ width: 800, height: 844 });
  await open(story, "editSeveral");
  await page.setViewportSize({ width: 390, height: 844 });
  for (const label of [w.tasks.schedule, w.tasks.missed, w.task.groupNotify]) {
    await dialog(story).getByRole("checkbox", { name: label }).check();
  }
  await assertFits(story);
}
