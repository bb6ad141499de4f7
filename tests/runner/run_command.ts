import { Buffer } from "node:buffer";
import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";
import { childrenSeconds } from "./children_seconds.ts";

export interface CommandOptions {
  /** How long it may run without progress (ms). */
  limitMs: number;
  /** Returns whether output is progress; all output is by default. */
  isProgress?: (output: string) => boolean;
  /** Added to the environment. */
  variables?: Record<string, string>;
  /** Whether the output is printed as it arrives, or collected for the caller. Printed by default. */
  output?: "shown" | "held";
}

/** The exit code of a command that was cut off, as that of timeout(1). */
export const CUT_OFF = 124;

export interface Ended {
  /** Exit code; `CUT_OFF` when it was cut off, 127 when it could not be started. */
  code: number;
  /** The output of both streams as it arrived; empty when it was printed. */
  output: string;
  /** CPU time that it and all it waited for have used (s). */
  cpuSeconds: number;
}

/**
 * Runs a command in its own process group and waits until it ends. After `limitMs` without progress the whole group is killed, so
 * that nothing hangs; of output that is printed as it arrives nothing is known, so that `limitMs` counts from the start.
 */
export function runCommand(
  command: string,
  args: string[],
  { limitMs, isProgress = () => true, variables = {}, output = "shown" }: CommandOptions,
): Promise<Ended> {
  const stream = output === "shown" ? "inherit" : "pipe";
  const child = spawn(command, args, {
    stdio: ["ignore", stream, stream],
    detached: true,
    env: { ...process.env, ...variables },
  });
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const chunks: Buffer[] = [];
  let wasCutOff = false;
  const cutOff = () => {
    wasCutOff = true;
    killGroup(child);
  };
  let timer = setTimeout(cutOff, limitMs);
  for (const pipe of [child.stdout, child.stderr]) {
    pipe?.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      if (!isProgress(chunk.toString())) return;
      clearTimeout(timer);
      timer = setTimeout(cutOff, limitMs);
    });
  }
  const passOn = () => {
    killGroup(child);
    // Not immediately: another command may run concurrently and receives the signal next.
    setImmediate(() => process.exit(130));
  };
  process.on("SIGTERM", passOn).on("SIGINT", passOn);
  let cpuSeconds = 0;
  const end = (code: number) => {
    clearTimeout(timer);
    process.off("SIGTERM", passOn).off("SIGINT", passOn);
    resolve({ code: wasCutOff ? CUT_OFF : code, output: Buffer.concat(chunks).toString(), cpuSeconds });
  };
  child.on("error", () => end(127));
  // `close` fires only when the streams have ended too; processes left running by the command must not keep
  // them open.
  child.on("exit", () => {
    cpuSeconds = childrenSeconds();
    killGroup(child);
  });
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
