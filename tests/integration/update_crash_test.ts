// Kills the panel, or fails a disk call, before one of the calls of an update, from the first byte of the
// download to the new version's first response. The next start, as by a supervisor, runs the old or the new
// version, complete.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { DATABASE_RESERVE_BYTES } from "../../server/platform/storage/database_reserve.ts";
import { FailingCalls, hasCompiler } from "../support/failing_calls.ts";
import { byLength, isLong } from "../support/suite_length.ts";
import { until } from "../support/until.ts";
import { newVersion, oldVersion, UpdateScene, Versions } from "../support/update_scene.ts";

const ignore = !await hasCompiler("an update that is killed");
/** Number of points before the journal, and in each of its steps: more where files are replaced. */
const pointsOf = isLong ? [4, 4, 3, 2, 2, 9] : [1, 2, 2, 1, 1, 2];
const POINTS = pointsOf.reduce((sum, points) => sum + points, 0);
const REJECTIONS = byLength(2, 6);

interface Tried {
  nth: number;
  what: string;
  /** The journal's step when it was killed. */
  step: string;
  version: string;
}

Deno.test(
  `update: a kill or disk error at ${POINTS} points leaves a complete version, and the next update works`,
  { ignore },
  async () => {
    await using versions = await Versions.build(50_000);
    const ends = await countCalls(versions);
    const killed: Tried[] = [];
    for (const nth of pointsIn(ends, pointsOf)) killed.push(await killAt(versions, nth));
    // deno-lint-ignore no-console -- the measured value
    console.log(
      killed.map(({ nth, what, step, version }) => `${nth} ${what} ${step} → ${version}`).join("\n"),
    );
    for (const steps of [["preparing"], ["copying", "swapping", "swapped"], ["starting"]]) {
      assert.ok(killed.some(({ step }) => steps.includes(step)), `never killed while ${steps.join(" or ")}`);
    }
    assert.deepEqual(new Set(killed.map(({ version }) => version)), new Set([oldVersion, newVersion]));
    for (const nth of pointsIn([0, ends.at(-1)!], [0, REJECTIONS])) await rejectAt(versions, nth);
  },
);

/** Spreads the points over the calls of each step. A step ends with the call at the same index of `ends`. */
function pointsIn(ends: readonly number[], amounts: readonly number[]): number[] {
  const points = ends.flatMap((end, at) => {
    const begin = at === 0 ? 0 : ends[at - 1]!;
    const amount = amounts[at] ?? 0;
    return Array.from(
      { length: amount },
      (_, one) => begin + Math.ceil((end - begin) * (one + 0.5) / amount),
    );
  });
  return [...new Set(points)];
}

async function openScene(
  versions: Versions,
): Promise<{ scene: UpdateScene; calls: FailingCalls; root: string }> {
  const root = await Deno.makeTempDir({ prefix: "sundial-crash-" });
  const below = join(root, "below");
  await Deno.mkdir(below);
  const calls = (await FailingCalls.build(root, below, "/update/journal.json"))!; // a compiler is available
  const shim = calls.environment["LD_PRELOAD"]!;
  const environment = { ...calls.environment, FAILING_CALLS_SHIM: shim };
  const scene = await UpdateScene.open(versions, { root: below, environment });
  // Otherwise the calls that fill it would be counted to a step of the update, and in the next scene to another one.
  await until("the reserve in the database", () => databaseBytes(scene.data) >= DATABASE_RESERVE_BYTES);
  return { scene, calls, root };
}

function databaseBytes(dataDir: string): number {
  return ["", "-wal"].reduce((sum, end) => {
    const file = statSync(join(dataDir, `sundial.sqlite${end}`), { throwIfNoEntry: false });
    return sum + (file?.size ?? 0);
  }, 0);
}

/**
 * Returns the number of the call that ends each step: before the journal, each of its steps, and the new
 * version's start.
 */
async function countCalls(versions: Versions): Promise<number[]> {
  const { scene, calls, root } = await openScene(versions);
  await using _ = scene;
  calls.arm(0, "kill");
  await scene.install();
  assert.deepEqual(await scene.outcome(), { version: newVersion, error: null });
  const { count, marks } = calls.disarm();
  await scene.panel.stop(); // its last log lines would create the folder again
  await Deno.remove(root, { recursive: true }).catch(() => {});
  // Preparing, copying, swapping, swapped, starting; then the update ends.
  assert.ok(marks.length >= 5 && count > POINTS, `${marks.length} steps and ${count} calls were recorded`);
  return [...marks.slice(0, 5), marks[5] ?? count];
}

async function killAt(versions: Versions, nth: number): Promise<Tried> {
  const { scene, calls, root } = await openScene(versions);
  await using _ = scene;
  calls.arm(nth, "kill");
  await scene.install().catch(() => {}); // it may be killed before it responds
  await until(
    "the kill or the end of the update",
    async () => scene.panel.hasEnded || (await scene.progress().catch(() => null))?.done === true,
  );
  const { failed, count } = calls.disarm();
  if (failed === null) {
    // The number of calls depends on the load: this update needed fewer than the one that was counted.
    assert.ok(nth > count, `call ${nth} of ${count} killed nothing`);
    await scene.panel.stop();
    await Deno.remove(root, { recursive: true }).catch(() => {});
    return await killAt(versions, Math.floor(count * 0.95));
  }
  const { code } = await scene.panel.exit;
  assert.notEqual(code, 0);
  const step = scene.journal()?.step ?? "none";
  await scene.start();
  const { version } = await scene.panel.json<{ version: string }>("/api/health");
  await scene.assertRuns(version);
  await assertUpdates(scene, version);
  await scene.panel.stop();
  await Deno.remove(root, { recursive: true }).catch(() => {});
  return { nth, what: failed, step, version };
}

async function rejectAt(versions: Versions, nth: number): Promise<void> {
  const { scene, calls, root } = await openScene(versions);
  await using _ = scene;
  calls.arm(nth, "ENOSPC");
  await scene.install().catch(() => {});
  // It continues, restarts, or ends with a message; finally, no operation is active.
  await until("the end of the update", async () => {
    if (scene.panel.hasEnded) return true;
    return (await scene.progress().catch(() => null))?.done === true || scene.journal()?.step === "failed";
  });
  calls.disarm();
  if (scene.panel.hasEnded) await scene.start();
  const version = await until(
    "an answer",
    () =>
      scene.panel.json<{ version: string }>("/api/health").then((response) => response.version, () => null),
  );
  await scene.assertRuns(version);
  await assertUpdates(scene, version);
  await scene.panel.stop();
  await Deno.remove(root, { recursive: true }).catch(() => {});
}

/** Asserts that an interrupted update can be repeated. */
async function assertUpdates(scene: UpdateScene, version: string): Promise<void> {
  if (version === newVersion) return;
  assert.equal(await scene.install(), 202);
  assert.deepEqual(await scene.outcome(), { version: newVersion, error: null });
  await scene.assertRuns(newVersion);
}
