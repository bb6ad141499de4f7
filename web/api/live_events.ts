// One event stream for the whole page. An event carries no data, so it only invalidates queries; visible ones
// are refetched, at most a few times a second however many events arrive.

import type { LiveEvent, Topic } from "../../server/contract/events.ts";

export type LiveState = "connecting" | "connected" | "reconnecting";

/** The subset of EventSource that is used. */
export interface EventStream {
  onopen: ((event: Event) => void) | null;
  onerror: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  /** Calls back when some events can no longer be delivered. */
  onMissed(listener: () => void): void;
  /** Calls back with the build of the page that the server has now. */
  onBuild(listener: (build: string) => void): void;
  readonly readyState: number;
  close(): void;
}

export interface LiveEventsConfig {
  open(): EventStream;
  /** Invalidates all queries of these topics; `null` means all queries. */
  invalidate(topics: readonly Topic[] | null): void;
  /** The build of this page; empty when unknown. */
  build: string;
  /** Resolves when no login dialog is open. */
  settled(): Promise<unknown>;
  /** Runs a function after a delay; returns a function that cancels it. */
  delay(ms: number, run: () => void): () => void;
}

const gatherMs = 80;
const restMs = 420;
const closed = 2;
const retryMs = [1000, 2000, 5000, 10_000];

/** Keeps the stream open from `start` to `stop` and reports its events. */
export class LiveEvents {
  #config: LiveEventsConfig;
  #stream: EventStream | null = null;
  #state: LiveState = "connecting";
  #outdated = false;
  #wasConnected = false;
  #failures = 0;
  #gathered = new Set<Topic>();
  #cancelFlush: (() => void) | null = null;
  #cancelRetry: (() => void) | null = null;
  #stateListeners = new Set<() => void>();
  #eventListeners = new Set<(event: LiveEvent) => void>();

  constructor(config: LiveEventsConfig) {
    this.#config = config;
  }

  start(): void {
    if (!this.#stream) this.#connect();
  }

  stop(): void {
    this.#cancelFlush?.();
    this.#cancelRetry?.();
    this.#cancelFlush = this.#cancelRetry = null;
    this.#stream?.close();
    this.#stream = null;
  }

  state = (): LiveState => this.#state;

  /** Returns whether the server has another build of the page than this one. */
  isOutdated = (): boolean => this.#outdated;

  /** Calls back whenever `state` or `isOutdated` changes; returns a function that unsubscribes. */
  onState = (listener: () => void): () => void => {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  };

  /** Calls back with every event; returns a function that unsubscribes. */
  onEvent = (listener: (event: LiveEvent) => void): () => void => {
    this.#eventListeners.add(listener);
    return () => this.#eventListeners.delete(listener);
  };

  #connect(): void {
    const stream = this.#config.open();
    this.#stream = stream;
    stream.onopen = () => this.#opened();
    stream.onerror = () => this.#failed(stream);
    stream.onmessage = ({ data }) => this.#heard(JSON.parse(data));
    stream.onBuild((build) => this.#compareBuild(build));
    stream.onMissed(() => this.#config.invalidate(null));
  }

  async #connectAgain(after: EventStream): Promise<void> {
    await this.#config.settled();
    if (this.#stream === after) this.#connect();
  }

  #opened(): void {
    // Events may have been missed while disconnected, and a resumed stream cannot guarantee that it still had all of them.
    if (this.#wasConnected) this.#config.invalidate(null);
    this.#wasConnected = true;
    this.#failures = 0;
    this.#become("connected");
  }

  #failed(stream: EventStream): void {
    this.#become("reconnecting");
    if (stream.readyState !== closed || this.#stream !== stream) return; // the browser reconnects by itself
    stream.close();
    const wait = retryMs[Math.min(this.#failures++, retryMs.length - 1)] ?? 10_000;
    this.#cancelRetry = this.#config.delay(wait, () => void this.#connectAgain(stream));
    // A rejected stream may mean that the session has ended: querying it again shows that.
    this.#config.invalidate(["session"]);
  }

  #heard(event: LiveEvent): void {
    this.#gathered.add(event.topic);
    for (const listener of this.#eventListeners) listener(event);
    this.#cancelFlush ??= this.#config.delay(gatherMs, () => this.#flush());
  }

  #flush(): void {
    const topics = [...this.#gathered];
    this.#gathered.clear();
    this.#config.invalidate(topics);
    // Events that follow soon wait a little longer, so that a busy panel is queried at most twice a second.
    this.#cancelFlush = this.#config.delay(restMs, () => {
      this.#cancelFlush = null;
      if (this.#gathered.size > 0) this.#flush();
    });
  }

  #compareBuild(build: string): void {
    const outdated = this.#config.build !== "" && build !== this.#config.build;
    if (this.#outdated === outdated) return;
    this.#outdated = outdated;
    this.#notify();
  }

  #become(state: LiveState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#stateListeners) listener();
  }
}

/** Runs a function after `ms` milliseconds. Returns a function that cancels it. */
export function delay(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
