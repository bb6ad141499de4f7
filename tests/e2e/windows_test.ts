// Days off of a task and maintenance windows, by role and label.
import assert from "node:assert/strict";
import { findAxeIssues } from "../support/find_axe_issues.ts";
import { assertFits, phone, runSteps, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("maintenance: a task follows a calendar, and windows hold tasks", async (story, t) => {
  await runSteps(t, story, {
    "the form says what a calendar moves and drops": followCalendar,
    "the page of the task names the calendar": seeCalendar,
    "maintenance starts in the overview, and ends in the banner": startAndEnd,
    "a window that repeats is created, changed and deleted": repeatWindow,
    "what is missing is said at its field": refuseMissing,
    "a window follows the events of a calendar": followEvents,
  });
});

testStory("maintenance: running a task by hand asks once, and goes", async (story, t) => {
  await runSteps(t, story, {
    "without an open window, nothing is asked or requested": runWithout,
    "the overview and the bell name an open window": seeOpenWindow,
    "cancelling runs nothing": cancelRun,
    "confirming runs at once": confirmRun,
    "several tasks are asked about once": runSeveral,
    "running with arguments asks above its form": runWithArguments,
    "a window that does not concern the task asks nothing": runUnconcerned,
    "a task that waits for the end can be run meanwhile": runWaiting,
  });
});

testStory("maintenance: on a phone, in Chinese", usePhone, { window: phone, language: "zh" });

async function makeCalendar({ panel }: Story): Promise<void> {
  const year = new Date().getFullYear();
  const days = Array.from(
    { length: 2 },
    (_, index) => ({ date: `${year + index}-12-25`, kind: "off", name: "Christmas" }),
  );
  await panel.json("/api/calendars", {
    json: {
      name: "Office",
      timeZone: "UTC",
      weekendDays: [6, 7],
      sources: [],
      days,
    },
  });
}

async function followCalendar(story: Story): Promise<void> {
  const { page, w, at, client } = story;
  await makeCalendar(story);
  await page.goto(at("/crontab/modal"));
  const dialog = page.getByRole("dialog", { name: w.task.createTitle });
  await dialog.getByLabel(w.tasks.name, { exact: true }).fill("Payroll");
  await dialog.getByLabel(w.tasks.command, { exact: true }).fill("true");
  await dialog.getByRole("textbox", { name: w.task.cronRule }).fill("0 10 24-26 12 *");
  await dialog.getByRole("button", { name: w.task.advanced }).click();
  await dialog.getByRole("combobox", { name: w.tasks.calendar, exact: true }).click();
  await page.getByRole("option", { name: "Office" }).click();
  await dialog.getByText(`${w.tasks.droppedNamedDay.replace("{day}", "Christmas")}`).first().waitFor();
  await dialog.getByRole("combobox", { name: w.tasks.onDayOff }).click();
  await page.getByRole("option", { name: w.tasks.dayOffNext, exact: true }).click();
  await dialog.getByText("Christmas").first().waitFor();
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await dialog.getByRole("button", { name: w.ui.create, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

async function seeCalendar({ page, w, at }: Story): Promise<void> {
  await page.goto(at("/crontab/detail?id=1"));
  await page.getByRole("link", { name: "Office" }).waitFor();
  await page.getByText(w.tasks.dayOffNext).first().waitFor();
}

async function startAndEnd({ page, w, at, format, client }: Story): Promise<void> {
  await page.goto(at("/dashboard"));
  await page.getByRole("button", { name: w.windows.start }).click();
  await page.getByRole("menuitem", { name: format("windows.startFor", { count: 2 }) }).click();
  const end = page.getByRole("button", { name: /^End now/ });
  await end.waitFor();
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await end.click();
  await end.waitFor({ state: "detached" });
}

async function repeatWindow({ page, w, at, format, client }: Story): Promise<void> {
  await page.goto(at("/calendar/windows"));
  await page.getByRole("button", { name: w.windows.create }).click();
  const dialog = page.getByRole("dialog", { name: w.windows.createTitle });
  await dialog.getByLabel(w.windows.name, { exact: true }).fill("Sunday night");
  await dialog.getByText(w.windows.repeated, { exact: true }).click();
  await dialog.getByLabel(w.windows.schedule, { exact: true }).fill("0 2 * * SUN");
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await dialog.getByRole("button", { name: w.ui.create, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  const name = "Sunday night";
  await page.getByRole("button", { name: format("windows.editOne", { name }) }).click();
  const edit = page.getByRole("dialog", { name: w.windows.editTitle });
  await edit.getByRole("combobox", { name: w.windows.effect }).click();
  await page.getByRole("option", { name: w.windows.effectSkip }).click();
  await edit.getByRole("button", { name: w.ui.save, exact: true }).click();
  await edit.waitFor({ state: "detached" });
  await page.getByText(w.windows.effectSkip).first().waitFor();
  await page.getByRole("button", { name: format("windows.removeOne", { name }) }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: w.windows.remove, exact: true }).click();
  await page.getByText(name, { exact: true }).first().waitFor({ state: "detached" });
}

async function refuseMissing({ page, w, format }: Story): Promise<void> {
  await page.getByRole("button", { name: w.windows.create }).first().click();
  const dialog = page.getByRole("dialog", { name: w.windows.createTitle });
  await dialog.getByRole("button", { name: w.ui.create, exact: true }).click();
  await dialog.getByText(format("ui.required", { label: w.windows.name })).first().waitFor();
  await page.keyboard.press("Escape");
}

async function usePhone({ page, w, at, panel, client }: Story): Promise<void> {
  const now = Date.now();
  const [from, to] = [new Date(now).toISOString(), new Date(now + 7_200_000).toISOString()];
  await panel.json("/api/windows", { json: { name: "数据库升级", from, to, scope: { labels: ["db"] } } });
  await page.goto(at("/calendar/windows"));
  await page.getByText("数据库升级").first().waitFor();
  await assertFits({ client, page });
  await page.getByRole("button", { name: w.windows.create }).click();
  await page.getByRole("dialog", { name: w.windows.createTitle }).waitFor();
  await assertFits({ client, page });
}

function eventFile(): string {
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).replaceAll("-", "");
  return [
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:1", `DTSTART:${day}T220000Z`],
    ...["DURATION:PT4H", "RRULE:FREQ=WEEKLY", "END:VEVENT", "END:VCALENDAR"],
  ].join("\r\n");
}

async function followEvents({ page, w, at, format, client }: Story): Promise<void> {
  await page.goto(at("/calendar/windows"));
  await page.getByRole("button", { name: w.windows.create }).first().click();
  const dialog = page.getByRole("dialog", { name: w.windows.createTitle });
  await dialog.getByLabel(w.windows.name, { exact: true }).fill("Data center");
  await dialog.getByText(w.windows.events, { exact: true }).click();
  await dialog.getByRole("button", { name: w.ui.create, exact: true }).click();
  await dialog.getByText(w.ui.required.replace("{label}", w.windows.address)).first().waitFor();
  await dialog.getByLabel(w.windows.address, { exact: true }).fill("http://127.0.0.1:9/work.ics");
  await dialog.getByRole("button", { name: w.ui.create, exact: true }).click();
  await dialog.getByText(/SUNDIAL_ALLOW_NETWORKS/).first().waitFor();
  await dialog.getByText(w.windows.sourceText, { exact: true }).click();
  await dialog.getByLabel(w.windows.file, { exact: true }).fill(eventFile());
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await dialog.getByRole("button", { name: w.ui.create, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  const name = "Data center";
  await page.getByText(format("windows.eventsOf", { source: w.windows.file })).first().waitFor();
  await page.getByRole("button", { name: format("windows.editOne", { name }) }).click();
  const edit = page.getByRole("dialog", { name: w.windows.editTitle });
  assert.match(await edit.getByLabel(w.windows.file, { exact: true }).inputValue(), /DURATION:PT4H/);
  await page.keyboard.press("Escape");
  await edit.waitFor({ state: "detached" });
}

const never = ["0 0 29 2 *"];

async function runsOf({ panel }: Story): Promise<string[]> {
  const { items } = await panel.json<{ items: { taskName: string; state: string }[] }>("/api/runs");
  return items.map(({ taskName }) => taskName).sort();
}

async function runWithout(story: Story): Promise<void> {
  const { panel, page, w, at, client } = story;
  for (const name of ["Alpha", "Beta", "Gamma"]) {
    const labels = name === "Gamma" ? [] : ["db"];
    await panel.json("/api/tasks", { json: { name, command: "true", schedules: never, labels } });
  }
  // The banner of every page asks for them.
  const listed = page.waitForResponse((response) => response.url().endsWith("/api/windows"));
  await page.goto(at("/crontab/detail?id=1"));
  await listed;
  await client.settled();
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await page.getByRole("button", { name: w.tasks.runNow, exact: true }).click();
  await client.settled();
  await until("the run", async () => (await runsOf(story)).length === 1);
  assert.ok(requested.some((path) => path.endsWith("/tasks/run")));
  assert.ok(!requested.some((path) => path.includes("/windows")), requested.join(" "));
}

async function seeOpenWindow({ panel, page, w, at, format, client }: Story): Promise<void> {
  const now = Date.now();
  const hours = (count: number) => new Date(now + count * 3_600_000).toISOString();
  const scope = { labels: ["db"] };
  await panel.json("/api/windows", { json: { name: "Database work", from: hours(-1), to: hours(2), scope } });
  await panel.json("/api/windows", {
    json: { name: "Network", from: hours(3), to: hours(4), effect: "skip" },
  });
  await page.goto(at("/dashboard"));
  await page.getByRole("heading", { name: w.windows.near }).waitFor();
  await page.getByRole("link", { name: "Network" }).waitFor();
  await page.getByText(w.windows.nearSkip).first().waitFor();
  await page.getByRole("button", { name: new RegExp(w.notifications.bell) }).click();
  await page.getByText(format("windows.bellOpen", { name: "Database work" })).first().waitFor();
  await page.keyboard.press("Escape");
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
}

async function cancelRun(story: Story): Promise<void> {
  const { page, w, at, format, client } = story;
  await page.goto(at("/crontab/detail?id=1"));
  await page.getByRole("button", { name: w.tasks.runNow, exact: true }).click();
  const question = page.getByRole("alertdialog", {
    name: format("windows.runTitle", { count: 1, name: "Alpha" }),
  });
  await question.getByText(/Database work/).first().waitFor();
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await question.getByRole("button", { name: w.ui.cancel }).click();
  await question.waitFor({ state: "detached" });
  await client.settled();
  assert.equal((await runsOf(story)).length, 1);
}

async function confirmRun(story: Story): Promise<void> {
  const { page, w } = story;
  await page.getByRole("button", { name: w.tasks.runNow, exact: true }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: w.windows.runAnyway }).click();
  await question.waitFor({ state: "detached" });
  await until("the second run", async () => (await runsOf(story)).length === 2);
}

async function runSeveral(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/crontab"));
  for (const name of ["Alpha", "Beta", "Gamma"]) await story.row(name).getByRole("checkbox").click();
  await page.getByRole("toolbar", { name: w.tasks.batch }).getByRole("button", {
    name: w.tasks.run,
    exact: true,
  }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText(/Alpha.*Beta|Beta.*Alpha/).first().waitFor();
  assert.equal(await question.getByText(/Gamma/).count(), 0);
  await question.getByRole("button", { name: w.windows.runAnyway }).click();
  await question.waitFor({ state: "detached" });
  await until("all to run", async () => (await runsOf(story)).length === 5);
}

async function runWithArguments(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/crontab/detail?id=1"));
  await page.getByRole("button", { name: w.ui.more }).first().click();
  await page.getByRole("menuitem", { name: w.tasks.runWith }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: w.tasks.run, exact: true }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: w.ui.cancel }).click();
  await question.waitFor({ state: "detached" });
  await dialog.getByRole("button", { name: w.tasks.run, exact: true }).click();
  await question.getByRole("button", { name: w.windows.runAnyway }).click();
  await dialog.waitFor({ state: "detached" });
  await until("the run", async () => (await runsOf(story)).length === 6);
}

async function runUnconcerned(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/crontab/detail?id=3"));
  await page.getByRole("button", { name: w.tasks.runNow, exact: true }).click();
  await until("the run", async () => (await runsOf(story)).length === 7);
  assert.equal(await page.getByRole("alertdialog").count(), 0);
}

async function runWaiting(story: Story): Promise<void> {
  const { panel, page, w, at } = story;
  const { id } = await panel.json<{ id: number }>("/api/tasks", {
    json: { name: "Delta", command: "true", schedules: ["* * * * * *"], labels: ["db"] },
  });
  const runs = async () =>
    (await panel.json<{ items: { state: string }[] }>(`/api/runs?taskId=${id}`)).items.map(({ state }) =>
      state
    );
  await until("the run to wait", async () => (await runs()).includes("queued"));
  await panel.json(`/api/tasks/${id}`, { method: "PATCH", json: { schedules: never } });
  await page.goto(at("/crontab"));
  await story.row("Delta").getByRole("button", { name: `${w.tasks.run}: Delta` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: w.windows.runAnyway }).click();
  await until("the run", async () => (await runs()).includes("succeeded"));
  assert.ok((await runs()).includes("queued"));
}
