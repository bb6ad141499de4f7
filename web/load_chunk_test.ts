import assert from "node:assert/strict";
import { isLoadError, loadChunk, LoadTimeoutError } from "./load_chunk.ts";

Deno.test("load chunk: returns the loaded module", async () => {
  assert.equal(await loadChunk(() => Promise.resolve(7)), 7);
});

Deno.test("load chunk: a timeout is a LoadTimeoutError", async () => {
  await assert.rejects(loadChunk(() => new Promise(() => {}), 1), LoadTimeoutError);
});

Deno.test("load chunk: distinguishes a missing file from a bug", () => {
  const messages = [
    "Failed to fetch dynamically imported module: http://panel/assets/x.js",
    "error loading dynamically imported module: http://panel/assets/x.js",
    "Importing a module script failed.",
  ];
  assert.deepEqual(messages.map((message) => isLoadError(new TypeError(message))), [true, true, true]);
  assert.equal(isLoadError(new LoadTimeoutError("not loaded within 1 ms")), true);
  assert.equal(isLoadError(new TypeError("x is not a function")), false);
});
