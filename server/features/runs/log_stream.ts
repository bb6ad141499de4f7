// The live log: sends what is there, then what is added, until the run has ended. It reads only when the reader has taken
// what was sent, so one that stalls costs nothing but its connection.
import type { LogChunk } from "../../contract/runs.ts";
import type { Clock } from "../../platform/clock.ts";
import type { LogFile } from "./log_file.ts";
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
  offset: number;
  clock: Clock;
  lease: StreamLease;
}

/** Opens a stream of server-sent events: `chunk` with a `LogChunk`, and last `end` with the size. */
export function logStream({ open, offset, clock, lease }: LogStreamOptions): ReadableStream<Uint8Array> {
  const left = new AbortController();
  const signal = AbortSignal.any([lease.signal, left.signal]);
  const events = logEvents(open, offset, clock, signal);
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await events.next();
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
  offset: number,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  let at = offset;
  for (let quietMs = 0; !signal.aborted;) {
    // Asked before reading: what was written before the end is then surely read.
    const log = await open();
    const chunk = await nextChunk(log, at);
    if (chunk) {
      at = chunk.next;
      quietMs = 0;
      yield event("chunk", chunk);
    } else if (log.complete) {
      return yield event("end", { size: at });
    } else {
      await wait(clock, LOOK_EVERY_MS, signal);
      quietMs += LOOK_EVERY_MS;
      if (quietMs % COMMENT_EVERY_MS === 0) yield ": still here\n\n";
    }
  }
}

const encoder = new TextEncoder();
// A byte order mark is text like any other: a chunk may begin with one anywhere in a log.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

async function nextChunk(log: LogFile, at: number): Promise<LogChunk | null> {
  const bytes = await log.read(at, CHUNK);
  const whole = wholeCharacters(bytes, log.complete && bytes.length < CHUNK);
  if (whole.length === 0) return null;
  return { offset: at, next: at + whole.length, text: decoder.decode(whole) };
}

function event(name: string, data: LogChunk | { size: number }): string {
  // The id is where a reader that lost the connection goes on.
  const id = "next" in data ? `id: ${data.next}\n` : "";
  return `${id}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
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
