import { spawn } from "node:child_process";
import process from "node:process";

/**
 * Runs a command of this Deno with its output shown, in a process group of its own, and answers its exit code.
 * After `limitMs` the whole group is killed, so that nothing hangs, and the answer is 124.
 */
export function runDeno(
  args: string[],
  limitMs: number,
  variables: Record<string, string> = {},
): Promise<number> {
  return runCommand(Deno.execPath(), args, limitMs, variables);
}

/** Runs any command as `runDeno` does. */
export function runCommand(
  command: string,
  args: string[],
  limitMs: number,
  variables: Record<string, string> = {},
): Promise<number> {
  const child = spawn(command, args, {
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
    env: { ...process.env, ...variables },
  });
  const { promise, resolve } = Promise.withResolvers<number>();
  const killGroup = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // The group has ended by itself.
    }
  };
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    killGroup("SIGKILL");
  }, limitMs);
  const passOn = () => {
    killGroup("SIGKILL");
    process.exit(130);
  };
  process.on("SIGTERM", passOn).on("SIGINT", passOn);
  const end = (code: number) => {
    clearTimeout(timer);
    process.off("SIGTERM", passOn).off("SIGINT", passOn);
    resolve(late ? 124 : code);
  };
  child.on("error", () => end(127));
  child.on("exit", (code) => end(code ?? 1));
  return promise;
}
