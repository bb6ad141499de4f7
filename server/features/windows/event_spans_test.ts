import assert from "node:assert/strict";
import { EventSpans } from "./event_spans.ts";

const second = (text: string) => Date.parse(`${text}:00.000Z`) / 1_000;
const span = (from: string, until: string): [number, number] => [second(from), second(until)];
const textsOf = (spans: readonly { from: number; to: number }[]) =>
  spans.map(({ from, to }) => [from, to].map((at) => new Date(at).toISOString().slice(0, 16)).join(" "));

Deno.test("events of windows: those that overlap or touch are one, whatever their order", () => {
  const events = new EventSpans({
    instants: [
      span("2026-06-01T10:00", "2026-06-01T11:00"),
      span("2026-06-01T08:00", "2026-06-01T09:30"),
      span("2026-06-01T11:00", "2026-06-01T12:00"),
      span("2026-06-01T08:30", "2026-06-01T09:00"),
    ],
    local: [span("2026-06-01T11:30", "2026-06-01T13:00")],
  });
  assert.deepEqual(textsOf(events.in("UTC")), [
    "2026-06-01T08:00 2026-06-01T09:30",
    "2026-06-01T10:00 2026-06-01T13:00",
  ]);
});

Deno.test("events of windows: whole days are those of the zone, also when clocks change", () => {
  const events = new EventSpans({ instants: [], local: [span("2026-03-29T00:00", "2026-03-30T00:00")] });
  assert.deepEqual(textsOf(events.in("Europe/Berlin")), ["2026-03-28T23:00 2026-03-29T22:00"]);
  assert.deepEqual(textsOf(events.in("Asia/Shanghai")), ["2026-03-28T16:00 2026-03-29T16:00"]);
  assert.deepEqual(textsOf(events.in("Europe/Berlin")), ["2026-03-28T23:00 2026-03-29T22:00"]);
});

Deno.test("events of windows: those of a time are found among many", () => {
  const hour = 3_600;
  const instants = Array.from({ length: 20_000 }, (_, index): [number, number] => {
    return [index * 2 * hour, index * 2 * hour + hour];
  });
  const events = new EventSpans({ instants, local: [] });
  const found = (endsAfter: number, beginsUntil: number) =>
    events.between("UTC", { endsAfter: endsAfter * 1_000, beginsUntil: beginsUntil * 1_000 })
      .map(({ from }) => from / 1_000 / hour);
  assert.deepEqual(found(-1, 0), [0]);
  assert.deepEqual(found(1_000 * hour, 1_004 * hour), [1_000, 1_002, 1_004]);
  assert.deepEqual(found(1_001 * hour, 1_002 * hour - 1), []);
  assert.deepEqual(found(39_998 * hour, Infinity), [39_998]);
  assert.deepEqual(found(39_999 * hour, Infinity), []);
});
