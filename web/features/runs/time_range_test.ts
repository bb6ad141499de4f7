import assert from "node:assert/strict";
import { instantField, urlInstant } from "../../shared/page/url_instant.ts";
import { instantsOf, noRange, type RangeName } from "./time_range.ts";

const zone = "Europe/Berlin";
const now = Date.parse("2027-03-28T10:15:00Z"); // 12:15 of the day on which clocks went forward

const ranges: [last: RangeName, from: string, to: string | undefined][] = [
  ["1h", "2027-03-28T09:15:00.000Z", undefined],
  ["7d", "2027-03-21T10:15:00.000Z", undefined],
  ["night", "2027-03-27T17:00:00.000Z", "2027-03-28T06:00:00.000Z"],
  ["today", "2027-03-27T23:00:00.000Z", "2027-03-28T22:00:00.000Z"],
  ["yesterday", "2027-03-26T23:00:00.000Z", "2027-03-27T23:00:00.000Z"],
];

Deno.test("time range: days and nights follow the clock of the zone", () => {
  for (const [last, from, to] of ranges) {
    const found = instantsOf({ ...noRange, last }, { now, zone });
    assert.deepEqual([found.from, found.to], [from, to], last);
  }
});

Deno.test("time range: from and to are used as they are, and either may be open", () => {
  const from = "2027-03-28T09:15:00Z";
  assert.deepEqual(instantsOf({ ...noRange, from }), { from, to: undefined });
  assert.deepEqual(instantsOf(noRange), { from: undefined, to: undefined });
});

Deno.test("time range: a URL stores instants to the second, and ignores anything else", () => {
  assert.equal(instantField.read(urlInstant(now)), "2027-03-28T10:15:00Z");
  for (const text of ["", "yesterday", "2027-03-28", "2027-13-28T10:15:00Z", "2027-03-28T10:15:00+02:00"]) {
    assert.equal(instantField.read(text), "", text);
  }
});
