import assert from "node:assert/strict";
import { innermost, timeOfName } from "./log_items.ts";

const chosen = (...paths: string[]) => innermost(paths.map((path) => ({ path }))).map(({ path }) => path);

Deno.test("log items: a folder does not count when some of its logs are selected", () => {
  assert.deepEqual(chosen("many", "many/1.log", "many/2.log"), ["many/1.log", "many/2.log"]);
  assert.deepEqual(chosen("many", "many2/1.log"), ["many", "many2/1.log"]);
  assert.deepEqual(chosen("a", "a/b", "a/b/1.log", "c"), ["a/b/1.log", "c"]);
});

Deno.test("log items: a name that is a time is formatted as one", () => {
  assert.equal(timeOfName("2026-11-21-18-57-05-346.log"), "2026-11-21 18:57:05");
  assert.equal(timeOfName("2026-11-21-18-57-05-346-2.log"), "2026-11-21 18:57:05 (2)");
  assert.equal(timeOfName("2026-11-21-18-57-05-346-r12.log"), "2026-11-21 18:57:05");
  assert.equal(timeOfName("2026-11-21-18-57-05-346-2-r12-3.log"), "2026-11-21 18:57:05 (2)");
  assert.equal(timeOfName("run_7.log"), null);
  assert.equal(timeOfName("2026-11-21-18-57-05-346.log.gz"), null);
});
