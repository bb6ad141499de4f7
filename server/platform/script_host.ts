// A task in JavaScript or TypeScript runs without Node or Deno on the machine, because the panel's own program can be
// started again to run just that script.

import { join } from "node:path";

/** Gives the words that start this program again to mask what it is given on its standard input. */
export function maskerHost(): string[] {
  return runtimeArguments("__mask");
}

/** Gives the words that start this program again to run one script; the script's path and its arguments follow them. */
export function scriptHost(): string[] {
  return runtimeArguments("__run");
}

/** Gives the words that start this program again to pull a subscription; the folder of the job follows them. */
export function pullHost(): string[] {
  return runtimeArguments("__pull");
}

/** Gives the words that start this program again to connect through a proxy; the folder of the job, host and port follow them. */
export function connectHost(): string[] {
  return runtimeArguments("__connect");
}

/** Gives the words that start this program again to try a start on a copy; the folders follow them. */
export function trialHost(): string[] {
  // The whole panel, which needs the packages that the configuration names.
  return runtimeArguments("__try_start", []);
}

function runtimeArguments(command: string, alone = ["--no-config", "--no-lock"]): string[] {
  if (Deno.build.standalone) return [Deno.execPath(), command];
  return [Deno.execPath(), "run", "-A", ...alone, "--quiet", mainModule(), command];
}

function mainModule(): string {
  const inSource = import.meta.filename!.endsWith(".ts");
  return inSource ? join(import.meta.dirname!, "..", "..", "main.ts") : join(import.meta.dirname!, "main.js");
}
