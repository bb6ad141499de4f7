import type { LiveEvent, Topic } from "../../contract/events.ts";
import type { Base } from "../../engine/base.ts";
import type { Timer } from "../../platform/clock.ts";
import type { EventHistory, Numbered } from "./event_history.ts";
import type { StreamHolder, StreamLease, StreamLeases } from "./stream_leases.ts";

const COMMENT_MS = 15_000;
const RETRY_MS = 2000;

export interface LiveStreamsOptions extends Pick<Base, "clock" | "bus"> {
  leases: StreamLeases;
  history: EventHistory;
  /** Returns the current build of the page; null if there is none. */
  pageBuild(): Promise<string | null>;
}

export interface OpenRequest {
  holder: StreamHolder;
  topics: ReadonlySet<Topic> | null;
  /**
   * The id of the last event the client received, or of the latest one when it loaded its data, as sent; null
   * for new events only.
   */
  lastEventId: string | null;
  /** Decides which events are sent; null for all. */
  filter: EventFilter | null;
}

/** Returns whether an event may be sent. Events are asked one after the other, in their order. */
export type EventFilter = (event: LiveEvent) => Promise<boolean>;

/** All open event streams, and the events they may have missed. */
export class LiveStreams {
  readonly #history: EventHistory;
  readonly #streams = new Set<LiveStream>();
  readonly #stopListening: () => void;
  #timer: Timer | null = null;

  constructor(private readonly options: LiveStreamsOptions) {
    this.#history = options.history;
    this.#stopListening = options.bus.listen((event) => this.#hear(event));
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Opens a stream. Throws `too_many_requests`, or `session_expired` if its session or token has just ended. */
  async open({ holder, topics, lastEventId, filter }: OpenRequest): Promise<ReadableStream<Uint8Array>> {
    // Tells an open page that it is outdated; a program has no page.
    const build = holder.kind === "session" ? await this.options.pageBuild() : null;
    const lease = await this.options.leases.take(holder);
    const stream = new LiveStream({ lease, topics, filter, onEnd: (ended) => this.#remove(ended) });
    this.#streams.add(stream);
    if (this.#timer === null) this.#commentLater();
    this.#welcome(stream, { lastEventId, build });
    return stream.body;
  }

  /** Ends all streams and stops listening. */
  close(): void {
    this.#stopListening();
    for (const stream of this.#streams) stream.end();
  }

  #welcome(
    stream: LiveStream,
    { lastEventId, build }: { lastEventId: string | null; build: string | null },
  ): void {
    const missed = lastEventId === null ? [] : this.#history.after(toSequence(lastEventId));
    stream.write(`retry: ${RETRY_MS}\n\n`);
    if (build !== null) stream.write(`event: build\ndata: ${JSON.stringify({ build })}\n\n`);
    for (const numbered of missed ?? []) stream.send(numbered);
    // Sends the id at once, so that a page that is disconnected before its first event can resume too.
    const name = missed === null ? "event: reset\ndata: {}\n" : "";
    stream.writeInOrder(`${name}id: ${this.#history.last}\n\n`);
  }

  #hear(event: LiveEvent): void {
    const numbered = this.#history.add(event);
    for (const stream of this.#streams) stream.send(numbered);
  }

  #remove(stream: LiveStream): void {
    this.#streams.delete(stream);
    if (this.#streams.size > 0) return;
    this.#timer?.cancel();
    this.#timer = null;
  }

  // A regular comment keeps proxies from closing the connection, and detects clients that are gone.
  #commentLater(): void {
    this.#timer = this.options.clock.after(COMMENT_MS, () => {
      this.#commentLater();
      for (const stream of this.#streams) stream.write(": still here\n\n");
    });
  }
}

function toSequence(lastEventId: string): number {
  return /^\d{1,16}$/.test(lastEventId) ? Number(lastEventId) : NaN;
}

/** Maximum number of unread bytes. A slower reader is disconnected and has to reconnect. */
const MAX_UNREAD = 256 * 1024;

interface LiveStreamOptions {
  /** Ends the stream together with its session or token. */
  lease: StreamLease;
  /** Null for all topics. */
  topics: ReadonlySet<Topic> | null;
  filter: EventFilter | null;
  /** Called once, however the stream ends. */
  onEnd(stream: LiveStream): void;
}

/** One open response of `/api/events`. */
class LiveStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #filtered: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: LiveStreamOptions) {
    this.body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => this.#forget(),
    }, new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNREAD }));
    options.lease.signal.addEventListener("abort", () => this.end(), { once: true });
  }

  send({ sequence, event }: Numbered): void {
    const { topics, filter } = this.options;
    if (topics && !topics.has(event.topic)) return;
    const send = () => this.write(`id: ${sequence}\ndata: ${JSON.stringify(event)}\n\n`);
    if (filter === null) return send();
    // A client that gets no answer to its question whether it may see something must not miss it unnoticed.
    this.#filtered = this.#filtered.then(async () => await filter(event) && send()).catch(() => this.end());
  }

  /** Writes text after the events that are still being filtered. */
  writeInOrder(text: string): void {
    if (this.options.filter === null) return this.write(text);
    this.#filtered = this.#filtered.then(() => this.write(text));
  }

  /** Writes text in the event stream format; ends the stream if its reader has fallen too far behind. */
  write(text: string): void {
    if (!this.#controller) return;
    if ((this.#controller.desiredSize ?? 0) <= 0) return this.end();
    this.#controller.enqueue(this.#encoder.encode(text));
  }

  /** Ends the stream; browsers reconnect on their own. */
  end(): void {
    this.#controller?.close();
    this.#forget();
  }

  #forget(): void {
    if (!this.#controller) return;
    this.#controller = null;
    this.options.lease.release();
    this.options.onEnd(this);
  }
}
