import assert from "node:assert/strict";
import { testCalendar } from "../../../tests/support/test_calendar.ts";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { AppError } from "../../contract/app_error.ts";
import { cronExplainBody, cronExplanation } from "../../contract/cron_explain.ts";
import type { Language } from "../../contract/settings.ts";
import type { Clock } from "../../platform/clock.ts";
import { RequestBodies } from "../../http/request_body.ts";
import { TestApp } from "../../../tests/support/test_app.ts";
import { parseCron } from "../../contract/cron/expression.ts";
import { describeCron } from "./describe.ts";
import { useZoneClocks } from "../../../tests/support/zone_files.ts";
import { cronRoutes } from "./routes.ts";
import { zoneClockRoutes } from "./zone_clocks.ts";

const findCalendar = (id: number) => id === 1 ? testCalendar({ off: ["2026-10-01"] }) : null;

const clock: Clock = {
  now: () => Date.parse("2026-03-07T12:00:00Z"),
  monotonic: () => 0,
  after: () => assert.fail("explaining sets no timer"),
};

const request = new Request("http://127.0.0.1/api/cron/explain", { method: "POST" });

async function explain(body: Record<string, unknown>, language: Language = "en") {
  const [route] = cronRoutes({ clock, panelZone: () => "Asia/Shanghai", findCalendar });
  const result = await route?.handle({
    params: undefined,
    query: undefined,
    body: cronExplainBody.parse(body),
    caller: { kind: "nobody" },
    language,
    ip: "127.0.0.1",
    peer: "127.0.0.1",
    ifMatch: null,
    request,
    content: new RequestBodies(clock).open(request, { authenticated: false }),
    nonce: "",
    stillMay: () => Promise.resolve(),
  });
  assert.ok(result !== undefined && !(result instanceof Response));
  return cronExplanation.parse(result.body);
}

Deno.test("cron describe: describes each rule, with the task's values of H, and none that is invalid", async () => {
  await using app = await TestApp.open({
    routes: cronRoutes({ clock, panelZone: () => "UTC", findCalendar }),
  });
  const cookie = await app.setUp();
  const describe = async (schedules: { expression: string; taskId?: number }[]) =>
    await app.call("POST", "/api/cron/describe", {
      body: { schedules },
      cookie,
      headers: { "accept-language": "en" },
    });
  const { json } = await describe([
    { expression: "30 8 * * *" },
    { expression: "wrong" },
    { expression: "H * * * *", taskId: 7 },
  ]);
  const ofTask = describeCron(parseCron("H * * * *", { seed: 7 }), "en");
  assert.deepEqual(json.descriptions, ["At 08:30, every day", null, ofTask]);
  assert.equal((await describe([])).status, 422);
  assert.equal((await describe(Array(201).fill({ expression: "@daily" }))).status, 422);
});

Deno.test("zone clocks: returns the offsets of the known zones by the panel's rules", async () => {
  await using app = await TestApp.open({ routes: zoneClockRoutes({ clock }) });
  const cookie = await app.setUp();
  using _rules = useZoneClocks((zone) =>
    zone === "America/Vancouver" ? { offsetAt: (second) => second < 1_773_050_400 ? -28_800 : -25_200 } : null
  );
  const query = "zones=America/Vancouver,Mars/Olympus,UTC,UTC,../etc";
  const { json } = await app.call("GET", `/api/cron/zone-clocks?${query}`, { cookie });
  const items = json.items as { zone: string; offset: number; changes: unknown }[];
  assert.deepEqual(items.map(({ zone, offset, changes }) => ({ zone, offset, changes })), [
    { zone: "America/Vancouver", offset: -28_800, changes: [{ at: 1_773_050_400, offset: -25_200 }] },
    { zone: "UTC", offset: 0, changes: [] },
  ]);
  const tooMany = Array(51).fill("UTC").join();
  assert.equal((await app.call("GET", `/api/cron/zone-clocks?zones=${tooMany}`, { cookie })).status, 422);
});

Deno.test("zone offsets: returns those of all zones by the panel's rules, under old names too", async () => {
  await using app = await TestApp.open({ routes: zoneClockRoutes({ clock }) });
  const cookie = await app.setUp();
  using _rules = useZoneClocks((zone) => zone === "America/Vancouver" ? { offsetAt: () => -25_200 } : null);
  const { json } = await app.call("GET", "/api/cron/zone-offsets", { cookie });
  const items = json.items as { zone: string; offset: number }[];
  const known = new Map(items.map(({ zone, offset }) => [zone, offset]));
  assert.equal(known.size, items.length);
  const zones = ["America/Vancouver", "Asia/Kathmandu", "Asia/Katmandu", "UTC"];
  assert.deepEqual(zones.map((zone) => known.get(zone)), [-25_200, 20_700, 20_700, 0]);
});

Deno.test("cron explain: uses the panel's time zone and the caller's language", async () => {
  assert.deepEqual(await explain({ expression: "30 8 * * *", count: 2 }, "zh"), {
    valid: true,
    description: "每天 08:30",
    timeZone: "Asia/Shanghai",
    next: ["2026-03-08T00:30:00.000Z", "2026-03-09T00:30:00.000Z"],
    remarks: [],
  });
  assert.equal((await explain({ expression: "@hourly" })).next.length, 5);
  const ofTasks = await Promise.all([1, 2].map((taskId) => explain({ expression: "H H * * *", taskId })));
  assert.notDeepEqual(ofTasks[0]?.next, ofTasks[1]?.next);
});

Deno.test("cron explain: warns about a clock change", async () => {
  const result = await explain({ expression: "30 2 * * *", timeZone: "America/New_York", count: 2 });
  assert.deepEqual(result.next, ["2026-03-08T07:00:00.000Z", "2026-03-09T06:30:00.000Z"]);
  assert.deepEqual(result.remarks, [
    { at: "2026-03-08T07:00:00.000Z", code: "shifted_by_gap", wallTime: "02:30" },
  ]);
});

function refuses(issue: unknown) {
  return (error: unknown) => {
    assert.ok(error instanceof AppError);
    assert.deepEqual([error.code, error.params, error.issues], ["validation_failed", { count: 1 }, [issue]]);
    return true;
  };
}

Deno.test("cron explain: rejects an invalid rule or time zone with its path", async () => {
  await assert.rejects(
    explain({ expression: "0 25 * * *" }),
    refuses({ path: "expression", code: "incorrect_cron", params: { field: "hour", start: 2, end: 4 } }),
  );
  await assert.rejects(
    explain({ expression: "0 0 30 2 *" }),
    refuses({ path: "expression", code: "cron_never_fires", params: { field: "day", start: 4, end: 6 } }),
  );
  await assert.rejects(
    explain({ expression: "* * * * *", timeZone: "Mars/Olympus" }),
    refuses({ path: "timeZone", code: "unknown_time_zone", params: {} }),
  );
});

Deno.test("cron: says what a calendar moves and drops", async () => {
  const rule = { expression: "0 10 * * 3-5", calendarId: 1 };
  const at = new TestClock("2026-09-30T12:00:00Z");
  await using app = await TestApp.open({
    routes: cronRoutes({ clock: at, panelZone: () => "UTC", findCalendar }),
  });
  const cookie = await app.setUp();
  const ask = async (body: object) => (await app.call("POST", "/api/cron/explain", { body, cookie })).json;
  const skipped = await ask({ ...rule, onDayOff: "skip", count: 2 });
  assert.deepEqual(skipped["next"], ["2026-10-02T10:00:00.000Z", "2026-10-07T10:00:00.000Z"]);
  assert.deepEqual(skipped["remarks"], [{ at: "2026-10-01T10:00:00.000Z", code: "dropped", day: "Holiday" }]);
  const moved = await ask({ expression: "0 10 * * 4", calendarId: 1, onDayOff: "next", count: 1 });
  assert.deepEqual(moved["remarks"], [{
    ...{ at: "2026-10-02T10:00:00.000Z", code: "moved" },
    ...{ movedFrom: "2026-10-01T10:00:00.000Z", day: "Holiday" },
  }]);
});
