// JavaScript and TypeScript tasks run without Node or Deno on the machine, because the panel's own program can be started
// again to run just that script.

import { dirname, join } from "node:path";
import { lightFlags } from "./light_flags.ts";

/** Returns the command that starts this program again to mask its standard input. */
export function maskerHost(): string[] {
  return runtimeArguments("__mask");
}

/** Returns the command that starts this program again to run one script; append the script's path and its arguments. */
export function scriptHost(): string[] {
  return runtimeArguments("__run");
}

/** Returns the command that starts this program again to run a script for accounts; append the request and its command. */
export function accountsHost(): string[] {
  return runtimeArguments("__accounts");
}

/** Returns the command that starts this program again as the command line, or as one of its hidden commands. */
export function programHost(
  command: "__task" | "__ql" | null = null,
  { isLight = false } = {},
): string[] {
  return runtimeArguments(command, isLight ? undefined : []);
}

/** Returns the file that a service starts: the executable, or the bundle, also from a checkout of the sources. */
export function serviceProgram(): string {
  if (Deno.build.standalone) return Deno.execPath();
  const program = mainModule();
  return program.endsWith(".ts")
    ? join(dirname(program), "dist", "panel", "server", "bundle", "main.js")
    : program;
}

/** Returns the command with which a service calls this program, as it is shipped; an executable has the options inside. */
export function serviceCommand(command = "serve"): string[] {
  const program = serviceProgram();
  if (Deno.build.standalone) return [program, command];
  return [Deno.execPath(), "run", "-A", ...lightFlags, "--quiet", program, command];
}

/** Returns the command that starts this program again to pull a subscription; append the job folder. */
export function pullHost(): string[] {
  // With the configuration, for the package that matches whitelist and blacklist.
  return runtimeArguments("__pull", []);
}

/** Returns the command that starts this program again to connect through a proxy; append the job folder, host and port. */
export function connectHost(): string[] {
  return runtimeArguments("__connect");
}

/** Returns the command that starts this program again for a trial start on a copy; append the folders. */
export function trialHost(): string[] {
  // The whole panel, which needs the packages from the configuration.
  return runtimeArguments("__try_start", []);
}

function runtimeArguments(command: string | null, alone = ["--no-config", "--no-lock"]): string[] {
  const last = command === null ? [] : [command];
  if (Deno.build.standalone) return [Deno.execPath(), ...last];
  return [Deno.execPath(), "run", "-A", ...alone, "--quiet", mainModule(), ...last];
}

function mainModule(): string {
  const inSource = import.meta.filename!.endsWith(".ts");
  return inSource ? join(import.meta.dirname!, "..", "..", "main.ts") : join(import.meta.dirname!, "main.js");
}
