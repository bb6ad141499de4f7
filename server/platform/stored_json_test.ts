import assert from "node:assert/strict";
import { storedInstant, storedJson } from "./stored_json.ts";

Deno.test("stored JSON: another kind of value, or invalid JSON, counts as missing", () => {
  assert.deepEqual(storedJson('["a"]', [] as string[]), ["a"]);
  assert.deepEqual(storedJson<{ a?: number }>('{"a": 1}', {}), { a: 1 });
  for (const text of ["[", "null", "5", '"a"', "{}", ""]) assert.deepEqual(storedJson(text, ["x"]), ["x"]);
  for (const text of ["[]", "null", "true"]) assert.deepEqual(storedJson(text, {}), {});
  assert.deepEqual(storedJson(null, ["x"]), ["x"]);
});

Deno.test("stored instants: one out of range, or a string, is formatted as 1970", () => {
  assert.equal(storedInstant(1_000), "1970-01-01T00:00:01.000Z");
  assert.equal(storedInstant(1e300), "1970-01-01T00:00:00.000Z");
  assert.equal(storedInstant("soon" as unknown as number), "1970-01-01T00:00:00.000Z");
});
