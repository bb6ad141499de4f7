// Connects a run's output to its log through the masking program, which is its writer. A small shell around it restarts it if
// it dies: what follows is masked as well, except for the line that is cut in two.
import { closeSync, existsSync, writeSync } from "node:fs";
import { type Clock, sleep } from "../clock.ts";
import type { WriterProgram } from "./log_writer.ts";
import { asSignal, RESUMED, writeMaskRequest } from "./mask_request.ts";
import { openToWrite, removePipe } from "./output_pipe.ts";

const FIRST_POLL_MS = 1;
const LAST_POLL_MS = 20;
/** A disk that does not respond must not keep a run from ending. */
const PATIENCE_MS = 30_000;

export interface MaskedOptions {
  pipe: string;
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

export function maskedCopy(
  { pipe, host, environment, secrets, name, lost }: MaskedOptions,
): WriterProgram {
  const first = {
    command: ["/bin/sh", "-c", LOOP, "sundial", pipe, ...host],
    environment: { ...environment, ...writeMaskRequest({ secrets, signal: name }), SUNDIAL_MASK_LOST: lost },
  } as const;
  return { first, again: { ...first, environment: { ...first.environment, [RESUMED]: "1" } } };
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
    await sleep(clock, pauseMs);
    pauseMs = Math.min(pauseMs * 2, LAST_POLL_MS);
  }
  if (existsSync(pipe)) removePipe(pipe);
}

// Written completely or not at all, because it is shorter than the atomic size of a pipe (PIPE_BUF of pipe(7)).
function send(pipe: string, signal: Uint8Array): "sent" | "full" | "nobody" {
  const descriptor = openToWrite(pipe);
  if (descriptor === null) return "nobody";
  try {
    writeSync(descriptor, signal);
    return "sent";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    return code === "EAGAIN" ? "full" : "nobody";
  } finally {
    closeSync(descriptor);
  }
}
