// Organizing many tasks, by role and label: views, types, columns, labels, runs with arguments, the queue.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { QueueState } from "../../server/contract/queue.ts";
import type { Run } from "../../server/contract/runs.ts";
import type { List } from "../../server/contract/shapes.ts";
import type { Task } from "../../server/contract/tasks.ts";
import type { View } from "../../server/contract/views.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import type { PanelProcess } from "../support/panel_process.ts";
import { step } from "../support/step.ts";
import { type Story, type StoryOptions, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

const stories: StoryOptions[] = [
  { language: "en", basePath: "/" },
  { language: "zh", window: { locale: "zh-CN" } },
];

for (const options of stories) {
  testStory(`views: organizing many tasks in ${options.language}`, organize, options);
}

// Due on February 29: a scheduled run would be one more in the counted queue.
const few = [
  { name: "Backup", command: "task backup.py --full", schedules: ["0 3 29 2 *"], labels: ["nightly"] },
  { name: "Report", command: "task report.ts", schedules: ["0 9 * * 1"], labels: ["weekly"], enabled: false },
  { name: "Sync 同步", command: "echo sync", schedules: ["*/5 * 29 2 *"], labels: ["nightly", "库存"] },
  {
    name: "Greeter",
    command: 'for word in "$@"; do echo "[$word]"; done; echo "$GREETING"',
    schedules: "manual",
    labels: [],
  },
];

async function organize(
  { page, at, w, format, panel, client, row, add, language }: Story,
  t: Deno.TestContext,
): Promise<void> {
  for (const task of few) await add(task);
  const tabs = page.getByRole("navigation", { name: w.tasks.views });
  // Each step starts when the previous one has ended.
  const views = async () => (await panel.json<List<View>>("/api/views")).items;

  await step(t, "filters become a view: the form is prefilled, its tab opens", async () => {
    await page.goto(at("/crontab?label=nightly&sort=name"));
    await page.getByRole("button", { name: w.tasks.saveView }).click();
    await page.waitForURL(/viewCreateModal/);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("group", { name: format("views.conditionNumber", { number: 1 }), exact: true })
      .getByText("nightly").first().waitFor();
    await dialog.getByRole("group", { name: format("views.sortNumber", { number: 1 }), exact: true })
      .waitFor();
    await dialog.getByText(format("views.matches", { count: 2 }), { exact: true }).first().waitFor();
    await dialog.getByRole("button", { name: w.ui.create }).click();
    await dialog.getByRole("alert").waitFor(); // a view needs a name
    await dialog.getByLabel(w.tasks.name, { exact: true }).fill("每晚 nightly");
    await dialog.getByRole("button", { name: w.ui.create }).click();
    await page.waitForURL(at("/crontab?view=1"));
    await row("Backup").waitFor();
    await row("Sync 同步").waitFor();
    assert.equal(await row("Report").count(), 0);
    await tabs.getByRole("link", { name: "每晚 nightly" }).and(page.locator("[aria-current=page]")).waitFor();
  });

  await step(t, "editing preserves and/or, whatever else changes", async () => {
    await page.getByRole("button", { name: w.tasks.moreViews }).click();
    await page.getByRole("menuitem", { name: w.tasks.viewEdit }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: w.views.conditionAdd }).click();
    const second = dialog.getByRole("group", {
      name: format("views.conditionNumber", { number: 2 }),
      exact: true,
    });
    const count = dialog.locator("p[aria-live=polite]");
    await until(
      "a condition without a value has no message",
      async () => await count.textContent() === "",
    );
    await second.getByRole("combobox", { name: w.views.property }).click();
    await page.getByRole("option", { name: w.tasks.status }).click();
    await second.getByRole("combobox", { name: w.views.values }).fill(w.tasks.statusDisabled);
    await page.getByRole("option", { name: w.tasks.statusDisabled }).click();
    await dialog.getByText(format("views.matches", { count: 0 }), { exact: true }).first().waitFor();
    await dialog.getByText(w.views.or).click();
    await dialog.getByText(format("views.matches", { count: 3 }), { exact: true }).first().waitFor();
    // Changes of other users apply at once, without input.
    const { id } = await panel.json<Task>("/api/tasks", {
      json: { name: "Another", command: "true", schedules: "manual", labels: ["nightly"] },
    });
    await dialog.getByText(format("views.matches", { count: 4 }), { exact: true }).first().waitFor();
    await panel.json("/api/tasks", { method: "DELETE", json: { ids: [id] } });
    await dialog.getByText(format("views.matches", { count: 3 }), { exact: true }).first().waitFor();
    await dialog.getByRole("button", { name: w.ui.save }).click();
    await row("Report").waitFor();
    await page.goto(at("/crontab/viewCreateModal?id=1"));
    await dialog.getByLabel(w.tasks.name, { exact: true }).fill("Night");
    assert.ok(await dialog.getByRole("radio", { name: w.views.or }).isChecked());
    await dialog.getByRole("button", { name: w.ui.save }).click();
    await dialog.waitFor({ state: "hidden" });
    const [view] = await views();
    assert.deepEqual([view?.name, view?.relation, view?.conditions.length, view?.sort.length], [
      "Night",
      "or",
      2,
      1,
    ]);
  });

  await step(t, "leaving a changed view asks for confirmation", async () => {
    await page.goto(at("/crontab/viewCreateModal?id=1"));
    await page.getByRole("dialog").getByLabel(w.tasks.name, { exact: true }).fill("Something else");
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").getByRole("button", { name: w.app.leave }).click();
    await page.waitForURL(at("/crontab"));
    assert.equal((await views())[0]?.name, "Night");
  });

  await step(t, "tabs are reordered with Alt and an arrow key, and by dragging", async () => {
    for (const name of ["Second", "Third"]) {
      await panel.json("/api/views", { json: { name, conditions: [] } });
    }
    await tabs.getByRole("link", { name: "Third" }).focus();
    await page.keyboard.press("Alt+ArrowLeft");
    await until("it has moved", async () => (await names(views)) === "Night,Third,Second");
    await client.settled(); // dragging requires a stable position
    const [from, to] = await Promise.all(
      ["Second", "Night"].map((name) => tabs.getByRole("link", { name }).boundingBox()),
    );
    assert.ok(from && to);
    await page.mouse.move(from.x + from.width / 2, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + 10, { steps: 12 });
    await page.mouse.move(to.x + 3, to.y + 10, { steps: 4 });
    await page.mouse.up();
    await until("it has moved", async () => (await names(views)) === "Second,Night,Third");
    assert.match(page.url(), /\/crontab$/); // a drag is not a click
  });

  await step(
    t,
    "managing views: one is hidden, one is deleted after a confirmation, reordering by keyboard",
    async () => {
      await page.goto(at("/crontab/viewManageModal"));
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("switch", { name: format("views.showTab", { name: "Third" }) }).click();
      // Behind a dialog no tab has a role, so the test checks the switch and the API.
      await dialog.getByRole("switch", { name: format("views.showTab", { name: "Third" }), checked: false })
        .waitFor();
      await until("it is hidden", async () => (await views()).find(({ name }) => name === "Third")?.hidden);
      await dialog.getByRole("button", { name: format("views.move", { name: "Second" }) }).focus();
      await page.keyboard.press("ArrowDown");
      await until("it has moved", async () => (await names(views)) === "Night,Second,Third");
      await dialog.getByRole("button", { name: format("views.move", { name: "Third" }) }).focus();
      await page.keyboard.press("Space");
      await dialog.getByRole("button", { name: format("views.move", { name: "Third" }), pressed: true })
        .waitFor();
      await page.keyboard.press("Escape"); // cancels the drag and does not close the dialog
      await dialog.getByRole("button", { name: format("views.move", { name: "Third" }), pressed: false })
        .waitFor();
      await dialog.getByRole("button", {
        name: `${w.ui.delete}${language === "zh" ? "：" : ": "}Second`,
      }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: w.ui.delete }).click();
      await until("it is gone", async () => (await names(views)) === "Night,Third");
      await page.getByRole("button", { name: w.ui.undo, exact: true }).click();
      await until("it is back", async () => (await names(views)) === "Night,Second,Third");
      await dialog.getByRole("button", {
        name: `${w.ui.delete}${language === "zh" ? "：" : ": "}Second`,
      }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: w.ui.delete }).click();
      await until("it is gone again", async () => (await names(views)) === "Night,Third");
      await dialog.getByRole("button", { name: w.ui.close }).last().click();
      await page.waitForURL(at("/crontab"));
      await tabs.getByRole("link", { name: "Night" }).waitFor();
      await tabs.getByRole("link", { name: "Third" }).waitFor({ state: "detached" });
    },
  );

  await step(t, "by type: the URL stores the kind of command", async () => {
    await tabs.getByRole("link", { name: w.tasks.byType }).click();
    await page.waitForURL(at("/crontab/type"));
    await page.getByRole("link", { name: w.tasks.kindPython }).click();
    await page.waitForURL(at("/crontab/type?type=python"));
    await until("only one is left", async () => await page.locator("tr[data-row]").count() === 1);
    await row("Backup").waitFor();
    await page.getByRole("button", { name: w.tasks.new }).click();
    await hasFocus(page.getByRole("dialog").getByLabel(w.tasks.name, { exact: true }));
    await page.keyboard.press("Escape");
    await page.waitForURL(at("/crontab/type?type=python"));
  });

  await step(t, "columns are selected and resized, and a reload restores them", async () => {
    await page.goto(at("/crontab"));
    await row("Backup").waitFor();
    await page.getByRole("button", { name: w.tasks.columns, exact: true }).click();
    await page.getByRole("checkbox", { name: w.tasks.recent, exact: true }).click();
    await page.getByRole("checkbox", { name: w.tasks.labels, exact: true }).click();
    await page.keyboard.press("Escape");
    await hasFocus(page.getByRole("button", { name: w.tasks.columns, exact: true }));
    const edge = page.getByRole("separator", {
      name: format("tasks.resizeColumn", { column: w.tasks.schedule }),
    });
    const before = await edge.locator("..").evaluate((head) => head.getBoundingClientRect().width);
    const wider = String(Math.round(before) + 48);
    await edge.focus();
    for (let times = 0; times < 3; times++) await page.keyboard.press("ArrowRight");
    await until("it is wider", async () => await edge.getAttribute("aria-valuenow") === wider);
    await page.reload();
    await row("Backup").waitFor();
    assert.equal(await edge.getAttribute("aria-valuenow"), wider);
    assert.equal(await page.getByRole("columnheader", { name: w.tasks.recent }).count(), 0);
    assert.equal(await page.getByRole("columnheader", { name: w.tasks.labels }).count(), 1);
    await page.getByRole("button", { name: w.tasks.columns, exact: true }).click();
    await page.getByRole("button", { name: w.controls.columnsReset }).click();
    await page.keyboard.press("Escape");
    await hasFocus(page.getByRole("button", { name: w.tasks.columns, exact: true }));
    await page.getByRole("columnheader", { name: w.tasks.recent }).waitFor();
  });

  await step(t, "a tooltip describes a schedule, also by keyboard", async () => {
    await row("Backup").focus();
    await hasFocus(row("Backup"));
    for (const _ of ["the checkbox", "the schedule"]) await page.keyboard.press("Tab");
    await page.getByRole("tooltip").getByText(atThree[language]).first().waitFor();
  });

  await step(t, "the search box suggests a label, which becomes a removable filter", async () => {
    await page.getByLabel(w.tasks.search).fill("label:wee");
    await page.getByRole("option", { name: "weekly" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { name: "weekly", selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/label=weekly/);
    await until("only one is left", async () => await page.locator("tr[data-row]").count() === 1);
    const chips = page.getByRole("group", { name: w.tasks.filters });
    await chips.getByRole("button").first().click();
    await row("Backup").waitFor();
  });

  await step(t, "labels of the selection are changed in one request", async () => {
    for (const name of ["Backup", "Sync 同步"]) {
      await row(name).getByRole("checkbox").click();
    }
    const requests: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") requests.push(new URL(request.url()).pathname);
    });
    await page.getByRole("button", { name: w.tasks.editLabels }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: w.task.labelsAdd, exact: true }).fill("critical");
    await page.keyboard.press("Enter");
    await dialog.getByRole("combobox", { name: w.task.labelsRemove, exact: true }).fill("night");
    await until("one list is open", async () => await page.getByRole("listbox").count() === 1);
    await page.getByRole("option", { name: "nightly" }).click();
    await dialog.getByRole("button", { name: w.ui.save }).click();
    await dialog.waitFor({ state: "hidden" });
    const labels = await labelsOf(panel);
    assert.deepEqual([labels.Backup, labels["Sync 同步"]], [["critical"], ["库存", "critical"]]);
    assert.deepEqual(requests.filter((path) => path.endsWith("/tasks/labels")).length, 1);
    await page.getByRole("button", { name: w.tasks.clearSelection }).click();
  });

  await step(t, "a run gets arguments and variables", async () => {
    await row("Greeter").getByRole("button", {
      name: `${w.ui.more}${language === "zh" ? "：" : ": "}Greeter`,
    }).click();
    await page.getByRole("menuitem", { name: w.tasks.runWith }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(w.task.runArguments).fill(`one "two words"`);
    await dialog.getByRole("button", { name: w.task.variableAdd }).click();
    await dialog.getByLabel(w.task.variableName, { exact: true }).fill("GREETING");
    await dialog.getByLabel(w.task.variableValue, { exact: true }).fill("你好 world");
    await dialog.getByRole("button", { name: w.tasks.run, exact: true }).click();
    await dialog.waitFor({ state: "hidden" });
    const run = await until("it has run", async () => {
      const { items } = await panel.json<List<Run>>("/api/runs?state=succeeded");
      return items.find(({ taskName }) => taskName === "Greeter") ?? null;
    });
    const log = await (await panel.fetch(`/api/runs/${run.id}/log`)).text();
    assert.match(log, /\[one\]\n\[two words\]\n你好 world/);
    const strip = row("Greeter").getByRole("img"); // its outcome, as a mark
    await strip.waitFor();
    const requested: string[] = [];
    page.on("request", (request) => void requested.push(new URL(request.url()).pathname));
    await strip.locator("span").first().hover();
    const details = page.getByRole("tooltip");
    await details.getByText(new RegExp(`#${run.id} · ${w.runs.stateSucceeded}`)).first().waitFor();
    assert.match(await details.textContent() ?? "", /\d\d:\d\d/); // its time, which the list has loaded
    assert.deepEqual(requested.filter((path) => /\/runs\/\d+$/.test(path)), []);
    await page.mouse.move(0, 0);
  });

  await step(t, "the queue lists waiting runs and why; runs are cancelled and stopped there", async () => {
    await panel.json("/api/settings", { json: { concurrency: 1 }, method: "PATCH" });
    const ids: number[] = [];
    for (const name of ["Holds", "Waits"]) {
      const json = { name, command: "sleep 300", schedules: "manual" };
      const { id } = await panel.json<Task>("/api/tasks", { json });
      ids.push(id);
      await panel.json("/api/tasks/run", { json: { ids: [id] } });
    }
    await page.getByRole("button", { name: format("tasks.queueCounts", { live: 1, waiting: 1 }) }).click();
    await page.waitForURL(at("/crontab?queue=1"));
    const dialog = page.getByRole("dialog");
    const why = format("queue.whyLimit", { limit: 1 });
    await dialog.getByRole("listitem").filter({ hasText: "Waits" }).getByText(why).first().waitFor();
    const { live, waiting } = await panel.json<QueueState>("/api/queue");
    await dialog.getByRole("button", { name: format("queue.cancelOne", { run: waiting[0]?.run.id ?? 0 }) })
      .click();
    await until(
      "it is no longer waiting",
      async () => (await panel.json<QueueState>("/api/queue")).waitingTotal === 0,
    );
    await dialog.getByRole("button", { name: format("runs.stopOne", { run: live[0]?.id ?? 0 }) }).click();
    await dialog.getByText(w.queue.none).first().waitFor();
    await page.goBack();
    await page.waitForURL(at("/crontab"));
    await panel.json("/api/tasks", { json: { ids }, method: "DELETE" });
  });

  await step(t, "a list without pages: one key jumps to the last row and loads it", async () => {
    for (let number = 0; number < 420; number++) {
      await panel.json("/api/tasks", {
        json: { name: `Many ${number}`, command: "true", schedules: "manual" },
      });
    }
    await page.goto(at("/crontab?pageSize=all&sort=createdAt"));
    await row("Backup").focus();
    await page.keyboard.press("End");
    await until("the last has the focus", () => focusedName(page, "Many 419"));
    assert.ok(await page.locator("tr[data-row]").count() < 80);
    await page.keyboard.press("x");
    await page.keyboard.press("Home");
    await until("the first has the focus", () => focusedName(page, "Backup"));
    await page.getByText(format("tasks.selected", { count: 1 })).first().waitFor();
    await page.getByRole("checkbox", { name: w.ui.selectAll }).click();
    await page.getByText(format("tasks.selected", { count: 424 })).first().waitFor();
  });
}

const atThree = { en: /03:00|3:00/, zh: /3 ?[:点]|03:00/ };

async function names(views: () => Promise<View[]>): Promise<string> {
  return (await views()).map(({ name }) => name).join();
}

async function labelsOf(panel: PanelProcess): Promise<Record<string, string[]>> {
  const { items } = await panel.json<List<Task>>("/api/tasks?pageSize=100");
  return Object.fromEntries(items.map(({ name, labels }) => [name, labels]));
}

async function focusedName(page: Page, name: string): Promise<boolean> {
  return await page.evaluate<string | null>("document.activeElement.getAttribute('aria-label')") === name;
}
