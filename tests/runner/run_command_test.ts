import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { runCommand } from "./run_command.ts";

const limitMs = 60_000;
const shell = (source: string, limit = limitMs) =>
  runCommand("sh", ["-c", source], { limitMs: limit, output: "held" });

// A process that has not been waited for stays in the list without a command line.
function hasEnded(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid.trim()}/cmdline`, "utf8") === "";
  } catch {
    return true;
  }
}

Deno.test("command: collects the output of both streams and the exit code", async () => {
  const { code, output } = await shell("echo one; echo two >&2; exit 3");
  assert.deepEqual([code, output], [3, "one\ntwo\n"]);
  const missing = await runCommand("/nowhere/at/all", [], { limitMs, output: "held" });
  assert.deepEqual([missing.code, missing.output], [127, ""]);
});

Deno.test("command: one that makes progress is not cut off, and a warning is no progress", async () => {
  const limit = { limitMs: 2_000, output: "held" } as const;
  const line = "for n in 1 2 3 4 5; do sleep 0.7; echo step; done";
  assert.equal((await runCommand("sh", ["-c", line], limit)).code, 0);
  const slow = await runCommand("sh", ["-c", line], {
    ...limit,
    isProgress: (text) => !text.includes("step"),
  });
  assert.equal(slow.code, 124);
});

Deno.test("command: measures the CPU time of what it started", async () => {
  const busy = await shell("i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done");
  assert.ok(busy.cpuSeconds > 0.02, `${busy.cpuSeconds} s`);
});

Deno.test("command: kills one that takes too long, with everything it started", async () => {
  const { code, output } = await shell("sleep 1000 & echo $!; wait", 100);
  assert.equal(code, 124);
  if (output !== "") assert.ok(hasEnded(output));
});

Deno.test("command: ends processes left in its group without waiting for them", async () => {
  const { code, output } = await shell("sleep 1000 & echo $!");
  assert.equal(code, 0);
  assert.ok(hasEnded(output));
});
