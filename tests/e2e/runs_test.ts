// The page of all runs, by role and label: filters, a log beside the list, live changes, keyboard, a phone.
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { findAxeIssues } from "../support/find_axe_issues.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { assertFits, phone, runSteps, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("runs: the list, its filters and the log beside it", async (story, t) => {
  const scene = sceneOf(story);
  await runSteps(t, scene, {
    "an empty panel leads to the tasks": landEmpty,
    "new runs appear live, those of subscriptions too": appearLive,
    "filters are chips and part of the URL": filterRuns,
    "a time range is chosen by its name, or from and to": chooseRange,
    "a task's menu lists only its runs": filterTask,
    "a log opens beside the list, and the keyboard walks from log to log": walkLogs,
    "new runs wait while a log is open": holdNews,
    "a queued run has the time at which it was queued": seeQueued,
    "a running run is stopped beside its log": stopRun,
    "the other tab has the files of the logs": openFiles,
    "keyboard: G R leads back": useShortcut,
  });
});

testStory("runs: on a phone a log fills the screen", (story) => usePhone(sceneOf(story)), { window: phone });

interface Scene extends Story {
  table: Locator;
  row(task: string): Locator;
  peek(run: number): Locator;
  tasks: Map<string, number>;
}

function sceneOf(story: Story): Scene {
  const { page, w, format } = story;
  const table = page.getByRole("table", { name: w.runs.title });
  return {
    ...story,
    table,
    row: (task) => table.getByRole("row", { name: `${task} #` }).first(),
    peek: (run) => page.getByRole("region", { name: format("runList.peek", { run }) }),
    tasks: new Map(),
  };
}

async function runIdOf(row: Locator): Promise<number> {
  return Number(await row.getAttribute("data-row"));
}

async function landEmpty({ page, at, w }: Scene): Promise<void> {
  await page.goto(at("/runs"));
  await page.getByText(w.runs.none).first().waitFor();
  assert.equal(
    await page.getByRole("link", { name: w.runList.toTasks }).getAttribute("href"),
    new URL(at("/crontab")).pathname,
  );
}

async function appearLive(scene: Scene): Promise<void> {
  const { page, w, add, run, row, tasks, panel, client } = scene;
  for (const [name, command] of [["Good", "echo all is well"], ["Broken", "echo no luck; exit 3"]] as const) {
    tasks.set(name, await add({ name, command, labels: [name.toLowerCase()] }));
    await run(tasks.get(name)!);
    await row(name).waitFor();
  }
  await row("Good").getByText(w.runs.stateSucceeded).first().waitFor();
  await row("Broken").getByText(w.runs.stateFailed, { exact: true }).first().waitFor();
  await row("Broken").getByText("3", { exact: true }).first().waitFor();
  await row("Broken").getByText("no luck").first().waitFor(); // why it failed
  const url = "https://127.0.0.1:9/owner/scripts.git"; // from a forbidden address: it fails at once
  await panel.json("/api/subscriptions", {
    json: {
      ...{ name: "Scripts", url, alias: "scripts", type: "public_repository" },
      schedule: { kind: "cron", rules: ["0 4 29 2 *"] },
    },
  });
  await panel.json("/api/subscriptions/run", { json: { ids: [1] } });
  await row("Scripts").getByText(w.runs.stateFailed, { exact: true }).first().waitFor();
  await row("Scripts").getByLabel(w.runList.sourceSubscription).waitFor();
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await row("Good").locator("time").hover();
  await page.getByRole("tooltip").filter({ hasText: w.runs.startedAt }).waitFor();
}

async function filterRuns({ page, w, row, table }: Scene): Promise<void> {
  await choose(page, w.runList.outcome, w.runs.stateFailed);
  await row("Good").waitFor({ state: "detached" });
  assert.equal(new URL(page.url()).search, "?state=failed");
  await choose(page, w.runList.source, w.runList.sourceTask);
  await row("Scripts").waitFor({ state: "detached" });
  await row("Broken").waitFor();
  await page.reload();
  await row("Broken").waitFor();
  assert.equal(await table.getByRole("row").count(), 2);
  await choose(page, w.runList.label, "good");
  await page.getByText(w.runList.noneMatch).first().waitFor();
  const chips = page.getByRole("group", { name: w.tasks.filters });
  const chip = w.ui.labelAndValue.replace("{label}", w.runList.outcome).replace(
    "{value}",
    w.runs.stateFailed,
  );
  await chips.getByRole("button", { name: w.ui.remove.replace("{name}", chip) }).click();
  await row("Good").waitFor();
  await chips.getByRole("button", { name: w.ui.clearFilters }).click();
  await row("Scripts").waitFor();
  assert.equal(new URL(page.url()).search, "");
  await page.getByRole("textbox", { name: w.runList.search }).fill("bro");
  await row("Good").waitFor({ state: "detached" });
  await page.getByRole("textbox", { name: w.runList.search }).fill("");
  await row("Good").waitFor();
}

async function choose(page: Scene["page"], filter: string, value: string): Promise<void> {
  await page.getByRole("button", { name: filter, exact: true }).click();
  await page.getByRole("menuitem", { name: value, exact: true }).click();
}

async function chooseRange({ page, w, row }: Scene): Promise<void> {
  await choose(page, w.runList.time, w.runList.yesterday);
  await page.getByText(w.runList.noneMatch).first().waitFor();
  assert.equal(new URL(page.url()).search, "?last=yesterday");
  await choose(page, w.runList.time, w.runList.today);
  await row("Good").waitFor();
  await choose(page, w.runList.time, `${w.runList.range}…`);
  const dialog = page.getByRole("dialog", { name: w.runList.range });
  const [from, to] = [w.runList.rangeFrom, w.runList.rangeTo].map((name) =>
    dialog.getByRole("textbox", { name })
  ) as [Locator, Locator]; // one of each
  assert.match(await from.inputValue(), / 00:00$/); // that of the chosen range
  await from.fill("2026-01-02 03:04");
  await to.fill("2026-01-02 03:00");
  await dialog.getByRole("button", { name: w.runList.rangeApply }).click();
  await dialog.getByText(w.runList.rangeOrder).first().waitFor();
  await to.fill("");
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
  await row("Good").waitFor();
  assert.match(decodeURIComponent(new URL(page.url()).search), /^\?from=2026-01-0\dT\d\d:04:00Z$/);
  await page.reload();
  await row("Good").waitFor();
  await page.getByRole("button", { name: w.ui.clearFilters }).click();
}

async function filterTask({ page, w, row, tasks }: Scene): Promise<void> {
  await row("Good").click({ button: "right" });
  await page.getByRole("menuitem", { name: w.runList.onlyTask }).click();
  await row("Broken").waitFor({ state: "detached" });
  assert.equal(new URL(page.url()).search, `?task=${tasks.get("Good")}`);
  await page.getByRole("button", { name: w.ui.clearFilters }).click();
  await row("Broken").waitFor();
}

async function walkLogs({ page, w, row, peek, client }: Scene): Promise<void> {
  const [good, broken] = [await runIdOf(row("Good")), await runIdOf(row("Broken"))];
  await row("Broken").click();
  await peek(broken).getByText("no luck").first().waitFor();
  assert.equal(new URL(page.url()).searchParams.get("run"), String(broken));
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await hasFocus(row("Broken"));
  await page.keyboard.press("ArrowDown");
  await peek(good).getByText("all is well").first().waitFor();
  await hasFocus(row("Good"));
  await page.keyboard.press("k");
  await peek(broken).getByText("no luck").first().waitFor();
  const next = peek(broken).getByRole("button", { name: w.runList.next });
  await next.focus();
  await page.keyboard.press("j");
  await peek(good).getByText("all is well").first().waitFor();
  assert.equal(await peek(good).getByRole("button", { name: w.runList.next }).isDisabled(), true);
  await page.reload();
  await peek(good).getByText("all is well").first().waitFor();
  await hasFocus(row("Good"));
  await page.keyboard.press("ArrowUp");
  await peek(broken).getByText("no luck").first().waitFor();
  await page.keyboard.press("Escape");
  await peek(broken).waitFor({ state: "detached" });
  await hasFocus(row("Broken"));
  await page.keyboard.press("Enter");
  await peek(broken).getByText("no luck").first().waitFor();
}

async function holdNews({ page, row, run, tasks, table, format }: Scene): Promise<void> {
  const before = await table.getByRole("row").count();
  const next = await run(tasks.get("Good")!);
  await page.getByRole("button", { name: format("runList.newRuns", { count: 1 }) }).waitFor();
  assert.equal(await table.getByRole("row").count(), before);
  await page.getByRole("button", { name: format("runList.newRuns", { count: 1 }) }).click();
  await until("the new run is the first row", async () => await runIdOf(row("Good")) === next);
}

async function seeQueued({ page, w, add, run, row, panel }: Scene): Promise<void> {
  await page.keyboard.press("Escape");
  await panel.json("/api/settings", { method: "PATCH", json: { concurrency: 1 } });
  const first = await add({ name: "Holds the slot", command: "sleep 1000" });
  const second = await add({ name: "Queues", command: "true" });
  await run(first);
  await row("Holds the slot").getByText(w.runs.stateRunning).first().waitFor();
  await run(second);
  await row("Queues").getByText(w.runs.stateQueued).first().waitFor();
  await row("Queues").locator("time").hover();
  await page.getByRole("tooltip").filter({ hasText: w.runs.queuedAt }).waitFor();
  await panel.json("/api/tasks/stop", { json: { ids: [first] } });
  await row("Queues").getByText(w.runs.stateSucceeded).first().waitFor();
}

async function stopRun({ page, w, add, run, row, peek }: Scene): Promise<void> {
  await page.keyboard.press("Escape");
  const id = await run(await add({ name: "Waits", command: "echo waiting; sleep 1000" }));
  await page.mouse.move(0, 0);
  await row("Waits").getByText(w.runs.stateRunning).first().waitFor();
  await row("Waits").getByRole("button", { name: w.runList.showLog }).click();
  await peek(id).getByText("waiting").first().waitFor();
  await peek(id).getByRole("button", { name: w.tasks.stop }).click();
  await peek(id).getByText(w.runs.stateStopped, { exact: true }).first().waitFor();
  await row("Waits").getByText(w.runs.stateStopped, { exact: true }).first().waitFor();
  await peek(id).getByRole("link", { name: w.runList.openLog }).click();
  await page.getByRole("dialog").getByText("waiting").first().waitFor();
}

async function openFiles({ page, at, w }: Scene): Promise<void> {
  await page.goto(at("/runs"));
  await page.getByRole("tab", { name: w.runList.files }).click();
  await page.waitForURL(at("/log"));
  await page.getByRole("tree", { name: w.logs.tree }).waitFor();
  const entry = page.getByRole("navigation", { name: w.app.navigation }).getByRole("link", {
    name: w.runs.title,
  });
  assert.equal(await entry.getAttribute("aria-current"), "page");
}

async function useShortcut({ page, at, row }: Scene): Promise<void> {
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await page.waitForURL(at("/runs"));
  await row("Good").waitFor();
}

async function usePhone(scene: Scene): Promise<void> {
  const { page, at, w, add, run, client } = scene;
  const id = await run(
    await add({ name: "A task with a name that is longer than a phone is wide", command: "echo hi" }),
  );
  await page.goto(at("/runs"));
  const card = page.getByRole("article", { name: `#${id}` });
  await card.getByText(w.runs.stateSucceeded).first().waitFor();
  await assertFits(scene);
  await card.getByRole("button").first().tap();
  await page.getByRole("dialog").getByText("hi", { exact: true }).first().waitFor();
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await page.getByRole("dialog").getByRole("button", { name: w.ui.close }).tap();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.equal(new URL(page.url()).search, "");
}
