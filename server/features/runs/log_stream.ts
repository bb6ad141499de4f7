// The live log: sends what is there, then what is added, until the run has ended. It reads only when the reader has taken
// what was sent, so one that stalls costs nothing but its connection.
import type { LogChunk, LogEnd } from "../../contract/runs.ts";
import type { Clock } from "../../platform/clock.ts";
import type { LogFile, LogStep } from "./log_file.ts";
import type { LogPlace } from "./log_place.ts";
import { wholeCharacters } from "./whole_characters.ts";

const CHUNK = 64 * 1024;
const LOOK_EVERY_MS = 250;
const COMMENT_EVERY_MS = 15_000;

/** Leave to hold a stream open, for as long as its session lives and the panel runs. */
export interface StreamLease {
  signal: AbortSignal;
  /** To be called when the stream has ended by itself. */
  release(): void;
}

export interface LogStreamOptions {
  open(): Promise<LogFile>;
  /** Where to begin. */
  place: LogPlace;
  clock: Clock;
  lease: StreamLease;
}

/** Opens a stream of server-sent events: `chunk` with a `LogChunk`, and last `end` with a `LogEnd`. */
export function logStream({ open, place, clock, lease }: LogStreamOptions): ReadableStream<Uint8Array> {
  const left = new AbortController();
  const signal = AbortSignal.any([lease.signal, left.signal]);
  const events = logEvents(open, place, clock, signal);
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await events.next().catch((fault) => {
        lease.release();
        throw fault;
      });
      if (!done) return controller.enqueue(encoder.encode(value));
      lease.release();
      controller.close();
    },
    cancel() {
      left.abort();
      lease.release();
    },
  }, { highWaterMark: 0 });
}

async function* logEvents(
  open: () => Promise<LogFile>,
  start: LogPlace,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  let place = start;
  for (let quietMs = 0; !signal.aborted;) {
    // Asked before reading: what was written before the end is then surely read.
    const log = await open();
    const step = await log.readOn(place, CHUNK);
    const chunk = chunkOf(step, log.complete);
    place = { ...step.place, offset: chunk?.next ?? step.place.offset };
    if (chunk) {
      quietMs = 0;
      yield chunkEvent(chunk);
    } else if (log.complete) {
      const { generation, moved } = step.shape;
      return yield endEvent({ size: place.offset, generation, moved });
    } else {
      await wait(clock, LOOK_EVERY_MS, signal);
      quietMs += LOOK_EVERY_MS;
      if (quietMs % COMMENT_EVERY_MS === 0) yield ": still here\n\n";
    }
  }
}

const encoder = new TextEncoder();
// A byte order mark at the start of a chunk is part of the log.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

// Null when there is nothing to send (yet): half a character waits for its other half.
function chunkOf({ shape, place, bytes, next, skipped }: LogStep, complete: boolean): LogChunk | null {
  const { offset, generation } = place;
  if (skipped > 0) return { offset, next, text: decoder.decode(bytes), generation, skipped };
  const isLast = next === shape.gap?.start || (complete && next >= shape.size);
  const whole = wholeCharacters(bytes, isLast);
  if (whole.length === 0) return null;
  return { offset, next: offset + whole.length, text: decoder.decode(whole), generation };
}

function chunkEvent(chunk: LogChunk): string {
  // The id is where a reader that lost the connection goes on.
  const id = `${chunk.generation === 0 ? "" : `${chunk.generation}-`}${chunk.next}`;
  return `id: ${id}\nevent: chunk\ndata: ${JSON.stringify(chunk)}\n\n`;
}

function endEvent(end: LogEnd): string {
  return `event: end\ndata: ${JSON.stringify(end)}\n\n`;
}

function wait(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      timer.cancel();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = clock.after(delayMs, done);
    signal.addEventListener("abort", done);
  });
}
