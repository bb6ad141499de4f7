// The landing page, by role and label: the first steps with an empty panel, what fails, runs and comes next, live
// changes, a phone.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { findAxeIssues } from "../support/find_axe_issues.ts";
import { tabTo } from "../support/keyboard_focus.ts";
import { phone, runSteps, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

const lastLine = "the disk is on fire";

testStory("overview: an empty panel starts with four steps", async (story, t) => {
  const scene = sceneOf(story);
  await runSteps(t, scene, {
    "the bare address leads to the steps": landEmpty,
    "the first task is created from a sample": createSample,
    "its log opens from there, and closing it leads back": openFirstLog,
    "the finished steps share a row": shareRow,
    "the other steps lead to their forms": followSteps,
    "the list can be hidden, and stays so": hideSteps,
  });
});

testStory("overview: what fails, runs and comes next, live", async (story, t) => {
  const scene = sceneOf(story);
  await makeTasks(scene);
  await runSteps(t, scene, {
    "the figures lead to their lists": readFigures,
    "the chart has its numbers in a table": readChart,
    "a failing task shows its last line, opens its log, and runs again": handleFailing,
    "a notification leaves the buttons of a dialog free": notifyBesideDialog,
    "a run that ends leaves the list without a reload": endRun,
    "a run is stopped": stopRun,
    "the next run and the state of the panel are listed": readLists,
    "keyboard: G O leads back here": useKeyboard,
  });
});

testStory("overview: what has become slow, and what should have run and did not", async (story, t) => {
  const scene = sceneOf(story);
  await slowDown(scene);
  await skipRun(scene);
  await runSteps(t, scene, {
    "an overdue task is listed with the reason until it has run": runOverdue,
    "a slow task is listed with what is usual, and leads to its slow runs": readSlower,
  });
});

testStory("overview: crowded minutes are spread and put back", async (story, t) => {
  const scene = sceneOf(story);
  await crowd(scene);
  await runSteps(t, scene, {
    "the chart warns of them, also over two weeks": readCrowded,
    "the suggested schedules are applied": applySpread,
    "and undone": undoSpread,
    "a failing task is muted and unmuted": muteFailing,
  });
});

testStory("overview: on a phone nothing scrolls sideways", (story) => usePhone(sceneOf(story)), {
  window: phone,
});

interface Scene extends Story {
  /** The task that waits until this file exists. */
  signal: string;
  figure(label: string): Locator;
  card(title: string): Locator;
}

function sceneOf(story: Story): Scene {
  const { page, w, dataDir } = story;
  return {
    ...story,
    signal: join(dataDir, "go on"),
    figure: (label) =>
      page.getByRole("list", { name: w.overview.figures }).getByRole("link").filter({ hasText: label }),
    card: (title) =>
      page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) }),
  };
}

async function landEmpty({ page, at, w, card, client }: Scene): Promise<void> {
  await page.goto(at("/"));
  await page.waitForURL(at("/dashboard"));
  await page.getByRole("heading", { name: w.app.overview, level: 1 }).waitFor();
  const steps = card(w.overview.setup).getByRole("listitem");
  await until("there are four", async () => await steps.count() === 4);
  assert.ok(await steps.nth(1).getByRole("button", { name: w.overview.stepLogRun }).isDisabled());
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
}

async function createSample({ page, at, w, card }: Scene): Promise<void> {
  await card(w.overview.setup).getByRole("link", { name: w.tasks.createFirst }).click();
  const dialog = page.getByRole("dialog");
  const name = dialog.getByLabel(w.tasks.name, { exact: true });
  await name.waitFor();
  assert.equal(await name.inputValue(), w.overview.sampleName);
  // Never due during the test.
  await dialog.getByRole("textbox", { name: w.task.cronRule }).fill("0 3 29 2 *");
  await dialog.getByRole("button", { name: w.ui.create, exact: true }).click();
  await page.waitForURL(at("/dashboard"));
  const first = card(w.overview.setup).getByRole("listitem").first();
  await first.getByText(w.overview.stepDone).first().waitFor();
}

async function openFirstLog({ page, at, w, card }: Scene): Promise<void> {
  await card(w.overview.setup).getByRole("button", { name: w.overview.stepLogRun }).click();
  const dialog = page.getByRole("dialog", { name: w.overview.sampleName });
  await dialog.getByText("Hello from Sundial").first().waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL(at("/dashboard"));
  await card(w.overview.setup).getByRole("listitem").nth(1).getByText(w.overview.stepDone).first().waitFor();
}

async function shareRow({ w, card }: Scene): Promise<void> {
  const steps = card(w.overview.setup).getByRole("listitem");
  const [first, second, third] = await steps.evaluateAll((items) =>
    items.map((item) => item.getBoundingClientRect().top)
  );
  assert.equal(first, second);
  assert.notEqual(second, third);
}

async function followSteps({ page, at, w, card }: Scene): Promise<void> {
  await card(w.overview.setup).getByRole("link", { name: w.overview.stepChannelAdd }).click();
  await page.waitForURL(at("/setting/notification?channel=new"));
  await page.goto(at("/dashboard"));
  await card(w.overview.setup).getByRole("link", { name: w.overview.stepBackupOpen }).click();
  await page.waitForURL(at("/setting/backups"));
}

async function hideSteps({ page, at, w, card, figure }: Scene): Promise<void> {
  await page.goto(at("/dashboard"));
  await card(w.overview.setup).getByRole("button", { name: w.overview.hide }).click();
  await card(w.overview.setup).waitFor({ state: "detached" });
  await page.reload();
  await figure(w.overview.running).waitFor();
  assert.equal(await card(w.overview.setup).count(), 0);
}

async function makeTasks({ panel, add, run, signal }: Scene): Promise<void> {
  const broken = await add({ name: "Broken", command: `echo first; echo ${lastLine}; exit 3` });
  const waits = await add({ name: "Waits", command: `until [ -e '${signal}' ]; do sleep 0.1; done` });
  await add({ name: "Leap day", command: "echo", schedules: ["0 3 29 2 *"] });
  await run(broken);
  await run(waits);
  const total = async (state: string) =>
    (await panel.json<{ total: number }>(`/api/runs?state=${state}`)).total;
  await until("one has failed", async () => await total("failed") === 1);
  await until("one is running", async () => await total("running") === 1);
}

async function readFigures({ page, at, w, figure, format, client }: Scene): Promise<void> {
  await page.goto(at("/"));
  await figure(w.overview.running).getByText(format("overview.ofSlots", { slots: 4 })).first().waitFor();
  assert.match(await figure(w.overview.running).innerText(), /^.*\s1\s/);
  assert.match(await figure(w.overview.success).innerText(), /\s0%/);
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await figure(w.overview.failing).filter({ hasText: "1" }).click();
  await page.getByRole("row", { name: "Broken" }).waitFor();
  assert.equal(await page.getByRole("row", { name: "Waits" }).count(), 0);
  await page.goBack();
  await figure(w.overview.success).click();
  await page.waitForURL(at("/runs?last=7d"));
  await page.goBack();
  await figure(w.overview.running).click();
  await page.getByRole("row", { name: "Waits #" }).waitFor();
  assert.equal(await page.getByRole("row", { name: "Broken #" }).count(), 0);
  await page.goBack();
  await figure(w.overview.waiting).click();
  await page.getByRole("dialog", { name: w.tasks.queue }).waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL(at("/dashboard"));
}

async function readChart({ page, w, card }: Scene): Promise<void> {
  await card(w.overview.chart).locator("canvas").waitFor();
  const table = page.getByRole("table", { name: w.overview.chart });
  await table.waitFor({ state: "attached" });
  const rows = await table.locator("tbody tr").evaluateAll((lines) =>
    lines.map((line) => [...line.querySelectorAll("td")].map((cell) => Number(cell.textContent)))
  );
  assert.equal(rows.length, 47);
  assert.equal(rows.reduce((sum, [, failed]) => sum + failed!, 0), 1);
  await tabTo(page.getByRole("group", { name: w.overview.chartKeys }));
  await page.keyboard.press("Enter"); // at the current hour
  await page.waitForURL(/\/runs\?from=.+&to=/);
  await page.getByRole("row", { name: "Broken #" }).waitFor();
  await page.goBack();
}

async function handleFailing({ page, at, w, card, format }: Scene): Promise<void> {
  const failing = w.app.failingTasks.replace("{count}", "1");
  await page.getByRole("navigation", { name: w.app.navigation }).getByRole("link", { name: failing })
    .waitFor();
  const row = card(w.overview.failingTasks).getByRole("listitem").filter({ hasText: "Broken" });
  await row.getByText(lastLine, { exact: true }).first().waitFor();
  await row.getByText(format("overview.streak", { count: 1 })).first().waitFor();
  await row.getByRole("link", { name: format("runs.logOf", { name: "Broken", run: 1 }) }).click();
  await page.getByRole("dialog", { name: "Broken" }).getByText(lastLine).first().waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL(at("/dashboard"));
  await row.getByRole("button", { name: format("overview.runOne", { name: "Broken" }) }).click();
  await row.getByText(format("overview.streak", { count: 2 })).first().waitFor();
}

async function notifyBesideDialog({ page, at, w, card, add, run }: Scene): Promise<void> {
  const row = card(w.overview.failingTasks).getByRole("listitem").filter({ hasText: "Broken" });
  await row.getByRole("link", { name: w.tasks.log }).click();
  const close = page.getByRole("dialog", { name: "Broken" }).getByRole("button", {
    name: w.ui.close,
    exact: true,
  });
  await close.waitFor();
  await run(await add({ name: "Also down", command: "exit 4" }));
  // The run that the step before started may be the one reported on top.
  const notification = page.getByRole("alert").filter({ hasText: w.notifications.bellShow });
  await notification.waitFor();
  let toast: Awaited<ReturnType<typeof notification.boundingBox>> = null;
  await until("the notification has moved in", async () => {
    toast = await notification.boundingBox();
    return toast?.y === 4;
  });
  assert.ok(toast);
  const { x, y, width, height }: NonNullable<typeof toast> = toast;
  assert.equal(height, 32);
  const dialog = page.getByRole("dialog", { name: "Broken" });
  for (const part of [dialog.getByRole("heading").first(), ...await dialog.getByRole("button").all()]) {
    const box = await part.boundingBox();
    assert.ok(box && (box.y >= y + height || box.x >= x + width));
  }
  await close.click();
  await page.waitForURL(at("/dashboard"));
}

async function endRun({ w, card, figure, signal }: Scene): Promise<void> {
  const running = card(w.overview.runningNow);
  await running.getByRole("link", { name: "Waits", exact: true }).waitFor();
  await Deno.writeTextFile(signal, "");
  await running.getByText(w.overview.noneRunning).first().waitFor();
  await figure(w.overview.running).getByText("0", { exact: true }).first().waitFor();
}

async function stopRun({ page, w, card, format, signal, run }: Scene): Promise<void> {
  await Deno.remove(signal);
  await run(2);
  const running = card(w.overview.runningNow);
  await running.getByRole("progressbar", { name: format("overview.progressOf", { name: "Waits" }) })
    .waitFor();
  await running.getByRole("button", { name: format("overview.stopOne", { name: "Waits" }) }).click();
  const stopped = page.getByRole("status").filter({
    hasText: format("runs.stopRequested", { name: "Waits" }),
  });
  await stopped.getByRole("button", { name: w.runs.runAgain }).waitFor();
  await running.getByText(w.overview.noneRunning).first().waitFor();
}

/** Six tasks at the same minute, each of which takes a minute, with four slots. */
async function slowDown({ add, run, ended, signal }: Scene): Promise<void> {
  const id = await add({ name: "Dump", command: `[ -e '${signal}' ] && sleep 1.5; true` });
  for (let count = 0; count < 4; count++) await ended(await run(id));
  await Deno.writeTextFile(signal, "");
  await ended(await run(id));
}

/** Makes a task whose last due time was skipped an hour ago, because no node was there to run it. */
async function skipRun({ add, openDatabase }: Scene): Promise<void> {
  const id = await add({ name: "Sync", command: "true", schedules: ["0 3 29 2 *"] });
  await using db = await openDatabase();
  const due_at = Date.now() - 3_600_000;
  await db.updateTable("task").set({ planned_at: due_at }).where("id", "=", id).execute();
  await db.insertInto("run").values({
    ...{
      task_id: id,
      task_name: "Sync",
      cause: "schedule",
      state: "skipped",
      skip_reason: "no_node",
      due_at,
    },
    ...{ queued_at: due_at, start_after: due_at, finished_at: due_at, queue_rank: 0, queue_order: 0 },
    ...{ due_count: 1, attempt: 1 },
  }).execute();
}

async function runOverdue({ page, at, w, card, client }: Scene): Promise<void> {
  await page.goto(at("/dashboard"));
  const overdue = card(w.overview.overdue);
  await overdue.getByText(w.runDetails.skip_no_node).first().waitFor();
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await overdue.getByRole("link", { name: "Sync", exact: true }).click();
  await page.getByText(w.task.overdueSince.split("{time}").find((part) => part.trim() !== "")!).first()
    .waitFor();
  await page.getByText(w.runDetails.skip_no_node).first().waitFor();
  await page.goBack();
  await overdue.getByRole("button", { name: w.overview.runOne.replace("{name}", "Sync") }).click();
  await overdue.waitFor({ state: "detached" });
}

async function readSlower({ page, at, w, card }: Scene): Promise<void> {
  const slower = card(w.overview.slower);
  await slower.getByText(w.overview.slowerThan.split("{last}")[0]!).first().waitFor();
  await slower.getByRole("link", { name: "Dump", exact: true }).click();
  await page.getByText(w.task.slowerSince.split("{time}").find((part) => part.trim() !== "")!).first()
    .waitFor();
  await page.goBack();
  await slower.getByRole("link", { name: w.overview.allSlow }).click();
  await page.waitForURL(at("/runs?slower=1"));
  const rows = page.getByRole("row", { name: "Dump #" });
  await until("one run is left", async () => await rows.count() === 1);
  await page.getByRole("button", { name: w.runList.outcome }).click();
  await page.getByRole("menuitem", { name: w.runList.slower }).click();
  await page.waitForURL(at("/runs"));
  await until("all runs are listed", async () => await rows.count() === 5);
}

async function crowd({ add, run, panel, openDatabase }: Scene): Promise<void> {
  await run(await add({ name: "Broken", command: "exit 3" }));
  await until(
    "one has failed",
    async () => (await panel.json<{ total: number }>("/api/runs?state=failed")).total === 1,
  );
  // In half an hour: not during the test.
  const minute = (new Date().getUTCMinutes() + 30) % 60;
  for (let task = 1; task <= 6; task++) {
    await add({ name: `Report ${task}`, command: "true", schedules: [`${minute} * * * *`], timeZone: "UTC" });
  }
  await using db = await openDatabase();
  await db.updateTable("task").set({ last_duration_ms: 60_000 }).where("name", "like", "Report%").execute();
}

async function readCrowded({ page, at, w, card }: Scene): Promise<void> {
  await page.goto(at("/dashboard"));
  await page.locator(".u-over").hover(); // the middle is the current hour
  await card(w.overview.chart).getByRole("status").getByText("Broken", { exact: true }).first().waitFor();
  await page.mouse.move(0, 0);
  await card(w.overview.chart).getByRole("button", { name: w.overview.spread }).waitFor();
  await page.getByText(w.overview.spanWeek, { exact: true }).click();
  const rows = page.getByRole("table", { name: w.overview.chartWeek }).locator("tbody tr");
  // 335 or 336 hours in bars of six; the first and the last bar may be cut.
  await until("the table has both weeks", async () => [56, 57, 58].includes(await rows.count()));
  await page.getByText(w.overview.spanDay, { exact: true }).click();
}

async function applySpread({ page, w, card, format, panel }: Scene): Promise<void> {
  await card(w.overview.chart).getByRole("button", { name: w.overview.spread }).click();
  const dialog = page.getByRole("dialog", { name: w.overview.spreadTitle });
  await dialog.getByText(format("overview.spreadText", { before: 6, after: 4 })).first().waitFor();
  assert.equal(await dialog.getByRole("listitem").count(), 2);
  await dialog.getByRole("checkbox", { name: format("overview.spreadOne", { name: "Report 2" }) }).uncheck();
  await dialog.getByRole("button", { name: format("overview.spreadApply", { count: 1 }) }).waitFor();
  await dialog.getByRole("checkbox", { name: w.overview.spreadAll }).check();
  await dialog.getByRole("button", { name: format("overview.spreadApply", { count: 2 }) }).click();
  await dialog.waitFor({ state: "detached" });
  await card(w.overview.chart).getByText(format("overview.spreadDone", { count: 2 })).first().waitFor();
  await card(w.overview.chart).getByRole("button", { name: w.overview.spread }).waitFor({
    state: "detached",
  });
  assert.equal(new Set(await schedulesOf(panel)).size, 3);
}

async function undoSpread({ w, card, format, page, panel }: Scene): Promise<void> {
  await card(w.overview.chart).getByRole("button", { name: w.overview.undo }).click();
  await page.getByText(format("overview.spreadUndone", { count: 2 })).first().waitFor();
  await card(w.overview.chart).getByRole("button", { name: w.overview.spread }).waitFor();
  assert.equal(new Set(await schedulesOf(panel)).size, 1);
}

async function schedulesOf(panel: Scene["panel"]): Promise<string[]> {
  const { items } = await panel.json<{ items: { schedules: string[] }[] }>("/api/tasks?q=name:Report");
  return items.map(({ schedules }) => schedules.join());
}

async function muteFailing({ w, card, format }: Scene): Promise<void> {
  const row = card(w.overview.failingTasks).getByRole("listitem").filter({ hasText: "Broken" });
  await row.getByRole("button", { name: format("overview.muteOne", { name: "Broken" }) }).click();
  await row.getByText(w.overview.muted).first().waitFor();
  await row.getByRole("button", { name: format("overview.unmuteOne", { name: "Broken" }) }).click();
  await row.getByText(w.overview.muted).waitFor({ state: "detached" });
}

async function readLists({ page, at, w, card }: Scene): Promise<void> {
  await card(w.overview.nextRuns).getByRole("link", { name: "Leap day" }).waitFor();
  const health = card(w.overview.health).getByRole("link");
  await health.filter({ hasText: w.overview.backup }).filter({ hasText: w.overview.noBackup }).waitFor();
  await health.filter({ hasText: w.overview.notifications }).click();
  await page.waitForURL(at("/setting/notification"));
}

async function useKeyboard({ page, at, client }: Scene): Promise<void> {
  await page.goto(at("/setting/about"));
  await page.getByRole("heading").first().waitFor();
  await client.settled();
  await page.keyboard.press("g");
  await page.keyboard.press("o");
  await page.waitForURL(at("/dashboard"));
}

async function usePhone(scene: Scene): Promise<void> {
  const { page, at, w, card, figure, client } = scene;
  await makeTasks(scene);
  await page.goto(at("/dashboard"));
  await figure(w.overview.nextRun).waitFor();
  await page.locator("canvas").waitFor();
  await client.settled();
  const [failing, chart] = [card(w.overview.failingTasks), card(w.overview.chart)];
  assert.ok((await failing.boundingBox())!.y < (await chart.boundingBox())!.y);
  const wider = await page.evaluate(() =>
    [document.documentElement, document.querySelector("main")!]
      .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  );
  assert.deepEqual(wider, [0, 0]);
  await page.getByRole("navigation").getByRole("link", { name: w.app.overview }).and(
    page.locator("[aria-current=page]:visible"),
  ).waitFor();
  assert.deepEqual(await findAxeIssues(page), []);
}
