// What starts tasks besides time and other tasks, on a desk and on a phone: entered in the form, shown with the task and its runs.
import { join } from "node:path";
import type { Heartbeat } from "../../server/contract/heartbeats.ts";
import type { Run } from "../../server/contract/runs.ts";
import type { List } from "../../server/contract/shapes.ts";
import type { Task } from "../../server/contract/tasks.ts";
import { assertFits, phone, runSteps, type Story, type StoryOptions, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

const steps = {
  "a trigger is entered in the form, and an empty one is named": enterTrigger,
  "one of the panel's own files is rejected at its field": rejectPath,
  "its page names the triggers": showTriggers,
  "a run says which file started it": showRun,
  "the question before a heartbeat is deleted names what it starts, and the task says that it is gone":
    deleteHeartbeat,
};

const screens: [string, StoryOptions][] = [["a desk", {}], ["a phone", { window: phone, language: "zh" }]];

for (const [screen, options] of screens) {
  testStory(`triggers on ${screen}: entered, shown and followed`, async (story, t) => {
    const { panel } = story;
    await panel.json("/api/heartbeats", { json: { name: "Backup", periodMs: 3_600_000 } });
    await panel.json("/api/tasks", { json: { name: "Load", command: "true", schedules: "manual" } });
    await runSteps(t, story, steps);
  }, options);
}

const form = ({ page }: Story) => page.getByRole("dialog");

async function taskOf({ panel }: Story): Promise<Task> {
  return (await panel.json<List<Task>>("/api/tasks")).items[0]!;
}

async function openForm(story: Story): Promise<void> {
  await story.page.goto(story.at(`/crontab/modal?id=${(await taskOf(story)).id}`));
}

async function save(story: Story): Promise<void> {
  await form(story).getByRole("button", { name: story.w.ui.save, exact: true }).click();
}

async function enterTrigger(story: Story): Promise<void> {
  const { page, w, format } = story;
  await openForm(story);
  await form(story).getByRole("button", { name: w.triggers.addFirst }).click();
  await save(story);
  await form(story).getByText(format("ui.required", { label: w.triggers.path })).first().waitFor();
  await form(story).getByRole("textbox", { name: w.triggers.path }).fill("in.csv");
  await form(story).getByRole("button", { name: w.triggers.add, exact: true }).click();
  const second = form(story).getByRole("combobox", { name: format("triggers.type", { number: "2" }) });
  await second.click();
  await page.getByRole("option", { name: w.triggers.typeHeartbeat }).click();
  await form(story).getByRole("combobox", { name: w.triggers.typeHeartbeat, exact: true }).click();
  await page.getByRole("option", { name: /Backup/ }).click();
  await assertFits(story);
  await save(story);
  await form(story).waitFor({ state: "detached" });
}

async function rejectPath(story: Story): Promise<void> {
  const { w } = story;
  await openForm(story);
  const path = form(story).getByRole("textbox", { name: w.triggers.path });
  await path.fill("../sundial.sqlite");
  await save(story);
  await until("the field to be invalid", async () => await path.getAttribute("aria-invalid") === "true");
  await path.fill("in.csv");
}

async function showTriggers(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at(`/crontab/detail?id=${(await taskOf(story)).id}`));
  await page.getByText(w.tasks.scheduleTriggers).first().waitFor();
  await page.getByText(w.task.nextTriggers).first().waitFor();
  await page.getByText("in.csv").first().waitFor();
  await page.getByText("Backup", { exact: true }).first().waitFor();
  await page.getByText(w.triggers.onDown).first().waitFor();
  await assertFits(story);
}

async function showRun(story: Story): Promise<void> {
  const { page, panel, dataDir, at, format } = story;
  const path = join(dataDir, "scripts", "in.csv");
  await Deno.writeTextFile(path, "1");
  const run = await until("the run", async () => {
    const { items } = await panel.json<List<Run>>("/api/runs?cause=trigger");
    return items[0]?.finishedAt ? items[0] : null;
  });
  await page.goto(at(`/runs?run=${run.id}`));
  await page.getByText(format("triggers.startedByFile", { path })).first().waitFor();
  await assertFits(story);
}

async function deleteHeartbeat(story: Story): Promise<void> {
  const { page, panel, w, at, format } = story;
  const { items: [heartbeat] } = await panel.json<List<Heartbeat>>("/api/heartbeats");
  await page.goto(at("/heartbeat"));
  const isDesk = page.viewportSize()!.width > 768;
  if (!isDesk) await panel.fetch(`/api/heartbeats/${heartbeat!.id}`, { method: "DELETE" });
  else {
    await page.getByRole("row", { name: /Backup/ }).focus();
    await page.keyboard.press("Delete");
    const question = page.getByRole("alertdialog");
    await question.getByText(format("triggers.noLongerStarts", { name: "Backup", tasks: "Load" })).first()
      .waitFor();
    await question.getByRole("button", { name: w.ui.delete, exact: true }).click();
    await question.waitFor({ state: "detached" });
  }
  await page.goto(at(`/crontab/detail?id=${(await taskOf(story)).id}`));
  await page.getByText(format("triggers.deleted", { id: String(heartbeat!.id) })).first().waitFor();
}
