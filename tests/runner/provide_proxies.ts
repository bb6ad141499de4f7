// deno-lint-ignore-file no-console -- output of a command
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { findProxy, proxiesFolder, proxyNames, proxyPackages } from "../support/find_proxy.ts";
import { findInstaller } from "./provide_chromium.ts";
import { runCommand } from "./run_command.ts";

const LIMIT_MS = 5 * 60_000;

/**
 * Provides reverse proxies for tests: installed ones, or Debian's, unpacked into `dist`. They are not installed, because an
 * installation would start them. Where one is not available, the tests that need it are skipped.
 */
export async function provideProxies(): Promise<void> {
  const missing = proxyNames.filter((name) => findProxy(name) === null);
  if (missing.length === 0) return;
  console.log(`Downloading ${missing.join(" and ")} with apt-get`);
  mkdirSync(proxiesFolder, { recursive: true });
  const installer = await findInstaller();
  if (installer !== null) await run([...installer, "update", "-q"]);
  await run([
    "env",
    "-C",
    proxiesFolder,
    "apt-get",
    "download",
    "-q",
    ...missing.flatMap((name) => proxyPackages[name]),
  ]);
  for (const file of readdirSync(proxiesFolder).filter((name) => name.endsWith(".deb"))) {
    await run(["dpkg", "-x", join(proxiesFolder, file), proxiesFolder]);
  }
}

async function run([command, ...args]: string[]): Promise<void> {
  const { code } = await runCommand(command!, args, { limitMs: LIMIT_MS });
  if (code !== 0) console.log(`${command} ${args.join(" ")}: exit code ${code}`);
}
