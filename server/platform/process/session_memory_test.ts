import assert from "node:assert/strict";
import { SessionMemory } from "./session_memory.ts";

Deno.test({
  name: "session memory: measures a session with its children, and none that is gone",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const memory = new SessionMemory();
    const script = "x=$(head -c 30000000 /dev/zero | tr '\\0' x); (echo ready; read -r _; : ${#x}); :";
    const child = new Deno.Command("setsid", { args: ["sh", "-c", script], stdin: "piped", stdout: "piped" })
      .spawn();
    memory.check(new Set());
    const reader = child.stdout.getReader();
    await reader.read();
    const check = memory.check(new Set([child.pid])).get(child.pid);
    // The subshell has its own copy or shares it: both are counted.
    assert.ok(
      check && check.resident >= 55_000_000 && check.resident < 500_000_000,
      `${check?.resident} bytes`,
    );
    assert.ok(check.highest >= 28_000_000 && check.highest <= check.resident * 2);
    await reader.cancel();
    await child.stdin.close();
    await child.status;
    assert.equal(memory.check(new Set([child.pid])).size, 0);
  },
});
