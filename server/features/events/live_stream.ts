import type { Topic } from "../../contract/events.ts";
import type { Numbered } from "./event_history.ts";

/** Bytes a reader may leave unread. Whoever leaves more is slower than the news and has to come again. */
const MOST_UNREAD = 256 * 1024;

/** What a stream was opened with, and ends with: a person's session or an application's token. */
export interface StreamHolder {
  kind: "session" | "token";
  id: number;
}

export interface LiveStreamOptions {
  holder: StreamHolder;
  /** Null for all of them. */
  topics: ReadonlySet<Topic> | null;
  /** Called once, however the stream ends. */
  onEnd(stream: LiveStream): void;
}

/** One open answer of `/api/events`. */
export class LiveStream {
  readonly holder: StreamHolder;
  readonly body: ReadableStream<Uint8Array>;
  readonly #topics: ReadonlySet<Topic> | null;
  readonly #onEnd: (stream: LiveStream) => void;
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;

  constructor({ holder, topics, onEnd }: LiveStreamOptions) {
    this.holder = holder;
    this.#topics = topics;
    this.#onEnd = onEnd;
    this.body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => this.#forget(),
    }, new ByteLengthQueuingStrategy({ highWaterMark: MOST_UNREAD }));
  }

  /** Tells whether it was opened with this. */
  isOf({ kind, id }: StreamHolder): boolean {
    return this.holder.kind === kind && this.holder.id === id;
  }

  /** Sends an event if its topic was asked for. */
  send({ sequence, event }: Numbered): void {
    if (this.#topics && !this.#topics.has(event.topic)) return;
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
    this.#onEnd(this);
  }
}
