import assert from "node:assert/strict";
import { closeSync } from "node:fs";
import { join } from "node:path";
import { findFile, type LogShape, readShape, timesFile } from "./log_shape.ts";
import { type LogTime, LogTimes, MAX_TIMES, moveTimes, readTimes } from "./log_times.ts";
import { OpenLog } from "./open_log.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";

async function withLog(action: (log: OpenLog, file: string) => Promise<void>): Promise<void> {
  await using root = await temporaryFolder();
  const { log, output } = OpenLog.create(root.path, "a.log");
  try {
    closeSync(output);
    log.append("x");
    await action(log, join(root.path, "a.log"));
  } finally {
    log.close();
  }
}

async function read(log: OpenLog): Promise<LogTime[]> {
  using location = log.location();
  return await readTimes(location, findFile(location)?.ino ?? 0);
}

function shapeOf(log: OpenLog): LogShape | null {
  using location = log.location();
  return readShape(location);
}

Deno.test("log times: stores size changes, at most four a second, and the last one", () =>
  withLog(async (log) => {
    const times = new LogTimes(log);
    for (const [at, size] of [[0, 1], [100, 2], [250, 3], [600, 3], [900, 4]] as const) {
      times.note({ at, size });
    }
    await times.flush();
    times.note({ at: 1000, size: 5 });
    times.noteLast({ at: 1001, size: 6 });
    await times.flush();
    assert.deepEqual((await read(log)).map(({ at, size }) => [at, size]), [[0, 1], [250, 3], [900, 4], [
      1001,
      6,
    ]]);
  }));

Deno.test("log times: resume after an earlier panel, including the gap", () =>
  withLog(async (log) => {
    const first = new LogTimes(log);
    first.note({ at: 0, size: 10 });
    await first.setHead({ generation: 0, gap: { start: 3, end: 7 }, moved: null });
    const second = new LogTimes(log);
    await second.resume();
    second.note({ at: 1000, size: 20 });
    await second.flush();
    assert.deepEqual((await read(log)).map(({ size }) => size), [10, 20]);
    assert.deepEqual(shapeOf(log)?.gap, { start: 3, end: 7 });
  }));

Deno.test("log times: ignore the times of another file with the same name", () =>
  withLog(async (log, file) => {
    const times = new LogTimes(log);
    await times.setHead({ generation: 3, gap: { start: 0, end: 1 }, moved: null });
    await Deno.writeTextFile(`${file}.new`, "other");
    await Deno.rename(`${file}.new`, file);
    assert.deepEqual(shapeOf(log), { size: 5, generation: 0, gap: null, moved: null });
    assert.deepEqual(await read(log), []);
  }));

Deno.test("log times: ignores a damaged or truncated file, and overwrites an incomplete entry", () =>
  withLog(async (log, file) => {
    for (const damage of ["", "nonsense".repeat(20), "\0".repeat(10)]) {
      await Deno.writeTextFile(timesFile(file), damage);
      assert.deepEqual(await read(log), []);
      assert.deepEqual(shapeOf(log)?.generation, 0);
    }
    const times = new LogTimes(log);
    times.note({ at: 0, size: 1 });
    await times.flush();
    await Deno.writeFile(timesFile(file), new Uint8Array(7), { append: true });
    times.note({ at: 500, size: 2 });
    await times.flush();
    assert.deepEqual((await read(log)).map(({ at }) => at), [0, 500]);
  }));

Deno.test("log times: a log that prints for days has a bounded number of entries over its whole duration", () =>
  withLog(async (log) => {
    const times = new LogTimes(log);
    const days = 3 * 86_400_000;
    for (let at = 0; at < days; at += 250) {
      times.note({ at, size: at + 1 });
      if (at % 250_000 === 0) await times.flush();
    }
    await times.flush();
    const stored = await read(log);
    assert.ok(stored.length <= MAX_TIMES && stored.length > MAX_TIMES / 4, `${stored.length} entries`);
    assert.ok(stored.every(({ at, size }, n) => size === at + 1 && (n === 0 || at > stored[n - 1]!.at)));
    assert.ok(stored[0]!.at < 600_000 && stored.at(-1)!.at > days - 600_000);
    const widest = Math.max(...stored.map(({ at }, n) => n === 0 ? 0 : at - stored[n - 1]!.at));
    assert.ok(widest < 120_000, `${widest} ms without an entry`);
  }));

Deno.test("log times: shift when the middle is cut", () => {
  const times = [10, 100, 150, 899, 900, 950].map((size, at) => ({ at, size }));
  const moved = moveTimes(times, { start: 100, end: 900 }, 130);
  assert.deepEqual(moved.map(({ at, size }) => [at, size]), [[0, 10], [1, 100], [4, 130], [5, 180]]);
});
