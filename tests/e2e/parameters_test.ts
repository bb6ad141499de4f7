// Parameters of a task on a desk and on a phone: declared, given by a rule and by hand, shown with the run, and offered again.
import assert from "node:assert/strict";
import type { Run } from "../../server/contract/runs.ts";
import type { List } from "../../server/contract/shapes.ts";
import type { Task } from "../../server/contract/tasks.ts";
import { assertFits, phone, runSteps, type Story, type StoryOptions, testStory } from "../support/stories.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { until } from "../support/until.ts";

const steps = {
  "parameters are declared in the form, and moved by keyboard": declare,
  "a rule gives one of them a value, and both are saved": createTask,
  "a change that breaks the rule is rejected with its name": rejectChange,
  "a plain start asks for the required value, and rejects a wrong one at its field": runTask,
  "the run shows its values, without the secret": showRun,
  "running again offers the values changed": runAgain,
  "the overview asks for what a run needs, and offers the rest": runFromOverview,
  "so does the command palette": runFromPalette,
  "a run that is stopped on the overview is offered again with its values": stopFromOverview,
};

const screens: [string, StoryOptions][] = [["a desk", {}], ["a phone", { window: phone, language: "zh" }]];

for (const [screen, options] of screens) {
  testStory(`parameters on ${screen}: declared, given and shown`, async (story, t) => {
    await runSteps(t, story, steps);
  }, options);
}

const rule = "15 3 29 2 *";

function form({ page }: Story) {
  return page.getByRole("dialog");
}

async function taskOf({ panel }: Story): Promise<Task> {
  const { items: [task] } = await panel.json<List<Task>>("/api/tasks");
  assert.ok(task);
  return task;
}

async function add(story: Story, name: string, type: string): Promise<void> {
  const { page, w } = story;
  await form(story).getByRole("button", { name: w.parameters.add }).click();
  await form(story).getByLabel(w.parameters.name, { exact: true }).fill(name);
  await form(story).getByRole("combobox", { name: w.parameters.type, exact: true }).click();
  await page.getByRole("option", { name: type, exact: true }).click();
}

async function declare(story: Story): Promise<void> {
  const { page, w, at, format } = story;
  await page.goto(at("/crontab/modal"));
  await form(story).getByLabel(w.tasks.name, { exact: true }).fill("Backup");
  await form(story).getByLabel(w.tasks.command, { exact: true }).fill(
    'echo "full=$full target=$target token=$token"',
  );
  await form(story).getByRole("textbox", { name: w.task.cronRule }).fill(rule);
  await form(story).getByRole("button", { name: w.parameters.title, exact: false }).first().click();
  await add(story, "full", w.parameters.typeSwitch);
  await add(story, "token", w.parameters.typeSecret);
  await add(story, "target", w.parameters.typeText);
  await form(story).getByLabel(w.parameters.labelEn).fill("Target");
  await form(story).getByLabel(w.parameters.labelZh).fill("目标");
  await form(story).getByLabel(w.parameters.pattern).fill("[a-z]+");
  await form(story).getByRole("switch", { name: w.parameters.required }).click();
  const handle = form(story).getByRole("button", {
    name: format("parameters.move", { name: "target" }),
    exact: true,
  });
  await handle.focus();
  await page.keyboard.press("ArrowUp");
  const names = () =>
    form(story).getByRole("button", {
      name: new RegExp(`^${w.parameters.edit.replace("{name}", "(full|target|token)")}$`),
    })
      .allTextContents();
  await until(
    "it is moved",
    async () => (await names()).findIndex((text) => text.startsWith("target")) === 1,
  );
  await hasFocus(handle);
  await assertFits(story);
}

async function createTask(story: Story): Promise<void> {
  const { page, w } = story;
  const values = form(story).getByRole("group", { name: new RegExp(w.parameters.ofRule) });
  await values.getByRole("combobox", { name: "full" }).click();
  await page.getByRole("option", { name: w.parameters.on, exact: true }).click();
  assert.equal(await values.getByLabel("token").count(), 0);
  await form(story).getByRole("button", { name: w.ui.create, exact: true }).click();
  // The rule has no value for what is required.
  const target = values.getByLabel(story.language === "en" ? "Target" : "目标");
  await until("it is rejected", async () => await target.getAttribute("aria-invalid") === "true");
  await target.fill("tape");
  await form(story).getByRole("button", { name: w.ui.create, exact: true }).click();
  await form(story).waitFor({ state: "detached" });
  const { schedules, parameters } = await taskOf(story);
  assert.deepEqual(schedules, [{ rule, parameters: { full: true, target: "tape" } }]);
  assert.deepEqual(parameters.map(({ name, type, required, label }) => [name, type, required, label]), [
    ["full", "switch", false, undefined],
    ["target", "text", true, { en: "Target", zh: "目标" }],
    ["token", "secret", false, undefined],
  ]);
}

async function rejectChange(story: Story): Promise<void> {
  const { page, w, at, format } = story;
  const { id } = await taskOf(story);
  await page.goto(at(`/crontab/modal?id=${id}`));
  await form(story).getByRole("button", { name: format("parameters.edit", { name: "target" }) }).click();
  await form(story).getByLabel(w.parameters.pattern).fill("disk");
  await form(story).getByRole("button", { name: w.ui.save, exact: true }).click();
  await form(story).getByText(new RegExp(`${rule.replaceAll("*", "\\*")}.*target`)).first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: w.app.leave, exact: true }).click();
}

async function runTask(story: Story): Promise<void> {
  const { page, w, at } = story;
  const { id } = await taskOf(story);
  await page.goto(at(`/crontab/detail?id=${id}`));
  await page.getByRole("button", { name: w.tasks.runNow, exact: true }).first().click();
  const target = form(story).getByLabel(story.language === "en" ? "Target" : "目标");
  await form(story).getByLabel("token").first().fill("5ecret-word");
  await form(story).getByRole("button", { name: w.tasks.run, exact: true }).click();
  await until("it is rejected", async () => await target.getAttribute("aria-invalid") === "true");
  await target.fill("DISK");
  await form(story).getByRole("button", { name: w.tasks.run, exact: true }).click();
  await form(story).getByText(/\[a-z\]\+/).first().waitFor();
  await target.fill("disk");
  await form(story).getByRole("switch", { name: "full" }).click();
  await assertFits(story);
  await form(story).getByRole("button", { name: w.tasks.run, exact: true }).click();
  await form(story).waitFor({ state: "detached" });
  const run = await newestRun(story);
  assert.deepEqual(run.parameters, { full: true, target: "disk", token: null });
}

async function newestRun(story: Story): Promise<Run> {
  const run = await until("the run", async () => {
    const { items: [run] } = await story.panel.json<List<Run>>("/api/runs");
    return run ?? null;
  });
  return await story.ended(run.id);
}

async function showRun(story: Story): Promise<void> {
  const { page, w, at, format } = story;
  const { id } = await taskOf(story);
  const run = await newestRun(story);
  await page.goto(at(`/crontab/logModal?id=${id}`));
  await form(story).getByText("full=true target=disk token=***").first().waitFor();
  const visible = await page.getByLabel(format("parameters.given", { run: run.id })).textContent();
  assert.equal(visible, `full${w.parameters.on}targetdisktoken${w.parameters.secretHidden}`);
  await assertFits(story);
}

async function runAgain(story: Story): Promise<void> {
  const { page, w } = story;
  await page.getByRole("button", { name: w.runs.runAgain }).click();
  const dialog = page.getByRole("dialog").last();
  const target = dialog.getByLabel(story.language === "en" ? "Target" : "目标");
  await until("the value of the run", async () => await target.inputValue() === "disk");
  assert.equal(await dialog.getByRole("switch", { name: "full" }).getAttribute("aria-checked"), "true");
  assert.equal(await dialog.getByLabel("token").first().inputValue(), "");
  await target.fill("tape");
  await dialog.getByRole("button", { name: w.tasks.run, exact: true }).click();
  await page.getByText("full=true target=tape token=").first().waitFor();
}

async function addFailing(story: Story): Promise<void> {
  const command = 'echo "mode=$mode"; exit 1';
  for (const [name, required, values] of [["Sync", true, { mode: "a" }], ["Clean", false, {}]] as const) {
    const id = await story.add({ name, command, parameters: [{ name: "mode", type: "text", required }] });
    const { results: [result] } = await story.panel.json<{ results: { runId: number }[] }>("/api/tasks/run", {
      json: { ids: [id], parameters: values },
    });
    await story.ended(result!.runId);
  }
}

/** Enters a value in the form for a run, and returns the values of the run that it starts. */
async function runWith(story: Story, value: string): Promise<Run["parameters"]> {
  const { w, panel } = story;
  const newest = async () => (await panel.json<List<Run>>("/api/runs")).items[0]!;
  const { id } = await newest();
  await form(story).getByRole("textbox", { name: /^mode/ }).fill(value);
  await assertFits(story);
  await form(story).getByRole("button", { name: w.tasks.run, exact: true }).click();
  await form(story).waitFor({ state: "detached" });
  const run = await until("the run", async () => {
    const run = await newest();
    return run.id === id ? null : run;
  });
  return (await story.ended(run.id)).parameters;
}

async function runFromOverview(story: Story): Promise<void> {
  const { page, at, format } = story;
  await addFailing(story);
  await page.goto(at("/dashboard"));
  const run = (name: string) =>
    page.getByRole("button", { name: format("overview.runOne", { name }), exact: true });
  const runWithOther = (name: string) =>
    page.getByRole("button", { name: format("overview.runOneWith", { name }), exact: true });
  await run("Sync").waitFor();
  await assertFits(story);
  assert.deepEqual([await runWithOther("Sync").count(), await runWithOther("Clean").count()], [0, 1]);
  await run("Sync").click();
  assert.deepEqual(await runWith(story, "b"), { mode: "b" });
  await runWithOther("Clean").click();
  assert.deepEqual(await runWith(story, "c"), { mode: "c" });
  await run("Clean").click();
  await page.getByText(format("task.doneRun", { count: 1, name: "Clean" })).last().waitFor();
  assert.equal(await form(story).count(), 0);
}

async function runFromPalette(story: Story): Promise<void> {
  const { page, w, format } = story;
  const [verb = ""] = w.app.verbRun.split(" ");
  const option = (label: string, value: string) =>
    page.getByRole("option", { name: format("ui.labelAndValue", { label, value }) });
  const withValues = (name: string) =>
    page.getByRole("option", { name: format("overview.runOneWith", { name }) });
  const search = async (name: string) => {
    await page.getByRole("button", { name: w.app.openPalette }).click();
    await page.getByRole("combobox", { name: w.app.paletteLabel }).fill(`${verb} ${name}`);
    await option(w.tasks.run, name).waitFor();
  };
  await search("Sync");
  assert.equal(await withValues("Sync").count(), 0);
  await option(w.tasks.run, "Sync").click();
  assert.deepEqual(await runWith(story, "d"), { mode: "d" });
  await search("Clean");
  await withValues("Clean").click();
  assert.deepEqual(await runWith(story, "e"), { mode: "e" });
}

async function stopFromOverview(story: Story): Promise<void> {
  const { page, w, at, format, panel } = story;
  const parameters = [{ name: "mode", type: "text", required: true }];
  const id = await story.add({ name: "Long", command: "sleep 60", parameters });
  await panel.json("/api/tasks/run", { json: { ids: [id], parameters: { mode: "f" } } });
  await page.goto(at("/dashboard"));
  await page.getByRole("button", { name: format("overview.stopOne", { name: "Long" }), exact: true }).click();
  await page.getByRole("button", { name: w.runs.runAgain, exact: true }).click();
  const mode = form(story).getByRole("textbox", { name: /^mode/ });
  await until("the value of the stopped run", async () => await mode.inputValue() === "f");
}
