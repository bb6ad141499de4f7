import { ensurePanel } from "../../tools/panel.ts";
import { environmentOfPrograms } from "./panel_process.ts";
import { shippedProgram } from "./shipped_program.ts";

export interface ProgramOutput {
  code: number;
  out: string;
  err: string;
}

export interface ProgramOptions {
  /** Its standard input; nothing by default. */
  input?: string;
  env?: Record<string, string>;
  clearEnv?: boolean;
  cwd?: string;
}

/** Runs a program to its end and returns what it printed. */
export async function runProgram(
  [file = "", ...args]: readonly string[],
  { input, ...options }: ProgramOptions = {},
): Promise<ProgramOutput> {
  const stdin = input === undefined ? "null" : "piped";
  const child = new Deno.Command(file, { ...options, args, stdin, stdout: "piped", stderr: "piped" }).spawn();
  if (input !== undefined) {
    // A program that ends at once does not read it.
    await new Blob([input]).stream().pipeTo(child.stdin).catch(() => {});
  }
  const { code, stdout, stderr } = await child.output();
  const [out = "", err = ""] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, out, err };
}

/** Runs a command of the shipped panel, in English unless `env` says otherwise. */
export async function runSundial(
  args: readonly string[],
  { env = {}, ...options }: ProgramOptions = {},
): Promise<ProgramOutput> {
  await ensurePanel();
  const { code, out, err } = await runProgram(
    [Deno.execPath(), "run", "-A", "--quiet", ...shippedProgram, ...args],
    { ...options, clearEnv: true, env: { ...environmentOfPrograms(), LC_ALL: "", NO_COLOR: "1", ...env } },
  );
  // Deno prints this when several processes start at once.
  return { code, out, err: err.replace(/^Blocking waiting for file lock.*\n/gm, "") };
}
