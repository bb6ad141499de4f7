// Other schedulers, as packages: fetched into a folder and not installed, because an installation would start them.
import { join } from "node:path";
import { runCommand } from "../runner/run_command.ts";

const LIMIT_MS = 60_000;

/** An unpacked package. */
export interface PeerPackage {
  folder: string;
  version: string;
}

/** Unpacks a package of Debian into a folder. Throws with what apt-get prints when it cannot be downloaded. */
export async function unpackDebian(name: string, parent: string): Promise<PeerPackage> {
  const folder = await Deno.makeTempDir({ dir: parent, prefix: `${name}-` });
  await run("env", ["-C", folder, "apt-get", "download", "-q", name]);
  const [file = ""] = [...Deno.readDirSync(folder)].map((entry) => entry.name);
  await run("dpkg-deb", ["-x", join(folder, file), folder]);
  return { folder, version: await run("dpkg-deb", ["-f", join(folder, file), "Version"]) };
}

/** Installs a package of npm into a folder. Throws with what npm prints when it cannot be downloaded. */
export async function unpackNpm(name: string, version: string, parent: string): Promise<PeerPackage> {
  const prefix = await Deno.makeTempDir({ dir: parent, prefix: `${name}-` });
  const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error", "--fetch-retries=1"];
  await run("npm", ["install", "--prefix", prefix, ...quiet, `${name}@${version}`]);
  return { folder: join(prefix, "node_modules", name), version };
}

async function run(command: string, args: string[]): Promise<string> {
  const { code, output } = await runCommand(command, args, { limitMs: LIMIT_MS, output: "held" });
  if (code === 0) return output.trim();
  throw new Error(`${[command, ...args].join(" ")}: ${firstError(output) || `exit code ${code}`}`);
}

// apt-get warns of less important things first; npm begins with a code.
function firstError(output: string): string {
  const lines = output.trim().split("\n");
  const errors = lines.filter((line) => /^(?:E:|npm error(?! code))/.test(line));
  return (errors[0] ?? lines.at(-1) ?? "").trim();
}
