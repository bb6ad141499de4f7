import assert from "node:assert/strict";
import { toBuiltAddress } from "./bundle_workers.ts";

Deno.test("bundle workers: rewrites the URL of a worker's source and no other", () => {
  assert.equal(
    toBuiltAddress(`new Worker(new URL("../engine/spawn_worker.ts", import.meta.url), { type: "module" })`),
    `new Worker(new URL("./spawn_worker.js", import.meta.url), { type: "module" })`,
  );
  const other = `new URL("./words.json", import.meta.url); new URL("/a.ts", base);`;
  assert.equal(toBuiltAddress(other), other);
});
