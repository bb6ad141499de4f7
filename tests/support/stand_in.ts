// A program in one file, where no executable can be built: a shell script that starts the bundle of a
// version. An update replaces the script, as it would an executable.
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Plugin, stop } from "esbuild";
import { bundleServer, keyDefinition } from "../../tools/stage.ts";
import { version as present } from "../../server/platform/build_info.ts";

const root = join(import.meta.dirname!, "..", "..");
const FLAGS = "--no-config --no-npm --no-remote --cached-only --unstable-cron --unstable-no-legacy-abort";

export interface StandIn {
  version: string;
  /** The script, as it is downloaded and installed. */
  text: string;
}

export interface StandInOptions {
  folder: string;
  version: string;
  /** Public key of the release signer. */
  releaseKey: string;
  /** Whether it migrates the database, so that the previous version cannot open it. */
  migrates?: boolean;
  /** Whether it starts but never responds. */
  neverReady?: boolean;
  /** Size in bytes to which the script is padded. */
  size?: number;
}

/** Bundles a version below a folder. */
export async function buildStandIn(options: StandInOptions): Promise<StandIn> {
  const { folder, version, releaseKey, migrates = false, neverReady = false } = options;
  const name = neverReady ? `${version}-ailing` : version;
  const home = join(folder, name);
  await bundleServer(join(home, "server", "bundle"), {
    define: { ...keyDefinition(releaseKey), SUNDIAL_PROGRAM_FILE: "globalThis.standIn" },
    banner: `globalThis.standIn=Deno.env.get("STAND_IN_FILE");`,
    plugins: [
      rewrite(/[/\\]build_info\.ts$/, (source) => source.replace(`"${present}"`, `"${version}"`)),
      ...(migrates ? [rewrite(/[/\\]migrations[/\\]list\.ts$/, addMigration)] : []),
      ...(neverReady
        ? [
          rewrite(/[/\\]server[/\\]services\.ts$/, (source) => source.replace("/api/health", "/api/nothing")),
        ]
        : []),
    ],
  });
  await stop(); // Its child process would outlive the test.
  await symlink(join(root, "static"), join(home, "static"));
  return { version, text: linesOf(home, options.size ?? 0) };
}

function rewrite(filter: RegExp, change: (source: string) => string): Plugin {
  return {
    name: String(filter),
    setup: ({ onLoad }) =>
      onLoad({ filter }, async ({ path }) => ({
        contents: change(await Deno.readTextFile(path)),
        loader: "ts",
        resolveDir: dirname(path),
      })),
  };
}

function addMigration(source: string): string {
  const up =
    `async (db) => { await db.schema.createTable("next_thing").addColumn("id", "integer").execute(); }`;
  return source.replace(/\};\s*$/, `  "9999_next": { up: ${up} },\n};\n`);
}

function linesOf(home: string, size: number): string {
  const main = join(home, "server", "bundle", "main.js");
  const lines = [
    "#!/bin/sh",
    `export STAND_IN_FILE="$0"`,
    // Only for the panel, not for a trial of it.
    `[ "$1" = serve ] && [ -n "$FAILING_CALLS_SHIM" ] && export LD_PRELOAD="$FAILING_CALLS_SHIM"`,
    `exec ${Deno.execPath()} run -A ${FLAGS} ${main} "$@"`,
    "",
  ].join("\n");
  return lines.padEnd(size, "#");
}

/** Installs a program into a folder. Returns its file. */
export async function installStandIn(folder: string, { text }: StandIn): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, "sundial");
  await writeFile(file, text);
  await chmod(file, 0o755);
  return file;
}
