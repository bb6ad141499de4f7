// Whatever happens to the processes, the database and the notifications on the way, a panel has the log of the node in the
// end, and before that nothing but true parts of it.
import assert from "node:assert/strict";
import { existsSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { LogScene } from "../../../tests/support/log_scene.ts";
import { cutGrowingLog } from "../../engine/logs/cut_growing_log.ts";
import { LogTimes } from "../../engine/logs/log_times.ts";
import type { OpenLog } from "../../engine/logs/open_log.ts";
import type { RunRow } from "../../engine/store.ts";
import { byLength } from "../../../tests/support/suite_length.ts";

type Step =
  | { do: "print"; lines: number; width: number }
  | { do: "pass"; polls: number }
  | { do: "cut on the node" }
  | { do: "notify"; times: number }
  | { do: "deliver late" }
  | { do: "outage"; polls: number }
  | { do: "lose the result" }
  | { do: "restart the node" }
  | { do: "restart the panel"; lose: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("print" as const), lines: fc.nat(60), width: fc.nat(90) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("print" as const), lines: fc.nat(3_000), width: fc.nat(90) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("pass" as const), polls: fc.integer({ min: 1, max: 7 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cut on the node" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("notify" as const), times: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("deliver late" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("outage" as const), polls: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("lose the result" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restart the node" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restart the panel" as const), lose: fc.nat(9_000) }) },
);

class Story {
  readonly run: RunRow;
  readonly log: OpenLog;
  readonly times: LogTimes;
  printed = "";
  #line = 0;

  constructor(readonly scene: LogScene, { run, log }: { run: RunRow; log: OpenLog }) {
    this.run = run;
    this.log = log;
    this.times = new LogTimes(log);
  }

  async apply(step: Step, maxBytes: number): Promise<void> {
    const { scene, run, log } = this;
    if (step.do === "print") this.#print(step);
    else if (step.do === "pass") await scene.pass(step.polls * 100);
    else if (step.do === "cut on the node") {
      await cutGrowingLog(log, this.times, { size: log.size, maxBytes, files: scene.files });
    } else if (step.do === "notify") {
      for (let index = 0; index < step.times; index++) scene.mirror.notify(run.id);
    } else if (step.do === "deliver late") await scene.mirror.settled();
    else if (step.do === "lose the result") scene.losesResult = true;
    else if (step.do === "restart the node") await scene.restartShipper([{ run, log }]);
    else if (step.do === "restart the panel") {
      await scene.restartMirror();
      this.#truncate(step.lose);
    } else {
      scene.isDown = true;
      await scene.pass(step.polls * 100);
      scene.isDown = false;
    }
  }

  #print({ lines, width }: { lines: number; width: number }): void {
    // Each line is unique: a wrong place cannot look right.
    const text = Array.from({ length: lines }, () => `${this.#line++} ${"x".repeat(width)}\n`).join("");
    this.log.append(text);
    this.printed += text;
  }

  // The process of the panel ended while it wrote.
  #truncate(lose: number): void {
    const file = join(this.scene.panelLogs, this.run.log_path ?? "");
    if (existsSync(file)) truncateSync(file, Math.max(0, statSync(file).size - lose));
  }

  /** Checks that what the panel has is true. */
  check(): void {
    const path = this.run.log_path ?? "";
    const here = this.scene.read("panel", path);
    if (here === null) return;
    const gap = this.scene.headOf(path)?.gap ?? { start: here.length, end: here.length };
    const text = new TextDecoder().decode(here);
    assert.equal(text.slice(0, gap.start), this.printed.slice(0, Math.min(gap.start, here.length)));
    assert.equal(text.slice(gap.end), this.printed.slice(gap.end, Math.max(gap.end, here.length)));
  }
}

for (const [name, maxBytes] of [["whole", 50_000_000], ["cut", 64 * 1024]] as const) {
  Deno.test(`log copy: a panel has true parts of a ${name} log at any time, and the same log in the end`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 30 }), async (steps) => {
        await using scene = await LogScene.open({ maxBytes });
        const story = new Story(scene, await scene.begin());
        for (const one of steps) {
          await story.apply(one, maxBytes);
          story.check();
        }
        await scene.mirror.settled();
        story.check();
        // The process of the node may end before all is shipped; then it reads the rest from the file.
        scene.losesResult = false;
        await scene.pass(3_000);
        scene.mirror.notify(story.run.id);
        await scene.mirror.settled();
        story.check();
        const live = scene.read("panel", story.run.log_path);
        assert.equal(live?.length ?? 0, story.printed.length);
        if (maxBytes > story.printed.length) {
          assert.equal(scene.text("panel", story.run.log_path) ?? "", story.printed);
        }
        const stored = await scene.stored();
        assert.ok(stored.bytes <= maxBytes * 9 / 8);
        await scene.end(story.run, story.log);
        await scene.mirror.fetch(story.run.id);
        assert.deepEqual(scene.read("panel", story.run.log_path), scene.read("node", story.run.log_path));
        assert.equal((await scene.stored()).rows, 0);
      }),
      { numRuns: byLength(8, 30) },
    );
  });
}
