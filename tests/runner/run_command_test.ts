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
  assert.deepEqual(await shell("echo one; echo two >&2; exit 3"), { code: 3, output: "one\ntwo\n" });
  assert.deepEqual(await runCommand("/nowhere/at/all", [], { limitMs, output: "held" }), {
    code: 127,
    output: "",
  });
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
