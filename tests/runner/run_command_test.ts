import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { runCommand } from "./run_command.ts";

const limitMs = 60_000;
const shell = (source: string, limit = limitMs) =>
  runCommand("sh", ["-c", source], { limitMs: limit, output: "held" });

// One that nobody has waited for stays in the list with no words.
function hasEnded(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid.trim()}/cmdline`, "utf8") === "";
  } catch {
    return true;
  }
}

Deno.test("command: what it says on both streams is held, with its exit code", async () => {
  assert.deepEqual(await shell("echo one; echo two >&2; exit 3"), { code: 3, output: "one\ntwo\n" });
  assert.deepEqual(await runCommand("/nowhere/at/all", [], { limitMs, output: "held" }), {
    code: 127,
    output: "",
  });
});

Deno.test("command: one that takes too long is killed with what it started", async () => {
  const { code, output } = await shell("sleep 1000 & echo $!; wait", 100);
  assert.equal(code, 124);
  if (output !== "") assert.ok(hasEnded(output));
});

Deno.test("command: what it leaves running in its group is ended, and nobody waits for it", async () => {
  const { code, output } = await shell("sleep 1000 & echo $!");
  assert.equal(code, 0);
  assert.ok(hasEnded(output));
});
