// deno-lint-ignore-file no-console -- what a command says goes to its console
// Serves for development: `deno task dev [--demo] [flags of serve]`. A change in the page rebuilds it, one in the server
// restarts it. With `--demo` it keeps its data in `data/demo`, with an account and some tasks to look at.

import { join } from "node:path";
import process from "node:process";
import { watchPage } from "../web/build.ts";
import { addDemo, demoEnvironment } from "./demo.ts";
import { RestartingServer } from "./restarting_server.ts";

const root = join(import.meta.dirname!, "..");
const SETTLED_MS = 150;
const DEMO_PORT = 5780;

const page = await watchPage({
  compress: false,
  onBuilt: ({ files }) => console.log(`Built the page: ${files.length} files`),
});
const demo = Deno.args.includes("--demo");
const flags = Deno.args.filter((arg) => arg !== "--demo");
const demoFlags = demo ? ["--data-dir", join(root, "data", "demo"), "--port", String(DEMO_PORT)] : [];
const server = new RestartingServer(
  [join(root, "main.ts"), "serve", ...demoFlags, ...flags],
  demo ? demoEnvironment : {},
);
const changes = Deno.watchFs([join(root, "server"), join(root, "main.ts")]);

const end = () => changes.close();
process.on("SIGINT", end).on("SIGTERM", end);

server.start();
if (demo) console.log(`Log in with ${await addDemo(`http://127.0.0.1:${DEMO_PORT}`)}`);
let settled: ReturnType<typeof setTimeout> | undefined;
for await (const { kind, paths } of changes) {
  // Editors write temporary files beside the real one; reading a file is an event too.
  if (kind === "access" || !paths.some((path) => /(?<!_test)\.ts$/.test(path))) continue;
  clearTimeout(settled);
  settled = setTimeout(() => void server.restart(), SETTLED_MS);
}
clearTimeout(settled);
await Promise.all([server.stop(), page.stop()]);
process.exit(0);
