// Output on its way through the masking program into a log. The program is started in a session of its own, so that what ends the
// run does not end it with its last lines in hand; it ends by itself when nobody is left who could write. A small shell around
// it holds the pipe open and starts it again should it die: a task never finds its output broken or stuck.
import { execFile, spawn } from "node:child_process";
import { closeSync, constants, existsSync, fstatSync, openSync, rmSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import type { Clock } from "../clock.ts";
import { asSignal, RESUMED, writeMaskRequest } from "./mask_request.ts";
import { sessionStart } from "./spawn_session.ts";

const FIRST_POLL_MS = 1;
const LAST_POLL_MS = 20;
/** A disk that does not answer must not keep a run from ending. */
const PATIENCE_MS = 30_000;

export interface MaskedOutputOptions {
  /** Where the pipe is made; a file that is there is removed. */
  pipe: string;
  /** Open log; closed here. */
  log: number;
  /** Words that start the masking program. */
  host: readonly string[];
  /** Environment of the masking program; secrets come on top. */
  environment: Readonly<Record<string, string>>;
  secrets: readonly string[];
  /** Names the signal that `drainOutput` will send. */
  name: string;
  /** Stands in the log where the rest is missing, should the program not run. */
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

/** Starts masking. Answers the open end that takes the output. Throws when the machine refuses. */
export async function openMaskedOutput(options: MaskedOutputOptions): Promise<number> {
  const { pipe, log } = options;
  try {
    remove(pipe);
    await promisify(execFile)("mkfifo", ["-m", "600", pipe], { env: { ...options.environment } });
    // With both ends open at once, opening either end does not wait for the other.
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
  // Nobody waits for it; that it is gone shows in the pipe.
  child.on("error", () => remove(pipe));
  child.unref();
}

/**
 * Resolves when all that was written into the pipe until now is in the log, or nothing can come any more. What still holds the
 * pipe goes on to be masked.
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

// A task may have put anything in its place; what cannot be removed is in nobody's way.
function remove(pipe: string): void {
  try {
    rmSync(pipe, { force: true, recursive: true });
  } catch {
    return;
  }
}

// As a whole or not at all, for it is shorter than what a pipe takes at once (PIPE_BUF of pipe(7)).
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
