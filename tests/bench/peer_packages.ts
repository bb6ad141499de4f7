// Other schedulers, as packages: fetched into a folder and not installed, because an installation would start them.
import { join } from "node:path";
import { runCommand } from "../runner/run_command.ts";

const LIMIT_MS = 60_000;

export interface PeerPackage {
  folder: string;
  version: string;
}

/** Unpacks a package of Debian into a folder. Throws with what apt-get prints when it cannot be downloaded. */
export async function unpackDebian(name: string, parent: string): Promise<PeerPackage> {
  const folder = await Deno.makeTempDir({ dir: parent, prefix: `${name}-` });
  await run(`apt-get download ${name}`, ["env", "-C", folder, "apt-get", "download", "-q", name]);
  const [file = ""] = [...Deno.readDirSync(folder)].map((entry) => join(folder, entry.name));
  await run(`dpkg-deb -x of ${name}`, ["dpkg-deb", "-x", file, folder]);
  const version = await run(`dpkg-deb -f of ${name}`, ["dpkg-deb", "-f", file, "Version"]);
  return { folder, version };
}

/** Installs a package of npm into a folder. Throws with what npm prints when it cannot be downloaded. */
export async function unpackNpm(name: string, version: string, parent: string): Promise<PeerPackage> {
  const prefix = await Deno.makeTempDir({ dir: parent, prefix: `${name}-` });
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error", "--fetch-retries=0"];
  const spec = `${name}@${version}`;
  await run(`npm install ${spec}`, ["npm", "install", "--prefix", prefix, ...flags, spec]);
  return { folder: join(prefix, "node_modules", name), version };
}

async function run(what: string, [command = "", ...args]: string[]): Promise<string> {
  const { code, output } = await runCommand(command, args, { limitMs: LIMIT_MS, output: "held" });
  if (code === 0) return output.trim();
  throw new Error(`${what}: ${firstError(output) || `exit code ${code}`}`);
}

// apt-get prints warnings too, and npm a code before the reason.
function firstError(output: string): string {
  const lines = output.trim().split("\n");
  const error = lines.find((line) => /^(?:E:|npm error(?! code))/.test(line));
  return (error ?? lines.at(-1) ?? "").trim();
}
