// Kills the panel of a scene before calls that change the disk, spread evenly over those of what it is to do.
import assert from "node:assert/strict";
import type { FailingCalls } from "./failing_calls.ts";
import type { PanelScene } from "./panel_scene.ts";
import { until } from "./until.ts";

export interface DiskCallKills {
  scene: PanelScene;
  /** Loaded by the panel of the scene. */
  calls: FailingCalls;
  /** How many kills are tried. */
  points: number;
  /** Lets the panel do it; rejects when the panel is killed meanwhile. */
  act(): Promise<void>;
  /** Returns whether everything that it caused has ended; rejects when the panel is killed meanwhile. */
  isDone(): Promise<boolean>;
  /** Asserts what holds once that is so, of a panel that was killed and started again, too. */
  check(): Promise<void>;
}

/** Does it once without a kill, to count its calls, and once for each kill. Most kills must happen. */
export async function killAtDiskCalls(options: DiskCallKills): Promise<void> {
  const { scene, calls, points, act, isDone, check } = options;
  calls.arm(0, "kill");
  await act();
  await until("everything to end", isDone);
  const { count } = calls.disarm();
  await check();
  assert.ok(count > points / 4, `only ${count} calls were counted`);
  let kills = 0;
  for (let point = 0; point < points; point++) {
    calls.arm(1 + Math.floor(count * (point + 0.5) / points), "kill");
    // It may be killed before it responds.
    await act().catch((error) => {
      if (error instanceof assert.AssertionError) throw error;
    });
    await until(
      "the kill or the end",
      async () => scene.panel.hasEnded || await isDone().catch(() => false),
    );
    if (calls.disarm().failed !== null) {
      kills++;
      await until("the panel to be gone", () => scene.panel.hasEnded);
      await scene.restart("SIGKILL");
    }
    await until("everything to end after the start", isDone);
    await check();
  }
  assert.ok(kills >= points / 2, `killed ${kills} times only`);
}
