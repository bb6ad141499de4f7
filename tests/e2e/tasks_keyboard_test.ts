// Tasks without a mouse: every action by keyboard, and closing a dialog restores the focus.
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { List } from "../../server/contract/shapes.ts";
import type { Task } from "../../server/contract/tasks.ts";
import type { View } from "../../server/contract/views.ts";
import { hasFocus, holdsFocus, tabTo, takeEntry } from "../support/keyboard_focus.ts";
import { type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("tasks by keyboard: no mouse is needed", {
  "a task is created, and Ctrl+Enter saves it": create,
  "Escape closes a dialog and restores the focus": leaveForm,
  "arrow keys move through the list, letter keys run and stop": runAndStop,
  "a task is pinned from its menu, and a run gets arguments": useMenu,
  "several are selected, and the batch action reports each outcome": useBatch,
  "a log is opened, searched and closed": readLog,
  "the queue and the list of shortcuts are opened": resolve,
  "search filters the list, and Escape leaves the search": search,
  "view tabs are reordered and columns are resized": arrange,
  "a task's page is opened, queried and closed": openTask,
  "a task is deleted after a confirmation": remove,
});

async function create(story: Story): Promise<void> {
  const { page, w, at, panel } = story;
  await page.goto(at("/crontab"));
  const first = page.getByRole("button", { name: w.tasks.createFirst });
  await tabTo(first);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await hasFocus(dialog.getByLabel(w.tasks.name, { exact: true }));
  await page.keyboard.type("Beta 乙");
  await tabTo(dialog.getByLabel(w.tasks.command, { exact: true }));
  await page.keyboard.type('echo "a needle $1"; sleep 300');
  await tabTo(dialog.getByRole("radio", { name: w.task.kindCron }));
  await page.keyboard.press("ArrowRight");
  await dialog.getByRole("radio", { name: w.tasks.scheduleManual, checked: true }).waitFor({
    state: "attached",
  });
  await tabTo(dialog.getByRole("button", { name: w.task.advanced }));
  await page.keyboard.press("Space");
  await tabTo(dialog.getByRole("combobox", { name: w.tasks.overlap, exact: true }));
  await page.keyboard.press("Enter");
  await takeEntry(page.getByRole("option", { name: w.task.overlapAllow }));
  await tabTo(dialog.getByLabel(w.tasks.labels), "Shift+Tab");
  await page.keyboard.type("unfinished"); // submitted too, although Enter did not complete it
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
  await story.row("Beta 乙").waitFor();
  const { items: [task] } = await panel.json<List<Task>>("/api/tasks");
  const { schedules, overlap, labels } = task ?? {};
  assert.deepEqual([schedules, overlap?.policy, labels], ["manual", "allow", ["unfinished"]]);
}

async function leaveForm({ page, w }: Story): Promise<void> {
  const button = page.getByRole("button", { name: w.tasks.new, exact: true });
  await tabTo(button);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await hasFocus(dialog.getByLabel(w.tasks.name, { exact: true }));
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await hasFocus(button);
}

async function runAndStop(story: Story): Promise<void> {
  const { page, w, at } = story;
  for (const name of ["Alpha", "Gamma"]) await story.add({ name, command: "sleep 300" });
  await page.goto(at("/crontab?sort=name"));
  await story.row("Alpha").waitFor();
  await page.keyboard.press("ArrowDown");
  await hasFocus(story.row("Alpha"));
  await page.keyboard.press("r");
  const alpha = story.row("Alpha");
  await alpha.getByText(w.tasks.statusRunning, { exact: true }).first().waitFor();
  await page.keyboard.press("s");
  await alpha.getByText(w.runs.stateStopped, { exact: true }).first().waitFor();
  await page.keyboard.press("End");
  await hasFocus(story.row("Gamma"));
  await page.keyboard.press("ArrowUp");
  await hasFocus(story.row("Beta 乙"));
}

function entry({ page }: Story, word: string): Locator {
  return page.getByRole("menuitem", { name: word, exact: true });
}

async function useMenu(story: Story): Promise<void> {
  const { page, w, panel } = story;
  const more = story.row("Beta 乙").getByRole("button", { name: `${w.ui.more}: Beta 乙` });
  await tabTo(more);
  await page.keyboard.press("Enter");
  await takeEntry(entry(story, w.tasks.pin));
  await story.row("Beta 乙").getByLabel(w.tasks.pinned).waitFor();
  const first = page.locator("tr[data-row]").first();
  await until("it is the first", async () => await first.getAttribute("aria-label") === "Beta 乙");
  await hasFocus(more);
  await page.keyboard.press("Enter");
  await holdsFocus(page.getByRole("menu"));
  await page.keyboard.press("Escape");
  await hasFocus(more);
  await page.keyboard.press("Enter");
  await takeEntry(entry(story, w.tasks.runWith));
  const dialog = page.getByRole("dialog");
  await hasFocus(dialog.getByLabel(w.task.runArguments));
  await page.keyboard.type("found");
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
  await story.row("Beta 乙").getByText(w.tasks.statusRunning, { exact: true }).first().waitFor();
  const { items: [task] } = await panel.json<List<Task>>("/api/tasks?q=Beta");
  assert.equal(task?.pinned, true);
}

async function useBatch(story: Story): Promise<void> {
  const { page, w } = story;
  await tabTo(story.row("Beta 乙"), "Shift+Tab");
  await page.keyboard.press("End");
  await hasFocus(story.row("Gamma"));
  await page.keyboard.press("x");
  await page.keyboard.press("ArrowUp");
  await hasFocus(story.row("Alpha"));
  await page.keyboard.press("Space");
  const bar = page.getByRole("toolbar", { name: w.tasks.batch });
  await bar.getByText(w.tasks.selected.replace("{count}", "2")).first().waitFor();
  await tabTo(bar.getByRole("button", { name: w.tasks.disable, exact: true }), "Shift+Tab");
  await page.keyboard.press("Enter");
  for (const name of ["Alpha", "Gamma"]) {
    await story.row(name).getByText(w.tasks.statusDisabled, { exact: true }).first().waitFor();
  }
  const labels = bar.getByRole("button", { name: w.tasks.editLabels });
  await tabTo(labels);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await hasFocus(dialog.getByRole("combobox", { name: w.task.labelsAdd, exact: true }));
  await page.keyboard.type("aside");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
  await hasFocus(labels);
  await story.row("Gamma").getByRole("button", { name: "aside" }).waitFor();
  await tabTo(bar.getByRole("button", { name: w.tasks.clearSelection }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await bar.waitFor({ state: "detached" });
}

async function readLog(story: Story): Promise<void> {
  const { page, w } = story;
  await page.keyboard.press("ArrowDown");
  await holdsFocus(page.locator("tbody")); // in the last focused row
  await page.keyboard.press("Home");
  await hasFocus(story.row("Beta 乙"));
  await page.keyboard.press("l");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("log").getByText("a needle found").first().waitFor();
  await page.keyboard.press("/");
  await hasFocus(page.getByLabel(w.log.search, { exact: true }));
  await page.keyboard.type("needle");
  await dialog.getByText(w.log.matches.replace("{at}", "1").replace("{count}", "1"), { exact: true }).first()
    .waitFor();
  await page.keyboard.press("Escape");
  await page.getByLabel(w.log.search, { exact: true }).waitFor({ state: "hidden" });
  await tabTo(dialog.getByRole("button", { name: w.tasks.stop, exact: true }));
  await page.keyboard.press("Enter");
  await dialog.getByText(w.runs.stateStopped, { exact: true }).first().waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await hasFocus(story.row("Beta 乙"));
}

async function resolve(story: Story): Promise<void> {
  const { page, w } = story;
  const dialog = page.getByRole("dialog");
  for (const [key, title] of [["q", w.tasks.queue], ["?", w.app.shortcuts]] as const) {
    await page.keyboard.press(key);
    await holdsFocus(page.getByRole("dialog", { name: title }));
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await hasFocus(story.row("Beta 乙"));
  }
}

async function search(story: Story): Promise<void> {
  const { page, w } = story;
  await page.keyboard.press("/");
  const box = page.getByLabel(w.tasks.search, { exact: true });
  await hasFocus(box);
  await page.keyboard.type("name:alp");
  await story.row("Beta 乙").waitFor({ state: "detached" });
  await story.row("Alpha").waitFor();
  await page.keyboard.press("Escape");
  await story.row("Beta 乙").waitFor();
  await hasFocus(box);
}

async function arrange({ page, w, panel }: Story): Promise<void> {
  for (const name of ["One", "Two"]) await panel.json("/api/views", { json: { name, conditions: [] } });
  const tabs = page.getByRole("navigation", { name: w.tasks.views });
  const two = tabs.getByRole("link", { name: "Two" });
  await two.waitFor();
  await tabTo(two, "Shift+Tab");
  await page.keyboard.press("Alt+ArrowLeft");
  await until("it has moved", async () => {
    const { items } = await panel.json<List<View>>("/api/views");
    return items.map(({ name }) => name).join() === "Two,One";
  });
  await hasFocus(two);
  const edge = page.getByRole("separator", {
    name: w.tasks.resizeColumn.replace("{column}", w.tasks.lastRunAt),
  });
  await tabTo(edge);
  const before = Number(await edge.getAttribute("aria-valuenow"));
  await page.keyboard.press("ArrowRight");
  await until("it is wider", async () => Number(await edge.getAttribute("aria-valuenow")) > before);
}

async function openTask(story: Story): Promise<void> {
  const { page, w, at } = story;
  await tabTo(story.row("Beta 乙"));
  await page.keyboard.press("Enter");
  await page.waitForURL(at("/crontab/detail?id=1"));
  const why = page.getByRole("button", { name: w.statistics.why });
  await why.waitFor();
  await tabTo(why);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByText(w.statistics.why_not_scheduled).first().waitFor();
  await holdsFocus(dialog);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await hasFocus(why);
  await page.keyboard.press("e");
  await hasFocus(dialog.getByLabel(w.tasks.name, { exact: true }));
  await page.keyboard.press("End");
  await page.keyboard.type(" two");
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("heading", { name: "Beta 乙 two" }).waitFor();
  await page.keyboard.type("gt"); // the second key counts only within a second
  await page.waitForURL(at("/crontab"));
}

async function remove(story: Story): Promise<void> {
  const { page, w } = story;
  const beta = story.row("Beta 乙 two");
  await beta.waitFor();
  await page.keyboard.press("ArrowDown");
  await hasFocus(beta); // it is pinned
  await page.keyboard.press("Delete");
  const confirmation = page.getByRole("alertdialog");
  await hasFocus(confirmation.getByRole("button", { name: w.ui.cancel }));
  await page.keyboard.press("Escape");
  await confirmation.waitFor({ state: "hidden" });
  await hasFocus(beta);
  await page.keyboard.press("Delete");
  await hasFocus(confirmation.getByRole("button", { name: w.ui.cancel }));
  await tabTo(confirmation.getByRole("button", { name: w.tasks.delete, exact: true }));
  await page.keyboard.press("Enter");
  await confirmation.waitFor({ state: "hidden" });
  await until("it is gone", async () => await page.locator("tr[data-row]").count() === 2);
  assert.equal(await beta.count(), 0);
}
