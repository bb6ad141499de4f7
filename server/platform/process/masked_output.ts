// Connects a run's output to its log through the masking program. The program runs in its own session, so that whatever
// ends the run does not end it before the last lines are written; it exits when no writer is left. A small shell around it
// holds the pipe open and restarts it if it dies: a task never finds its output broken or blocked.
import { execFile, spawn } from "node:child_process";
import { closeSync, constants, existsSync, fstatSync, openSync, rmSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import type { Clock } from "../clock.ts";
import { asSignal, RESUMED, writeMaskRequest } from "./mask_request.ts";
import { sessionStart } from "./spawn_session.ts";

const FIRST_POLL_MS = 1;
const LAST_POLL_MS = 20;
/** A disk that does not respond must not keep a run from ending. */
const PATIENCE_MS = 30_000;

export interface MaskedOutputOptions {
  /** Path where the pipe is created; an existing file is removed. */
  pipe: string;
  /** The open log; closed by this function. */
  log: number;
  /** Command line of the masking program. */
  host: readonly string[];
  /** Environment of the masking program; the secrets are added to it. */
  environment: Readonly<Record<string, string>>;
  secrets: readonly string[];
  /** Name of the signal that `drainOutput` will send. */
  name: string;
  /** Written to the log where output is missing because the program does not run. */
  lost: string;
}

const LOOP = `
trap '' TERM INT HUP
pipe=$1; shift
for n in 1 2 3 4 5; do
  "$@" "$pipe" && exit 0
  export ${RESUMED}=1
done
printf '\\n## %s\\n' "$SUNDIAL_MASK_LOST"
rm -f "$pipe"
exec cat > /dev/null
`;

/** Starts masking. Returns the open end that takes the output. Throws when the system refuses. */
export async function openMaskedOutput(options: MaskedOutputOptions): Promise<number> {
  const { pipe, log } = options;
  try {
    remove(pipe);
    await promisify(execFile)("mkfifo", ["-m", "600", pipe], { env: { ...options.environment } });
    // With both ends open at once, opening either end does not block.
    const both = openSync(pipe, constants.O_RDWR);
    const input = openSync(pipe, constants.O_RDONLY);
    const output = openSync(pipe, constants.O_WRONLY);
    closeSync(both);
    try {
      start(options, input);
      return output;
    } catch (error) {
      closeSync(output);
      throw error;
    } finally {
      closeSync(input);
    }
  } finally {
    closeSync(log);
  }
}

function start(
  { pipe, log, host, environment, secrets, name, lost }: MaskedOutputOptions,
  input: number,
): void {
  const [file, args] = sessionStart(["/bin/sh", "-c", LOOP, "sundial", pipe, ...host]);
  const child = spawn(file, args, {
    env: { ...environment, ...writeMaskRequest({ secrets, signal: name }), SUNDIAL_MASK_LOST: lost },
    stdio: [input, log, "ignore"],
    cwd: "/",
    detached: false,
  });
  // Nobody waits for it; its end is visible in the pipe.
  child.on("error", () => remove(pipe));
  child.unref();
}

/**
 * Resolves when everything written to the pipe so far is in the log, or nothing more can arrive. Output of processes that
 * still hold the pipe continues to be masked.
 */
export async function drainOutput(pipe: string, name: string, clock: Clock): Promise<void> {
  const deadline = clock.monotonic() + PATIENCE_MS;
  const signal = new TextEncoder().encode(asSignal(name));
  let isSent = false;
  let pauseMs = FIRST_POLL_MS;
  while (existsSync(pipe) && clock.monotonic() < deadline) {
    if (!isSent) {
      const sent = send(pipe, signal);
      if (sent === "nobody") break;
      isSent = sent === "sent";
    }
    await new Promise<void>((resolve) => clock.after(pauseMs, resolve));
    pauseMs = Math.min(pauseMs * 2, LAST_POLL_MS);
  }
  remove(pipe);
}

// A task may have put anything at this path; what cannot be removed does no harm.
function remove(pipe: string): void {
  try {
    rmSync(pipe, { force: true, recursive: true });
  } catch {
    return;
  }
}

// Written completely or not at all, because it is shorter than the atomic size of a pipe (PIPE_BUF of pipe(7)).
function send(pipe: string, signal: Uint8Array): "sent" | "full" | "nobody" {
  let descriptor: number;
  try {
    descriptor = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch {
    return "nobody";
  }
  try {
    if (!fstatSync(descriptor).isFIFO()) return "nobody";
    writeSync(descriptor, signal);
    return "sent";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    return code === "EAGAIN" ? "full" : "nobody";
  } finally {
    closeSync(descriptor);
  }
}
