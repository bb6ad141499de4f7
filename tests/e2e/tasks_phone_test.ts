// The panel on a phone: all task actions by touch at 390 pixels, without horizontal scrolling.
import assert from "node:assert/strict";
import type { QueueState } from "../../server/contract/queue.ts";
import type { Run } from "../../server/contract/runs.ts";
import type { List } from "../../server/contract/shapes.ts";
import type { Task } from "../../server/contract/tasks.ts";
import { stopRejection } from "../support/stop_rejection.ts";
import { step } from "../support/step.ts";
import { assertFits, phone, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("tasks on a phone: every action is reachable", async (story, t) => {
  const steps = {
    "the first task is created, with rare fields": create,
    "its card runs it, displays the outcome, and opens its log": runFromCard,
    "its menu offers all other actions": useMenu,
    "a run gets arguments and variables": runWith,
    "cards are selected far down the list, and the batch action reports each outcome": useBatch,
    "cards are sorted with a menu, and filtered by kind and outcome": sort,
    "rejected actions are reported by task name": rejectStop,
    "a view is created, opened and deleted": useViews,
    "the queue lists waiting runs, and runs are cancelled and stopped there": useQueue,
    "a task's page lists its runs and explains a missing one": seeDetail,
    "a log is searched, and its timestamps and wrapping are toggled": readLog,
    "a crontab is imported": moveIn,
  };
  for (const [name, action] of Object.entries(steps)) {
    await step(t, name, () => action(story));
    await assertFits(story);
  }
}, { window: phone });

function card({ page }: Story, name: string) {
  return page.getByRole("article", { name, exact: true });
}

async function task({ panel }: Story, name: string): Promise<Task> {
  const { items } = await panel.json<List<Task>>(`/api/tasks?pageSize=100&q=${encodeURIComponent(name)}`);
  const found = items.find((item) => item.name === name);
  assert.ok(found, name);
  return found;
}

async function openMenu(story: Story, name: string, word: string): Promise<void> {
  await card(story, name).getByRole("button", { name: `${story.w.ui.more}: ${name}` }).tap();
  await story.page.getByRole("menuitem", { name: word, exact: true }).tap();
}

async function create(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/crontab"));
  await page.getByRole("button", { name: w.tasks.createFirst }).tap();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(w.tasks.name, { exact: true }).fill("Backup 备份");
  const script = `echo "got: $1 $EXTRA"; echo "Error: $(seq -s ' ' 1 200)"`;
  await dialog.getByLabel(w.tasks.command, { exact: true }).fill(script);
  await dialog.getByRole("textbox", { name: w.task.cronRule }).fill("0 3 * * *");
  await dialog.getByLabel(w.tasks.labels).fill("nightly,");
  await dialog.getByRole("button", { name: w.task.advanced }).tap();
  await dialog.getByRole("combobox", { name: w.tasks.missed, exact: true }).tap();
  await page.getByRole("option", { name: w.task.missedLast }).first().tap();
  await dialog.getByLabel(new RegExp(`^${w.task.missedDeadline}`)).fill("30");
  await dialog.getByLabel(w.task.unitOf.replace("{field}", w.task.missedDeadline)).tap();
  await page.getByRole("option", { name: w.task.unitMinute }).tap();
  await dialog.getByRole("switch", { name: w.task.notifyOnFailure }).tap();
  await assertFits(story);
  // Its header and footer stay visible while it scrolls.
  for (const name of [w.ui.close, w.ui.create, w.task.createAndRun]) {
    const box = await dialog.getByRole("button", { name, exact: true }).boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= phone.height, name);
  }
  await dialog.getByRole("button", { name: w.ui.create, exact: true }).tap();
  await card(story, "Backup 备份").waitFor();
  const { missed, notify } = await task(story, "Backup 备份");
  assert.deepEqual([missed.policy, missed.deadlineMs, notify.onFailure], ["last", 1_800_000, true]);
}

async function runFromCard(story: Story): Promise<void> {
  const { page, w, at } = story;
  const backup = card(story, "Backup 备份");
  await backup.getByRole("button", { name: `${w.tasks.run}: Backup 备份` }).tap();
  await backup.getByText(w.runs.stateSucceeded, { exact: true }).first().waitFor();
  await backup.getByRole("img", { name: / 1 / }).waitFor(); // the recent outcomes
  await backup.getByRole("button", { name: `${w.tasks.log}: Backup 备份` }).tap();
  await page.getByRole("dialog").getByText("got:").first().waitFor();
  await assertFits(story);
  await page.goBack();
  await page.waitForURL(at("/crontab"));
}

async function useMenu(story: Story): Promise<void> {
  const { page, w, at } = story;
  const backup = card(story, "Backup 备份");
  await openMenu(story, "Backup 备份", w.tasks.pin);
  await backup.getByLabel(w.tasks.pinned).waitFor();
  await openMenu(story, "Backup 备份", w.tasks.disable);
  await backup.getByText(w.tasks.statusDisabled, { exact: true }).first().waitFor();
  await openMenu(story, "Backup 备份", w.tasks.duplicate);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(w.tasks.name, { exact: true }).fill("Second");
  await dialog.getByRole("button", { name: w.ui.create, exact: true }).tap();
  await openMenu(story, "Second", w.tasks.delete);
  await confirmDelete(story);
  await card(story, "Second").waitFor({ state: "detached" });
  await openMenu(story, "Backup 备份", w.tasks.open);
  await page.waitForURL(at("/crontab/detail?id=1"));
  await page.goBack();
}

async function confirmDelete({ page, w }: Story): Promise<void> {
  const confirmation = page.getByRole("alertdialog");
  await confirmation.getByRole("button", { name: w.tasks.delete, exact: true }).tap();
  await confirmation.waitFor({ state: "hidden" }); // until then the content below is inert
}

async function runWith(story: Story): Promise<void> {
  const { page, w, panel } = story;
  await openMenu(story, "Backup 备份", w.tasks.runWith);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(w.task.runArguments).fill("first");
  await dialog.getByRole("button", { name: w.task.variableAdd }).tap();
  await dialog.getByLabel(w.task.variableName, { exact: true }).fill("EXTRA");
  await dialog.getByLabel(w.task.variableValue, { exact: true }).fill("第二");
  await assertFits(story);
  await dialog.getByRole("button", { name: w.tasks.run, exact: true }).tap();
  await dialog.waitFor({ state: "hidden" });
  await until("it has run", async () => {
    const [newest] = (await panel.json<List<Run>>("/api/tasks/1/runs")).items;
    const log = newest?.finishedAt && await (await panel.fetch(`/api/runs/${newest.id}/log`)).text();
    return log && log.includes("got: first 第二");
  });
}

async function useBatch(story: Story): Promise<void> {
  const { page, w, at } = story;
  for (let number = 1; number <= 9; number++) {
    await story.add({ name: `Many ${number}`, command: "true", labels: ["many"] });
  }
  await page.goto(at("/crontab?sort=createdAt"));
  const bar = page.getByRole("toolbar", { name: w.tasks.batch });
  for (const name of ["Many 8", "Many 9"]) await card(story, name).getByRole("checkbox").tap();
  await bar.getByText(w.tasks.selected.replace("{count}", "2")).first().waitFor();
  await until("the bar is visible at the scroll position", async () => {
    const box = await bar.boundingBox();
    return box && box.y > 0 && box.y + box.height < phone.height;
  });
  const more = async (word: string) => {
    await bar.getByRole("button", { name: w.ui.more }).tap();
    await page.getByRole("menuitem", { name: word, exact: true }).tap();
  };
  await more(w.tasks.disable);
  for (const name of ["Many 8", "Many 9"]) {
    await card(story, name).getByText(w.tasks.statusDisabled, { exact: true }).first().waitFor();
  }
  await more(w.tasks.editLabels);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: w.task.labelsAdd, exact: true }).fill("put aside,");
  await dialog.getByRole("button", { name: w.ui.save }).tap();
  await dialog.waitFor({ state: "hidden" });
  assert.deepEqual((await task(story, "Many 9")).labels, ["many", "put aside"]);
  await more(w.tasks.runWith);
  await dialog.getByLabel(w.task.runArguments).fill("one");
  await dialog.getByRole("button", { name: w.tasks.run, exact: true }).tap();
  await card(story, "Many 9").getByText(w.runs.stateSucceeded, { exact: true }).first().waitFor();
  await bar.getByRole("button", { name: w.tasks.delete }).tap();
  await confirmDelete(story);
  await card(story, "Many 9").waitFor({ state: "detached" });
  await bar.waitFor({ state: "detached" });
}

async function sort(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/crontab"));
  await page.getByRole("button", { name: w.controls.sort, exact: true }).tap();
  await page.getByRole("menuitem", { name: w.tasks.name, exact: true }).tap();
  await page.waitForURL(at("/crontab?sort=name"));
  await page.getByRole("button", { name: w.controls.sort, exact: true }).tap();
  await page.getByRole("menuitem", { name: w.controls.descending, exact: true }).tap();
  await page.waitForURL(at("/crontab?sort=-name"));
  const first = page.getByRole("article").nth(1); // after the pinned one
  await until("the last name comes first", async () => await first.getAttribute("aria-label") === "Many 7");
  const filter = async (label: string) => {
    await page.getByRole("button", { name: w.tasks.filter, exact: true }).tap();
    await page.getByRole("option", { name: label, exact: true }).tap();
  };
  await filter(w.tasks.kindShell);
  await page.waitForURL(at("/crontab?sort=-name&kind=shell"));
  await filter(w.runs.stateSucceeded);
  await card(story, "Many 7").waitFor({ state: "detached" }); // it has not run
  const { height = 0 } = await card(story, "Backup 备份").boundingBox() ?? {};
  assert.ok(height > 0 && height < 110, `a card takes ${height} pixels`);
  await page.goto(at("/crontab?sort=-name"));
}

async function rejectStop(story: Story): Promise<void> {
  const { page, w } = story;
  const names = ["Many 6", "Many 7"];
  for (const name of names) await card(story, name).getByRole("checkbox").tap();
  const bar = page.getByRole("toolbar", { name: w.tasks.batch });
  await bar.getByText(w.tasks.selected.replace("{count}", "2")).first().waitFor();
  await Promise.all([
    stopRejection(story, names).waitFor(),
    bar.getByRole("button", { name: w.tasks.stop }).tap(),
  ]);
  await bar.getByRole("button", { name: w.tasks.clearSelection }).tap();
  await bar.waitFor({ state: "detached" });
}

async function useViews(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/crontab"));
  const menu = async (word: string) => {
    await page.getByRole("button", { name: w.tasks.moreViews }).tap();
    await page.getByRole("menuitem", { name: word, exact: true }).tap();
  };
  await menu(w.tasks.viewNew);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(w.tasks.name, { exact: true }).fill("Only a backup 备份");
  await dialog.getByRole("combobox", { name: w.views.values }).fill("备份");
  await assertFits(story);
  await dialog.getByRole("button", { name: w.ui.create, exact: true }).tap();
  await page.waitForURL(at("/crontab?view=1"));
  await card(story, "Backup 备份").waitFor();
  await card(story, "Many 1").waitFor({ state: "detached" });
  await menu(w.tasks.viewsManage);
  await dialog.getByRole("switch", { name: w.views.showTab.replace("{name}", "Only a backup 备份") }).tap();
  await assertFits(story);
  await dialog.getByRole("button", { name: w.ui.close }).last().tap();
  await page.getByRole("navigation", { name: w.tasks.views }).getByRole("link", {
    name: new RegExp(`^${w.tasks.viewAll}`),
  })
    .tap();
  await page.waitForURL(at("/crontab"));
  await page.getByRole("link", { name: "Only a backup 备份" }).waitFor({ state: "detached" });
}

async function useQueue(story: Story): Promise<void> {
  const { page, w, panel } = story;
  await panel.json("/api/settings", { json: { concurrency: 1 }, method: "PATCH" });
  for (const name of ["Holds", "Waits"]) await story.run(await story.add({ name, command: "sleep 300" }));
  const queue = () => panel.json<QueueState>("/api/queue");
  const counts = w.tasks.queueCounts.replace("{live}", "1").replace("{waiting}", "1");
  await page.getByRole("button", { name: w.ui.more, exact: true }).tap();
  await page.getByRole("menuitem", { name: counts }).tap();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(story.format("queue.whyLimit", { limit: 1 })).first().waitFor();
  await assertFits(story);
  const { live, waiting } = await queue();
  const of = (text: string, run: number | undefined) => text.replace("{run}", String(run));
  await dialog.getByRole("button", { name: of(w.queue.cancelOne, waiting[0]?.run.id) }).tap();
  await until("it is no longer waiting", async () => (await queue()).waitingTotal === 0);
  await dialog.getByRole("button", { name: of(w.runs.stopOne, live[0]?.id) }).tap();
  await dialog.getByText(w.queue.none).first().waitFor();
  await page.goBack();
}

async function seeDetail(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/crontab/detail?id=1"));
  const { lastRun } = await task(story, "Backup 备份");
  await page.getByRole("link", { name: new RegExp(`#${lastRun?.id} · ${w.runDetails.causePerson}`) })
    .waitFor();
  await page.getByText(w.task.notifyFailure).first().waitFor();
  await assertFits(story);
  await page.getByRole("button", { name: w.statistics.why }).tap();
  const dialog = page.getByRole("dialog");
  const [since = ""] = w.statistics.whyDisabledOnly.split("{since}");
  await dialog.getByText(since.trim()).first().waitFor();
  await dialog.getByRole("button", { name: w.ui.close }).last().tap();
}

async function readLog(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/crontab/logModal?id=1"));
  const log = page.getByRole("dialog").getByRole("log");
  await log.getByText("got: first 第二").first().waitFor();
  await page.getByRole("button", { name: w.log.searchKey }).tap();
  await page.getByLabel(w.log.search, { exact: true }).fill("GOT");
  await page.getByText(w.log.matches.replace("{at}", "1").replace("{count}", "1"), { exact: true }).first()
    .waitFor();
  await page.getByRole("button", { name: w.log.closeSearch }).tap();
  await page.getByRole("button", { name: w.log.times }).tap();
  await log.getByText(/^\d\d:\d\d:\d\d$/).first().waitFor();
  const wrap = page.getByRole("button", { name: w.log.wrap });
  const before = await wrap.getAttribute("aria-pressed");
  await wrap.tap();
  // A tap becomes a click after a delay.
  await until(
    "lines are wrapped differently",
    async () => await wrap.getAttribute("aria-pressed") !== before,
  );
  await page.getByRole("button", { name: w.log.firstError }).tap();
  await log.locator("mark").getByText("Error").first().waitFor();
  await assertFits(story);
}

async function moveIn(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/crontab"));
  await page.getByRole("button", { name: w.ui.more, exact: true }).tap();
  await page.getByRole("menuitem", { name: w.tasks.importCrontab }).tap();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(w.imports.sourceText, { exact: true }).tap();
  const text = "# Moved 搬来\n5 4 * * * true\n61 * * * * wrong\n";
  await dialog.getByLabel(w.imports.boxText, { exact: true }).fill(text);
  await dialog.getByRole("button", { name: w.imports.preview }).tap();
  await dialog.getByText(w.imports.reasonCron).first().waitFor();
  await assertFits(story);
  await dialog.getByRole("button", { name: "Import one task", exact: true }).tap();
  await dialog.getByRole("button", { name: w.imports.done }).tap();
  await card(story, "Moved 搬来").waitFor();
}
