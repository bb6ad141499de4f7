import type { Topic } from "../../contract/events.ts";
import type { Numbered } from "./event_history.ts";
import type { StreamLease } from "./stream_leases.ts";

/** Bytes a reader may leave unread. Whoever leaves more is slower than the news and has to come again. */
const MAX_UNREAD = 256 * 1024;

export interface LiveStreamOptions {
  /** Ends the stream with whom it was opened by. */
  lease: StreamLease;
  /** Null for all of them. */
  topics: ReadonlySet<Topic> | null;
  /** Called once, however the stream ends. */
  onEnd(stream: LiveStream): void;
}

/** One open answer of `/api/events`. */
export class LiveStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #options: LiveStreamOptions;
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;

  constructor(options: LiveStreamOptions) {
    this.#options = options;
    this.body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => this.#forget(),
    }, new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNREAD }));
    options.lease.signal.addEventListener("abort", () => this.end(), { once: true });
  }

  /** Sends an event if its topic was asked for. */
  send({ sequence, event }: Numbered): void {
    const { topics } = this.#options;
    if (topics && !topics.has(event.topic)) return;
    this.write(`id: ${sequence}\ndata: ${JSON.stringify(event)}\n\n`);
  }

  /** Writes text of the event stream format; ends the stream instead when its reader has fallen too far behind. */
  write(text: string): void {
    if (!this.#controller) return;
    if ((this.#controller.desiredSize ?? 0) <= 0) return this.end();
    this.#controller.enqueue(this.#encoder.encode(text));
  }

  /** Ends the stream; a browser comes again by itself. */
  end(): void {
    this.#controller?.close();
    this.#forget();
  }

  #forget(): void {
    if (!this.#controller) return;
    this.#controller = null;
    this.#options.lease.release();
    this.#options.onEnd(this);
  }
}
