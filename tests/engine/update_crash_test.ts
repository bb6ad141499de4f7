// The panel is killed, or its disk refuses, before one of the calls that an update makes to the disk, from the first byte of the
// download to the new version's answer. Whoever starts it then, as its supervisor would, gets the old or the new version, whole.
import assert from "node:assert/strict";
import { join } from "node:path";
import { FailingCalls, hasCompiler } from "../support/failing_calls.ts";
import { until } from "../support/until.ts";
import { newVersion, oldVersion, UpdateScene, Versions } from "../support/update_scene.ts";

const ignore = !await hasCompiler("an update that is killed");
const POINTS = 24;
const REFUSALS = 6;

interface Tried {
  nth: number;
  what: string;
  /** What the journal said when it was killed. */
  step: string;
  version: string;
}

Deno.test({
  name:
    `update: killed or refused by the disk at ${POINTS} points, the old or the new version runs, whole, and the next update works`,
  ignore,
  async fn() {
    await using versions = await Versions.build(50_000);
    const count = await countCalls(versions);
    assert.ok(count > POINTS, `only ${count} calls were seen`);
    const killed: Tried[] = [];
    for (const nth of spread(count, POINTS)) killed.push(await killAt(versions, nth));
    // deno-lint-ignore no-console -- the measured value
    console.log(
      killed.map(({ nth, what, step, version }) => `${nth} ${what} ${step} → ${version}`).join("\n"),
    );
    for (const steps of [["preparing"], ["copying", "swapping", "swapped"], ["starting"]]) {
      assert.ok(killed.some(({ step }) => steps.includes(step)), `never killed while ${steps.join(" or ")}`);
    }
    assert.deepEqual(new Set(killed.map(({ version }) => version)), new Set([oldVersion, newVersion]));
    for (const nth of spread(count, REFUSALS)) await refuseAt(versions, nth);
  },
});

/** Most of them in the second half, where things are replaced. */
function spread(count: number, points: number): number[] {
  const before = Math.ceil(points / 4);
  const places = Array.from(
    { length: points },
    (_, at) => at < before ? (at + 0.5) / before / 2 : 0.5 + 0.45 * (at - before) / (points - before),
  );
  return places.map((place) => Math.max(1, Math.round(count * place)));
}

async function openScene(
  versions: Versions,
): Promise<{ scene: UpdateScene; calls: FailingCalls; root: string }> {
  const root = await Deno.makeTempDir({ prefix: "sundial-crash-" });
  const below = join(root, "below");
  await Deno.mkdir(below);
  const calls = (await FailingCalls.build(root, below))!; // there is a compiler
  const shim = calls.environment["LD_PRELOAD"]!;
  const environment = { ...calls.environment, FAILING_CALLS_SHIM: shim };
  return { scene: await UpdateScene.open(versions, { root: below, environment }), calls, root };
}

async function countCalls(versions: Versions): Promise<number> {
  const { scene, calls, root } = await openScene(versions);
  await using _ = scene;
  calls.arm(0, "kill");
  await scene.install();
  assert.deepEqual(await scene.outcome(), { version: newVersion, error: null });
  const { count } = calls.disarm();
  await Deno.remove(root, { recursive: true }).catch(() => {});
  return count;
}

async function killAt(versions: Versions, nth: number): Promise<Tried> {
  const { scene, calls, root } = await openScene(versions);
  await using _ = scene;
  calls.arm(nth, "kill");
  await scene.install().catch(() => {}); // it may be killed before it answers
  const code = await scene.panel.ended;
  const { failed } = calls.disarm();
  assert.ok(code !== 0 && failed !== null, `call ${nth} was not made`);
  const step = scene.journal()?.step ?? "none";
  await scene.start();
  const { version } = await scene.panel.json<{ version: string }>("/api/health");
  await scene.assertRuns(version);
  await assertUpdates(scene, version);
  await scene.panel.stop();
  await Deno.remove(root, { recursive: true }).catch(() => {});
  return { nth, what: failed, step, version };
}

async function refuseAt(versions: Versions, nth: number): Promise<void> {
  const { scene, calls, root } = await openScene(versions);
  await using _ = scene;
  calls.arm(nth, "ENOSPC");
  await scene.install().catch(() => {});
  // It goes on, starts again, or ends with a sentence; in the end nothing is under way.
  await until("the end of it", async () => {
    if (scene.panel.hasEnded) return true;
    return (await scene.progress().catch(() => null))?.done === true || scene.journal()?.step === "failed";
  });
  calls.disarm();
  if (scene.panel.hasEnded) await scene.start();
  const version = await until(
    "an answer",
    () => scene.panel.json<{ version: string }>("/api/health").then((answer) => answer.version, () => null),
  );
  await scene.assertRuns(version);
  await assertUpdates(scene, version);
  await Deno.remove(root, { recursive: true }).catch(() => {});
}

/** What was interrupted can be done again. */
async function assertUpdates(scene: UpdateScene, version: string): Promise<void> {
  if (version === newVersion) return;
  assert.equal(await scene.install(), 202);
  assert.deepEqual(await scene.outcome(), { version: newVersion, error: null });
  await scene.assertRuns(newVersion);
}
