// deno-lint-ignore-file no-console -- what a command says goes to its console
// Makes the one executable: `deno task compile [--target <triple>] [--output <path>] [--release-key <file>]`.

import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { lightFlags } from "../server/platform/light_flags.ts";
import { makeStage, notices, readReleaseKey, type Stage } from "./stage.ts";

const root = join(import.meta.dirname!, "..");

export interface CompileOptions {
  /** Such as `aarch64-unknown-linux-gnu`; undefined for this machine's target. */
  target: string | undefined;
  output: string;
  /** File of the public key that verifies releases; without it, the executable cannot update itself. */
  releaseKeyFile: string | undefined;
}

/** Parses the command line. Throws for unknown options. */
export function readOptions(args: string[]): CompileOptions {
  const text = { type: "string" } as const;
  const options = { target: text, output: text, "release-key": text };
  const { values } = parseArgs({ args, options });
  const name = values.target === undefined ? "sundial" : `sundial-${values.target}`;
  return {
    target: values.target,
    output: resolve(values.output ?? join(root, "dist", name)),
    releaseKeyFile: values["release-key"],
  };
}

/** Returns the command line of `deno compile`, to be run in the stage. */
export function compileArguments(
  { entry }: Stage,
  { target, output }: Pick<CompileOptions, "target" | "output">,
): string[] {
  const targets = target === undefined ? [] : ["--target", target];
  const included = ["static", "server/bundle", "server/holidays", notices].flatMap((
    path,
  ) => ["--include", path]);
  const flags = ["-A", "--no-prompt", "--no-check", ...lightFlags];
  return ["compile", ...flags, ...targets, ...included, "--output", output, entry];
}

/**
 * Returns instructions when the base of the executable could not be downloaded, or null for any other
 * failure.
 */
export function explainMissingBase(output: string, target: string, denoDir: string): string | null {
  if (!/denort|error sending request|dns error|download/i.test(output)) return null;
  const version = Deno.version.deno;
  return [
    `The base of the executable, denort of Deno ${version} for ${target}, is not here and could not be downloaded. Either`,
    `- set DENORT_BIN to a denort binary of exactly that version and target, or`,
    `- put denort-${target}.zip into ${join(denoDir, "dl", "release", `v${version}`)}`,
    `and run the command again.`,
  ].join("\n");
}

async function compile(options: CompileOptions): Promise<number> {
  const { releaseKeyFile } = options;
  const stage = await makeStage({ releaseKey: releaseKeyFile ? readReleaseKey(releaseKeyFile) : null });
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: compileArguments(stage, options),
    cwd: stage.folder,
    stdout: "inherit",
    stderr: "piped",
  }).output();
  const output = new TextDecoder().decode(stderr);
  console.error(output.trimEnd());
  if (code === 0) return 0;
  const advice = explainMissingBase(output, options.target ?? Deno.build.target, await readDenoDir());
  if (advice !== null) console.error(`\n${advice}`);
  return 1;
}

async function readDenoDir(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return (JSON.parse(new TextDecoder().decode(stdout)) as { denoDir: string }).denoDir;
}

if (import.meta.main) Deno.exit(await compile(readOptions(Deno.args)));
