import { Buffer } from "node:buffer";
import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";

export interface CommandOptions {
  limitMs: number;
  /** Added to the environment. */
  variables?: Record<string, string>;
  /** Whether the output is printed as it arrives, or collected for the caller. Printed by default. */
  output?: "shown" | "held";
}

export interface Ended {
  /** Exit code; 124 when it timed out, 127 when it could not be started. */
  code: number;
  /** The output of both streams as it arrived; empty when it was printed. */
  output: string;
}

/**
 * Runs a command in its own process group and waits until it ends. After `limitMs` the whole group is killed, so
 * that nothing hangs.
 */
export function runCommand(
  command: string,
  args: string[],
  { limitMs, variables = {}, output = "shown" }: CommandOptions,
): Promise<Ended> {
  const stream = output === "shown" ? "inherit" : "pipe";
  const child = spawn(command, args, {
    stdio: ["ignore", stream, stream],
    detached: true,
    env: { ...process.env, ...variables },
  });
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const chunks: Buffer[] = [];
  for (const pipe of [child.stdout, child.stderr]) pipe?.on("data", (chunk: Buffer) => chunks.push(chunk));
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    killGroup(child);
  }, limitMs);
  const passOn = () => {
    killGroup(child);
    // Not immediately: another command may run concurrently and receives the signal next.
    setImmediate(() => process.exit(130));
  };
  process.on("SIGTERM", passOn).on("SIGINT", passOn);
  const end = (code: number) => {
    clearTimeout(timer);
    process.off("SIGTERM", passOn).off("SIGINT", passOn);
    resolve({ code: late ? 124 : code, output: Buffer.concat(chunks).toString() });
  };
  child.on("error", () => end(127));
  // `close` fires only when the streams have ended too; processes left running by the command must not keep
  // them open.
  child.on("exit", () => killGroup(child));
  child.on("close", (code) => end(code ?? 1));
  return promise;
}

/** Runs a command of this Deno as `runCommand` does. */
export function runDeno(args: string[], options: CommandOptions): Promise<Ended> {
  return runCommand(Deno.execPath(), args, options);
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group has already ended.
  }
}
