import assert from "node:assert/strict";
import { join } from "node:path";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { DataFolderSizes } from "./data_sizes.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";

Deno.test("data sizes: largest first, the database as one part, cached for a while", async () => {
  await using root = await temporaryFolder();
  const write = async (name: string, bytes: number) =>
    await Deno.writeFile(join(root.path, name), new Uint8Array(bytes).fill(1));
  await write("sundial.sqlite", 9000);
  await write("sundial.sqlite-wal", 9000);
  await Deno.mkdir(join(root.path, "logs"));
  await write("logs/one.log", 100_000);
  await write("Odd name", 5);
  const clock = new TestClock();
  const sizes = new DataFolderSizes(root.path, clock);
  const first = await sizes.measure();
  assert.deepEqual(first.parts.map(({ name }) => name), ["logs", "database", "other"]);
  assert.ok(first.complete);
  await write("logs/two.log", 100_000);
  assert.deepEqual(await sizes.measure(), first);
  clock.advance(60_001);
  assert.ok((await sizes.measure()).parts[0]!.bytes >= 200_000);
});

Deno.test("data sizes: a failed measurement is retried at once", async () => {
  const root = await Deno.makeTempDir({ prefix: "sundial-sizes-" });
  const sizes = new DataFolderSizes(root, new TestClock());
  await Deno.remove(root);
  await assert.rejects(sizes.measure());
  await Deno.mkdir(root);
  try {
    assert.deepEqual(await sizes.measure(), { parts: [], complete: true });
  } finally {
    await Deno.remove(root);
  }
});

Deno.test("data sizes: who asks does not wait for long, and counting continues to the end", async () => {
  await using root = await temporaryFolder();
  await Deno.writeFile(join(root.path, "sundial.sqlite"), new Uint8Array(9_000).fill(1));
  const clock = new TestClock();
  const sizes = new DataFolderSizes(root.path, clock);
  const first = sizes.measure();
  clock.advance(400);
  assert.deepEqual(await first, { parts: [], complete: false });
  const whole = await sizes.measure();
  assert.deepEqual(whole.parts.map(({ name }) => name), ["database"]);
  assert.ok(whole.complete);
});
