import assert from "node:assert/strict";
import type { Calendar } from "../../../../server/contract/calendars.ts";
import { emptyValues, inputOf, valuesOf, weekendOf } from "./calendar_values.ts";

const calendar: Calendar = {
  ...{ id: 1, name: "Office", timeZone: "Europe/Berlin", weekendDays: [7], version: 3 },
  sources: [
    { type: "country", country: "DE", region: "BY" },
    { type: "country", country: "CN" },
    { type: "icalendar", url: "https://calendar.example/a.ics" },
    { type: "icalendar", text: "BEGIN:VCALENDAR" },
  ],
  days: [{ date: "2026-12-24", kind: "off", name: "Closed" }, { date: "2026-12-27", kind: "working" }],
  ...{ knownFrom: null, knownUntil: null, isEnding: false, copies: [] },
  ...{ createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" },
};

Deno.test("calendar form: what the API returns is sent back unchanged", () => {
  const { name, timeZone, weekendDays, sources, days } = calendar;
  assert.deepEqual(inputOf(valuesOf(calendar)), { name, timeZone, weekendDays, sources, days });
});

Deno.test("calendar form: a new calendar has the weekend and nothing else", () => {
  assert.deepEqual(inputOf({ ...emptyValues("UTC"), name: " New " }), {
    ...{ name: "New", timeZone: "UTC", weekendDays: [6, 7], sources: [], days: [] },
  });
});

Deno.test("calendar form: the weekend follows the country", () => {
  assert.deepEqual(weekendOf("DE"), [6, 7]);
  assert.deepEqual(weekendOf("SA"), [5, 6]);
});
