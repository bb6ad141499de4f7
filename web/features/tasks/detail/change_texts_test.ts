import assert from "node:assert/strict";
import { changeTexts } from "./change_texts.ts";

const day = (number: number, hour = 0) => new Date(Date.UTC(2026, 2, number, hour)).toISOString();
const points = [3, 4, 7].map((number) => ({ at: day(number), runs: 1, medianMs: 1, p95Ms: 1 }));
const trend = { intervalMs: 24 * 3_600_000, points };
const change = (at: string) => ({ at, what: "command" as const });
const messages = {
  t: (key: string, values?: { count?: number }) => `${key}${values?.count ?? ""}`,
  format: { dateTime: (at: string) => at.slice(8, 13) },
} as unknown as Parameters<typeof changeTexts>[2]; // the rest of the messages is not used

Deno.test("trend: a point names the changes since the point before it, the last also later ones", () => {
  const changes = [day(2), day(3, 1), day(4), day(5), day(7, 1), day(9)].map(change);
  const texts = points.map((_, index) =>
    changeTexts({ trend, changes }, index, messages).map((text) => text.split(" · ")[1])
  );
  assert.deepEqual(texts, [["03T01"], ["04T00"], ["05T00", "07T01", "09T00"]]);
});

Deno.test("trend: of many changes at a point, three are named", () => {
  const changes = Array.from({ length: 5 }, (_, hour) => change(day(3, hour)));
  const texts = changeTexts({ trend, changes }, 0, messages);
  assert.deepEqual([texts.length, texts.at(-1)], [4, "statistics.changesMore2"]);
});
