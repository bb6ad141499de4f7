import assert from "node:assert/strict";
import { createFormat } from "./format.ts";
import {
  browserTimeZone,
  localTime,
  offsetMs,
  pageTimeZone,
  setPageTimeZone,
  ZoneClocks,
  zoneClocks,
} from "./zone_clocks.ts";

const HOUR = 3600;
const at = "2026-12-01T17:00:00Z";
const second = (time: string) => Date.parse(time) / 1000;

/** Vancouver as it is in no browser: an hour ahead of what it was. */
const vancouver = {
  zone: "America/Vancouver",
  from: second("2026-01-01"),
  until: second("2028-01-01"),
  offset: -8 * HOUR,
  changes: [{ at: second("2026-03-09T10:00Z"), offset: -5 * HOUR - 1800 }],
};
const shanghai = { ...vancouver, zone: "Asia/Shanghai", offset: 8 * HOUR, changes: [] };

Deno.test("zone clocks: times follow the panel's rules where the browser has others", () => {
  const clocks = new ZoneClocks();
  const en = createFormat("en", "en", clocks), zh = createFormat("zh-CN", "zh-CN", clocks);
  const before = en.dateTime(at, "Asia/Shanghai");
  assert.deepEqual([clocks.takeWanted(), clocks.takeWanted()], [["Asia/Shanghai"], []]);
  let calls = 0;
  clocks.subscribe(() => calls++);
  clocks.add([vancouver, shanghai]);
  assert.deepEqual([calls, clocks.version()], [1, 1]);
  assert.equal(en.dateTime(at, "Asia/Shanghai"), before);
  assert.match(en.dateTime(at, vancouver.zone), /^12\/01\/2026, 11:30:00$/);
  assert.match(en.exact(at, vancouver.zone), /11:30:00 GMT-5:30$/);
  assert.match(zh.dayAndTime(at, vancouver.zone), /周二 11:30:00$/);
  assert.equal(offsetMs(Date.parse(at), vancouver.zone, clocks), -5.5 * HOUR * 1000);
  assert.equal(localTime(Date.parse(at), vancouver.zone, clocks).toISOString(), "2026-12-01T11:30:00.000Z");
});

Deno.test("zone clocks: the browser's rules count outside of the period and where both are the same", () => {
  const clocks = new ZoneClocks();
  clocks.add([vancouver, shanghai]);
  assert.equal(clocks.offsetAt(Date.parse("2029-01-01"), vancouver.zone), null);
  assert.equal(clocks.offsetAt(Date.parse(at), shanghai.zone), null);
  assert.equal(clocks.offsetAt(Date.parse(at), "Europe/Berlin"), null);
  const same = new ZoneClocks();
  same.add([shanghai]);
  assert.equal(same.version(), 0);
});

Deno.test("zone clocks: a zone that the browser does not know is shown by the panel's rules", () => {
  const clocks = new ZoneClocks();
  clocks.add([{ ...shanghai, zone: "Mars/Olympus" }]);
  assert.match(createFormat("en", "en", clocks).dateTime(at, "Mars/Olympus"), /^12\/02\/2026, 01:00:00$/);
});

Deno.test("time zone of the page: the chosen one, else the browser's; an unknown one changes nothing", () => {
  try {
    const at = Date.parse("2026-01-01T12:00:00Z");
    const version = zoneClocks.version();
    setPageTimeZone("Asia/Tokyo");
    assert.equal(pageTimeZone(), "Asia/Tokyo");
    assert.equal(localTime(at).getUTCHours(), 21);
    assert.equal(createFormat("en").time(at), "21:00:00");
    assert.equal(createFormat("en").time(at, "UTC"), "12:00:00");
    assert.ok(zoneClocks.version() > version, "times that are shown already stay as they are");
    setPageTimeZone("Mars/Phobos");
    assert.equal(pageTimeZone(), "Asia/Tokyo");
  } finally {
    setPageTimeZone(null);
  }
  assert.equal(pageTimeZone(), browserTimeZone());
});
