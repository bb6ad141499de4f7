// A long list of tasks: search, filters, sorting, pages, links from outcomes; the URL stores the state, and a
// reload restores it.
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { Run } from "../../server/contract/runs.ts";
import type { List } from "../../server/contract/shapes.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { stopRejection } from "../support/stop_rejection.ts";
import { assertFits, runSteps, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("task list: searching many tasks and their outcomes", async (story, t) => {
  await makeTasks(story);
  await runSteps(t, story, {
    "text is searched in all fields, or in one": search,
    "statuses filter the list, and a reload keeps them": filter,
    "a typed filter is reachable at every width": filterByLabel,
    "built-in views count all tasks, whatever filters the list": useBuiltInViews,
    "schedules are described in words, and the row height is remembered": chooseHeight,
    "a schedule names its time zone if it is not the panel's": nameZone,
    "the command palette searches like the list and acts on the selection": usePalette,
    "a column sorts ascending, descending, then not at all, and pinned tasks stay first": sort,
    "tasks are grouped by label, and the navigation leads back to that": groupByLabel,
    "the page size is selectable and remembered": turnPages,
    "the last outcomes are displayed in a strip that links to their logs": followStrip,
    "the context menu offers every action": useContextMenu,
    "each selected task that cannot be stopped is named": rejectStop,
    "a selection runs with arguments, in one request": runSelection,
    "changes by others appear without a reload": seeOthers,
    "failing tasks say why, and rows do not move for it": readReasons,
    "a double click on Run starts one run": runOnce,
  });
});

async function makeTasks({ add }: Story): Promise<void> {
  for (let number = 10; number < 35; number++) {
    await add({ name: `Rotate ${number}`, command: `rotate.sh host-${number}`, labels: ["logs"] });
  }
  await add({
    name: "Backup 备份",
    command: 'echo "nightly: $*"',
    schedules: ["0 3 29 2 *"], // not due during the test: its runs are counted
    labels: ["夜间"],
  });
  await add({ name: "nightly in its name", command: "exit 3", schedules: ["7 */2 * * *"], enabled: false });
}

/** Waits until the list shows exactly these tasks, in this order. */
async function shows({ page }: Story, ...names: string[]): Promise<void> {
  const rows = page.locator("tr[data-row]");
  const visible = () =>
    rows.evaluateAll((all) => all.map((element) => element.getAttribute("aria-label")).join("; "));
  await until(names.join("; "), async () => await visible() === names.join("; "));
}

async function search(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/crontab?sort=name"));
  const box = page.getByLabel(w.tasks.search, { exact: true });
  for (
    const [typed, ...found] of [
      ["nightly", "Backup 备份", "nightly in its name"],
      ["name:nightly", "nightly in its name"],
      ["command:nightly", "Backup 备份"],
      ["schedule:7 */2", "nightly in its name"],
      ["label:夜间", "Backup 备份"],
      ["备份", "Backup 备份"],
      ["name nightly", "nightly in its name"], // both words
      ["nigthly its", "nightly in its name"], // a typo
    ]
  ) {
    await box.fill(typed ?? "");
    await shows(story, ...found);
  }
  await box.fill("nothing like this");
  await page.getByText(w.tasks.noMatch, { exact: true }).first().waitFor();
  await page.getByRole("button", { name: w.ui.clearFilters }).first().click();
  await story.row("Rotate 10").waitFor();
}

async function filter(story: Story): Promise<void> {
  const { page, w, at, format } = story;
  await page.getByRole("button", { name: w.tasks.filter, exact: true }).first().click();
  const panel = page.getByRole("dialog", { name: w.tasks.filter });
  await hasFocus(panel.getByRole("combobox"));
  await page.keyboard.type(w.tasks.statusDisabled);
  await until("one filter is found", async () => await panel.getByRole("option").count() === 1);
  await panel.getByRole("option", { name: w.tasks.statusDisabled }).click();
  await shows(story, "nightly in its name");
  await page.waitForURL(at("/crontab?sort=name&status=disabled"));
  await page.reload();
  await shows(story, "nightly in its name");
  const chips = page.getByRole("group", { name: w.tasks.filters });
  const chip = format("ui.labelAndValue", { label: w.tasks.status, value: w.tasks.statusDisabled });
  await chips.getByText(chip, { exact: true }).first().waitFor();
  await chips.getByRole("button", { name: format("ui.remove", { name: chip }) }).click();
  await story.row("Rotate 10").waitFor();
}

async function filterByLabel(story: Story): Promise<void> {
  const { page, w, at } = story;
  const button = page.getByRole("button", { name: w.tasks.filter, exact: true }).first();
  const chips = page.getByRole("group", { name: w.tasks.filters });
  const before = page.viewportSize();
  for (const width of [390, 768, 900, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await button.click();
    await page.getByRole("option", { name: `${w.tasks.label}…` }).click();
    const panel = page.getByRole("dialog", { name: w.tasks.label });
    await panel.getByRole("option", { name: /^logs/ }).waitFor();
    await page.keyboard.type("夜");
    await panel.getByRole("option", { name: /^夜间/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await panel.getByRole("option", { name: /^夜间/ }).click();
    await page.waitForURL(at(`/crontab?sort=name&label=${encodeURIComponent("夜间")}`));
    await hasFocus(button);
    await assertFits(story);
    await chips.getByRole("button", { name: /夜间/ }).click();
    await page.waitForURL(at("/crontab?sort=name"));
  }
  if (before) await page.setViewportSize(before);
}

async function useBuiltInViews(story: Story): Promise<void> {
  const { page, w, at, panel } = story;
  await page.goto(at("/crontab?q=nightly"));
  const tabs = page.getByRole("navigation", { name: w.tasks.views });
  const tab = (label: string, count: number) =>
    tabs.getByRole("link", { name: new RegExp(`^${label}\\s*${count}$`) });
  await tab(w.tasks.viewAll, 27).waitFor();
  await tab(w.tasks.neverRun, 27).waitFor();
  await tab(w.tasks.statusDisabled, 1).click();
  await page.waitForURL(at("/crontab?view=disabled"));
  await shows(story, "nightly in its name");
  await panel.json("/api/tasks/disable", { json: { ids: [26] } });
  await tab(w.tasks.statusDisabled, 2).waitFor();
  await shows(story, "nightly in its name", "Backup 备份");
  await page.reload();
  await shows(story, "nightly in its name", "Backup 备份");
  await panel.json("/api/tasks/enable", { json: { ids: [26] } });
  await tab(w.tasks.statusDisabled, 1).waitFor();
  await tab(w.tasks.viewFailing, 0).click();
  await page.getByText(w.tasks.viewEmpty, { exact: true }).first().waitFor();
}

async function nameZone(story: Story): Promise<void> {
  const { page, at, panel } = story;
  const id = await story.add({ name: "zoned", command: "true", schedules: ["7 */2 * * *"] });
  await page.goto(at("/crontab?q=zoned&sort=name"));
  const zoned = story.row("zoned");
  const city = zoned.getByText("Buenos Aires", { exact: true });
  await zoned.getByText(words).first().waitFor();
  assert.equal(await city.count(), 0);
  const json = { timeZone: "America/Argentina/Buenos_Aires" };
  await panel.json(`/api/tasks/${id}`, { method: "PATCH", json });
  await city.waitFor();
  await panel.json("/api/tasks", { method: "DELETE", json: { ids: [id] } });
}

async function chooseHeight(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at("/crontab?q=nightly&sort=name"));
  const backup = story.row("nightly in its name");
  await backup.getByText(words).first().waitFor();
  await backup.getByText("7 */2 * * *", { exact: true }).first().waitFor();
  const height = async () => (await backup.boundingBox())?.height;
  assert.equal(await height(), 52);
  const nameWidth = await backup.getByRole("cell").nth(1).evaluate((cell) => cell.clientWidth);
  assert.ok(nameWidth >= 320, `the name has ${nameWidth} pixels`);
  await page.setViewportSize({ width: 1366, height: 768 });
  const isCut = (shown: Locator) =>
    shown.evaluate((element) =>
      element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight
    );
  assert.equal(await isCut(backup.getByText(words)), false, "in a smaller window, the words take two lines");
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.getByRole("columnheader", { name: w.tasks.schedule }).waitFor({ state: "detached" });
  const below = backup.getByRole("cell").nth(1).getByText(words);
  await until("without room for the column, the words are below the name", () => below.isVisible());
  assert.equal(await isCut(below), false, "the command leaves the words their room");
  await page.setViewportSize({ width: 1440, height: 900 });
  const choose = async (label: string) => {
    await page.getByRole("button", { name: w.tasks.columns, exact: true }).click();
    await page.getByRole("group", { name: w.controls.rowHeight }).getByText(label, { exact: true }).click();
    await page.keyboard.press("Escape");
  };
  await choose(w.controls.rowsCompact);
  await until("rows are compact", async () => await height() === 36);
  await page.reload();
  await backup.getByText(words).first().waitFor();
  assert.equal(await height(), 36);
  await choose(w.controls.rowsComfortable);
  await until("rows have two lines", async () => await height() === 52);
}

const words = /^At 7 minutes past the hour, every 2 hours/;

async function usePalette(story: Story): Promise<void> {
  const { page, w, at, panel } = story;
  await page.goto(at("/crontab?q=rotate+3&sort=name"));
  for (const name of ["Rotate 30", "Rotate 31"]) await story.row(name).getByRole("checkbox").click();
  const palette = page.getByRole("dialog", { name: w.app.paletteLabel });
  await page.keyboard.press("Control+k");
  await palette.getByText(w.tasks.selected.replace("{count}", "2")).first().waitFor();
  await palette.getByRole("option", { name: w.tasks.disable, exact: true }).click();
  for (const name of ["Rotate 30", "Rotate 31"]) {
    await story.row(name).getByText(w.tasks.statusDisabled, { exact: true }).first().waitFor();
  }
  await page.keyboard.press("Control+k");
  await palette.getByRole("option", { name: w.tasks.delete, exact: true }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: w.ui.cancel }).click();
  await question.waitFor({ state: "hidden" });
  await panel.json("/api/tasks/enable", { json: { ids: [21, 22] } });
  await page.goto(at("/crontab"));
  await story.row("nightly in its name").waitFor();
  await page.keyboard.press("Control+k");
  await hasFocus(palette.getByRole("combobox"));
  assert.equal(await palette.getByRole("option", { name: w.tasks.disable, exact: true }).count(), 0);
  await page.keyboard.type("nigthly");
  await palette.getByRole("option", { name: /^nightly in its name/ }).click();
  await page.waitForURL(at("/crontab/detail?id=27"));
}

async function sort(story: Story): Promise<void> {
  const { page, w, at, panel } = story;
  await panel.json("/api/tasks/pin", { json: { ids: [20] } });
  await page.goto(at("/crontab?q=%22rotate+1%22"));
  const byName = page.getByRole("columnheader", { name: w.tasks.name });
  const tens = Array.from({ length: 10 }, (_, at) => `Rotate ${10 + at}`);
  await byName.getByRole("button").click();
  await shows(story, ...tens);
  await byName.getByRole("button").click();
  await until("it is sorted", async () => await byName.getAttribute("aria-sort") === "descending");
  await shows(story, ...tens.toReversed());
  await panel.json("/api/tasks/pin", { json: { ids: [3] } });
  await shows(story, "Rotate 12", ...tens.toReversed().filter((name) => name !== "Rotate 12"));
  await page.reload();
  await shows(story, "Rotate 12", ...tens.toReversed().filter((name) => name !== "Rotate 12"));
  await byName.getByRole("button").click();
  await until("the order is the default one", () => !/sort=/.test(page.url()));
  await panel.json("/api/tasks/unpin", { json: { ids: [3, 20] } });
}

async function groupByLabel(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/crontab?q=nightly"));
  await page.getByRole("button", { name: w.ui.more, exact: true }).click();
  await page.getByRole("menuitem", { name: w.tasks.groupByLabel }).click();
  await page.waitForURL(/sort=label/);
  await shows(story, "Backup 备份", "nightly in its name");
  const headings = page.getByRole("table", { name: w.tasks.title }).getByRole("rowheader");
  await until(
    "both groups have a heading",
    async () => (await headings.allInnerTexts()).join() === `夜间,${w.tasks.withoutLabel}`,
  );
  await page.goto(at("/dashboard"));
  await page.getByRole("link", { name: w.tasks.title }).click();
  await page.waitForURL(at("/crontab?sort=label"));
  await page.getByRole("button", { name: w.ui.more, exact: true }).click();
  await page.getByRole("menuitem", { name: w.tasks.groupByLabel }).click();
  await page.waitForURL(at("/crontab"));
  await page.goto(at("/dashboard"));
  await page.getByRole("link", { name: w.tasks.title }).click();
  await page.waitForURL(at("/crontab"));
}

async function turnPages({ page, w, at, format }: Story): Promise<void> {
  await page.goto(at("/crontab?sort=name"));
  await page.getByText(format("ui.pageRange", { from: 1, to: 20, total: 27 }), { exact: true }).first()
    .waitFor();
  const bar = page.getByRole("toolbar", { name: w.tasks.batch });
  const selectAll = page.getByRole("checkbox", { name: w.ui.selectAll });
  await selectAll.click();
  await bar.getByText(w.tasks.selected.replace("{count}", "20"), { exact: true }).first().waitFor();
  await bar.getByRole("button", { name: w.tasks.selectMatching.replace("{count}", "27") }).click();
  await bar.getByText(w.tasks.selected.replace("{count}", "27"), { exact: true }).first().waitFor();
  assert.equal(await bar.getByRole("button", { name: /27/ }).count(), 0);
  await page.getByRole("button", { name: w.ui.nextPage }).click();
  await page.getByText(format("ui.pageRange", { from: 21, to: 27, total: 27 }), { exact: true }).first()
    .waitFor();
  await until("the other page is selected too", () => selectAll.isChecked());
  await bar.getByRole("button", { name: w.tasks.clearSelection }).click();
  await bar.waitFor({ state: "detached" });
  await page.goBack();
  await page.getByText(format("ui.pageRange", { from: 1, to: 20, total: 27 }), { exact: true }).first()
    .waitFor();
  await page.getByRole("button", { name: w.ui.nextPage }).click();
  await page.getByText(format("ui.pageRange", { from: 21, to: 27, total: 27 }), { exact: true }).first()
    .waitFor();
  await page.goBack();
  await page.getByText(format("ui.pageRange", { from: 1, to: 20, total: 27 }), { exact: true }).first()
    .waitFor();
  await page.getByRole("button", { name: w.ui.perPage.replace("{count}", "20") }).click();
  await page.getByRole("menuitem", { name: w.ui.perPage.replace("{count}", "100") }).click();
  await page.getByText(format("ui.pageRange", { from: 1, to: 27, total: 27 }), { exact: true }).first()
    .waitFor();
  await page.goto(at("/crontab?sort=name"));
  await page.getByText(format("ui.pageRange", { from: 1, to: 27, total: 27 }), { exact: true }).first()
    .waitFor();
}

async function ran({ panel }: Story, taskId: number, count: number): Promise<Run[]> {
  return await until(`task ${taskId} has ended ${count} runs`, async () => {
    const { items } = await panel.json<List<Run>>(`/api/tasks/${taskId}/runs`);
    return items.length >= count && items.every(({ finishedAt }) => finishedAt !== null) && items;
  });
}

async function followStrip(story: Story): Promise<void> {
  const { page, w, at } = story;
  const id = 27;
  const first = await story.run(id);
  await story.ended(first);
  await story.ended(await story.run(id));
  await page.goto(at("/crontab?q=nightly&sort=name"));
  const strip = story.row("nightly in its name").getByRole("img", { name: / 2 / });
  await strip.locator("> *").first().click();
  await page.waitForURL(at(`/crontab/logModal?id=${id}&run=${first}&q=nightly&sort=name`));
  const log = page.getByRole("dialog").getByRole("log");
  // The panel's first and last lines.
  await log.getByText(w.log.started.replace("{time}", "")).first().waitFor();
  await log.getByText(w.runs.exitCodeIs.replace("{code}", "3")).first().waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL(at("/crontab?q=nightly&sort=name"));
  await story.row("nightly in its name").getByText(w.runs.stateFailed, { exact: true }).first().waitFor();
}

async function useContextMenu(story: Story): Promise<void> {
  const { page, w } = story;
  await story.row("Backup 备份").click({ button: "right", position: { x: 300, y: 20 } });
  const messages = [w.tasks.open, w.tasks.run, w.tasks.runWith, w.tasks.log, w.ui.edit, w.tasks.duplicate];
  for (const name of [...messages, w.tasks.editLabels, w.tasks.disable, w.tasks.pin, w.tasks.delete]) {
    await page.getByRole("menuitem", { name }).first().waitFor();
  }
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  await hasFocus(story.row("Backup 备份"));
}

async function choose(story: Story, ...names: string[]): Promise<Locator> {
  for (const name of names) await story.row(name).getByRole("checkbox").click();
  return story.page.getByRole("toolbar", { name: story.w.tasks.batch });
}

async function rejectStop(story: Story): Promise<void> {
  const { w } = story;
  const names = ["Backup 备份", "nightly in its name"];
  const bar = await choose(story, ...names);
  await Promise.all([
    stopRejection(story, names).waitFor(),
    bar.getByRole("button", { name: w.tasks.stop, exact: true }).click(),
  ]);
}

async function runSelection(story: Story): Promise<void> {
  const { page, w, panel } = story;
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") requests.push(new URL(request.url()).pathname);
  });
  const bar = page.getByRole("toolbar", { name: w.tasks.batch });
  await page.setViewportSize({ width: 1024, height: 768 });
  const isCut = await bar.evaluate((element) => element.scrollWidth > element.clientWidth);
  assert.equal(isCut, false, "all actions have room in a window of 1024 pixels");
  await page.setViewportSize({ width: 1440, height: 900 });
  await bar.getByRole("button", { name: w.ui.more }).click();
  await page.getByRole("menuitem", { name: w.tasks.runWith }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(w.task.runArguments).fill("for both");
  await dialog.getByRole("button", { name: w.tasks.run, exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  const [run] = await ran(story, 26, 1);
  assert.match(await (await panel.fetch(`/api/runs/${run?.id}/log`)).text(), /nightly: for both/);
  await ran(story, 27, 3);
  assert.equal(requests.filter((path) => path.endsWith("/tasks/run")).length, 1);
  await bar.getByRole("button", { name: w.tasks.clearSelection }).click();
}

async function seeOthers(story: Story): Promise<void> {
  const { page, at, panel, w } = story;
  // Events before the page connects are not lost.
  const happened = Promise.withResolvers<void>();
  await page.route(/\/api\/events/, async (route) => {
    await happened.promise;
    await route.continue();
  }, { times: 1 });
  await page.goto(at("/crontab?label=live&sort=name"));
  await page.getByText(w.tasks.noMatch, { exact: true }).first().waitFor();
  const id = await story.add({ name: "Came from elsewhere", command: "sleep 300", labels: ["live"] });
  happened.resolve();
  const live = story.row("Came from elsewhere");
  await live.getByText(w.tasks.neverRun, { exact: true }).first().waitFor();
  assert.equal(await live.getByText(w.tasks.statusIdle, { exact: true }).count(), 0); // not worth a word
  await story.run(id);
  await live.getByText(w.tasks.statusRunning, { exact: true }).first().waitFor();
  await panel.json("/api/tasks/stop", { json: { ids: [id] } });
  await live.getByText(w.runs.stateStopped, { exact: true }).first().waitFor();
  await panel.json("/api/tasks", { json: { ids: [id] }, method: "DELETE" });
  await live.waitFor({ state: "detached" });
}

async function readReasons(story: Story): Promise<void> {
  const { page, at, panel } = story;
  const id = await story.add({ name: "Breaks", command: "echo no route to host; exit 3" });
  await story.run(id);
  const asked = Promise.withResolvers<void>();
  await page.route(/\/api\/runs\/failures/, async (route) => {
    await asked.promise;
    await route.continue();
  }, { times: 1 });
  await page.goto(at("/crontab?view=failing"));
  const failing = story.row("Breaks");
  await failing.getByText("echo no route to host; exit 3", { exact: true }).first().waitFor();
  const before = await failing.boundingBox();
  asked.resolve();
  await failing.getByText("no route to host", { exact: true }).first().waitFor();
  assert.deepEqual(await failing.boundingBox(), before);
  await panel.json(`/api/tasks/${id}`, { json: { command: "exit 4" }, method: "PATCH" });
  await story.run(id);
  const ended = story.w.runs.exitCodeIs.replace("{code}", "4").replace(/^./, (first) => first.toUpperCase());
  const silent = story.w.runDetails.reasonNoOutput.replace("{ended}", ended);
  await failing.getByText(silent, { exact: true }).first().waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("article", { name: "Breaks" }).getByText(silent, { exact: true }).first().waitFor();
  await page.goto(at("/crontab?q=Breaks"));
  const listed = page.getByRole("article", { name: "Breaks" });
  await listed.getByText("exit 4", { exact: true }).first().waitFor();
  assert.equal(await listed.getByText(silent, { exact: true }).count(), 0);
}

async function runOnce(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at("/crontab?q=%22rotate+29%22"));
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/tasks/run")) sent++;
  });
  await story.row("Rotate 29").getByRole("button", { name: w.tasks.run }).first().dblclick();
  await ran(story, 20, 1);
  assert.equal(sent, 1);
}
