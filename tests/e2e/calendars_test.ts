// Calendars are created, seen for a year, changed and deleted, by role and label.
import assert from "node:assert/strict";
import { choose } from "../support/choose.ts";
import { findAxeIssues } from "../support/find_axe_issues.ts";
import { assertFits, phone, runSteps, type Story, testStory } from "../support/stories.ts";

testStory(
  "calendars: one is created from a country and own days, seen, changed and deleted",
  async (story, t) => {
    await runSteps(t, story, {
      "the navigation leads to the empty page": openEmpty,
      "what is missing is said at its field": refuseMissing,
      "a country, a weekend and an own day make a calendar": createCalendar,
      "a year shows its days off and its make-up days with their names": seeYear,
      "a year beyond the data is not known": seeUnknownYear,
      "a broken iCalendar text is rejected at its field, a good one adds its days": followText,
      "the bell says that the data ends": readBell,
      "while tasks use it, it is not deleted, and they are named": refuseRemoval,
      "it is deleted": removeCalendar,
    });
  },
);

testStory("calendars: on a phone, in Chinese", usePhone, { window: phone, language: "zh" });

async function openEmpty({ page, w, at }: Story): Promise<void> {
  await page.goto(at("/dashboard"));
  await page.getByRole("navigation", { name: w.app.navigation }).getByRole("link", { name: w.app.calendar })
    .first().click();
  await choose(page.getByRole("radio", { name: w.calendarPage.calendars, exact: true }));
  await page.getByText(w.calendars.none).first().waitFor();
  assert.deepEqual(await findAxeIssues(page), []);
}

async function refuseMissing({ page, w, format }: Story): Promise<void> {
  await page.getByRole("button", { name: w.calendars.create }).click();
  const dialog = page.getByRole("dialog", { name: w.calendars.createTitle });
  await dialog.getByRole("button", { name: w.calendars.addCountry }).click();
  await dialog.getByRole("button", { name: w.ui.create, exact: true }).click();
  await dialog.getByText(format("ui.required", { label: w.calendars.name })).first().waitFor();
  await dialog.getByText(format("ui.required", { label: w.calendars.country })).first().waitFor();
}

async function createCalendar({ page, w, client, language }: Story): Promise<void> {
  const dialog = page.getByRole("dialog", { name: w.calendars.createTitle });
  await dialog.getByLabel(w.calendars.name, { exact: true }).first().fill("Office");
  await dialog.getByRole("combobox", { name: w.calendars.country }).click();
  const name = language === "zh" ? "中国" : "China";
  await page.getByRole("combobox", { name: w.calendars.countrySearch }).fill(name);
  await page.getByRole("option", { name: `${name} CN`, exact: true }).click();
  await dialog.getByRole("button", { name: w.calendars.addDay }).click();
  await dialog.getByLabel(w.calendars.date, { exact: true }).fill("2026-12-24");
  await dialog.getByLabel(w.calendars.dayName).last().fill("Company day");
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await dialog.getByRole("button", { name: w.ui.create, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("list", { name: w.calendars.title }).getByRole("button", {
    name: "Office",
    exact: true,
  })
    .waitFor();
}

async function seeYear({ page, w, at, format, client }: Story): Promise<void> {
  await page.goto(at("/calendar/calendars?year=2026"));
  const year = page.getByRole("region", {
    name: format("calendars.preview", { name: "Office", year: "2026" }),
  });
  const october = year.getByRole("table", { name: "October" });
  await october.getByRole("cell", { name: `1: ${w.calendars.dayOff}, National Day`, exact: true }).waitFor();
  await october.getByRole("cell", { name: new RegExp(`^10: ${w.calendars.dayWorking}, Make-up day`) })
    .waitFor();
  const december = year.getByRole("table", { name: "December" });
  await december.getByRole("cell", { name: `24: ${w.calendars.dayOff}, Company day`, exact: true }).waitFor();
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
}

async function seeUnknownYear({ page, w, format }: Story): Promise<void> {
  await page.getByRole("button", { name: w.calendars.nextYear }).press("Enter");
  await page.getByText(w.calendars.unknownYear).or(page.getByText(/not known/).first()).first().waitFor();
  const year = page.getByRole("region", {
    name: format("calendars.preview", { name: "Office", year: "2027" }),
  });
  await year.getByRole("table", { name: "October" }).getByRole("cell", {
    name: `1: ${w.calendars.dayUnknown}`,
    exact: true,
  }).waitFor();
}

async function followText({ page, w, format }: Story): Promise<void> {
  await page.getByRole("button", { name: format("calendars.editOne", { name: "Office" }) }).click();
  const dialog = page.getByRole("dialog", { name: w.calendars.editTitle });
  await dialog.getByRole("button", { name: w.calendars.addText }).click();
  const text = dialog.getByLabel(w.calendars.text, { exact: true });
  await text.fill("not a calendar");
  await dialog.getByRole("button", { name: w.ui.save, exact: true }).click();
  await dialog.getByText(/BEGIN:VCALENDAR/).first().waitFor();
  await text.fill([
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z"],
    ...["DTSTART;VALUE=DATE:20260706", "SUMMARY:Factory holiday", "END:VEVENT", "END:VCALENDAR"],
  ].join("\n"));
  await dialog.getByRole("button", { name: w.ui.save, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: w.calendars.previousYear }).click();
  await page.getByRole("table", { name: "July" }).getByRole("cell", {
    name: `6: ${w.calendars.dayOff}, Factory holiday`,
    exact: true,
  }).waitFor();
}

async function readBell({ page, panel, w, format }: Story): Promise<void> {
  const { items: [calendar] } = await panel.json<{ items: { isEnding: boolean; knownUntil: string }[] }>(
    "/api/calendars",
  );
  if (!calendar?.isEnding) return; // its data is renewed with the panel
  const bell = page.getByRole("button", { name: new RegExp(`^${w.notifications.bell}`) });
  await bell.click();
  const { knownUntil: until } = calendar;
  await page.getByText(format("notifications.bellCalendar", { name: "Office", until })).first().waitFor();
  await page.keyboard.press("Escape");
}

async function refuseRemoval({ page, w, format }: Story): Promise<void> {
  await page.route(
    /\/api\/calendars\/\d+$/,
    (route) =>
      route.request().method() === "DELETE"
        ? route.fulfill({
          status: 409,
          contentType: "application/problem+json",
          json: { code: "calendar_in_use", title: "In use", status: 409, detail: "Used by Import orders" },
        })
        : route.continue(),
  );
  await askForRemoval({ page, w, format });
  await page.getByText("Used by Import orders").filter({ visible: true }).first().waitFor();
  await page.unroute(/\/api\/calendars\/\d+$/);
  await page.getByRole("button", { name: w.ui.cancel }).click();
}

async function askForRemoval({ page, w, format }: Pick<Story, "page" | "w" | "format">): Promise<void> {
  await page.getByRole("button", { name: format("calendars.removeOne", { name: "Office" }) }).click();
  const question = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await question.getByRole("button", { name: w.calendars.remove, exact: true }).click();
}

async function removeCalendar({ page, w, format }: Story): Promise<void> {
  await askForRemoval({ page, w, format });
  await page.getByText(w.calendars.none).first().waitFor();
}

async function usePhone(story: Story): Promise<void> {
  const { page, w, at, client } = story;
  await page.goto(at("/calendar/calendars?year=2026"));
  await page.getByRole("button", { name: w.calendars.create }).click();
  const dialog = page.getByRole("dialog", { name: w.calendars.createTitle });
  await dialog.getByRole("button", { name: w.calendars.addCountry }).click();
  await createCalendar(story);
  await page.getByRole("table", { name: "十月" }).getByRole("cell", { name: /^1: 休息, 国庆节$/ }).waitFor();
  await client.settled();
  await assertFits(story);
  assert.deepEqual(await findAxeIssues(page), []);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await findAxeIssues(page), []);
}
