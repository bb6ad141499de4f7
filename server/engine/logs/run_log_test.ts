import assert from "node:assert/strict";
import { closeSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OpenLog } from "./open_log.ts";
import { appendFooter, hasFooter, logPathOf, wallTime, writeHeader } from "./run_log.ts";
import type { FinalState } from "../states.ts";
import { inFolder } from "../../../tests/support/temporary_folder.ts";

const at = Date.parse("2026-01-02T03:04:05.006Z");

const frames: ["en" | "zh", string, FinalState, number | null, number | null, string, string][] = [
  [
    "en",
    "UTC",
    "succeeded",
    0,
    1_499,
    "## Starting... 2026-01-02 03:04:05",
    "## Completed ✅... 2026-01-02 03:04:05  took 1 seconds",
  ],
  [
    "en",
    "Asia/Shanghai",
    "failed",
    7,
    61_000,
    "## Starting... 2026-01-02 11:04:05",
    "## Failed ❌(exit code 7)... 2026-01-02 11:04:05  took 61 seconds",
  ],
  [
    "en",
    "UTC",
    "failed",
    null,
    0,
    "## Starting... 2026-01-02 03:04:05",
    "## Failed ❌... 2026-01-02 03:04:05  took 1 seconds",
  ],
  [
    "en",
    "UTC",
    "stopped",
    143,
    null,
    "## Starting... 2026-01-02 03:04:05",
    "## Stopped 🛑... 2026-01-02 03:04:05  took 1 seconds",
  ],
  [
    "en",
    "UTC",
    "timed_out",
    143,
    2_000,
    "## Starting... 2026-01-02 03:04:05",
    "## Timed out ⏰... 2026-01-02 03:04:05  took 2 seconds",
  ],
  [
    "en",
    "UTC",
    "interrupted",
    null,
    null,
    "## Starting... 2026-01-02 03:04:05",
    "## Interrupted ⚡... 2026-01-02 03:04:05  took 1 seconds",
  ],
  [
    "zh",
    "America/New_York",
    "succeeded",
    0,
    3_000,
    "## 开始执行... 2026-01-01 22:04:05",
    "## 执行成功 ✅... 2026-01-01 22:04:05  耗时 3 秒",
  ],
  [
    "zh",
    "UTC",
    "failed",
    1,
    3_000,
    "## 开始执行... 2026-01-02 03:04:05",
    "## 执行失败 ❌（退出码 1）... 2026-01-02 03:04:05  耗时 3 秒",
  ],
  [
    "zh",
    "UTC",
    "stopped",
    null,
    3_000,
    "## 开始执行... 2026-01-02 03:04:05",
    "## 已停止 🛑... 2026-01-02 03:04:05  耗时 3 秒",
  ],
];
for (const [language, zone, state, exitCode, durationMs, first, last] of frames) {
  Deno.test(`run log: first and last line of a run ending as ${state}, in ${language}, in ${zone}`, () =>
    inFolder(async (root) => {
      const voice = { language, zone };
      const { log, output } = OpenLog.create(root, logPathOf("a", at, zone));
      closeSync(output);
      writeHeader(log, at, voice);
      assert.equal(await hasFooter(log), false);
      appendFooter(log, { state, exitCode, at, durationMs }, voice);
      const text = readFileSync(join(root, log.path), "utf8");
      assert.equal(text, `${first}\n\n\n${last}${"\u3000".repeat(5)}\n`);
      assert.equal(await hasFooter(log), true);
      log.close();
    }));
}

Deno.test("run log: is named by local time", () => {
  assert.equal(logPathOf("a/b", at, "Asia/Kathmandu"), "a/b/2026-01-02-08-49-05-006.log");
});

Deno.test("run log: local time is correct on both sides of a clock change", () => {
  assert.equal(
    wallTime(Date.parse("2026-03-08T06:59:59.999Z"), "America/New_York", "file"),
    "2026-03-08-01-59-59-999",
  );
  assert.equal(
    wallTime(Date.parse("2026-03-08T07:00:00.000Z"), "America/New_York", "line"),
    "2026-03-08 03:00:00",
  );
});
