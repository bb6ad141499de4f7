import { AppError } from "../../contract/app_error.ts";
import type { LiveEvent, Topic } from "../../contract/events.ts";
import type { Bus } from "../../engine/bus.ts";
import type { Clock, Timer } from "../../platform/clock.ts";
import { EventHistory } from "./event_history.ts";
import { LiveStream, type StreamHolder } from "./live_stream.ts";

const HISTORY = 1000;
const MOST_PER_HOLDER = 20;
const MOST_IN_ALL = 1000;
/** How often the sessions and tokens of open streams are looked up: a stream outlives its own no longer than this. */
const CHECK_MS = 4000;
const COMMENT_MS = 15_000;
const RETRY_MS = 2000;
/** What somebody refused for too many streams should wait. */
const REFUSED_SECONDS = 30;

export interface LiveStreamsOptions {
  bus: Bus;
  clock: Clock;
  /** Tells whether a session or a token has neither ended nor run out. */
  isAlive(holder: StreamHolder): Promise<boolean>;
  onFault(fault: unknown): void;
}

export interface OpenRequest {
  holder: StreamHolder;
  topics: ReadonlySet<Topic> | null;
  /** `Last-Event-ID` as sent; null when the page comes for the first time. */
  lastEventId: string | null;
}

/** Everybody who listens for events, and what they may have missed. */
export class LiveStreams {
  readonly #options: LiveStreamsOptions;
  readonly #history: EventHistory;
  readonly #streams = new Set<LiveStream>();
  readonly #stopListening: () => void;
  #timers: Timer[] = [];
  #checking: Promise<void> = Promise.resolve();

  constructor(options: LiveStreamsOptions) {
    this.#options = options;
    this.#history = new EventHistory(HISTORY, options.clock.now());
    this.#stopListening = options.bus.listen((event) => this.#hear(event));
  }

  /** How many streams are open. */
  get size(): number {
    return this.#streams.size;
  }

  /** Opens a stream. Throws `too_many_requests`, or `session_expired` when what it is opened with has just ended. */
  async open({ holder, topics, lastEventId }: OpenRequest): Promise<ReadableStream<Uint8Array>> {
    if (!await this.#options.isAlive(holder)) throw new AppError("session_expired");
    const ofHolder = [...this.#streams].filter((one) => one.isOf(holder));
    if (ofHolder.length >= MOST_PER_HOLDER || this.size >= MOST_IN_ALL) {
      throw new AppError("too_many_requests", { seconds: REFUSED_SECONDS });
    }
    const stream = new LiveStream({ holder, topics, onEnd: (ended) => this.#remove(ended) });
    this.#streams.add(stream);
    if (this.#timers.length === 0) this.#startTimers();
    this.#welcome(stream, lastEventId);
    return stream.body;
  }

  /** Ends all streams and listens no more; when it is done, the database is no longer asked. */
  async close(): Promise<void> {
    this.#stopListening();
    for (const stream of this.#streams) stream.end();
    await this.#checking;
  }

  #welcome(stream: LiveStream, lastEventId: string | null): void {
    const missed = lastEventId === null ? [] : this.#history.after(toSequence(lastEventId));
    stream.write(`retry: ${RETRY_MS}\n\n`);
    for (const numbered of missed ?? []) stream.send(numbered);
    // The number goes out at once, so that a page cut off before its first event can resume too.
    const name = missed === null ? "event: reset\ndata: {}\n" : "";
    stream.write(`${name}id: ${this.#history.last}\n\n`);
  }

  #hear(event: LiveEvent): void {
    const numbered = this.#history.add(event);
    for (const stream of this.#streams) stream.send(numbered);
    if (event.type === "session:ended") this.#endOf({ kind: "session", id: event.id });
    // What it may hear may be another thing now: it is to come again.
    if (event.type === "token:changed") this.#endOf({ kind: "token", id: event.id });
  }

  #remove(stream: LiveStream): void {
    this.#streams.delete(stream);
    if (this.#streams.size > 0) return;
    for (const timer of this.#timers) timer.cancel();
    this.#timers = [];
  }

  #startTimers(): void {
    this.#every(0, CHECK_MS, () => {
      this.#checking = this.#checkHolders().catch(this.#options.onFault);
    });
    // A line now and then keeps proxies from cutting the connection, and finds out who has gone.
    this.#every(1, COMMENT_MS, () => this.#writeAll(": still here\n\n"));
  }

  #every(slot: 0 | 1, periodMs: number, act: () => void): void {
    this.#timers[slot] = this.#options.clock.after(periodMs, () => {
      this.#every(slot, periodMs, act);
      act();
    });
  }

  #writeAll(text: string): void {
    for (const stream of this.#streams) stream.write(text);
  }

  async #checkHolders(): Promise<void> {
    const holders = [...this.#streams].map(({ holder }) => holder);
    const distinct = new Map(holders.map((holder) => [`${holder.kind} ${holder.id}`, holder]));
    for (const holder of distinct.values()) {
      if (!await this.#options.isAlive(holder)) this.#endOf(holder);
    }
  }

  #endOf(holder: StreamHolder): void {
    for (const stream of this.#streams) if (stream.isOf(holder)) stream.end();
  }
}

function toSequence(lastEventId: string): number {
  return /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : NaN;
}
