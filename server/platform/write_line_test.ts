import assert from "node:assert/strict";
import { writeLine } from "./write_line.ts";

Deno.test("write line: writes the whole line, however little is taken at once", () => {
  const taken: number[] = [];
  writeLine({ writeSync: (bytes) => taken.push(...bytes.subarray(0, 1)) && 1 }, "中 a");
  assert.equal(new TextDecoder().decode(new Uint8Array(taken)), "中 a\n");
});

Deno.test("write line: nobody notices that its reader has ended", async () => {
  const script = `
    const { writeLine } = await import(${JSON.stringify(import.meta.resolve("./write_line.ts"))});
    await Deno.stdin.read(new Uint8Array(1));
    for (let n = 0; n < 3; n++) for (const stream of [Deno.stdout, Deno.stderr]) writeLine(stream, "line");
    Deno.exit(7);`;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-config", script],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  await Promise.all([child.stdout.cancel(), child.stderr.cancel()]);
  await child.stdin.close();
  assert.equal((await child.status).code, 7);
});
