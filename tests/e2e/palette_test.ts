// The command palette: finds everything, acts on what follows a verb, and survives a source that fails.
import assert from "node:assert/strict";
import type { Run } from "../../server/contract/runs.ts";
import type { Task } from "../../server/contract/tasks.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { assertFits, phone, runSteps, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("palette: finds and does everything", async (story, t) => {
  await makeObjects(story);
  await runSteps(t, story, {
    "objects of every kind are found by name": findObjects,
    "a number opens its run": openRun,
    "other words find pages and settings": findByOtherWords,
    "a verb acts on the task that follows it": actOnTask,
    "a verb acts on variables and subscriptions, and opens forms": actOnOthers,
    "a source that fails hides no other": survive,
  });
});

testStory("palette: on a phone, in Chinese", onPhone, { language: "zh", window: phone });

async function makeObjects({ panel, add, run, ended, dataDir }: Story): Promise<void> {
  await ended(await run(await add({ name: "Nightly harvest", command: "echo in the barn" })));
  await Deno.writeTextFile(`${dataDir}/scripts/harvest.sh`, "echo\n");
  await panel.json("/api/variables", { json: { name: "HARVEST_TOKEN", value: "1" } });
  await panel.json("/api/subscriptions", {
    json: {
      ...{ name: "harvest tools", url: "https://example.invalid/harvest.git", type: "public_repository" },
      ...{ alias: "tools", enabled: false, schedule: { kind: "cron", rules: ["0 4 29 2 *"] } },
    },
  });
  await panel.json("/api/applications", { json: { name: "Harvest bot", scopes: ["tasks:read"] } });
}

async function open({ page, w }: Story, text: string): Promise<void> {
  await page.getByRole("dialog", { name: w.app.paletteLabel }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: w.app.openPalette }).waitFor();
  await page.keyboard.press("ControlOrMeta+k");
  const field = page.getByRole("combobox", { name: w.app.paletteLabel });
  await hasFocus(field);
  await field.fill(text);
}

function option({ page }: Story, name: string | RegExp) {
  return page.getByRole("option", { name }).first();
}

function labelled({ format }: Story, label: string, value: string): string {
  return format("ui.labelAndValue", { label, value });
}

async function findObjects(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/setting/general"));
  await open(story, "harvest");
  const groups = {
    [w.app.groupTasks]: "Nightly harvest",
    [w.runs.title]: "#1 Nightly harvest",
    [w.app.scripts]: "harvest.sh",
    [w.app.variables]: "HARVEST_TOKEN",
    [w.app.subscriptions]: "harvest tools",
    [w.applications.tab]: "Harvest bot",
  };
  for (const [group, name] of Object.entries(groups)) {
    await page.getByRole("group", { name: group, exact: true }).getByRole("option", { name }).waitFor();
  }
  await option(story, "Harvest bot").click();
  await page.waitForURL(/\/setting\/appModal\?id=1/);
  await page.goto(at("/crontab"));
  await open(story, "harvest_token");
  await option(story, /^HARVEST_TOKEN/).click();
  await page.waitForURL(/\/env\/modal\?id=1/);
  await page.goto(at("/crontab"));
}

async function openRun(story: Story): Promise<void> {
  const { page, w } = story;
  await open(story, "#1");
  await option(story, "#1 Nightly harvest").waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/runs\?run=1/);
  await page.getByRole("log").getByText("in the barn", { exact: true }).first().waitFor();
  await open(story, "987654");
  await page.getByText(w.ui.noMatches, { exact: true }).first().waitFor();
  await page.keyboard.press("Escape");
}

async function findByOtherWords(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/crontab"));
  await open(story, "2fa");
  await option(story, labelled(story, w.security.tab, w.security.secondFactor)).waitFor();
  const field = page.getByRole("combobox", { name: w.app.paletteLabel });
  await field.fill("webhook");
  await option(story, labelled(story, w.notifications.tab, w.notifications.channels)).waitFor();
  await field.fill("cron");
  await option(story, w.app.newTask).waitFor();
  await field.fill("token");
  await option(story, w.applications.tab).click();
  await page.waitForURL(/\/setting\/app$/);
}

async function actOnTask(story: Story): Promise<void> {
  const { page, w, format, panel, ended } = story;
  await open(story, "run nightly");
  const run = option(story, labelled(story, w.tasks.run, "Nightly harvest"));
  await until("it is selected", async () => await run.getAttribute("aria-selected") === "true");
  await page.keyboard.press("Enter");
  await page.getByText(format("task.doneRun", { count: 1, name: "Nightly harvest" })).first().waitFor();
  const { cause } = await ended(2);
  assert.equal(cause, "person");
  await open(story, "pause nightly");
  await option(story, labelled(story, w.tasks.disable, "Nightly harvest")).click();
  const isEnabled = async () => (await panel.json<Task>("/api/tasks/1")).enabled;
  await until("it is disabled", async () => !await isEnabled());
  await open(story, "enable nightly");
  await option(story, labelled(story, w.tasks.enable, "Nightly harvest")).click();
  await until("it is enabled", isEnabled);
  await panel.json("/api/tasks/1", { method: "PATCH", json: { command: "sleep 300" } });
  const { results: [result] } = await panel.json<{ results: { runId: number }[] }>("/api/tasks/run", {
    json: { ids: [1] },
  });
  const id = result!.runId;
  await until("it runs", async () => (await panel.json<Run>(`/api/runs/${id}`)).state === "running");
  await open(story, "stop nightly");
  await option(story, labelled(story, w.tasks.stop, "Nightly harvest")).click();
  assert.equal((await ended(id)).state, "stopped");
  await open(story, "edit nightly");
  await option(story, labelled(story, w.ui.edit, "Nightly harvest")).click();
  await page.waitForURL(/\/crontab\/modal\?id=1/);
  await page.keyboard.press("Escape");
}

async function actOnOthers(story: Story): Promise<void> {
  const { page, w, panel, at } = story;
  await page.goto(at("/crontab"));
  await open(story, "disable harvest");
  await option(story, labelled(story, w.tasks.disable, "HARVEST_TOKEN")).click();
  await until(
    "it is disabled",
    async () => !(await panel.json<{ enabled: boolean }>("/api/variables/1")).enabled,
  );
  await open(story, "enable harvest");
  await option(story, labelled(story, w.tasks.enable, "harvest tools")).click();
  await until(
    "it is enabled",
    async () => (await panel.json<{ enabled: boolean }>("/api/subscriptions/1")).enabled,
  );
  await open(story, "edit harvest.sh");
  await option(story, labelled(story, w.ui.edit, "harvest.sh")).click();
  await page.waitForURL(/\/script\?path=harvest\.sh/);
}

async function survive(story: Story): Promise<void> {
  const { page, w, format, at, client } = story;
  await page.goto(at("/crontab"));
  await page.route("**/api/variables?*", (route) => route.fulfill({ status: 500, json: {} }));
  await open(story, "harvest t");
  await option(story, /^harvest tools/).waitFor();
  await page.getByText(format("app.searchFailed", { sources: w.app.variables })).first().waitFor();
  await page.unroute("**/api/variables?*");
  client.errors.length = 0; // the browser reports the failed request
}

async function onPhone(story: Story): Promise<void> {
  const { page, w, at, add, ended } = story;
  await add({ name: "夜间备份", command: `echo ${"long ".repeat(40)}` });
  await page.goto(at("/crontab"));
  await page.getByRole("button", { name: w.app.openPalette }).tap();
  await page.getByRole("combobox", { name: w.app.paletteLabel }).fill("运行夜间");
  await option(story, labelled(story, w.tasks.run, "夜间备份")).waitFor();
  await assertFits(story);
  await option(story, labelled(story, w.tasks.run, "夜间备份")).tap();
  assert.equal((await ended(1)).state, "succeeded");
}
