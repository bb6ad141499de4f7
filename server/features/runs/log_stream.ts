// Streams a live log: sends what exists, then what is added, until the run has ended. It reads only when the
// reader has consumed the previous data, so a stalled reader costs no more than its connection.
import type { LogChunk, LogEnd } from "../../contract/runs.ts";
import type { LogFile, LogPosition, LogStep } from "./log_file.ts";
import { type LogFollower, POLL_MS } from "./log_follower.ts";
import { wholeCharacters } from "./whole_characters.ts";

const CHUNK = 64 * 1024;
/** A byte can take six bytes in JSON; chunks whose event would be longer than this are read in smaller pieces. */
const MAX_EVENT_LENGTH = 96 * 1024;
const SMALL_CHUNK = 16 * 1024;
const COMMENT_EVERY_MS = 15_000;

/** Permission to keep a stream open for as long as its session and the panel live. */
export interface StreamLease {
  signal: AbortSignal;
  /** Called when the stream has ended by itself. */
  release(): void;
}

export interface LogStreamOptions {
  /** Follows the log until `leave` is called. */
  follow(): { follower: LogFollower; leave(): void };
  /** Where to start. */
  start: LogPosition;
  lease: StreamLease;
}

/** Opens a stream of server-sent events: `chunk` events with a `LogChunk`, and finally `end` with a `LogEnd`. */
export function logStream(options: LogStreamOptions): ReadableStream<Uint8Array> {
  return openStream(options, logEvents);
}

/** Opens a stream of the log's bytes alone, with a line for those that were omitted. */
export function rawLogStream(options: LogStreamOptions): ReadableStream<Uint8Array> {
  return openStream(options, logBytes);
}

function openStream(
  { follow, start, lease }: LogStreamOptions,
  read: typeof logEvents | typeof logBytes,
): ReadableStream<Uint8Array> {
  const left = new AbortController();
  const signal = AbortSignal.any([lease.signal, left.signal]);
  const { follower, leave } = follow();
  const pieces = read(follower, start, signal);
  let isOpen = true;
  const end = () => {
    if (!isOpen) return;
    isOpen = false;
    left.abort();
    leave();
    lease.release();
  };
  return new ReadableStream({
    start(controller) {
      // A stalled reader would otherwise outlive its session.
      lease.signal.addEventListener("abort", () => {
        if (isOpen) controller.close();
        end();
      }, { once: true });
    },
    async pull(controller) {
      const { value, done } = await pieces.next().catch((error) => {
        end();
        throw error;
      });
      if (!isOpen) return;
      if (value !== undefined) controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
      if (!done) return;
      controller.close();
      end();
    },
    cancel: end,
  }, { highWaterMark: 0 });
}

// Returns the last event.
async function* logEvents(
  follower: LogFollower,
  start: LogPosition,
  signal: AbortSignal,
): AsyncGenerator<string, string | undefined> {
  let position = start;
  for (let quietMs = 0; !signal.aborted;) {
    // Polls before reading: everything written before the end is then certain to be read.
    const { log, version } = await follower.current();
    const key = `${version} ${position.generation}-${position.offset}`;
    const from = position;
    const { event, isEnd, next } = await follower.share(key, () => readEvent(log, from));
    position = next;
    if (event !== null) {
      quietMs = 0;
      if (isEnd) return event;
      yield event;
      continue;
    }
    while (!signal.aborted && (await follower.current()).version === version) {
      await follower.nextPoll(signal);
      quietMs += POLL_MS;
      if (!signal.aborted && quietMs % COMMENT_EVERY_MS === 0) yield ": still here\n\n";
    }
  }
}

async function* logBytes(
  follower: LogFollower,
  start: LogPosition,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, undefined> {
  for (let position = start; !signal.aborted;) {
    // Polls before reading, as above.
    const { log, version } = await follower.current();
    const step = await log.readOn(position, CHUNK);
    position = { ...step.position, offset: step.next };
    if (step.bytes.length > 0) {
      yield step.bytes;
      continue;
    }
    if (log.complete) return;
    while (!signal.aborted && (await follower.current()).version === version) await follower.nextPoll(signal);
  }
}

interface ReadEvent {
  /** Null if there is nothing to send yet. */
  event: string | null;
  isEnd: boolean;
  /** Location of the next read. */
  next: LogPosition;
}

async function readEvent(log: LogFile, from: LogPosition, length = CHUNK): Promise<ReadEvent> {
  const step = await log.readOn(from, length);
  const chunk = chunkOf(step, log.complete);
  const next = { ...step.position, offset: chunk?.next ?? step.position.offset };
  if (chunk) {
    const event = chunkEvent(chunk);
    const isLarge = event.length > MAX_EVENT_LENGTH && length > SMALL_CHUNK;
    return isLarge ? await readEvent(log, from, SMALL_CHUNK) : { event, isEnd: false, next };
  }
  if (!log.complete) return { event: null, isEnd: false, next };
  const { generation, moved } = step.shape;
  return { event: endEvent({ size: next.offset, generation, moved }), isEnd: true, next };
}

const encoder = new TextEncoder();
// A byte order mark at the start of a chunk is part of the log.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

// Returns null if there is nothing to send (yet): half a character waits for its other half.
function chunkOf(
  { shape, position, bytes, next, skipped }: LogStep,
  complete: boolean,
): LogChunk | null {
  const { offset, generation } = position;
  if (skipped > 0) return { offset, next, text: decoder.decode(bytes), generation, skipped };
  const isLast = next === shape.gap?.start || (complete && next >= shape.size);
  const whole = wholeCharacters(bytes, isLast);
  if (whole.length === 0) return null;
  return { offset, next: offset + whole.length, text: decoder.decode(whole), generation };
}

function chunkEvent(chunk: LogChunk): string {
  // The id is the position from which a reader that lost the connection resumes.
  const id = `${chunk.generation === 0 ? "" : `${chunk.generation}-`}${chunk.next}`;
  return `id: ${id}\nevent: chunk\ndata: ${JSON.stringify(chunk)}\n\n`;
}

function endEvent(end: LogEnd): string {
  return `event: end\ndata: ${JSON.stringify(end)}\n\n`;
}
