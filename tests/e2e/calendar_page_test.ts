// The calendar: a month, a week and a day of runs and due times, by role and label.
import assert from "node:assert/strict";
import type { RunState } from "../../server/contract/runs.ts";
import { addDays, todayIn } from "../../web/ui/inputs/calendar_days.ts";
import { startOf } from "../../web/features/calendar/visible_days.ts";
import { choose } from "../support/choose.ts";
import { findAxeIssues } from "../support/find_axe_issues.ts";
import { assertFits, phone, runSteps, type Story, testStory } from "../support/stories.ts";

/** Its offset has half an hour. */
const zone = "Asia/Kolkata";
const HOUR_MS = 3_600_000;
const yesterday = () => addDays(todayIn(zone), -1);

testStory("calendar: a month, a week and a day of runs and due times", async (story, t) => {
  await runSteps(t, story, {
    "the navigation leads to a month in which nothing happens": openEmpty,
    "a day says what ran, what is due, that it is off and that there is maintenance": seeMonth,
    "keys change the day and the month, and open the day": useKeys,
    "a week has the hours of its days": seeWeek,
    "a day has a row for each task, and a bar opens the run": seeDay,
    "it zooms in, and a bar of many runs does so too": zoomIn,
    "a table says the same": seeTable,
    "a night is from noon to noon": seeNight,
    "a label leaves its tasks": filterByLabel,
    "a request that fails is reported, and can be repeated": repeat,
    "the tabs lead to the other pages and back": followTabs,
  });
});

testStory("calendar: on a phone, in Chinese and dark", usePhone, {
  window: { ...phone, locale: "zh-CN", colorScheme: "dark" },
  language: "zh",
});

async function openEmpty({ page, w, at, client }: Story): Promise<void> {
  await page.goto(at("/dashboard"));
  await page.getByRole("navigation", { name: w.app.navigation }).getByRole("link", { name: w.app.calendar })
    .first().click();
  await page.getByText(w.calendarPage.noneHelp).first().waitFor();
  assert.equal(new URL(page.url()).pathname, "/deep/base/calendar");
  await page.locator('[aria-current="date"]').waitFor();
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
}

/** Writes the runs of yesterday: three of one task, and a crowded hour of another; a day off, and maintenance. */
async function fill({ panel, add, openDatabase }: Story): Promise<{ failed: number }> {
  await panel.json("/api/settings", { method: "PATCH", json: { timeZone: zone } });
  const backup = await add({
    ...{ name: "Backup", command: "true", schedules: ["15 */6 * * *"], labels: ["db"], timeZone: zone },
  });
  const feed = await add({ name: "Feed", command: "true" });
  const start = startOf(yesterday(), zone);
  const db = await openDatabase();
  const addRun = async (task: number, name: string, state: RunState, hour: number, waited = 0) => {
    const queued_at = start + hour * HOUR_MS;
    const started_at = state === "skipped" ? null : queued_at + waited * HOUR_MS;
    const { id } = await db.insertInto("run").values({
      ...{
        task_id: task,
        task_name: name,
        kind: "task",
        cause: "person",
        state,
        due_count: 1,
        queued_at,
        started_at,
      },
      ...{ start_after: 1, queue_rank: 0, queue_order: 1, attempt: 1 },
      finished_at: (started_at ?? queued_at) + HOUR_MS / 4,
    }).returning("id").executeTakeFirstOrThrow();
    return id;
  };
  await addRun(backup, "Backup", "succeeded", 0.25);
  const failed = await addRun(backup, "Backup", "failed", 6.25, 2);
  await addRun(backup, "Backup", "skipped", 12.25);
  for (let minute = 0; minute < 60; minute += 5) await addRun(feed, "Feed", "succeeded", 10 + minute / 60);
  await db.destroy();
  await panel.json("/api/calendars", {
    json: {
      ...{ name: "Office", timeZone: zone, weekendDays: [] },
      days: [{ date: yesterday(), kind: "off", name: "Company day" }],
    },
  });
  await panel.json("/api/windows", {
    json: { name: "Nightly work", schedule: "0 2 * * *", durationMs: 2 * HOUR_MS, timeZone: zone },
  });
  return { failed };
}

let failedRun = 0;

async function seeMonth(story: Story): Promise<void> {
  const { page, w, at, format, client } = story;
  failedRun = (await fill(story)).failed;
  await page.goto(at(`/calendar?at=${yesterday()}`));
  await page.getByRole("combobox", { name: w.calendarPage.calendar }).click();
  await page.getByRole("option", { name: "Office" }).click();
  await page.waitForURL(/calendar=1/);
  const day = page.getByRole("grid").locator(`[data-day="${yesterday()}"]`);
  const counts = [
    ...[
      format("calendarPage.failedCount", { count: 1 }),
      format("calendarPage.succeededCount", { count: 13 }),
    ],
    format("calendarPage.skippedCount", { count: 1 }),
  ];
  await page.getByRole("button", {
    name: new RegExp(`; ${counts.join("[^;]+")}; ${w.calendarPage.dayOff}: Company day$`),
  })
    .and(day).waitFor();
  const tomorrow = page.getByRole("grid").locator(`[data-day="${addDays(todayIn(zone), 1)}"]`);
  const due = format("calendarPage.dueCount", { count: 4 });
  const maintenance = format("calendarPage.maintenance", { name: "Nightly work" });
  await page.getByRole("button", { name: new RegExp(`; ${due}; ${maintenance}$`) }).and(tomorrow).waitFor();
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await photograph(page, "month-desk-en");
}

async function useKeys({ page }: Story): Promise<void> {
  const day = (date: string) => page.locator(`[data-day="${date}"]:focus`);
  await page.locator(`[data-day="${yesterday()}"]`).focus();
  await page.keyboard.press("ArrowLeft");
  await day(addDays(yesterday(), -1)).waitFor();
  await page.keyboard.press("ArrowUp");
  await day(addDays(yesterday(), -8)).waitFor();
  await page.keyboard.press("PageUp");
  await page.locator("[data-day]:focus").waitFor();
  await page.keyboard.press("PageDown");
  await page.keyboard.press("t");
  await day(todayIn(zone)).waitFor();
  await page.keyboard.press("ArrowLeft");
  await day(yesterday()).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/view=day/);
  assert.equal(new URL(page.url()).searchParams.get("at"), yesterday());
}

async function seeWeek({ page, w, at, format, client }: Story): Promise<void> {
  await choose(page.getByRole("radio", { name: w.calendarPage.viewWeek }));
  const table = page.getByRole("table");
  const counts = format("calendarPage.succeededCount", { count: 12 });
  await table.getByRole("row", { name: /^10 / }).getByRole("cell", { name: counts }).waitFor();
  await photograph(page, "week-desk-en");
  await page.goto(at(`/calendar?view=week&at=${addDays(todayIn(zone), 1)}`));
  await table.getByRole("row", { name: /^02 / }).getByRole("cell", {
    name: format("calendarPage.maintenance", { name: "Nightly work" }),
  }).first().waitFor();
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await page.locator(`[data-day="${addDays(todayIn(zone), 1)}"]`).click();
  await page.getByTitle(format("calendarPage.maintenance", { name: "Nightly work" })).waitFor();
  await page.goto(at(`/calendar?view=day&at=${yesterday()}&calendar=1`));
  await page.getByText(`${w.calendarPage.dayOff}: Company day`).first().waitFor();
}

async function seeDay({ page, client }: Story): Promise<void> {
  const timeline = page.getByRole("region", { name: /\d{4}/ });
  await timeline.getByRole("link", { name: "Backup" }).waitFor();
  await timeline.getByRole("link", { name: "Feed" }).waitFor();
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await photograph(page, "day-desk-en");
  await timeline.locator(`[data-run="${failedRun}"]`).last().click();
  await page.getByRole("dialog").waitFor();
  assert.equal(new URL(page.url()).searchParams.get("run"), String(failedRun));
  await page.goBack();
  await timeline.waitFor();
}

async function zoomIn({ page, w, format, client }: Story): Promise<void> {
  const timeline = page.getByRole("region", { name: /\d{4}/ });
  await timeline.locator("[data-crowd]").click();
  await page.getByRole("radio", { name: format("calendarPage.hours", { count: 6 }), checked: true }).waitFor({
    state: "attached",
  });
  await page.waitForURL(/zoom=6/);
  await choose(page.getByRole("radio", { name: format("calendarPage.hours", { count: 1 }), exact: true }));
  // In an hour, each of them has a bar of its own.
  await timeline.locator("[data-crowd]").waitFor({ state: "detached" });
  await timeline.locator("[data-run]").nth(5).waitFor();
  await client.settled();
  await photograph(page, "hour-desk-en");
  await choose(page.getByRole("radio", { name: format("calendarPage.hours", { count: 24 }) }));
  await page.getByRole("button", { name: w.calendarPage.asTable }).waitFor();
}

async function seeTable({ page, w, format, client }: Story): Promise<void> {
  await page.getByRole("button", { name: w.calendarPage.asTable }).click();
  const row = page.getByRole("row", { name: /^Backup/ });
  const failed = row.getByRole("link", { name: new RegExp(`^08:15:00 ${w.runs.stateFailed}`) });
  await failed.waitFor();
  assert.match(await failed.innerText(), new RegExp(format("calendarPage.waited", { time: "2h" })));
  await page.getByRole("row", { name: /^Feed/ }).getByRole("cell", {
    name: new RegExp(format("calendarPage.succeededCount", { count: 12 })),
  }).waitFor();
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await photograph(page, "table-desk-en");
  // It stays a table on other days.
  await page.getByRole("button", { name: w.calendarPage.next }).click();
  await page.getByRole("button", { name: w.calendarPage.previous }).click();
  await failed.waitFor();
  await page.getByRole("button", { name: w.calendarPage.asChart }).click();
}

async function seeNight({ page, w }: Story): Promise<void> {
  await choose(page.getByRole("radio", { name: w.calendarPage.viewNight }));
  await page.waitForURL(/view=night/);
  await page.getByText("12:00").first().waitFor(); // where it begins
  await page.getByRole("link", { name: "Backup" }).waitFor(); // skipped at 12:15
  await choose(page.getByRole("radio", { name: w.calendarPage.viewDay }));
}

async function filterByLabel({ page, w }: Story): Promise<void> {
  await page.getByRole("combobox", { name: w.calendarPage.label }).click();
  await page.getByRole("option", { name: "db" }).click();
  await page.waitForURL(/label=db/);
  await page.getByRole("link", { name: "Feed" }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Backup" }).waitFor();
}

async function repeat({ page, w, at }: Story): Promise<void> {
  const requests = /\/api\/occurrences[?/]/;
  await page.route(requests, (route) => route.fulfill({ status: 500, json: {} }));
  for (
    const [query, loaded] of [["", page.getByRole("grid")], [
      `?view=day&at=${yesterday()}`,
      page.getByRole("link", { name: "Backup" }),
    ]] as const
  ) {
    await page.goto(at(`/calendar${query}`));
    const retry = page.getByRole("alert").getByRole("button", { name: w.ui.retry });
    await retry.waitFor();
    await page.unroute(requests);
    await retry.click();
    await loaded.waitFor();
    await page.route(requests, (route) => route.fulfill({ status: 500, json: {} }));
  }
  await page.unroute(requests);
}

async function followTabs({ page, w }: Story): Promise<void> {
  await choose(page.getByRole("radio", { name: w.windows.title }));
  await page.getByText("Nightly work").first().waitFor();
  await choose(page.getByRole("radio", { name: w.app.calendar, exact: true }));
  await page.getByRole("grid").waitFor();
}

async function usePhone(story: Story): Promise<void> {
  const { page, w, at, client } = story;
  await fill(story);
  await page.goto(at(`/calendar?at=${yesterday()}&calendar=1`));
  await page.getByRole("button", { name: new RegExp(`${w.calendarPage.dayOff}: Company day`) }).waitFor();
  await assertFits(story);
  assert.deepEqual(await findAxeIssues(page), []);
  await photograph(page, "month-phone-zh");
  await choose(page.getByRole("radio", { name: w.calendarPage.viewWeek }));
  await page.getByRole("table").waitFor();
  await assertFits(story);
  await photograph(page, "week-phone-zh");
  await page.locator(`[data-day="${yesterday()}"]`).click();
  await page.getByRole("link", { name: "Backup" }).waitFor();
  await page.getByRole("link", { name: new RegExp(`^08:15:00 ${w.runs.stateFailed}`) }).waitFor();
  await assertFits(story);
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await photograph(page, "day-phone-zh");
}

/** Keeps a picture for a person who looks, in the folder that `SUNDIAL_PICTURES` names. */
async function photograph(page: Story["page"], name: string): Promise<void> {
  const folder = Deno.env.get("SUNDIAL_PICTURES");
  if (folder) await page.screenshot({ path: `${folder}/calendar-${name}.png` });
}
