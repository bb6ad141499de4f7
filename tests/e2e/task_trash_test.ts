// The trash of tasks: Undo right after a deletion, and what was deleted earlier, by keyboard and on a phone.
import assert from "node:assert/strict";
import type { List } from "../../server/contract/shapes.ts";
import type { TrashedTask } from "../../server/contract/task_trash.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { assertFits, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("task trash: deleted tasks are restored or removed for good", {
  "a deletion is undone from its message": undo,
  "one task is restored by keyboard": restoreByKeyboard,
  "several are restored, and one is removed for good": restoreSeveral,
  "the last task is found in the trash of an empty list": emptyTrash,
});

const labelOf = (action: string, name: string) => `${action}: ${name}`;

async function trash({ panel }: Story): Promise<string[]> {
  return (await panel.json<List<TrashedTask>>("/api/tasks/trash")).items.map(({ name }) => name);
}

async function undo(story: Story): Promise<void> {
  const { page, w, at, add } = story;
  const ids: number[] = [];
  for (const name of ["Alpha", "Beta", "Gamma"]) ids.push(await add({ name, command: `echo ${name}` }));
  await story.run(ids[0] ?? 0);
  await page.goto(at("/crontab"));
  for (const name of ["Alpha", "Beta"]) {
    await page.locator("tr[data-row]").filter({ hasText: name }).getByRole("checkbox").click();
  }
  const bar = page.getByRole("toolbar", { name: w.tasks.batch });
  await bar.getByRole("button", { name: w.tasks.delete }).click();
  const confirmation = page.getByRole("alertdialog");
  await confirmation.getByText(/30/).first().waitFor();
  await confirmation.getByRole("button", { name: w.tasks.delete, exact: true }).click();
  await until("both are gone", async () => await page.locator("tr[data-row]").count() === 1);
  await page.getByRole("button", { name: w.ui.undo, exact: true }).click();
  await until("both are back", async () => await page.locator("tr[data-row]").count() === 3);
  assert.deepEqual(await trash(story), []);
  const runs = await story.panel.json<List<unknown>>(`/api/tasks/${ids[0]}/runs`);
  assert.equal(runs.total, 1);
}

async function restoreByKeyboard(story: Story): Promise<void> {
  const { page, w, panel, at } = story;
  await panel.json("/api/tasks", { method: "DELETE", json: { ids: [1, 2, 3] } });
  const rest = await story.add({ name: "Delta", command: "true" });
  await page.goto(at("/crontab"));
  await page.getByRole("button", { name: w.ui.more, exact: true }).first().click();
  await page.getByRole("menuitem", { name: w.tasks.trash }).press("Enter");
  const dialog = page.getByRole("dialog", { name: w.tasks.trash });
  const search = dialog.getByRole("textbox", { name: w.taskTrash.search });
  await search.waitFor();
  await search.focus();
  await page.keyboard.type("gam");
  await until("one matches", async () => await dialog.getByRole("listitem").count() === 1);
  await page.keyboard.press("Escape");
  await until("all are listed", async () => await dialog.getByRole("listitem").count() === 3);
  const restore = dialog.getByRole("button", { name: labelOf(w.taskTrash.restore, "Gamma") });
  await restore.focus();
  await page.keyboard.press("Enter");
  await restore.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.locator("tr[data-row]").filter({ hasText: "Gamma" }).waitFor();
  await panel.json("/api/tasks", { method: "DELETE", json: { ids: [3, rest] } });
}

async function restoreSeveral(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(at("/crontab?trash=1"));
  const dialog = page.getByRole("dialog", { name: w.tasks.trash });
  for (const name of ["Alpha", "Beta"]) {
    await dialog.getByRole("checkbox", { name: story.format("taskTrash.select", { name }) }).click();
  }
  await assertFits(story);
  await dialog.getByRole("button", { name: story.format("taskTrash.restoreSelected", { count: 2 }) }).click();
  await until("two are left", async () => await dialog.getByRole("listitem").count() === 2);
  await dialog.getByRole("button", { name: labelOf(w.taskTrash.remove, "Gamma") }).click();
  const confirmation = page.getByRole("alertdialog");
  await hasFocus(confirmation.getByRole("button", { name: w.ui.cancel }));
  await confirmation.getByRole("button", { name: w.taskTrash.remove, exact: true }).click();
  await until("one is left", async () => await dialog.getByRole("listitem").count() === 1);
  assert.deepEqual(await trash(story), ["Delta"]);
}

async function emptyTrash(story: Story): Promise<void> {
  const { page, w, at, panel } = story;
  await panel.json("/api/tasks", { method: "DELETE", json: { ids: [1, 2] } });
  await page.goto(at("/crontab"));
  await page.getByRole("button", { name: w.tasks.trash, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: w.tasks.trash });
  await dialog.getByRole("button", { name: w.taskTrash.emptyIt }).click();
  const confirmation = page.getByRole("alertdialog");
  await confirmation.getByRole("button", { name: w.taskTrash.emptyIt, exact: true }).click();
  await dialog.getByText(w.taskTrash.empty, { exact: true }).first().waitFor();
  assert.deepEqual(await trash(story), []);
}
