import assert from "node:assert/strict";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { CountCache } from "./count_cache.ts";
import type { RunStatistics } from "./statistics.ts";

function open() {
  const clock = new TestClock();
  const cache = new CountCache(clock);
  let counted = 0;
  const count = () => Promise.resolve({ timeZone: String(++counted) } as RunStatistics); // the cache reads no field
  const get = async (request: string, basis: string) => (await cache.get(request, basis, count)).timeZone;
  return { clock, cache, get };
}

Deno.test("statistics: are counted again when a run has finished, and after a minute", async () => {
  const { clock, get } = open();
  assert.deepEqual([await get("a", "1"), await get("a", "1"), await get("b", "1")], ["1", "1", "2"]);
  assert.equal(await get("a", "2"), "3");
  clock.setWall(clock.now() + 59_999);
  assert.equal(await get("a", "2"), "3");
  clock.setWall(clock.now() + 1);
  assert.equal(await get("a", "2"), "4");
});

Deno.test("statistics: a failed count is not cached", async () => {
  const { cache, get } = open();
  await assert.rejects(cache.get("a", "1", () => Promise.reject(new Error("slow"))));
  assert.equal(await get("a", "1"), "1");
});

Deno.test("statistics: those of the last 50 requests are cached", async () => {
  const { get } = open();
  for (let request = 0; request <= 50; request++) await get(String(request), "1");
  assert.equal(await get("50", "1"), "51");
  assert.equal(await get("0", "1"), "52");
});
