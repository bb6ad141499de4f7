import assert from "node:assert/strict";
import { calendarLimits } from "../../contract/limits/calendars.ts";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { until } from "../../../tests/support/until.ts";
import { readICalendar } from "./read_icalendar.ts";

const years = { kind: "days" as const, firstYear: 2023, lastYear: 2031 };

function textOf(...lines: string[]): string {
  const event = ["BEGIN:VEVENT", "UID:1", "DTSTART;VALUE=DATE:20260101", ...lines, "END:VEVENT"];
  return ["BEGIN:VCALENDAR", ...event, "END:VCALENDAR"].join("\r\n");
}

Deno.test("iCalendar worker: reads a file, and returns why it cannot read another", async () => {
  const clock = new TestClock();
  const read = await readICalendar({ text: textOf("SUMMARY:Closed"), ...years }, clock);
  assert.ok("events" in read);
  assert.deepEqual(read.events.events.map(([, count, name]) => [count, name]), [[1, "Closed"]]);
  assert.deepEqual(await readICalendar({ text: "hello", ...years }, clock), {
    problem: { code: "not_icalendar" },
  });
  assert.equal(clock.timers, 0);
});

Deno.test("iCalendar worker: a rule that never ends is given up, and the next file is read", async () => {
  const clock = new TestClock();
  const endless = textOf("RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30");
  const reading = readICalendar({ text: endless, ...years }, clock);
  await until("the worker to start", () => clock.timers === 1);
  clock.advance(calendarLimits.readMs);
  assert.deepEqual(await reading, {
    problem: { code: "calendar_too_slow", params: { seconds: calendarLimits.readMs / 1_000 } },
  });
  const next = await readICalendar({ text: textOf(), ...years }, clock);
  assert.ok("events" in next);
});
