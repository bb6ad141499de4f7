import assert from "node:assert/strict";
import { type CommandLimits, limitedCommand } from "./limited_command.ts";

async function run(
  command: string[],
  limits: Partial<CommandLimits>,
): Promise<{ code: number; stdout: string }> {
  const [program, ...args] = limitedCommand(command, limits);
  const { code, stdout } = await new Deno.Command(program, { args, stderr: "null" }).output();
  return { code, stdout: new TextDecoder().decode(stdout) };
}

Deno.test("limited command: applies each limit to the command, and passes arguments unchanged", async () => {
  const limits = [
    "/bin/sh",
    "-c",
    'ulimit -v; ulimit -d; ulimit -f; printf "%s|" "$@"',
    "name",
    "a b",
    "$HOME",
    "-v",
  ];
  const both = await run(limits, {
    memoryBytes: 300 * 1024 * 1024,
    dataBytes: 200 * 1024 * 1024,
    fileBytes: 1000,
  });
  assert.equal(both.stdout, "307200\n204800\n2\na b|$HOME|-v|");
  const none = await run(limits, {});
  assert.match(none.stdout, /^((unlimited|\d+)\n){3}a b\|/);
});

Deno.test("limited command: a process that exceeds its memory fails, and the exit code is passed on", async () => {
  const eats = ["awk", 'BEGIN { text = "x"; while (length(text) < 200000000) text = text text }'];
  for (const limit of ["memoryBytes", "dataBytes"]) {
    assert.notEqual((await run(eats, { [limit]: 64 * 1024 * 1024 })).code, 0, limit);
  }
  assert.equal((await run(["/bin/sh", "-c", "exit 7"], { memoryBytes: 1e9, fileBytes: 1e6 })).code, 7);
});
