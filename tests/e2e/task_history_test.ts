// The history of a task: who changed what, setting it back, and the same changes in the audit log.
import assert from "node:assert/strict";
import type { TaskDetail } from "../../server/contract/tasks.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { assertFits, runSteps, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("task history: changes are listed, explained and set back", async (story, t) => {
  const id = await story.add({ name: "Nightly", command: "echo one", schedules: ["0 3 * * *"] });
  await runSteps(t, { ...story, id }, {
    "the details link to the history, which has the creation": creation,
    "a change from elsewhere appears with both values": change,
    "a change is set back by keyboard, which is a change itself": restore,
    "a task that somebody changed meanwhile is not overwritten": stale,
    "many changes have pages": pages,
    "the audit log has the values, and leads to the history": audited,
    "on a phone nothing is cut off": onPhone,
  });
});

interface Scene extends Story {
  id: number;
}

const card = ({ page }: Story) => page.locator("#history");
const entries = (story: Story) => card(story).getByRole("listitem");

async function patch({ panel, id }: Scene, json: object): Promise<void> {
  await panel.json(`/api/tasks/${id}`, { method: "PATCH", json });
}

async function creation(story: Scene): Promise<void> {
  const { id, page, w, at } = story;
  await page.goto(at(`/crontab/detail?id=${id}`));
  await page.getByRole("link", { name: "mira" }).click();
  await until("the history is focused", () => card(story).evaluate((one) => one === document.activeElement));
  const text = await entries(story).innerText();
  for (const part of ["mira", w.changes.created, "echo one", "0 3 * * *"]) {
    assert.ok(text.includes(part), part);
  }
  assert.equal(await card(story).getByRole("button").count(), 0);
}

async function change(story: Scene): Promise<void> {
  const { w } = story;
  await patch(story, {
    schedules: ["30 4 * * 1"],
    retry: { times: 2, delayMs: 60_000 },
    timeLimitMs: 90_000,
    command: "echo one\necho two",
    labels: ["night"],
  });
  await until("the change is listed", async () => await entries(story).count() === 2);
  const text = await entries(story).first().innerText();
  const parts = [
    w.tasks.schedule,
    "0 3 * * *",
    "30 4 * * 1",
    w.tasks.retry,
    "2 times, 1m apart",
    "1m 30s",
    "night",
  ];
  for (const part of [...parts, w.changes.notSet, "echo one\necho two"]) {
    assert.ok(text.includes(part), `${part}: ${text}`);
  }
}

async function restore(story: Scene): Promise<void> {
  const { id, page, w, panel } = story;
  const button = entries(story).first().getByRole("button");
  await button.focus();
  await page.keyboard.press("Enter");
  await page.getByText(w.changes.restored).first().waitFor();
  await until("the restoration is listed", async () => await entries(story).count() === 3);
  await hasFocus(entries(story).nth(1).getByRole("button")); // that of the same change
  const { schedules, retry, timeLimitMs, command, labels } = await panel.json<TaskDetail>(`/api/tasks/${id}`);
  assert.deepEqual({ schedules, times: retry.times, timeLimitMs, command, labels }, {
    schedules: ["0 3 * * *"],
    times: 0,
    timeLimitMs: null,
    command: "echo one",
    labels: [],
  });
}

async function stale(story: Scene): Promise<void> {
  const { id, page, w, panel } = story;
  // The page does not learn of the change before it asks.
  await page.route("**/changes/*/restore", async (route) => {
    await patch(story, { command: "echo three" });
    await route.continue();
  }, { times: 1 });
  await entries(story).first().getByRole("button").click();
  await page.getByText(w.changes.restored).waitFor({ state: "hidden" });
  await until("the other change is listed", async () => await entries(story).count() === 4);
  assert.equal((await panel.json<TaskDetail>(`/api/tasks/${id}`)).command, "echo three");
}

async function pages(story: Scene): Promise<void> {
  const { w } = story;
  for (const name of ["A", "B"]) await patch(story, { name });
  await until("one page is full", async () => await entries(story).count() === 5);
  await card(story).getByRole("button", { name: w.ui.nextPage }).click();
  await until("the last page is shown", async () => await entries(story).count() === 1);
  assert.ok((await entries(story).innerText()).includes(w.changes.created));
}

async function audited(story: Scene): Promise<void> {
  const { id, page, w, at } = story;
  await page.goto(at("/setting/auditLog"));
  await page.getByRole("button", { name: w.actionNames.update }).first().click();
  const dialog = page.getByRole("dialog");
  const text = await dialog.innerText();
  for (const part of [w.audit.changes, w.tasks.name, "A", "B"]) assert.ok(text.includes(part), part);
  await dialog.getByRole("link", { name: w.changes.openTask }).click();
  await page.waitForURL(at(`/crontab/detail?id=${id}#history`));
  await entries(story).first().waitFor();
}

async function onPhone(story: Scene): Promise<void> {
  const { id, page, at } = story;
  await patch(story, { command: `echo ${"x".repeat(300)}` });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(at(`/crontab/detail?id=${id}`));
  await entries(story).first().waitFor();
  await assertFits(story);
}
