import assert from "node:assert/strict";
import { readFileSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RestartingServer } from "./restarting_server.ts";
import { temporaryFolder } from "../tests/support/temporary_folder.ts";

const program = `
Deno.writeTextFileSync(Deno.args[0]!, "started ", { append: true });
const waiting = setInterval(() => {}, 1000);
Deno.addSignalListener("SIGTERM", () => {
  Deno.writeTextFileSync(Deno.args[0]!, "ended ", { append: true });
  clearInterval(waiting);
  Deno.exit(0);
});
Deno.writeTextFileSync(Deno.args[0]!, "listening ", { append: true });
`;

Deno.test("restarting server: stops before it starts again and merges two requests into one restart", async () => {
  await using folder = await temporaryFolder();
  const [script, diary] = [join(folder.path, "program.ts"), join(folder.path, "diary")];
  writeFileSync(script, program);
  writeFileSync(diary, "");
  const server = new RestartingServer(["--no-config", script, diary]);
  server.start();
  await written(diary, "started listening ");
  await Promise.all([server.restart(), server.restart()]);
  await written(diary, "started listening ended started listening ");
  await server.stop();
  assert.equal(readFileSync(diary, "utf8"), "started listening ended started listening ended ");
});

function written(path: string, text: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = () => readFileSync(path, "utf8") === text && resolve();
  const watcher = watch(path, check);
  check();
  return promise.finally(() => watcher.close());
}
