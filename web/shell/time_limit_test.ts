import assert from "node:assert/strict";
import { LoadTimeoutError, withTimeLimit } from "./time_limit.ts";

Deno.test("time limit: what arrives in time is given and leaves no timer", async () => {
  assert.equal(await withTimeLimit(Promise.resolve(7), 60_000), 7);
});

Deno.test("time limit: what does not arrive is an error of its own", async () => {
  await assert.rejects(withTimeLimit(new Promise(() => {}), 1), LoadTimeoutError);
});
