import assert from "node:assert/strict";
import { dayNumberOf } from "../../server/contract/day_numbers.ts";
import { calendarFile, CalendarScene } from "../support/calendar_scene.ts";

const address = "https://calendar.example/holidays.ics";
const HOUR = 3_600_000;

interface Day {
  date: string;
  kind: string;
  known: boolean;
  name: string | null;
}

async function daysOf(scene: CalendarScene, id: number, from: string, to: string, language = "en") {
  const { json, status, text } = await scene.call("GET", `/${id}/days?from=${from}&to=${to}`, {
    headers: { "accept-language": language },
  });
  if (status !== 200) throw new Error(text);
  return json.items as Day[];
}

Deno.test("calendars: China's holidays and make-up days are known, with names in both languages", async () => {
  await using scene = await CalendarScene.open();
  const calendar = await scene.add({ sources: [{ type: "country", country: "CN" }] });
  assert.equal(calendar.knownUntil, "2026-12-31");
  assert.equal(calendar.isEnding, true);
  const october = await daysOf(scene, calendar.id, "2026-09-20", "2026-10-10");
  const kinds = Object.fromEntries(october.map(({ date, kind }) => [date, kind]));
  assert.equal(kinds["2026-09-20"], "working");
  assert.equal(kinds["2026-10-10"], "working");
  for (let day = 1; day <= 7; day++) assert.equal(kinds[`2026-10-0${day}`], "off");
  assert.equal(october.find(({ date }) => date === "2026-10-01")?.name, "National Day");
  const [chinese] = await daysOf(scene, calendar.id, "2026-10-01", "2026-10-01", "zh");
  assert.equal(chinese?.name, "国庆节");
  const [after] = await daysOf(scene, calendar.id, "2027-10-01", "2027-10-01");
  assert.deepEqual(after, {
    ...{ date: "2027-10-01", kind: "working", known: false, name: null, localName: null },
  });
});

Deno.test("calendars: a region adds its holidays to those of the country", async () => {
  await using scene = await CalendarScene.open();
  const plain = await scene.add({ name: "Germany", sources: [{ type: "country", country: "DE" }] });
  const bavaria = await scene.add({
    name: "Bavaria",
    sources: [{ type: "country", country: "DE", region: "BY" }],
  });
  for (const [{ id }, kind] of [[plain, "working"], [bavaria, "off"]] as const) {
    const [epiphany] = await daysOf(scene, id, "2026-01-06", "2026-01-06");
    assert.equal(epiphany?.kind, kind);
    const [unity] = await daysOf(scene, id, "2026-10-03", "2026-10-03");
    assert.equal(unity?.kind, "off");
  }
});

Deno.test("calendars: every country of the list can be used, at least forty", async () => {
  await using scene = await CalendarScene.open();
  const { items } = await scene.json("GET", "/countries");
  assert.ok(items.length >= 40, `${items.length} countries`);
  for (const { country, regions, knownFrom, knownUntil } of items) {
    const region = regions[0]?.region;
    const calendar = await scene.add({
      name: country,
      sources: [{ type: "country", country, ...(region && { region }) }],
    });
    assert.equal(calendar.knownUntil, knownUntil);
    const days = await daysOf(scene, calendar.id, knownFrom, knownFrom.replace("01-01", "12-31"));
    const named = days.filter(({ name, kind }) => name !== null && kind === "off");
    assert.ok(named.length >= 4 && named.length <= 60, `${country}: ${named.length}`);
    await scene.call("DELETE", `/${calendar.id}`);
  }
});

Deno.test("calendars: contradictory days and unusable sources are rejected at their fields", async () => {
  await using scene = await CalendarScene.open();
  const { refusal } = scene;
  const of = (body: Record<string, unknown>) => refusal.call(scene, body);
  assert.deepEqual(
    await of({ days: [{ date: "2026-12-24", kind: "off" }, { date: "2026-12-24", kind: "working" }] }),
    ["days.1.date same_date"],
  );
  assert.deepEqual(await of({ days: [{ date: "2026-02-30", kind: "off" }] }), ["days.0.date invalid"]);
  assert.deepEqual(await of({ timeZone: "Mars/Olympus" }), ["timeZone unknown_time_zone"]);
  const source = (one: object) => of({ sources: [one] });
  assert.deepEqual(await source({ type: "country", country: "XX" }), ["sources.0.country unknown_country"]);
  assert.deepEqual(await source({ type: "country", country: "DE", region: "XX" }), [
    "sources.0.region unknown_region",
  ]);
  assert.deepEqual(await source({ type: "icalendar" }), ["sources.0.url one_of_address_and_text"]);
  assert.deepEqual(await source({ type: "icalendar", url: "file:///etc/passwd" }), [
    "sources.0.url not_web_address",
  ]);
  assert.deepEqual(await source({ type: "icalendar", url: "https://me:secret@calendar.example/a" }), [
    "sources.0.url not_web_address",
  ]);
  assert.deepEqual(await source({ type: "icalendar", url: address }), ["sources.0.url calendar_status"]);
  assert.deepEqual(await source({ type: "icalendar", text: "hello" }), ["sources.0.text not_icalendar"]);
  const china = { type: "country", country: "CN" };
  assert.deepEqual(await of({ sources: [china, china] }), ["sources.1.country same_source"]);
  assert.deepEqual(scene.events, []);
});

Deno.test("calendars: names are unique, and changes need the version they are based on", async () => {
  await using scene = await CalendarScene.open();
  const { id } = await scene.add({ name: "Office" });
  assert.deepEqual(await scene.refusal({ name: " Office " }), ["name name_taken"]);
  const renamed = await scene.call("PATCH", `/${id}`, {
    body: { name: "Bureau" },
    headers: { "if-match": '"1"' },
  });
  assert.equal(renamed.json.version, 2);
  const stale = await scene.call("PATCH", `/${id}`, { body: { name: "X" }, headers: { "if-match": '"1"' } });
  assert.equal(stale.status, 412);
  const same = await scene.call("PATCH", `/${id}`, { body: { name: "Bureau" } });
  assert.equal(same.json.version, 2);
  assert.deepEqual(scene.events.map(({ type, id, version }) => `${type} ${id} ${version}`), [
    ...[`calendar:changed ${id} 1`, `calendar:changed ${id} 2`],
  ]);
  assert.equal((await scene.call("GET", "/99")).status, 404);
});

Deno.test("calendars: one that tasks use is not deleted, and the tasks are named", async () => {
  await using scene = await CalendarScene.open();
  const { id } = await scene.add({});
  scene.tasks = [{ id: 1, name: "Import orders" }, { id: 2, name: "Report" }];
  const rejected = await scene.call("DELETE", `/${id}`);
  assert.equal(rejected.status, 409);
  assert.match(rejected.text, /Import orders, Report/);
  scene.tasks = [];
  assert.equal((await scene.call("DELETE", `/${id}`)).status, 204);
  assert.equal(scene.loaded.get(id), null);
  assert.equal((await scene.call("GET", `/${id}/days?from=2026-01-01&to=2026-01-02`)).status, 404);
});

Deno.test("calendars: a range is at most three years", async () => {
  await using scene = await CalendarScene.open();
  const { id } = await scene.add({});
  const of = async (from: string, to: string) =>
    (await scene.call("GET", `/${id}/days?from=${from}&to=${to}`)).status;
  assert.equal(await of("2026-01-01", "2028-12-31"), 200);
  assert.equal(await of("2026-01-01", "2030-12-31"), 422);
  assert.equal(await of("2026-01-02", "2026-01-01"), 422);
  assert.equal(await of("yesterday", "2026-01-01"), 422);
});

Deno.test("calendars: an address is fetched at once and then once a day", async () => {
  await using scene = await CalendarScene.open();
  scene.files.set(address, { text: calendarFile({ "20261224": "Closed" }) });
  const { id, copies } = await scene.add({ sources: [{ type: "icalendar", url: address }] });
  assert.deepEqual(copies, [{
    ...{
      url: address,
      fetchedAt: "2026-11-29T12:00:00.000Z",
      triedAt: "2026-11-29T12:00:00.000Z",
      error: null,
    },
  }]);
  const [day] = await daysOf(scene, id, "2026-12-24", "2026-12-24");
  assert.deepEqual([day?.kind, day?.name], ["off", "Closed"]);
  for (let hour = 0; hour < 48; hour++) {
    scene.clock.advance(HOUR);
    await scene.calendars.renewDue();
  }
  assert.deepEqual(scene.fetched.map(([url, requester]) => `${url} ${requester}`), [
    ...Array.from({ length: 3 }, () => `${address} person`),
  ]);
});

Deno.test("calendars: a broken file changes nothing, and reports it beside the age of the copy", async () => {
  await using scene = await CalendarScene.open();
  scene.files.set(address, { text: calendarFile({ "20261224": "Closed" }) });
  const { id } = await scene.add({ sources: [{ type: "icalendar", url: address }] });
  const { revision } = scene.loaded.get(id)!;
  scene.clock.advance(HOUR);
  for (const broken of ["<html>", calendarFile({}), calendarFile({ "2026": "Short" })]) {
    scene.files.set(address, { text: broken });
    const { copies: [copy], version } = await scene.json("POST", `/${id}/fetch`);
    assert.equal(copy.fetchedAt, "2026-11-29T12:00:00.000Z");
    assert.equal(copy.triedAt, "2026-11-29T13:00:00.000Z");
    assert.match(copy.error, /iCalendar/);
    assert.equal(version, 1);
    assert.equal(scene.loaded.get(id)?.revision, revision);
  }
  scene.files.delete(address);
  const chinese = await scene.json("POST", `/${id}/fetch`, { headers: { "accept-language": "zh" } });
  assert.equal(chinese.copies[0].error, "服务器返回状态 404");
  const [day] = await daysOf(scene, id, "2026-12-24", "2026-12-24");
  assert.equal(day?.name, "Closed");
});

Deno.test("calendars: a changed file changes the calendar, and those who follow it are notified once", async () => {
  await using scene = await CalendarScene.open();
  scene.files.set(address, { text: calendarFile({ "20261224": "Closed" }) });
  const { id } = await scene.add({ sources: [{ type: "icalendar", url: address }] });
  const notified: number[] = [];
  scene.loaded.onChange((one) => notified.push(one));
  await scene.call("POST", `/${id}/fetch`);
  assert.deepEqual(notified, []);
  scene.files.set(address, { text: calendarFile({ "20261224": "Closed", "20261228": "Bridge" }) });
  await scene.call("POST", `/${id}/fetch`);
  assert.deepEqual(notified, [id]);
  assert.deepEqual(scene.loaded.get(id)?.dayOf(dayNumberOf("2026-12-28")), {
    ...{ kind: "off", isKnown: true, name: "Bridge" },
  });
});

Deno.test("calendars: other fields can be changed while the server of an address is away", async () => {
  await using scene = await CalendarScene.open();
  scene.files.set(address, { text: calendarFile({ "20261224": "Closed" }) });
  const sources = [{ type: "icalendar", url: address }];
  const { id } = await scene.add({ sources });
  scene.files.delete(address);
  const changed = await scene.call("PATCH", `/${id}`, {
    body: { sources, days: [{ date: "2026-12-24", kind: "working", name: "Open" }] },
  });
  assert.equal(changed.status, 200, changed.text);
  const [day] = await daysOf(scene, id, "2026-12-24", "2026-12-24");
  assert.deepEqual([day?.kind, day?.name], ["working", "Open"]);
  await scene.call("PATCH", `/${id}`, { body: { sources: [] } });
  assert.deepEqual(await scene.db.selectFrom("calendar_copy").select("id").execute(), []);
});

Deno.test("calendars: a text is read again in a new year, for rules without an end", async () => {
  await using scene = await CalendarScene.open();
  const text = calendarFile({ "20200501": "May Day" }).replace(
    "SUMMARY",
    "RRULE:FREQ=YEARLY\r\nSUMMARY",
  );
  const { id, knownUntil } = await scene.add({ sources: [{ type: "icalendar", text }] });
  assert.equal(knownUntil, "2031-12-31");
  scene.clock.advance(40 * 24 * HOUR);
  await scene.calendars.renewDue();
  assert.equal((await scene.call("GET", `/${id}`)).json.knownUntil, "2032-12-31");
  assert.deepEqual(scene.fetched, []);
});

Deno.test("calendars: the end of the data is announced from sixty days before", async () => {
  await using scene = await CalendarScene.open();
  const { id } = await scene.add({ sources: [{ type: "country", country: "CN" }] });
  await scene.add({ name: "Germany", sources: [{ type: "country", country: "DE" }] });
  const announced = async (at: string) => {
    scene.events.length = 0;
    scene.clock.setWall(Date.parse(at));
    await scene.calendars.renewDue();
    return scene.events.filter(({ type }) => type === "calendar:ending").map((event) => event.id);
  };
  assert.deepEqual(await announced("2026-11-01T15:00:00Z"), []);
  assert.deepEqual(await announced("2026-11-02T15:00:00Z"), [id]);
});

Deno.test("calendars: what another panel changes is loaded", async () => {
  await using scene = await CalendarScene.open();
  const { id } = await scene.add({ name: "Office" });
  const notified: number[] = [];
  scene.loaded.onChange((one) => notified.push(one));
  await scene.db.updateTable("calendar").set({ weekend_days_json: "[7]", version: 2 }).where("id", "=", id)
    .execute();
  const at = new Date(scene.clock.now()).toISOString();
  scene.bus.publish({ topic: "calendars", type: "calendar:changed", id, version: 2, at });
  await scene.loaded.refresh();
  assert.deepEqual(notified, [id]);
  assert.equal(scene.loaded.get(id)?.dayOf(dayNumberOf("2026-11-28")).kind, "working");
  // Its event got lost.
  await scene.db.deleteFrom("calendar").execute();
  await scene.bus.heartbeat();
  assert.deepEqual(notified, [id, id]);
  assert.equal(scene.loaded.get(id), null);
});
